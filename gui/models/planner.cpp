// SPDX-License-Identifier: GPL-3.0-or-later
// Plans on a worker thread. Only copies cross: a scenario and a catalog go there, subjects come back.
#include "gui/models/planner.hpp"

#include "core/inputs/list.hpp"
#include "core/planning/held.hpp"
#include "core/planning/nodes.hpp"
#include "core/quantity/print.hpp"
#include "core/view/stated.hpp"
#include "core/view/what_ifs.hpp"
#include "gui/models/text.hpp"

#include <algorithm>
#include <chrono>

namespace llmsize::gui {
namespace {

/// A drag changes inputs faster than a search is worth starting.
constexpr std::chrono::milliseconds search_delay{40};

/// Whoever presses Esc before that means something else.
constexpr int slow = 1000;

}  // namespace

/// A task and what it begins with: what a scenario says, or a subject that was planned.
struct Planner::Work {
  Stage task;
  Subject subject;
  Catalog catalog;
  std::shared_ptr<std::atomic<bool>> cancelled;
  std::function<void(Stage, std::size_t, std::size_t)> progress;

  bool is_cancelled() const { return *cancelled; }
  void run();

 private:
  void plan();
  SearchOptions options(Stage stage) const;
};

SearchOptions Planner::Work::options(Stage stage) const {
  progress(stage, 0, 1);
  SearchOptions options;
  options.cancelled = [cancelled = cancelled] { return cancelled->load(); };
  options.progress = [this, stage](std::size_t done, std::size_t all) { progress(stage, done, all); };
  return options;
}

/// Everything that pages speak of, so that it arrives together.
void Planner::Work::plan() {
  subject = with_plan(subject.name, subject.said, plan_layout(subject.said, catalog, options(Stage::layout)), catalog);
  if (is_cancelled()) return;
  find_certain_nodes(subject, catalog, options(Stage::sizes));
  if (!is_cancelled()) find_sizes(subject, catalog, options(Stage::sizes));
  propose_what_ifs(subject, catalog);
}

void Planner::Work::run() {
  if (task == Stage::what_ifs) return find_what_ifs(subject, catalog, options(task));
  if (task != Stage::offload) return plan();
  SearchOptions known = options(task);
  known.cache = subject.plan()->cache;
  subject.offload = plan_offload(subject.said, catalog, known);
}

Planner::Planner(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
  prices_.setMaxThreadCount(1);
  soon_.setSingleShot(true);
  soon_.setInterval(search_delay);
  connect(&soon_, &QTimer::timeout, this, &Planner::start_search);
}

Planner::~Planner() {
  if (cancelled_) *cancelled_ = true;
  pool_.waitForDone();
  prices_.waitForDone();
}

void Planner::follow(Document* document) {
  if (document == document_) return;
  if (document_) document_->disconnect(this);
  document_ = document;
  subject_ = answered_ = {};
  current_ = answered_case_ = {};
  has_answer_ = false;
  problem_.clear();
  cancel();
  if (!document) return;
  connect(document, &Document::changed, this, &Planner::take_scenario);
  connect(document, &Document::name_changed, this, [this] {
    subject_.name = answered_.name = to_core(document_->name());
    Q_EMIT subject_changed();
  });
  take_scenario();
}

void Planner::replan() {
  if (document_) take_scenario();
}

bool Planner::price(const std::string& key) {
  if (!document_ || stale_ || !problem_.isEmpty() || !document_->scenario().find(key)) return false;
  if (!cancelled_ || *cancelled_) cancelled_ = std::make_shared<std::atomic<bool>>(false);
  prices_.start([this, key, stated = subject_, catalog = document_->catalog(), generation = generation_,
                 cancelled = cancelled_] {
    SearchOptions options;
    options.cancelled = [cancelled] { return cancelled->load(); };
    QString words;
    try {
      Scenario open = stated.said;
      open.unset(key);
      words = to_qt(price_of_statement(key, stated, llmsize::planned(stated.name, open, catalog, options), catalog));
    } catch (const BadInput&) {
      // Without it the scenario says too little, or what contradicts itself.
    }
    if (*cancelled) return;
    QMetaObject::invokeMethod(
        this,
        [this, key, words, generation] {
          if (generation == generation_) Q_EMIT priced(to_qt(key), words);
        },
        Qt::QueuedConnection);
  });
  return true;
}

void Planner::stop() {
  if (!busy_ || !is_stale()) return;
  cancel();
  stopped_ = true;
  Q_EMIT subject_changed();
}

bool Planner::is_slow() const { return busy_ && is_stale() && waited_.elapsed() > slow; }

void Planner::cancel() {
  ++generation_;
  stopped_ = false;
  soon_.stop();
  if (cancelled_) *cancelled_ = true;
  set_busy(false);
}

Subject Planner::planned(
    const QString& name, const Scenario& said, const Catalog& catalog, const SearchOptions& options) {
  return llmsize::planned(to_core(name), said, catalog, options);
}

/// Nodes and layout of the last plan, as far as they are still open and fit the new inputs.
Subject Planner::provisional(const Scenario& said) const {
  std::string name = to_core(document_->name());
  const Catalog& catalog = document_->catalog();
  if (subject_.plan() && subject_.plan()->found()) {
    Subject held{name, said, said, subject_.chosen, subject_.offload};
    for (const auto& [key, value] : subject_.scenario.all())
      if (!held.scenario.find(key) && !subject_.said.find(key))
        held.scenario.set(key, value.value, value.text, value.giver);
    try {
      case_of(held, catalog);
      return held;
    } catch (const BadInput&) {
      // The old layout contradicts the new inputs.
    }
  }
  Subject open = unsearched(name, divided(said, catalog), catalog);
  open.said = said;
  open.chosen = Open{.pending = true};
  return open;
}

void Planner::take_scenario() {
  cancel();
  const Scenario& said = document_->scenario();
  const Catalog& catalog = document_->catalog();
  try {
    const bool search = wants_plan(said, catalog);
    stale_ = search;
    show(search ? provisional(said) : unsearched(to_core(document_->name()), said, catalog));
    if (!search) return;
    waited_.start();
    set_busy(true);
    soon_.start();
  } catch (const BadInput& error) {
    problem_ = to_qt(error.what());
    stale_ = true;
    ++version_;
    Q_EMIT subject_changed();
  }
}

void Planner::show(Subject subject) {
  current_ = case_of(subject, document_->catalog());
  subject_ = std::move(subject);
  has_answer_ = has_answer_ || !stale_;
  if (!stale_ || !has_answer_) {
    answered_ = subject_;
    answered_case_ = current_;
  }
  problem_.clear();
  ++version_;
  Q_EMIT subject_changed();
}

void Planner::set_busy(bool busy) {
  if (busy_ == busy) return;
  busy_ = busy;
  Q_EMIT busy_changed(busy);
}

bool Planner::lacks_offload() const { return wants_offload_ && !stale_ && subject_.plan() && !subject_.offload; }

void Planner::want_offload(bool wanted) {
  wants_offload_ = wanted;
  if (stale_ || (busy_ && lacks_offload() == (task_ == Stage::offload))) return;
  cancel();
  start_next();
}

void Planner::start_search() {
  const Scenario& said = document_->scenario();
  tried_what_ifs_ = false;
  start(Stage::layout, as_said(to_core(document_->name()), said));
}

/// What a page wants first, then what nobody waits for; false where nothing is left.
bool Planner::start_next() {
  const bool tries = !stale_ && !tried_what_ifs_ && !subject_.what_ifs().empty();
  if (lacks_offload())
    start(Stage::offload, subject_);
  else if (tries)
    start(Stage::what_ifs, subject_);
  else
    return false;
  return true;
}

void Planner::start(Stage task, const Subject& begun) {
  task_ = task;
  if (!cancelled_ || *cancelled_) cancelled_ = std::make_shared<std::atomic<bool>>(false);
  // Runs there, is heard here, unless something newer has begun.
  const auto tell = [this, generation = generation_](auto act) {
    QMetaObject::invokeMethod(
        this,
        [this, generation, act] {
          if (generation == generation_ && document_) act();
        },
        Qt::QueuedConnection);
  };
  const auto tell_progress = [this, tell](Stage stage, std::size_t done, std::size_t all) {
    tell([this, stage, done, all] { Q_EMIT progress(stage, static_cast<int>(done), static_cast<int>(all)); });
  };
  auto work = std::make_shared<Work>(Work{task, begun, document_->catalog(), cancelled_, tell_progress});
  waited_.start();
  set_busy(true);
  pool_.start([this, work, tell] {
    try {
      work->run();
      if (work->is_cancelled()) return;
      tell([this, work] {
        stale_ = false;
        tried_what_ifs_ = tried_what_ifs_ || work->task == Stage::what_ifs;
        show(work->subject);
        if (!start_next()) set_busy(false);
      });
    } catch (const BadInput& error) {
      tell([this, message = to_qt(error.what())] {
        problem_ = message;
        set_busy(false);
        Q_EMIT subject_changed();
      });
    }
  });
}

}  // namespace llmsize::gui
