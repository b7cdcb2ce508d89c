// SPDX-License-Identifier: Apache-2.0
// Inputs of the load of a server: what comes in, what is promised, and how the engine schedules it.
#pragma once

#include "core/inputs/choice.hpp"
#include "core/inputs/serving.hpp"
#include "core/inputs/tier.hpp"

namespace llmsize::serving {

/// How requests find a replica, as numbers hold it.
enum class Router { random, two, least, prefix };
inline constexpr std::string_view router_words[] = {"random", "two", "least", "prefix"};
constexpr Count code(Router router) { return static_cast<Count>(router); }

inline constexpr auto router = input<"serving.router_kind", Count>(
    {.symbol = "router",
     .label = "Router",
     .help = "How requests find a replica: at random, to the less loaded of two, to the least loaded of all, or to the "
             "one that has their prefix, unless it is loaded.",
     .most = 3,
     .words = router_words,
     .whole = true});
inline constexpr auto shared_tokens = input<"serving.shared_tokens", Count>(
    {.symbol = "s_sys",
     .label = "System prompt",
     .help = "Tokens at the beginning of every prompt that all requests share, such as 1500: every copy of attention "
             "holds them once.",
     .flags = "--shared-prefix",
     .most = 1e9,
     .initial = 0,
     .source = "nothing is shared unless it is said"});
inline constexpr auto rate = input<"serving.rate", PerSecond>(
    {.symbol = "λ",
     .label = "Request rate",
     .help = "Request rate (Poisson arrivals), req/s across all replicas, e.g. 20.",
     .flags = "--rate",
     .least = 1e-6,
     .most = 1e9});
inline constexpr auto concurrency = input<"serving.concurrency", Count>(
    {.symbol = "C",
     .label = "Concurrency",
     .help = "Concurrency (closed loop) across all replicas.",
     .flags = "--concurrency",
     .least = 1,
     .most = 1e9});
inline constexpr auto at_batch = input<"serving.at_batch", Count>(
    {.symbol = "at Q",
     .label = "Fixed batch size",
     .help = "Whether the batch that is said is decoded all the time, instead of as many sequences as fit.",
     .most = 1,
     .initial = 0,
     .source = "a saturated server decodes as many as fit",
     .unit = Unit::flag,
     .whole = true});
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
inline constexpr auto at_tail = input<"serving.at_tail", Count>(
    {.symbol = "p99",
     .label = "SLO percentile is P99",
     .help = "Whether 99 of 100 requests have to meet the limits, instead of their mean.",
     .most = 1,
     .unit = Unit::flag,
     .whole = true});
inline constexpr auto max_utilization = input<"serving.max_utilization", Count>(
    {.symbol = "u_max",
     .label = "Max recommended utilization",
     .help = "Load up to which latencies are told without a warning, and a service is sized where no limit is said.",
     .least = 0.01,
     .most = 1,
     .initial = 0.9,
     .source = "expert judgment: above nine tenths a few percent of load move waits by factors",
     .unit = Unit::ratio});
inline constexpr auto input_cv2 = input<"serving.input_cv2", Count>(
    {.symbol = "c_i²",
     .label = "ISL variability (CV²)",
     .help = "Squared coefficient of variation of the tokens of prompts: 0 where all are equal, 1 where exponential.",
     .flags = "--input-cv2",
     .most = 100,
     .initial = 0,
     .source = "published benchmarks send equal lengths"});
inline constexpr auto output_cv2 = input<"serving.output_cv2", Count>(
    {.symbol = "c_o²",
     .label = "OSL variability (CV²)",
     .help = "Squared coefficient of variation of the tokens of outputs: 0 where all are equal, 1 where exponential.",
     .flags = "--output-cv2",
     .most = 100,
     .initial = 0,
     .source = "published benchmarks ask for equal lengths"});
inline constexpr auto requests = input<"serving.requests", Count>(
    {.symbol = "n_req",
     .label = "Number of requests",
     .help = "Number of requests for a finite benchmark run.",
     .flags = "--requests",
     .least = 1,
     .most = 1e12});
inline constexpr auto chunk = input<"serving.chunk", Count>(
    {.symbol = "b_tok",
     .label = "Max batched tokens per step",
     .help = "Token budget per step (vLLM --max-num-batched-tokens).",
     .flags = "--chunk,--max-num-batched-tokens,--max-batched-tokens",
     .least = 1,
     .most = 1e6,
     .initial = 2048,
     .source = "default of vLLM's chunked prefill when it came; engines differ from 512 to 16,384",
     .whole = true});
inline constexpr auto max_sequences = input<"serving.max_sequences", Count>(
    {.symbol = "B_cap",
     .label = "Max concurrent sequences",
     .help = "Max concurrent sequences per DP-attention rank (vLLM --max-num-seqs).",
     .flags = "--max-sequences,--max-num-seqs",
     .least = 1,
     .most = 1e6,
     .initial = 2048,
     .source = "TensorRT-LLM's default batch of engines",
     .whole = true});
inline constexpr auto memory_fraction = input<"serving.memory_fraction", Count>(
    {.symbol = "f_kv",
     .label = "KV-cache memory fraction",
     .help = "Share of free GPU memory for the KV cache.",
     .flags = "--memory-fraction",
     .least = 0.01,
     .most = 1,
     .initial = 0.9,
     .source = "defaults of TensorRT-LLM and vLLM",
     .unit = Unit::ratio});
inline constexpr auto reserve = input<"serving.reserve", Bytes>(
    {.symbol = "M_res",
     .label = "Runtime overhead per GPU",
     .help = "GPU memory for CUDA context, graphs and workspace.",
     .flags = "--reserve",
     .most = 1e12,
     .initial = 3e9,
     .source = "TensorRT-LLM's published memory of engines: 3 GB, 5 GB with graphs of large batches"});
inline constexpr auto draft_tokens = input<"serving.draft_tokens", Count>(
    {.symbol = "d",
     .label = "Speculative tokens per step",
     .help = "Speculative tokens per step from a draft model, EAGLE or MTP heads (vLLM num_speculative_tokens). 0 "
             "disables speculation.",
     .flags = "--draft-tokens",
     .most = 64,
     .initial = 0,
     .source = "no speculation unless it is asked for",
     .whole = true});
inline constexpr auto acceptance = input<"serving.acceptance", Count>(
    {.symbol = "a",
     .label = "Acceptance rate",
     .help = "Per-token acceptance rate of speculative tokens.",
     .flags = "--acceptance",
     .least = 0,
     .most = 0.999,
     .initial = 0.6,
     .source = "DeepSeek-R1 with and without multi-token prediction, InferenceMAX: steps 1.4 times as productive",
     .spread = 0.2,
     .unit = Unit::ratio});
inline constexpr auto draft_cost = input<"serving.draft_cost", Count>(
    {.symbol = "x_d",
     .label = "Cost of a draft",
     .help = "Draft cost per token relative to a target-model step.",
     .most = 10,
     .initial = 0.04,
     .source = "expert judgment: one more layer and the output head beside some sixty layers",
     .spread = 0.5,
     .unit = Unit::ratio});
inline constexpr auto exchange_overlap = input<"serving.exchange_overlap", Count>(
    {.symbol = "o_ex",
     .label = "Communication overlap (TBO/DBO)",
     .help = "Share of the exchange between GPUs that runs beside the work of the other half of the batch: 1 where an "
             "engine takes two halves in turn, 0 where it takes all at once. Each half reads the weights anew.",
     .flags = "--exchange-overlap",
     .most = 1,
     .initial = 0,
     .source = "engines take all at once unless they are told: two-batch overlap of SGLang, dual-batch of DeepSeek",
     .unit = Unit::ratio});
inline constexpr auto prefix_hit = input<"serving.prefix_hit", Count>(
    {.symbol = "η",
     .label = "Prefix-cache hit rate",
     .help = "Prefix-cache hit rate, e.g. 0.9 for agents.",
     .flags = "--prefix-hit",
     .most = 1,
     .initial = 0,
     .source = "no reuse unless it is said",
     .unit = Unit::ratio});
inline constexpr auto store_tier = input<"serving.store_tier", Count>(
    {.symbol = "τ_kv",
     .label = "KV-cache offload tier",
     .help = "Where keys and values rest between requests: 0 GPU, 1 CPU, 2 local NVMe, 3 shared storage.",
     .most = 3,
     .words = tier_words,
     .whole = true});
inline constexpr auto kv_residence = input<"serving.kv_residence", Seconds>(
    {.symbol = "T_kv",
     .label = "KV-cache TTL",
     .help = "KV-cache retention time (TTL), e.g. 1h.",
     .flags = "--kv-residence",
     .most = 1e9});

inline constexpr auto cpu_experts = input<"serving.cpu_experts", Count>(
    {.symbol = "x_cpu",
     .label = "Experts on the CPU",
     .help = "Enable CPU offload of routed experts (KTransformers).",
     .flags = "--cpu-experts",
     .most = 1,
     .initial = 0,
     .source = "experts are computed on GPUs unless asked for otherwise",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto adapters = input<"serving.adapters", Count>(
    {.symbol = "n_lora",
     .label = "Adapters",
     .help = "LoRA adapters served concurrently (vLLM --max-loras).",
     .flags = "--adapters",
     .most = 1e6,
     .initial = 0,
     .source = "no adapters unless they are said",
     .whole = true});
inline constexpr auto adapter_rank = input<"serving.adapter_rank", Count>(
    {.symbol = "r_lora",
     .label = "Rank of an adapter",
     .help = "LoRA rank.",
     .flags = "--adapter-rank",
     .least = 1,
     .most = 1e5,
     .initial = 16,
     .source = "Hu et al. 2021 (LoRA): 4 to 64",
     .whole = true});
inline constexpr auto encoder_parameters = input<"serving.encoder_parameters", Count>(
    {.symbol = "P_enc",
     .label = "Parameters of an encoder",
     .help = "Parameters of an encoder of images or sound that works before the prompt is read, e.g. 400M.",
     .most = 1e13,
     .initial = 0,
     .source = "no encoder unless it is said"});
inline constexpr auto encoder_tokens = input<"serving.encoder_tokens", Count>(
    {.symbol = "s_enc",
     .label = "Tokens of an encoder",
     .help = "Patches or frames of a request that the encoder reads.",
     .most = 1e9,
     .initial = 0,
     .source = "no encoder unless it is said"});
inline constexpr auto sessions = input<"serving.sessions", Count>(
    {.symbol = "n_ses",
     .label = "Sessions",
     .help = "Active sessions (multi-turn).",
     .flags = "--sessions",
     .most = 1e15,
     .initial = 0,
     .source = "requests stand alone unless sessions are said",
     .whole = true});
inline constexpr auto session_state = input<"serving.session_state", Bytes>(
    {.symbol = "M_ses",
     .label = "State of a session",
     .help = "Bytes that a turn needs of its session: keys and values of its whole context unless given.",
     .most = 1e18});
inline constexpr auto fetches = input<"serving.fetches", Count>(
    {.symbol = "n_fet",
     .label = "Fetches of a request",
     .help = "Sequential storage fetches per request (RAG).",
     .flags = "--fetches",
     .most = 1e9,
     .initial = 0,
     .source = "no external data unless it is said"});
inline constexpr auto fetch_bytes = input<"serving.fetch_bytes", Bytes>(
    {.symbol = "V_fet",
     .label = "Bytes of a fetch",
     .help = "Bytes of a document or embedding that is fetched, e.g. 64kB.",
     .most = 1e15,
     .initial = 65536,
     .source = "expert judgment: a page or two of text with its index"});
inline constexpr auto fetch_latency = input<"serving.fetch_latency", Seconds>(
    {.symbol = "t_fet",
     .label = "Latency of a fetch",
     .help = "Time of a small read from shared storage.",
     .most = 1000,
     .initial = 1e-3,
     .source = "expert judgment: parallel file systems answer small reads in 0.2 to 5 ms",
     .spread = 0.8});
inline constexpr auto table_bytes = input<"serving.table_bytes", Bytes>(
    {.symbol = "V_tab",
     .label = "External data",
     .help = "Bytes of the corpus or table that is fetched from.",
     .most = 1e21,
     .initial = 0,
     .source = "no external data unless it is said"});
inline constexpr auto fetch_skew = input<"serving.fetch_skew", Count>(
    {.symbol = "s_zipf",
     .label = "Skew of fetches",
     .help = "Exponent by which popularity falls: 0 where all is fetched alike, near 1 where little is fetched most.",
     .most = 0.99,
     .initial = 0,
     .source = "nothing is known of popularity unless it is said"});

inline constexpr auto load_inputs = std::tie(
    router, shared_tokens, rate, concurrency, at_batch, ttft_limit, tpot_limit, at_tail, max_utilization, input_cv2,
    output_cv2, requests, chunk, max_sequences, memory_fraction, reserve, draft_tokens, acceptance, draft_cost,
    exchange_overlap, prefix_hit, store_tier, kv_residence, cpu_experts, adapters, adapter_rank, encoder_parameters,
    encoder_tokens, sessions, session_state, fetches, fetch_bytes, fetch_latency, table_bytes, fetch_skew);

inline constexpr Option percentile_options[] = {
    {"mean", "the mean of all requests", {{{"serving.at_tail", 0}}}},
    {"p99", "99 of 100 requests", {{{"serving.at_tail", 1}}}},
};
inline constexpr Option router_options[] = {
    {"random", "any replica", {{{"serving.router_kind", code(Router::random)}}}},
    {"two", "the less loaded of two", {{{"serving.router_kind", code(Router::two)}}}},
    {"least", "the least loaded", {{{"serving.router_kind", code(Router::least)}}}},
    {"prefix", "the one that has the prefix, unless it is loaded", {{{"serving.router_kind", code(Router::prefix)}}}},
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
    {"none", "every replica does both, unless prefill workers are said"},
    {"best", "prefill workers of their own where these serve more"},
};
inline constexpr Choice load_choices[] = {
    {"serving.disaggregation", "Disaggregation", "Whether some workers only prefill and others only decode.", "",
     "none", "engines do both in one worker unless they are told", disaggregation_options},
    {"serving.limit_percentile", "Limits hold for", "Percentile for the SLO: mean or P99.", "--percentile", "p99",
     "MLPerf Inference: limits of servers hold at the 99th percentile", percentile_options},
    {"serving.router", "Router", "How requests find a replica.", "--router", "two",
     "SGLang's router and gateways of clusters take the less loaded of two, or weigh load beside prefixes",
     router_options},
    {"serving.kv_tier", "KV cache offload", "KV-cache offload tier.", "--kv-tier", "gpu",
     "engines keep prefixes in GPU memory unless told otherwise", store_options},
    {"serving.weight_dtype", "Weights",
     "Weight format (vLLM --quantization). Attention follows unless set. Checkpoint files with fewer bits take "
     "precedence.",
     "--weights,--weight-dtype", "", "", weight_formats},
    {"serving.attention_weight_dtype", "Attention weights", "Weight format of attention.", "--attention-weights", "",
     "", attention_formats},
    {"serving.kv_dtype", "KV cache", "KV-cache dtype.", "--kv,--kv-cache-dtype", "bf16", "16-bit cache", cache_formats},
};

}  // namespace llmsize::serving
