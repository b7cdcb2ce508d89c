// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/study_run.hpp"

#include "core/view/around.hpp"
#include "core/view/plan_rows.hpp"
#include "core/view/title.hpp"
#include "gui/models/document.hpp"
#include "gui/models/text.hpp"

#include <QFile>

namespace llmsize::gui {

/// What is usual for another scenario may be something else.
void StudyRun::take_other() {
  if (!usual_) return;
  const Study usual = usual_study(planner_->answered(), planner_->document()->catalog());
  std::vector<Varied> varied;
  for (const Axis& axis : usual.axes) {
    QStringList values;
    for (const Scenario::Said& value : axis.values) values << to_qt(value.text);
    varied.push_back({axis.key, values.join(QChar::fromLatin1(list_sign(axis.key)))});
  }
  if (varied == varied_) return;
  varied_ = std::move(varied);
  Q_EMIT varied_changed();
}

Study StudyRun::study() const {
  Study study;
  study.base = planner_->answered().said;
  for (const Varied& each : varied_)
    study.axes.push_back(read_axis(each.key, to_core(each.values), Giver{to_core(label_of(each.key))}));
  return study;
}

QString StudyRun::vary(std::vector<Varied> varied) {
  std::erase_if(varied, [](const Varied& each) { return each.key.empty() || each.values.trimmed().isEmpty(); });
  for (Varied& each : varied) each.values = each.values.trimmed();
  try {
    std::size_t all = 1;
    for (const Varied& each : varied) {
      const Axis axis = read_axis(each.key, to_core(each.values), Giver{to_core(label_of(each.key))});
      all *= axis.values.size();
    }
    if (varied.size() == 2 && varied[0].key == varied[1].key)
      return tr("%1 is varied twice. Choose another second input.").arg(label_of(varied[0].key));
    if (all > most_rows)
      return tr("%1 rows exceed the limit of %2. Use llmsize sweep for more.").arg(all).arg(most_rows);
  } catch (const BadInput& error) {
    return to_qt(error.what());
  }
  usual_ = false;
  sheet_.reset();
  if (varied != varied_) look_.kept.clear(), look_.pinned.clear();
  varied_ = std::move(varied);
  Q_EMIT varied_changed();
  restart();
  return {};
}

void StudyRun::vary(const Study& study) {
  std::vector<Varied> varied;
  for (const Axis& axis : study.axes) {
    QStringList values;
    for (const Scenario::Said& value : axis.values) values << to_qt(value.text);
    if (varied.size() < most_axes) varied.push_back({axis.key, values.join(QChar::fromLatin1(list_sign(axis.key)))});
  }
  problem_ = vary(std::move(varied));
}

void StudyRun::vary_as_usual() {
  usual_ = true;
  sheet_.reset();
  look_ = {};
  forget_scenario();
  take_subject();
}

QString StudyRun::open_sheet(const QString& path) {
  try {
    const std::string file = QFile::encodeName(path).toStdString();
    auto batch = std::make_shared<Batch>(read_batch(read_sheet(file, file)));
    if (batch->rows.size() > most_rows)
      return tr("%1: %2 rows exceed the limit of %3. Use llmsize run for all.")
          .arg(path)
          .arg(batch->rows.size())
          .arg(most_rows);
    sheet_ = std::move(batch);
  } catch (const BadInput& error) {
    return to_qt(error.what());
  }
  sheet_path_ = path;
  look_ = {};
  Q_EMIT varied_changed();
  restart();
  return {};
}

RowsRun::Task StudyRun::asked() const {
  const Study asked = study();
  Task task;
  if (sheet_)
    task.all = sheet_->rows.size();
  else if (!asked.axes.empty())
    task.all = 1;
  if (!sheet_)
    for (const Axis& axis : asked.axes) task.all *= axis.values.size();
  task.answer = [asked, sheet = sheet_, catalog = planner_->document()->catalog()](
                    const std::function<void(std::size_t)>& done, const Stopped& stopped) {
    if (sheet) return sheet_rows(*sheet, {}, query_of(asked), catalog, done, stopped);
    return asked.axes.empty() ? AnsweredRows() : answered_study(asked, query_of(asked), catalog, done, stopped);
  };
  return task;
}

QString StudyRun::describe() const {
  if (sheet_) return sheet();
  QStringList parts;
  for (const Varied& each : varied_) parts << label_of(each.key) + u' ' + each.values;
  return parts.join(QStringLiteral(", "));
}

void StudyRun::name_rows(AnsweredRows& rows) const {
  for (AnsweredRow& row : rows.rows)
    for (const auto& [column, text] : row.carried)
      if (column == "x_name") row.name = text;
}

void StudyRun::draw_as(std::optional<StudyKind> kind) {
  look_.kind = kind;
  look_again();
}

void StudyRun::draw(std::optional<ResultKey> result) {
  look_.result = result;
  look_again();
}

QString StudyRun::about() const {
  if (sheet_ || !planner_) return shown();
  std::vector<std::string> keys;
  keys.reserve(varied_.size());
  for (const Varied& each : varied_) keys.push_back(each.key);
  QStringList parts{to_qt(subject_words(planner_->answered_case(), keys)), shown()};
  parts.removeAll(QString());
  return parts.join(QStringLiteral(" · "));
}

Page StudyRun::page() const { return study_page(sheet_ ? to_core(sheet()) : title_, rows(), look_); }

}  // namespace llmsize::gui
