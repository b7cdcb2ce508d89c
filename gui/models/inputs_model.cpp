// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of inputs: sections gather the groups of core, everything else is asked of core and the current case.
#include "gui/models/inputs_model.hpp"

#include "core/inputs/list.hpp"
#include "core/pages/pages.hpp"
#include "core/quantity/parse.hpp"
#include "gui/models/derivation.hpp"
#include "gui/models/text.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize::gui {
namespace {

/// A section of the form, and the groups of core that it gathers. A group of core that stands nowhere gets a section of
/// its own.
struct Section {
  const char* title;
  std::vector<std::string_view> groups;
};

const std::vector<Section>& sections() {
  static const std::vector<Section> all{
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Model"), {"model"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Goal"), {"goal", "workload"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "System"), {"cluster", "accelerator", "node", "network"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Storage"), {"storage", "path"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Fabric"), {"fabric", "switch"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Layout"), {"layout", "memory"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Checkpoint"), {"checkpoint"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Data"), {"data"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Serving workload"), {"traffic", "serving", "engine"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Efficiency"), {"software"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Reliability"), {"reliability", "latency"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Racks and power"), {"bom", "room", "power"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Cost"), {"economics"}},
      {QT_TRANSLATE_NOOP("llmsize::gui::InputsModel", "Trends"), {"scaling", "trend"}}};
  return all;
}

std::string_view group_of(std::string_view key) { return key.substr(0, key.find('.')); }

bool holds(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The section that gathers a group of core: that of its first group.
std::string_view section_of(std::string_view group) {
  const auto found = std::find_if(
      sections().begin(), sections().end(), [&](const Section& section) { return holds(section.groups, group); });
  return found == sections().end() ? group : found->groups.front();
}

/// What `--help` lists is asked for most: inputs with a short option.
bool has_short_option(std::string_view key) { return option_of(key).find('.') == std::string::npos; }

InputsModel::Kind kind_of(std::string_view key) {
  if (find_reference(key)) return InputsModel::Kind::reference;
  if (find_choice(key)) return InputsModel::Kind::choice;
  return find_input(key)->unit == Unit::flag ? InputsModel::Kind::flag : InputsModel::Kind::number;
}

/// Degrees and batches are split in halves: whole numbers of a layout or a batch.
bool halves(std::string_view key) {
  const InputAbout* about = find_input(key);
  return about && about->whole && about->unit == Unit::count &&
         (group_of(key) == "layout" || key.find("batch") != key.npos);
}

/// Whether an input is the first number of its group that has a short option.
bool is_first(std::string_view key) {
  for (const InputAbout* about : numeric_inputs())
    if (group_of(about->key) == group_of(key) && has_short_option(about->key)) return about->key == key;
  return false;
}

}  // namespace

bool is_asked_for(std::string_view key) { return find_reference(key) || has_short_option(key); }

InputsModel::InputsModel(QObject* parent) : QAbstractItemModel(parent) {
  const auto add = [&](const QString& title, const Section& section) {
    Group group{to_qt(section.groups.front()), title, {}};
    for (const std::string_view key : scenario_keys())
      if (holds(section.groups, group_of(key)))
        group.rows.push_back({key, kind_of(key), has_short_option(key), halves(key), is_first(key)});
    groups_.push_back(std::move(group));
  };
  std::vector<std::string_view> placed;
  for (const Section& section : sections()) {
    add(tr(section.title), section);
    placed.insert(placed.end(), section.groups.begin(), section.groups.end());
  }
  for (const std::string_view key : scenario_keys()) {
    const std::string_view group = group_of(key);
    if (holds(placed, group)) continue;
    placed.push_back(group);
    QString title = to_qt(group);
    title[0] = title[0].toUpper();
    add(title, {nullptr, {group}});
  }
}

QStringList InputsModel::open_groups(const QString& page) {
  const PageKind* kind = find_page_kind(page.toStdString());
  QStringList open;
  for (const QString& group : to_qt((kind ? *kind : page_kinds().front()).inputs).split(QLatin1Char(' ')))
    open << to_qt(section_of(to_core(group)));
  open.removeDuplicates();
  return open;
}

QString InputsModel::page_about(std::string_view key) {
  const QString section = to_qt(section_of(group_of(key)));
  QStringList pages;
  for (const PageKind& kind : page_kinds())
    if (open_groups(to_qt(kind.id)).contains(section)) pages << to_qt(kind.id);
  return pages.size() == 1 ? pages.front() : QString();
}

void InputsModel::follow(Document* document, Planner* planner) {
  if (document_) document_->disconnect(this);
  if (planner_) planner_->disconnect(this);
  document_ = document;
  planner_ = planner;
  prices_.clear();
  shown_.reset();
  if (document) {
    connect(document, &Document::changed, this, [this] { prices_.clear(); });
    connect(document, &Document::changed, this, &InputsModel::refresh);
    connect(document, &Document::pending_changed, this, &InputsModel::refresh);
  }
  if (planner) {
    connect(planner, &Planner::subject_changed, this, &InputsModel::refresh);
    connect(planner, &Planner::priced, this, [this](const QString& key, const QString& words) {
      prices_[to_core(key)] = words;
      const QModelIndex priced = index_of(to_core(key));
      Q_EMIT dataChanged(priced, priced);
    });
  }
  refresh();
}

/// Rows never come or go: only what they show is another.
void InputsModel::refresh() {
  Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
  for (int group = 0; group < rowCount(); ++group) {
    const QModelIndex parent = index(group, 0);
    if (const int rows = rowCount(parent); rows > 0)
      Q_EMIT dataChanged(index(0, 0, parent), index(rows - 1, 0, parent));
  }
}

void InputsModel::show_case(std::shared_ptr<const Case> shown) {
  if (shown == shown_) return;
  shown_ = std::move(shown);
  refresh();
}

QModelIndex InputsModel::index_of(std::string_view key) const {
  for (int group = 0; group < rowCount(); ++group) {
    const auto& rows = groups_[static_cast<std::size_t>(group)].rows;
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.key == key; });
    if (found != rows.end()) return index(static_cast<int>(found - rows.begin()), 0, index(group, 0));
  }
  return {};
}

int InputsModel::differing() const {
  if (!document_) return 0;
  return static_cast<int>(document_->scenario().all().size());
}

void InputsModel::ask_price(const QModelIndex& index) {
  const Row* row = row_of(index);
  if (!row || !planner_ || !index.data(held_role).toBool() || prices_.contains(row->key)) return;
  if (planner_->price(std::string(row->key))) prices_.emplace(row->key, QString());
}

QString InputsModel::stepped(const QModelIndex& index, int steps) const {
  const Row* row = row_of(index);
  const QVariant value = index.data(number_role);
  if (!row || row->kind != Kind::number || !value.isValid()) return {};
  const InputAbout& about = *find_input(row->key);
  const double number = value.toDouble();
  double next = number;
  if (row->doubles) {
    next = number * std::exp2(steps > 0 ? 1 : -1);
  } else {
    // One unit of what the field shows: 30 days become 31, 0.62 becomes 0.63.
    const QString text = input_data(*row, edit_role).toString();
    const auto point = text.indexOf(QLatin1Char('.'));
    qsizetype end = point < 0 ? 0 : point + 1;
    while (point >= 0 && end < text.size() && text[end].isDigit()) ++end;
    const Shown seen = shown(number, about.unit);
    const double unit = parse("1" + to_core(seen.unit), about.unit).value_or(1);
    const double digit =
        number == 0 ? unit : std::max(unit, std::pow(10, std::floor(std::log10(number / unit)) - 2) * unit);
    next = number + steps * (point < 0 ? digit : unit * std::pow(10, static_cast<double>(point + 1 - end)));
  }
  if (about.whole) next = std::round(next);
  return editable(std::clamp(next, about.least, about.most), about.unit);
}

QModelIndex InputsModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  // Groups have the id 0, inputs the number of their group from 1.
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex InputsModel::parent(const QModelIndex& child) const {
  return !child.isValid() || child.internalId() == 0
             ? QModelIndex()
             : createIndex(static_cast<int>(child.internalId()) - 1, 0, quintptr{0});
}

int InputsModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(groups_.size());
  if (parent.column() > 0 || parent.internalId() != 0) return 0;
  return static_cast<int>(groups_[static_cast<std::size_t>(parent.row())].rows.size());
}

int InputsModel::columnCount(const QModelIndex&) const { return 1; }

const InputsModel::Row* InputsModel::row_of(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return nullptr;
  return &groups_[index.internalId() - 1].rows[static_cast<std::size_t>(index.row())];
}

Qt::ItemFlags InputsModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
  return row_of(index) && document_ ? flags | Qt::ItemIsEditable : flags;
}

QVariant InputsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (const Row* row = row_of(index)) return input_data(*row, role);
  return group_data(groups_[static_cast<std::size_t>(index.row())], role);
}

bool InputsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  const Row* row = row_of(index);
  if (!row || !document_ || (role != Qt::EditRole && role != edit_role)) return false;
  document_->edit(row->key, value.toString());
  return !document_->pending(row->key);
}

QHash<int, QByteArray> InputsModel::roleNames() const {
  return {{key_role, "key"},           {kind_role, "kind"},       {number_role, "number"},   {value_role, "value"},
          {unit_role, "unit"},         {edit_role, "edit"},       {letter_role, "letter"},   {origin_role, "origin"},
          {source_role, "source"},     {error_role, "error"},     {allowed_role, "allowed"}, {options_role, "options"},
          {meanings_role, "meanings"}, {catalog_role, "catalog"}, {said_role, "said"},       {help_role, "help"},
          {headline_role, "headline"}, {summary_role, "summary"}, {count_role, "count"},     {doubles_role, "doubles"},
          {held_role, "held"},         {price_role, "price"},     {Qt::DisplayRole, "label"}};
}

}  // namespace llmsize::gui
