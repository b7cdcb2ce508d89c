// SPDX-License-Identifier: Apache-2.0
// What a served model gives under its load: tokens per second, time to the first token and per token, and how much of
// what is possible that is.
#pragma once

#include "core/serving/decode.hpp"

namespace llmsize::serving {

inline constexpr std::string_view queue_source =
    "Pollaczek and Khinchine: the wait of a queue with one server; chunks of prompts share steps with decodes";

/// Natural logarithm.
template <class Value>
auto natural_log(const Value& value) {
  return log2(value) * std::numbers::ln2;
}

inline constexpr auto prefill_work = formula<"serving.prefill_work", Seconds>(
    {.symbol = "w",
     .title = "Reading a prompt beside the batch",
     .why =
         "What a prompt adds to steps in which the running sequences are decoded, or launching its layers where that "
         "takes longer; nothing where other replicas read prompts.",
     .source = pass_source},
    [](const auto& x) { return prompt_time(running_batch(x), x); });

/// Requests per second of a replica whose sequences take so long per token, prompts of this work being read between
/// their steps.
template <class Sequences, class Time, class Work, class Case>
auto rate_of_replica(const Sequences& sequences, const Time& each, const Work& work, const Case& x) {
  return sequences / (output_tokens(x) * each + sequences * work / layout::attention_data(x));
}

inline constexpr auto full_token_time = formula<"serving.full_token_time", Seconds>(
    {.symbol = "τ_max",
     .title = "Step per token, full",
     .why = "With as many sequences as fit.",
     .source = load_source},
    [](const auto& x) { return token_time_of(max_batch(x), x); });
/// Prompts share passes where a server is full: launching them costs nothing then.
template <class Sequences, class Case>
auto shared_work(const Sequences& sequences, const Case& x) {
  return choose(reads_apart(x), 0.0 * second, prompt_work(sequences, x));
}
inline constexpr auto full_prefill_work = formula<"serving.full_prefill_work", Seconds>(
    {.symbol = "w_max",
     .title = "Reading a prompt, full",
     .why = "Beside as many sequences as fit; prompts share passes then, so that launching them costs nothing.",
     .source = load_source},
    [](const auto& x) { return shared_work(max_batch(x), x); });

inline constexpr auto capacity = formula<"serving.capacity", PerSecond>(
    {.symbol = "λ_max",
     .title = "Capacity",
     .why = "Requests per second of all replicas that decode as many sequences as fit all the time.",
     .source = "derived: sequences over their time; Little 1961"},
    [](const auto& x) {
      return decode_replicas(x) * rate_of_replica(max_batch(x), full_token_time(x), full_prefill_work(x), x);
    });

inline constexpr auto cycle_time = formula<"serving.cycle_time", Seconds>(
    {.symbol = "L",
     .title = "Cycle of a request in flight",
     .why = "All its steps, and the prompts that are read between them: one for each sequence that runs.",
     .source = load_source},
    [](const auto& x) {
      return output_tokens(x) * token_time(x) + running_batch(x) * prefill_work(x) / layout::attention_data(x);
    });

inline constexpr auto kv_read_time = formula<"serving.kv_read_time", Seconds>(
    {.symbol = "t_read",
     .title = "Reading kept keys and values",
     .why = "Of a prompt, from the tier that they rest on; it runs beside the reading of the rest.",
     .source = "derived: bytes over the path's rate"},
    [](const auto& x) {
      const auto bytes = kept_tokens(x) * model::kv_bytes_per_token(x) / (layout::tensor(x) * layout::pipeline(x));
      return choose(
          less(0.0, prefix_hit(x)) * below(store_tier(x), Tier::gpu), tier::reading_time(store_tier(x), bytes, x),
          0.0 * second);
    });

/// Tokens of a prompt that a step takes in beside so many sequences of a replica.
template <class Sequences, class Case>
auto chunk_room(const Sequences& sequences, const Case& x) {
  return larger(chunk(x) - sequences / layout::attention_data(x), chunk(x) / 4.0);
}
/// A prompt's work with fetching what is kept of it, where that takes longer.
template <class Work, class Case>
auto with_fetching(const Work& work, const Case& x) {
  return larger(work, kv_read_time(x));
}
/// Service of a prompt whose work beside so many running sequences is known: with the steps that it shares; where other
/// replicas read prompts, a pass of theirs.
template <class Sequences, class Work, class Step, class Case>
auto service_of(const Sequences& sequences, const Work& work, const Step& step, const Case& x) {
  const auto together = with_fetching(work, x) + step * fresh_tokens(x) / chunk_room(sequences, x);
  return choose(reads_apart(x), with_fetching(prefill_time(x), x), together);
}
/// Steps that take in a prompt beside so many running sequences.
template <class Sequences, class Case>
auto chunks_beside(const Sequences& sequences, const Case& x) {
  const auto fresh = fresh_tokens(x), room = chunk_room(sequences, x);
  const auto varied = 1.0 + fresh / (2.0 * room) + power(std::numbers::e, 0.0 - room / larger(1.0, fresh));
  return choose(less(input_cv2(x), 0.5), larger(1.0, ceil(fresh / room)), varied);
}
inline constexpr auto chunks = formula<"serving.chunks", Count>(
    {.symbol = "n_ch",
     .title = "Steps that read a prompt",
     .why = "A step takes in as many tokens as the engine allows beside the running sequences.",
     .source = "Agrawal et al. 2023 (Sarathi); for exponential lengths the mean of the whole number"},
    [](const auto& x) { return chunks_beside(running_batch(x), x); });

inline constexpr auto service_time = formula<"serving.service_time", Seconds>(
    {.symbol = "σ",
     .title = "Service of a prompt",
     .why = "Its work, and the steps that it shares with decodes; where other replicas read prompts, a pass of theirs.",
     .source = queue_source},
    [](const auto& x) { return service_of(running_batch(x), prefill_work(x), decode_time(x), x); });

/// Queues of all replicas: one for every copy of attention that reads prompts.
template <class Case>
auto queues(const Case& x) {
  const auto reading = choose(reads_apart(x), larger(1.0, prefill_workers(x)), decode_replicas(x));
  return reading * layout::attention_data(x);
}
/// Prompts that come to a queue per second.
template <class Case>
auto queue_rate(const Case& x) {
  return rate(x) / queues(x);
}
/// How many times the mean wait the slowest hundredth waits, of a queue with a server that is busy for this share of
/// its time: an exponential tail of those who wait at all.
template <class Share>
auto late(const Share& busy) {
  const auto some = larger(0.01, busy);
  return larger(1.0, natural_log(100.0 * some)) / some;
}

inline constexpr auto queue_time = formula<"serving.queue_time", Seconds>(
    {.symbol = "t_queue",
     .title = "Wait of a prompt",
     .why = "Behind those that came before, at random.",
     .source = queue_source},
    [](const auto& x) {
      const auto busy = queue_rate(x) * service_time(x);
      return busy * service_time(x) * (1.0 + input_cv2(x)) / (2.0 * larger(0.0, 1.0 - busy));
    });

/// Half a step, and half of a chunk that is being read, before a prompt is looked at: beside so many running sequences
/// whose step and whose prompts take so long, with so many prompts per second of a copy of attention.
template <class Sequences, class Step, class Work, class Rate, class Case>
auto residual_of(const Sequences& sequences, const Step& step, const Work& work, const Rate& each, const Case& x) {
  const auto piece = smaller(work, chunk_room(sequences, x) / larger(1.0, fresh_tokens(x)) * work);
  return 0.5 * (step + each * work * piece);
}
template <class Case>
auto residual(const Case& x) {
  return residual_of(running_batch(x), decode_time(x), prefill_work(x), rank_rate(x), x);
}

inline constexpr auto transfer_time = formula<"serving.transfer_time", Seconds>(
    {.symbol = "t_hand",
     .title = "Handing a prompt's cache on",
     .why = "Keys and values of a prompt go from the replica that read it to the one that decodes, GPU by GPU.",
     .source = "derived: bytes over the network"},
    [](const auto& x) {
      const auto bytes =
          spread_cache(layout::attention_data(x), model::cache_of(prompt_tokens(x), x), x) / layout::pipeline(x);
      return choose(reads_apart(x), bytes / training::network_rate(x), 0.0 * second);
    });

/// What a first token takes beside waiting, where a prompt is read in so many steps.
template <class Residual, class Step, class Work, class Steps, class Case>
auto first_beside(const Residual& before, const Step& step, const Work& work, const Steps& steps, const Case& x) {
  const auto together = before + with_fetching(work, x) + step * steps;
  const auto apart = with_fetching(prefill_time(x), x) + transfer_time(x) + step;
  return engine::request_time(x) + choose(reads_apart(x), apart, together);
}
/// The same with a rate, and with so many requests in flight.
template <class Case>
auto first_at_rate(const Case& x) {
  return first_beside(residual(x), decode_time(x), prefill_work(x), chunks(x), x);
}
template <class Case>
auto first_in_flight(const Case& x) {
  const auto ranks = layout::attention_data(x), running = running_batch(x);
  const auto share = running * prefill_work(x) / (ranks * cycle_time(x));
  const auto behind = share / (1.0 - share) * with_fetching(prefill_work(x), x) / 2.0;
  // Of a benchmark's requests those of the first wave start at once, into an engine that is cold.
  const auto first = otherwise(smaller(1.0, concurrency(x) / requests(x)), 0.0);
  const auto wave = first * larger(0.0, running / ranks - 1.0) / 2.0 * with_fetching(prefill_work(x), x);
  const auto each = concurrency(x) / decode_replicas(x);
  const auto queued = larger(0.0, each - running) / larger(running, 1e-9) * cycle_time(x);
  const auto cold = choose(less(0.0, first), engine::cold_time(x), 0.0 * second);
  const auto alone = with_fetching(prefill_time(x), x) + transfer_time(x);
  return engine::request_time(x) + alone + decode_time(x) / 2.0 + behind + wave + queued + cold;
}

inline constexpr auto ttft = formula<"serving.ttft", Seconds>(
    {.symbol = "TTFT",
     .title = "Time to the first token",
     .why = "Client and server, what comes before in the queue, and reading the prompt in the steps of the others. A "
            "server that is always full has a queue without end: none is told.",
     .source = queue_source,
     .assumes = "a cache that is read while the rest is computed, layer by layer"},
    [](const auto& x) {
      return engine::prompt_error(x) * choose(has_rate(x), first_at_rate(x) + queue_time(x), first_in_flight(x));
    });

inline constexpr auto batch_work = formula<"serving.batch_work", Seconds>(
    {.symbol = "w_B",
     .title = "Reading a prompt, always full",
     .why = "Beside the running sequences, where prompts share passes.",
     .source = load_source},
    [](const auto& x) { return shared_work(running_batch(x), x); });

inline constexpr auto tpot = formula<"serving.tpot", Seconds>(
    {.symbol = "TPOT",
     .title = "Time per token",
     .why = "After the first: a step, and the prompts of others that are read between steps.",
     .source = load_source},
    [](const auto& x) {
      const auto running = running_batch(x), ranks = layout::attention_data(x);
      const auto shared = token_time(x) + running * prefill_work(x) / (ranks * output_tokens(x));
      const auto by_rate = shared / choose(less(rate(x), capacity(x)), 1.0, 0.0);
      const auto others = larger(0.0, running / ranks - 1.0) * prefill_work(x) / output_tokens(x);
      const auto in_flight = token_time(x) + others;
      const auto full = token_time(x) + running * batch_work(x) / (ranks * output_tokens(x));
      return choose(has_rate(x), by_rate, choose(has_concurrency(x), in_flight, full));
    });

inline constexpr auto request_latency = formula<"serving.request_latency", Seconds>(
    {.symbol = "t_req",
     .title = "Time of a request",
     .why = "To its first token, and all others after it.",
     .source = "derived: definition"},
    [](const auto& x) { return ttft(x) + (output_tokens(x) - 1.0) * tpot(x); });

/// How far the slowest hundredth is from the mean, as simulated: lengths that differ make more of it.
template <class Case>
auto token_tail(const Case& x) {
  return 1.25 + 0.15 * smaller(1.0, output_cv2(x));
}
inline constexpr std::string_view tail_source =
    "simulation of a server at 30 to 90 % load: 1.2 to 1.3 times the mean for equal lengths, 1.35 to 1.45 for "
    "exponential ones";

inline constexpr auto tpot_p99 = formula<"serving.tpot_p99", Seconds>(
    {.symbol = "TPOT_99",
     .title = "Time per token, p99",
     .why = "99 of 100 requests take no longer.",
     .source = tail_source},
    [](const auto& x) { return token_tail(x) * tpot(x); });

inline constexpr auto ttft_p99 = formula<"serving.ttft_p99", Seconds>(
    {.symbol = "TTFT_99",
     .title = "Time to the first token, p99",
     .why = "99 of 100 requests take no longer: the tail of the queue.",
     .source = "queue with exponential tail, and simulation"},
    [](const auto& x) {
      const auto waiting = queue_time(x) * late(queue_rate(x) * service_time(x));
      return engine::prompt_error(x) * (first_at_rate(x) + 0.6 * residual(x) + waiting);
    });

inline constexpr auto requests_per_second = formula<"serving.requests_per_second", PerSecond>(
    {.symbol = "λ_out",
     .title = "Requests per second",
     .why = "That are answered, by all replicas.",
     .source = load_source},
    [](const auto& x) {
      const auto replicas = decode_replicas(x);
      const auto in_flight = larger(running_batch(x), otherwise(concurrency(x), 0.0) / replicas) / request_latency(x);
      const auto fixed = rate_of_replica(running_batch(x), token_time(x), batch_work(x), x);
      return choose(
          has_rate(x), smaller(rate(x), capacity(x)), replicas * choose(has_concurrency(x), in_flight, fixed));
    });

inline constexpr auto throughput = formula<"serving.throughput", PerSecond>(
    {.symbol = "r_out",
     .title = "Output tokens per second",
     .why = "That all replicas put out.",
     .source = "derived: requests times their output"},
    [](const auto& x) { return requests_per_second(x) * output_tokens(x); });

inline constexpr auto throughput_input = formula<"serving.throughput_input", PerSecond>(
    {.symbol = "r_in",
     .title = "Prompt tokens per second",
     .why = "That all replicas take in, kept ones included.",
     .source = "derived: requests times their prompt"},
    [](const auto& x) { return requests_per_second(x) * prompt_tokens(x); });

inline constexpr auto throughput_per_gpu = formula<"serving.throughput_per_gpu", PerSecond>(
    {.symbol = "r_gpu",
     .title = "Output tokens per second and GPU",
     .why = "Of all GPUs of the job.",
     .source = "derived: definition"},
    [](const auto& x) { return throughput(x) / cluster::gpus(x); });

inline constexpr auto throughput_per_user = formula<"serving.throughput_per_user", PerSecond>(
    {.symbol = "r_user",
     .title = "Tokens per second of a user",
     .why = "How fast an answer is written once it has begun.",
     .source = "derived: one over the time per token"},
    [](const auto& x) { return 1.0 / tpot(x); });

inline constexpr auto utilisation = formula<"serving.utilisation", Count>(
    {.symbol = "u",
     .title = "Load",
     .why = "Requests that are answered over those that could be.",
     .source = "derived: definition",
     .unit = Unit::ratio},
    [](const auto& x) { return choose(has_rate(x), rate(x) / capacity(x), requests_per_second(x) / capacity(x)); });

inline constexpr auto prefill_share = formula<"serving.prefill_share", Count>(
    {.symbol = "ρ",
     .title = "Share of reading prompts",
     .why = "Of the time of a copy of attention.",
     .source = "derived: prompts per second times the work of one",
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto each = requests_per_second(x) / (decode_replicas(x) * layout::attention_data(x));
      return smaller(1.0, each * prefill_work(x));
    });

inline constexpr auto kv_per_gpu = formula<"serving.kv_per_gpu", Bytes>(
    {.symbol = "kv_gpu",
     .title = "KV cache on a GPU",
     .why = "Of the running sequences, as long as they become.",
     .source = "derived: sequences times what is kept of each"},
    [](const auto& x) {
      const auto held = spread_cache(running_batch(x), model::kv_bytes_per_sequence(x), x) / layout::pipeline(x);
      return choose(is_on(memory::activations_tier(x), Tier::gpu), held, 0.0 * byte);
    });

inline constexpr auto kv_cache = formula<"serving.kv_cache", Bytes>(
    {.symbol = "KV",
     .title = "KV cache of all replicas",
     .why = "Of the running sequences, as long as they become; copies on several GPUs count.",
     .source = "derived: GPUs times what each holds"},
    [](const auto& x) {
      return kv_per_gpu(x) * decode_replicas(x) * layout::attention_data(x) * layout::tensor(x) * layout::pipeline(x);
    });

inline constexpr auto gpu_total = formula<"serving.gpu_total", Bytes>(
    {.symbol = "M_srv",
     .title = "Memory of a GPU",
     .why = "Weights, the cache of the running sequences and the reserve.",
     .source = "derived: sum of the parts"},
    [](const auto& x) { return weights_per_gpu(x) + kv_per_gpu(x) + reserve_per_gpu(x); });

inline constexpr auto load_formulas = std::tie(
    prefill_work, full_token_time, full_prefill_work, capacity, cycle_time, kv_read_time, chunks, service_time,
    queue_time, transfer_time, ttft, batch_work, tpot, request_latency, tpot_p99, ttft_p99, requests_per_second,
    throughput, throughput_input, throughput_per_gpu, throughput_per_user, utilisation, prefill_share, kv_per_gpu,
    kv_cache, gpu_total);

}  // namespace llmsize::serving
