// SPDX-License-Identifier: GPL-3.0-or-later
// Answers rows on a worker. Only copies cross: what is asked and a catalog go there, rows come back.
#include "gui/models/rows_run.hpp"

#include "core/view/around.hpp"
#include "core/view/title.hpp"
#include "gui/models/document.hpp"
#include "gui/models/text.hpp"

#include <algorithm>
#include <chrono>
#include <set>

namespace llmsize::gui {
namespace {

/// Who drags an input does not wait for rows that nobody will see.
constexpr std::chrono::milliseconds settled{200};

}  // namespace

RowsRun::RowsRun(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
  soon_.setSingleShot(true);
  soon_.setInterval(settled);
  connect(&soon_, &QTimer::timeout, this, &RowsRun::start);
}

RowsRun::~RowsRun() {
  if (cancelled_) *cancelled_ = true;
  pool_.waitForDone();
}

void RowsRun::follow(Planner* planner) {
  if (planner == planner_) return;
  if (planner_) planner_->disconnect(this);
  planner_ = planner;
  said_.reset();
  if (!planner) return;
  connect(planner, &Planner::subject_changed, this, &RowsRun::take_subject);
  take_subject();
}

void RowsRun::set_shown(bool shown) {
  shown_ = shown;
  if (shown_ && due_) restart();
  // Rows that nobody looks at are answered once somebody does.
  if (!shown_ && busy_) {
    cancel();
    due_ = true;
  }
}

/// Waits for an answer that belongs to its inputs.
void RowsRun::take_subject() {
  if (!planner_ || !planner_->has_answer() || planner_->is_stale()) return;
  const Scenario& said = planner_->answered().said;
  const CalibrationInUse& calibration = planner_->document()->calibration();
  const bool varies = varies_scenario() && !(said_ && changes_to(*said_, said).empty());
  const bool other = varies || calibration != calibration_;
  said_ = said;
  calibration_ = calibration;
  if (!other) return look_again();
  take_other();
  restart();
}

void RowsRun::cancel() {
  ++generation_;
  soon_.stop();
  if (cancelled_) *cancelled_ = true;
  if (std::exchange(busy_, false)) Q_EMIT busy_changed(false);
}

void RowsRun::stop() {
  if (!busy_) return;
  soon_.stop();
  // Rows that are begun end first, and then those that are done are shown.
  if (cancelled_) *cancelled_ = true;
  former_ = true;
  busy_ = false;
  Q_EMIT busy_changed(false);
  Q_EMIT changed();
}

void RowsRun::restart() {
  due_ = true;
  if (!shown_ || !planner_) return;
  cancel();
  busy_ = true;
  Q_EMIT busy_changed(true);
  soon_.start();
}

void RowsRun::start() {
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
    const Task asked = this->asked();
    const std::size_t all = asked.all;
    const auto done = [this, tell, all](std::size_t rows) {
      tell([this, rows, all] { Q_EMIT progress(static_cast<int>(rows), static_cast<int>(all)); });
    };
    const Stopped stopped = [cancelled = cancelled_] { return cancelled->load(); };
    pool_.start([this, asked, all, tell, fail, done, stopped] {
      try {
        tell([this, all, rows = asked.answer(done, stopped)] { show(rows, all); });
      } catch (const BadInput& error) {
        tell([fail, error] { fail(error); });
      }
    });
  } catch (const BadInput& error) {
    fail(error);
  }
}

void RowsRun::show(AnsweredRows rows, std::size_t asked) {
  // Of a run that was stopped before its first row those of the one before stay.
  if (former_ && rows.rows.empty()) return;
  look_.asked = rows.rows.size() < asked ? asked : 0;
  former_ = false;
  called_ = describe();
  name_rows(rows);
  rows_ = std::move(rows);
  const auto beyond = [&](std::size_t row) { return row >= rows_.rows.size(); };
  std::erase_if(look_.kept, beyond);
  std::erase_if(look_.pinned, beyond);
  problem_.clear();
  title_ = llmsize::title(planner_->answered_case());
  made_of_ = planner_->answered().said;
  cancel();
  look_again();
}

void RowsRun::look_again() {
  if (planner_) look_from(rows_, planner_->answered().scenario, look_);
  Q_EMIT changed();
}

void RowsRun::pin(std::size_t row) {
  if (row >= rows_.rows.size()) return;
  if (std::erase(look_.pinned, row) == 0) look_.pinned.push_back(row);
  look_again();
}

void RowsRun::brush(const std::vector<Source>& marks) {
  std::set<Changes> ways;
  for (const Source& mark : marks)
    if (!mark.name.empty()) ways.insert(mark.changes);
  look_.kept.clear();
  for (std::size_t i = 0; i < rows_.rows.size(); ++i)
    if (rows_.rows[i].seen && ways.contains(rows_.rows[i].seen->way)) look_.kept.push_back(i);
  if (look_.kept.size() == rows_.rows.size()) look_.kept.clear();
  look_again();
}

std::vector<Study> RowsRun::chosen(std::size_t most) const {
  const std::vector<std::size_t>& rows = look_.pinned.empty() ? look_.kept : look_.pinned;
  std::vector<Study> studies;
  for (const std::size_t i : rows)
    if (studies.size() < most) studies.push_back({scenario_name(i), {}, {}, rows_.rows[i].scenario, {}});
  return studies;
}

std::string RowsRun::scenario_name(std::size_t row) const { return called(rows_, row); }

}  // namespace llmsize::gui
