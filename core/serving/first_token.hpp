// SPDX-License-Identifier: Apache-2.0
// Time to the first token at a rate: without queueing, on average and of the slowest, told by the sequences of a step.
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

}  // namespace llmsize::serving
