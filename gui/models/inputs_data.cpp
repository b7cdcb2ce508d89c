// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of the inputs say.
#include "core/formula/render.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/parse.hpp"
#include "core/scenario/bare.hpp"
#include "core/tables/rows.hpp"
#include "core/view/stated.hpp"
#include "gui/models/catalog_model.hpp"
#include "gui/models/derivation.hpp"
#include "gui/models/inputs_model.hpp"
#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"

#include <algorithm>

namespace llmsize::gui {
namespace {

/// Whether a data sheet or a measurement tells an input, perhaps by way of a choice such as the precision.
bool of_machine(const Origin& origin) {
  const bool picked = origin.kind == Origin::Kind::choice && !origin.confidence.empty();
  return picked || origin.kind == Origin::Kind::data_sheet || origin.kind == Origin::Kind::measured;
}

bool is_physical(Unit unit) {
  return base_kind(unit) == Unit::bytes || unit == Unit::bandwidth || unit == Unit::flop_rate || unit == Unit::watts ||
         unit == Unit::money;
}

bool is_default(const Origin& origin) {
  return origin.kind == Origin::Kind::initial || origin.kind == Origin::Kind::assumed ||
         origin.kind == Origin::Kind::stack;
}

/// Users say 400Gb/s or 80GiB where core would say 50 GB/s or 85.9 GB: their own unit is kept.
bool has_unit_of_its_own(std::string_view text) {
  return text.find("b/s") != text.npos || text.find("iB") != text.npos || text.find("bit") != text.npos;
}

Shown as_said(const std::string& text) {
  const auto end = text.find_first_not_of("0123456789.");
  if (end == 0 || end == text.npos) return {to_qt(text), {}};
  return {to_qt(text.substr(0, end)), to_qt(text.substr(end)).trimmed()};
}

QStringList options(std::string_view key, const Catalog* catalog) {
  QStringList words;
  if (const Choice* choice = find_choice(key))
    for (const Option& option : choice->options) words.push_back(to_qt(option.word));
  if (const Reference* reference = find_reference(key); reference && catalog)
    for (const std::string_view id : catalog->ids(reference->kind)) words.push_back(to_qt(id));
  if (find_input(key) && find_input(key)->unit == Unit::flag) words = {QStringLiteral("yes"), QStringLiteral("no")};
  return words;
}

QStringList meanings(std::string_view key) {
  QStringList meanings;
  if (const Choice* choice = find_choice(key))
    for (const Option& option : choice->options) meanings.push_back(to_qt(option.meaning));
  return meanings;
}

QString help_of(std::string_view key) {
  if (const Reference* reference = find_reference(key)) return to_qt(reference->help);
  if (const Choice* choice = find_choice(key)) return to_qt(choice->help);
  return to_qt(find_input(key)->help);
}

}  // namespace

/// What a data sheet prints with a unit of its own and the headline results rest on, and what they lack.
const std::vector<bool>& InputsModel::behind_headlines() const {
  if (planner_ && behind_version_ != planner_->version()) {
    behind_version_ = planner_->version();
    behind_.assign(input_count, false);
    const Tracing tracing(planner_->current().values);
    for (const ResultRow* row : view(Asked::training, {Use::headline})) {
      const NodePtr node = row->derivation(tracing);
      for (const InputAbout* about : inputs_behind(node)) {
        const InputKey key = InputKey::find(about->key).value();
        behind_[key.slot()] = is_physical(about->unit) && of_machine(planner_->current().origin(key));
      }
      for (const std::string_view key : missing_inputs(node)) behind_[InputKey::find(key).value().slot()] = true;
    }
  }
  if (behind_.empty()) behind_.assign(input_count, false);
  return behind_;
}

double InputsModel::number_of(const Row& row) const {
  const Scenario::Said* said = document_ ? document_->scenario().find(row.key) : nullptr;
  if (said && said->value.number) return *said->value.number;
  const auto key = InputKey::find(row.key);
  return planner_ && key ? current()[*key] : absent;
}

std::string InputsModel::word_of(const Row& row) const {
  const Scenario::Said* said = document_ ? document_->scenario().find(row.key) : nullptr;
  if (said) return said->value.word;
  if (!planner_) return {};
  const auto word = current().words.find(row.key);
  return word == current().words.end() ? std::string() : word->second.word;
}

Origin InputsModel::origin_of(const Row& row) const {
  if (document_ && document_->scenario().find(row.key)) return {Origin::Kind::user, {}, {}, {}};
  if (!planner_) return {};
  // Whoever said what nobody said here chose it for the page.
  const auto by_page = [](const Origin& origin) {
    return origin.kind == Origin::Kind::user ? Origin{Origin::Kind::planned, "by the planner", {}, {}} : origin;
  };
  if (const auto key = InputKey::find(row.key)) {
    const Origin& origin = current().origin(*key);
    const bool derived = origin.kind == Origin::Kind::absent && !is_absent(current()[*key]);
    return derived ? Origin{Origin::Kind::derived, {}, {}, {}} : by_page(origin);
  }
  const auto word = current().words.find(row.key);
  return word == current().words.end() ? Origin{} : by_page(word->second.origin);
}

Shown InputsModel::shown_of(const Row& row) const {
  if (row.kind == Kind::choice || row.kind == Kind::reference) {
    const std::string word = word_of(row);
    if (word.empty()) return {tr("none"), {}};
    if (row.kind == Kind::choice) return {to_qt(word), {}};
    const Scenario::Said* said = document_ ? document_->scenario().find(row.key) : nullptr;
    const auto name = planner_ ? current().names.find(row.key) : std::map<std::string, std::string>::const_iterator{};
    const bool named = planner_ && name != current().names.end() && !(said && !planner_->problem().isEmpty());
    return {to_qt(named ? name->second : word), {}};
  }
  const Scenario::Said* said = document_ ? document_->scenario().find(row.key) : nullptr;
  if (said && has_unit_of_its_own(said->text)) {
    const Shown typed = as_said(said->text);
    return {legible(typed.number), typed.unit};
  }
  Shown seen = shown(number_of(row), find_input(row.key)->unit);
  if (is_absent(number_of(row)) && row.kind == Kind::number) {
    const std::string_view likely = likely_unit(row.key);
    seen.unit = likely.empty() ? usual_unit(find_input(row.key)->unit, find_input(row.key)->most) : to_qt(likely);
  }
  if (!is_absent(number_of(row)) && row.kind == Kind::number)
    return in_form(number_of(row), find_input(row.key)->unit, said);
  return seen;
}

/// Whole figures read easier without zeros.
Shown InputsModel::in_form(double value, Unit unit, bool said) {
  Shown seen = shown(value, unit);
  const Shown exactly = as_said(to_core(editable(value, unit)));
  const auto is_separator = [](QChar each) { return each == u',' || each == u'\u202f'; };
  const QString& grouped = seen.number;
  const auto separators = std::count_if(grouped.begin(), grouped.end(), is_separator);
  const bool same_unit = exactly.unit == seen.unit && !exactly.number.contains(QLatin1Char('e'));
  const bool shorter = exactly.number.size() < grouped.size() - separators;
  constexpr int few = 9;
  if (same_unit && (shorter || (said && exactly.number.size() < few)) &&
      (exactly.number.size() <= 3 || separators == 0))
    seen.number = legible(exactly.number);
  return seen;
}

QVariant InputsModel::input_data(const Row& row, int role) const {
  const Document::Pending* pending = document_ ? document_->pending(row.key) : nullptr;
  const bool said = document_ && document_->scenario().find(row.key);
  const InputAbout* about = find_input(row.key);
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return label_of(row.key);
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
    case help_role: return help_of(row.key);
    case key_role: return to_qt(row.key);
    case kind_role: return QVariant::fromValue(row.kind);
    case number_role: return about && !is_absent(number_of(row)) ? QVariant(number_of(row)) : QVariant();
    case value_role: return shown_of(row).number;
    case unit_role: return shown_of(row).unit;
    case Qt::EditRole:
    case edit_role:
      if (pending) return pending->text;
      if (!about) return to_qt(word_of(row));
      if (const auto* typed = document_ ? document_->scenario().find(row.key) : nullptr;
          typed && has_unit_of_its_own(typed->text))
        return to_qt(typed->text);
      return editable(number_of(row), about->unit);
    case letter_role: return letter_of(origin_of(row));
    case origin_role: return words_of(origin_of(row));
    case source_role: return to_qt(origin_of(row).source);
    case error_role: return pending ? pending->message : QString();
    case allowed_role:
      return about && row.kind == Kind::number
                 ? to_qt(accepted(about->unit)) + tr(", ") + legible(to_qt(bounds(row.key)))
                 : QString();
    case options_role: return options(row.key, document_ ? &document_->catalog() : nullptr);
    case meanings_role: return meanings(row.key);
    case catalog_role: return row.kind == Kind::reference ? QVariant(to_qt(find_reference(row.key)->kind)) : QVariant();
    case said_role: return said;
    case headline_role: return said || pending || is_headline(row);
    case doubles_role: return row.doubles;
    case held_role: return said && is_planned(row);
    case price_role: {
      const auto price = prices_.find(row.key);
      return price == prices_.end() ? QString() : price->second;
    }
    default: return {};
  }
}

/// Shown without "more": what the answer rests on and what is asked for most, but neither plain defaults nor a second
/// choice that nobody made.
bool InputsModel::is_headline(const Row& row) const {
  // What was chosen beside what is said stays where it stood.
  if (row.kind == Kind::reference || is_planned(row)) return true;
  const Origin origin = origin_of(row);
  if (is_catalog_column(row.key) && is_of_named_entry(origin)) return true;
  const auto key = InputKey::find(row.key);
  const bool behind = key && behind_headlines()[key->slot()];
  if (behind && (row.headline || origin.kind != Origin::Kind::absent)) return true;
  if (!row.headline) return false;
  if (origin.kind == Origin::Kind::absent) return row.first && !has_named_entry(row);
  // What a search leaves behind would come and go with it.
  return !is_default(origin) && origin.kind != Origin::Kind::planned;
}

/// Whether a plan of the scenario chooses an input that nobody says.
bool InputsModel::is_planned(const Row& row) const {
  const Asked asked = document_ ? asked_of(document_->scenario()) : Asked::training;
  return row.headline && is_left_to_plan(asked, row.key);
}

/// Whether a value comes from an entry that the user named.
bool InputsModel::is_of_named_entry(const Origin& origin) const {
  if (origin.kind != Origin::Kind::preset && origin.kind != Origin::Kind::data_sheet) return false;
  for (const Reference* reference : references())
    if (const auto* said = document_ ? document_->scenario().find(reference->key) : nullptr;
        said && said->value.word == origin.detail)
      return true;
  return false;
}

/// Whether a catalog entry tells the group of an input.
bool InputsModel::has_named_entry(const Row& row) const {
  const std::string_view group = row.key.substr(0, row.key.find('.'));
  for (const Reference* reference : references())
    if (reference->key.substr(0, reference->key.find('.')) == group &&
        !word_of({reference->key, Kind::reference, true, false, false}).empty())
      return true;
  return false;
}

QVariant InputsModel::group_data(const Group& group, int role) const {
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return group.title;
    case key_role: return group.id;
    case kind_role: return QVariant::fromValue(Kind::group);
    case summary_role: return summary(group);
    case count_role:
      return document_ ? static_cast<int>(std::count_if(
                             group.rows.begin(), group.rows.end(),
                             [&](const Row& row) {
                               return row.kind != Kind::reference && document_->scenario().find(row.key);
                             }))
                       : 0;
    default: return {};
  }
}

/// What a closed group says of itself: what stands in it, who chose it, or that it is all defaults.
QString InputsModel::summary(const Group& group) const {
  QStringList names;
  int said = 0, planned = 0, defaults = 0, measured = 0, known = 0;
  for (const Row& row : group.rows) {
    const Origin origin = origin_of(row);
    if (row.kind == Kind::reference && !word_of(row).empty() && origin.kind != Origin::Kind::initial)
      names.push_back(shown_of(row).number);
    said += row.kind != Kind::reference && origin.kind == Origin::Kind::user ? 1 : 0;
    planned += origin.kind == Origin::Kind::planned ? 1 : 0;
    measured += origin.kind == Origin::Kind::measured ? 1 : 0;
    defaults += is_default(origin) ? 1 : 0;
    known += row.kind == Kind::number && !is_absent(number_of(row)) ? 1 : 0;
  }
  if (measured > 0) return tr("%n measured here", nullptr, measured);
  if (!names.isEmpty()) return names.front();
  if (said > 0)
    return planned > 0 ? tr("%1 set by you, rest by the planner").arg(said) : tr("%n set by you", nullptr, said);
  if (planned > 0) return tr("chosen by the planner");
  if (known == 0) return tr("not set");
  return defaults > 0 ? tr("defaults") : tr("derived");
}

}  // namespace llmsize::gui
