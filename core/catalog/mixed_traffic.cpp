// SPDX-License-Identifier: Apache-2.0
#include "core/catalog/mixed_traffic.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace llmsize {
namespace {

constexpr InputKey input_key = "serving.input_tokens", output_key = "serving.output_tokens",
                   input_cv2_key = "serving.input_cv2", output_cv2_key = "serving.output_cv2",
                   ttft_key = "serving.ttft_limit", tpot_key = "serving.tpot_limit",
                   latency_key = "serving.latency_limit", turns_key = "traffic.turns", think_key = "traffic.think_time",
                   think_cv_key = "traffic.think_cv", active_key = "traffic.active_daily",
                   sessions_key = "traffic.sessions_per_day", prompts_key = "traffic.prompts",
                   reuse_key = "traffic.reuse_most", arrivals_key = "serving.arrival_cv2";
constexpr std::string_view percentile_key = "serving.limit_percentile";

/// The largest share first; of equal ones in the order of their words.
std::vector<SharedTraffic> in_order(std::vector<SharedTraffic> classes) {
  std::sort(classes.begin(), classes.end(), [](const SharedTraffic& a, const SharedTraffic& b) {
    return std::tie(b.share, a.word) < std::tie(a.share, b.word);
  });
  return classes;
}

bool are_equal(const std::vector<SharedTraffic>& classes) {
  return std::all_of(classes.begin(), classes.end(), [&](const SharedTraffic& each) {
    return std::abs(each.share - classes.front().share) < 1e-9;
  });
}

/// A class with all of its inputs: those of its entry, and defaults.
struct Member {
  const Entry* entry;
  double share;
  Values values{};

  explicit Member(const SharedTraffic& of) : entry(of.entry), share(of.share) {
    for (const InputAbout* about : numeric_inputs())
      if (about->initial) values.give(InputKey::find(about->key).value(), *about->initial);
    for (const Fact& fact : entry->facts)
      if (fact.number) values.give(InputKey::find(fact.key).value(), *fact.number);
    values.settle();
  }

  double operator[](InputKey key) const { return values[key]; }
  bool says(std::string_view key) const { return entry->find(key) != nullptr; }
  bool generates() const { return values[output_key] > 1; }
  /// Work without SLOs that arrives as it is served.
  bool is_offline() const { return !says(ttft_key) && !says(tpot_key) && !says(latency_key) && !says(arrivals_key); }
  double requests_per_user() const { return values[active_key] * values[sessions_key] * values[turns_key]; }
  /// The hit rate with unlimited memory.
  double reusable() const { return result_row("serving.prefix_hit_ceiling").value(Once(values, dependents())); }
};

class Mixture {
 public:
  explicit Mixture(const std::vector<SharedTraffic>& classes) : name_(name_of(classes)) {
    for (const SharedTraffic& each : classes) members_.emplace_back(each);
    require_together();
  }

  Entry entry(std::string id) && {
    entry_ = {"traffic", std::move(id), name_, {}, {}, {}};
    entry_.words.emplace_back("form", "several classes on the same replicas");
    add_lengths(input_key, input_cv2_key);
    add_lengths(output_key, output_cv2_key);
    add_sessions();
    add_users();
    for (const InputKey limit : {ttft_key, tpot_key, latency_key}) add_limit(limit);
    add_words();
    for (const Member& each : members_)
      for (const Fact& fact : each.entry->facts)
        if (fact.number && !entry_.find(fact.key)) add_mean(InputKey::find(fact.key).value());
    for (const Member& each : members_) entry_.classes.push_back(class_of(each));
    return std::move(entry_);
  }

 private:
  /// "70% chat, 30% agent"
  static std::string name_of(const std::vector<SharedTraffic>& classes) {
    std::vector<std::string> parts;
    parts.reserve(classes.size());
    for (const SharedTraffic& each : classes)
      parts.push_back(fmt::format("{} {}", share_text(each.share), each.entry->id));
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  [[noreturn]] void refuse(const std::string& why, const std::string& hint) const {
    throw BadInput(BadInput::Kind::usage, fmt::format("traffic of {}: {}", name_, why), hint);
  }

  /// The first class of which something is so and the first of which it is not, where there are both.
  template <class Is>
  void require_all_or_none(const Is& is, const std::string& why, const std::string& hint) const {
    const auto one = std::find_if(members_.begin(), members_.end(), is);
    const auto other = std::find_if_not(members_.begin(), members_.end(), is);
    if (one == members_.end() || other == members_.end()) return;
    refuse(fmt::format(fmt::runtime(why), one->entry->id, other->entry->id), hint);
  }

  void require_together() const {
    for (auto each = members_.begin(); each != members_.end(); ++each)
      if (std::any_of(members_.begin(), each, [&](const Member& other) { return other.entry->id == each->entry->id; }))
        refuse(fmt::format("{} comes twice", each->entry->id), "name each class once");
    require_all_or_none(
        [](const Member& each) { return each.generates(); }, "{} generates tokens, {} does not",
        "models that generate and models that embed or score are different ones: serve each on replicas of its own");
    require_all_or_none(
        [](const Member& each) { return each.is_offline(); }, "{} has neither SLOs nor an arrival variability, {} has",
        "offline work fills what others leave: plan it by itself, or see --day-curve");
  }

  template <class Of>
  double mean(const Of& of) const {
    double sum = 0;
    for (const Member& each : members_) sum += each.share * of(each);
    return sum;
  }
  double mean(InputKey key) const {
    return mean([&](const Member& each) { return each[key]; });
  }

  void add(InputKey key, double value, const std::string& how) {
    if (is_absent(value)) return;
    entry_.facts.push_back({std::string(key.text()), value, {}, fmt::format("mixture: {}", how), "derived"});
  }
  /// "70% × 1,155 (chat) + 30% × 123,450 (agent)"
  std::string sum_text(InputKey key) const {
    std::vector<std::string> parts;
    parts.reserve(members_.size());
    for (const Member& each : members_)
      parts.push_back(
          fmt::format("{} × {} ({})", share_text(each.share), pretty(each[key], about_of(key).unit), each.entry->id));
    return fmt::format("{}", fmt::join(parts, " + "));
  }
  void add_mean(InputKey key) { add(key, mean(key), sum_text(key)); }

  /// A number that varies inside classes and between them: mean and squared coefficient of variation.
  void add_lengths(InputKey key, InputKey cv2_key) {
    const double whole = mean(key);
    const double square = mean([&](const Member& each) { return each[key] * each[key] * (1 + each[cv2_key]); });
    add_mean(key);
    add(cv2_key, std::max(0.0, square / (whole * whole) - 1), "spread inside the classes and between them");
  }

  void add_sessions() {
    add(turns_key, 1 / mean([](const Member& each) { return 1 / each[turns_key]; }), "requests over sessions");
    const double pause = mean(think_key);
    const double square = mean([](const Member& each) {
      return each[think_key] * each[think_key] * (1 + each[think_cv_key] * each[think_cv_key]);
    });
    add_mean(think_key);
    add(think_cv_key, std::sqrt(std::max(0.0, square / (pause * pause) - 1)),
        "spread inside the classes and between them");
    for (const InputKey key :
         {InputKey("serving.shared_tokens"), InputKey("traffic.turn_tokens"), InputKey("traffic.kept_output"),
          InputKey("traffic.volatile_tokens"), arrivals_key})
      add_mean(key);
    double prompts = 0;
    for (const Member& each : members_) prompts += each[prompts_key];
    add(prompts_key, prompts, "those of all classes");
    add(reuse_key, mean([](const Member& each) { return each[input_key] * each[reuse_key]; }) / mean(input_key),
        "over prompt tokens");
  }

  /// As many users of each class as send its share of the requests.
  void add_users() {
    const double users_per_request = mean([](const Member& each) { return 1 / each.requests_per_user(); });
    const double active = mean([](const Member& each) { return each[active_key] / each.requests_per_user(); });
    add(active_key, active / users_per_request, "over users of each class");
    const double turns = 1 / mean([](const Member& each) { return 1 / each[turns_key]; });
    add(sessions_key, 1 / (active * turns), "of active users of each class, as many as send its share of the requests");
  }

  void add_limit(InputKey key) {
    double least = absent;
    std::string strictest;
    for (const Member& each : members_)
      if (!is_absent(each[key]) && !(least <= each[key])) {
        least = each[key];
        strictest = each.entry->id;
      }
    add(key, least, fmt::format("the strictest, that of {}; each class is judged by its own", strictest));
  }

  /// The strictest percentile; of other words those on which all agree that have one.
  void add_words() {
    const auto options = find_choice(percentile_key)->options;
    const Fact* strictest = nullptr;
    const auto rank = [&](const Fact& fact) {
      return std::find_if(options.begin(), options.end(), [&](const Option& each) { return each.word == fact.word; }) -
             options.begin();
    };
    for (const Member& each : members_)
      for (const Fact& fact : each.entry->facts)
        if (fact.key == percentile_key) {
          if (!strictest || rank(fact) > rank(*strictest)) strictest = &fact;
        } else if (!fact.number && !entry_.find(fact.key) && is_agreed(fact)) {
          entry_.facts.push_back(fact);
        }
    if (!strictest) return;
    Fact percentile = *strictest;
    percentile.source = "mixture: the strictest of the classes";
    entry_.facts.push_back(std::move(percentile));
  }
  bool is_agreed(const Fact& fact) const {
    return std::all_of(members_.begin(), members_.end(), [&](const Member& each) {
      const Fact* other = each.entry->find(fact.key);
      return !other || other->word == fact.word;
    });
  }

  TrafficClass class_of(const Member& member) const {
    TrafficClass one{member.entry->id, member.entry->name, member.share, {}, {}};
    for (const InputKey key : own_of_class) one.own_of(key) = member[key];
    for (const InputKey key : {input_key, output_key, ttft_key, tpot_key, latency_key}) {
      const Fact* all = entry_.find(key);
      one.scale_of(key) = all ? member[key] / *all->number : absent;
    }
    const double reusable =
        mean([](const Member& each) { return each[input_key] * each.reusable(); }) / mean(input_key);
    for (const InputKey key : {InputKey("serving.prefix_hit"), InputKey("serving.prefix_hit_gpu")})
      one.scale_of(key) = reusable > 0 ? member.reusable() / reusable : 1;
    return one;
  }

  std::string name_;
  std::vector<Member> members_{};
  Entry entry_{};
};

}  // namespace

std::string id_of_mixture(const std::vector<SharedTraffic>& classes) {
  std::vector<std::string> parts;
  for (const SharedTraffic& each : in_order(classes))
    parts.push_back(are_equal(classes) ? each.word : fmt::format("{}:{:.6g}", each.word, each.share));
  return fmt::format("{}", fmt::join(parts, ","));
}

Entry mixed_traffic(const std::vector<SharedTraffic>& classes) {
  return Mixture(in_order(classes)).entry(id_of_mixture(classes));
}

}  // namespace llmsize
