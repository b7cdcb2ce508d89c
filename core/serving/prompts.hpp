// SPDX-License-Identifier: Apache-2.0
// Reading prompts: one alone, and beside sequences that are decoded. A prompt lies on one copy of attention; copies
// read prompts side by side, which is the only place where they divide the work of prompts.
#pragma once

#include "core/serving/step.hpp"

namespace llmsize::serving {

/// Passes are launched beside their work: the longer of both decides, bent.
inline constexpr double launch_bend = 2;

/// A pass over so many tokens of a prompt whose attention takes so long.
template <class Tokens, class Attending, class Case>
auto prefill_of(const Tokens& tokens, const Attending& attending, const Case& x) {
  const auto work = linear_of(tokens, x) + experts_of(tokens, x) + attending + encoder_time(x) + head_of(1.0, x) +
                    layer_time(x) + exchange_of(tokens, x);
  return error(x) * smooth_larger(work, launch_time(x), launch_bend);
}

inline constexpr auto prefill_at = function<"serving.prefill_at", Seconds(Count)>(
    {.symbol = "T_pre",
     .title = "Isolated prefill time of s tokens",
     .why = "One pass on one attention-DP rank, or the launch time of its layers if that is longer. Pipeline stages do "
            "not speed it up.",
     .source = pass_source,
     .of = "s"},
    [](const auto& x, const auto& tokens) {
      return prefill_of(tokens, prompt_attention(x) * squared(tokens / larger(1.0, fresh_tokens(x))), x);
    });

inline constexpr auto static_prefill_at = function<"serving.static_prefill_at", Seconds(Count)>(
    {.symbol = "T_pre,Q",
     .title = "Prefill time of Q prompts",
     .why = "Attention-DP ranks work in parallel. Each rank processes its prompts in one pass.",
     .source = pass_source,
     .of = "Q"},
    [](const auto& x, const auto& prompts) {
      const auto of_copy = larger(smaller(1.0, prompts), prompts / layout::attention_data(x));
      const auto tokens = of_copy * fresh_tokens(x);
      const auto work = linear_of(tokens, x) + experts_of(prompts * fresh_tokens(x), x) +
                        of_copy * prompt_attention(x) + prompts * encoder_time(x) + head_of(of_copy, x) +
                        layer_time(x) + exchange_of(tokens, x);
      return error(x) * smooth_larger(work, launch_time(x), launch_bend);
    });

inline constexpr auto reading_work_at = function<"serving.reading_work_at", Seconds(Count, Count)>(
    {.symbol = "w_0",
     .title = "Prefill GPU time added to a step",
     .why = "GPU time of one prompt on each of δ attention-DP ranks, with a decode batch of B. The decode step already "
            "reads the weights.",
     .source = pass_source,
     .of = "B, δ"},
    [](const auto& x, const auto& sequences, const auto& ranks) {
      const auto running = checked(passing(sequences, x), x), of_copy = running / layout::attention_data(x);
      const auto fresh = fresh_tokens(x);
      const auto products = linear_of(fresh + of_copy, x) - linear_of(of_copy, x) +
                            experts_of(ranks * fresh + running, x) - experts_of(running, x);
      return error(x) * (products + prompt_attention(x) + encoder_time(x) + exchange_of(fresh, x));
    });

inline constexpr auto reading_at = function<"serving.reading_at", Seconds(Count, Count, Count)>(
    {.symbol = "w_p",
     .title = "Prefill time added to a step",
     .why = "A pass with one prompt on each of δ attention-DP ranks and a decode batch of B, or the launch time of its "
            "chunks, which m prompts share.",
     .source = pass_source,
     .of = "B, δ, m"},
    [](const auto& x, const auto& sequences, const auto& copies, const auto& sharing) {
      const auto kind = choose(is_mixture(x), engine::launch_beside_experts(x), 1.0);
      const auto launching = error(x) * engine::launch_beside(x) * kind * launch_time(x) / sharing;
      return smooth_larger(reading_work_at(x, sequences, copies), launching, launch_bend);
    });

/// How prompts come beside B sequences: copies of attention that read at once, prompts that share a launch.
template <class Copies, class Sharing>
struct Coming {
  Copies copies;
  Sharing sharing;
};
template <class Copies, class Sharing>
Coming(Copies, Sharing) -> Coming<Copies, Sharing>;

/// Copies of attention that read together where prompts are always waiting; the others wait for the longest.
template <class Case>
auto most_together(const Case& x) {
  return 1.0 + engine::reading_together(x) * (layout::attention_data(x) - 1.0);
}
/// From a fixed number of clients, who ask again when they have their answer.
template <class Sequences, class Case>
auto from_clients(const Sequences& sequences, const Case& x) {
  const auto most = 1.0 + engine::reading_together_closed(x) * (layout::attention_data(x) - 1.0);
  return Coming{larger(1.0, smaller(sequences, most)), 1.0};
}
/// Where prompts are always waiting: launching them costs nothing.
template <class Case>
auto from_crowd(const Case& x) {
  return Coming{most_together(x), 1e6};
}

/// A prompt over the mean one: tokens that are computed, tokens that each of them attends to, tokens that are loaded
/// from the offload tier, and all of them.
template <class Fresh, class Seen, class Loaded, class Length>
struct PromptSize {
  Fresh fresh;
  Seen seen;
  Loaded loaded;
  Length length;
};
template <class Fresh, class Seen, class Loaded, class Length>
PromptSize(Fresh, Seen, Loaded, Length) -> PromptSize<Fresh, Seen, Loaded, Length>;

/// A mean prompt of a class over the mean of all.
template <class Requests, class Case>
auto size_in(const Requests& requests, const Case& x) {
  const auto pairs = [](const auto& of) { return squared(prompt_tokens(of)) - squared(kept_tokens(of)); };
  const auto fresh = fresh_tokens(requests) / larger(1e-9, fresh_tokens(x));
  return PromptSize{
      fresh, pairs(requests) / larger(1e-9, pairs(x)) / larger(1e-9, fresh),
      loaded_tokens(requests) / larger(1e-9, loaded_tokens(x)), prompt_tokens(requests) / prompt_tokens(x)};
}

/// The spread of lengths as it lengthens attention, which follows their square.
template <class Case>
auto spread_of_squares(const Case& x) {
  return over_requests(x, [&](const auto& each) {
    if constexpr (is_class<std::decay_t<decltype(each)>>) {
      const auto size = size_in(each, x);
      return size.fresh * size.seen * (1.0 + input_cv2(each)) - 1.0;
    } else {
      return input_cv2(x);
    }
  });
}

/// The share of the time of a prompt that follows its length; of that, what follows the square.
template <class Sequences, class How, class Case>
auto following_length(const Sequences& sequences, const How& coming, const Case& x) {
  const auto work = reading_work_at(x, sequences, coming.copies);
  return squared(work / reading_at(x, sequences, coming.copies, coming.sharing));
}
template <class Sequences, class How, class Case>
auto following_square(const Sequences& sequences, const How& coming, const Case& x) {
  return error(x) * prompt_attention(x) / reading_work_at(x, sequences, coming.copies);
}

/// Time of a replica for a prompt of mean length, and of lengths as they come: over prompts that are read at once, also
/// in stages of a pipeline.
template <class Sequences, class How, class Case>
auto time_per_prompt(const Sequences& sequences, const How& coming, const Case& x) {
  const auto spread =
      following_length(sequences, coming, x) * following_square(sequences, coming, x) * spread_of_squares(x);
  const auto pass = reading_at(x, sequences, coming.copies, coming.sharing);
  return pass * (1.0 + spread) / (coming.copies * layout::pipeline(x));
}

/// What prompts of a class take of passes over what all take on average, and by which power of their length, where the
/// mean prompt takes a share of its time by its length, and of that a share by the square.
template <class Mean, class Power>
struct ClassWork {
  Mean mean;
  Power power;
};
template <class Mean, class Power>
ClassWork(Mean, Power) -> ClassWork<Mean, Power>;
template <class Requests, class Share, class Square, class Case>
auto work_in(const Requests& requests, const Share& follows, const Square& square, const Case& x) {
  const auto of = [&](const auto& each, const auto& times) {
    const auto size = size_in(each, x);
    return size.fresh * (1.0 - square) + times * square * size.fresh * size.seen;
  };
  const auto mean = [&](const auto& each) { return 1.0 - follows + follows * of(each, 1.0 + input_cv2(each)); };
  const auto at_mean = 1.0 - follows + follows * of(requests, 1.0);
  return ClassWork{mean(requests) / over_requests(x, mean), follows * of(requests, 2.0) / at_mean};
}

inline constexpr auto prompt_functions = std::tie(prefill_at, static_prefill_at, reading_work_at, reading_at);

}  // namespace llmsize::serving
