// SPDX-License-Identifier: Apache-2.0
// Tries all splits of a served model.
#include "core/planning/serving_search.hpp"

#include "core/planning/free_gpus.hpp"
#include "core/registry/broken.hpp"
#include "core/scenario/load.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace llmsize {
namespace {

constexpr InputKey tensor_key = "layout.tensor", pipeline_key = "layout.pipeline", copies_key = "layout.attention_data",
                   experts_key = "layout.expert", gpus_key = "cluster.gpus", nodes_key = "cluster.nodes",
                   readers_key = "serving.prefill_workers", decoders_key = "serving.decode_workers",
                   prefill_tensor_key = "serving.prefill_tensor", prefill_pipeline_key = "serving.prefill_pipeline",
                   prefill_copies_key = "serving.prefill_attention_data",
                   prefill_experts_key = "serving.prefill_expert";
constexpr double largest_tensor = 72;
constexpr double worthy_room = 4;  ///< times the sequences that are worth further stages

double stated(const Scenario& scenario, InputKey key) {
  const Scenario::Said* found = scenario.find(key.text());
  return found && found->value.number ? *found->value.number : absent;
}

/// The first number from `least` to `most` for which a rule holds that holds for all after it; absent where none is.
template <class Rule>
double first_number(double least, double most, const Rule& rule) {
  double too_few = least - 1, enough = least;
  while (!rule(enough)) {
    if (enough >= most) return absent;
    too_few = enough;
    enough = std::min(most, 2 * enough);
  }
  while (enough - too_few > 1) {
    const double between = std::floor((too_few + enough) / 2);
    (rule(between) ? enough : too_few) = between;
  }
  return enough;
}

bool is_power_of_two(double number) { return std::exp2(std::round(std::log2(number))) == number; }

/// What is better of two layouts on the same nodes: that it does what is asked; then the faster one for a user at a
/// rate that is said, or alone where nothing keeps the limits; else the one that answers more requests, since a layout
/// that is drowned looks fast to the few whom it lets in. The simpler one of equals.
struct Better {
  bool at_rate;

  bool operator()(const ServedLayout& a, const ServedLayout& b) const { return key(a) < key(b); }

 private:
  static bool keeps(const ServedLayout& layout) { return layout.rate > 0; }
  bool is_timed(const ServedLayout& layout) const { return at_rate && layout.met && std::isfinite(layout.tpot); }
  /// Tokens per second of a user, or requests per second.
  double worth(const ServedLayout& layout) const {
    return is_timed(layout) ? 1 / layout.tpot : keeps(layout) ? layout.answered : 1 / layout.alone;
  }

  std::tuple<bool, bool, double, double, double> key(const ServedLayout& layout) const {
    // What differs by less than a step is equal: of rates the last digits, or more nodes would not always serve more.
    const double step = keeps(layout) && !is_timed(layout) ? 1e-9 : 1e-3;
    return {
        !layout.met, !keeps(layout), -std::round(std::log(std::max(1e-12, worth(layout))) / step),
        layout.pipeline + layout.prefill_workers, layout.gpus / layout.replicas};
  }
};

}  // namespace

const std::vector<std::string_view>& split_keys() {
  static const std::vector<std::string_view> keys{
      tensor_key.text(),
      pipeline_key.text(),
      copies_key.text(),
      experts_key.text(),
      "layout.data",
      decoders_key.text(),
      prefill_tensor_key.text(),
      prefill_pipeline_key.text(),
      prefill_copies_key.text(),
      prefill_experts_key.text()};
  return keys;
}

namespace {

HeldDegrees held_degrees(
    const Scenario& scenario, InputKey tensor, InputKey pipeline, InputKey copies, InputKey experts) {
  return {stated(scenario, tensor), stated(scenario, pipeline), stated(scenario, copies), stated(scenario, experts)};
}

}  // namespace

HeldSplit::HeldSplit(const Scenario& scenario)
    : decoding(held_degrees(scenario, tensor_key, pipeline_key, copies_key, experts_key)),
      prefill(
          held_degrees(scenario, prefill_tensor_key, prefill_pipeline_key, prefill_copies_key, prefill_experts_key)),
      data(stated(scenario, "layout.data")),
      replicas(stated(scenario, decoders_key)),
      prefill_workers(stated(scenario, readers_key)),
      gpus(stated(scenario, gpus_key)) {}

/// Of two replicas the one with fewer stages is enough where it takes no more GPUs and no more copies of attention,
/// which exchange tokens in every layer, unless its weights leave so little room that each of its GPUs has not even a
/// share of the other's sequences.
bool ServingSearch::Split::is_enough_for(const Split& other) const {
  return pipeline < other.pipeline && copies <= other.copies && gpus <= other.gpus &&
         worthy_room * sequences_per_gpu() >= other.sequences_per_gpu();
}

ServingSearch::ServingSearch(const Case& base, const HeldSplit& held, bool apart)
    : base_(base),
      values_(base.values, dependents()),
      held_(held),
      per_node_(base["node.gpus"]),
      domain_(std::fmax(per_node_, of("training.domain_gpus"))),
      context_(base["layout.context"]),
      wanted_(of("serving.wanted_rate")),
      in_flight_(base["serving.concurrency"]) {
  splits_ = find_splits(For::decoding);
  if (held.prefill_workers > 0 || (apart && is_absent(held.prefill_workers)))
    readers_ = worthy_readers(find_splits(For::prefill));
}

bool ServingSearch::breaks(FindingId id) { return is_broken(id, values_); }

ServingSearch::Split ServingSearch::split_of(double tensor, double pipeline, double copies) const {
  // Whole experts on each GPU, as engines have them; slices over TP where there are too few experts.
  const double gpus = tensor * copies, spread = std::fmod(base_["model.experts"], gpus) == 0 ? gpus : copies;
  const double experts = !is_absent(held().experts) ? held().experts : copies > 1 ? spread : 1;
  return {{tensor, pipeline, copies, experts}, gpus * pipeline * context_, 0};
}

/// Whether degrees that nobody says break no rule, whatever those are that somebody says.
bool ServingSearch::divide(double tensor, double pipeline, double copies) {
  place({{tensor, pipeline, copies, copies}, tensor * pipeline * copies * context_}, {1}, 1);
  return !breaks("layout.indivisible");
}

void ServingSearch::place(const Split& split, const Fleet& fleet, double nodes) {
  const auto& [workers, own] = fleet.prefill;
  const Split& reading = workers > 0 ? own : split;
  const std::array changes{
      Change{tensor_key, split.tensor},
      Change{pipeline_key, split.pipeline},
      Change{copies_key, split.copies},
      Change{experts_key, split.experts},
      Change{readers_key, workers},
      Change{prefill_tensor_key, reading.tensor},
      Change{prefill_pipeline_key, reading.pipeline},
      Change{prefill_copies_key, reading.copies},
      Change{prefill_experts_key, reading.experts},
      Change{gpus_key, split.gpus * fleet.replicas + workers * reading.gpus},
      Change{nodes_key, nodes}};
  values_.change(changes);
}

std::vector<double> ServingSearch::tensors() {
  if (!is_absent(held().tensor)) return {held().tensor};
  std::vector<double> all;
  for (double t = 1; t <= std::min(largest_tensor, domain_); ++t)
    if ((std::fmod(domain_, t) == 0 || is_power_of_two(t)) && divide(t, 1, 1)) all.push_back(t);
  return all;
}

/// Published deployments have powers of two, or whole nodes of eight (72 ranks on nine nodes, all of a rack).
std::vector<double> ServingSearch::copies() {
  if (!is_absent(held().copies)) return {held().copies};
  constexpr double usual_node = 8;
  std::vector<double> all;
  const double most = base_["model.moe_layers"] > 0 ? base_["model.experts"] : 1;
  for (double c = 1; c <= most; ++c)
    if ((is_power_of_two(c) || std::fmod(c, usual_node) == 0) && divide(1, 1, c)) all.push_back(c);
  return all;
}

/// Of these copies of attention the ones of a TP degree: experts that are held go over all GPUs of both.
std::vector<double> ServingSearch::copies_beside(double tensor, const std::vector<double>& all) const {
  const double experts = held().experts;
  if (is_absent(experts) || !is_absent(held().copies)) return all;
  const double copies = std::max(1.0, std::floor(experts / tensor));
  const bool divides = std::fmod(tensor * copies, experts) == 0;
  return divides || !is_absent(held().tensor) ? std::vector{copies} : std::vector<double>{};
}

/// Runs of equal length, or where layers have few divisors powers of two.
std::vector<double> ServingSearch::stages() {
  if (!is_absent(held().pipeline)) return {held().pipeline};
  constexpr double usual = 16;
  const double layers = base_["model.layers"], most = is_absent(layers) ? usual : layers;
  std::vector<double> all;
  for (double p = 1; p <= most; ++p)
    if ((std::fmod(most, p) == 0 || (p <= usual && is_power_of_two(p))) && divide(1, p, 1)) all.push_back(p);
  return all;
}

/// The fewest stages that hold the model, and more where these give each GPU room for far more sequences.
void ServingSearch::add_stages(const Split& split, const std::vector<double>& stages, std::vector<Split>& to) {
  Split staged;
  double least = 0;
  const auto holds = [&](double p) {
    staged = split_of(split.tensor, p, split.copies);
    place(staged, {1}, 1);
    staged.sequences = of("serving.max_batch");
    return staged.sequences >= 1 && staged.sequences_per_gpu() >= least;
  };
  for (auto from = stages.begin(); from != stages.end();) {
    const auto at = std::partition_point(from, stages.end(), [&](double p) { return !holds(p); });
    if (at == stages.end() || !holds(*at)) return;
    to.push_back(staged);
    least = worthy_room * staged.sequences_per_gpu();
    from = at + 1;
  }
}

std::vector<ServingSearch::Split> ServingSearch::find_splits(For what) {
  for_ = what;
  const std::vector<double> all_copies = copies(), all_stages = stages();
  std::vector<Split> all;
  for (const double t : tensors())
    for (const double c : copies_beside(t, all_copies)) {
      ++tried_;
      add_stages(split_of(t, 1, c), all_stages, all);
    }
  for_ = For::decoding;
  std::vector<Split> enough = all;
  std::erase_if(enough, [&](const Split& each) {
    return std::any_of(all.begin(), all.end(), [&](const Split& other) { return other.is_enough_for(each); });
  });
  return enough;
}

/// The splits of prefill workers that no other beats in the time of a prompt and in prompts per GPU: the ends of these
/// and their middle.
std::vector<ServingSearch::Split> ServingSearch::worthy_readers(const std::vector<Split>& all) {
  struct Reader {
    Split split;
    double time, per_gpu;
  };
  std::vector<Reader> readers;
  for (const Split& each : all) {
    place(each, {1}, std::ceil(each.gpus / per_node_));
    readers.push_back({each, of("serving.prefill_time"), of("serving.prefill_rate") / each.gpus});
  }
  std::stable_sort(readers.begin(), readers.end(), [](const Reader& a, const Reader& b) {
    return std::tuple(-a.per_gpu, a.time, a.split.gpus) < std::tuple(-b.per_gpu, b.time, b.split.gpus);
  });
  std::vector<Split> front;
  double least = std::numeric_limits<double>::infinity();
  for (const Reader& each : readers) {
    if (!(each.time < least)) continue;
    least = each.time;
    front.push_back(each.split);
  }
  constexpr std::size_t kept = 3;
  if (front.size() > kept) front = {front.front(), front[front.size() / 2], front.back()};
  return front;
}

/// As many as find room beside prefill workers: a replica lies inside one scale-up domain, or has whole ones.
double ServingSearch::replicas_beside(const Split& split, const Prefill& prefill, double nodes) const {
  const auto left = FreeGpus(nodes * per_node_, domain_).beside(prefill.workers, prefill.split.gpus);
  double room = left ? left->replicas(split.gpus) : 0;
  if (!is_absent(held_.gpus))
    room = std::min(room, std::floor((held_.gpus - prefill.workers * prefill.split.gpus) / split.gpus));
  const double held = is_absent(held_.data) ? held_.replicas : held_.data / split.copies;
  if (is_absent(held)) return room;
  return held <= room && held == std::floor(held) ? held : 0;
}

std::optional<ServingSearch::Fleet> ServingSearch::fleet_of(
    const Split& split, const Prefill& prefill, double nodes) const {
  const double replicas = replicas_beside(split, prefill, nodes);
  return replicas >= 1 ? std::optional(Fleet{replicas, prefill}) : std::nullopt;
}

/// What is tried first on so many nodes: the prefill workers that are said, else replicas that do both.
std::optional<ServingSearch::Fleet> ServingSearch::first_fleet(const Split& split, double nodes) const {
  const double said = held_.prefill_workers > 0 ? held_.prefill_workers : 0;
  return fleet_of(split, {said, readers_.empty() ? split : readers_.front()}, nodes);
}

/// The number of prefill workers of a split that is best beside replicas that decode, or the one that is said. More of
/// them help until those that decode become too few: the best is found from where both have the same share of the work.
std::optional<ServedLayout> ServingSearch::best_apart(const Split& split, const Split& reading, double nodes) {
  const Better better{!is_absent(base_["serving.rate"])};
  const auto with = [&](double workers) -> std::optional<ServedLayout> {
    ++tried_;
    const auto fleet = workers >= 1 ? fleet_of(split, {workers, reading}, nodes) : std::nullopt;
    return fleet ? served(split, *fleet, nodes) : std::nullopt;
  };
  if (!is_absent(held_.prefill_workers)) return with(held_.prefill_workers);
  place(split, {1, {1, reading}}, nodes);
  const double replicas_for_one = of("serving.prefill_rate") / of("serving.capacity");
  if (is_absent(replicas_for_one)) return {};
  const double share = std::round(nodes * per_node_ / (reading.gpus + replicas_for_one * split.gpus));
  std::optional<ServedLayout> best = with(std::max(1.0, share));
  const auto take = [&](double workers) {
    const auto layout = with(workers);
    const bool is_better = layout && (!best || better(*layout, *best));
    if (is_better) best = layout;
    return is_better;
  };
  const auto workers = [&] { return best ? best->prefill_workers : std::max(1.0, share); };
  for (double step = std::max(1.0, std::exp2(std::floor(std::log2(share / 4)))); step >= 1; step /= 2) {
    while (take(workers() + step)) {
    }
    while (take(workers() - step)) {
    }
  }
  // A replica that decodes may take the GPUs of several that read.
  const auto replicas = [&](double readers) { return replicas_beside(split, {readers, reading}, nodes); };
  for (double least = workers() - std::ceil(split.gpus / reading.gpus), more = workers() - 2; more >= least; --more)
    if (replicas(more) > replicas(more + 1)) take(more);
  return best;
}

/// Whether so many nodes have a replica, and their CPU memory and drives room for what is offloaded.
bool ServingSearch::holds_offloaded(const Split& split, double nodes) {
  const std::optional<Fleet> fleet = first_fleet(split, nodes);
  if (!fleet) return false;
  place(split, *fleet, nodes);
  return !breaks("memory.cpu_overflow") && !breaks("memory.nvme_overflow");
}

/// Whether limits can be judged at the rate that is wanted. Without limits the most within them costs as little.
bool ServingSearch::is_judged_at_rate() const {
  return has_latency_slo(base_) && std::isfinite(wanted_) && is_absent(in_flight_);
}

/// Whether what is placed keeps the limits at a rate.
bool ServingSearch::carries(double rate) {
  const auto load = [&](double at) {
    const Change change[] = {{"serving.rate", at}};
    values_.change(change);
  };
  load(rate);
  const bool kept = of("serving.capacity") >= rate && !breaks("serving.limit_missed");
  load(base_["serving.rate"]);
  return kept;
}

/// Whether what is placed does what is asked: the wanted rate, so many requests in flight that all run, limits. The
/// utilization threshold holds with an SLO, too: one more limit never takes fewer nodes.
bool ServingSearch::is_met() {
  const bool saturates = base_["serving.max_utilization"] * of("serving.capacity") < reserve_ * wanted_;
  if (saturates) return false;
  if (is_judged_at_rate()) return carries(reserve_ * wanted_);
  const bool wants_rate = std::isfinite(wanted_);
  if (wants_rate && !(of("serving.rate_at_limit") >= reserve_ * wanted_)) return false;
  if (!is_absent(in_flight_)) return of("serving.max_concurrency") >= in_flight_ && !breaks("serving.limit_missed");
  return wants_rate || of("serving.rate_at_limit") > 0;
}

/// Time of a request that has the service for itself.
double ServingSearch::time_alone() {
  const auto load = [&](double rate, double in_flight) {
    const std::array changes{Change{"serving.rate", rate}, Change{"serving.concurrency", in_flight}};
    values_.change(changes);
  };
  load(absent, 1);
  const double time = of("serving.request_latency");
  load(base_["serving.rate"], in_flight_);
  return time;
}

bool ServingSearch::answers(const Split& split, double nodes) {
  if (!(held_.prefill_workers > 0))
    if (const auto fleet = fleet_of(split, {}, nodes)) {
      place(split, *fleet, nodes);
      if (is_met()) return true;
    }
  return std::any_of(readers_.begin(), readers_.end(), [&](const Split& reading) {
    const auto apart = best_apart(split, reading, nodes);
    return apart && apart->met;
  });
}

/// The fewest nodes on which a split does what is asked, from those that hold a replica to `most`.
double ServingSearch::fewest_of(const Split& split, double least, double most) {
  if (!(least <= most)) return absent;
  if (readers_.empty()) {
    // Limits that one request alone breaks are broken on any number of nodes.
    place(split, *first_fleet(split, least), least);
    if (!(of("serving.rate_at_limit") > 0)) return absent;
  }
  return first_number(least, most, [&](double nodes) { return answers(split, nodes); });
}

double ServingSearch::fewest_nodes(double most) {
  double holding = absent, enough = absent;
  for (const Split& each : splits_) {
    // Only fewer nodes than some split needs are worth a search.
    const double worth = is_absent(enough) ? most : enough - 1;
    const double least = first_number(
        std::ceil(each.gpus / per_node_), worth, [&](double nodes) { return holds_offloaded(each, nodes); });
    if (is_absent(least)) continue;
    holding = std::fmin(holding, least);
    if (!is_absent(enough) && !answers(each, worth)) continue;
    enough = std::fmin(enough, fewest_of(each, least, worth));
  }
  return is_absent(enough) ? holding : enough;
}

ServedLayout ServingSearch::layout_of(const Split& split, const Fleet& fleet, double nodes) {
  const auto& [workers, reading] = fleet.prefill;
  ServedLayout layout{split};
  layout.nodes = nodes;
  layout.gpus = split.gpus * fleet.replicas + workers * reading.gpus;
  layout.replicas = fleet.replicas;
  layout.prefill_workers = workers;
  layout.prefill = reading;
  return layout;
}

double ServingSearch::holding_nodes() const {
  double fewest = absent;
  for (const Split& each : splits_) fewest = std::fmin(fewest, std::ceil(each.gpus / per_node_));
  return fewest;
}

std::optional<ServedLayout> ServingSearch::nearest(double nodes) {
  std::optional<ServedLayout> nearest;
  double least = std::numeric_limits<double>::infinity();
  const std::vector<double> all_copies = copies();
  for (const double t : tensors())
    for (const double c : copies_beside(t, all_copies)) {
      const Split split = split_of(t, is_absent(held().pipeline) ? 1 : held().pipeline, c);
      const double workers = held_.prefill_workers > 0 ? held_.prefill_workers : 0;
      const Prefill prefill{workers, readers_.empty() ? split : readers_.front()};
      const Fleet fleet{replicas_beside(split, prefill, nodes), prefill};
      if (!(fleet.replicas >= 1)) continue;
      place(split, fleet, nodes);
      const double weights = of("serving.weights_per_gpu");
      if (!(weights < least)) continue;
      least = weights;
      nearest = layout_of(split, fleet, nodes);
    }
  return nearest;
}

std::optional<ServedLayout> ServingSearch::served(const Split& split, const Fleet& fleet, double nodes) {
  place(split, fleet, nodes);
  ServedLayout layout = layout_of(split, fleet, nodes);
  layout.met = is_met();
  layout.rate =
      layout.met && sought_ == Sought::best && is_judged_at_rate() ? reserve_ * wanted_ : of("serving.rate_at_limit");
  layout.answered = is_absent(in_flight_) ? layout.rate : of("serving.requests_per_second");
  layout.capacity = of("serving.capacity");
  layout.tpot = of("serving.tpot");
  layout.sequences = split.sequences;
  if (!(layout.rate > 0)) layout.alone = time_alone();
  return layout.capacity > 0 ? std::optional(layout) : std::nullopt;
}

std::vector<ServedLayout> ServingSearch::on(double nodes, Sought sought) {
  constexpr std::size_t many = 24;  // more than a page shows
  const bool told_first = splits_.size() > many && readers_.empty() && is_judged_at_rate();
  sought_ = told_first ? Sought::best : sought;
  const Better better{!is_absent(base_["serving.rate"])};
  std::vector<ServedLayout> all;
  const auto add = [&](const std::optional<ServedLayout>& layout) {
    if (layout) all.push_back(*layout);
  };
  for (const Split& split : splits_) {
    if (!(held_.prefill_workers > 0))
      if (const auto fleet = fleet_of(split, {}, nodes)) add(served(split, *fleet, nodes));
    for (const Split& reading : readers_) add(best_apart(split, reading, nodes));
  }
  std::stable_sort(all.begin(), all.end(), better);
  if (sought == Sought::best || !told_first) return all;
  sought_ = Sought::all;
  if (all.size() > many) all.resize(many);
  for (ServedLayout& each : all)
    for (const Split& split : splits_)
      if (static_cast<const ReplicaSplit&>(split) == each)
        if (const auto layout = served(split, *fleet_of(split, {}, nodes), nodes)) each = *layout;
  std::stable_sort(all.begin(), all.end(), better);
  return all;
}

}  // namespace llmsize
