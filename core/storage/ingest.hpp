// SPDX-License-Identifier: Apache-2.0
// Training data: how much there is, what GPUs consume, what caches leave to shared storage, and the power of feeding
// them.
#pragma once

#include "core/inputs/data.hpp"
#include "core/storage/checkpoint.hpp"
#include "core/tiers/capacity.hpp"
#include "core/tiers/rates.hpp"
#include "core/training/results.hpp"

namespace llmsize::ingest {

inline constexpr std::string_view talk = checkpoint::talk;
inline constexpr std::string_view dataset_source = "Lockwood, LLM training datasets: tokens times bytes per token";

/// Bytes of the samples of a data set; none for text.
template <class Case>
auto samples_bytes(const Case& x) {
  return choose(less(0.0 * byte, data::sample_bytes(x)), data::samples(x) * data::sample_bytes(x), 0.0 * byte);
}
/// Whether GPUs read samples besides tokens.
template <class Case>
auto reads_samples(const Case& x) {
  return less(0.0 * byte, data::sample_bytes(x));
}

inline constexpr auto dataset_size = formula<"ingest.dataset_size", Bytes>(
    {.symbol = "V_set",
     .title = "Tokenized dataset size",
     .why = "Token ids of the dataset, and its images, clips or volumes.",
     .source = dataset_source},
    [](const auto& x) {
      const auto text = data::tokens(x) * data::bytes_per_token(x);
      return choose(reads_samples(x), samples_bytes(x) + known(text), text);
    });
inline constexpr auto text_size = formula<"ingest.text_size", Bytes>(
    {.symbol = "V_txt",
     .title = "Cleaned text size",
     .why = "Text behind the tokens, about four bytes per token.",
     .source = dataset_source},
    [](const auto& x) { return data::tokens(x) * data::raw_bytes_per_token(x); });
inline constexpr auto raw_size = formula<"ingest.raw_size", Bytes>(
    {.symbol = "V_raw",
     .title = "Raw data size",
     .why = "Data to collect so that enough remains after cleaning. Samples are stored unchanged.",
     .source = "Brown et al. 2020, section 2.2"},
    [](const auto& x) {
      const auto text = text_size(x) / data::kept_share(x);
      return choose(reads_samples(x), samples_bytes(x) + known(text), text);
    });

inline constexpr auto samples_per_second = formula<"ingest.samples_per_second", PerSecond>(
    {.symbol = "r_smp",
     .title = "Sample throughput",
     .why = "Samples of all GPUs: batch over computation time per step if both are set, else the samples of each token "
            "sequence.",
     .source = "MLPerf Storage: batch over computation time",
     .unit = Unit::samples_per_second},
    [](const auto& x) {
      const auto stated = cluster::gpus(x) * data::batch(x) / data::step_time(x);
      const auto of_sequences = data::samples_per_sequence(x) * training::tokens_per_second(x) / workload::sequence(x);
      return data::utilisation(x) * otherwise(stated, of_sequences);
    });

inline constexpr auto demand = formula<"ingest.demand", Bandwidth>(
    {.symbol = "B_in",
     .title = "Ingest demand",
     .why = "Token ids of all tokens per second, plus samples.",
     .source = "Lockwood and Kartik: tokens per second times bytes; MLPerf Storage: samples per second times bytes"},
    [](const auto& x) {
      const auto text = training::tokens_per_second(x) * data::bytes_per_token(x);
      const auto samples = samples_per_second(x) * data::sample_bytes(x);
      // Where steps are given there need be no tokens.
      const auto stated = otherwise(less(0.0 * second, data::step_time(x)), 0.0);
      return data::amplification(x) * choose(reads_samples(x), samples + choose(stated, known(text), text), text);
    });
inline constexpr auto demand_per_gpu = formula<"ingest.demand_per_gpu", Bandwidth>(
    {.symbol = "b_in",
     .title = "Ingest demand per GPU",
     .why = "Ingest demand over GPUs.",
     .source = "derived: definition"},
    [](const auto& x) { return demand(x) / cluster::gpus(x); });

inline constexpr auto hit_share = formula<"ingest.hit_share", Count>(
    {.symbol = "h_c",
     .title = "Dataset cache hit rate",
     .why = "Fraction of the dataset that the node caches hold, from the second epoch on. 0 if each byte is read once.",
     .source = "derived: random sampling over caches with disjoint contents",
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto held = smaller(1.0, data::cache(x) * cluster::nodes(x) / dataset_size(x));
      return choose(less(0.0 * byte, data::cache(x)), choose(less(1.0, data::epochs(x)), held, 0.0), 0.0);
    });

inline constexpr auto required_bandwidth = formula<"ingest.required_bandwidth", Bandwidth>(
    {.symbol = "B_need",
     .title = "Required ingest read bandwidth",
     .why = "Shared storage must deliver the full ingest demand: the first epoch reads all data, whatever caches hold "
            "later.",
     .source = talk},
    [](const auto& x) { return demand(x); });

inline constexpr auto warm_bandwidth = formula<"ingest.warm_bandwidth", Bandwidth>(
    {.symbol = "B_warm",
     .title = "Ingest read bandwidth with warm caches",
     .why = "Cache misses from the second epoch on.",
     .source = talk},
    [](const auto& x) { return demand(x) * (1.0 - hit_share(x)); });

inline constexpr auto supply = formula<"ingest.supply", Bandwidth>(
    {.symbol = "B_sup",
     .title = "Available ingest read bandwidth",
     .why = "Read bandwidth of shared storage to all nodes, times the fraction for ingest.",
     .source = "derived: fraction of the storage bandwidth"},
    [](const auto& x) { return storage::ingest_share(x) * tier::store_read_rate(x); });
inline constexpr auto supply_ratio = formula<"ingest.supply_ratio", Count>(
    {.symbol = "ρ_in",
     .title = "Ingest read headroom",
     .why = "Available over required read bandwidth. Above 1, shared storage keeps up with the GPUs.",
     .source = "derived: supply over demand",
     .unit = Unit::ratio},
    [](const auto& x) { return supply(x) / required_bandwidth(x); });
inline constexpr auto appliances = formula<"ingest.appliances", Count>(
    {.symbol = "n_app,in",
     .title = "Appliances by ingest bandwidth",
     .why = "Required ingest read bandwidth over the read bandwidth of one appliance.",
     .source = "derived: demand over supply of one",
     .whole = true},
    [](const auto& x) { return ceil(required_bandwidth(x) / (storage::ingest_share(x) * storage::read(x))); });
inline constexpr auto rule_bandwidth = formula<"ingest.rule_bandwidth", Bandwidth>(
    {.symbol = "B_rule",
     .title = "Rule-of-thumb read bandwidth",
     .why = "A fixed bandwidth per GPU, whatever you train.",
     .source = "DDN, AI storage optimized for NVIDIA DGX B200"},
    [](const auto& x) { return cluster::gpus(x) * data::rule_per_gpu(x); });

inline constexpr auto reads_per_second = formula<"ingest.reads_per_second", PerSecond>(
    {.symbol = "I_in",
     .title = "Random reads per second",
     .why = "One read per shuffled sequence and per sample.",
     .source = talk,
     .unit = Unit::iops},
    [](const auto& x) {
      const auto sequences = training::tokens_per_second(x) / workload::sequence(x);
      return choose(reads_samples(x), samples_per_second(x) + known(sequences), sequences);
    });

inline constexpr auto opens_per_second = formula<"ingest.opens_per_second", PerSecond>(
    {.symbol = "I_open",
     .title = "File opens per second",
     .why = "Samples per second over samples per file.",
     .source = "derived: definition",
     .unit = Unit::operations_per_second},
    [](const auto& x) {
      return choose(reads_samples(x), samples_per_second(x) / data::samples_per_file(x), 0.0 / second);
    });

inline constexpr auto cache_supply = formula<"ingest.cache_supply", Bandwidth>(
    {.symbol = "B_cache",
     .title = "Dataset cache bandwidth",
     .why = "Read bandwidth of the caches of all nodes.",
     .source = "derived: nodes times cache bandwidth"},
    [](const auto& x) { return cluster::nodes(x) * data::cache_rate(x); });

inline constexpr auto benchmark_samples = formula<"ingest.benchmark_samples", Count>(
    {.symbol = "n_bench",
     .title = "Min dataset size to defeat caching (samples)",
     .why = "The larger of two benchmark rules: a number of steps of all GPUs, or a multiple of the CPU memory of all "
            "nodes.",
     .source = "MLPerf Storage, Submission_guidelines.md, section 7",
     .whole = true},
    [](const auto& x) {
      const auto steps = data::benchmark_steps(x) * data::batch(x) * cluster::gpus(x);
      const auto held = data::benchmark_memory(x) * cluster::nodes(x) * node::host_memory(x);
      return ceil(larger(steps, held / data::sample_bytes(x)));
    });

inline constexpr auto storage_power = formula<"ingest.storage_power", Watts>(
    {.symbol = "P_store",
     .title = "Storage and ingest power",
     .why = "Appliances, and nodes that preprocess data.",
     .source = "DDN, AI for Science and Exascale: above the training power for recommendation models"},
    [](const auto& x) {
      return storage::count(x) * storage::power(x) + choose(
                                                         less(0.0, data::ingest_nodes(x)),
                                                         data::ingest_nodes(x) * data::ingest_node_power(x),
                                                         0.0 * (data::ingest_node_power(x)));
    });
inline constexpr auto training_power = formula<"ingest.training_power", Watts>(
    {.symbol = "P_train",
     .title = "Training node power",
     .why = "All nodes of the job.",
     .source = "derived: data sheet"},
    [](const auto& x) { return cluster::nodes(x) * node::draw(x); });
inline constexpr auto power_ratio = formula<"ingest.power_ratio", Count>(
    {.symbol = "ρ_P",
     .title = "Storage and ingest power over training power",
     .why = "Above 1, feeding the GPUs draws more power than the GPU nodes.",
     .source = "DDN, AI for Science and Exascale",
     .unit = Unit::ratio},
    [](const auto& x) { return storage_power(x) / training_power(x); });

inline constexpr auto formulas = std::tie(
    dataset_size, required_bandwidth, warm_bandwidth, demand, demand_per_gpu, hit_share, supply, supply_ratio,
    appliances, rule_bandwidth, reads_per_second, opens_per_second, cache_supply, samples_per_second, text_size,
    raw_size, benchmark_samples, storage_power, training_power, power_ratio);

inline constexpr Try ingest_tries[] = {{"Use {} appliances", "storage.count", Try::How::doubled}};
inline constexpr auto too_slow = finding<"ingest.storage_too_slow">(
    {.severity = Severity::warning,
     .sentence =
         "GPUs need {ingest.required_bandwidth} of data, shared storage delivers {ingest.supply}. GPUs wait for data.",
     .remedy = "Add appliances or storage NICs, enlarge the dataset caches or use smaller samples.",
     .brief = "data-starved GPUs",
     .check = "Ingest bandwidth",
     .tries = ingest_tries,
     .effect = ResultKey("ingest.supply")},
    [](const auto& x) { return supply(x) - required_bandwidth(x); });
inline constexpr auto low_density = finding<"ingest.low_density">(
    {.severity = Severity::warning,
     .sentence = "Samples of {data.sample_bytes} are read once each (epochs: {data.epochs}). Neither caches nor local "
                 "NVMe relieve shared storage, which must deliver {ingest.required_bandwidth} continuously.",
     .remedy = "Size shared storage for the full demand, or pack samples more densely. Caching and staging help only "
               "with data that is read again."},
    [](const auto& x) {
      const auto once = reads_samples(x) * (1.0 - less(1.0, data::epochs(x)));
      return 0.0 - once * less(0.0 * byte / second, required_bandwidth(x));
    });
inline constexpr auto too_many_reads = finding<"ingest.too_many_reads">(
    {.severity = Severity::warning,
     .sentence = "Shuffled reading needs {ingest.reads_per_second} of random reads, one appliance is rated for "
                 "{storage.iops_read}.",
     .remedy = "Use larger shards that are shuffled in memory, or add appliances.",
     .brief = "random-read IOPS exceeded",
     .check = "Random-read IOPS",
     .tries = ingest_tries},
    [](const auto& x) { return storage::count(x) * storage::iops_read(x) - reads_per_second(x); });
inline constexpr auto too_many_opens = finding<"ingest.too_many_opens">(
    {.severity = Severity::warning,
     .sentence = "Samples need {ingest.opens_per_second} of file opens, one appliance is rated for {storage.opens}.",
     .remedy = "Store more samples per file, or add appliances.",
     .brief = "file-open rate exceeded",
     .check = "File-open rate",
     .tries = ingest_tries},
    [](const auto& x) { return storage::count(x) * storage::opens(x) - opens_per_second(x); });
inline constexpr auto cache_too_slow = finding<"ingest.cache_too_slow">(
    {.severity = Severity::warning,
     .sentence = "Dataset caches hold {ingest.hit_share} of the data, but deliver only {ingest.cache_supply} of the "
                 "{ingest.demand} that GPUs read.",
     .remedy = "Add drives to the nodes, or use faster drives.",
     .brief = "cache bandwidth too low",
     .check = "Dataset cache bandwidth"},
    [](const auto& x) { return cache_supply(x) - hit_share(x) * demand(x); });
inline constexpr auto findings = std::tie(too_slow, low_density, too_many_reads, too_many_opens, cache_too_slow);

}  // namespace llmsize::ingest
