// SPDX-License-Identifier: Apache-2.0
// Rows of training data, model loading, the stages of a project and the latency of small reads.
#include "core/registry/instantiate.hpp"
#include "core/registry/rooms.hpp"
#include "core/storage/latency.hpp"
#include "core/storage/project.hpp"
#include "core/storage/wear.hpp"

namespace llmsize {

namespace {
constexpr auto all_formulas =
    std::tuple_cat(ingest::formulas, load::formulas, project::formulas, latency::formulas, wear::formulas);
constexpr auto all_findings = std::tuple_cat(ingest::findings, project::findings, wear::findings);
}  // namespace

Room data_room() { return instantiate<all_formulas, all_findings>(); }

}  // namespace llmsize
