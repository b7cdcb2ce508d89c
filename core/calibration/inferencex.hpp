// SPDX-License-Identifier: Apache-2.0
// Results of InferenceX as they are published, JSON of one or of many runs, read as rows of served models: one number
// per row.
#pragma once

#include "core/calibration/published_rows.hpp"
#include "core/catalog/catalog.hpp"

#include <string>
#include <string_view>

namespace llmsize {

/// Whether a text is JSON: measured rows of any other kind are CSV.
bool holds_json(std::string_view text);

/// A row for each time and throughput of each run, in the columns of published serving measurements. Throws BadInput:
/// data, where the text is no such JSON.
PublishedRows inferencex_rows(std::string_view text, const std::string& source, const Catalog& catalog);

}  // namespace llmsize
