// SPDX-License-Identifier: Apache-2.0
// Times to the first token and per token at a rate, on average and of the slowest, told by the sequences of a step.
#pragma once

#include "core/serving/lengths.hpp"
#include "core/serving/running.hpp"

namespace llmsize::serving {

inline constexpr std::string_view tail_source =
    "derived: own prefill time, and a wait that matches the first two moments of the queue; within a few percent of "
    "step-by-step simulations up to 80% utilization";

/// Keys and values of one prompt on a GPU of the replica that has it.
template <class Case>
auto prompt_cache_of_gpu(const Case& x) {
  return spread_cache(layout::attention_data(x), model::cache_of(prompt_tokens(x), x), x) / layout::pipeline(x);
}

inline constexpr auto transfer_time = formula<"serving.transfer_time", Seconds>(
    {.symbol = "t_hand",
     .title = "KV-cache transfer (prefill to decode)",
     .why = "KV cache of one prompt from the prefill worker to the decode worker, GPU to GPU. The side with fewer GPUs "
            "sets the bandwidth.",
     .source = "derived: bytes over network bandwidth"},
    [](const auto& x) {
      const auto bytes = larger(prompt_cache_of_gpu(x), prompt_cache_of_gpu(reader(x)));
      // Both pools take nodes of their own, which lie half the machine apart.
      const auto reached = training::network_rate(x) * fabric::neighbor_share(fabric::job_nodes(x) / 2.0, x);
      return choose(reads_apart(x), bytes / reached, 0.0 * second);
    });

inline constexpr auto lone_reading_at = function<"serving.lone_reading_at", Seconds(Count)>(
    {.symbol = "w_1",
     .title = "Prefill time added to a step, launches not shared",
     .why = "A pass with the prompts that arrive together, each with launches of its own.",
     .source = pass_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) { return reading_at(x, sequences, at_random(sequences, x).copies, 1.0); });
inline constexpr auto length_share_at = function<"serving.length_share_at", Count(Count)>(
    {.symbol = "φ_s",
     .title = "Fraction of the prefill time that grows with length",
     .why = "The rest is launch time.",
     .source = pass_source,
     .unit = Unit::ratio,
     .of = "B"},
    [](const auto& x, const auto& sequences) { return following_length(sequences, at_random(sequences, x), x); });
inline constexpr auto square_share_at = function<"serving.square_share_at", Count(Count)>(
    {.symbol = "φ_ss",
     .title = "Fraction of the prefill work in attention",
     .why = "It grows with the square of the length.",
     .source = pass_source,
     .unit = Unit::ratio,
     .of = "B"},
    [](const auto& x, const auto& sequences) { return following_square(sequences, at_random(sequences, x), x); });

/// TTFT without queueing of a prompt of such a size, of which a pass on its own takes so long.
template <class Size, class Pass, class Sequences, class Case>
auto first_token_of(const Size& size, const Pass& pass, const Sequences& sequences, const Case& x) {
  const auto follows = length_share_at(x, sequences), square = square_share_at(x, sequences);
  const auto longer = 1.0 - follows + follows * size.fresh * (1.0 - square + square * size.seen);
  const auto reading = lone_reading_at(x, sequences) * longer;
  const auto fetching = size.loaded * kv_load_at(reader(x), all_requests(sequences, x));
  const auto chunks = larger(1.0, size.fresh * fresh_tokens(x) / chunk_room(sequences, x) + 0.5);
  const auto alone = larger(pass, fetching);
  const auto together = larger(alone, larger(reading, fetching) + whole_step(sequences, x) * chunks);
  const auto apart = alone + size.length * transfer_time(x) + whole_step(sequences, x);
  return engine::request_time(x) + choose(reads_apart(x), apart, together);
}

inline constexpr auto first_token_at = function<"serving.first_token_at", Seconds(Count, Count)>(
    {.symbol = "t_1",
     .title = "TTFT without queueing",
     .why = "Request overhead, and prefill of a prompt y times the mean length during decode steps of B sequences, "
            "never faster than isolated. With prefill workers, their pass and the KV-cache transfer.",
     .source = queue_source,
     .of = "y, B"},
    [](const auto& x, const auto& length, const auto& sequences) {
      const auto pass = prefill_at(reader(x), length * fresh_tokens(x));
      return first_token_of(PromptSize{length, length, length, length}, pass, sequences, x);
    });

inline constexpr auto first_token_in =
    function<"serving.first_token_in", Seconds(Count, Count, Count, Count, Count, Count)>(
        {.symbol = "t_1,k",
         .title = "TTFT without queueing in a traffic class",
         .why = "Request overhead and prefill of a prompt y times the mean of its traffic class. That mean has f times "
                "the uncached tokens of all requests, c times the tokens that each of them attends to, l times the "
                "loaded tokens and s times the length.",
         .source = queue_source,
         .of = "y, f, c, l, s, B"},
        [](const auto& x, const auto& length, const auto& fresh, const auto& seen, const auto& loaded,
           const auto& longer, const auto& sequences) {
          const auto& first = reader(x);
          const PromptSize size{length * fresh, length * seen, length * loaded, length * longer};
          const auto attending = prompt_attention(first) * size.fresh * size.seen;
          const auto pass = prefill_of(size.fresh * fresh_tokens(x), attending, first);
          return first_token_of(size, pass, sequences, x);
        });
/// Its mean over all lengths, of requests of a class where they are of several.
template <class Requests, class Sequences, class Case>
auto first_token(const Requests& requests, const Sequences& sequences, const Case& x) {
  if constexpr (is_class<Requests>) {
    const auto size = size_in(requests, x);
    return average(first_token_in, x, input_cv2(requests), size.fresh, size.seen, size.loaded, size.length, sequences);
  } else {
    return average(first_token_at, x, input_cv2(x), sequences);
  }
}

/// Time that reading a chunk, or a whole shorter prompt, adds to a step.
template <class Sequences, class Case>
auto chunk_time(const Sequences& sequences, const Case& x) {
  const auto coming = at_random(sequences, x);
  const auto piece = smaller(1.0, chunk_room(sequences, x) / larger(1.0, fresh_tokens(x)));
  const auto reading = piece * reading_at(x, sequences, coming.copies, coming.sharing);
  return choose(reads_apart(x), 0.0 * second, reading);
}
inline constexpr auto chunks_at = function<"serving.chunks_at", Count(Count)>(
    {.symbol = "n_ch",
     .title = "Prefill chunks per prompt",
     .why = "Over all prompt lengths: steps that read a part of a prompt, one at least.",
     .source = "derived: mean of max(1, s/b + ½) over log-normal lengths s, b prompt tokens per step",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      return over_requests(x, [&](const auto& each) {
        const auto chunks = fresh_tokens(each) / chunk_room(sequences, x);
        const auto bound = 0.5 / larger(1e-12, chunks);
        const Lengths lengths{input_cv2(each)};
        const auto several = lengths.longer(bound);
        return 1.0 - several + chunks * lengths.of_longer(bound) + 0.5 * several;
      });
    });
/// Prompts that come per step, where a replica has so many running.
template <class Running, class Sequences, class Case>
auto prompts_per_step(const Running& running, const Sequences& sequences, const Case& x) {
  return running / (output_tokens(x) * at_random(sequences, x).copies);
}
/// Share of the steps that read prompts, of which so many come per step.
template <class Prompts, class Sequences, class Case>
auto reading_share(const Prompts& each, const Sequences& sequences, const Case& x) {
  return choose(reads_apart(x), 0.0, smaller(1.0, each * chunks_at(x, sequences)));
}

/// Share of token intervals above the P99.
inline constexpr double slowest_intervals = 0.01;
/// Chunks that take the whole token budget, of so many prompts per step.
template <class Prompts, class Bound, class Case>
auto full_chunks(const Prompts& each, const Bound& bound, const Case& x) {
  return each * Lengths{input_cv2(x)}.of_longer(bound) / bound;
}
inline constexpr auto slow_chunk = solve<"serving.slow_chunk", Count(Count, Count)>(
    {.symbol = "y_99",
     .title = "Prefill chunk of the slowest 1% of steps",
     .why = "Over the mean prompt length: 1% of the steps read this much or more. p prompts come per step.",
     .source = "derived: log-normal lengths",
     .of = "p, B"},
    [](const auto&, const auto&...) { return 1e-9; },
    [](const auto& x, const auto&, const auto& sequences) {
      return chunk_room(sequences, x) / larger(1.0, fresh_tokens(x));
    },
    [](const auto& x, const auto& each, const auto& sequences, const auto& length) {
      const auto bound = chunk_room(sequences, x) / larger(1.0, fresh_tokens(x));
      const auto full = full_chunks(each, bound, x);
      const auto other = reading_share(each, sequences, x) - full;
      return full + other * Lengths{input_cv2(x)}.longer(length) - slowest_intervals;
    });
/// Time that the chunk of the slowest percent of steps adds: a whole token budget where that many have one.
template <class Prompts, class Sequences, class Case>
auto slow_chunk_time(const Prompts& each, const Sequences& sequences, const Case& x) {
  const auto bound = chunk_room(sequences, x) / larger(1.0, fresh_tokens(x));
  const auto shorter = where(
      less(0.0, input_cv2(x)), [&] { return otherwise(slow_chunk(x, each, sequences), bound); }, smaller(1.0, bound));
  const auto longest = where(
      less(full_chunks(each, bound, x), slowest_intervals), [&] { return shorter; }, bound);
  const auto coming = at_random(sequences, x);
  return longest * reading_at(x, sequences, coming.copies, coming.sharing);
}

inline constexpr auto residual_at = function<"serving.residual_at", Seconds(Count)>(
    {.symbol = "t_res",
     .title = "Residual step time",
     .why = "Time until the current step ends when a request arrives. Arrivals hit long prefill steps more often. Zero "
            "for an idle replica.",
     .source = "derived: mean residual of a renewal process",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto plain = whole_step(sequences, x), long_one = plain + chunk_time(sequences, x);
      const auto running = sequences * held_back(sequences, x);
      const auto share = reading_share(prompts_per_step(running, sequences, x), sequences, x);
      const auto at_work = smaller(1.0, sequences / engine::idle_below(x));
      const auto squares = (1.0 - share) * squared(plain) + share * squared(long_one);
      return at_work * squares / (2.0 * ((1.0 - share) * plain + share * long_one));
    });

/// Mean TTFT of requests that need so long without queueing.
template <class Own, class Sequences, class Case>
auto ttft_from(const Own& own, const Sequences& sequences, const Case& x) {
  const auto waiting = waits_at(x, sequences) * wait_at(x, sequences);
  return engine::prompt_error(x) * (own + residual_at(x, sequences) + waiting);
}

inline constexpr auto ttft_at = function<"serving.ttft_at", Seconds(Count)>(
    {.symbol = "TTFT_B",
     .title = "TTFT at batch size B",
     .why = "Residual step time, queue time and prefill, over all prompt lengths.",
     .source = queue_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto own = over_requests(x, [&](const auto& each) { return first_token(each, sequences, x); });
      return ttft_from(own, sequences, x);
    });

inline constexpr auto wait_spread_at = function<"serving.wait_spread_at", Count(Count)>(
    {.symbol = "1 + c_w²",
     .title = "Variability of the wait per queued prompt",
     .why = "Mean square over squared mean.",
     .source = queue_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto mean = wait_of_one(sequences, x);
      const auto busy = busy_at(x, sequences);
      const auto cube = squared(service_at(x, sequences)) * service_cube(sequences, x);
      return (2.0 * busy * squared(mean) + cube / (3.0 * (1.0 - busy))) / squared(mean);
    });

/// How likely residual step and queue leave so much time.
template <class Left, class Sequences, class Case>
auto waits_less(const Left& left, const Sequences& sequences, const Case& x) {
  const auto rest = residual_at(x, sequences);
  const auto waits = waits_at(x, sequences);
  const auto shape = 1.0 / larger(1e-9, wait_spread_at(x, sequences) - 1.0);
  const auto at_once = smaller(1.0, larger(0.0, left / larger(2.0 * rest, 1e-9 * second)));
  const auto waited = gamma_share(shape, shape * (left - rest) / larger(wait_at(x, sequences), 1e-9 * second));
  return (1.0 - waits) * at_once + waits * waited;
}

inline constexpr auto first_within_of = function<"serving.first_within_of", Count(Count, Seconds, Count)>(
    {.symbol = "P_1",
     .title = "Probability of TTFT ≤ t at one length",
     .why = "Probability that residual step time and queue time leave enough time for the prefill.",
     .source = tail_source,
     .unit = Unit::ratio,
     .of = "y, t, B"},
    [](const auto& x, const auto& length, const auto& time, const auto& sequences) {
      return waits_less(time / engine::prompt_error(x) - first_token_at(x, length, sequences), sequences, x);
    });
inline constexpr auto first_within_in =
    function<"serving.first_within_in", Count(Count, Count, Count, Count, Count, Seconds, Count)>(
        {.symbol = "P_1,k",
         .title = "Probability of TTFT ≤ t at one length in a traffic class",
         .why = "Probability that the queue of all requests leaves enough time for the prefill of the class.",
         .source = tail_source,
         .unit = Unit::ratio,
         .of = "y, f, c, l, s, t, B"},
        [](const auto& x, const auto& length, const auto& fresh, const auto& seen, const auto& loaded,
           const auto& longer, const auto& time, const auto& sequences) {
          const auto own = first_token_in(x, length, fresh, seen, loaded, longer, sequences);
          return waits_less(time / engine::prompt_error(x) - own, sequences, x);
        });
/// Its mean over all lengths, of requests of a class where they are of several.
template <class Requests, class Time, class Sequences, class Case>
auto first_in_time(const Requests& requests, const Time& time, const Sequences& sequences, const Case& x) {
  if constexpr (is_class<Requests>) {
    const auto size = size_in(requests, x);
    return average(
        first_within_in, x, input_cv2(requests), size.fresh, size.seen, size.loaded, size.length, time, sequences);
  } else {
    return average(first_within_of, x, input_cv2(x), time, sequences);
  }
}
inline constexpr auto first_within = function<"serving.first_within", Count(Seconds, Count)>(
    {.symbol = "P(TTFT ≤ t)",
     .title = "Probability of TTFT ≤ t",
     .why = "Average over all prompt lengths.",
     .source = tail_source,
     .unit = Unit::ratio,
     .of = "t, B"},
    [](const auto& x, const auto& time, const auto& sequences) {
      return over_requests(x, [&](const auto& each) { return first_in_time(each, time, sequences, x); });
    });
/// Mean TTFT, and the share of the requests within a time, of a class where they are of several.
template <class Requests, class Sequences, class Case>
auto mean_first(const Requests& requests, const Sequences& sequences, const Case& x) {
  if constexpr (is_class<Requests>)
    return ttft_from(first_token(requests, sequences, x), sequences, x);
  else
    return ttft_at(x, sequences);
}
template <class Requests, class Time, class Sequences, class Case>
auto first_share(const Requests& requests, const Time& time, const Sequences& sequences, const Case& x) {
  if constexpr (is_class<Requests>)
    return first_in_time(requests, time, sequences, x);
  else
    return first_within(x, time, sequences);
}

inline constexpr auto nothing_else = [](const auto&, const auto&...) { return 0.0 * second; };
inline constexpr auto ages = [](const auto&, const auto&...) { return 1e9 * second; };
/// Few requests take many times the mean (Markov): 4 for what its parts are rounded by.
inline constexpr auto most_of_mean = [](const auto& x, const auto& share, const auto& sequences) {
  return 4.0 * ttft_at(x, sequences) / (1.0 - share);
};
inline constexpr auto ttft_quantile = solve<"serving.ttft_quantile", Seconds(Count, Count)>(
    {.symbol = "TTFT_p",
     .title = "TTFT quantile p",
     .why = "TTFT that a fraction p of the requests does not exceed.",
     .source = tail_source,
     .of = "p, B"},
    nothing_else, most_of_mean, [](const auto& x, const auto& share, const auto& sequences, const auto& time) {
      return first_within(x, time, sequences) - share;
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
/// Tokens after the first of an answer y times as long as the mean.
template <class Length, class Case>
auto later_tokens(const Length& length, const Case& x) {
  return larger(1.0, length * output_tokens(x) - 1.0);
}

/// The backlog per token of requests of a class where they are of several.
template <class Requests, class Sequences, class Case>
auto backlog_per_token_of(const Requests& requests, const Sequences& sequences, const Case& x) {
  const auto longer = stretch(sequences, sequences, prompt_time_at(x, sequences), x);
  return longer * backlog_at(x, sequences) * (1.0 + output_cv2(requests)) / later_tokens(1.0, requests);
}

inline constexpr auto backlog_per_token = function<"serving.backlog_per_token", Seconds(Count)>(
    {.symbol = "V_t",
     .title = "Prefill backlog per token",
     .why = "Prefills queued behind a request run during its decode. Short outputs have more backlog per token.",
     .source = load_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      return over_requests(x, [&](const auto& each) { return backlog_per_token_of(each, sequences, x); });
    });
template <class Requests, class Sequences, class Case>
auto backlog_share(const Requests& requests, const Sequences& sequences, const Case& x) {
  if constexpr (is_class<Requests>)
    return backlog_per_token_of(requests, sequences, x);
  else
    return backlog_per_token(x, sequences);
}
/// Mean TPOT of requests with such a backlog per token.
template <class Backlog, class Sequences, class Case>
auto tpot_from(const Backlog& backlog, const Sequences& sequences, const Case& x) {
  const auto longer = stretch(sequences, sequences, prompt_time_at(x, sequences), x);
  const auto mean = own_token_time(sequences, x) * longer + backlog;
  return smaller(mean, longest_token(sequences, x));
}
inline constexpr auto tpot_at = function<"serving.tpot_at", Seconds(Count)>(
    {.symbol = "TPOT_B",
     .title = "TPOT at batch size B",
     .why = "Step time, prefills of other requests between steps, and prefills queued behind its own: one token budget "
            "of prefill per step at most.",
     .source = load_source,
     .of = "B"},
    [](const auto& x, const auto& sequences) { return tpot_from(backlog_per_token(x, sequences), sequences, x); });

/// The mean time of a token after the first, over all tokens: of those of long outputs, the backlog has less each.
template <class Requests, class Sequences, class Case>
auto mean_token_of(const Requests& requests, const Sequences& sequences, const Case& x) {
  const auto longer = stretch(sequences, sequences, prompt_time_at(x, sequences), x);
  const auto behind = backlog_share(requests, sequences, x) / (1.0 + output_cv2(requests));
  return smaller(own_token_time(sequences, x) * longer + behind, longest_token(sequences, x));
}
template <class Sequences, class Case>
auto mean_token(const Sequences& sequences, const Case& x) {
  return over_running(x, [&](const auto& each) { return mean_token_of(each, sequences, x); });
}

inline constexpr auto step_slope_at = function<"serving.step_slope_at", Seconds(Count)>(
    {.symbol = "dT/dB",
     .title = "Step time added by one more sequence",
     .why = "Difference over one percent of the batch.",
     .source = "derived: definition",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto busy = larger(1.0, sequences);
      return larger(0.0 * second, (token_time_at(x, 1.01 * busy) - token_time_at(x, busy)) / (0.01 * busy));
    });

inline constexpr auto prompt_variance_at = function<"serving.prompt_variance_at", Count(Count, Count, Seconds)>(
    {.symbol = "σ_w²",
     .title = "TPOT variance from prefills, times tokens",
     .why = "Over the squared step time. Prefills of n other requests that take w of the replica each arrive at "
            "random, in bursts that the router "
            "thins. Long prompts add more.",
     .source = "derived: variance of a compound Poisson sum",
     .of = "B, n, w"},
    [](const auto& x, const auto& sequences, const auto& others, const auto& work) {
      const auto longer = stretch(sequences, others, work, x);
      const auto of_lengths = over_requests(x, [&](const auto& each) {
        if constexpr (is_class<std::decay_t<decltype(each)>>) {
          const auto own = work_in(each, length_share_at(x, sequences), square_share_at(x, sequences), x);
          return squared(own.mean) * power(1.0 + input_cv2(each), squared(own.power));
        } else {
          const auto reach = length_share_at(x, sequences) * (1.0 + square_share_at(x, sequences));
          return power(1.0 + input_cv2(x), squared(reach));
        }
      });
      const auto of_router = choose(
          equal(router(x), code(Router::random)), squared(longer),
          choose(equal(router(x), code(Router::least)), 1.0, longer));
      const auto more = larger(0.0, arrivals_seen(x) - 1.0);
      const auto bursts = of_router * (1.0 + more / of_lengths);
      return sequences / output_tokens(x) * squared(work / own_token_time(sequences, x)) * of_lengths * bursts;
    });
inline constexpr auto step_variance_at = function<"serving.step_variance_at", Count(Count, Count, Seconds)>(
    {.symbol = "σ_B²",
     .title = "TPOT variance from the batch size",
     .why = "Over the squared step time. The batch size varies at random around B. A router that shares the queue does "
            "not add to it.",
     .source = "derived: variance of the number present",
     .of = "B, n, w"},
    [](const auto& x, const auto& sequences, const auto& others, const auto& work) {
      const auto longer = stretch(sequences, others, work, x);
      const auto of_load = choose(less(1.0, pooled_readers(x)), 1.0, longer);
      return squared(longer * step_slope_at(x, sequences) / own_token_time(sequences, x)) * sequences * of_load;
    });
inline constexpr auto backlog_spread_at = function<"serving.backlog_spread_at", Count(Count)>(
    {.symbol = "c_V²",
     .title = "Squared variability of the backlog",
     .why = "Mean square over squared mean of the wait of all prompts, queued or not, less 1.",
     .source = "derived: definition",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      return larger(0.0, wait_spread_at(x, sequences) / larger(1e-9, waits_at(x, sequences)) - 1.0);
    });

/// What the prompts of others and the backlog add to the step of a token, on average over so many tokens.
template <class Tokens, class Sequences, class Others, class Work, class Backlog, class Case>
auto added_to_step(
    const Tokens& tokens, const Sequences& sequences, const Others& others, const Work& work, const Backlog& backlog,
    const Case& x) {
  const auto longer = stretch(sequences, others, work, x);
  return own_token_time(sequences, x) * (longer - 1.0) + longer * backlog / tokens;
}
/// Variance of the time per token of so many tokens.
template <class Tokens, class Sequences, class Others, class Work, class Backlog, class Case>
auto token_variance(
    const Tokens& tokens, const Sequences& sequences, const Others& others, const Work& work, const Backlog& backlog,
    const Case& x) {
  const auto longer = stretch(sequences, others, work, x);
  const auto of_steps =
      prompt_variance_at(x, sequences, others, work) / tokens + step_variance_at(x, sequences, others, work);
  return squared(own_token_time(sequences, x)) * of_steps +
         squared(longer * backlog / tokens) * backlog_spread_at(x, sequences);
}
/// What of a token's time follows the sequences beside it, which vary at random.
template <class Sequences, class Others, class Work, class Case>
auto following_batch(const Sequences& sequences, const Others& others, const Work& work, const Case& x) {
  return stretch(sequences, others, work, x) * step_slope_at(x, sequences) * sequences;
}

inline constexpr auto token_within_of =
    function<"serving.token_within_of", Count(Count, Seconds, Count, Count, Seconds, Seconds)>(
        {.symbol = "P_t",
         .title = "Probability of TPOT ≤ t at one length",
         .why = "Prefill time added to a step follows a gamma distribution set by the arrival rate and the backlog V. "
                "It is at most one token budget per step.",
         .source = "derived: moments of the busy period of queued prefills; step-by-step simulation",
         .unit = Unit::ratio,
         .of = "y, t, B, n, w, V"},
        [](const auto& x, const auto& length, const auto& time, const auto& sequences, const auto& others,
           const auto& work, const auto& backlog) {
          const auto step = own_token_time(sequences, x);
          const auto tokens = later_tokens(length, x);
          const auto mean = added_to_step(tokens, sequences, others, work, backlog, x);
          const auto variance = token_variance(tokens, sequences, others, work, backlog, x);
          const auto random = following_batch(sequences, others, work, x);
          const auto spread = larger(1e-9 * second, mean + random);
          const auto above = larger(0.0 * second, time - step + random);
          const auto within = gamma_share(
              squared(spread) / larger(variance, 1e-18 * second * second),
              above * spread / larger(variance, 1e-18 * second * second));
          return choose(less(time, longest_token(sequences, x)), within, 1.0);
        });

inline constexpr auto token_within_in =
    function<"serving.token_within_in", Count(Count, Count, Seconds, Count, Count, Seconds, Seconds)>(
        {.symbol = "P_t,k",
         .title = "Probability of TPOT ≤ t at one length in a traffic class",
         .why = "The mean output of the class is o times that of all requests. The batch is that of all.",
         .source = tail_source,
         .unit = Unit::ratio,
         .of = "y, o, t, B, n, w, V"},
        [](const auto& x, const auto& length, const auto& output, const auto& time, const auto& sequences,
           const auto& others, const auto& work, const auto& backlog) {
          return token_within_of(x, length * output, time, sequences, others, work, backlog);
        });
/// Its mean over all output lengths, of requests of a class where they are of several.
template <class Requests, class Time, class Sequences, class Others, class Work, class Backlog, class Case>
auto token_in_time(
    const Requests& requests, const Time& time, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  if constexpr (is_class<Requests>) {
    const auto output = output_tokens(requests) / output_tokens(x);
    return average(token_within_in, x, output_cv2(requests), output, time, sequences, others, work, backlog);
  } else {
    return average(token_within_of, x, output_cv2(x), time, sequences, others, work, backlog);
  }
}

inline constexpr auto token_within = function<"serving.token_within", Count(Seconds, Count, Count, Seconds, Seconds)>(
    {.symbol = "P(TPOT ≤ t)",
     .title = "Probability of TPOT ≤ t",
     .why = "Average over all output lengths.",
     .source = tail_source,
     .unit = Unit::ratio,
     .of = "t, B, n, w, V"},
    [](const auto& x, const auto& time, const auto& sequences, const auto& others, const auto& work,
       const auto& backlog) {
      return over_requests(
          x, [&](const auto& each) { return token_in_time(each, time, sequences, others, work, backlog, x); });
    });
/// Mean TPOT, and the share of the requests within a time per token, of a class where they are of several.
template <class Requests, class Sequences, class Case>
auto mean_tpot(const Requests& requests, const Sequences& sequences, const Case& x) {
  if constexpr (is_class<Requests>)
    return tpot_from(backlog_per_token_of(requests, sequences, x), sequences, x);
  else
    return tpot_at(x, sequences);
}
template <class Requests, class Time, class Sequences, class Others, class Work, class Backlog, class Case>
auto token_share(
    const Requests& requests, const Time& time, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  if constexpr (is_class<Requests>)
    return token_in_time(requests, time, sequences, others, work, backlog, x);
  else
    return token_within(x, time, sequences, others, work, backlog);
}
inline constexpr auto tpot_quantile = solve<"serving.tpot_quantile", Seconds(Count, Count, Count, Seconds, Seconds)>(
    {.symbol = "TPOT_p",
     .title = "TPOT quantile p",
     .why = "TPOT that a fraction p of the requests does not exceed.",
     .source = tail_source,
     .of = "p, B, n, w, V"},
    nothing_else,
    [](const auto& x, const auto&, const auto& sequences, const auto&...) {
      return longest_token(sequences, x) + 1e-9 * second;
    },
    [](const auto& x, const auto& share, const auto& sequences, const auto& others, const auto& work,
       const auto& backlog,
       const auto& time) { return token_within(x, time, sequences, others, work, backlog) - share; });

inline constexpr auto first_square_of = function<"serving.first_square_of", Count(Count, Count)>(
    {.symbol = "q_1",
     .title = "Squared TTFT without queueing",
     .why = "At y times the mean prompt length, over the square at the mean length.",
     .source = "derived: definition",
     .of = "y, B"},
    [](const auto& x, const auto& length, const auto& sequences) {
      return squared(first_token_at(x, length, sequences) / first_token_at(x, 1.0, sequences));
    });
inline constexpr auto first_square_in =
    function<"serving.first_square_in", Count(Count, Count, Count, Count, Count, Count)>(
        {.symbol = "q_1,k",
         .title = "Squared TTFT without queueing in a traffic class",
         .why = "At y times the mean prompt length of the class, over the square at that length.",
         .source = "derived: definition",
         .of = "y, f, c, l, s, B"},
        [](const auto& x, const auto& length, const auto& fresh, const auto& seen, const auto& loaded,
           const auto& longer, const auto& sequences) {
          return squared(
              first_token_in(x, length, fresh, seen, loaded, longer, sequences) /
              first_token_in(x, 1.0, fresh, seen, loaded, longer, sequences));
        });
/// Variability of the TTFT of requests that need `own` without queueing on average, `at_mean` at their mean length, and
/// `squares` times its square on average.
template <class Own, class AtMean, class Squares, class Sequences, class Case>
auto first_spread_from(
    const Own& own, const AtMean& at_mean, const Squares& squares, const Sequences& sequences, const Case& x) {
  const auto rest = residual_at(x, sequences), wait = wait_at(x, sequences);
  const auto waits = waits_at(x, sequences);
  const auto of_lengths = squared(at_mean) * squares - squared(own);
  const auto of_wait = waits * squared(wait) * (wait_spread_at(x, sequences) - waits);
  const auto variance = of_lengths + squared(rest) / 3.0 + of_wait;
  return larger(0.0, variance / squared(own + rest + waits * wait));
}

inline constexpr auto first_spread_at = function<"serving.first_spread_at", Count(Count)>(
    {.symbol = "c_1²",
     .title = "TTFT variability",
     .why = "Variance over squared mean: of prompt lengths, residual step time and queue time.",
     .source = "derived: sum of independent parts",
     .of = "B"},
    [](const auto& x, const auto& sequences) {
      const auto own = average(first_token_at, x, input_cv2(x), sequences);
      const auto squares = average(first_square_of, x, input_cv2(x), sequences);
      return first_spread_from(own, first_token_at(x, 1.0, sequences), squares, sequences, x);
    });
/// The same of requests of a class where they are of several.
template <class Requests, class Sequences, class Case>
auto first_spread(const Requests& requests, const Sequences& sequences, const Case& x) {
  if constexpr (is_class<Requests>) {
    const auto size = size_in(requests, x);
    const auto at_mean = first_token_in(x, 1.0, size.fresh, size.seen, size.loaded, size.length, sequences);
    const auto squares =
        average(first_square_in, x, input_cv2(requests), size.fresh, size.seen, size.loaded, size.length, sequences);
    return first_spread_from(first_token(requests, sequences, x), at_mean, squares, sequences, x);
  } else {
    return first_spread_at(x, sequences);
  }
}

inline constexpr std::string_view request_source =
    "derived: moments of TTFT and of the decode time; within 5% of step-by-step simulations of chats, RAG and "
    "reasoning, within 13% of long documents, at 40% to 80% utilization";

inline constexpr auto request_within_of =
    function<"serving.request_within_of", Count(Count, Seconds, Seconds, Count, Count, Count, Seconds, Seconds)>(
        {.symbol = "P_r",
         .title = "Probability of E2EL ≤ t at one length",
         .why =
             "TTFT of mean T and variability c, and the decode time of an output of y times the mean length, together "
             "follow a gamma distribution. Requests that queue have a backlog: both vary together.",
         .source = request_source,
         .unit = Unit::ratio,
         .of = "y, t, T, c, B, n, w, V"},
        [](const auto& x, const auto& length, const auto& time, const auto& first, const auto& spread,
           const auto& sequences, const auto& others, const auto& work, const auto& backlog) {
          const auto step = own_token_time(sequences, x);
          const auto tokens = larger(0.0, length * output_tokens(x) - 1.0), counted = later_tokens(length, x);
          const auto each = step + added_to_step(counted, sequences, others, work, backlog, x);
          const auto decoding = tokens * smaller(each, longest_token(sequences, x));
          const auto least = engine::prompt_error(x) * first_token_at(x, 0.0, sequences) +
                             tokens * (step - following_batch(sequences, others, work, x));
          const auto excess = larger(1e-9 * second, first + decoding - least);
          const auto of_first = squared(first) * spread;
          const auto longer = stretch(sequences, others, work, x);
          const auto of_backlog = longer * backlog * power(backlog_spread_at(x, sequences), 0.5);
          const auto together = smaller((longer - 1.0) * of_first, first * power(spread, 0.5) * of_backlog);
          const auto variance = of_first + 2.0 * smaller(1.0, tokens) * together +
                                squared(tokens) * token_variance(counted, sequences, others, work, backlog, x);
          const auto above = larger(0.0 * second, time - least);
          return gamma_share(
              squared(excess) / larger(variance, 1e-18 * second * second),
              above * excess / larger(variance, 1e-18 * second * second));
        });
inline constexpr auto request_within_in =
    function<"serving.request_within_in", Count(Count, Count, Seconds, Seconds, Count, Count, Count, Seconds, Seconds)>(
        {.symbol = "P_r,k",
         .title = "Probability of E2EL ≤ t at one length in a traffic class",
         .why = "The mean output of the class is o times that of all requests. The batch is that of all.",
         .source = request_source,
         .unit = Unit::ratio,
         .of = "y, o, t, T, c, B, n, w, V"},
        [](const auto& x, const auto& length, const auto& output, const auto& time, const auto& first,
           const auto& spread, const auto& sequences, const auto& others, const auto& work, const auto& backlog) {
          return request_within_of(x, length * output, time, first, spread, sequences, others, work, backlog);
        });
/// Its mean over all output lengths, of requests of a class where they are of several.
template <class Requests, class Time, class Sequences, class Others, class Work, class Backlog, class Case>
auto request_in_time(
    const Requests& requests, const Time& time, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  const auto first = first_share(requests, time, sequences, x);
  return where(
      less(1.0, output_tokens(requests)),
      [&] {
        const auto mean = mean_first(requests, sequences, x);
        const auto spread = first_spread(requests, sequences, x);
        if constexpr (is_class<Requests>) {
          const auto output = output_tokens(requests) / output_tokens(x);
          const auto whole = average(
              request_within_in, x, output_cv2(requests), output, time, mean, spread, sequences, others, work, backlog);
          return smaller(first, whole);
        } else {
          const auto whole =
              average(request_within_of, x, output_cv2(x), time, mean, spread, sequences, others, work, backlog);
          return smaller(first, whole);
        }
      },
      first);
}
inline constexpr auto request_within =
    function<"serving.request_within", Count(Seconds, Count, Count, Seconds, Seconds)>(
        {.symbol = "P(E2EL ≤ t)",
         .title = "Probability of E2EL ≤ t",
         .why = "Average over all output lengths, and never above that of TTFT ≤ t.",
         .source = request_source,
         .unit = Unit::ratio,
         .of = "t, B, n, w, V"},
        [](const auto& x, const auto& time, const auto& sequences, const auto& others, const auto& work,
           const auto& backlog) {
          return over_requests(
              x, [&](const auto& each) { return request_in_time(each, time, sequences, others, work, backlog, x); });
        });
inline constexpr auto request_quantile =
    solve<"serving.request_quantile", Seconds(Count, Count, Count, Seconds, Seconds)>(
        {.symbol = "E2EL_p",
         .title = "E2EL quantile p",
         .why = "E2EL that a fraction p of the requests does not exceed.",
         .source = request_source,
         .of = "p, B, n, w, V"},
        nothing_else,
        [](const auto& x, const auto& share, const auto& sequences, const auto& others, const auto& work,
           const auto& backlog) {
          const auto longer = stretch(sequences, others, work, x);
          const auto decoding = longer * (output_tokens(x) * own_token_time(sequences, x) + backlog);
          return most_of_mean(x, share, sequences) + 4.0 * decoding / (1.0 - share);
        },
        [](const auto& x, const auto& share, const auto& sequences, const auto& others, const auto& work,
           const auto& backlog,
           const auto& time) { return request_within(x, time, sequences, others, work, backlog) - share; });

/// The share of the requests within a time, of a class where they are of several.
template <class Requests, class Time, class Sequences, class Others, class Work, class Backlog, class Case>
auto request_share(
    const Requests& requests, const Time& time, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  if constexpr (is_class<Requests>)
    return request_in_time(requests, time, sequences, others, work, backlog, x);
  else
    return request_within(x, time, sequences, others, work, backlog);
}

/// Whether there is such a limit.
template <class Limit>
auto is_set(const Limit& limit) {
  return less(0.0 * second, otherwise(limit, 0.0 * second));
}
/// Whether there is a limit per token, and a token after the first.
template <class Requests>
auto limits_tokens(const Requests& requests) {
  return is_set(tpot_limit(requests)) * less(1.0, output_tokens(requests));
}
template <class Case>
auto has_limits(const Case& x) {
  return less(0.0, is_set(ttft_limit(x)) + limits_tokens(x) + is_set(latency_limit(x)));
}
/// Of requests, those of a class where they are of several, the share within each of their limits, beside so many
/// sequences; all of them where there is none.
template <class Requests, class Sequences, class Case>
auto within_first(const Requests& requests, const Sequences& sequences, const Case& x) {
  return where(
      is_set(ttft_limit(requests)), [&] { return first_share(requests, ttft_limit(requests), sequences, x); }, 1.0);
}
template <class Requests, class Sequences, class Others, class Work, class Backlog, class Case>
auto within_token(
    const Requests& requests, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  return where(
      limits_tokens(requests),
      [&] { return token_share(requests, tpot_limit(requests), sequences, others, work, backlog, x); }, 1.0);
}
template <class Requests, class Sequences, class Others, class Work, class Backlog, class Case>
auto within_request(
    const Requests& requests, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  return where(
      is_set(latency_limit(requests)),
      [&] { return request_share(requests, latency_limit(requests), sequences, others, work, backlog, x); }, 1.0);
}
/// The share within all of them.
template <class Requests, class Sequences, class Others, class Work, class Backlog, class Case>
auto within_all(
    const Requests& requests, const Sequences& sequences, const Others& others, const Work& work,
    const Backlog& backlog, const Case& x) {
  return within_first(requests, sequences, x) * within_token(requests, sequences, others, work, backlog, x) *
         within_request(requests, sequences, others, work, backlog, x);
}

inline constexpr auto latency_formulas = std::tie(transfer_time);
inline constexpr auto latency_functions = std::tie(
    lone_reading_at, length_share_at, square_share_at, first_token_at, first_token_in, chunks_at, slow_chunk,
    residual_at, ttft_at, wait_spread_at, first_within_of, first_within_in, first_within, ttft_quantile,
    backlog_per_token, tpot_at, step_slope_at, prompt_variance_at, step_variance_at, backlog_spread_at, token_within_of,
    token_within_in, token_within, tpot_quantile, first_square_of, first_square_in, first_spread_at, request_within_of,
    request_within_in, request_within, request_quantile);

}  // namespace llmsize::serving
