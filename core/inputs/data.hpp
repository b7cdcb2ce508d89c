// SPDX-License-Identifier: Apache-2.0
// Inputs of training data: how much there is, how dense it is, what caches it, who feeds it.
#pragma once

#include "core/inputs/node.hpp"
#include "core/inputs/workload.hpp"

namespace llmsize::data {

inline constexpr auto tokens = input<"data.tokens", Count>(
    {.symbol = "T_data",
     .label = "Dataset tokens",
     .help = "Tokens of the dataset, e.g. 410B. Default: training tokens of this dataset, one epoch.",
     .least = 1,
     .most = 1e18},
    [](const auto& x) { return workload::tokens(x); });
inline constexpr auto mix_share = input<"data.mix_share", Count>(
    {.symbol = "σ_mix",
     .label = "Data mix fraction",
     .help = "Fraction of the training tokens from this dataset",
     .most = 1,
     .initial = 1,
     .source = "single dataset",
     .unit = Unit::ratio});
inline constexpr auto epochs = input<"data.epochs", Count>(
    {.symbol = "n_ep",
     .label = "Epochs",
     .help = "Epochs over the dataset. Default: its training tokens over its tokens.",
     .flags = "--epochs",
     .most = 1e6},
    [](const auto& x) { return otherwise(mix_share(x) * workload::tokens(x) / tokens(x), 1.0); });
inline constexpr auto raw_bytes_per_token = input<"data.raw_bytes_per_token", Bytes>(
    {.symbol = "β_raw",
     .label = "Text bytes per token",
     .help = "Text bytes per token, e.g. 4",
     .least = 0.1,
     .most = 1e9,
     .initial = 4,
     .source = "Lockwood, LLM training datasets: The Pile 3.4, WanJuan-CC and OPT 4.4, ROOTS 4.7",
     .spread = 0.1});
inline constexpr auto bytes_per_token = input<"data.bytes_per_token", Bytes>(
    {.symbol = "β_tok",
     .label = "Stored bytes per token",
     .help = "Stored bytes per token: 2 for vocabularies below 65,536, else 4",
     .least = 0.1,
     .most = 1e9},
    [](const auto& x) {
      return otherwise(choose(less(model::vocabulary(x), 65536.0), 2.0 * byte, 4.0 * byte), 4.0 * byte);
    });
inline constexpr auto sample_bytes = input<"data.sample_bytes", Bytes>(
    {.symbol = "β_smp", .label = "Sample size", .help = "Bytes per image, clip or volume. 0 for text.", .most = 1e15});
inline constexpr auto samples = input<"data.samples", Count>(
    {.symbol = "n_smp",
     .label = "Samples",
     .help = "Images, clips or volumes of the dataset",
     .least = 1,
     .most = 1e18});
inline constexpr auto batch = input<"data.batch", Count>(
    {.symbol = "b_smp",
     .label = "Samples per GPU and step",
     .help = "Samples that each GPU processes per step",
     .least = 1e-6,
     .most = 1e9});
inline constexpr auto step_time = input<"data.step_time", Seconds>(
    {.symbol = "t_smp",
     .label = "Computation time per step",
     .help = "Compute time per GPU and step, e.g. 0.323s (MLPerf Storage)",
     .least = 1e-9,
     .most = 1e6});
inline constexpr auto samples_per_sequence = input<"data.samples_per_sequence", Count>(
    {.symbol = "k_smp",
     .label = "Samples per sequence",
     .help = "Images or clips per token sequence",
     .most = 1e6,
     .initial = 1,
     .source = "one sample per sequence"});
inline constexpr auto utilisation = input<"data.utilisation", Count>(
    {.symbol = "u_gpu",
     .label = "Target accelerator utilization (AU)",
     .help = "Target accelerator utilization (AU): time fraction without waiting for data (MLPerf Storage)",
     .least = 0.01,
     .most = 1,
     .initial = 1,
     .source = "no waiting",
     .unit = Unit::ratio});
inline constexpr auto amplification = input<"data.amplification", Count>(
    {.symbol = "a_rd",
     .label = "Read amplification",
     .help = "Bytes read over bytes used: above 1 for small samples in large blocks",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "all bytes read are used"});
inline constexpr auto cache = input<"data.cache", Bytes>(
    {.symbol = "M_cache",
     .label = "Node cache size",
     .help = "CPU memory or local NVMe per node for cached data, e.g. 10TB",
     .flags = "--dataset-cache",
     .most = 1e18,
     .initial = 0,
     .source = "no cache"});
inline constexpr auto cache_rate = input<"data.cache_rate", Bandwidth>(
    {.symbol = "b_cache",
     .label = "Node cache read bandwidth",
     .help = "Read bandwidth of the node cache. Default: local NVMe, else CPU memory.",
     .most = 1e15},
    [](const auto& x) { return otherwise(node::nvme_read(x), node::host_bandwidth(x)); });
inline constexpr auto samples_per_file = input<"data.samples_per_file", Count>(
    {.symbol = "n_file",
     .label = "Samples per file",
     .help = "Samples per file: 1 unpacked, thousands in shards",
     .least = 1,
     .most = 1e12,
     .initial = 1,
     .source = "images and volumes are separate files by default"});
inline constexpr auto rule_per_gpu = input<"data.rule_per_gpu", Bandwidth>(
    {.symbol = "b_rule",
     .label = "Storage rule of thumb per GPU",
     .help = "Rule-of-thumb read bandwidth of shared storage per GPU",
     .most = 1e14,
     .initial = 1e9,
     .source = "DDN, AI storage optimized for NVIDIA DGX B200: the usual minimum is 1 GB/s per GPU"});
inline constexpr auto kept_share = input<"data.kept_share", Count>(
    {.symbol = "σ_keep",
     .label = "Raw text retained",
     .help = "Fraction of the raw bytes left after cleaning",
     .least = 1e-6,
     .most = 1,
     .initial = 570.0 / 45000.0,
     .source = "Brown et al. 2020, section 2.2: 45 TB of Common Crawl, 570 GB after filtering",
     .spread = 0.8,
     .unit = Unit::ratio});
inline constexpr auto preparation = input<"data.preparation", Seconds>(
    {.symbol = "T_prep",
     .label = "Data preparation time",
     .help = "Time to clean and tokenize the raw data, e.g. 30d",
     .least = 1,
     .most = 1e10,
     .initial = 30.0 * 86400,
     .source = "expert judgment: a month"});
inline constexpr auto ingest_nodes = input<"data.ingest_nodes", Count>(
    {.symbol = "n_in",
     .label = "Ingest nodes",
     .help = "CPU nodes that decode and prepare samples, in addition to the training nodes",
     .most = 1e6,
     .initial = 0,
     .source = "training nodes prepare their own samples",
     .whole = true});
inline constexpr auto ingest_node_power = input<"data.ingest_node_power", Watts>(
    {.symbol = "P_in",
     .label = "Ingest node power",
     .help = "Electrical power per ingest node, e.g. 800W",
     .most = 1e6,
     .initial = 800,
     .source = "expert judgment: a two-socket server under load",
     .spread = 0.3});
inline constexpr std::string_view benchmark_source = "MLPerf Storage, Submission_guidelines.md, section 7";
inline constexpr auto benchmark_steps = input<"data.benchmark_steps", Count>(
    {.symbol = "n_b,step",
     .label = "Min benchmark steps",
     .help = "Min steps of samples in a storage benchmark, all GPUs",
     .least = 1,
     .most = 1e9,
     .initial = 500,
     .source = benchmark_source});
inline constexpr auto benchmark_memory = input<"data.benchmark_memory", Count>(
    {.symbol = "k_b",
     .label = "Min benchmark size over CPU memory",
     .help = "Min dataset size of a storage benchmark over the CPU memory of all nodes, to exceed caches",
     .most = 1000,
     .initial = 5,
     .source = benchmark_source,
     .unit = Unit::ratio});

inline constexpr auto inputs = std::tie(
    tokens, mix_share, epochs, raw_bytes_per_token, bytes_per_token, sample_bytes, samples, batch, step_time,
    samples_per_sequence, utilisation, amplification, cache, cache_rate, samples_per_file, rule_per_gpu, kept_share,
    preparation, ingest_nodes, ingest_node_power, benchmark_steps, benchmark_memory);

inline constexpr Option kind_options[] = {
    {"text", "tokens only", {{{"data.sample_bytes", 0}}}},
    {"images", "compressed images of 115 kB (MLPerf Storage, ResNet-50)", {{{"data.sample_bytes", 114660.07}}}},
    {"video", "10-second clips at 5 Mb/s", {{{"data.sample_bytes", 6.25e6}}}},
    {"volumes", "uncompressed volumes of 147 MB (MLPerf Storage, 3D U-Net)", {{{"data.sample_bytes", 146600628}}}},
};
inline constexpr Choice choices[] = {
    {"data.kind", "Data type", "Data that accompanies the tokens", "--data", "text",
     "MLPerf Storage, configs/dlio/workload; video: judgment", kind_options},
};
inline constexpr Reference references[] = {
    {"data.id", "Dataset", "Dataset, e.g. the-pile (see llmsize catalog datasets)", "--dataset", "datasets"},
};

}  // namespace llmsize::data
