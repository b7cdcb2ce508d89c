// SPDX-License-Identifier: Apache-2.0
// What a served model gives under its load: tokens per second, time to the first token and per token, and how much of
// what is possible that is.
#pragma once

#include "core/serving/decode.hpp"
#include "core/serving/latency.hpp"

namespace llmsize::serving {

inline constexpr auto prefill_work = formula<"serving.prefill_work", Seconds>(
    {.symbol = "w",
     .title = "Prefill latency (batched with decode)",
     .why = "Time that one prompt adds to the decode steps, or the launch time of its layers if that is longer. Zero "
            "with prefill workers.",
     .source = pass_source},
    [](const auto& x) {
      const auto batch = step_batch(x);
      return where(
          1.0 - reads_apart(x),
          [&] {
            const auto at_most = time_per_prompt(batch, from_crowd(x), x);
            const auto fixed = choose(has_concurrency(x), time_per_prompt(batch, from_clients(batch, x), x), at_most);
            return choose(has_rate(x), prompt_time_at(x, batch), fixed);
          },
          0.0 * second);
    });

/// Sequences of a replica whose prompts lengthen the steps of one: a fixed number of clients has itself among them.
template <class Case>
auto others(const Case& x) {
  const auto batch = step_batch(x);
  return choose(has_rate(x), batch, choose(has_concurrency(x), larger(0.0, batch - 1.0), batch));
}
/// What queues behind a request when its first token comes; clients that wait for answers leave nothing.
template <class Case>
auto backlog(const Case& x) {
  return where(
      has_rate(x), [&] { return backlog_at(x, step_batch(x)); }, 0.0 * second);
}

inline constexpr auto cycle_time = formula<"serving.cycle_time", Seconds>(
    {.symbol = "L",
     .title = "Decode residence time per request",
     .why =
         "All decode steps of a request, the prefills between them, and the prefills queued behind its own: one token "
         "budget of prefill per step at most.",
     .source = load_source},
    [](const auto& x) {
      const auto batch = step_batch(x);
      const auto alone = output_tokens(x) * token_time(x);
      return where(
          has_rate(x), [&] { return alone * stretch(batch, batch, prefill_work(x), x) * held_back(batch, x); },
          alone + batch * prefill_work(x));
    });

/// The same time per token as `tpot`, of all loads but a rate.
template <class Case>
auto tpot_in_flight(const Case& x) {
  return token_time(x) + others(x) * prefill_work(x) / output_tokens(x);
}

/// Of a benchmark's requests, the share of the first wave: they start at once, into an engine that is cold.
template <class Case>
auto first_wave(const Case& x) {
  return otherwise(smaller(1.0, concurrency(x) / requests(x)), 0.0);
}
/// With so many requests in flight: a prompt queues behind those of the others.
template <class Case>
auto steady_first(const Case& x) {
  const auto running = step_batch(x), others_there = larger(0.0, running - 1.0);
  const auto share = others_there * prefill_work(x) / cycle_time(x);
  const auto coming = from_clients(running, x);
  const auto pass = choose(
      reads_apart(x), 0.0 * second, larger(reading_at(x, running, coming.copies, coming.sharing), kv_read_time(x)));
  const auto behind = share / (1.0 - share) * pass / 2.0;
  const auto look = (1.0 + engine::polls(x) * engine::poll_share(x)) / 2.0 * tpot_in_flight(x);
  const auto each = concurrency(x) / decode_replicas(x);
  const auto queued = larger(0.0, each - running) / larger(running, 1e-9) * cycle_time(x);
  const auto alone = larger(prefill_time(x), kv_load_at(reader(x), all_requests(step_batch(x), x))) + transfer_time(x);
  return engine::request_time(x) + alone + look + behind + queued;
}
/// What the first wave adds to the mean.
template <class Case>
auto wave_part(const Case& x) {
  const auto first = first_wave(x);
  const auto wave = first * larger(0.0, step_batch(x) - 1.0) / 2.0 * prefill_work(x);
  const auto warming = engine::cold_time(x) * released(engine::launch_drift(x), x);
  return wave + choose(less(0.0, first), warming, 0.0 * second);
}

inline constexpr auto ttft = formula<"serving.ttft", Seconds>(
    {.symbol = "TTFT",
     .title = "Time to first token (TTFT)",
     .why = "Client and server overhead, queue time, and prefill batched with the decode of other requests. Not "
            "available if the server is saturated.",
     .source = queue_source,
     .assumes = "cached KV blocks load while the rest is computed, layer by layer"},
    [](const auto& x) {
      return where(
          has_rate(x), [&] { return ttft_at(x, step_batch(x)); },
          engine::prompt_error(x) * (steady_first(x) + wave_part(x)));
    });

inline constexpr auto tpot = formula<"serving.tpot", Seconds>(
    {.symbol = "TPOT",
     .title = "TPOT (time per output token)",
     .why = "Mean time per output token after the first: one step, the prefills of other requests between steps, and "
            "at a request rate the prefills queued behind its own.",
     .source = load_source},
    [](const auto& x) {
      return where(
          has_rate(x), [&] { return tpot_at(x, step_batch(x)); }, tpot_in_flight(x));
    });

inline constexpr auto backlog_time = formula<"serving.backlog_time", Seconds>(
    {.symbol = "V_t",
     .title = "Prefill backlog in TPOT",
     .why = "Part of TPOT: prefills queued behind the request's own that run during its decode.",
     .source = load_source},
    [](const auto& x) {
      return where(
          has_rate(x), [&] { return backlog_per_token(x, step_batch(x)); }, 0.0 * second);
    });

inline constexpr auto request_latency = formula<"serving.request_latency", Seconds>(
    {.symbol = "t_req",
     .title = "End-to-end latency (E2EL)",
     .why = "TTFT, plus the mean time of each further output token: TPOT, or less where output lengths vary, because "
            "long outputs spread the prefill backlog over more tokens.",
     .source = "derived: definition"},
    [](const auto& x) {
      const auto each = where(
          has_rate(x), [&] { return mean_token(step_batch(x), x); }, tpot(x));
      return ttft(x) + (output_tokens(x) - 1.0) * each;
    });

/// TPOT and TTFT that a share of the requests does not exceed.
template <class Share, class Case>
auto tpot_of(const Share& share, const Case& x) {
  return tpot_quantile(x, share, step_batch(x), others(x), prefill_work(x), backlog(x));
}
template <class Share, class Case>
auto ttft_of(const Share& share, const Case& x) {
  return where(
      has_rate(x), [&] { return ttft_quantile(x, share, step_batch(x)); }, 0.0 / rate(x));  // of no rate none
}

inline constexpr auto ttft_p50 = formula<"serving.ttft_p50", Seconds>(
    {.symbol = "TTFT_50",
     .title = "TTFT P50",
     .why =
         "50% of requests have this TTFT or less. At a fixed concurrency it is the TTFT after the first wave, unless "
         "that is half of all requests.",
     .source = tail_source},
    [](const auto& x) {
      const auto in_flight = steady_first(x) + choose(less(first_wave(x), 0.5), 0.0 * second, wave_part(x));
      return where(
          has_rate(x), [&] { return ttft_of(0.50, x); }, engine::prompt_error(x) * in_flight);
    });

inline constexpr auto ttft_p90 = formula<"serving.ttft_p90", Seconds>(
    {.symbol = "TTFT_90", .title = "TTFT P90", .why = "90% of requests have this TTFT or less.", .source = tail_source},
    [](const auto& x) { return ttft_of(0.90, x); });

inline constexpr auto ttft_p95 = formula<"serving.ttft_p95", Seconds>(
    {.symbol = "TTFT_95", .title = "TTFT P95", .why = "95% of requests have this TTFT or less.", .source = tail_source},
    [](const auto& x) { return ttft_of(0.95, x); });

inline constexpr auto ttft_p99 = formula<"serving.ttft_p99", Seconds>(
    {.symbol = "TTFT_99",
     .title = "TTFT P99",
     .why = "99% of requests have this TTFT or less. Long prompts and the queue tail set it.",
     .source = tail_source},
    [](const auto& x) { return ttft_of(0.99, x); });

inline constexpr auto tpot_p50 = formula<"serving.tpot_p50", Seconds>(
    {.symbol = "TPOT_50", .title = "TPOT P50", .why = "50% of requests have this TPOT or less.", .source = tail_source},
    [](const auto& x) { return tpot_of(0.50, x); });

inline constexpr auto tpot_p90 = formula<"serving.tpot_p90", Seconds>(
    {.symbol = "TPOT_90", .title = "TPOT P90", .why = "90% of requests have this TPOT or less.", .source = tail_source},
    [](const auto& x) { return tpot_of(0.90, x); });

inline constexpr auto tpot_p95 = formula<"serving.tpot_p95", Seconds>(
    {.symbol = "TPOT_95", .title = "TPOT P95", .why = "95% of requests have this TPOT or less.", .source = tail_source},
    [](const auto& x) { return tpot_of(0.95, x); });

inline constexpr auto tpot_p99 = formula<"serving.tpot_p99", Seconds>(
    {.symbol = "TPOT_99", .title = "TPOT P99", .why = "99% of requests have this TPOT or less.", .source = tail_source},
    [](const auto& x) { return tpot_of(0.99, x); });

template <class Share, class Case>
auto latency_of(const Share& share, const Case& x) {
  return where(
      has_rate(x), [&] { return request_quantile(x, share, step_batch(x), others(x), prefill_work(x), backlog(x)); },
      0.0 / rate(x));  // of no rate none
}

inline constexpr auto latency_p50 = formula<"serving.latency_p50", Seconds>(
    {.symbol = "E2EL_50",
     .title = "E2EL P50",
     .why = "50% of requests have this end-to-end latency or less.",
     .source = request_source},
    [](const auto& x) { return latency_of(0.50, x); });

inline constexpr auto latency_p90 = formula<"serving.latency_p90", Seconds>(
    {.symbol = "E2EL_90",
     .title = "E2EL P90",
     .why = "90% of requests have this end-to-end latency or less.",
     .source = request_source},
    [](const auto& x) { return latency_of(0.90, x); });

inline constexpr auto latency_p95 = formula<"serving.latency_p95", Seconds>(
    {.symbol = "E2EL_95",
     .title = "E2EL P95",
     .why = "95% of requests have this end-to-end latency or less.",
     .source = request_source},
    [](const auto& x) { return latency_of(0.95, x); });

inline constexpr auto latency_p99 = formula<"serving.latency_p99", Seconds>(
    {.symbol = "E2EL_99",
     .title = "E2EL P99",
     .why = "99% of requests have this end-to-end latency or less. Long outputs set it.",
     .source = request_source},
    [](const auto& x) { return latency_of(0.99, x); });

inline constexpr auto ttft_limited = formula<"serving.ttft_limited", Seconds>(
    {.symbol = "TTFT_p",
     .title = "TTFT at the SLO percentile",
     .why = "The SLO percentile of the requests has this TTFT or less.",
     .source = tail_source},
    [](const auto& x) { return ttft_of(tail_share(x), x); });
inline constexpr auto tpot_limited = formula<"serving.tpot_limited", Seconds>(
    {.symbol = "TPOT_p",
     .title = "TPOT at the SLO percentile",
     .why = "The SLO percentile of the requests has this TPOT or less.",
     .source = tail_source},
    [](const auto& x) { return tpot_of(tail_share(x), x); });

inline constexpr auto latency_limited = formula<"serving.latency_limited", Seconds>(
    {.symbol = "E2EL_p",
     .title = "E2EL at the SLO percentile",
     .why = "The SLO percentile of the requests has this end-to-end latency or less.",
     .source = request_source},
    [](const auto& x) { return latency_of(tail_share(x), x); });

inline constexpr auto attainment = formula<"serving.attainment", Count>(
    {.symbol = "P_L",
     .title = "SLO attainment",
     .why = "Fraction of the requests within all SLOs at the request rate: probability of the TTFT times that of the "
            "TPOT times that of the E2EL.",
     .source = tail_source,
     .assumes = "TTFT and TPOT vary independently; error of at most 6 points near an SLO",
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto batch = step_batch(x);
      const auto within = over_requests(
          x, [&](const auto& each) { return within_all(each, batch, others(x), prefill_work(x), backlog(x), x); });
      const auto limited = otherwise(ttft_limit(x), otherwise(tpot_limit(x), latency_limit(x)));
      // Without an SLO, and at a fixed concurrency, there is none.
      return choose(less(0.0 * second, limited) * has_rate(x), within, of<Count>(absent));
    });

inline constexpr auto itl_p99 = formula<"serving.itl_p99", Seconds>(
    {.symbol = "ITL_99",
     .title = "Inter-token latency P99",
     .why =
         "The slowest 1% of token intervals. If at least 1% of steps include a full prefill chunk, it is the time "
         "of such a step, else of the largest chunk of 1% of steps. Smaller chunks or prefill workers reduce it, more "
         "replicas do not.",
     .source = "derived: shares of steps; matches step-by-step simulations except for nearly idle replicas, and for "
               "short prompts of which several share a chunk (−27 to +16%)"},
    [](const auto& x) {
      const auto batch = step_batch(x);
      const auto each = prompts_per_step(running_batch(x), batch, x);
      const auto some = less(slowest_intervals, reading_share(each, batch, x));
      const auto reading = where(
          some, [&] { return slow_chunk_time(each, batch, x); }, 0.0 * second);
      return own_token_time(batch, x) + reading;
    });

inline constexpr auto requests_per_second = formula<"serving.requests_per_second", PerSecond>(
    {.symbol = "λ_out",
     .title = "Request throughput",
     .why = "Completed requests per second of all replicas.",
     .source = load_source,
     .unit = Unit::requests_per_second},
    [](const auto& x) {
      const auto replicas = decode_replicas(x);
      const auto in_flight = larger(step_batch(x), otherwise(concurrency(x), 0.0) / replicas) / request_latency(x);
      const auto full = step_batch(x) / cycle_time(x);
      const auto answered = choose(less(0.0, step_batch(x)), rate(x), of<PerSecond>(absent));
      return choose(has_rate(x), answered, replicas * choose(has_concurrency(x), in_flight, full));
    });

inline constexpr auto throughput = formula<"serving.throughput", PerSecond>(
    {.symbol = "r_out",
     .title = "Output throughput",
     .why = "Output tokens per second of all replicas.",
     .source = "derived: request throughput × output tokens",
     .unit = Unit::tokens_per_second},
    [](const auto& x) { return requests_per_second(x) * output_tokens(x); });

inline constexpr auto throughput_input = formula<"serving.throughput_input", PerSecond>(
    {.symbol = "r_in",
     .title = "Input throughput",
     .why = "Prompt tokens per second of all replicas, including cached tokens.",
     .source = "derived: request throughput × prompt tokens",
     .unit = Unit::tokens_per_second},
    [](const auto& x) { return requests_per_second(x) * prompt_tokens(x); });

inline constexpr auto throughput_per_gpu = formula<"serving.throughput_per_gpu", PerSecond>(
    {.symbol = "r_gpu",
     .title = "Output throughput per GPU",
     .why = "Output throughput divided by all GPUs of the cluster.",
     .source = "derived: definition",
     .unit = Unit::tokens_per_second},
    [](const auto& x) { return throughput(x) / cluster::gpus(x); });

inline constexpr auto throughput_per_user = formula<"serving.throughput_per_user", PerSecond>(
    {.symbol = "r_user",
     .title = "Output speed per user",
     .why = "Output tokens per second of one request after its first token.",
     .source = "derived: 1 / TPOT",
     .unit = Unit::tokens_per_second},
    [](const auto& x) { return 1.0 / tpot(x); });

inline constexpr auto utilisation = formula<"serving.utilisation", Count>(
    {.symbol = "u",
     .title = "Utilization",
     .why = "Completed requests per second divided by the capacity.",
     .source = "derived: definition",
     .unit = Unit::ratio},
    [](const auto& x) {
      return choose(has_rate(x), rate(x) / capacity(x), smaller(1.0, requests_per_second(x) / capacity(x)));
    });

inline constexpr auto prefill_share = formula<"serving.prefill_share", Count>(
    {.symbol = "ρ",
     .title = "Prefill share of GPU time",
     .why = "Fraction of a replica's time spent on prefill.",
     .source = "derived: requests per second × prefill time",
     .unit = Unit::ratio},
    [](const auto& x) { return smaller(1.0, requests_per_second(x) / decode_replicas(x) * prefill_work(x)); });

inline constexpr auto kv_per_gpu = formula<"serving.kv_per_gpu", Bytes>(
    {.symbol = "kv_gpu",
     .title = "KV cache per GPU",
     .why = "KV cache of the running sequences at full length, plus a shared system prompt.",
     .source = "derived: sequences × KV bytes per sequence",
     .unit = Unit::memory},
    [](const auto& x) {
      const auto held =
          running_batch(x) / layout::attention_data(x) * private_cache(cache_of_running(x), x) + shared_cache(x);
      return choose(is_on(memory::activations_tier(x), Tier::gpu), held, 0.0 * byte);
    });

inline constexpr auto kv_cache = formula<"serving.kv_cache", Bytes>(
    {.symbol = "KV",
     .title = "KV cache (all replicas)",
     .why = "KV cache of the running sequences at full length, including copies on several GPUs.",
     .source = "derived: GPUs × KV cache per GPU",
     .unit = Unit::memory},
    [](const auto& x) {
      return kv_per_gpu(x) * decode_replicas(x) * layout::attention_data(x) * layout::tensor(x) * layout::pipeline(x);
    });

inline constexpr auto gpu_total = formula<"serving.gpu_total", Bytes>(
    {.symbol = "M_srv",
     .title = "GPU memory used (serving)",
     .why = "Weights, KV cache of the running sequences and runtime overhead.",
     .source = "derived: sum of the parts",
     .unit = Unit::memory},
    [](const auto& x) { return weights_per_gpu(x) + kv_per_gpu(x) + reserve_per_gpu(x); });

inline constexpr auto load_formulas = std::tie(
    prefill_work, cycle_time, ttft, tpot, backlog_time, request_latency, ttft_p50, ttft_p90, ttft_p95, ttft_p99,
    tpot_p50, tpot_p90, tpot_p95, tpot_p99, latency_p50, latency_p90, latency_p95, latency_p99, ttft_limited,
    tpot_limited, latency_limited, attainment, itl_p99, requests_per_second, throughput, throughput_input,
    throughput_per_gpu, throughput_per_user, utilisation, prefill_share, kv_per_gpu, kv_cache, gpu_total);

}  // namespace llmsize::serving
