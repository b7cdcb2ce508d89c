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
     .title = "Reading raw data",
     .why = "Raw data are read once while they are cleaned.",
     .source = stages_source},
    [](const auto& x) { return ingest::raw_size(x) / data::preparation(x); });
inline constexpr auto clean_rate = formula<"project.clean_rate", Bandwidth>(
    {.symbol = "B_cln",
     .title = "Writing cleaned text",
     .why = "What is left is written once.",
     .source = stages_source},
    [](const auto& x) { return ingest::text_size(x) / data::preparation(x); });
inline constexpr auto tokenize_rate = formula<"project.tokenize_rate", Bandwidth>(
    {.symbol = "B_ids",
     .title = "Writing token ids",
     .why = "Token ids, and samples, are written once.",
     .source = stages_source},
    [](const auto& x) { return ingest::dataset_size(x) / data::preparation(x); });
inline constexpr auto trained_bytes = formula<"project.trained_bytes", Bytes>(
    {.symbol = "V_tr", .title = "Read in training", .why = "The data set in every epoch.", .source = stages_source},
    [](const auto& x) { return data::epochs(x) * ingest::dataset_size(x); });
inline constexpr auto saves = formula<"project.saves", Count>(
    {.symbol = "n_save",
     .title = "Saves of the training",
     .why = "Training time over the interval.",
     .source = "Bekman, Machine Learning Engineering: 720 saves in 90 days, one every three hours",
     .whole = true},
    [](const auto& x) { return floor(training::time(x) / checkpoint::interval(x) + 1e-9); });
inline constexpr auto saved_bytes = formula<"project.saved_bytes", Bytes>(
    {.symbol = "V_ck",
     .title = "Written as checkpoints",
     .why = "A checkpoint per interval over the whole training.",
     .source = stages_source},
    [](const auto& x) { return checkpoint::size(x) * saves(x); });
inline constexpr auto export_bytes = formula<"project.export_bytes", Bytes>(
    {.symbol = "V_exp", .title = "Export", .why = "Weights alone, in 16 bit.", .source = stages_source},
    [](const auto& x) { return 2.0 * byte * model::parameters(x); });
inline constexpr auto served_bytes = formula<"project.served_bytes", Bytes>(
    {.symbol = "V_srv", .title = "Read for serving", .why = "Every copy loads the weights.", .source = stages_source},
    [](const auto& x) { return serving::replicas(x) * load::weights(x); });

inline constexpr std::string_view together_source = "derived: sum of the uses that go on at the same time";

inline constexpr auto read_demand = formula<"project.read_demand", Bandwidth>(
    {.symbol = "B_rd,all",
     .title = "Read from shared storage while training",
     .why = "Ingest, and what is offloaded there; a restart comes alone.",
     .source = together_source},
    [](const auto& x) {
      return known(ingest::required_bandwidth(x)) +
             known(cluster::nodes(x) * offload::shared_read(x) / offload::step_time(x));
    });
inline constexpr auto write_demand = formula<"project.write_demand", Bandwidth>(
    {.symbol = "B_wr,all",
     .title = "Written to shared storage while training",
     .why =
         "Saves that drain behind training, and what is offloaded there; a direct save stops training and comes alone.",
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

inline constexpr Try contend_tries[] = {{"Try {} appliances", "storage.count", Try::How::doubled}};
inline constexpr auto reads_contend = finding<"project.storage_oversubscribed">(
    {.severity = Severity::warning,
     .sentence = "Ingest and offload together read {project.read_demand} of shared storage, which delivers "
                 "{tier.store_read_rate}.",
     .remedy = "More appliances or storage NICs; shares of storage (storage.ingest_share, storage.offload_share) show "
               "what each then costs.",
     .brief = "storage oversubscribed",
     .tries = contend_tries},
    [](const auto& x) {
      const auto together = less(0.0 * byte, offload::shared_read(x));
      return choose(together, tier::store_read_rate(x) - read_demand(x), 0.0 * byte / second);
    });
inline constexpr auto writes_contend = finding<"project.storage_oversubscribed">(
    {.severity = Severity::warning,
     .sentence = "Draining saves and offload together write {project.write_demand} to shared storage, which takes in "
                 "{tier.store_write_rate}.",
     .remedy = "More appliances, a longer interval; shares of storage (storage.checkpoint_share, "
               "storage.offload_share) show what each then "
               "costs.",
     .brief = "storage oversubscribed",
     .tries = contend_tries},
    [](const auto& x) {
      const auto together =
          less(0.0 * byte, offload::shared_written(x)) * above(checkpoint::first_tier(x), Tier::shared);
      return choose(together, tier::store_write_rate(x) - write_demand(x), 0.0 * byte / second);
    });
inline constexpr auto findings = std::tie(reads_contend, writes_contend);

}  // namespace llmsize::project
