// SPDX-License-Identifier: Apache-2.0
// Inputs of the load of a server: what comes in, what is promised, and how the engine schedules it.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/goal.hpp"
#include "core/inputs/model.hpp"
#include "core/inputs/serving.hpp"
#include "core/inputs/tier.hpp"
#include "core/inputs/traffic.hpp"

namespace llmsize::serving {

/// How requests find a replica, as numbers hold it.
enum class Router { random, two, least, prefix };
inline constexpr std::string_view router_words[] = {"random", "two", "least", "prefix"};
constexpr Count code(Router router) { return static_cast<Count>(router); }

inline constexpr auto router = input<"serving.router_kind", Count>(
    {.symbol = "router",
     .label = "Routing policy (code)",
     .help = "Routing policy of requests to replicas: random, power of two choices, least loaded or prefix-aware",
     .most = 3,
     .words = router_words,
     .whole = true});
inline constexpr auto shared_tokens = input<"serving.shared_tokens", Count>(
    {.symbol = "s_sys",
     .label = "System prompt length",
     .help = "Shared prefix tokens at the start of every prompt, e.g. 1500. Each DP-attention rank caches them once.",
     .flags = "--shared-prefix",
     .most = 1e9,
     .initial = 0,
     .source = "no shared prefix by default"});
inline constexpr auto sessions = input<"serving.sessions", Count>(
    {.symbol = "n_ses",
     .label = "Active sessions",
     .help = "Active multi-turn sessions. They set the request rate at the think time unless another load is set.",
     .flags = "--sessions",
     .most = 1e15,
     .initial = 0,
     .source = "single-turn requests by default",
     .whole = true});
inline constexpr auto concurrency = input<"serving.concurrency", Count>(
    {.symbol = "C",
     .label = "Concurrency",
     .help = "Concurrency (closed loop) across all replicas",
     .flags = "--concurrency",
     .least = 1,
     .most = 1e9});
inline constexpr auto at_batch = input<"serving.at_batch", Count>(
    {.symbol = "at Q",
     .label = "Fixed batch size",
     .help = "Use the set batch size at all times instead of the largest that fits",
     .most = 1,
     .initial = 0,
     .source = "a saturated server decodes the largest batch that fits",
     .unit = Unit::flag,
     .whole = true});
/// Whether a batch, concurrent requests or a target is the load.
template <class Case>
auto has_other_load(const Case& x) {
  const auto target = otherwise(goal::request_rate(x), otherwise(goal::tokens_per_second(x), 0.0 / second));
  return larger(larger(at_batch(x), less(0.0, otherwise(concurrency(x), 0.0))), less(0.0 / second, target));
}
/// Requests per second of users in a session in the busiest hour, who wait and think in turn: a share of all users, or
/// so many sessions where nothing else is the load. Absent where neither is stated.
template <class Case>
auto active_rate(const Case& x) {
  const auto open = choose(less(0.0, sessions(x)) * (1.0 - has_other_load(x)), sessions(x), of<Count>(absent));
  const auto people = otherwise(traffic::users(x) * traffic::active(x), open);
  return people * traffic::growth(x) / (traffic::think_time(x) + traffic::answer_time(x));
}

inline constexpr auto rate = input<"serving.rate", PerSecond>(
    {.symbol = "λ",
     .label = "Request rate",
     .help = "Request rate, req/s across all replicas, e.g. 20. Default: busiest hour of the users, if they are set.",
     .flags = "--rate",
     .least = 1e-9,
     .most = 1e9,
     .unit = Unit::requests_per_second},
    [](const auto& x) {
      const auto by_day = traffic::daily_rate(x), by_active = active_rate(x);
      return larger(otherwise(by_day, by_active), otherwise(by_active, by_day));
    });
inline constexpr auto arrival_cv2 = input<"serving.arrival_cv2", Count>(
    {.symbol = "c_a²",
     .label = "Arrival variability (CV²)",
     .help = "Squared coefficient of variation of the time between requests: 1 Poisson, above 1 bursts "
             "(1 / vLLM --burstiness)",
     .flags = "--arrival-cv2",
     .least = 0.01,
     .most = 1000,
     .initial = 1,
     .source = "Poisson arrivals, as load generators send them; public traces have 1.4 to 4 in chats, 13 to 72 in code "
               "completion"});
inline constexpr auto ttft_limit = input<"serving.ttft_limit", Seconds>(
    {.symbol = "L_1",
     .label = "TTFT SLO",
     .help = "TTFT SLO, e.g. 2s.",
     .flags = "--ttft-limit,--ttft-slo",
     .least = 1e-6,
     .most = 1e6});
inline constexpr auto tpot_limit = input<"serving.tpot_limit", Seconds>(
    {.symbol = "L_t",
     .label = "TPOT SLO",
     .help = "TPOT SLO, e.g. 40ms.",
     .flags = "--tpot-limit,--tpot-slo,--itl",
     .least = 1e-6,
     .most = 1e6});
inline constexpr auto latency_limit = input<"serving.latency_limit", Seconds>(
    {.symbol = "L_e",
     .label = "E2EL SLO",
     .help = "SLO of the end-to-end latency (E2EL), e.g. 10s.",
     .flags = "--e2e-limit,--e2e-slo,--e2el-limit,--e2el-slo,--latency-limit,--latency-slo",
     .least = 1e-6,
     .most = 1e6});
inline constexpr auto attainment_goal = input<"serving.attainment_goal", Count>(
    {.symbol = "P_want",
     .label = "SLO attainment goal",
     .help = "Fraction of requests to serve within all SLOs together, e.g. 99%. It replaces the SLO percentile.",
     .flags = "--slo-attainment",
     .least = 0.01,
     .most = 0.9999,
     .unit = Unit::ratio});
inline constexpr auto at_tail = input<"serving.at_tail", Count>(
    {.symbol = "tail",
     .label = "SLO at a percentile",
     .help = "Enable the SLO percentile instead of the mean",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto tail_share = input<"serving.tail_share", Count>(
    {.symbol = "p",
     .label = "SLO percentile (fraction)",
     .help = "Fraction of the requests that meet each SLO if it is not for the mean",
     .least = 0.01,
     .most = 0.9999,
     .unit = Unit::ratio});
inline constexpr auto max_utilization = input<"serving.max_utilization", Count>(
    {.symbol = "u_max",
     .label = "Max recommended utilization",
     .help = "Max utilization without a warning. It also sizes deployments without an SLO.",
     .least = 0.01,
     .most = 1,
     .initial = 0.9,
     .source = "expert judgment: above 90% utilization, small load changes multiply queueing delays",
     .unit = Unit::ratio});
inline constexpr auto input_cv2 = input<"serving.input_cv2", Count>(
    {.symbol = "c_i²",
     .label = "ISL variability (CV²)",
     .help = "Squared coefficient of variation of ISL: 0 constant, 1 exponential",
     .flags = "--input-cv2",
     .most = 100,
     .initial = 0,
     .source = "published benchmarks use constant lengths"});
inline constexpr auto output_cv2 = input<"serving.output_cv2", Count>(
    {.symbol = "c_o²",
     .label = "OSL variability (CV²)",
     .help = "Squared coefficient of variation of OSL: 0 constant, 1 exponential",
     .flags = "--output-cv2",
     .most = 100,
     .initial = 0,
     .source = "published benchmarks use constant lengths"});
inline constexpr auto requests = input<"serving.requests", Count>(
    {.symbol = "n_req",
     .label = "Number of requests",
     .help = "Number of requests of a finite benchmark run (vLLM bench --num-prompts)",
     .flags = "--requests",
     .least = 1,
     .most = 1e12});
inline constexpr auto chunk = input<"serving.chunk", Count>(
    {.symbol = "b_tok",
     .label = "Max batched tokens per step",
     .help = "Token budget per step (vLLM --max-num-batched-tokens)",
     .flags = "--chunk,--max-num-batched-tokens,--max-batched-tokens",
     .least = 1,
     .most = 1e6,
     .initial = 2048,
     .source = "default of vLLM's first chunked prefill; engine defaults range from 512 to 16,384",
     .whole = true});
inline constexpr auto max_sequences = input<"serving.max_sequences", Count>(
    {.symbol = "B_cap",
     .label = "Max concurrent sequences",
     .help = "Max concurrent sequences per DP-attention rank (vLLM --max-num-seqs)",
     .flags = "--max-sequences,--max-num-seqs",
     .least = 1,
     .most = 1e6,
     .initial = 2048,
     .source = "TensorRT-LLM's default batch of engines",
     .whole = true});
inline constexpr auto memory_fraction = input<"serving.memory_fraction", Count>(
    {.symbol = "f_kv",
     .label = "KV-cache memory fraction",
     .help = "Fraction of free GPU memory for the KV cache (TensorRT-LLM free_gpu_memory_fraction)",
     .flags = "--memory-fraction",
     .least = 0.01,
     .most = 1,
     .initial = 0.9,
     .source = "defaults of TensorRT-LLM and vLLM",
     .unit = Unit::ratio});
inline constexpr auto reserve = input<"serving.reserve", Bytes>(
    {.symbol = "M_res",
     .label = "Runtime overhead per GPU",
     .help = "GPU memory for CUDA context, CUDA graphs and workspace",
     .flags = "--reserve",
     .most = 1e12,
     .initial = 3e9,
     .source = "TensorRT-LLM's published engine memory: 3 GB, 5 GB with CUDA graphs of large batches",
     .unit = Unit::memory});
inline constexpr auto draft_tokens = input<"serving.draft_tokens", Count>(
    {.symbol = "d",
     .label = "Speculative tokens per step",
     .help = "Speculative tokens per step from a draft model, EAGLE or MTP heads (vLLM num_speculative_tokens). 0 "
             "disables speculation, auto takes the published number that needs the fewest nodes, or none.",
     .flags = "--draft-tokens",
     .most = 64,
     .initial = 0,
     .source = "no speculative decoding by default",
     .whole = true});
inline constexpr auto acceptance = input<"serving.acceptance", Count>(
    {.symbol = "a",
     .label = "Acceptance rate",
     .help = "Per-token acceptance rate of speculative tokens. Default: the published rate of the model.",
     .flags = "--acceptance",
     .least = 0,
     .most = 0.999,
     .initial = 0.78,
     .source =
         "median of 9 models with 3 draft tokens, 2.86 tokens per step (P10–P90 2.37–3.08), mostly code: InferenceX "
         "golden_al_distribution 2026, inferencex-profiling 2026, LMSYS 2025",
     .spread = 0.09,
     .unit = Unit::ratio});
inline constexpr auto draft_cost = input<"serving.draft_cost", Count>(
    {.symbol = "x_d",
     .label = "Draft cost per token",
     .help = "Draft cost per token relative to a target-model step",
     .most = 10,
     .initial = 0.04,
     .source = "expert judgment: one more layer and the LM head over 60 layers",
     .spread = 0.5,
     .unit = Unit::ratio});
inline constexpr auto draft_experts = input<"serving.draft_experts", Count>(
    {.symbol = "z_d",
     .label = "Experts in the draft layer",
     .help = "Draft layer with all experts of a layer, as MTP modules have; else a dense layer (EAGLE)",
     .most = 1,
     .unit = Unit::flag,
     .whole = true},
    [](const auto& x) { return less(0.0, model::further_predictions(x)); });
inline constexpr auto draft_parameters = input<"serving.draft_parameters", Count>(
    {.symbol = "P_d",
     .label = "Draft model parameters",
     .help = "Parameters of a draft model, e.g. 1B. Default: one layer.",
     .most = 1e13});
inline constexpr auto exchange_overlap = input<"serving.exchange_overlap", Count>(
    {.symbol = "o_ex",
     .label = "Communication overlap (TBO/DBO)",
     .help = "Fraction of communication hidden by the other half of the batch: 1 with two-batch overlap, 0 without. "
             "Each half reads all weights.",
     .flags = "--exchange-overlap",
     .most = 1,
     .initial = 0,
     .source = "no overlap by default: two-batch overlap of SGLang, dual-batch overlap of vLLM and DeepSeek",
     .unit = Unit::ratio});
inline constexpr auto prefix_hit = input<"serving.prefix_hit", Count>(
    {.symbol = "η",
     .label = "Prefix-cache hit rate",
     .help = "Prefix-cache hit rate, e.g. 0.9 for agents.",
     .flags = "--prefix-hit",
     .most = 1,
     .initial = 0,
     .source = "no prefix-cache hits by default",
     .unit = Unit::ratio});
inline constexpr auto prefix_hit_gpu = input<"serving.prefix_hit_gpu", Count>(
    {.symbol = "η_gpu",
     .label = "Prefix-cache hit rate in GPU memory",
     .help = "Part of the prefix-cache hit rate that is not loaded from the KV offload tier. serve plans it.",
     .most = 1,
     .initial = 0,
     .source = "all hits are loaded from the offload tier by default",
     .unit = Unit::ratio});
inline constexpr auto store_tier = input<"serving.store_tier", Count>(
    {.symbol = "τ_kv",
     .label = "KV-cache offload tier",
     .help = "KV cache tier between requests: 0 GPU, 1 CPU, 2 local NVMe, 3 shared storage",
     .most = 3,
     .words = tier_words,
     .whole = true});
inline constexpr auto kv_residence = input<"serving.kv_residence", Seconds>(
    {.symbol = "T_kv",
     .label = "KV-cache TTL",
     .help = "KV cache retention time (TTL), e.g. 1h",
     .flags = "--kv-residence",
     .most = 1e9});

inline constexpr auto cpu_experts = input<"serving.cpu_experts", Count>(
    {.symbol = "x_cpu",
     .label = "Experts on the CPU",
     .help = "Enable CPU offload of routed experts (KTransformers)",
     .flags = "--cpu-experts",
     .most = 1,
     .initial = 0,
     .source = "GPU experts by default",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto adapters = input<"serving.adapters", Count>(
    {.symbol = "n_lora",
     .label = "LoRA adapters",
     .help = "LoRA adapters served concurrently (vLLM --max-loras)",
     .flags = "--adapters",
     .most = 1e6,
     .initial = 0,
     .source = "no LoRA adapters by default",
     .whole = true});
inline constexpr auto adapter_rank = input<"serving.adapter_rank", Count>(
    {.symbol = "r_lora",
     .label = "LoRA rank",
     .help = "Rank of the LoRA adapters (vLLM --max-lora-rank)",
     .flags = "--adapter-rank",
     .least = 1,
     .most = 1e5,
     .initial = 16,
     .source = "Hu et al. 2021 (LoRA): 4 to 64",
     .whole = true});
inline constexpr auto encoder_parameters = input<"serving.encoder_parameters", Count>(
    {.symbol = "P_enc",
     .label = "Encoder parameters",
     .help = "Parameters of a vision or audio encoder that runs before prefill, e.g. 400M",
     .most = 1e13,
     .initial = 0,
     .source = "no encoder by default"});
inline constexpr auto encoder_tokens = input<"serving.encoder_tokens", Count>(
    {.symbol = "s_enc",
     .label = "Encoder tokens per request",
     .help = "Image patches or audio frames per request",
     .most = 1e9,
     .initial = 0,
     .source = "no encoder by default"});
inline constexpr auto session_state = input<"serving.session_state", Bytes>(
    {.symbol = "M_ses",
     .label = "Session state (set by user)",
     .help = "Bytes per session that a turn needs. Default: KV cache of the full context.",
     .most = 1e18});
inline constexpr auto fetches = input<"serving.fetches", Count>(
    {.symbol = "n_fet",
     .label = "Fetches per request",
     .help = "Sequential storage reads per request (RAG)",
     .flags = "--fetches",
     .most = 1e9,
     .initial = 0,
     .source = "no external data by default"});
inline constexpr auto fetch_bytes = input<"serving.fetch_bytes", Bytes>(
    {.symbol = "V_fet",
     .label = "Fetch size",
     .help = "Bytes per fetched document or embedding, e.g. 64kB",
     .most = 1e15,
     .initial = 65536,
     .source = "expert judgment: one or two pages of text with their index"});
inline constexpr auto fetch_latency = input<"serving.fetch_latency", Seconds>(
    {.symbol = "t_fet",
     .label = "Fetch latency",
     .help = "Latency of a small read from shared storage",
     .most = 1000,
     .initial = 1e-3,
     .source = "expert judgment: 0.2 to 5 ms for small reads from parallel file systems",
     .spread = 0.8});
inline constexpr auto table_bytes = input<"serving.table_bytes", Bytes>(
    {.symbol = "V_tab",
     .label = "External data size",
     .help = "Size of the fetched corpus or embedding table",
     .most = 1e21,
     .initial = 0,
     .source = "no external data by default"});
inline constexpr auto fetch_skew = input<"serving.fetch_skew", Count>(
    {.symbol = "s_zipf",
     .label = "Fetch skew (Zipf exponent)",
     .help = "Zipf exponent of fetch popularity: 0 uniform, near 1 strongly skewed",
     .most = 0.99,
     .initial = 0,
     .source = "uniform popularity by default"});

inline constexpr auto kept_output = input<"traffic.kept_output", Count>(
    {.symbol = "o",
     .label = "Output tokens kept in context",
     .help = "Output tokens that later turns resend, hidden reasoning excluded. Default: all.",
     .most = 1e9},
    [](const auto& x) { return output_tokens(x); });
inline constexpr auto turn_tokens = input<"traffic.turn_tokens", Count>(
    {.symbol = "u_turn",
     .label = "New tokens per turn",
     .help = "New prompt tokens per turn that later turns resend. Default: what the mean prompt of that many turns "
             "leaves.",
     .most = 1e9},
    [](const auto& x) {
      const auto n = traffic::turns(x);
      const auto others = shared_tokens(x) + traffic::volatile_tokens(x) + (n - 1.0) * kept_output(x);
      return larger(0.0, input_tokens(x) - others) / n;
    });

inline constexpr auto load_inputs = std::tie(
    router, shared_tokens, sessions, rate, arrival_cv2, concurrency, at_batch, ttft_limit, tpot_limit, latency_limit,
    attainment_goal, at_tail, tail_share, max_utilization, input_cv2, output_cv2, requests, chunk, max_sequences,
    memory_fraction, reserve, draft_tokens, acceptance, draft_cost, draft_experts, draft_parameters, exchange_overlap,
    prefix_hit, prefix_hit_gpu, store_tier, kv_residence, cpu_experts, adapters, adapter_rank, encoder_parameters,
    encoder_tokens, session_state, fetches, fetch_bytes, fetch_latency, table_bytes, fetch_skew, kept_output,
    turn_tokens);

inline constexpr Option percentile_options[] = {
    {"mean", "the mean of all requests", {{{"serving.at_tail", 0}, {"serving.tail_share", 0.99}}}},
    {"p50", "P50 (median) of all requests", {{{"serving.at_tail", 1}, {"serving.tail_share", 0.5}}}},
    {"p90", "P90 of all requests", {{{"serving.at_tail", 1}, {"serving.tail_share", 0.9}}}},
    {"p95", "P95 of all requests", {{{"serving.at_tail", 1}, {"serving.tail_share", 0.95}}}},
    {"p99", "P99 of all requests", {{{"serving.at_tail", 1}, {"serving.tail_share", 0.99}}}},
};
inline constexpr Option router_options[] = {
    {"random", "random replica", {{{"serving.router_kind", code(Router::random)}}}},
    {"two",
     "the less loaded of two random replicas (power of two choices)",
     {{{"serving.router_kind", code(Router::two)}}}},
    {"least", "the least loaded replica", {{{"serving.router_kind", code(Router::least)}}}},
    {"prefix",
     "the replica with the cached prefix, unless overloaded (prefix-aware)",
     {{{"serving.router_kind", code(Router::prefix)}}}},
};
inline constexpr Option store_options[] = {
    {"gpu", "GPU memory", {{{"serving.store_tier", code(Tier::gpu)}}}},
    {"cpu", "CPU memory", {{{"serving.store_tier", code(Tier::cpu)}}}},
    {"nvme", "local NVMe", {{{"serving.store_tier", code(Tier::nvme)}}}},
    {"shared", "shared storage", {{{"serving.store_tier", code(Tier::shared)}}}},
};
inline constexpr auto weight_formats = format_options("serving.weight_value_bytes", "serving.weight_units");
inline constexpr auto attention_formats = format_options("serving.attention_value_bytes", "serving.attention_units");
/// Formats that caches of served models have: bytes of a number, block scales included.
constexpr Option cached_in(std::string_view word, std::string_view meaning) {
  return {word, meaning, {{{"serving.kv_value_bytes", find_format(word)->bytes()}}}};
}
inline constexpr Option cache_formats[] = {
    cached_in("bf16", "16 bits"),
    cached_in("fp16", "16 bits"),
    cached_in("fp8", "8 bits"),
    cached_in("int8", "8 bits"),
    cached_in("mxfp8", "8 bits, a scale per 32"),
    cached_in("mxfp4", "4 bits, a scale per 32"),
    cached_in("nvfp4", "4 bits, a scale per 16"),
    cached_in("int4", "4 bits, a scale per 128"),
};
inline constexpr Option disaggregation_options[] = {
    {"none", "aggregated replicas, unless --prefill-workers is set"},
    {"best", "prefill workers if they serve more requests"},
};
inline constexpr Option speculation_options[] = {
    {"none", "no draft tokens, unless --draft-tokens is set"},
    {"auto", "the published number of draft tokens that needs the fewest nodes, then has the best TPOT; or none"},
};
inline constexpr Choice load_choices[] = {
    {"serving.speculation", "Speculative decoding", "Draft tokens where --draft-tokens has no number", "", "none",
     "no speculative decoding by default", speculation_options},
    {"serving.disaggregation", "Disaggregation",
     "Prefill and decode in the same worker or in separate ones (disaggregated serving)", "", "none",
     "aggregated prefill and decode by default", disaggregation_options},
    {"serving.limit_percentile", "SLO percentile", "SLO percentile: mean, or P50 to P99 of the requests",
     "--percentile", "p99", "MLPerf Inference: server latency limits are at P99", percentile_options},
    {"serving.router", "Router", "Routing policy of requests to replicas (SGLang router --policy)", "--router", "two",
     "SGLang's router and Kubernetes gateways use power of two choices, or weigh load and prefix", router_options},
    {"serving.kv_tier", "KV cache offload", "KV cache offload target", "--kv-tier", "gpu",
     "engines keep prefixes in GPU memory by default", store_options},
    {"serving.weight_dtype", "Weight format",
     "Weight format (vLLM --quantization). Attention follows unless set. Checkpoint files with fewer bits take "
     "precedence.",
     "--weights,--weight-dtype", "", "", weight_formats},
    {"serving.attention_weight_dtype", "Attention weight format",
     "Weight format of attention, SSM and linear attention. Default: --weight-dtype.", "--attention-weights", "", "",
     attention_formats},
    {"serving.kv_dtype", "KV cache dtype", "KV cache dtype (vLLM --kv-cache-dtype)", "--kv,--kv-cache-dtype", "bf16",
     "16-bit KV cache", cache_formats},
};

}  // namespace llmsize::serving
