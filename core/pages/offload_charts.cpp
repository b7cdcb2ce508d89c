// SPDX-License-Identifier: Apache-2.0
// Nodes, throughput and efficiency by memory tier.
#include "core/pages/offload_charts.hpp"

#include "core/planning/serving_layout.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr InputKey parameters_key = "model.parameters_given";

std::vector<double> sizes(double low, double high, std::size_t count) {
  std::vector<double> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(low * std::pow(high / low, double(i) / double(count - 1)));
  return all;
}

/// States alone are not all that lives on a GPU: whether the model runs is the verdict's to say.
std::string nodes_title(const Around& around, ResultKey id, std::string_view what) {
  std::vector<double> needed;
  for (double tier = 0; tier < 4; ++tier) needed.push_back(around.result(id, {{"memory.target_tier", tier}}));
  if (is_absent(needed[0]))
    return fmt::format("Nodes for the {} of {} parameters", what, around.shown("model.parameters"));
  const std::string subject = upper_first(std::string(what));
  if (needed[0] == 1) return fmt::format("{} fit in GPU memory of 1 node", subject);
  std::string text = fmt::format("{} need {}", subject, counted_text(needed[0], "node"));
  for (std::size_t tier = 3; tier > 0; --tier)
    if (needed[tier] < needed[0] && (tier == 1 || needed[tier] < needed[tier - 1]))
      return fmt::format(
          "{}, {} with {}", text, pretty(needed[tier], Unit::count),
          tier == 3   ? "shared storage"
          : tier == 2 ? "local NVMe"
                      : "CPU memory");
  return text;
}

Plot::Series nodes_line(const Around& around, ResultKey id, std::size_t tier, double highest) {
  const TierLook& look = tier_looks[tier];
  Plot::Series series{
      tier == 0 ? std::string(look.title) : fmt::format("+ {}", lower_first(std::string(look.title))),
      look.hue,
      look.stroke,
      true,
      false,
      {}};
  const Moves target{{"memory.target_tier", double(tier)}};
  Once values = around.at(target);
  for (const double parameters : sizes(1e9, highest, 160)) {
    values.change(parameters_key, parameters);
    const double nodes = finite_or_absent(result_row(id).value(values));
    if (!(nodes >= 1)) continue;
    Moves moves = target;
    moves.push_back({parameters_key, std::round(parameters)});
    series.points.push_back({parameters, nodes, 0, 0, Plot::Mark::none, {}, {}, around.source(id, moves)});
  }
  if (series.points.empty()) return series;
  const double own = around.result("model.parameters"), nodes = around.result(id, target);
  // A slower tier is marked where it saves nodes.
  const double faster = tier == 0 ? absent : around.result(id, {{"memory.target_tier", double(tier - 1)}});
  if (own > 1e9 && own < highest && nodes >= 1 && nodes != faster) {
    Plot::Point mark{own, nodes};
    mark.mark = Plot::Mark::filled;
    const std::string name = tier == 0 ? around.name("model") : std::string{};
    mark.label = fmt::format("{}{}{}", name, name.empty() ? "" : ": ", counted_text(nodes, "node"));
    mark.source = around.source(id, target);
    const auto after =
        std::find_if(series.points.begin(), series.points.end(), [&](const auto& point) { return point.x > own; });
    series.points.insert(after, std::move(mark));
  }
  return series;
}

/// The key of the sequences of a step or a pass.
InputKey key_of_batch(const Around& around) {
  return serves(around) ? InputKey("serving.batch") : InputKey("workload.global_batch");
}

/// Why a tier does not run the model, in a few words.
struct Refusal {
  std::string why{};  ///< empty where it does
  bool open = false;  ///< something is not known

  explicit operator bool() const { return !why.empty(); }
};

Refusal refusal(const Around& on, const TierLook& look) {
  if (look.word == "nvme" && on.input("node.nvme_capacity") == 0) return {"nodes have no NVMe"};
  if (const std::string needs = on.needs("offload.throughput"); !needs.empty())
    return {fmt::format("needs {}", needs), true};
  return {why_not_on(on)};
}

/// "GPU memory full; NVMe, shared: CPU memory full": what is full with the model on each tier that does not run it, or
/// what is missing where nothing is.
std::string refusals(const std::vector<Refusal>& whys) {
  const auto is_full = [](const Refusal& refusal) { return refusal && !refusal.open; };
  const bool some_full = std::any_of(whys.begin(), whys.end(), is_full);
  std::vector<std::pair<std::string, std::vector<std::size_t>>> reasons;
  for (std::size_t tier = 0; tier < whys.size(); ++tier) {
    if (!whys[tier] || (some_full && !is_full(whys[tier]))) continue;
    const auto same = std::find_if(
        reasons.begin(), reasons.end(), [&](const auto& reason) { return reason.first == whys[tier].why; });
    if (same == reasons.end())
      reasons.push_back({whys[tier].why, {tier}});
    else
      same->second.push_back(tier);
  }
  std::string text;
  for (const auto& [why, tiers] : reasons) {
    if (tiers.size() == whys.size()) return fmt::format("{} on every tier", why);
    const std::string own = lower_first(std::string(tier_looks[tiers.front()].title));
    const bool plain = tiers.size() == 1 && why.find(own) != std::string::npos;
    std::string where;
    for (const std::size_t tier : tiers)
      where += fmt::format("{}{}", where.empty() ? "" : ", ", tier_looks[tier].brief);
    text += fmt::format("{}{}{}", text.empty() ? "" : "; ", plain ? std::string{} : where + ": ", why);
  }
  return text;
}

constexpr ResultKey planned_rate = "offload.throughput", streamed_rate = "offload.streamed_throughput";

/// A row of tokens per second; `rate_id` says whether a share of the weights may stay in GPU memory.
Dots::Row throughput_row(const std::vector<Around>& tiers, std::string title, ResultKey rate_id = planned_rate) {
  const Around& around = tiers.front();
  Dots::Row row{std::move(title), fmt::format("batch {}", around.shown(key_of_batch(around))), {}, {}};
  std::vector<Refusal> whys;
  for (std::size_t tier = 0; tier < tiers.size(); ++tier) {
    const Around& on = tiers[tier];
    const TierLook& look = tier_looks[tier];
    whys.push_back(refusal(on, look));
    const double rate = !whys.back() ? on.result(rate_id) : absent;
    row.dots.push_back(
        {rate, look.hue, std::string(look.brief),
         is_absent(rate) ? std::string("–") : pretty(rate, Unit::tokens_per_second), on.source(rate_id)});
  }
  row.instead = refusals(whys);
  return row;
}

bool has_value(const Dots::Row& row) {
  return std::any_of(row.dots.begin(), row.dots.end(), [](const Dots::Dot& dot) { return !is_absent(dot.value); });
}

/// "BLOOM-mod-2 (24.17T)" of "BLOOM-mod-2 (24.17T, DDN talk)"; parameters where nobody named a model.
std::string model_name(const Around& around) {
  std::string name = around.name("model");
  if (name.empty()) return fmt::format("{} parameters", around.shown("model.parameters"));
  if (const auto comma = name.rfind(", "); comma != std::string::npos && name.ends_with(')'))
    name.replace(comma, std::string::npos, ")");
  return name;
}

std::string throughput_title(const std::vector<Around>& tiers) {
  const bool resident =
      std::any_of(tiers.begin(), tiers.end(), [](const Around& on) { return resident_share(on) == 1; });
  const ResultKey id = resident ? streamed_rate : planned_rate;
  const auto rate = [&](std::size_t tier) { return why_not_on(tiers[tier]).empty() ? tiers[tier].result(id) : absent; };
  const std::string_view streamed = resident ? ", all weights streamed" : "";
  const double gpu = rate(0), nvme = rate(2), shared = rate(3);
  if (nvme > 0 && shared > 0) {
    const double ratio = shared / nvme;
    if (ratio > 1.1) return fmt::format("Shared storage {:.2g}× local NVMe throughput{}", ratio, streamed);
    if (ratio < 0.9) return fmt::format("Local NVMe {:.2g}× shared-storage throughput{}", 1 / ratio, streamed);
    return fmt::format("Shared storage same as local NVMe{}", streamed);
  }
  for (std::size_t tier = 3; tier > 0; --tier)
    if (rate(tier) > 0 && gpu > 0)
      return fmt::format(
          "{}: {} of GPU-memory throughput{}", tier_looks[tier].title, share_text(rate(tier) / gpu), streamed);
  const bool all_known =
      std::all_of(tiers.begin(), tiers.end(), [](const Around& on) { return on.knows("offload.throughput"); });
  for (std::size_t tier = 0; tier < 4; ++tier)
    if (rate(tier) > 0) {
      const std::string title(tier_looks[tier].title);
      return all_known ? fmt::format("The model fits only in {}", lower_first(title))
                       : fmt::format("The model fits in {}", lower_first(title));
    }
  return "The model fits in no tier of these nodes";
}

/// The models of the offload experiment beside this scenario's, as far as the catalog has them. None where the scenario
/// says of a model's shape what would hold for them too.
std::vector<std::string> other_models(const Around& around) {
  std::vector<std::string> ids;
  for (const auto& [key, said] : around.scenario().all())
    if (key.starts_with("model.")) return ids;
  for (const std::string_view id : around.catalog().ids("models"))
    for (const std::string_view known : {"bloom-7b1", "bloom-176b", "bloom-mod-1", "bloom-mod-2"})
      if (id == known && id != around.word("model")) ids.emplace_back(id);
  return ids;
}

/// The batch multiplied: micro-batches grow, so that a step has as many of them.
Moves batch_moves(const Around& around, double factor) {
  const InputKey key = key_of_batch(around);
  Moves moves{{key, factor * around.input(key)}};
  if (!serves(around)) moves.push_back({"layout.micro_batch", factor * around.input("layout.micro_batch")});
  return moves;
}

/// The largest batch that is tried, as a multiple of the scenario's.
constexpr double most_batches = 16;

/// Which batch reaches the target GPU efficiency: "; 8,192 reaches 85%".
std::string enough_batch(const Around& on) {
  const double goal = on.input("goal.efficiency");
  const auto batch = [&](double factor) { return pretty(batch_moves(on, factor).front().value, Unit::count); };
  for (double factor = 2; factor <= most_batches; factor *= 2) {
    const Moves moves = batch_moves(on, factor);
    if (!(on.result("offload.gpu_efficiency", moves) >= goal)) continue;
    if (why_not(on.at(moves)).empty()) return fmt::format("; {} reaches {}", batch(factor), share_text(goal));
    return fmt::format("; {} reaches {} but does not fit", batch(factor), share_text(goal));
  }
  return fmt::format("; no batch up to {} reaches {}", batch(most_batches), share_text(goal));
}

bool runs(const Around& on, std::size_t tier) { return !refusal(on, tier_looks[tier]); }

std::string efficiency_title(const Around& around, const std::vector<Around>& tiers) {
  for (std::size_t tier = 3; tier > 0; --tier) {
    const double share = tiers[tier].result("offload.gpu_efficiency");
    if (is_absent(share) || !runs(tiers[tier], tier)) continue;
    return fmt::format(
        "Batch {}: GPU efficiency {} from {}{}", around.shown(key_of_batch(around)), share_text(share),
        lower_first(std::string(tier_looks[tier].title)),
        share < around.input("goal.efficiency") ? enough_batch(tiers[tier]) : std::string{});
  }
  return "GPU efficiency vs. bandwidth";
}

/// A tier that may be as fast as a curve says: CPU memory where it is the deepest that runs the model, else drives,
/// with which optimizer states travel too. Nothing between it and the GPU is the limit.
struct AnyTier {
  Around on;
  bool drives;
  double writes = 1;  ///< write rate over read rate: that of the node's drives where it has some

  explicit AnyTier(const std::vector<Around>& tiers)
      : on(tiers[1]), drives(!runs(tiers[1], 1) || runs(tiers[2], 2) || runs(tiers[3], 3)) {
    if (!drives) return;
    const double share = tiers[2].result("tier.nvme_write_rate") / tiers[2].result("tier.nvme_read_rate");
    if (!is_absent(share)) writes = share;
    on = tiers[2].with({{"node.nvme_read", "1GB/s"}, {"node.nvme_write", "1GB/s"}});
  }
  Moves at(double rate) const {
    constexpr double fast = 1e15;
    if (!drives)
      return {{"accelerator.host_link", rate * on.input("accelerator.devices")}, {"node.host_bandwidth", fast}};
    const double node = rate * on.result("tier.gpus_in_node");
    return {
        {"node.nvme_read", node},
        {"node.nvme_write", writes * node},
        {"accelerator.host_link", fast},
        {"node.host_bandwidth", fast}};
  }
  /// What the curves are of: "bandwidth per GPU of drives that write 60 % as fast".
  std::string words() const {
    if (!drives) return "CPU memory bandwidth per GPU";
    if (serves(on)) return "read bandwidth per GPU";
    return writes == 1 ? std::string("drive bandwidth per GPU")
                       : fmt::format("drive read bandwidth per GPU (writes {})", share_text(writes));
  }
};

Plot::Series efficiency_line(const AnyTier& any, const Scale& rates, double factor) {
  const Moves batch = batch_moves(any.on, factor);
  Plot::Series line{
      fmt::format("batch {}", pretty(batch.front().value, Unit::count)),
      Hue::gpu,
      factor == 1              ? Plot::Stroke::solid
      : factor == most_batches ? Plot::Stroke::dash_dot
                               : Plot::Stroke::dashed,
      false,
      factor < 1,
      {}};
  for (const double rate : sizes(rates.low, rates.high, 48)) {
    Moves moves = any.at(rate);
    moves.insert(moves.end(), batch.begin(), batch.end());
    const double share = any.on.result("offload.gpu_efficiency", moves);
    if (is_absent(share)) continue;
    line.points.push_back(
        {rate, share, 0, 0, Plot::Mark::none, {}, {}, any.on.source("offload.gpu_efficiency", moves)});
  }
  return line;
}

/// Whether two lines lie on each other.
bool is_same_line(const Plot::Series& one, const Plot::Series& other) {
  return std::equal(
      one.points.begin(), one.points.end(), other.points.begin(), other.points.end(),
      [](const auto& a, const auto& b) { return std::abs(a.y - b.y) < 0.005; });
}

/// Where a tier of the scenario stands: what the strip says of it.
Plot::Series tier_mark(const Around& on, std::size_t tier) {
  Plot::Series series{std::string(tier_looks[tier].brief), tier_looks[tier].hue, Plot::Stroke::none, false, false, {}};
  Plot::Point mark{on.result(read_rates[tier]), on.result("offload.gpu_efficiency")};
  mark.mark = Plot::Mark::filled;
  mark.label = share_text(mark.y);
  mark.source = on.source("offload.gpu_efficiency");
  series.points.push_back(std::move(mark));
  return series;
}

}  // namespace

double resident_share(const Around& on) {
  if (!serves(on) || on.input("memory.parameters_tier") == 0) return 0;
  return on.input("memory.resident_share");
}

std::vector<Around> streamed_tiers(const std::vector<Around>& tiers) {
  std::vector<Around> streamed;
  streamed.reserve(tiers.size());
  for (const Around& on : tiers)
    streamed.push_back(resident_share(on) == 1 ? on.with({{"memory.resident_share", "0"}}) : on);
  return streamed;
}

std::string why_not_on(const Around& on) {
  const Once values = on.at({});
  if (only_cache_too_large(values)) return fmt::format("KV cache {} too large", on.shown("memory.kv_cache"));
  // What a slower tier lacks says more than that the GPUs are full, too.
  constexpr FindingId slower[] = {"memory.cpu_overflow", "memory.nvme_overflow", "memory.shared_overflow"};
  for (const FindingRow* rule : broken_errors(values))
    for (const FindingId id : slower)
      if (rule->about->id == id.text()) return std::string(rule->about->brief);
  return why_not(values);
}

std::vector<Around> on_tiers(const Around& around) {
  std::vector<Around> tiers;
  for (const TierLook& look : tier_looks) {
    Changes changes{{"memory.offload", std::string(look.word)}};
    // What is said of one kind of state would hold against the whole.
    for (const WordKey key : std::initializer_list<WordKey>{
             "memory.offload_parameters", "memory.offload_gradients", "memory.offload_optimizer"})
      if (around.scenario().find(key)) changes.emplace_back(key, look.word);
    tiers.push_back(around.with(changes));
  }
  return tiers;
}

std::vector<Around> planned_tiers(const Subject& subject, const Around& from) {
  std::vector<Around> tiers;
  tiers.reserve(subject.offload->targets.size());
  for (const Scenario& target : subject.offload->targets)
    tiers.push_back(from.with(changes_to(from.scenario(), target)));
  return tiers;
}

Chart nodes_chart(const Around& around, bool training) {
  const ResultKey id = training ? ResultKey("capacity.nodes_states") : ResultKey("capacity.nodes_weights");
  const std::string_view what = training ? "training states" : "weights";
  Chart chart{
      "offload.nodes", fmt::format("Nodes for the {}", what),
      fmt::format("Nodes needed for the {} vs. model size, by slowest memory tier used", what), Plot{}};
  chart.view = training ? "Training states" : "Weights only";
  if (!around.knows("model.parameters"))
    chart.empty = missing_sentence("a model");
  else if (!around.knows("capacity.gpu_bytes"))
    chart.empty = missing_sentence(around.needs("capacity.gpu_bytes"));
  if (!chart.empty.empty()) return chart;
  if (training)
    chart.subtitle +=
        fmt::format(" ({} per parameter)", counted_text(around.result("memory.bytes_per_parameter"), "byte"));
  Plot plot;
  plot.x = {"parameters", Unit::count, true, 1e9,        std::max(1e14, 4 * around.result("model.parameters")),
            {},           {},          {},   "parameter"};
  plot.y = {"nodes", Unit::count, true, 0.8, 10, {}, {}, {}, "node"};
  for (std::size_t tier = 0; tier < tier_looks.size(); ++tier) {
    Plot::Series series = nodes_line(around, id, tier, plot.x.high);
    if (series.points.empty()) continue;
    for (const Plot::Point& point : series.points) plot.y.high = std::max(plot.y.high, 1.3 * point.y);
    plot.series.push_back(std::move(series));
  }
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
  chart.title = nodes_title(around, id, what);
  chart.body = std::move(plot);
  return chart;
}

/// Another model on every target, each with a layout of its own.
std::vector<Around> planned_with(const Around& around, const Scenario& said, const std::string& id) {
  Scenario other = said;
  other.set("model", id, Giver{"model"});
  std::vector<Around> tiers;
  for (const Scenario& target : on_targets(other, around.catalog()))
    tiers.push_back(around.with(changes_to(around.scenario(), target)));
  return tiers;
}

Chart throughput_chart(const Subject& subject, const std::vector<Around>& tiers) {
  const Around& around = tiers.front();
  Chart chart{
      "offload.throughput", "Throughput by tier",
      fmt::format(
          "{} throughput (tok/s) on {} by memory tier", serves(around) ? "Decode" : "Training",
          counted_text(around.input("cluster.nodes"), "node")),
      Dots{}};
  chart.empty = obstacle(subject, around, "offload.throughput").sentence;
  if (!chart.empty.empty()) return chart;
  Dots dots;
  dots.rows.push_back(throughput_row(tiers, model_name(around)));
  if (std::any_of(tiers.begin(), tiers.end(), [](const Around& on) { return resident_share(on) > 0; }))
    dots.rows.push_back(throughput_row(tiers, "All weights streamed", streamed_rate));
  // To plan another model's training would take too long.
  const bool planned = plans_targets(subject.said, around.catalog()), skips = planned && !serves(around);
  for (const std::string& id : skips ? std::vector<std::string>{} : other_models(around)) {
    try {
      const Around other = around.with({{"model", id}});
      Dots::Row row =
          throughput_row(planned ? planned_with(around, subject.said, id) : on_tiers(other), model_name(other));
      row.dull = true;
      if (has_value(row)) dots.rows.push_back(std::move(row));
    } catch (const BadInput&) {
      continue;  // the layout as it is said does not go with this model
    }
  }
  chart.title = throughput_title(tiers);
  if (std::none_of(dots.rows.begin(), dots.rows.end(), has_value)) {
    chart.empty = upper_first(dots.rows.front().instead) + ".";
    return chart;
  }
  double low = absent, high = absent;
  for (const Dots::Row& row : dots.rows)
    for (const Dots::Dot& dot : row.dots) {
      if (is_absent(dot.value)) continue;
      low = low <= dot.value ? low : dot.value;
      high = high >= dot.value ? high : dot.value;
    }
  dots.scale = with_ticks({"tok/s", Unit::tokens_per_second, true, low / 3, high * 3, {}});
  chart.body = std::move(dots);
  return chart;
}

Chart efficiency_chart(const Subject& subject, const std::vector<Around>& planned) {
  const std::vector<Around> tiers = streamed_tiers(planned);
  const Around& around = tiers.front();
  const AnyTier any(tiers);
  Chart chart{
      "offload.efficiency", "GPU efficiency vs. bandwidth",
      fmt::format(
          "GPU efficiency vs. {}{}{}", any.words(), serves(around) ? "" : "; batch scales with micro-batch",
          resident_share(planned.back()) == 1 ? "; all weights streamed" : ""),
      Plot{}};
  chart.empty = obstacle(subject, any.on, "offload.gpu_efficiency").sentence;
  if (!chart.empty.empty()) return chart;
  Plot plot;
  plot.x = {"read bandwidth per GPU", Unit::bandwidth, true, 0.5e9, 200e9, {}};
  plot.y = {"GPU efficiency", Unit::ratio, false, 0, 1, {}};
  for (std::size_t tier = 1; tier < tiers.size(); ++tier)
    if (const double rate = tiers[tier].result(read_rates[tier]); rate > 0) {
      plot.x.low = std::min(plot.x.low, rate / 1.5);
      plot.x.high = std::max(plot.x.high, rate * 1.5);
      plot.limits.push_back({std::string(tier_looks[tier].brief), rate, true, tier_looks[tier].hue});
    }
  const double wanted = around.input("goal.efficiency");
  plot.limits.push_back({"target", wanted, false, Hue::limit, share_text(wanted)});
  for (const double factor : {1.0, 0.25, 4.0, most_batches}) {
    const double smallest = batch_moves(around, factor).back().value;
    if (std::floor(smallest) != smallest) continue;
    Plot::Series line = efficiency_line(any, plot.x, factor);
    const auto same = [&](const Plot::Series& other) { return is_same_line(line, other); };
    if (!line.points.empty() && std::none_of(plot.series.begin(), plot.series.end(), same))
      plot.series.push_back(std::move(line));
  }
  for (std::size_t tier = 1; tier < tiers.size(); ++tier)
    if (runs(tiers[tier], tier) && tiers[tier].result(read_rates[tier]) > 0)
      plot.series.push_back(tier_mark(tiers[tier], tier));
  plot.x = with_ticks(std::move(plot.x));
  plot.y = with_ticks(std::move(plot.y));
  chart.title = efficiency_title(around, tiers);
  chart.body = std::move(plot);
  return chart;
}

}  // namespace llmsize
