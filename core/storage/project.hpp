// SPDX-License-Identifier: Apache-2.0
// The stages of an LLM project: bytes and bandwidth of each, from the raw data to serving.
#pragma once

#include "core/storage/goodput.hpp"
#include "core/storage/load.hpp"

namespace llmsize::project {

inline constexpr std::string_view stages_source =
    "Lockwood and Kartik, The guts of large language model checkpointing: stages of a project";

inline constexpr auto collect_rate = formula<"project.collect_rate", Bandwidth>(
    {.symbol = "B_col", .title = "Reading raw data", .why = "Raw data are read once while they are cleaned.", .source = stages_source},
    [](const auto& x) { return ingest::raw_size(x) / data::preparation(x); });
inline constexpr auto clean_rate = formula<"project.clean_rate", Bandwidth>(
    {.symbol = "B_cln", .title = "Writing cleaned text", .why = "What is left is written once.", .source = stages_source},
    [](const auto& x) { return ingest::text_size(x) / data::preparation(x); });
inline constexpr auto tokenize_rate = formula<"project.tokenize_rate", Bandwidth>(
    {.symbol = "B_ids", .title = "Writing token ids", .why = "Token ids, and samples, are written once.", .source = stages_source},
    [](const auto& x) { return ingest::dataset_size(x) / data::preparation(x); });
inline constexpr auto trained_bytes = formula<"project.trained_bytes", Bytes>(
    {.symbol = "V_tr", .title = "Read in training", .why = "The data set in every epoch.", .source = stages_source},
    [](const auto& x) { return data::epochs(x) * ingest::dataset_size(x); });
inline constexpr auto saved_bytes = formula<"project.saved_bytes", Bytes>(
    {.symbol = "V_ck",
     .title = "Written as checkpoints",
     .why = "A checkpoint per interval over the whole training.",
     .source = stages_source},
    [](const auto& x) { return checkpoint::size(x) * training::time(x) / checkpoint::interval(x); });
inline constexpr auto export_bytes = formula<"project.export_bytes", Bytes>(
    {.symbol = "V_exp", .title = "Export", .why = "Weights alone, in 16 bit.", .source = stages_source},
    [](const auto& x) { return 2.0 * byte * model::parameters(x); });
inline constexpr auto served_bytes = formula<"project.served_bytes", Bytes>(
    {.symbol = "V_srv", .title = "Read for serving", .why = "Every copy loads the weights.", .source = stages_source},
    [](const auto& x) { return serving::replicas(x) * load::weights(x); });

inline constexpr auto formulas = std::tie(collect_rate, clean_rate, tokenize_rate, trained_bytes, saved_bytes, export_bytes, served_bytes);

}  // namespace llmsize::project
