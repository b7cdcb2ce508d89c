// SPDX-License-Identifier: GPL-3.0-or-later
// Finds by words: every word typed has to begin a word of an item.
#include "gui/models/find_model.hpp"

#include "core/inputs/list.hpp"
#include "core/registry/registry.hpp"
#include "gui/models/document.hpp"
#include "gui/models/text.hpp"

#include <QRegularExpression>

#include <algorithm>

namespace llmsize::gui {
namespace {

FindModel::Item item_of_input(std::string_view key) {
  QStringList options;
  for (const std::string& option : options_of(key)) options.push_back(to_qt(option));
  const Choice* choice = find_choice(key);
  const Reference* reference = find_reference(key);
  const InputAbout* about = find_input(key);
  return {
      FindModel::Kind::input, to_qt(key), label_of(key),
      to_qt(
          choice      ? choice->help
          : reference ? reference->help
                      : about->help),
      options.join(QLatin1Char(' '))};
}

QStringList words_of(const QString& text) {
  static const QRegularExpression between(QStringLiteral("[^\\w]+|_"), QRegularExpression::UseUnicodePropertiesOption);
  return text.toLower().split(between, Qt::SkipEmptyParts);
}

bool begins_one(const QStringList& words, const QString& typed) {
  return std::any_of(words.begin(), words.end(), [&](const QString& word) { return word.startsWith(typed); });
}

/// Smaller is better; -1 where a word is not found: 0 the title begins with it all, or it is the id or an option, 1 the
/// title has the words, 2 id or options, 3 details.
int rank(const FindModel::Item& item, const QString& typed, const QStringList& words) {
  const bool is_option = item.words.split(QLatin1Char(' ')).contains(typed, Qt::CaseInsensitive);
  if (is_option || item.title.startsWith(typed, Qt::CaseInsensitive) ||
      item.id.compare(typed, Qt::CaseInsensitive) == 0)
    return 0;
  QStringList known = words_of(item.title);
  const QString further[] = {item.id + QLatin1Char(' ') + item.words, item.detail};
  for (int rank = 1; rank <= 3; ++rank) {
    if (std::all_of(words.begin(), words.end(), [&](const QString& word) { return begins_one(known, word); }))
      return rank;
    if (rank < 3) known += words_of(further[rank - 1]);
  }
  return -1;
}

}  // namespace

FindModel::FindModel(QObject* parent) : QAbstractListModel(parent) {
  for (const std::string_view key : scenario_keys()) core_.push_back(item_of_input(key));
  for (const ResultRow& row : results())
    core_.push_back(
        {Kind::result, to_qt(row.about->id), to_qt(row.about->title), to_qt(row.about->why), to_qt(row.about->symbol)});
}

void FindModel::set_pages(std::vector<Item> pages) {
  pages_ = std::move(pages);
  find(words_);
}

void FindModel::set_actions(std::vector<Item> actions) {
  actions_ = std::move(actions);
  find(words_);
}

void FindModel::find(const QString& typed) {
  words_ = typed.trimmed();
  const QStringList words = words_of(words_);
  std::vector<std::pair<int, const Item*>> ranked;
  for (const auto* items : {&pages_, &actions_, &core_}) {
    if (words.isEmpty() && items == &core_) continue;
    for (const Item& item : *items)
      if (const int place = rank(item, words_, words); place >= 0) ranked.emplace_back(place, &item);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  beginResetModel();
  found_.clear();
  for (const auto& each : ranked) found_.push_back(*each.second);
  endResetModel();
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
        case Kind::input: return tr("Input");
        case Kind::result: return tr("Result");
        case Kind::page: return tr("Page");
        case Kind::action: return tr("Action");
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
