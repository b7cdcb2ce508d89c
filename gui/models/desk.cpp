// SPDX-License-Identifier: GPL-3.0-or-later
// Opens, duplicates and closes documents.
#include "gui/models/desk.hpp"

#include "core/pages/pages.hpp"
#include "core/scenario/batch.hpp"
#include "gui/models/cases.hpp"
#include "gui/models/text.hpp"

#include <QFile>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace llmsize::gui {
namespace {

constexpr qsizetype most_recent = 10;
constexpr QLatin1String recent_key("recent_files");

/// What a new document holds: the example of the first run, complete; or the same model and machine as a service.
Study worked_example(Asked asked = Asked::training) {
  Study study;
  using Said = std::vector<std::pair<std::string_view, std::string_view>>;
  Said said{{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}};
  const Said of_training{{"storage.id", "superpod-h100-better"}, {"workload.tokens", "300B"}, {"goal.deadline", "30d"}};
  const Said of_service{{"workload.mode", "infer"}};
  const Said& more = asked == Asked::training ? of_training : of_service;
  said.insert(said.end(), more.begin(), more.end());
  for (const auto& [key, text] : said) study.base.set(key, text, Giver{to_core(label_of(key))});
  return study;
}

/// One study per row of a sheet; none where there are more than are opened at once. Throws BadInput.
std::vector<Study> rows_of(const std::string& path) {
  const Batch batch = read_batch(read_sheet(path, path));
  std::vector<Study> studies;
  if (batch.rows.size() > most_cases) return studies;
  for (const BatchRow& row : batch.rows) {
    if (!row.error.empty()) throw BadInput(BadInput::Kind::data, row.error);
    studies.push_back({{}, {}, {}, row.scenario, {}});
    for (const auto& [column, text] : row.carried)
      if (column == "x_name") studies.back().name = text;
  }
  return studies;
}

/// What a document says otherwise than another one: "Deadline 20 days"; two differences at most.
QString difference(const Document& document, const Document& other) {
  const auto same = [](const Scenario::Said* a, const Scenario::Said* b) {
    return a && b && a->value.number == b->value.number && a->value.word == b->value.word;
  };
  QStringList differences;
  for (const auto& [key, said] : document.scenario().all())
    if (!same(&said, other.scenario().find(key))) differences << label_of(key) + u' ' + to_qt(said.text);
  for (const auto& [key, said] : other.scenario().all())
    if (const Choice* choice = find_choice(key); !document.scenario().find(key))
      differences
          << (choice && !choice->initial.empty() ? label_of(key) + u' ' + to_qt(choice->initial)
                                                 : Desk::tr("%1 not set").arg(label_of(key)));
  constexpr qsizetype most = 2;
  return differences.mid(0, most).join(QStringLiteral(", "));
}

/// The page that answers what a study is about.
QString page_that_answers(const Study& study) {
  const auto says = [&](std::string_view start) {
    const auto all = study.base.all();
    return std::any_of(all.begin(), all.end(), [&](const auto& said) { return said.first.starts_with(start); }) ||
           std::any_of(
               study.axes.begin(), study.axes.end(), [&](const Axis& axis) { return axis.key.starts_with(start); });
  };
  for (const PageKind& kind : page_kinds())
    if (!kind.keys.empty() && says(kind.keys)) return to_qt(kind.id);
  return to_qt(page_kinds().front().id);
}

}  // namespace

Desk::Desk(const Catalog& catalog, QObject* parent) : QObject(parent), catalog_(catalog) {}

int Desk::index_of(const Document* document) const {
  const auto found = std::find(documents_.begin(), documents_.end(), document);
  return found == documents_.end() ? -1 : static_cast<int>(found - documents_.begin());
}

void Desk::set_current(int index) {
  if (index == current_ || index < 0 || index >= count()) return;
  current_ = index;
  Q_EMIT current_changed(index);
}

Document* Desk::add(std::unique_ptr<Document> owned) {
  Document* document = owned.release();
  document->setParent(this);
  documents_.push_back(document);
  tell_apart();
  const auto tell = [this, document] {
    if (const int index = index_of(document); index >= 0) Q_EMIT title_changed(index);
  };
  connect(document, &Document::name_changed, this, tell);
  connect(document, &Document::name_changed, this, &Desk::tell_apart);
  connect(document, &Document::changed, this, &Desk::tell_apart);
  connect(document, &Document::modified_changed, this, tell);
  Q_EMIT added(count() - 1);
  set_current(count() - 1);
  return document;
}

Document* Desk::add_new() { return add(std::make_unique<Document>(catalog_, worked_example())); }

Document* Desk::duplicate(int index) {
  const Document* original = at(index);
  Study study;
  study.base = original->scenario();
  study.name = original->has_own_title() ? to_core(original->title()) : std::string();
  study.notes = to_core(original->notes());
  auto copy = std::make_unique<Document>(catalog_, study);
  if (original->has_borrowed_title()) copy->borrow_title();
  if (original->calibration()) copy->calibrate(original->calibration(), tr("Duplicate scenario"));
  return add(std::move(copy));
}

void Desk::tell_apart() {
  if (telling_apart_) return;
  telling_apart_ = true;
  for (std::size_t i = 0; i < documents_.size(); ++i) documents_[i]->set_place(static_cast<int>(i));
  for (std::size_t i = 0; i < documents_.size(); ++i) {
    QStringList taken;
    QString told;
    const Document* first = nullptr;
    for (std::size_t before = 0; before < i; ++before)
      if (documents_[before]->title() == documents_[i]->title()) {
        if (!first) first = documents_[before];
        taken << documents_[before]->name();
      }
    if (first) told = difference(*documents_[i], *first);
    if (first && told.isEmpty()) told = tr("copy");
    const auto name = [&](const QString& end) { return tr("%1, %2").arg(documents_[i]->title(), end); };
    if (QString again = told; taken.contains(name(told))) {
      for (int number = 2; taken.contains(name(again)); ++number) again = tr("%1 %2").arg(told).arg(number);
      told = again;
    }
    documents_[i]->set_difference(told);
  }
  telling_apart_ = false;
}

void Desk::move(int from, int to) {
  if (from == to) return;
  Document* looked_at = current();
  Document* document = at(from);
  documents_.erase(documents_.begin() + from);
  documents_.insert(documents_.begin() + to, document);
  current_ = index_of(looked_at);
  tell_apart();
  Q_EMIT moved(from, to);
}

void Desk::close(int index) {
  Document* document = at(index);
  const bool looked_at = index == current_;
  documents_.erase(documents_.begin() + index);
  if (current_ > index || current_ >= count()) --current_;
  tell_apart();
  Q_EMIT removed(index);
  if (looked_at) Q_EMIT current_changed(current_);
  delete document;
}

QString Desk::open(const QString& path) {
  const QFileInfo info(path);
  for (int index = 0; index < count(); ++index)
    if (!at(index)->path().isEmpty() && QFileInfo(at(index)->path()) == info) {
      set_current(index);
      return {};
    }
  const QString ending = info.suffix().toLower();
  if (ending == QLatin1String("csv") || ending == QLatin1String("xlsx")) {
    try {
      const std::vector<Study> rows = rows_of(QFile::encodeName(path).toStdString());
      if (rows.empty()) Q_EMIT sheet_found(path);
      open_cases(rows);
      return {};
    } catch (const BadInput& error) {
      return to_qt(error.what());
    }
  }
  if (ending == QLatin1String("json")) return open_model(path, Asked::training);
  auto document = std::make_unique<Document>(catalog_, Study{});
  Study whole;
  if (QString message = document->open(path, &whole); !message.isEmpty()) return message;
  add(std::move(document));
  if (!whole.axes.empty()) Q_EMIT first_opened(whole);
  return {};
}

QString Desk::open_model(const QString& path, Asked asked) {
  auto document = std::make_unique<Document>(catalog_, worked_example(asked));
  QString message = document->import_model(path);
  if (message.isEmpty()) add(std::move(document));
  return message;
}

void Desk::open_cases(const std::vector<Study>& cases) {
  for (const Study& each : cases) add(std::make_unique<Document>(catalog_, each));
}

QString Desk::recover(const Recovered& recovered) {
  auto document = std::make_unique<Document>(catalog_);
  QString message = document->recover(recovered);
  if (message.isEmpty()) add(std::move(document));
  return message;
}

std::vector<Desk::Example> Desk::examples() const {
  std::vector<Example> all;
  for (const std::string_view id : catalog_.ids("scenarios")) {
    try {
      const Study study = read_study(catalog_.text("scenarios", id), std::string(id));
      all.push_back(
          {to_qt(id), to_qt(study.name.empty() ? id : study.name), to_qt(study.notes), page_that_answers(study)});
    } catch (const BadInput&) {
      // A broken file of the user's own catalog: opening it by name tells what is wrong.
    }
  }
  return all;
}

QString Desk::open_example(const QString& id) {
  try {
    const std::string name = to_core(id);
    const Study study = read_study(catalog_.text("scenarios", name), name);
    auto document = std::make_unique<Document>(catalog_, study);
    document->borrow_title();
    add(std::move(document));
    if (!study.axes.empty()) Q_EMIT first_opened(study);
    return {};
  } catch (const BadInput& error) {
    return to_qt(error.what());
  }
}

QStringList recent_files() {
  QStringList files;
  for (const QString& file : QSettings().value(recent_key).toStringList())
    if (QFileInfo::exists(file)) files.push_back(file);
  return files;
}

void remember_file(const QString& path) {
  const QString file = QFileInfo(path).absoluteFilePath();
  QStringList files = QSettings().value(recent_key).toStringList();
  files.removeAll(file);
  files.prepend(file);
  QSettings().setValue(recent_key, files.mid(0, most_recent));
}

}  // namespace llmsize::gui
