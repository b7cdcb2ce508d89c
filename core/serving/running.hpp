// SPDX-License-Identifier: Apache-2.0
// How many sequences a replica decodes together, and the queue of the prompts that come meanwhile. All of it is told by
// the sequences of a step: they say how long a step takes, and that how many requests per second keep as many in it.
// A rate is answered by the sequences that it keeps.
#pragma once

#include "core/inputs/goal.hpp"
#include "core/serving/streamed.hpp"

namespace llmsize::serving {

inline constexpr std::string_view load_source = "Little 1961: concurrency = arrival rate × residence time";
inline constexpr std::string_view queue_source =
    "Pollaczek and Khinchine for one server, Sakasegawa 1977 for several; prefill chunks share steps with decodes "
    "(Agrawal et al. 2023, Sarathi)";

/// What of the weights and caches that so many sequences need from slower tiers a step does not hide.
template <class Sequences, class Step, class Case>
auto unhidden(const Sequences& sequences, const Step& step, const Case& x) {
  const auto lives = memory::activations_tier(x);
  const auto held = spread_cache(passing(sequences, x), cache_read_of(context_tokens(x), x), x) / layout::pipeline(x);
  const auto cache = larger(tier::reading_time(lives, held, x), held / path::cache_rate(x));
  const auto streams = choose(
                           is_on(memory::parameters_tier(x), Tier::gpu), 0.0 * second,
                           offload::weights_stream(offload::pass_read(x), x)) +
                       choose(is_on(lives, Tier::gpu), 0.0 * second, cache);
  return choose(less(0.0 * second, streams), offload::exposed(streams, step, x), 0.0 * second);
}

inline constexpr auto token_time_at = function<"serving.token_time_at", Seconds(Count)>(
    {.symbol = "τ",
     .title = "Decode time per token at batch size B",
     .why = "Step time with draft tokens and exposed weight streaming, divided by the accepted tokens per step.",
     .source = load_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto step = step_at(x, sequences) * (1.0 + draft_tokens(x) * draft_cost(x));
      return (step + unhidden(sequences, step, x)) / accepted_tokens(x);
    });

/// A request that is decoded is in every step of its own.
template <class Sequences, class Case>
auto own_token_time(const Sequences& sequences, const Case& x) {
  return token_time_at(x, larger(1.0, sequences));
}
/// A step with its drafts and streams.
template <class Sequences, class Case>
auto whole_step(const Sequences& sequences, const Case& x) {
  return accepted_tokens(x) * own_token_time(sequences, x);
}

/// Tokens of a prompt that a step takes in beside so many sequences of a replica.
template <class Sequences, class Case>
auto chunk_room(const Sequences& sequences, const Case& x) {
  return larger(chunk(x) - sequences / layout::attention_data(x), engine::least_chunk(x) * chunk(x));
}

/// Time of the steps of decodes that a prompt shares.
template <class Sequences, class Case>
auto shared_steps(const Sequences& sequences, const Case& x) {
  const auto steps = whole_step(sequences, x) * fresh_tokens(x) / chunk_room(sequences, x);
  return choose(reads_apart(x), 0.0 * second, steps);
}
/// Prompts that share a launch on a copy of attention: in a step as many come as sequences of it end.
template <class Sequences, class Case>
auto sharing_launch(const Sequences& sequences, const Case& x) {
  const auto each = larger(1e-6, sequences / (layout::attention_data(x) * output_tokens(x)));
  return each / (1.0 - exp(0.0 - each));
}

/// Copies of attention that read together over those found: as many as prompts that come while a pass lasts, one at
/// least. Two bounds, bent into one another as simulations of passes are.
inline constexpr auto joining = [](const auto& x, const auto& sequences, const auto& alone, const auto& each,
                                   const auto& steps, const auto& copies) {
  constexpr double bend_of_passes = 3;
  const auto reading = alone + (copies - 1.0) * each;
  const auto decoding = output_tokens(x) * own_token_time(sequences, x);
  const auto coming = sequences * (reading + steps) / (decoding + sequences * reading / copies);
  return smooth_larger(1.0, coming, bend_of_passes) - copies;
};

inline constexpr auto together_for = solve<"serving.together_for", Count(Count, Seconds, Seconds, Seconds)>(
    {.symbol = "δ",
     .title = "Attention-DP ranks in a joint prefill pass",
     .why = "A pass takes t_a on one rank and t_e for each further rank, interleaved with decode steps of t_d. In "
            "balance, as many prompts arrive per pass as it processes.",
     .source = "derived: balance of passes; within 10% of simulations with 2 to 16 ranks",
     .of = "B, t_a, t_e, t_d"},
    [](const auto&, const auto&...) { return 1.0; }, [](const auto& x, const auto&...) { return most_together(x); },
    joining);

inline constexpr auto together_at = function<"serving.together_at", Count(Count)>(
    {.symbol = "δ_B",
     .title = "Attention-DP ranks that prefill together",
     .why = "A prompt that arrives during a pass joins the next pass. All ranks join if prompts always wait.",
     .source = "derived: a balance of passes",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      return where(
          less(1.0, layout::attention_data(x)),
          [&] {
            const auto most = most_together(x), sharing = sharing_launch(sequences, x);
            const auto alone = reading_at(x, sequences, 1.0, sharing) / layout::pipeline(x);
            const auto all = reading_at(x, sequences, most, sharing) / layout::pipeline(x);
            const auto each = (all - alone) / larger(1e-9, most - 1.0);
            const auto steps = whole_step(sequences, x);
            return where(
                less(joining(x, sequences, alone, each, steps, most), 0.0),
                [&] { return together_for(x, sequences, alone, each, steps); }, most);
          },
          1.0);
    });

/// How prompts come at random.
template <class Sequences, class Case>
auto at_random(const Sequences& sequences, const Case& x) {
  return Coming{together_at(x, sequences), sharing_launch(sequences, x)};
}

inline constexpr auto prompt_time_at = function<"serving.prompt_time_at", Seconds(Count)>(
    {.symbol = "w",
     .title = "Prefill time per prompt at batch size B",
     .why =
         "Time that one prompt adds to decode steps of B sequences, with random arrivals. Zero with prefill workers.",
     .source = pass_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      return where(
          1.0 - reads_apart(x), [&] { return time_per_prompt(sequences, at_random(sequences, x), x); }, 0.0 * second);
    });

inline constexpr auto kept_rate_at = function<"serving.kept_rate_at", PerSecond(Count)>(
    {.symbol = "λ_B",
     .title = "Request rate that sustains batch size B",
     .why =
         "Requests per second of one replica: B over the decode residence time, including prefills of other requests.",
     .source = load_source,
     .unit = Unit::requests_per_second,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto decoding = output_tokens(x) * own_token_time(sequences, x);
      return sequences / (decoding + sequences * prompt_time_at(x, sequences));
    });

/// Rate at which a GPU loads from shared storage where so many requests per second load their prompts: alone, what its
/// replica takes of the storage, and of that what others leave; never less than its share where all load at once.
template <class Rate, class Case>
auto shared_load_rate(const Rate& rate, const Case& x) {
  const auto gpus = layout::tensor(x) * layout::pipeline(x);
  const auto nodes = larger(1.0, gpus / tier::gpus_in_node(x));
  const auto alone = tier::through_node(storage::offload_share(x) * tier::store_reading(nodes, x) / gpus, x);
  const auto all = storage::offload_share(x) * tier::store_read_rate(x);
  const auto busy = rate * loaded_tokens(x) * model::kv_bytes_per_token(x) / all;
  return larger(tier::shared_read_rate(x), (1.0 - busy) * alone);
}

/// Whether hits are loaded from a tier below GPU memory.
template <class Case>
auto loads_hits(const Case& x) {
  return less(0.0, prefix_hit(x)) * below(store_tier(x), Tier::gpu);
}

inline constexpr auto kv_load_at = function<"serving.kv_load_at", Seconds(PerSecond)>(
    {.symbol = "t_load",
     .title = "KV load time at a request rate",
     .why = "Time to load the KV blocks of a prompt that the offload tier holds. Requests of other replicas load from "
            "shared storage, too.",
     .source = "derived: bytes over bandwidth; processor sharing (Kleinrock 1967), at least an equal share",
     .of = "λ"},
    [](const auto& x, const auto& rate) {
      const auto bytes = loaded_tokens(x) * model::kv_bytes_per_token(x) / (layout::tensor(x) * layout::pipeline(x));
      const auto from = store_tier(x);
      return where(
          loads_hits(x),
          [&] {
            return where(
                is_on(from, Tier::shared), [&] { return bytes / shared_load_rate(rate, x); },
                tier::reading_time(from, bytes, x));
          },
          0.0 * second);
    });
/// Requests per second of all replicas, where each runs so many sequences.
template <class Sequences, class Case>
auto all_requests(const Sequences& sequences, const Case& x) {
  return decode_replicas(x) * kept_rate_at(x, sequences);
}

/// Replicas that read prompts, and their copies of attention, behind one router.
template <class Case>
auto reading_replicas(const Case& x) {
  return choose(reads_apart(x), larger(1.0, prefill_workers(x)), decode_replicas(x));
}
template <class Case>
auto readers(const Case& x) {
  return reading_replicas(x) * layout::attention_data(reader(x));
}
/// Readers that share a queue, as it seems to who waits.
template <class Case>
auto pooled_readers(const Case& x) {
  const auto some =
      choose(equal(router(x), code(Router::least)), readers(x), smaller(engine::pooled_by_two(x), readers(x)));
  return choose(equal(router(x), code(Router::random)), 1.0, some);
}

/// Time of the passes in which a prompt is read, stages of a pipeline apart; of replicas that only read, of theirs.
template <class Sequences, class Case>
auto time_of_passes(const Sequences& sequences, const Case& x) {
  const auto& reading = reader(x);
  const auto crowd = from_crowd(reading);
  const auto coming = at_random(sequences, x);
  const auto apart = crowd.copies * time_per_prompt(0.0, crowd, reading);
  const auto beside = coming.copies * time_per_prompt(sequences, coming, x);
  return larger(choose(reads_apart(x), apart, beside), kv_load_at(reading, all_requests(sequences, x)));
}

inline constexpr auto service_at = function<"serving.service_at", Seconds(Count)>(
    {.symbol = "σ",
     .title = "Prefill service time at batch size B",
     .why = "On one attention-DP rank: the prefill passes of a prompt and the decode steps interleaved with them.",
     .source = queue_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) { return time_of_passes(sequences, x) + shared_steps(sequences, x); });

/// What a class adds to the mean power of service times over that power of their mean: log-normal lengths in it.
template <class Requests, class Power, class Sequences, class Case>
auto service_moment_in(const Requests& requests, const Power& order, const Sequences& sequences, const Case& x) {
  const auto& reading = reader(x);
  const auto beside = (1.0 - reads_apart(x)) * sequences;
  const auto coming = at_random(beside, reading);
  const auto work =
      work_in(requests, following_length(beside, coming, reading), following_square(beside, coming, reading), x);
  const auto passes = time_of_passes(sequences, x) * work.mean,
             steps = shared_steps(sequences, x) * fresh_tokens(requests) / fresh_tokens(x);
  const auto own = passes + steps;
  const auto follows = (passes * work.power + steps) / own;
  return power(own / service_at(x, sequences), order) *
         power(1.0 + input_cv2(requests), order * (order - 1.0) / 2.0 * squared(follows));
}

inline constexpr auto service_spread_at = function<"serving.service_spread_at", Count(Count)>(
    {.symbol = "1 + c_σ²",
     .title = "Service-time variability",
     .why = "Mean square over squared mean. Long prompts take longer, by a power of their length.",
     .source = "derived: powers of log-normal lengths",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      return over_requests(x, [&](const auto& each) {
        if constexpr (is_class<std::decay_t<decltype(each)>>)
          return service_moment_in(each, 2.0, sequences, x);
        else
          return where(
              less(0.0, input_cv2(x)),
              [&] {
                const auto& reading = reader(x);
                const auto beside = (1.0 - reads_apart(x)) * sequences;
                const auto coming = at_random(beside, reading);
                const auto power_of_work =
                    following_length(beside, coming, reading) * (1.0 + following_square(beside, coming, reading));
                const auto follows = time_of_passes(sequences, x) * power_of_work + shared_steps(sequences, x);
                return power(1.0 + input_cv2(x), squared(follows / service_at(x, sequences)));
              },
              1.0);
      });
    });
/// Mean cube of service times over the cube of their mean.
template <class Sequences, class Case>
auto service_cube(const Sequences& sequences, const Case& x) {
  return over_requests(x, [&](const auto& each) {
    if constexpr (is_class<std::decay_t<decltype(each)>>)
      return service_moment_in(each, 3.0, sequences, x);
    else
      return power(service_spread_at(x, sequences), 3.0);
  });
}

inline constexpr auto busy_at = function<"serving.busy_at", Count(Count)>(
    {.symbol = "ρ",
     .title = "Prefill utilization at batch size B",
     .why = "Prompts per second of one attention-DP rank × service time. If ranks prefill together, the longest prompt "
            "sets the pace.",
     .source = queue_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto of_replica = kept_rate_at(x, sequences) * decode_replicas(x) / reading_replicas(x);
      return of_replica / most_together(reader(x)) * service_at(x, sequences);
    });

/// Variability of the arrivals at what seems one queue: a router at random thins bursts, two choices less, and one
/// queue keeps them.
template <class Case>
auto arrivals_seen(const Case& x) {
  const auto more = arrival_cv2(x) - 1.0;
  const auto thinned = choose(
      equal(router(x), code(Router::random)), more / readers(x),
      choose(equal(router(x), code(Router::least)), more, more / power(readers(x), 0.5)));
  return 1.0 + thinned;
}
/// How many requests seem to come at once.
template <class Case>
auto peakedness(const Case& x) {
  return larger(1.0, (1.0 + arrivals_seen(x)) / 2.0);
}

inline constexpr auto waits_at = function<"serving.waits_at", Count(Count)>(
    {.symbol = "P_w",
     .title = "Probability of queueing",
     .why = "Probability that all ranks that share the queue are busy.",
     .source = "Sakasegawa 1977: ρ^(√(2(c + 1)) − 1) for c servers, with fewer by the peakedness of bursts; the better "
               "of two choices waits like three",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto servers = pooled_readers(x), at_once = peakedness(x);
      const auto several = power(2.0 * (servers / at_once + 1.0), 0.5) - 1.0;
      return power(busy_at(x, sequences), choose(less(1.0, servers), several, 1.0 / at_once));
    });

/// Mean service of one reader left when a prompt has to wait.
template <class Sequences, class Case>
auto wait_of_one(const Sequences& sequences, const Case& x) {
  const auto square = service_at(x, sequences) * service_spread_at(x, sequences);
  return square / (2.0 * (1.0 - busy_at(x, sequences)));
}
inline constexpr auto wait_at = function<"serving.wait_at", Seconds(Count)>(
    {.symbol = "t_w",
     .title = "Wait per queued prompt",
     .why = "Time behind earlier prompts, longer with bursts of requests. Ranks that share a queue drain it together.",
     .source = queue_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto spread = service_spread_at(x, sequences);
      const auto of_bursts = (arrivals_seen(x) + spread - 1.0) / spread;
      return of_bursts * wait_of_one(sequences, x) / pooled_readers(x);
    });

inline constexpr auto backlog_at = function<"serving.backlog_at", Seconds(Count)>(
    {.symbol = "V",
     .title = "Prefill backlog behind a request",
     .why = "Prefill work queued behind a request at its first token. It runs during the decode of the request.",
     .source = "derived: equal to the queue ahead at arrival; checked by step-by-step simulation",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto work = together_at(x, sequences) * prompt_time_at(x, sequences);
      return waits_at(x, sequences) * wait_at(x, sequences) * work / service_at(x, sequences);
    });

/// How prompts lengthen the steps of B sequences: n others whose prompts take w of the replica each.
template <class Sequences, class Others, class Work, class Case>
auto stretch(const Sequences& sequences, const Others& others, const Work& work, const Case& x) {
  return 1.0 + others * work / (output_tokens(x) * own_token_time(sequences, x));
}
/// The longest that a token takes, beside so many sequences: its step reads a whole token budget of prompts, one of
/// each sequence at most.
template <class Sequences, class Case>
auto longest_token(const Sequences& sequences, const Case& x) {
  const auto coming = at_random(sequences, x);
  const auto prompts = smaller(larger(1.0, sequences), chunk(x) / larger(1.0, fresh_tokens(x)));
  const auto reading = prompts * reading_at(x, sequences, coming.copies, coming.sharing);
  return own_token_time(sequences, x) + choose(reads_apart(x), 0.0 * second, reading);
}
/// Running sequences over those of a step: the backlog holds them longer, at most for the longest step of each token.
template <class Sequences, class Case>
auto held_back(const Sequences& sequences, const Case& x) {
  const auto step = own_token_time(sequences, x);
  const auto longest = longest_token(sequences, x) / stretch(sequences, sequences, prompt_time_at(x, sequences), x);
  return smaller(1.0 + backlog_at(x, sequences) / (output_tokens(x) * step), longest / step);
}

inline constexpr auto room_at = function<"serving.room_at", Count(Count)>(
    {.symbol = "u_B",
     .title = "Headroom at batch size B",
     .why = "Remaining fraction of prefill time or KV-cache memory. Negative if the queue is unstable.",
     .source = "derived: definition",
     .unit = Unit::ratio,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto idle = 1.0 - busy_at(x, sequences);
      return where(
          less(0.0, idle), [&] { return smaller(idle, 1.0 - sequences * held_back(sequences, x) / max_batch(x)); },
          idle - 1e-9);
    });

/// The most sequences up to which `rest` is not below nothing: all that fit, some, or none: absent.
template <class Solved, class Rest, class Case>
auto most_with(const Solved& solved, const Rest& rest, const Case& x) {
  return where(
      less(rest(x, max_batch(x)), 0.0), [&] { return solved(x); }, max_batch(x));
}

inline constexpr auto least_sequences = [](const auto& x, const auto&...) { return 0.0 * max_batch(x); };
inline constexpr auto most_sequences = [](const auto& x, const auto&...) { return max_batch(x); };

inline constexpr auto step_batch_for = solve<"serving.step_batch_for", Count(PerSecond)>(
    {.symbol = "B",
     .title = "Batch size at a request rate",
     .why = "The batch size at which arrivals during decode balance completions.",
     .source = load_source,
     .of = "λ"},
    least_sequences, most_sequences,
    [](const auto& x, const auto& rate, const auto& sequences) { return kept_rate_at(x, sequences) - rate; });

inline constexpr auto full_step_batch = solve<"serving.full_step_batch", Count()>(
    {.symbol = "B_c",
     .title = "Batch size at capacity",
     .why = "Above this batch size, prompts arrive faster than prefill completes, or sequences exceed the KV cache.",
     .source = load_source},
    least_sequences, most_sequences, [](const auto& x, const auto& sequences) { return room_at(x, sequences); });

/// What is found to the last digit is told a billionth lower, so that it holds when it is asked for.
inline constexpr double inside = 1 - 1e-9;

inline constexpr auto capacity = formula<"serving.capacity", PerSecond>(
    {.symbol = "λ_max",
     .title = "Capacity (saturation request rate)",
     .why = "Highest requests per second of all replicas. The queue is unstable above it.",
     .source = load_source,
     .unit = Unit::requests_per_second},
    [](const auto& x) {
      const auto most = inside * decode_replicas(x) * kept_rate_at(x, most_with(full_step_batch, room_at, x));
      return choose(holds_none(x), of<PerSecond>(absent), most);
    });

inline constexpr auto step_batch = formula<"serving.step_batch", Count>(
    {.symbol = "B",
     .title = "Decode batch size",
     .why = "Sequences decoded together: the batch that the request rate sustains, the concurrency, a set batch size, "
            "or the maximum that fits. Not available above capacity.",
     .source = load_source},
    [](const auto& x) {
      const auto in_flight = smaller(max_batch(x), otherwise(concurrency(x), 0.0) / decode_replicas(x));
      // A benchmark ends: its requests run in whole waves of equal size.
      const auto each = otherwise(requests(x), 0.0) / decode_replicas(x);
      const auto waves = choose(less(0.0, each), each / ceil(each / larger(1.0, max_batch(x))), max_batch(x));
      const auto open = choose(has_concurrency(x), in_flight, smaller(waves, max_batch(x)));
      const auto fixed = choose(at_batch(x), replica_batch(x), choose(holds_none(x), of<Count>(absent), open));
      return where(
          has_rate(x),
          [&] {
            const auto kept = step_batch_for(x, rate(x) / decode_replicas(x));
            return choose(less(room_at(x, kept), 0.0), of<Count>(absent), kept);
          },
          fixed);
    });

inline constexpr auto running_batch = formula<"serving.running_batch", Count>(
    {.symbol = "B_run",
     .title = "Running requests per replica",
     .why = "The decode batch, plus at a request rate the sequences delayed by queued prefills.",
     .source = load_source},
    [](const auto& x) {
      return where(
          has_rate(x), [&] { return step_batch(x) * held_back(step_batch(x), x); }, step_batch(x));
    });

inline constexpr auto kv_read_time = formula<"serving.kv_read_time", Seconds>(
    {.symbol = "t_read",
     .title = "KV load time on a prefix-cache hit",
     .why = "Time to load the KV blocks of a prompt that the offload tier holds. It overlaps with the prefill of the "
            "other tokens.",
     .source = "derived: bytes over the path's bandwidth"},
    [](const auto& x) {
      return where(
          loads_hits(x), [&] { return kv_load_at(x, all_requests(step_batch(x), x)); }, 0.0 * second);
    });

inline constexpr auto running_formulas = std::tie(capacity, step_batch, running_batch, kv_read_time);
inline constexpr auto running_functions = std::tie(
    token_time_at, together_for, together_at, prompt_time_at, kept_rate_at, kv_load_at, service_at, service_spread_at,
    busy_at, waits_at, wait_at, backlog_at, room_at, step_batch_for, full_step_batch);

}  // namespace llmsize::serving
