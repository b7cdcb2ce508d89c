// SPDX-License-Identifier: Apache-2.0
// The stages of an LLM project: bytes and bandwidth of each, from the raw data to serving.
#pragma once

#include "core/offload/efficiency.hpp"
#include "core/storage/goodput.hpp"
#include "core/storage/load.hpp"

namespace llmsize::project {

inline constexpr std::string_view stages_source =
    "Lockwood and Kartik, The guts of large language model checkpointing: stages of a project";

inline constexpr auto collect_rate = formula<"project.collect_rate", Bandwidth>(
    {.symbol = "B_col",
     .title = "Raw data read bandwidth",
     .why = "Raw data is read once during cleaning.",
     .source = stages_source},
    [](const auto& x) { return ingest::raw_size(x) / data::preparation(x); });
inline constexpr auto clean_rate = formula<"project.clean_rate", Bandwidth>(
    {.symbol = "B_cln",
     .title = "Cleaned text write bandwidth",
     .why = "Cleaned text is written once.",
     .source = stages_source},
    [](const auto& x) { return ingest::text_size(x) / data::preparation(x); });
inline constexpr auto tokenize_rate = formula<"project.tokenize_rate", Bandwidth>(
    {.symbol = "B_ids",
     .title = "Tokenized data write bandwidth",
     .why = "Token ids and samples are written once.",
     .source = stages_source},
    [](const auto& x) { return ingest::dataset_size(x) / data::preparation(x); });
inline constexpr auto trained_bytes = formula<"project.trained_bytes", Bytes>(
    {.symbol = "V_tr",
     .title = "Data read in training",
     .why = "The dataset, once per epoch.",
     .source = stages_source},
    [](const auto& x) { return data::epochs(x) * ingest::dataset_size(x); });
inline constexpr auto saves = formula<"project.saves", Count>(
    {.symbol = "n_save",
     .title = "Checkpoints per training run",
     .why = "Total step time over the checkpoint interval.",
     .source = "Bekman, Machine Learning Engineering: 720 checkpoints in 90 days, one every three hours",
     .whole = true},
    [](const auto& x) { return floor(training::total_step_time(x) / checkpoint::interval(x) + 1e-9); });
inline constexpr auto saved_bytes = formula<"project.saved_bytes", Bytes>(
    {.symbol = "V_ck",
     .title = "Checkpoint data written",
     .why = "One checkpoint per interval over the whole training run.",
     .source = stages_source},
    [](const auto& x) { return checkpoint::size(x) * saves(x); });
inline constexpr auto export_bytes = formula<"project.export_bytes", Bytes>(
    {.symbol = "V_exp", .title = "Exported model size", .why = "Weights only, in 16 bit.", .source = stages_source},
    [](const auto& x) { return 2.0 * byte * model::parameters(x); });
inline constexpr auto served_bytes = formula<"project.served_bytes", Bytes>(
    {.symbol = "V_srv",
     .title = "Weights read for serving",
     .why = "Every replica loads the weights.",
     .source = stages_source},
    [](const auto& x) { return serving::replicas(x) * load::weights(x); });

inline constexpr std::string_view together_source = "derived: sum of concurrent uses";

inline constexpr auto read_demand = formula<"project.read_demand", Bandwidth>(
    {.symbol = "B_rd,all",
     .title = "Shared storage reads while training",
     .why = "Ingest and offload. Restart reads happen separately.",
     .source = together_source},
    [](const auto& x) {
      return known(ingest::required_bandwidth(x)) +
             known(cluster::nodes(x) * offload::shared_read(x) / offload::step_time(x));
    });
inline constexpr auto write_demand = formula<"project.write_demand", Bandwidth>(
    {.symbol = "B_wr,all",
     .title = "Shared storage writes while training",
     .why = "Checkpoints that drain in the background, and offload. A direct checkpoint stops training and writes "
            "separately.",
     .source = together_source},
    [](const auto& x) {
      const auto nothing = 0.0 * byte / second;
      const auto draining =
          choose(above(checkpoint::first_tier(x), Tier::shared), known(checkpoint::required_bandwidth(x)), nothing);
      return draining + known(cluster::nodes(x) * offload::shared_written(x) / offload::step_time(x));
    });

inline constexpr auto formulas = std::tie(
    collect_rate, clean_rate, tokenize_rate, trained_bytes, saves, saved_bytes, export_bytes, served_bytes, read_demand,
    write_demand);

inline constexpr Try contend_tries[] = {{"Use {} appliances", "storage.count", Try::How::doubled}};
inline constexpr auto reads_contend = finding<"project.storage_oversubscribed">(
    {.severity = Severity::warning,
     .sentence =
         "Ingest and offload together read {project.read_demand}, shared storage delivers {tier.store_read_rate}.",
     .remedy = "Add appliances or storage NICs. To see the cost for each, set storage.ingest_share and "
               "storage.offload_share.",
     .brief = "storage oversubscribed",
     .check = "Shared storage bandwidth",
     .tries = contend_tries},
    [](const auto& x) {
      const auto together = less(0.0 * byte, offload::shared_read(x));
      return choose(together, tier::store_read_rate(x) - read_demand(x), 0.0 * byte / second);
    });
inline constexpr auto writes_contend = finding<"project.storage_oversubscribed">(
    {.severity = Severity::warning,
     .sentence = "Checkpoint drain and offload together write {project.write_demand}, shared storage accepts "
                 "{tier.store_write_rate}.",
     .remedy = "Add appliances or lengthen the checkpoint interval. To see the cost for each, set "
               "storage.checkpoint_share and storage.offload_share.",
     .brief = "storage oversubscribed",
     .check = "Shared storage bandwidth",
     .tries = contend_tries},
    [](const auto& x) {
      const auto together =
          less(0.0 * byte, offload::shared_written(x)) * above(checkpoint::first_tier(x), Tier::shared);
      return choose(together, tier::store_write_rate(x) - write_demand(x), 0.0 * byte / second);
    });
inline constexpr auto findings = std::tie(reads_contend, writes_contend);

}  // namespace llmsize::project
