// SPDX-License-Identifier: GPL-3.0-or-later
// Explains numbers of the current case and remembers which ones were looked at.
#include "gui/models/derivation.hpp"

#include "core/formula/render.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"
#include "gui/models/text.hpp"
#include "gui/models/typed_number.hpp"

#include <algorithm>
#include <cmath>

namespace llmsize::gui {
namespace {

/// The branch of a name's formula that applies; nullptr where it has none.
NodePtr branch_of(const Case& plan, std::string_view name) {
  const Tracing tracing(plan.values);
  NodePtr node;
  if (const ResultRow* row = find_result(name))
    node = row->derivation(tracing);
  else if (const auto key = InputKey::find(name))
    node = input_row(*key).derivation(tracing);
  return node && !node->parts.empty() ? taken(node->parts.front()) : nullptr;
}

/// The formula of a name in rounded values, with fractions; empty where there is none. The text to copy has the exact
/// ones.
std::string numbers(const Case& plan, std::string_view name) {
  const NodePtr branch = branch_of(plan, name);
  return branch ? render(*branch, Leaves::rounded, Markup::html) : std::string();
}

/// Whether records of `llmsize probe` tell an input.
bool is_told_by_probes(std::string_view key) {
  constexpr std::string_view told[] = {
      "accelerator.host_link",
      "accelerator.memory_efficiency",
      "accelerator.sustained_",
      "network.efficiency",
      "network.latency",
      "node.host_bandwidth",
      "node.nvme_",
      "node.scale_up_efficiency",
      "software.tensor_latency",
      "storage.client_",
      "storage.iops_",
      "storage.read",
      "storage.thread_",
      "storage.write"};
  return std::any_of(std::begin(told), std::end(told), [&](std::string_view each) { return key.starts_with(each); });
}

std::optional<WeakestInput> weakest_input(const Case& plan, std::string_view name) {
  const ResultRow* row = find_result(name);
  if (!row) return {};
  const auto moved = sensitivities(plan, *row);
  if (moved.empty() || !(moved.front().share > 0)) return {};
  const InputKey key = moved.front().key;
  const InputAbout& about = about_of(key);
  const Origin& origin = plan.origin(key);
  const double value = plan[key], factor = std::exp(z90 * plan.spread(key));
  const bool measurable = origin.kind == Origin::Kind::initial || origin.kind == Origin::Kind::assumed ||
                          origin.kind == Origin::Kind::stack || origin.kind == Origin::Kind::data_sheet;
  return WeakestInput{
      std::string(about.key),
      to_qt(about.label),
      shown(value, about.unit).together(),
      shown(value / factor, about.unit).together(),
      shown(value * factor, about.unit).together(),
      words_of(origin),
      moved.front().share,
      measurable && is_told_by_probes(about.key)};
}

/// What a result is held against, and what that is called.
struct Held {
  std::string_view result, limit;
  const char* label;
};
constexpr Held limits[] = {
    {"training.calendar_time", "goal.deadline", QT_TRANSLATE_NOOP("llmsize::gui::Derivation", "deadline")},
    {"memory.gpu_total", "memory.gpu_capacity", QT_TRANSLATE_NOOP("llmsize::gui::Derivation", "GPU memory")},
    {"economics.limited_power", "goal.power", QT_TRANSLATE_NOOP("llmsize::gui::Derivation", "power limit")},
    {"economics.capex", "goal.budget", QT_TRANSLATE_NOOP("llmsize::gui::Derivation", "budget")},
    {"bom.racks", "goal.racks", QT_TRANSLATE_NOOP("llmsize::gui::Derivation", "racks")}};

const Held* held(std::string_view result) {
  const auto found =
      std::find_if(std::begin(limits), std::end(limits), [&](const Held& each) { return each.result == result; });
  return found == std::end(limits) ? nullptr : found;
}

}  // namespace

std::vector<Part> applied_parts(const Case& plan, std::string_view name, std::string_view root) {
  std::vector<Part> parts = explain(plan, name, root).parts;
  const NodePtr branch = branch_of(plan, name);
  if (!branch || branch->kind == Node::Kind::result || branch->kind == Node::Kind::input) return parts;
  const auto leaves = leaves_of(*branch);
  const auto applies = [&](const Part& part) {
    return std::any_of(leaves.begin(), leaves.end(), [&](const NodePtr& leaf) {
      return part.name == (leaf->about ? leaf->about->id : leaf->input ? leaf->input->key : std::string_view());
    });
  };
  std::erase_if(parts, [&](const Part& part) { return !applies(part); });
  return parts;
}

QString letter_of(const Origin& origin) {
  switch (origin.kind) {
    case Origin::Kind::absent: return {};
    case Origin::Kind::user: return QStringLiteral("Y");
    case Origin::Kind::preset: return QStringLiteral("P");
    case Origin::Kind::data_sheet: return QStringLiteral("S");
    case Origin::Kind::measured: return QStringLiteral("M");
    case Origin::Kind::stack:
    case Origin::Kind::assumed:
    case Origin::Kind::initial: return QStringLiteral("D");
    // A word such as the precision may pick a value of the data sheet.
    case Origin::Kind::choice: return origin.confidence.empty() ? QStringLiteral("=") : QStringLiteral("S");
    case Origin::Kind::derived: return QStringLiteral("=");
    case Origin::Kind::planned: return QStringLiteral("A");
  }
  return {};
}

QString words_of(const Origin& origin) {
  switch (origin.kind) {
    case Origin::Kind::absent: return {};
    case Origin::Kind::user: return Derivation::tr("set by you");
    case Origin::Kind::planned: return Derivation::tr("chosen %1").arg(to_qt(origin.detail));
    default: return to_qt(text(origin));
  }
}

Derivation::Derivation(QObject* parent) : QObject(parent) {}

void Derivation::follow(Planner* planner) {
  if (planner_) planner_->disconnect(this);
  planner_ = planner;
  if (!planner) return close();
  const auto take = [this] {
    if (planner_->document())
      set_case(planner_->answered(), planner_->document()->catalog(), planner_->answered_case());
  };
  connect(planner, &Planner::subject_changed, this, [this, take] {
    if (!planner_->is_stale() || !planner_->has_answer()) take();
  });
  take();
}

void Derivation::set_case(const Subject& subject, const Catalog& catalog, const Case& completed) {
  subject_ = subject;
  catalog_ = &catalog;
  completed_ = completed;
  if (is_open()) explain_current();
}

void Derivation::show(const Source& source) {
  if (source.name.empty() || !catalog_) return;
  const auto visited = visited_;
  const int position = position_;
  if (position_ >= 0) visited_.resize(static_cast<std::size_t>(position_) + 1);
  const bool same =
      position_ >= 0 && is_open() && visited_.back().name == source.name && visited_.back().changes == source.changes;
  if (!same) visited_.push_back(source);
  position_ = static_cast<int>(visited_.size()) - 1;
  explain_current();
  if (is_open()) return;
  visited_ = visited;
  position_ = position;
  if (position_ >= 0) explain_current();
}

void Derivation::close() {
  if (!is_open() && visited_.empty()) return;
  explanation_.reset();
  visited_.clear();
  position_ = -1;
  Q_EMIT changed();
}

void Derivation::back() {
  if (!can_go_back()) return;
  --position_;
  explain_current();
}

void Derivation::forward() {
  if (!can_go_forward()) return;
  ++position_;
  explain_current();
}

/// The case of a mark on a chart. What its changes replace was given by somebody, and what stands there now by the
/// same, unless the user said something else: then it is the mark that says it.
Case Derivation::after(const Source& source) const {
  Subject subject = subject_;
  std::vector<std::string_view> of_mark;
  for (const auto& [key, text] : source.changes) {
    const Scenario::Said* before = subject.scenario.find(key);
    if (before && before->text == text) continue;
    const std::string giver = before ? std::string(before->giver) : to_core(label_of(key));
    subject.scenario.unset(key);
    if (!text.empty()) subject.scenario.set(key, text, Giver{giver});
    if (!subject.said.find(key)) continue;
    subject.said.unset(key);
    of_mark.push_back(key);
  }
  Case completed = case_of(subject, *catalog_);
  for (const std::string_view key : of_mark) {
    const Origin origin{Origin::Kind::planned, "on the chart", {}, {}};
    if (const auto input = InputKey::find(key); input && !is_absent(completed[*input]))
      completed.explain(*input, origin);
    else if (const auto word = completed.words.find(key); word != completed.words.end())
      word->second.origin = origin;
  }
  return completed;
}

void Derivation::explain_current() {
  const Source& now = source();
  try {
    case_ = now.changes.empty() ? completed_ : after(now);
    explanation_ = explain(case_, now.name);
    numbers_html_ = legible(to_qt(numbers(case_, now.name)));
    weakest_ = weakest_input(case_, now.name);
  } catch (const BadInput&) {
    explanation_.reset();
  }
  Q_EMIT changed();
}

QString Derivation::condition() const {
  QStringList changes;
  for (const auto& [key, text] : source().changes)
    changes.push_back(text.empty() ? tr("%1 not set").arg(label_of(key)) : tr("%1 %2").arg(label_of(key), to_qt(text)));
  return changes.isEmpty() ? QString() : tr("with %1").arg(changes.join(tr(", ")));
}

Shown Derivation::number() const { return shown(explanation_->value, explanation_->unit, explanation_->word); }

QString Derivation::range_text() const {
  if (!explanation_->range) return {};
  const Shown low = shown(explanation_->range->first, explanation_->unit),
              high = shown(explanation_->range->second, explanation_->unit);
  const QString unit = number().unit;
  const auto text = [&](const Shown& end) { return end.unit == unit ? end.number : end.together(); };
  return text(low) == text(high) ? QString() : tr("P10–P90 %1–%2").arg(text(low), text(high));
}

QString Derivation::symbol_text() const { return to_qt(symbol_html(explanation_->symbol)); }
QString Derivation::formula_html() const { return to_qt(explanation_->html); }
QString Derivation::why() const { return to_qt(explanation_->why); }

QString Derivation::source_text() const {
  QString text = explanation_->source == "user" ? tr("Set by you.") : to_qt(explanation_->source);
  if (!explanation_->assumes.empty()) text += tr(" Assumes: %1.").arg(to_qt(explanation_->assumes));
  return text.trimmed();
}

double Derivation::limit() const {
  const Held* found = held(explanation_->id);
  if (!found) return absent;
  if (const ResultRow* row = find_result(found->limit)) return row->value(Once(case_.values, dependents()));
  return case_[InputKey::find(found->limit).value()];
}

QString Derivation::limit_label() const {
  const Held* found = held(explanation_->id);
  return found ? tr(found->label) : QString();
}

QString Derivation::as_plain_text() const { return is_open() ? to_qt(as_text(*explanation_, false)) : QString(); }

}  // namespace llmsize::gui
