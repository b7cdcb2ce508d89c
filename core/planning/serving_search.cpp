// SPDX-License-Identifier: Apache-2.0
// Tries all splits of a served model.
#include "core/planning/serving_search.hpp"

#include "core/registry/broken.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace llmsize {
namespace {

constexpr InputKey tensor_key = "layout.tensor", pipeline_key = "layout.pipeline", copies_key = "layout.attention_data",
                   experts_key = "layout.expert", gpus_key = "cluster.gpus", nodes_key = "cluster.nodes",
                   readers_key = "serving.prefill_workers", decoders_key = "serving.decode_workers";
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

  /// Whether replicas that only read prompts gain more than a tenth, which is less than a prediction tells apart.
  bool gains(const ServedLayout& apart, const ServedLayout& together) const {
    if (apart.met != together.met) return apart.met;
    if (keeps(apart) != keeps(together)) return keeps(apart);
    constexpr double told_apart = 0.9;
    return told_apart * worth(apart) > worth(together);
  }

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
        layout.pipeline + layout.readers, layout.gpus / layout.replicas};
  }
};

}  // namespace

const std::vector<std::string_view>& split_keys() {
  static const std::vector<std::string_view> keys{tensor_key.text(),  pipeline_key.text(), copies_key.text(),
                                                  experts_key.text(), "layout.data",       decoders_key.text()};
  return keys;
}

HeldSplit::HeldSplit(const Scenario& scenario)
    : tensor(stated(scenario, tensor_key)),
      pipeline(stated(scenario, pipeline_key)),
      copies(stated(scenario, copies_key)),
      experts(stated(scenario, experts_key)),
      data(stated(scenario, "layout.data")),
      replicas(stated(scenario, decoders_key)),
      gpus(stated(scenario, gpus_key)) {
  if (const double readers = stated(scenario, readers_key); !is_absent(readers)) replicas += readers;
  if (is_absent(copies)) copies = experts;
}

/// Of two replicas the one with fewer stages is enough where it takes no more GPUs, unless its weights leave so little
/// room that each of its GPUs has not even a share of the other's sequences.
bool ServingSearch::Split::is_enough_for(const Split& other) const {
  return pipeline < other.pipeline && gpus <= other.gpus &&
         worthy_room * sequences_per_gpu() >= other.sequences_per_gpu();
}

ServingSearch::ServingSearch(const Case& base, const HeldSplit& held, bool apart)
    : base_(base),
      values_(base.values, dependents()),
      held_(held),
      apart_(apart),
      per_node_(base["node.gpus"]),
      domain_(std::fmax(per_node_, of("training.domain_gpus"))),
      context_(base["layout.context"]),
      wanted_(of("serving.wanted_rate")),
      in_flight_(base["serving.concurrency"]) {
  find_splits();
}

bool ServingSearch::breaks(FindingId id) { return is_broken(id, values_); }

ServingSearch::Split ServingSearch::split_of(double tensor, double pipeline, double copies) const {
  const double experts = is_absent(held_.experts) ? copies : held_.experts;
  return {tensor, pipeline, copies, experts, tensor * pipeline * copies * context_, 0};
}

/// Whether degrees that nobody says break no rule, whatever those are that somebody says.
bool ServingSearch::divide(double tensor, double pipeline, double copies) {
  place({tensor, pipeline, copies, copies, tensor * pipeline * copies * context_}, 1, 1, 0);
  return !breaks("layout.indivisible");
}

void ServingSearch::place(const Split& split, double replicas, double nodes, double readers) {
  const std::array changes{Change{tensor_key, split.tensor}, Change{pipeline_key, split.pipeline},
                           Change{copies_key, split.copies}, Change{experts_key, split.experts},
                           Change{readers_key, readers},     Change{gpus_key, split.gpus * replicas},
                           Change{nodes_key, nodes}};
  values_.change(changes);
}

std::vector<double> ServingSearch::tensors() {
  if (!is_absent(held_.tensor)) return {held_.tensor};
  std::vector<double> all;
  for (double t = 1; t <= std::min(largest_tensor, domain_); ++t)
    if ((std::fmod(domain_, t) == 0 || is_power_of_two(t)) && divide(t, 1, 1)) all.push_back(t);
  return all;
}

std::vector<double> ServingSearch::copies() {
  if (!is_absent(held_.copies)) return {held_.copies};
  std::vector<double> all;
  const double most = base_["model.moe_layers"] > 0 ? base_["model.experts"] : 1;
  for (double c = 1; c <= most; ++c)
    if (divide(1, 1, c)) all.push_back(c);
  return all;
}

/// Runs of equal length, or where layers have few divisors powers of two.
std::vector<double> ServingSearch::stages() {
  if (!is_absent(held_.pipeline)) return {held_.pipeline};
  constexpr double usual = 16;
  const double layers = base_["model.layers"], most = is_absent(layers) ? usual : layers;
  std::vector<double> all;
  for (double p = 1; p <= most; ++p)
    if ((std::fmod(most, p) == 0 || (p <= usual && is_power_of_two(p))) && divide(1, p, 1)) all.push_back(p);
  return all;
}

/// The fewest stages that hold the model, and more where these give each GPU room for far more sequences.
void ServingSearch::add_stages(const Split& split, const std::vector<double>& stages) {
  Split staged;
  double least = 0;
  const auto holds = [&](double p) {
    staged = split_of(split.tensor, p, split.copies);
    place(staged, 1, 1, 0);
    staged.sequences = of("serving.max_batch");
    return staged.sequences >= 1 && staged.sequences_per_gpu() >= least;
  };
  for (auto from = stages.begin(); from != stages.end();) {
    const auto at = std::partition_point(from, stages.end(), [&](double p) { return !holds(p); });
    if (at == stages.end() || !holds(*at)) return;
    splits_.push_back(staged);
    least = worthy_room * staged.sequences_per_gpu();
    from = at + 1;
  }
}

void ServingSearch::find_splits() {
  const std::vector<double> all_copies = copies(), all_stages = stages();
  for (const double t : tensors())
    for (const double c : all_copies) {
      ++tried_;
      add_stages(split_of(t, 1, c), all_stages);
    }
  const std::vector<Split> all = splits_;
  std::erase_if(splits_, [&](const Split& each) {
    return std::any_of(all.begin(), all.end(), [&](const Split& other) { return other.is_enough_for(each); });
  });
}

/// As many as find room: a replica lies inside one scale-up domain, or has whole ones.
double ServingSearch::replicas_on(const Split& split, double nodes) const {
  const double gpus = nodes * per_node_, each = split.gpus;
  double room = std::floor(gpus / domain_) * std::floor(domain_ / each) + std::floor(std::fmod(gpus, domain_) / each);
  if (each > domain_) {
    const double whole = domain_ * std::ceil(each / domain_);
    room = std::floor((gpus + whole - each) / whole);
  }
  if (!is_absent(held_.gpus)) room = std::min(room, std::floor(held_.gpus / each));
  const double held = is_absent(held_.data) ? held_.replicas : held_.data / split.copies;
  if (is_absent(held)) return room;
  return held <= room && held == std::floor(held) ? held : 0;
}

/// Whether so many nodes have a replica, and their CPU memory and drives room for what is offloaded.
bool ServingSearch::holds_offloaded(const Split& split, double nodes) {
  const double replicas = replicas_on(split, nodes);
  if (!(replicas >= 1)) return false;
  place(split, replicas, nodes, 0);
  return !breaks("memory.cpu_overflow") && !breaks("memory.nvme_overflow");
}

/// Numbers of replicas that only read prompts, where these are open: their share of the work, and one more or less.
std::vector<double> ServingSearch::readers_apart(const Split& split, double replicas, double nodes) {
  if (!apart_ || replicas < 2) return {};
  place(split, replicas, nodes, 1);
  const double reading = 1 / of("serving.prefill_rate");
  const double decoding = of("serving.decode_replicas") / of("serving.capacity");
  const double share = std::round(replicas * reading / (reading + decoding));
  std::vector<double> some;
  for (const double readers : {share - 1, share, share + 1})
    if (readers >= 1 && readers < replicas) some.push_back(readers);
  return some;
}

/// Whether what is placed does what is asked: the wanted rate, so many requests in flight that all run, limits.
bool ServingSearch::is_met() {
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
  const double replicas = replicas_on(split, nodes);
  if (!(replicas >= 1)) return false;
  const auto with = [&](double readers) {
    place(split, replicas, nodes, readers);
    return is_met();
  };
  if (with(base_[readers_key])) return true;
  const std::vector<double> apart = readers_apart(split, replicas, nodes);
  return std::any_of(apart.begin(), apart.end(), with);
}

/// The fewest nodes on which a split does what is asked, from those that hold a replica to `most`.
double ServingSearch::fewest_of(const Split& split, double least, double most) {
  if (!(least <= most)) return absent;
  // Limits that one request alone breaks are broken on any number of nodes.
  place(split, replicas_on(split, least), least, base_[readers_key]);
  if (!(of("serving.rate_at_limit") > 0)) return absent;
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

ServedLayout ServingSearch::layout_of(const Split& split, double replicas, double nodes, double readers) {
  ServedLayout layout{split.tensor, split.pipeline, split.copies, split.experts};
  layout.nodes = nodes;
  layout.gpus = split.gpus * replicas;
  layout.replicas = replicas;
  layout.readers = readers;
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
    for (const double c : all_copies) {
      const Split split = split_of(t, is_absent(held_.pipeline) ? 1 : held_.pipeline, c);
      const double replicas = replicas_on(split, nodes);
      if (!(replicas >= 1)) continue;
      place(split, replicas, nodes, base_[readers_key]);
      const double weights = of("serving.weights_per_gpu");
      if (!(weights < least)) continue;
      least = weights;
      nearest = layout_of(split, replicas, nodes, base_[readers_key]);
    }
  return nearest;
}

std::optional<ServedLayout> ServingSearch::served(const Split& split, double replicas, double nodes, double readers) {
  place(split, replicas, nodes, readers);
  ServedLayout layout = layout_of(split, replicas, nodes, readers);
  layout.rate = of("serving.rate_at_limit");
  layout.answered = is_absent(in_flight_) ? layout.rate : of("serving.requests_per_second");
  layout.capacity = of("serving.capacity");
  layout.tpot = of("serving.tpot");
  layout.sequences = split.sequences;
  layout.met = is_met();
  if (!(layout.rate > 0)) layout.alone = time_alone();
  return layout.capacity > 0 ? std::optional(layout) : std::nullopt;
}

std::vector<ServedLayout> ServingSearch::on(double nodes) {
  const Better better{base_.has("serving.rate")};
  std::vector<ServedLayout> all;
  for (const Split& split : splits_) {
    const double replicas = replicas_on(split, nodes);
    if (!(replicas >= 1)) continue;
    const auto together = served(split, replicas, nodes, base_[readers_key]);
    if (!together) continue;
    all.push_back(*together);
    for (const double readers : readers_apart(split, replicas, nodes)) {
      ++tried_;
      const auto apart = served(split, replicas, nodes, readers);
      if (apart && better.gains(*apart, *together)) all.push_back(*apart);
    }
  }
  std::stable_sort(all.begin(), all.end(), better);
  return all;
}

}  // namespace llmsize
