// SPDX-License-Identifier: Apache-2.0
// Enumerates the branches of a space.
#include "core/planning/space.hpp"

#include "core/planning/held.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace llmsize {
namespace {

using Degree = std::uint32_t;

double value(const Case& plan, InputKey key) { return plan[key]; }

Degree whole(const Case& plan, InputKey key, Degree otherwise = 1) {
  const double number = value(plan, key);
  return number >= 1 ? static_cast<Degree>(number) : otherwise;
}

std::vector<Degree> divisors(Degree number) {
  std::vector<Degree> found;
  for (Degree divisor = 1; divisor <= number / divisor; ++divisor)
    if (number % divisor == 0) {
      found.push_back(divisor);
      if (divisor != number / divisor) found.push_back(number / divisor);
    }
  std::sort(found.begin(), found.end());
  return found;
}

/// Degrees of a kind: the one that the scenario says, or divisors that pass.
template <class Pass>
std::vector<Degree> choices(const Scenario& scenario, std::string_view key, Degree number, Pass pass) {
  std::vector<Degree> open = divisors(number);
  if (const Scenario::Said* said = scenario.find(key)) {
    const auto held = static_cast<Degree>(*said->value.number);
    return std::find(open.begin(), open.end(), held) != open.end() ? std::vector<Degree>{held} : std::vector<Degree>{};
  }
  open.erase(std::remove_if(open.begin(), open.end(), [&](Degree degree) { return !pass(degree); }), open.end());
  return open;
}

/// Layers that stages and their runs share: embedding and head count as one each where that makes stages even; else the
/// last stage is shorter.
Degree dealt_layers(Degree layers, Degree pipeline) {
  if (layers % pipeline == 0) return layers;
  if ((layers + 2) % pipeline == 0) return layers + 2;
  return (layers / pipeline + 1) * pipeline;
}

/// Whether a pipeline leaves its last stage some layers.
bool fills_stages(Degree layers, Degree pipeline) {
  const Degree dealt = dealt_layers(layers, pipeline), embedding = dealt == layers + 2 ? 1 : 0;
  return dealt - dealt / pipeline < layers + embedding;
}

/// GPUs that share scale-up links, of those that a node has in use; absent where all do.
double scale_up_domain(const Case& base) {
  const double domain = value(base, "node.scale_up_domain") * value(base, "accelerator.devices");
  const double used = value(base, "cluster.gpus") / value(base, "cluster.nodes");
  return domain == value(base, "node.gpus") && used < domain ? used : domain;
}

/// Whether groups of one size fill those of another: eight GPUs hold groups of 1, 2, 4 and 8. True where the whole is
/// not known.
bool is_whole_share(double part, double whole) { return is_absent(whole) || std::fmod(whole, part) == 0; }

/// Whether groups fill scale-up domains, or domains groups.
bool fills_domains(double group, double domain) {
  return is_whole_share(group, domain) || is_whole_share(domain, group);
}

/// The batches that a planner may choose from.
struct Batches {
  double wanted;  ///< sequences of a step
  double share;   ///< of which a batch may be more or less
  Moved moved;

  /// The multiples that may be taken: the next below and above what is wanted, or the largest. None is near enough
  /// where there are none.
  std::vector<Degree> multiples(double unit) const {
    constexpr double rounding = 1 + 1e-12;
    const double most = wanted * (1 + share) * rounding, least = wanted * (1 - share) / rounding;
    std::vector<Degree> near;
    const auto take = [&](double times) {
      const double batch = std::max(1.0, times) * unit;
      if (batch < least || batch > most) return;
      if (near.empty() || near.back() != static_cast<Degree>(batch)) near.push_back(static_cast<Degree>(batch));
    };
    if (moved == Moved::most) {
      take(std::floor(most / unit));
    } else {
      take(std::floor(wanted * rounding / unit));
      take(std::ceil(wanted / rounding / unit));
    }
    return near;
  }
};

Batches batches_of(const Scenario& scenario, const Case& base, Moved moved) {
  const double share = moves_batch(scenario) ? value(base, "workload.batch_flex") : 0;
  return {double(whole(base, "workload.global_batch")), share, moved};
}

/// Micro-batches that copies of the model can work in: the one that is said, else powers of two and three times those.
std::vector<Degree> micro_batches_of(const Scenario& scenario, const Batches& batches, Degree data) {
  std::vector<Degree> all;
  if (const Scenario::Said* said = scenario.find("layout.micro_batch"))
    all = {static_cast<Degree>(*said->value.number)};
  else
    for (Degree power = 1; power <= batches.wanted * (1 + batches.share) / data; power *= 2) {
      all.push_back(power);
      if (power > 1) all.push_back(power / 2 * 3);
    }
  std::erase_if(all, [&](Degree micro_batch) { return batches.multiples(double(data) * micro_batch).empty(); });
  return all;
}

}  // namespace

std::span<const std::uint8_t> Space::zeros_of(const Layout& branch) const {
  const bool alone = branch.data * branch.context == 1;
  const auto most = [&](std::uint8_t stage) {
    const auto end = std::upper_bound(zeros.begin(), zeros.end(), stage);
    return std::max<std::size_t>(1, static_cast<std::size_t>(end - zeros.begin()));
  };
  return {zeros.data(), alone ? most(0) : branch.pipeline > 1 ? most(pipeline_zero) : zeros.size()};
}

bool Space::splits_sequences(const Layout& branch) const { return branch.tensor > 1; }

std::uint64_t Space::leaves(const Layout& branch) const {
  const std::uint64_t sequences = splits_sequences(branch) ? sequence_parallels.size() : 1;
  return recomputes.size() * sequences * zeros_of(branch).size() * offloads.size();
}

Layout Space::leaf(const Layout& branch, std::uint64_t index) const {
  const auto next = [&](std::size_t choices) {
    const std::size_t chosen = index % choices;
    index /= choices;
    return chosen;
  };
  Layout layout = branch;
  layout.zero = zeros_of(branch)[next(zeros_of(branch).size())];
  layout.sequence_parallel = sequence_parallels[next(splits_sequences(branch) ? sequence_parallels.size() : 1)];
  layout.offload = offloads[next(offloads.size())];
  layout.recompute = recomputes[next(recomputes.size())];
  return layout;
}

std::uint64_t Space::size() const {
  return std::accumulate(
      branches.begin(), branches.end(), std::uint64_t{0},
      [&](std::uint64_t sum, const Layout& each) { return sum + leaves(each); });
}

std::array<Change, layout_changes> Space::changes_of(const Layout& layout) const {
  std::array<Change, layout_changes> changes = llmsize::changes_of(layout, tier);
  for (const Change& each : held)
    for (Change& change : changes)
      if (change.key == each.key) change.value = each.value;
  return changes;
}

double Space::deepest() const {
  double slowest = tier;
  for (const Change& each : held)
    if (each.key.text().ends_with("_tier")) slowest = std::max(slowest, each.value);
  return slowest;
}

double Space::penalty(const Layout& layout) const {
  constexpr double unusual = 1.03;
  const bool usual = is_usual(layout, value(base, "model.layers"), value(base, "workload.sequence"));
  const double moved = is_absent(wanted_batch) ? 1 : layout.batch / wanted_batch;
  return (usual ? 1 : unusual) * std::max(moved, 1 / moved);
}

bool is_taken_batch(const Scenario::Said& batch) {
  return batch.giver == trained_batch || batch.giver == assumed_batch || batch.giver == moved_batch;
}

bool moves_batch(const Scenario& scenario) {
  const Scenario::Said* batch = scenario.find("workload.global_batch");
  return (batch && is_taken_batch(*batch)) || scenario.find("workload.batch_flex");
}

Scenario with_batch(Scenario scenario, const Catalog& catalog) {
  if (scenario.find("workload.global_batch")) return scenario;
  const Case plan = complete(without_degrees(scenario), catalog);
  if (value(plan, "workload.trains") == 0) {
    // Serving takes no steps of millions of tokens. All degrees divide the number of GPUs.
    if (const double gpus = value(complete(scenario, catalog), "cluster.gpus"); !is_absent(gpus)) {
      scenario.set("workload.global_batch", fmt::format("{}", gpus), Giver{std::string(assumed_serving_batch)});
      return scenario;
    }
  }
  const double tokens = value(plan, "workload.batch_tokens"), sequence = value(plan, "workload.sequence");
  if (is_absent(tokens)) return scenario;
  const bool published = plan.origin("workload.batch_tokens").kind == Origin::Kind::preset;
  const double sequences = std::max(1.0, std::round(tokens / sequence));
  scenario.set(
      "workload.global_batch", fmt::format("{}", sequences),
      Giver{std::string(published ? trained_batch : assumed_batch)});
  return scenario;
}

namespace {

bool holds(const Space& space, InputKey key) {
  return std::any_of(space.held.begin(), space.held.end(), [&](const Change& each) { return each.key == key; });
}

/// What may be computed again. Of the stacks that do so in part, recipes of mixtures of experts compute modules again,
/// whose activations are what fills their memory.
std::vector<Recompute> recomputes_of(const Scenario& scenario, const Space& space) {
  if (holds(space, "layout.recompute_fraction") || holds(space, "layout.recompute_core")) return {Recompute::none};
  constexpr InputKey modules = "layout.recompute_modules";
  const bool partly = value(space.base, "software.recomputes_attention") != 0;
  const bool by_modules = partly && !holds(space, modules) && value(space.base, "model.experts") > 1;
  std::vector<Recompute> all{Recompute::none};
  if (by_modules) all.push_back(Recompute::modules);
  if (!scenario.find("layout.recompute")) {
    if (partly && !(holds(space, modules) && value(space.base, modules) == 1)) all.push_back(Recompute::selective);
    all.push_back(Recompute::full);
    return all;
  }
  const std::string& word = space.base.words.at("layout.recompute").word;
  if (word == "full") return {Recompute::full};
  if (word == "selective") return {Recompute::selective};
  return all;
}

/// What may be chosen below a branch.
void take_settings(const Scenario& scenario, Space& space) {
  const Case& base = space.base;
  space.pipeline_zero = static_cast<std::uint8_t>(value(base, "software.pipeline_zero"));
  space.margin = value(base, "memory.margin");
  space.recomputes = recomputes_of(scenario, space);
  const auto is_held = [&](InputKey key) { return holds(space, key); };
  space.zeros = {0, 1, 2, 3};
  space.zeros.resize(1 + static_cast<std::size_t>(value(base, "software.zero_most")));
  if (scenario.find("layout.zero"))
    space.zeros = {static_cast<std::uint8_t>(
        value(base, "layout.shard_optimizer") + value(base, "layout.shard_gradients") +
        value(base, "layout.shard_parameters"))};
  if (is_held("layout.shard_optimizer") || is_held("layout.shard_gradients") || is_held("layout.shard_parameters"))
    space.zeros = {0};
  space.sequence_parallels = {false};
  if (value(base, "software.splits_sequences") != 0) space.sequence_parallels.push_back(true);
  if (scenario.find("layout.sequence_parallel"))
    space.sequence_parallels = {value(base, "layout.sequence_parallel") != 0};
  space.tier = value(base, "memory.target_tier");
  space.offloads = {0};
  // A model that serves has nothing but weights, and they are asked to be there.
  if (space.tier > 0 && value(base, "workload.trains") == 0)
    space.offloads = {Layout::offloads_parameters};
  else if (space.tier > 0)
    for (std::uint8_t bits = 1; bits < 8; ++bits) space.offloads.push_back(bits);
  const auto hold = [&](InputKey key, std::uint8_t kind) {
    if (is_held(key)) std::erase_if(space.offloads, [&](std::uint8_t bits) { return (bits & kind) != 0; });
  };
  hold("memory.parameters_tier", Layout::offloads_parameters);
  hold("memory.gradients_tier", Layout::offloads_gradients);
  hold("memory.optimizer_tier", Layout::offloads_optimizer);
}

void take_branches(const Scenario& scenario, Moved moved, Space& space) {
  const Case& base = space.base;
  const Degree gpus = whole(base, "cluster.gpus"), layers = whole(base, "model.layers"),
               heads = whole(base, "model.heads");
  const Degree experts = value(base, "model.experts") >= 1 ? whole(base, "model.experts") : 1;
  const Degree sequence = whole(base, "workload.sequence");
  const Batches batches = batches_of(scenario, base, moved);
  space.wanted_batch = moved == Moved::least ? batches.wanted : absent;
  const double domain = scale_up_domain(base);
  // Stacks for training say nothing of serving.
  const bool trains = value(base, "workload.trains") != 0,
             uneven = !trains || value(base, "software.uneven_stages") != 0;
  const auto most = [&](InputKey key) { return trains ? value(base, key) : std::numeric_limits<double>::infinity(); };
  for (const Degree tensor : choices(scenario, "layout.tensor", gpus, [&](Degree t) {
         return t <= most("software.tensor_most") && heads % t == 0 && is_whole_share(t, domain);
       })) {
    if (!space.forced && !fills_domains(tensor, domain)) continue;
    for (const Degree pipeline : choices(scenario, "layout.pipeline", gpus / tensor, [&](Degree p) {
           return p <= most("software.pipeline_most") && p <= layers &&
                  (uneven ? fills_stages(layers, p) : layers % p == 0);
         })) {
      if (!space.forced && pipeline > 1 && space.zeros.front() > space.pipeline_zero) continue;
      for (const Degree context : choices(scenario, "layout.context", gpus / (tensor * pipeline), [&](Degree c) {
             return c <= most("software.context_most") && sequence % c == 0;
           })) {
        const Degree data = gpus / (tensor * pipeline * context);
        if (const Scenario::Said* said = scenario.find("layout.data"); said && *said->value.number != data) continue;
        const std::vector<Degree> micro_batches = micro_batches_of(scenario, batches, data);
        if (micro_batches.empty()) continue;
        for (const Degree expert : choices(scenario, "layout.expert", data * context, [&](Degree e) {
               return experts % e == 0 && (e == 1 || fills_domains(tensor * e, domain));
             })) {
          if (!space.forced && expert > 1 && !fills_domains(tensor * expert, domain)) continue;
          const Degree per_stage = pipeline > 1 ? dealt_layers(layers, pipeline) / pipeline : 1;
          for (const Degree interleave : choices(scenario, "layout.interleave", per_stage, [&](Degree v) {
                 return v <= most("software.interleave_most");
               }))
            for (const Degree micro_batch : micro_batches)
              for (const Degree batch : batches.multiples(double(data) * micro_batch))
                space.branches.push_back({tensor, pipeline, context, data, expert, interleave, micro_batch, batch});
        }
      }
    }
  }
}

}  // namespace

Space space_of(const Scenario& scenario, const Catalog& catalog, Moved batch, bool forced) {
  return space_of(scenario, complete(without_degrees(scenario), catalog), batch, forced);
}

Space space_of(const Scenario& scenario, Case base, Moved batch, bool forced) {
  Space space{std::move(base), 0, {}, {}, {}, {}, {}};
  constexpr std::string_view forcing[] = {"layout.tensor", "layout.expert", "layout.zero"};
  space.held = held_values(scenario, space.base);
  take_settings(scenario, space);
  if (!forced) take_branches(scenario, batch, space);
  space.forced = space.branches.empty() && std::any_of(
                                               std::begin(forcing), std::end(forcing),
                                               [&](std::string_view key) { return scenario.find(key) != nullptr; });
  if (space.forced || forced) take_branches(scenario, batch, space);
  if (!scenario.find("layout.searched"))
    space.base.values.give("layout.searched", std::max(1.0, static_cast<double>(space.size())));
  return space;
}

}  // namespace llmsize
