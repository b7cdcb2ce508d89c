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

inline constexpr auto fewer_offloaded = told_finding<"serving.fewer_offloaded">(
    {.severity = Severity::info,
     .sentence = "With the KV cache offloaded to CPU memory, the service needs {} instead of {}.",
     .remedy = "Set --kv-tier cpu, and check that your engine offloads there."});

inline constexpr auto fewer_disaggregated = told_finding<"serving.fewer_disaggregated">(
    {.severity = Severity::info,
     .sentence = "With disaggregated prefill and decode, the service needs {} instead of {}.",
     .remedy = "Check that your engine supports disaggregation, then set the prefill workers."});

inline constexpr auto drafts_do_not_pay = told_finding<"serving.drafts_do_not_pay">(
    {.severity = Severity::info,
     .sentence = "Speculative decoding does not pay at this load: TPOT is {} with {}, and {} without. It {}.",
     .remedy = "Set --draft-tokens 0, or use fewer draft tokens."});

inline constexpr auto drafts_unpublished = told_finding<"serving.drafts_unpublished">(
    {.severity = Severity::info,
     .sentence = "No acceptance rate of draft tokens is published for {}: it is planned without speculative decoding.",
     .remedy = "Set --draft-tokens to a number, and --acceptance from a load test."});

/// Whether answers have tokens after the first: embeddings and scores have none.
bool generates(const Around& around);

/// Whether requests are of several traffic classes.
bool has_classes(const Around& around);
/// What a class gets: "Chat 70%", and parts of a line.
struct ClassLine {
  std::string label;
  std::vector<std::string> parts;
};
/// A line for each traffic class where there are several.
std::vector<ClassLine> class_lines(const Around& around);
/// The same as a table.
Chart classes_chart(const Around& around);

/// Whether TTFT or, where there is one, TPOT has an SLO.
bool has_slo(const Around& around);
/// "P99", or "mean": what SLOs are judged at.
std::string slo_percentile(const Around& around);
/// The same, or "99% of requests" where so many shall be within all SLOs together.
std::string slo_basis(const Around& around);
/// The same server without a load of its own, so that a request rate or requests in flight can be moved.
Around unloaded(const Around& around);
/// What is said in place of charts where the speed of the server is not known or nothing fits; else empty.
std::string no_speed(const Around& around);
/// Output tokens per second against the time per token, requests in flight along the line, limits across it.
Chart load_line_chart(const Around& around);
/// Tokens per second of a GPU against those of a user, for the splits that were searched.
Chart front_chart(const Around& around, const ServingPlan& plan);
/// Memory of a GPU: weights, cache, room, reserve.
Chart serving_memory_chart(const Around& around);
/// A step part by part as more sequences run together.
Chart step_parts_chart(const Around& around);
/// TTFT against the request rate: mean and percentiles, its SLO, the load.
Chart ttft_tail_chart(const Around& around);
/// The same of TPOT.
Chart tpot_tail_chart(const Around& around);
Chart latency_tail_chart(const Around& around);
/// Times to the first token against the share of prompts that is kept, by tier.
Chart reuse_chart(const Around& around);
/// Money and energy of a million tokens.
Chart token_cost_chart(const Around& around);
/// What of a day is worth a line: replicas, hours, free capacity, batch tokens; nothing where no day curve is named.
std::vector<std::string> day_parts(const Around& around);
/// Replicas to reserve where they vary over the day, and what a day costs: at the prices or their ratio that are given,
/// else at usual ratios of an on-demand price to a reserved one.
std::vector<std::string> reserved_parts(const Around& around);
/// What speculative decoding does at this layout and load, or would do with the best published number of draft tokens;
/// nothing where it is off and nothing was published, unless the planner was to choose it.
std::vector<std::string> draft_parts(const Around& around, const ServingPlan& plan);
/// Notes draft tokens that are stated and do not lower TPOT, and a model without published ones that the planner was to
/// choose from.
void judge_drafts(const Around& around, const ServingPlan& plan, Page& page);
/// Replicas hour by hour.
Chart day_chart(const Around& around);
/// A row per split that was searched.
Chart splits_chart(const ServingPlan& plan);
/// Goodput, latency, throughput, memory of what `machine` names: "5 × DGX H200 (40 GPUs), 10 replicas".
FirstScreen serve_first(const Around& around, const ServingPlan& plan, const std::string& machine);
/// All numbers of the load in groups.
void add_serving_numbers(const Around& around, Page& page);

}  // namespace llmsize
