// SPDX-License-Identifier: Apache-2.0
// The Serve page: how many users a machine serves, how fast, at what cost.
#pragma once

#include "core/planning/serving_plan.hpp"
#include "core/view/state.hpp"

namespace llmsize {

inline constexpr auto calibrate_me = told_finding<"serving.calibrate_me">(
    {.severity = Severity::info,
     .sentence = "{} is uncertain by {}× (P10–P90).",
     .remedy = "Calibrate with one benchmark run: llmsize calibrate --measurements."});

inline constexpr auto router_matters = told_finding<"serving.router_matters">(
    {.severity = Severity::info,
     .sentence = "Random routing needs {} instead of {}.",
     .remedy = "Set the router: --router random, two, least or prefix."});

inline constexpr auto smaller_format = told_finding<"serving.smaller_format">(
    {.severity = Severity::info,
     .sentence = "With {} weights, the service needs {} instead of {}.",
     .remedy = "Check model quality, then set the weight format."});

inline constexpr auto fewer_disaggregated = told_finding<"serving.fewer_disaggregated">(
    {.severity = Severity::info,
     .sentence = "With disaggregated prefill and decode, the service needs {} instead of {}.",
     .remedy = "Check that your engine supports disaggregation, then set the prefill workers."});

/// Whether answers have tokens after the first: embeddings and scores have none.
bool generates(const Around& around);
/// "P99", or "mean": what SLOs are judged at.
std::string slo_percentile(const Around& around);
/// Output tokens per second against the time per token, requests in flight along the line, limits across it.
Chart load_line_chart(const Around& around);
/// Tokens per second of a GPU against those of a user, for the splits that were searched.
Chart front_chart(const Around& around, const ServingPlan& plan);
/// Memory of a GPU: weights, cache, room, reserve.
Chart serving_memory_chart(const Around& around);
/// A step part by part as more sequences run together.
Chart step_parts_chart(const Around& around);
/// Times to the first token and per token against the request rate.
Chart rate_chart(const Around& around);
/// Times to the first token against the share of prompts that is kept, by tier.
Chart reuse_chart(const Around& around);
/// Money and energy of a million tokens.
Chart token_cost_chart(const Around& around);
/// What of a day is worth a line: replicas, hours, reserved ones, batch tokens; nothing where no day curve is named.
std::vector<std::string> day_parts(const Around& around);
/// Replicas hour by hour.
Chart day_chart(const Around& around);
/// A row per split that was searched.
Chart splits_chart(const ServingPlan& plan);
/// Goodput, latency, throughput, memory of what `machine` names: "5 × DGX H200 (40 GPUs), 10 replicas".
FirstScreen serve_first(const Around& around, const std::string& machine);
/// All numbers of the load in groups.
void add_serving_numbers(const Around& around, Page& page);

}  // namespace llmsize
