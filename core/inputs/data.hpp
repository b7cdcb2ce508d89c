// SPDX-License-Identifier: Apache-2.0
// Inputs of training data: how much there is, how dense it is, what caches it, who feeds it.
#pragma once

#include "core/inputs/node.hpp"
#include "core/inputs/workload.hpp"

namespace llmsize::data {

inline constexpr auto tokens = input<"data.tokens", Count>(
    {.symbol = "T_data",
     .label = "Dataset tokens",
     .help = "Tokens of the data set, such as 410B: those that are trained unless given, each once.",
     .least = 1,
     .most = 1e18},
    [](const auto& x) { return workload::tokens(x); });
inline constexpr auto mix_share = input<"data.mix_share", Count>(
    {.symbol = "σ_mix",
     .label = "Share of the mix",
     .help = "Share of the trained tokens that comes from this data set.",
     .most = 1,
     .initial = 1,
     .source = "the only data set",
     .unit = Unit::ratio});
inline constexpr auto epochs = input<"data.epochs", Count>(
    {.symbol = "n_ep",
     .label = "Epochs",
     .help = "How often the data set is read: its share of the trained tokens over its tokens unless given.",
     .flags = "--epochs",
     .most = 1e6},
    [](const auto& x) { return otherwise(mix_share(x) * workload::tokens(x) / tokens(x), 1.0); });
inline constexpr auto raw_bytes_per_token = input<"data.raw_bytes_per_token", Bytes>(
    {.symbol = "β_raw",
     .label = "Text bytes per token",
     .help = "Bytes of text behind one token, e.g. 4.",
     .least = 0.1,
     .most = 1e9,
     .initial = 4,
     .source = "Lockwood, LLM training datasets: The Pile 3.4, WanJuan-CC and OPT 4.4, ROOTS 4.7",
     .spread = 0.1});
inline constexpr auto bytes_per_token = input<"data.bytes_per_token", Bytes>(
    {.symbol = "β_tok",
     .label = "Stored bytes per token",
     .help = "Bytes of a token as it is read in training: 2 for a vocabulary below 65,536, else 4.",
     .least = 0.1,
     .most = 1e9},
    [](const auto& x) {
      return otherwise(choose(less(model::vocabulary(x), 65536.0), 2.0 * byte, 4.0 * byte), 4.0 * byte);
    });
inline constexpr auto sample_bytes = input<"data.sample_bytes", Bytes>(
    {.symbol = "β_smp",
     .label = "Sample size",
     .help = "Bytes of an image, a clip, a volume; 0 for text.",
     .most = 1e15});
inline constexpr auto samples = input<"data.samples", Count>(
    {.symbol = "n_smp",
     .label = "Samples",
     .help = "Images, clips or volumes of the data set.",
     .least = 1,
     .most = 1e18});
inline constexpr auto batch = input<"data.batch", Count>(
    {.symbol = "b_smp",
     .label = "Samples per GPU and step",
     .help = "Samples that a GPU works on in a step.",
     .least = 1e-6,
     .most = 1e9});
inline constexpr auto step_time = input<"data.step_time", Seconds>(
    {.symbol = "t_smp",
     .label = "Computation time per step",
     .help = "Time that a GPU needs for its samples of a step, e.g. 0.323s.",
     .least = 1e-9,
     .most = 1e6});
inline constexpr auto samples_per_sequence = input<"data.samples_per_sequence", Count>(
    {.symbol = "k_smp",
     .label = "Samples per sequence",
     .help = "Images or clips that come with every sequence of tokens.",
     .most = 1e6,
     .initial = 1,
     .source = "one sample beside every sequence"});
inline constexpr auto utilisation = input<"data.utilisation", Count>(
    {.symbol = "u_gpu",
     .label = "Target accelerator utilization (AU)",
     .help = "Share of the time that GPUs shall compute instead of waiting for data.",
     .least = 0.01,
     .most = 1,
     .initial = 1,
     .source = "no waiting",
     .unit = Unit::ratio});
inline constexpr auto amplification = input<"data.amplification", Count>(
    {.symbol = "a_rd",
     .label = "Read amplification",
     .help = "Bytes read over bytes used: small samples inside large blocks are read in vain.",
     .least = 1,
     .most = 1e6,
     .initial = 1,
     .source = "nothing is read in vain"});
inline constexpr auto cache = input<"data.cache", Bytes>(
    {.symbol = "M_cache",
     .label = "Node cache size",
     .help = "CPU memory or local NVMe of a node that keeps what was read, e.g. 10TB.",
     .flags = "--dataset-cache",
     .most = 1e18,
     .initial = 0,
     .source = "nothing is kept"});
inline constexpr auto cache_rate = input<"data.cache_rate", Bandwidth>(
    {.symbol = "b_cache",
     .label = "Node cache read bandwidth",
     .help =
         "Bytes per second that a node reads of what its cache holds: of its local NVMe where it has any, else of its "
         "CPU memory.",
     .most = 1e15},
    [](const auto& x) { return otherwise(node::nvme_read(x), node::host_bandwidth(x)); });
inline constexpr auto samples_per_file = input<"data.samples_per_file", Count>(
    {.symbol = "n_file",
     .label = "Samples per file",
     .help = "Samples that a file of the data set holds: 1 where each is a file of its own, thousands in shards.",
     .least = 1,
     .most = 1e12,
     .initial = 1,
     .source = "images and volumes are files of their own unless they are packed"});
inline constexpr auto rule_per_gpu = input<"data.rule_per_gpu", Bandwidth>(
    {.symbol = "b_rule",
     .label = "Rule per GPU",
     .help = "Read bandwidth of shared storage per GPU that a rule of thumb asks for.",
     .most = 1e14,
     .initial = 1e9,
     .source = "DDN, AI storage optimized for NVIDIA DGX B200: the usual minimum is 1 GB/s per GPU"});
inline constexpr auto kept_share = input<"data.kept_share", Count>(
    {.symbol = "σ_keep",
     .label = "Kept share of raw text",
     .help = "Share of the collected bytes that is left after cleaning.",
     .least = 1e-6,
     .most = 1,
     .initial = 570.0 / 45000.0,
     .source = "Brown et al. 2020, section 2.2: 45 TB of Common Crawl, 570 GB after filtering",
     .spread = 0.8,
     .unit = Unit::ratio});
inline constexpr auto preparation = input<"data.preparation", Seconds>(
    {.symbol = "T_prep",
     .label = "Data preparation time",
     .help = "Time in which the raw data are cleaned and tokenized, e.g. 30d.",
     .least = 1,
     .most = 1e10,
     .initial = 30.0 * 86400,
     .source = "expert judgment: a month"});
inline constexpr auto ingest_nodes = input<"data.ingest_nodes", Count>(
    {.symbol = "n_in",
     .label = "Ingest nodes",
     .help = "CPU nodes that decode and prepare samples beside the training nodes.",
     .most = 1e6,
     .initial = 0,
     .source = "training nodes feed themselves",
     .whole = true});
inline constexpr auto ingest_node_power = input<"data.ingest_node_power", Watts>(
    {.symbol = "P_in",
     .label = "Ingest node power",
     .help = "Electrical power of one ingest node, e.g. 800W.",
     .most = 1e6,
     .initial = 800,
     .source = "expert judgment: a two-socket server under load",
     .spread = 0.3});
inline constexpr std::string_view benchmark_source = "MLPerf Storage, Submission_guidelines.md, section 7";
inline constexpr auto benchmark_steps = input<"data.benchmark_steps", Count>(
    {.symbol = "n_b,step",
     .label = "Steps of a benchmark",
     .help = "Steps of all GPUs whose samples a benchmark of storage has at least.",
     .least = 1,
     .most = 1e9,
     .initial = 500,
     .source = benchmark_source});
inline constexpr auto benchmark_memory = input<"data.benchmark_memory", Count>(
    {.symbol = "k_b",
     .label = "Benchmark over CPU memory",
     .help = "Bytes of a benchmark of storage over the CPU memory of all nodes, at least, so that no cache answers.",
     .most = 1000,
     .initial = 5,
     .source = benchmark_source,
     .unit = Unit::ratio});

inline constexpr auto inputs = std::tie(
    tokens, mix_share, epochs, raw_bytes_per_token, bytes_per_token, sample_bytes, samples, batch, step_time,
    samples_per_sequence, utilisation, amplification, cache, cache_rate, samples_per_file, rule_per_gpu, kept_share,
    preparation, ingest_nodes, ingest_node_power, benchmark_steps, benchmark_memory);

inline constexpr Option kind_options[] = {
    {"text", "tokens alone", {{{"data.sample_bytes", 0}}}},
    {"images", "compressed photographs of 115 kB (MLPerf Storage, ResNet-50)", {{{"data.sample_bytes", 114660.07}}}},
    {"video", "clips of ten seconds at 5 Mb/s", {{{"data.sample_bytes", 6.25e6}}}},
    {"volumes", "uncompressed volumes of 147 MB (MLPerf Storage, 3D U-Net)", {{{"data.sample_bytes", 146600628}}}},
};
inline constexpr Choice choices[] = {
    {"data.kind", "Kind of data", "What comes with the tokens.", "--data", "text",
     "MLPerf Storage, configs/dlio/workload; video: judgment", kind_options},
};
inline constexpr Reference references[] = {
    {"data.id", "Data set", "Data set of the catalog, such as the-pile.", "--dataset", "datasets"},
};

}  // namespace llmsize::data
