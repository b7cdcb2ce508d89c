// SPDX-License-Identifier: Apache-2.0
// How many sequences a replica decodes together under its load. Where the load tells it only through the step's own
// time, two steps of Newton's method find it.
#pragma once

#include "core/inputs/goal.hpp"
#include "core/serving/streamed.hpp"

namespace llmsize::serving {

inline constexpr std::string_view load_source =
    "Little 1961: what is in flight is what comes in times how long it stays; steps of Newton's method";

/// What of the weights and caches that so many sequences need from slower tiers a step does not hide.
template <class Sequences, class Step, class Case>
auto unhidden(const Sequences& sequences, const Step& step, const Case& x) {
  const auto lives = memory::activations_tier(x);
  const auto held = spread_cache(passing(sequences, x), cache_read_of(context_tokens(x), x), x) / layout::pipeline(x);
  const auto cache = larger(tier::reading_time(lives, held, x), held / path::cache_rate(x));
  const auto streams = choose(is_on(memory::parameters_tier(x), Tier::gpu), 0.0 * second, offload::weights_stream(x)) +
                       choose(is_on(lives, Tier::gpu), 0.0 * second, cache);
  return choose(less(0.0 * second, streams), offload::exposed(streams, step, x), 0.0 * second);
}

/// Time per token of so many sequences: a step, weights that stream in as far as it does not hide them, drafts, over
/// the tokens that it yields.
template <class Sequences, class Case>
auto token_time_of(const Sequences& sequences, const Case& x) {
  const auto step = step_of(sequences, x) * (1.0 + draft_tokens(x) * draft_cost(x));
  return (step + unhidden(sequences, step, x)) / accepted_tokens(x);
}

/// Prompts that share a step with so many running sequences: as many come as sequences end in it, at random, and a
/// step that reads none costs nothing.
template <class Sequences, class Case>
auto sharing(const Sequences& sequences, const Case& x) {
  const auto coming = larger(1e-6, sequences / (layout::attention_data(x) * otherwise(output_tokens(x), 1e9)));
  return coming / (1.0 - power(std::numbers::e, 0.0 - coming));
}

/// Reading a prompt beside so many running sequences, of one copy of attention: weights are being read for the decodes
/// already.
template <class Sequences, class Case>
auto prompt_work(const Sequences& sequences, const Case& x) {
  const auto fresh = fresh_tokens(x);
  const auto running = checked(passing(sequences, x), x);
  const auto beside = products_of(fresh + running, x) - products_of(running, x);
  // Pipeline stages read different prompts at a time.
  const auto work = beside + (1.0 + input_cv2(x)) * prompt_attention(x) + encoder_time(x);
  return error(x) * (work + exchange_of(fresh, x)) / layout::pipeline(x);
}

/// Launching the layers of a prompt beside so many running sequences; those that share a step share the launch.
template <class Sequences, class Case>
auto launching_beside(const Sequences& sequences, const Case& x) {
  const auto kind = choose(is_mixture(x), engine::launch_beside_experts(x), 1.0);
  return error(x) * engine::launch_beside(x) * kind * launch_time(x) / (layout::pipeline(x) * sharing(sequences, x));
}

/// The same with what launching its layers takes at least; nothing where other replicas read prompts.
template <class Sequences, class Case>
auto prompt_time(const Sequences& sequences, const Case& x) {
  const auto work = smooth_larger(prompt_work(sequences, x), launching_beside(sequences, x), 2.0);
  return choose(reads_apart(x), 0.0 * second, work);
}

/// Requests that come to a copy of attention per second.
template <class Case>
auto rank_rate(const Case& x) {
  return rate(x) / (decode_replicas(x) * layout::attention_data(x));
}

/// Sequences of a replica that a rate keeps running if steps and prompts took as long as with so many: what comes in
/// times its steps and the prompts that are read between them.
template <class Sequences, class Case>
auto kept_running(const Sequences& sequences, const Case& x) {
  const auto steps = layout::attention_data(x) * output_tokens(x) * token_time_of(sequences, x);
  return rank_rate(x) * (steps + sequences * prompt_time(sequences, x));
}

/// One step of Newton's method from so many, with the slope from there to `reach` times as many; as many as fit where
/// that leads nowhere.
template <class Sequences, class Case>
auto improved(const Sequences& sequences, double reach, const Case& x) {
  const auto here = kept_running(sequences, x);
  const auto slope = (kept_running(reach * sequences, x) - here) / ((reach - 1.0) * sequences);
  const auto next = sequences + (here - sequences) / (1.0 - slope);
  return choose(less(slope, 0.999), smaller(larger(1e-6, next), max_batch(x)), max_batch(x));
}

inline constexpr auto batch_alone = formula<"serving.batch_alone", Count>(
    {.symbol = "B_0",
     .title = "Running sequences, steps as of one",
     .why = "What the rate keeps running if steps took no longer than with one sequence.",
     .source = load_source},
    [](const auto& x) {
      return larger(1e-6, rank_rate(x) * layout::attention_data(x) * output_tokens(x) * token_time_of(1.0, x));
    });
inline constexpr auto batch_reached = formula<"serving.batch_reached", Count>(
    {.symbol = "B_1",
     .title = "Running sequences, first improved",
     .why = "What the rate keeps running if steps grew on as from these sequences to three times as many.",
     .source = load_source},
    [](const auto& x) { return improved(batch_alone(x), 3.0, x); });
inline constexpr auto batch_improved = formula<"serving.batch_improved", Count>(
    {.symbol = "B_2",
     .title = "Running sequences, improved again",
     .why = "What one step of Newton's method makes of that.",
     .source = load_source},
    [](const auto& x) { return improved(batch_reached(x), 1.01, x); });

inline constexpr auto batch_downwards = formula<"serving.batch_downwards", Count>(
    {.symbol = "B_↓",
     .title = "Running sequences, from a full server down",
     .why = "Where launching prompts is what takes long, only servers that are nearly full share it enough: two steps "
            "of Newton's method from there.",
     .source = load_source},
    [](const auto& x) { return improved(improved(max_batch(x), 1.01, x), 1.01, x); });

/// Whether a rate, or a number of requests in flight, is the load.
template <class Case>
auto has_rate(const Case& x) {
  return less(0.0 / second, otherwise(rate(x), 0.0 / second));
}
template <class Case>
auto has_concurrency(const Case& x) {
  return less(0.0, otherwise(concurrency(x), 0.0));
}

inline constexpr auto running_batch = formula<"serving.running_batch", Count>(
    {.symbol = "B",
     .title = "Running sequences of a replica",
     .why =
         "Sequences that are decoded together: what a rate keeps running, the requests in flight, a stated batch, or "
         "as many as fit.",
     .source = load_source},
    [](const auto& x) {
      const auto in_flight = smaller(max_batch(x), otherwise(concurrency(x), 0.0) / decode_replicas(x));
      // A benchmark ends: its requests run in whole waves of equal size.
      const auto each = otherwise(requests(x), 0.0) / decode_replicas(x);
      const auto waves = choose(less(0.0, each), each / ceil(each / larger(1.0, max_batch(x))), max_batch(x));
      const auto fixed = choose(at_batch(x), replica_batch(x), smaller(waves, max_batch(x)));
      return where(
          has_rate(x),
          [&] {
            // From either side the method comes down to what is kept running: the smaller is nearer.
            return smaller(improved(batch_improved(x), 1.01, x), improved(batch_downwards(x), 1.01, x));
          },
          choose(has_concurrency(x), in_flight, fixed));
    });

inline constexpr auto batch_formulas =
    std::tie(batch_alone, batch_reached, batch_improved, batch_downwards, running_batch);

}  // namespace llmsize::serving
