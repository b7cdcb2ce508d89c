// SPDX-License-Identifier: Apache-2.0
// Words for the customer.
#include "core/view/headline.hpp"

#include "core/answer/certain_time.hpp"
#include "core/answer/certainties.hpp"
#include "core/planning/held.hpp"
#include "core/quantity/print.hpp"
#include "core/view/state.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// ", operational overhead 1.58× (typical)": what is added to the steps.
std::string run_by(const Around& around) {
  const std::string who = around.word("workload.run_overhead");
  if (who == "typical" || who == "tuned")
    return fmt::format(", operational overhead {}× ({})", around.shown("training.overhead_factor"), who);
  return who == "measured" ? ", measured step times" : ", no operational overhead";
}

/// "28.7 days at P50, 36.4 at P80", and at P90 where that is asked for; the time alone where it is certain.
std::string certain_times(const Around& around) {
  std::string text = around.shown("training.calendar_time");
  if (!around.range("training.calendar_time")) return text;
  const std::string unit = pretty_parts(around.result("training.calendar_time"), Unit::seconds).unit;
  text += " at P50";
  const std::string asked = around.word("goal.certainty");
  for (const std::string_view each : {"p80", "p90"})
    if (each == "p80" || each == asked) {
      const Pretty time = pretty_parts(time_at(around.plan(), each), Unit::seconds);
      text += fmt::format(
          ", {} at {}", time.unit == unit ? time.number : with_unit(time.number, time.unit), certainty_of(each).shown);
    }
  return text;
}

/// "Llama 3.1 70B, 15T tokens: 540 × DGX B200 for 30 days, 270 for 60 days": without a deadline.
std::string by_deadline(const Subject& subject, const Around& around) {
  if (!tells_deadlines(subject)) return {};
  std::vector<std::string> parts;
  for (const CertainNodes::For& each : subject.certain().by_deadline) {
    if (is_absent(each.nodes)) continue;
    std::string nodes = pretty(each.nodes, Unit::count), days = pretty(each.deadline, Unit::seconds);
    if (parts.empty()) nodes += " × " + around.name("cluster.system");
    const std::string price =
        is_absent(each.price)
            ? std::string{}
            : fmt::format(" at {}", with_unit(pretty(each.price, Unit::money), around.plan().currency));
    parts.push_back(fmt::format("{} for {}{}", nodes, days, price));
  }
  return fmt::format(
      "{}, {} tokens: {}{}.", around.name("model"), around.shown("workload.tokens"), fmt::join(parts, ", "),
      run_by(around));
}

/// The model that is trained. One that was asked for as the largest gave its shape, not its size.
std::string trained_model(const Subject& subject, const Around& around) {
  const std::string model = around.name("model");
  const Scenario::Said* goal = subject.said.find("goal.kind");
  return goal && goal->value.word == "largest-model"
             ? fmt::format("{} scaled to {} parameters", model, around.shown("model.parameters"))
             : model;
}

/// Whether a training on a named system is answered with its time.
bool tells_time(const Subject& subject, const Around& around) {
  return !around.name("model").empty() && !around.name("cluster.system").empty() &&
         around.knows("training.calendar_time") && !serves(around) &&
         !obstacle(subject, around, "training.calendar_time") && misfit(subject, around).empty();
}

}  // namespace

bool tells_deadlines(const Subject& subject) {
  const auto& all = subject.certain().by_deadline;
  return !nodes_are_said(subject.said) &&
         std::any_of(all.begin(), all.end(), [](const auto& each) { return !is_absent(each.nodes); });
}

std::string short_headline(const Subject& subject, const Around& around) {
  if (!tells_time(subject, around)) return title(around.plan());
  const std::string system = around.name("cluster.system");
  std::string text = fmt::format("{}, {} tokens", trained_model(subject, around), around.shown("workload.tokens"));
  if (tells_deadlines(subject)) return fmt::format("{}: {} nodes by deadline", text, system);
  text += fmt::format(
      ": {} × {} ({}), {}", pretty(around.result("planning.nodes"), Unit::count), system,
      counted_text(around.input("cluster.gpus"), "GPU"), certain_times(around));
  if (!is_absent(around.input("goal.deadline"))) text += fmt::format(", deadline {}", around.shown("goal.deadline"));
  return text;
}

std::string headline(const Subject& subject, const Around& around) {
  if (!tells_time(subject, around)) return title(around.plan());
  if (std::string asked = by_deadline(subject, around); !asked.empty()) return asked;
  const double nodes = around.result("planning.nodes");
  std::string text = fmt::format(
      "{}, {} tokens: {} × {}, {}{}", trained_model(subject, around), around.shown("workload.tokens"),
      pretty(nodes, Unit::count), around.name("cluster.system"), certain_times(around), run_by(around));
  for (const CertainNodes::Sized& each : subject.certain().leading(around.word("goal.certainty")))
    if (each.nodes > nodes)
      text += fmt::format(
          "; {}: {} nodes for {}", certainty_of(each.certainty).shown, pretty(each.nodes, Unit::count),
          around.shown("goal.deadline"));
  if (around.knows("power.it")) text += fmt::format("; {} IT power", around.shown("power.it"));
  for (const auto& [id, what] :
       {std::pair{ResultKey("economics.capex"), "CapEx"}, std::pair{ResultKey("economics.run_cost"), "training cost"}})
    if (around.knows(id)) text += fmt::format(", {} {}", around.shown(id), what);
  return text + ".";
}

}  // namespace llmsize
