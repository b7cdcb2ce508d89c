// SPDX-License-Identifier: Apache-2.0
// Wholes and their parts: memory of the fullest GPU, time of a step.
#include "core/pages/size_charts.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace llmsize {
namespace {

struct PartKind {
  ResultKey id;
  std::string_view title;
  Hue hue;
  Fill fill;
};

/// In the order in which they are summed.
constexpr std::array memory_parts{
    PartKind{"memory.weights", "Weights", Hue::gpu, Fill::solid},
    PartKind{"memory.gradients", "Gradients", Hue::gpu, Fill::tint},
    PartKind{"memory.optimizer", "Optimizer", Hue::cpu, Fill::solid},
    PartKind{"memory.activations", "Activations", Hue::nvme, Fill::solid},
    PartKind{"memory.buffers", "Buffers", Hue::waiting, Fill::solid},
};
constexpr std::array step_parts{
    PartKind{"training.compute_time", "Compute", Hue::gpu, Fill::solid},
    PartKind{"training.recompute_time", "Recomputation", Hue::gpu, Fill::hatch},
    PartKind{"training.tensor_time", "TP communication", Hue::network, Fill::solid},
    PartKind{"training.expert_time", "EP all-to-all", Hue::shared, Fill::tint},
    PartKind{"training.context_time", "CP communication", Hue::network, Fill::hatch},
    PartKind{"training.pipeline_time", "PP communication", Hue::shared, Fill::hatch},
    PartKind{"training.bubble_time", "Pipeline bubble", Hue::waiting, Fill::solid},
    PartKind{"training.data_time", "DP communication", Hue::network, Fill::tint},
    PartKind{"training.offload_time", "Offload", Hue::shared, Fill::solid},
    PartKind{"training.optimizer_time", "Optimizer", Hue::cpu, Fill::solid},
    PartKind{"training.straggler_time", "Stragglers", Hue::waiting, Fill::hatch},
    PartKind{"training.search_margin_time", "Search margin", Hue::waiting, Fill::tint},
};

/// "2 bytes × 6.24B", divided by the GPUs that share them where it is so; nothing where the product is not the part.
std::string arithmetic(const Around& around, double bytes, double whole) {
  const double parameters = around.result("memory.stage_parameters"), ranks = around.result("memory.shard_ranks");
  const auto is_near = [&](double product) { return std::abs(product / whole - 1) < 1e-3; };
  std::string product = fmt::format("{} bytes × {}", exact(bytes), pretty(parameters, Unit::count));
  if (is_near(bytes * parameters)) return product;
  if (is_near(bytes * parameters / ranks)) return fmt::format("{} ÷ {}", product, pretty(ranks, Unit::count));
  return {};
}

std::string memory_note(const Around& around, ResultKey id, double bytes) {
  if (id == "memory.weights") return arithmetic(around, around.input("memory.weight_bytes"), bytes);
  if (id == "memory.gradients") return arithmetic(around, around.input("memory.gradient_bytes"), bytes);
  if (id == "memory.optimizer")
    return arithmetic(around, around.input("memory.master_bytes") + around.input("memory.moment_bytes"), bytes);
  if (id == "memory.buffers") return "communication, workspace";
  if (serves(around))
    return fmt::format(
        "{} × {} tokens",
        counted_text(std::ceil(around.input("serving.batch") / around.input("layout.data")), "sequence"),
        around.shown("workload.sequence"));
  const std::string recompute = recompute_word(around.plan());
  std::string note = recompute == "none" ? std::string("no recomputation") : fmt::format("recompute {}", recompute);
  if (around.knows("memory.first_in_flight"))
    note += fmt::format(", {} in flight", around.shown("memory.first_in_flight"));
  return note;
}

std::string memory_title(double total, double capacity, bool whole) {
  const std::string least = whole ? "" : "at least ";
  if (is_absent(capacity)) return fmt::format("Peak GPU memory {}{}", least, pretty(total, Unit::memory));
  const std::string used = least + used_text(total, capacity, Unit::memory);
  if (total > capacity)
    return fmt::format("GPU memory exceeded: {}, {} over", used, pretty(total - capacity, Unit::memory));
  const bool nearly_full = total > 0.9 * capacity;
  return fmt::format(
      "Peak GPU memory {}{}", used, nearly_full ? fmt::format(" ({})", share_text(total / capacity)) : "");
}

/// What a step is mostly; of a model that is not on the machine, how long it would be.
std::string step_title(const Subject& subject, const Around& around, double whole, double useful) {
  const std::string time = pretty(whole, Unit::seconds);
  if (!misfit(subject, around).empty()) return fmt::format("Step time {}, ignoring the memory limit", time);
  if (around.input("software.at_utilisation") == 1)
    return fmt::format("Step time {} from utilization; no breakdown", time);
  if (bubble_limits(around))
    return fmt::format(
        "Step time {}: {} pipeline bubble, {} compute", time, share_text(bubble_share(around)), share_text(useful));
  return fmt::format("Step time {}: {} compute", time, share_text(useful));
}

}  // namespace

std::string split_text(const Around& around) {
  std::string text = fmt::format("TP {} · PP {}", around.shown("layout.tensor"), around.shown("layout.pipeline"));
  if (around.input("layout.context") > 1) text += fmt::format(" · CP {}", around.shown("layout.context"));
  text += fmt::format(" · DP {}", around.shown("layout.data"));
  if (around.input("layout.expert") > 1) text += fmt::format(" · EP {}", around.shown("layout.expert"));
  return text;
}

Stack::Bar memory_bar(const Around& around, std::string title) {
  Stack::Bar bar{std::move(title), {}, {}};
  for (const PartKind& kind : memory_parts) {
    const double bytes = around.result(kind.id);
    if (is_absent(bytes) || bytes == 0) continue;
    const std::string_view part =
        serves(around) && kind.id == "memory.activations" ? "KV cache and workspace" : kind.title;
    bar.parts.push_back(
        {std::string(part), bytes, kind.hue, kind.fill, pretty(bytes, Unit::memory),
         memory_note(around, kind.id, bytes), around.source(kind.id)});
  }
  const double total = around.result("memory.gpu_known"), capacity = around.result("memory.gpu_capacity");
  bar.total = (around.knows("memory.gpu_total") ? "" : "at least ") + pretty(total, Unit::memory);
  if (total > capacity) bar.over = fmt::format("{} over", pretty(total - capacity, Unit::memory));
  return bar;
}

Plot::Limit memory_limit(const Around& around) {
  return {"GPU memory", around.result("memory.gpu_capacity"), true, Hue::limit, around.shown("memory.gpu_capacity")};
}

Chart memory_chart(const Subject& subject, const Around& around) {
  Chart chart{"size.memory", "GPU memory breakdown", "GPU memory by content", Stack{}};
  chart.empty = layout_obstacle(subject, around, memory_id(around)).sentence;
  if (!chart.empty.empty()) return chart;
  const bool whole = around.knows("memory.gpu_total");
  const double total = around.result("memory.gpu_known"), capacity = around.result("memory.gpu_capacity");
  Stack stack;
  stack.bars.push_back(memory_bar(around, split_text(around)));
  stack.bars.back().strong = true;
  if (!is_absent(capacity)) stack.limits.push_back(memory_limit(around));
  const double longest = is_absent(capacity) ? total : std::max(total, capacity);
  stack.scale = with_ticks({"", Unit::memory, false, 0, 1.05 * longest, {}});
  chart.title = memory_title(total, capacity, whole);
  chart.subtitle = fmt::format(
      "GPU memory, {}{}, {}", is_unplanned(subject) ? "layout nearest to fitting" : "most-loaded pipeline stage",
      serves(around) ? ", KV cache with the current layer" : "", split_text(around));
  if (!whole) chart.subtitle += "; activations unknown";
  chart.body = std::move(stack);
  return chart;
}

Stack::Bar step_bar(const Around& around, std::string title, const Moves& moves) {
  Stack::Bar bar{std::move(title), {}, {}};
  const Once values = around.at(moves);
  const double whole = result_row("training.step_time").value(values);
  for (const PartKind& kind : step_parts) {
    const double time = result_row(kind.id).value(values);
    if (is_absent(time) || time == 0) continue;
    bar.parts.push_back(
        {std::string(kind.title), time, kind.hue, kind.fill, pretty(time, Unit::seconds), share_text(time / whole),
         around.source(kind.id, moves)});
  }
  bar.total = pretty(whole, Unit::seconds);
  return bar;
}

Chart step_chart(const Subject& subject, const Around& around) {
  Chart chart{"size.step", "Step-time breakdown", "Step-time breakdown (exposed, non-overlapped)", Stack{}};
  chart.empty = obstacle(subject, around, "training.step_time").sentence;
  if (!chart.empty.empty()) return chart;
  const double whole = around.result("training.step_time");
  const double useful = around.result("training.compute_time") / whole;
  Stack stack;
  stack.bars.push_back(step_bar(around, "One step"));
  stack.bars.back().strong = true;
  stack.scale = with_ticks({"", Unit::seconds, false, 0, whole, {}});
  chart.title = step_title(subject, around, whole, useful);
  chart.body = std::move(stack);
  return chart;
}

}  // namespace llmsize
