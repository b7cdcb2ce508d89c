// SPDX-License-Identifier: Apache-2.0
// Tells why there is no answer.
#include "core/report/boards/state.hpp"

#include "core/planning/nodes.hpp"
#include "core/report/boards/words.hpp"

#include <fmt/format.h>

namespace llmsize {

bool is_pending(const Subject& subject, const Around& around) {
  if (!around.knows("training.step_time")) return false;
  return !subject.plan && around.input("workload.trains") == 1 && is_open(subject.scenario) && around.input("software.at_utilisation") != 1;
}

bool is_estimated(const Around& around) { return around.input("software.at_utilisation") == 1 && layout_is_open(around.scenario()); }

bool is_unplanned(const Subject& subject) { return subject.plan && !subject.plan->found(); }

std::string obstacle(const Subject& subject, const Around& around, std::string_view id) {
  if (const std::string needs = around.needs(id); !needs.empty()) return missing_sentence(needs);
  if (!around.knows(id)) return "The inputs contradict each other, so that no number comes out.";
  if (is_pending(subject, around)) return "The planner is choosing nodes and layout.";
  if (is_unplanned(subject)) {
    const double nodes = subject.plan->nodes;
    return nodes > 0 ? fmt::format("No layout fits {}.", counted_text(nodes, "node")) : std::string("No layout fits.");
  }
  return {};
}

std::string layout_obstacle(const Subject& subject, const Around& around, std::string_view id) {
  if (std::string why = obstacle(subject, around, id); !why.empty()) return why;
  return is_estimated(around) ? std::string("The layout is open; choose tensor and pipeline degrees, or let the planner choose.")
                              : std::string{};
}

std::string why_not(const Once& values) {
  constexpr std::pair<std::string_view, std::string_view> reasons[] = {
      {"layout.indivisible", "model cannot be split"},
      {"memory.gpu_overflow", "GPU memory full"},
      {"memory.cpu_overflow", "CPU memory full"},
      {"memory.nvme_overflow", "local NVMe full"},
      {"memory.shared_overflow", "shared storage full"}};
  for (const auto& [id, words] : reasons)
    for (const FindingRow& rule : findings()) {
      if (rule.about->id != id || !(rule.margin(values) < 0)) continue;
      const bool batch = rule.about->sentence.find("{workload.global_batch}") != std::string_view::npos;
      return batch ? std::string("batch cannot be split") : std::string(words);
    }
  return {};
}

bool is_open_question(const Subject& subject, const Around& around, std::string_view id, Board& board) {
  const std::string why = obstacle(subject, around, id);
  if (why.empty()) return false;
  board.sentence = why;
  const bool missing = !around.knows(id);
  const bool impossible = !missing && is_unplanned(subject);
  board.verdict = impossible ? Board::Verdict::bad : Board::Verdict::incomplete;
  board.verdict_label = impossible ? "Does not fit" : missing ? "Inputs incomplete" : "Planning";
  return true;
}

std::string short_obstacle(const Subject& subject, const Around& around, std::string_view id) {
  if (const std::string needs = around.needs(id); !needs.empty()) return fmt::format("needs {}", needs);
  if (is_pending(subject, around)) return "being planned";
  std::string why = lower_first(obstacle(subject, around, id));
  if (!why.empty()) why.pop_back();
  return why;
}

Figure figure_of(const Subject& subject, const Around& around, std::string label, std::string_view id, std::string qualifier) {
  std::string why = short_obstacle(subject, around, id);
  if (why.empty()) return figure(around, std::move(label), id, std::move(qualifier));
  return worded(std::move(label), "–", std::move(why));
}

}  // namespace llmsize
