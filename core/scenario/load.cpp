// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/load.hpp"

#include "core/files/bad_input.hpp"
#include "core/inputs/traffic.hpp"
#include "core/scenario/one_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace llmsize {
namespace {

constexpr std::string_view rate = "serving.rate", concurrency = "serving.concurrency", target = "goal.request_rate",
                           token_target = "goal.tokens_per_second", users = "traffic.users",
                           by_day = "traffic.requests_per_day", sessions = "serving.sessions";

/// Two inputs that state one load, and why they cannot both.
struct Rivals {
  std::string_view one, other, why;
};

constexpr std::string_view kept_in_flight = "requests come at a rate, or a number of them is kept in flight",
                           of_users = "users set a request rate";
constexpr Rivals rivals[] = {
    {rate, concurrency, kept_in_flight}, {rate, users, of_users},         {rate, by_day, of_users},
    {concurrency, users, of_users},      {concurrency, by_day, of_users}, {target, users, of_users},
    {target, by_day, of_users}};

}  // namespace

void refuse_two_loads(const Scenario& scenario) {
  for (const Rivals& both : rivals) {
    const Scenario::Said *one = scenario.find(both.one), *other = scenario.find(both.other);
    if (one && other)
      throw BadInput(
          BadInput::Kind::usage,
          fmt::format("{} and {}: one of them is the load; {}", one->giver, other->giver, both.why));
  }
}

void make_way(Scenario& scenario, std::string_view key) {
  for (const Rivals& both : rivals) {
    if (both.one == key) scenario.unset(both.other);
    if (both.other == key) scenario.unset(both.one);
  }
}

bool says_load(const Scenario& scenario) {
  const auto says = [&](std::string_view key) { return scenario.find(key) != nullptr; };
  constexpr std::string_view loads[] = {rate, concurrency, "serving.batch", users, by_day};
  if (std::any_of(std::begin(loads), std::end(loads), says)) return true;
  const Scenario::Said* open = scenario.find(sessions);
  return open && open->value.number > 0 && !says(target) && !says(token_target);
}

bool is_load_of_active_users(const Case& plan) {
  const double sent = plan["serving.rate"];
  const double daily = in_base_units(traffic::daily_rate(plan.values));
  return sent > 0 && !plan.has("serving.rate") && !(sent <= daily);
}

bool has_latency_slo(const Case& plan) {
  constexpr InputKey limits[] = {"serving.ttft_limit", "serving.latency_limit"};
  // A first token has no TPOT.
  const bool limits_tokens = plan["serving.tpot_limit"] > 0 && !(plan["serving.output_tokens"] <= 1);
  return limits_tokens ||
         std::any_of(std::begin(limits), std::end(limits), [&](InputKey limit) { return plan[limit] > 0; });
}

}  // namespace llmsize
