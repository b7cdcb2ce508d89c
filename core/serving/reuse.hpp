// SPDX-License-Identifier: Apache-2.0
// The hit rate of the prefix cache, from its room and the traffic: prefixes rest in least-recently-used order, so that
// each is found if its session returns before a characteristic time (Che's approximation).
#pragma once

#include "core/serving/findings.hpp"
#include "core/serving/lengths.hpp"
#include "core/serving/users.hpp"

namespace llmsize::serving {

inline constexpr std::string_view reuse_source =
    "Che, Tung and Wang 2002: an LRU cache forgets at one age; within 1 point of replayed public traces, 6 points "
    "where fewer than 20 sessions fit";

/// Requests of a session that have one before them, over all.
template <class Case>
auto returning(const Case& x) {
  return 1.0 - 1.0 / traffic::turns(x);
}
/// Tokens of a session that its next turn resends, without the system prompt.
template <class Case>
auto grown_context(const Case& x) {
  return traffic::turns(x) * (turn_tokens(x) + kept_output(x));
}
/// The part of a prompt that was sent before, if nothing is forgotten: of the system prompt, and of the conversation.
template <class Case>
auto resent(const Case& x) {
  return shared_tokens(x) + returning(x) * grown_context(x);
}

/// The hit rate of such requests with unlimited memory.
template <class Requests>
auto hit_ceiling_of(const Requests& requests) {
  const auto prompt = larger(1.0, input_tokens(requests));
  const auto own = smaller(1.0, (turn_tokens(requests) + traffic::volatile_tokens(requests)) / prompt);
  return smaller(traffic::reuse_most(requests), smaller(1.0 - own, resent(requests) / prompt));
}

inline constexpr auto prefix_hit_ceiling = formula<"serving.prefix_hit_ceiling", Count>(
    {.symbol = "η_max",
     .title = "Prefix-cache hit rate with unlimited memory",
     .why = "Fraction of the mean prompt that an earlier request sent: the system prompt, and the conversation before "
            "this turn. The tokens of the turn are new.",
     .source = "derived: prompts of a session grow by each turn; limited by the traffic class",
     .unit = Unit::ratio},
    [](const auto& x) { return over_prompt_tokens(x, [](const auto& each) { return hit_ceiling_of(each); }); });

/// Caches that do not know what the others hold.
template <class Case>
auto pools(const Case& x) {
  return choose(is_on(store_tier(x), Tier::shared), 1.0, decode_replicas(x));
}
/// Pools among which a session finds a replica by chance: one where the router knows its prefix.
template <class Case>
auto blind_pools(const Case& x) {
  return choose(equal(router(x), code(Router::prefix)), 1.0, pools(x));
}
/// Of the turns of a session, the share that a later one on the same replica follows.
template <class Case>
auto revisited(const Case& x) {
  return returning(x) / (blind_pools(x) * (1.0 - returning(x)) + returning(x));
}
/// Turns until then.
template <class Case>
auto turns_between(const Case& x) {
  return 1.0 / (1.0 - returning(x) * (1.0 - 1.0 / blind_pools(x)));
}
/// Mean time until then, and 1 + CV² of it.
template <class Case>
auto gap(const Case& x) {
  return turns_between(x) * (request_latency(x) + traffic::think_time(x));
}
template <class Case>
auto gap_spread(const Case& x) {
  return 1.0 + squared(traffic::think_cv(x)) / turns_between(x);
}

/// How many standard deviations of its logarithm a time lies above the middle gap.
template <class Time, class Case>
auto deviations(const Time& time, const Case& x) {
  const auto deviation = power(log_of(gap_spread(x)), 0.5);
  return log_of(larger(1e-12, time / gap(x))) / deviation + deviation / 2.0;
}

inline constexpr auto returned_within = function<"serving.returned_within", Count(Seconds)>(
    {.symbol = "F",
     .title = "Sessions that return within t",
     .why = "Fraction of the times between turns on one replica that are shorter. They are log-normal.",
     .source = reuse_source,
     .unit = Unit::ratio,
     .of = "t"},
    [](const auto& x, const auto& time) { return normal_share(deviations(time, x)); });

/// Tokens that such requests leave in the cache, each for so long at most.
template <class Requests, class Time>
auto held_by(const Requests& requests, const Time& time) {
  const auto deviation = power(log_of(gap_spread(requests)), 0.5);
  const auto shorter = gap(requests) * normal_share(deviations(time, requests) - deviation);
  const auto kept = shorter + time * (1.0 - returned_within(requests, time));
  const auto conversation = grown_context(requests) + traffic::volatile_tokens(requests);
  const auto sessions_held =
      requests_per_second(requests) * (revisited(requests) * kept + (1.0 - revisited(requests)) * time);
  const auto caches = pools(requests) * traffic::prompts(requests);
  const auto prompts_held = 1.0 - exp(0.0 - requests_per_second(requests) * time / caches);
  return conversation * sessions_held + caches * shared_tokens(requests) * prompts_held;
}

inline constexpr auto held_tokens_at = function<"serving.held_tokens_at", Count(Seconds)>(
    {.symbol = "C_t",
     .title = "Tokens that a prefix cache of age t holds",
     .why = "Conversations until they return or are t old, those of ended sessions for t, and system prompts in each "
            "cache.",
     .source = reuse_source,
     .of = "t"},
    [](const auto& x, const auto& time) {
      return sum_of_classes(x, [&](const auto& each) { return held_by(each, time); });
    });

inline constexpr auto reuse_room = formula<"serving.reuse_room", Count>(
    {.symbol = "C_tok",
     .title = "Prefix-cache capacity (tokens)",
     .why = "Tokens of KV cache that fit in GPU memory besides the running sequences, or on the offload tier if that "
            "holds more. The tier keeps copies of what the GPUs hold.",
     .source = "derived: free bytes over KV bytes per token"},
    [](const auto& x) {
      const auto each = spread_cache(layout::attention_data(x), model::kv_bytes_per_token(x), x) / layout::pipeline(x);
      const auto on_gpus = decode_replicas(x) * layout::attention_data(x) * free_cache(x) / larger(1e-3 * byte, each);
      const auto below_gpus = otherwise(kv_store_room(x) / larger(1e-3 * byte, model::kv_bytes_per_token(x)), 0.0);
      return choose(is_on(store_tier(x), Tier::gpu), on_gpus, larger(on_gpus, below_gpus));
    });

inline constexpr auto cache_age_for = solve<"serving.cache_age_for", Seconds()>(
    {.symbol = "T_C",
     .title = "Age at which a full prefix cache evicts",
     .why = "The age at which conversations and system prompts fill the cache.",
     .source = reuse_source},
    nothing_else, ages,
    [](const auto& x, const auto& time) { return held_tokens_at(x, time) / larger(1.0, reuse_room(x)) - 1.0; });

inline constexpr auto cache_age = formula<"serving.cache_age", Seconds>(
    {.symbol = "T_lru",
     .title = "Prefix-cache lifetime (LRU)",
     .why = "Time after which an unused prefix is evicted: when the cache is full, or at the KV-cache TTL.",
     .source = reuse_source},
    [](const auto& x) {
      const auto oldest = 1e9 * second;
      const auto evicted = where(
          less(reuse_room(x), held_tokens_at(x, oldest)), [&] { return cache_age_for(x); }, oldest);
      return smaller(otherwise(kv_residence(x), oldest), evicted);
    });

/// The share of the mean prompt of such requests that a cache finds which forgets at an age.
template <class Requests, class Age, class Ceiling>
auto hit_at(const Requests& requests, const Age& age, const Ceiling& ceiling) {
  const auto back = returned_within(requests, age);
  const auto untouched =
      exp(0.0 - requests_per_second(requests) * age / (pools(requests) * traffic::prompts(requests)));
  const auto prompt_found =
      (1.0 - returning(requests)) * (1.0 - untouched) + returning(requests) * (1.0 - untouched * (1.0 - back));
  const auto found = shared_tokens(requests) * prompt_found + grown_context(requests) * revisited(requests) * back;
  return smaller(ceiling, found / larger(1.0, input_tokens(requests)));
}

inline constexpr auto prefix_hit_expected = formula<"serving.prefix_hit_expected", Count>(
    {.symbol = "η_C",
     .title = "Prefix-cache hit rate from memory and traffic",
     .why = "Fraction of the mean prompt that is found: conversations that return in time, and system prompts.",
     .source = reuse_source,
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto age = cache_age(x);
      return over_prompt_tokens(x, [&](const auto& each) {
        if constexpr (is_class<std::decay_t<decltype(each)>>)
          return hit_at(each, age, hit_ceiling_of(each));
        else
          return hit_at(each, age, prefix_hit_ceiling(each));
      });
    });

inline constexpr auto few_contexts = finding<"serving.few_contexts">(
    {.severity = Severity::info,
     .sentence = "The prefix cache of {serving.reuse_room} tokens holds fewer than 20 conversations. Its hit rate is "
                 "uncertain by 6 points."},
    [](const auto& x) {
      const auto left = least_of_classes(x, [&](const auto& requests) {
        const auto each = larger(1.0, grown_context(requests) + shared_tokens(requests));
        return choose(less(1.0, traffic::turns(requests)), reuse_room(x) / each - 20.0, 0.0);
      });
      return judged_here(x, left);
    });

inline constexpr auto hit_above_ceiling = finding<"serving.prefix_hit_high">(
    {.severity = Severity::warning,
     .sentence = "A prefix-cache hit rate of {serving.prefix_hit} is above the most that {traffic.turns} turns per "
                 "session and the system prompt give.",
     .remedy = "Lower --prefix-hit, or set more turns or a longer system prompt.",
     .brief = "prefix-cache hit rate too high",
     .check = "Prefix-cache hit rate"},
    [](const auto& x) {
      constexpr double rounding = 0.005;
      return judged_here(
          x, choose(less(1.0, traffic::turns(x)), prefix_hit_ceiling(x) + rounding - prefix_hit(x), 0.0));
    });

inline constexpr auto prefix_too_long = finding<"serving.shared_prefix_long">(
    {.severity = Severity::warning,
     .sentence = "The system prompt of {serving.shared_tokens} tokens is longer than the mean prompt of "
                 "{serving.input_tokens} tokens.",
     .remedy = "Prompts contain the system prompt: set a longer --isl or a shorter --shared-prefix.",
     .brief = "system prompt longer than the prompts",
     .check = "System prompt length"},
    [](const auto& x) {
      const auto left = least_of_classes(
          x, [](const auto& each) { return otherwise(input_tokens(each) - shared_tokens(each), 0.0); });
      return judged_here(x, left);
    });

inline constexpr auto tier_without_room = finding<"serving.kv_tier_missing">(
    {.severity = Severity::warning,
     .sentence =
         "The KV cache is offloaded to {serving.store_tier} storage of unknown capacity. No prefix-cache hits are "
         "counted on.",
     .remedy = "Name the storage, e.g. --storage ddn-ai400x2.",
     .brief = "KV-cache offload tier unknown",
     .check = "KV cache offload tier"},
    [](const auto& x) {
      const auto asked = is_on(store_tier(x), Tier::shared) * less(1.0, traffic::turns(x));
      const auto known_bytes = otherwise(storage::capacity(x), 0.0 * byte) - 1.0 * byte;
      return judged_here(x, choose(asked, known_bytes, 0.0 * byte));
    });

inline constexpr auto reuse_formulas = std::tie(prefix_hit_ceiling, reuse_room, cache_age, prefix_hit_expected);
inline constexpr auto reuse_functions = std::tie(returned_within, held_tokens_at, cache_age_for);
inline constexpr auto reuse_findings = std::tie(few_contexts, hit_above_ceiling, prefix_too_long, tier_without_room);

}  // namespace llmsize::serving
