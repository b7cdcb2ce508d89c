// SPDX-License-Identifier: GPL-3.0-or-later
// Answers rows on a worker. Only copies cross: a study or a sheet and a catalog go there, rows come back.
#include "gui/models/study_run.hpp"

#include "core/view/around.hpp"
#include "core/view/plan_rows.hpp"
#include "core/view/title.hpp"
#include "gui/models/document.hpp"
#include "gui/models/text.hpp"

#include <QFile>

#include <algorithm>
#include <chrono>
#include <set>

namespace llmsize::gui {
namespace {

/// Who drags an input does not wait for rows that nobody will see.
constexpr std::chrono::milliseconds settled{200};

}  // namespace

StudyRun::StudyRun(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
  soon_.setSingleShot(true);
  soon_.setInterval(settled);
  connect(&soon_, &QTimer::timeout, this, &StudyRun::start);
}

StudyRun::~StudyRun() {
  if (cancelled_) *cancelled_ = true;
  pool_.waitForDone();
}

void StudyRun::follow(Planner* planner) {
  if (planner == planner_) return;
  if (planner_) planner_->disconnect(this);
  planner_ = planner;
  said_.reset();
  if (!planner) return;
  connect(planner, &Planner::subject_changed, this, &StudyRun::take_subject);
  take_subject();
}

void StudyRun::set_shown(bool shown) {
  shown_ = shown;
  if (shown_ && due_) restart();
}

/// Waits for an answer that belongs to its inputs.
void StudyRun::take_subject() {
  if (!planner_ || !planner_->has_answer() || planner_->is_stale()) return;
  const Scenario& said = planner_->answered().said;
  const CalibrationInUse& calibration = planner_->document()->calibration();
  const bool varies = !sheet_ && !(said_ && changes_to(*said_, said).empty());
  const bool other = varies || calibration != calibration_;
  said_ = said;
  calibration_ = calibration;
  if (!other) return look_again();
  if (usual_) {
    const Study usual = usual_study(planner_->answered(), planner_->document()->catalog());
    std::vector<Varied> varied;
    for (const Axis& axis : usual.axes) {
      QStringList values;
      for (const Scenario::Said& value : axis.values) values << to_qt(value.text);
      varied.push_back({axis.key, values.join(QChar::fromLatin1(list_sign(axis.key)))});
    }
    if (varied != varied_) {
      varied_ = std::move(varied);
      Q_EMIT varied_changed();
    }
  }
  restart();
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
  said_.reset();
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

void StudyRun::cancel() {
  ++generation_;
  soon_.stop();
  if (cancelled_) *cancelled_ = true;
  if (std::exchange(busy_, false)) Q_EMIT busy_changed(false);
}

void StudyRun::stop() {
  if (!busy_) return;
  soon_.stop();
  // Rows that are begun end first, and then those that are done are shown.
  if (cancelled_) *cancelled_ = true;
  former_ = true;
  busy_ = false;
  Q_EMIT busy_changed(false);
  Q_EMIT changed();
}

void StudyRun::restart() {
  due_ = true;
  if (!shown_ || !planner_) return;
  cancel();
  busy_ = true;
  Q_EMIT busy_changed(true);
  soon_.start();
}

void StudyRun::start() {
  if (!planner_ || !planner_->document()) return cancel();
  due_ = false;
  cancelled_ = std::make_shared<std::atomic<bool>>(false);
  const auto tell = [this, generation = generation_](auto act) {
    QMetaObject::invokeMethod(
        this,
        [this, generation, act] {
          if (generation == generation_) act();
        },
        Qt::QueuedConnection);
  };
  const auto fail = [this](const BadInput& error) {
    problem_ = to_qt(error.what());
    cancel();
    Q_EMIT changed();
  };
  try {
    const Study asked = study();
    std::size_t all = sheet_ ? sheet_->rows.size() : 1;
    if (!sheet_)
      for (const Axis& axis : asked.axes) all *= axis.values.size();
    const auto done = [this, tell, all](std::size_t rows) {
      tell([this, rows, all] { Q_EMIT progress(static_cast<int>(rows), static_cast<int>(all)); });
    };
    const Stopped stopped = [cancelled = cancelled_] { return cancelled->load(); };
    pool_.start(
        [this, asked, all, tell, fail, done, stopped, sheet = sheet_, catalog = planner_->document()->catalog()] {
          try {
            AnsweredRows rows;
            if (sheet)
              rows = sheet_rows(*sheet, {}, query_of(asked), catalog, done, stopped);
            else if (!asked.axes.empty())
              rows = answered_study(asked, query_of(asked), catalog, done, stopped);
            tell([this, all, rows = std::move(rows)] { show(rows, all); });
          } catch (const BadInput& error) {
            tell([fail, error] { fail(error); });
          }
        });
  } catch (const BadInput& error) {
    fail(error);
  }
}

/// "Nodes 16..128x2, Tensor-parallel size 4,8".
QString StudyRun::describe() const {
  if (sheet_) return sheet();
  QStringList parts;
  for (const Varied& each : varied_) parts << label_of(each.key) + u' ' + each.values;
  return parts.join(QStringLiteral(", "));
}

void StudyRun::show(AnsweredRows rows, std::size_t asked) {
  // Of a study that was stopped before its first row those of the one before stay.
  if (former_ && rows.rows.empty()) return;
  for (AnsweredRow& row : rows.rows)
    for (const auto& [column, text] : row.carried)
      if (column == "x_name") row.name = text;
  look_.asked = rows.rows.size() < asked && (sheet_ || !varied_.empty()) ? asked : 0;
  former_ = false;
  called_ = describe();
  rows_ = std::move(rows);
  const auto beyond = [&](std::size_t row) { return row >= rows_.rows.size(); };
  std::erase_if(look_.kept, beyond);
  std::erase_if(look_.pinned, beyond);
  problem_.clear();
  title_ = sheet_ ? sheet() : to_qt(llmsize::title(planner_->answered_case()));
  cancel();
  look_again();
}

void StudyRun::look_again() {
  if (planner_) look_from(rows_, planner_->answered().scenario, look_);
  Q_EMIT changed();
}

void StudyRun::draw_as(std::optional<StudyKind> kind) {
  look_.kind = kind;
  look_again();
}

void StudyRun::draw(std::optional<ResultKey> result) {
  look_.result = result;
  look_again();
}

void StudyRun::pin(std::size_t row) {
  if (row >= rows_.rows.size()) return;
  if (std::erase(look_.pinned, row) == 0) look_.pinned.push_back(row);
  look_again();
}

void StudyRun::brush(const std::vector<Source>& marks) {
  std::set<Changes> ways;
  for (const Source& mark : marks)
    if (!mark.name.empty()) ways.insert(mark.changes);
  look_.kept.clear();
  for (std::size_t i = 0; i < rows_.rows.size(); ++i)
    if (rows_.rows[i].seen && ways.contains(rows_.rows[i].seen->way)) look_.kept.push_back(i);
  if (look_.kept.size() == rows_.rows.size()) look_.kept.clear();
  look_again();
}

std::vector<Study> StudyRun::chosen(std::size_t most) const {
  const std::vector<std::size_t>& rows = look_.pinned.empty() ? look_.kept : look_.pinned;
  std::vector<Study> studies;
  for (const std::size_t i : rows)
    if (studies.size() < most) studies.push_back({called(rows_, i), {}, {}, rows_.rows[i].scenario, {}});
  return studies;
}

Page StudyRun::page() const { return study_page(to_core(title_), rows_, look_); }

}  // namespace llmsize::gui
