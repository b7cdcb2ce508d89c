// SPDX-License-Identifier: GPL-3.0-or-later
// Finds by words: every word typed has to begin a word of an item.
#include "gui/models/find_model.hpp"

#include "core/files/csv.hpp"
#include "core/inputs/list.hpp"
#include "core/registry/registry.hpp"
#include "gui/models/document.hpp"
#include "gui/models/inputs_model.hpp"
#include "gui/models/text.hpp"

#include <algorithm>
#include <optional>

namespace llmsize::gui {
namespace {

using Kind = FindModel::Kind;

FindModel::Item item_of_input(std::string_view key) {
  QStringList names{to_qt(key)};
  for (const std::string& option : all_options_of(key)) names.push_back(to_qt(option));
  const Choice* choice = find_choice(key);
  const Reference* reference = find_reference(key);
  const InputAbout* about = find_input(key);
  return {
      Kind::input, to_qt(key), label_of(key),
      to_qt(
          choice      ? choice->help
          : reference ? reference->help
                      : about->help),
      names};
}

/// What is typed behind one of these; nothing where none of them stands in front.
std::optional<QString> behind(const QString& typed, const QString& fillers) {
  for (const QString& filler : fillers.split(u'|'))
    if ((typed + u' ').startsWith(filler + u' ', Qt::CaseInsensitive)) return typed.mid(filler.size()).trimmed();
  return {};
}

/// Inputs that are seldom asked for come after others whose title has the words, results and terms after inputs.
int how_much_later(const FindModel::Item& item) {
  if (item.kind == Kind::input) return is_asked_for(to_core(item.id)) ? 0 : 3;
  return item.kind == Kind::result || item.kind == Kind::term ? 2 : 0;
}

}  // namespace

FindModel::FindModel(QObject* parent) : QAbstractListModel(parent) {
  std::vector<Item> items;
  for (const std::string_view key : scenario_keys()) items.push_back(item_of_input(key));
  for (const ResultRow& row : results())
    items.push_back(
        {Kind::result,
         to_qt(row.about->id),
         to_qt(row.about->title),
         to_qt(row.about->why),
         {to_qt(row.about->id), to_qt(row.about->symbol)}});
  core_ = known(items);
}

std::vector<FindModel::Known> FindModel::known(const std::vector<Item>& items) {
  std::vector<Known> all;
  all.reserve(items.size());
  for (const Item& item : items)
    all.push_back({item, Called(item.title, item.names, item.detail), how_much_later(item)});
  return all;
}

void FindModel::set_pages(const std::vector<Item>& pages) {
  pages_ = known(pages);
  find(words_);
}

void FindModel::set_actions(const std::vector<Item>& actions) {
  actions_ = known(actions);
  find(words_);
}

void FindModel::follow(const InputsModel& inputs, const Catalog& catalog) {
  acts_ = std::make_unique<const Acts>(inputs, catalog);
  add_terms(catalog);
}

void FindModel::add_terms(const Catalog& catalog) {
  const Csv csv = parse_csv(catalog.text("docs", "glossary"), "docs/glossary.csv");
  constexpr std::size_t name = 1, abbreviation = 2, meaning = 3;
  std::vector<Item> items;
  for (const CsvRow& row : csv.rows) {
    if (row.cells.size() <= meaning || row.number == 1) continue;
    const QString term = to_qt(row.cells[name]), brief = to_qt(row.cells[abbreviation]);
    const QString title = brief.isEmpty() ? term : QStringLiteral("%1 (%2)").arg(term, brief);
    items.push_back({Kind::term, term, title, to_qt(row.cells[meaning]), {term, brief}});
  }
  terms_ = known(items);
}

void FindModel::set_page(const Page& page) {
  page_ = to_qt(page.id);
  std::vector<Item> items;
  for (const Figure& figure : page.figures) {
    if (figure.source.name.empty()) continue;
    const QString value = to_qt(figure.value), shown = Shown{value, to_qt(figure.unit)}.together();
    items.push_back(
        {Kind::figure,
         to_qt(figure.source.name),
         QStringLiteral("%1 %2").arg(to_qt(figure.label), shown),
         to_qt(figure.qualifier),
         {value, to_qt(figure.label)},
         figure.source});
  }
  figures_ = known(items);
}

void FindModel::add_acts(const QString& typed, bool apart) {
  if (!acts_) return;
  for (const Act& act : acts_->find(typed, page_)) {
    const QString change = act.before == u"–" ? act.after : tr("%1 → %2").arg(act.before, act.after);
    found_.push_back(
        {Kind::act,
         to_qt(act.key),
         apart ? tr("Compare with %1 %2").arg(act.label, change) : QStringLiteral("%1 %2").arg(act.label, change),
         item_of_input(act.key).detail,
         {},
         {{}, {{act.key, act.text}}},
         apart});
  }
}

void FindModel::find(const QString& typed) {
  words_ = typed.trimmed();
  QString asked = words_;
  while (asked.endsWith(u'?')) asked.chop(1);
  const std::optional<QString> why = behind(
                                   asked, tr("why is|why are|why not|why|how many|how much|what is|what are|explain")),
                               apart = behind(asked, tr("compare with|compare to|compare"));
  asked = apart.value_or(behind(asked, tr("what if|what about|set|use|try|with")).value_or(asked));
  std::vector<std::pair<int, const Item*>> ranked;
  const auto rank = [&](const std::vector<Known>& all, const QString& words) {
    for (const Known& each : all)
      if (const Called::Fit fit = each.called.fit(words); fit != Called::Fit::none)
        ranked.emplace_back(2 * static_cast<int>(fit) + (fit == Called::Fit::whole ? 0 : each.later), &each.item);
  };
  if (why) {
    rank(figures_, *why);
    if (has_letter(*why)) rank(core_, *why);
    rank(actions_, words_);
    // A number that is not there: one of those that are is meant.
    if (ranked.empty()) rank(figures_, {});
  } else {
    for (const auto* all : {&pages_, &actions_}) rank(*all, words_);
    if (!words_.isEmpty())
      for (const auto* all : {&figures_, &core_, &terms_}) rank(*all, words_);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  // The very name of a page is that page before it is a word that some input takes.
  const auto is_other = [](const auto& each) {
    return each.first != 0 || (each.second->kind != Kind::page && each.second->kind != Kind::action);
  };
  const auto others = std::find_if(ranked.begin(), ranked.end(), is_other);
  beginResetModel();
  found_.clear();
  for (auto each = ranked.begin(); each != others; ++each) found_.push_back(*each->second);
  if (!why && !asked.isEmpty()) add_acts(asked, apart.has_value());
  for (auto each = others; each != ranked.end(); ++each) found_.push_back(*each->second);
  endResetModel();
}

FindModel::Item FindModel::at(int row) const {
  return row < 0 || row >= rowCount() ? Item{} : found_[static_cast<std::size_t>(row)];
}

void FindModel::set_answer(const Source& act, const QString& answer) {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (found_[i].kind != Kind::act || found_[i].source != act) continue;
    found_[i].detail = answer;
    const QModelIndex row = index(static_cast<int>(i), 0);
    Q_EMIT dataChanged(row, row);
  }
}

int FindModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(found_.size());
}

QVariant FindModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Item& item = found_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return item.title;
    case Qt::ToolTipRole:
    case detail_role: return item.detail;
    case Qt::AccessibleTextRole: return QStringLiteral("%1, %2").arg(item.title, data(index, group_role).toString());
    case kind_role: return QVariant::fromValue(item.kind);
    case id_role: return item.id;
    case group_role:
      switch (item.kind) {
        case Kind::act: return tr("Change");
        case Kind::figure: return tr("Figure");
        case Kind::input: return tr("Input");
        case Kind::result: return tr("Result");
        case Kind::page: return tr("Page");
        case Kind::action: return tr("Action");
        case Kind::term: return tr("Term");
      }
      return {};
    default: return {};
  }
}

QHash<int, QByteArray> FindModel::roleNames() const {
  return {
      {kind_role, "kind"}, {id_role, "id"}, {detail_role, "detail"}, {group_role, "group"}, {Qt::DisplayRole, "title"}};
}

}  // namespace llmsize::gui
