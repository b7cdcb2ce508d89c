// SPDX-License-Identifier: GPL-3.0-or-later
// Plans on a worker thread. Only copies cross: a scenario and a catalog go there, subjects come back.
#include "gui/models/planner.hpp"

#include "core/inputs/list.hpp"
#include "core/planning/held.hpp"
#include "core/planning/nodes.hpp"
#include "core/quantity/print.hpp"
#include "core/view/stated.hpp"
#include "gui/models/text.hpp"

#include <algorithm>
#include <chrono>

namespace llmsize::gui {
namespace {

/// A drag changes inputs faster than a search is worth starting.
constexpr std::chrono::milliseconds search_delay{40};

/// Whoever presses Esc before that means something else.
constexpr int slow = 1000;

/// The front, and the size that meets the deadline at P80: charts show what the page speaks of.
std::vector<LayoutPlan> front_of(const Subject& subject, const Catalog& catalog, const SearchOptions& options) {
  std::vector<LayoutPlan> front = pareto_front(subject.said, catalog, options);
  const double surest = subject.certain().p80;
  const auto is_it = [&](const LayoutPlan& plan) { return plan.nodes == surest; };
  if (is_absent(surest) || std::any_of(front.begin(), front.end(), is_it)) return front;
  Scenario safe = subject.said;
  safe.set("cluster.nodes", std::to_string(static_cast<long long>(surest)), Giver{"P80"});
  front.push_back(plan_layout(safe, catalog, options));
  return front;
}

}  // namespace

/// What a search needs and what it has found; the generation tells whether anybody still waits for it.
struct Planner::Work {
  std::string name;
  Scenario said;
  Catalog catalog;
  std::uint64_t generation;
  std::shared_ptr<std::atomic<bool>> cancelled;
};

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
  if (!busy_ || !stale_) return;
  cancel();
  stopped_ = true;
  Q_EMIT subject_changed();
}

bool Planner::is_slow() const { return busy_ && stale_ && waited_.elapsed() > slow; }

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

void Planner::start_search() {
  cancelled_ = std::make_shared<std::atomic<bool>>(false);
  auto work = std::make_shared<Work>(
      Work{to_core(document_->name()), document_->scenario(), document_->catalog(), generation_, cancelled_});
  // Runs there, is heard here, unless something newer has begun.
  const auto tell = [this, generation = generation_](auto act) {
    QMetaObject::invokeMethod(
        this,
        [this, generation, act] {
          if (generation == generation_ && document_) act();
        },
        Qt::QueuedConnection);
  };
  const auto found = [this, tell](const Subject& subject, bool last) {
    tell([this, subject, last] {
      stale_ = false;
      show(subject);
      if (last) set_busy(false);
    });
  };
  SearchOptions options;
  options.cancelled = [cancelled = cancelled_] { return cancelled->load(); };
  SearchOptions watched = options;
  watched.progress = [this, tell](std::size_t done, std::size_t all) {
    tell([this, done, all] { Q_EMIT progress(static_cast<int>(done), static_cast<int>(all)); });
  };
  pool_.start([this, work, tell, found, options, watched] {
    try {
      Subject subject =
          with_plan(work->name, work->said, plan_layout(work->said, work->catalog, watched), work->catalog);
      if (*work->cancelled) return;
      found(subject, false);
      find_certain_nodes(subject, work->catalog, options);
      if (*work->cancelled) return;
      SearchOptions known = options;
      known.cache = subject.plan()->cache;
      subject.offload = plan_offload(work->said, work->catalog, known);
      if (*work->cancelled) return;
      std::get<TrainingPlan>(subject.chosen).front = front_of(subject, work->catalog, options);
      if (!*work->cancelled) found(subject, true);
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
