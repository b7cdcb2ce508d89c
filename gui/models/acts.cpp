// SPDX-License-Identifier: GPL-3.0-or-later
// Each part of what was typed is tried as name and the rest as value: whatever the form would take is offered.
#include "gui/models/acts.hpp"

#include "core/inputs/list.hpp"
#include "core/inputs/value.hpp"
#include "gui/models/entry_order.hpp"
#include "gui/models/inputs_model.hpp"
#include "gui/models/typed_number.hpp"

#include <QRegularExpression>

#include <algorithm>
#include <set>
#include <tuple>

namespace llmsize::gui {
namespace {

/// Of one picker, and of all that may be meant.
constexpr std::size_t most_entries = 3, most_acts = 6;
/// "30 days", "100 000 tokens": a value has so many words at most.
constexpr qsizetype most_words = 3;

QString shown_in(const QModelIndex& input) {
  const bool number = input.data(InputsModel::kind_role).value<InputsModel::Kind>() == InputsModel::Kind::number;
  if (number && !input.data(InputsModel::number_role).isValid()) return QStringLiteral("–");
  const Shown seen{input.data(InputsModel::value_role).toString(), input.data(InputsModel::unit_role).toString()};
  return seen.together();
}

}  // namespace

Acts::Acts(const InputsModel& inputs, const Catalog& catalog) : inputs_(inputs), catalog_(catalog) {
  for (const std::string_view key : scenario_keys()) {
    QStringList options;
    for (const std::string& option : all_options_of(key)) options << to_qt(option);
    names_.push_back({key, Called(label_of(key), options)});
  }
}

const std::vector<Acts::Entry>& Acts::entries(std::string_view kind) const {
  if (const auto known = entries_.find(kind); known != entries_.end()) return known->second;
  std::vector<Entry> all;
  for (const std::string_view id : entries_in_order(kind, catalog_)) {
    try {
      const QString name = to_qt(catalog_.entry(kind, id).name);
      all.push_back({to_qt(id), name, Called(name, {to_qt(id)})});
    } catch (const BadInput&) {
      // One of the user's own that cannot be read: naming it in its picker tells why.
    }
  }
  return entries_.emplace(std::string(kind), std::move(all)).first->second;
}

/// How far down the form an input stands on a page whose open groups come first.
int Acts::place(std::string_view key, const QStringList& groups) const {
  const QModelIndex input = inputs_.index_of(key);
  const QModelIndex group = input.parent();
  const auto open = groups.indexOf(group.data(InputsModel::key_role).toString());
  constexpr int rows = 10000;
  return static_cast<int>(open >= 0 ? open : groups.size() + group.row()) * rows + input.row();
}

void Acts::add(std::string_view key, const QString& text, Called::Fit fit, std::vector<Act>& acts) const {
  const QModelIndex input = inputs_.index_of(key);
  if (!input.isValid()) return;
  Act act{std::string(key), to_core(text), label_of(key), shown_in(input), text, fit, is_asked_for(key)};
  const QVariant now = input.data(InputsModel::number_role);
  try {
    const Value value = value_of(key, act.text, Giver{act.key});
    act.is_there = value.number && now.isValid() && now.toDouble() == *value.number;
    if (value.number) act.after = InputsModel::in_form(*value.number, find_input(key)->unit, true).together();
    if (find_choice(key)) act.after = to_qt(act.text = value.word);
  } catch (const BadInput&) {
    return;  // No value of this input.
  }
  act.is_there = act.is_there || !input.data(InputsModel::edit_role).toString().compare(to_qt(act.text));
  acts.push_back(std::move(act));
}

void Acts::add_entries(std::string_view key, const QString& typed, Called::Fit fit, std::vector<Act>& acts) const {
  std::vector<std::pair<Called::Fit, const Entry*>> found;
  for (const Entry& entry : entries(find_reference(key)->kind))
    if (const Called::Fit how = entry.called.fit(typed); how <= Called::Fit::names) found.emplace_back(how, &entry);
  const auto by_fit = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::stable_sort(found.begin(), found.end(), by_fit);
  found.resize(std::min(found.size(), most_entries));
  for (const auto& [how, entry] : found) {
    const std::size_t before = acts.size();
    add(key, entry->id, std::max(fit, how), acts);
    if (acts.size() > before) acts.back().after = entry->name;
  }
}

/// Of inputs that a name fits no worse than this, those that take the value.
void Acts::add_named(const QString& name, const QString& value, Called::Fit worst, std::vector<Act>& acts) const {
  const TypedNumber typed = typed_number(value);
  if (name.isEmpty() || !typed.trouble.isEmpty()) return;
  for (const Name& each : names_) {
    const Called::Fit fit = each.called.fit(name);
    if (fit > worst) continue;
    if (find_reference(each.key))
      add_entries(each.key, value, fit, acts);
    else
      add(each.key, in_unit(typed.text, inputs_.index_of(each.key).data(InputsModel::unit_role).toString()), fit, acts);
  }
}

/// A word that some choices have, or entries of the catalog.
void Acts::add_words(const QString& typed, std::vector<Act>& acts) const {
  constexpr qsizetype shortest = 2;
  if (!has_letter(typed) || typed.size() < shortest) return;
  for (const Choice* choice : choices())
    for (const Option& option : choice->options)
      if (!to_qt(option.word).compare(typed, Qt::CaseInsensitive)) add(choice->key, typed, Called::Fit::whole, acts);
  // Of entries that have the words, those of the inputs that come first in the form: the system before its accelerator.
  for (const Reference* reference : references()) add_entries(reference->key, typed, Called::Fit::names, acts);
}

std::vector<Act> Acts::find(const QString& typed, const QString& page) const {
  if (!inputs_.document()) return {};
  static const QRegularExpression joint(QStringLiteral("\\s*[=:]\\s*|\\s+to\\s+|\\s+"));
  const QStringList words = typed.split(joint, Qt::SkipEmptyParts);
  std::vector<Act> named, all;
  for (qsizetype count = 1; count <= std::min(most_words, words.size() - 1); ++count) {
    const auto rest = words.size() - count;
    const auto part = [&](qsizetype from, qsizetype many) { return words.mid(from, many).join(u' '); };
    add_named(part(0, rest), part(rest, count), Called::Fit::names, named);
    add_named(part(count, rest), part(0, count), Called::Fit::names, named);
  }
  static const QRegularExpression joined(QStringLiteral("^([\\p{L}-]+)(\\d\\S*)$"));
  if (const auto match = joined.match(typed); match.hasMatch())
    add_named(match.captured(1), match.captured(2), Called::Fit::whole, named);
  add_words(words.join(u' '), all);
  const QStringList groups = InputsModel::open_groups(page);
  const auto better = [&](const Act& a, const Act& b) {
    return std::tuple(a.fit, !a.asked, place(a.key, groups)) < std::tuple(b.fit, !b.asked, place(b.key, groups));
  };
  // An input that was named is meant before one that only has the word.
  for (std::vector<Act>* part : {&named, &all}) std::stable_sort(part->begin(), part->end(), better);
  // Where the input that is meant has the value already, no other one is meant.
  if (!named.empty() && named.front().is_there) named.clear();
  std::move(all.begin(), all.end(), std::back_inserter(named));
  std::erase_if(named, [](const Act& act) { return act.is_there; });
  std::set<std::pair<std::string, std::string>> seen;
  std::erase_if(named, [&](const Act& act) { return !seen.emplace(act.key, act.text).second; });
  if (named.size() > most_acts) named.erase(named.begin() + most_acts, named.end());
  return named;
}

}  // namespace llmsize::gui
