// SPDX-License-Identifier: Apache-2.0
// The Offload page: what if the model lives on CPU memory, local NVMe or shared storage.
#include "core/pages/offload_charts.hpp"
#include "core/pages/pages.hpp"
#include "core/planning/held.hpp"
#include "core/planning/serving_layout.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/storage_rows.hpp"
#include "core/view/remedies.hpp"
#include "core/view/settled.hpp"
#include "core/view/state.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

bool holds(const Around& tier) { return why_not_on(tier).empty(); }

/// Why GPUs do not wait for transfers: there are none, or what is slow is gathering weights over the network.
std::string hidden_note(const Around& on) {
  if (resident_share(on) == 1)
    return fmt::format(
        "no transfers; {} with all weights streamed", tokens_text(on.result("offload.streamed_throughput")));
  const double gathering = on.result("training.data_time") / on.result("training.step_time");
  if (on.input("workload.trains") == 1 && gathering > 0.05)
    return fmt::format("weight all-gather {} of step time", share_text(gathering));
  const double waiting = 1 - on.result("offload.decode_time") / on.result("offload.own_time");
  if (serves(on) && waiting > 0.05) return fmt::format("weight all-gather {} of a pass", share_text(waiting));
  return "transfers fully overlapped";
}

Figure tier_figure(const Subject& subject, const Around& on, const TierLook& look, bool of_service) {
  if (look.word == "nvme" && on.input("node.nvme_capacity") == 0)
    return unknown_figure(std::string(look.title), "nodes have none");
  Figure tier = figure_of(subject, on, std::string(look.title), "offload.throughput");
  tier.hue = look.hue;
  tier.marked = true;
  if (!tier.known) return tier;
  if (const std::string why = why_not_on(on); !why.empty()) {
    tier.value = "–";
    tier.known = false;
    tier.unit.clear();
    tier.qualifier = why;
    return tier;
  }
  const double link = on.result("offload.limiting_link");
  // A service has one memory per GPU, that of its load; here it runs with another batch.
  tier.qualifier = look.word == "gpu" && of_service ? fmt::format("batch {}", on.shown("serving.batch"))
                   : look.word == "gpu"
                       ? fmt::format("{} of {} per GPU", on.shown("memory.gpu_total"), on.shown("memory.gpu_capacity"))
                   : link > 0 ? fmt::format(
                                    "{} efficiency, limit: {}", share_text(on.result("offload.gpu_efficiency")),
                                    on.shown("offload.limiting_link"))
                              : hidden_note(on);
  if (const double resident = resident_share(on); resident > 0 && resident < 1)
    tier.qualifier += fmt::format("; {} in GPU memory", share_text(resident));
  return tier;
}

/// "shared storage 1.8× local NVMe throughput".
std::string shared_beside_nvme(double shared, double nvme) {
  const double ratio = shared / nvme;
  if (std::abs(ratio - 1) < 0.05) return "shared storage same as local NVMe";
  return ratio > 1 ? fmt::format("shared storage {:.2g}× local NVMe throughput", ratio)
                   : fmt::format("local NVMe {:.2g}× shared-storage throughput", 1 / ratio);
}

/// "CPU memory 3.95, local NVMe 1.78 and shared storage 1.78 tok/s": the slower tiers with all weights streamed.
std::string streamed_text(const std::vector<Around>& tiers) {
  std::vector<std::string> each;
  for (std::size_t tier = 1; tier < tiers.size(); ++tier)
    if (const double rate = tiers[tier].result("offload.streamed_throughput"); holds(tiers[tier]) && rate > 0)
      each.push_back(fmt::format(
          "{} {}", lower_first(std::string(tier_looks[tier].title)),
          value_and_unit(rate, Unit::tokens_per_second).first));
  return each.empty() ? std::string{} : fmt::format("{} tok/s", listed(each));
}

/// Where no tier runs the model: whether one holds the weights, and the KV cache is what is too large.
std::string no_tier_holds(const std::vector<Around>& tiers, const std::string& nodes) {
  const auto found = std::find_if(tiers.begin(), tiers.end(), [](const Around& on) {
    return on.knows("offload.throughput") && only_cache_too_large(on.at({}));
  });
  if (found == tiers.end()) return fmt::format("The model fits in no memory tier of {}.", nodes);
  const auto tier = static_cast<std::size_t>(found - tiers.begin());
  return fmt::format(
      "Weights fit in {} on {}; the KV cache of {} (batch {}, {} tokens per sequence) exceeds GPU memory. "
      "Use sequences of {} tokens or less, or offload the KV cache to CPU memory.",
      lower_first(std::string(tier_looks[tier].title)), nodes, found->shown("memory.kv_cache"),
      found->shown("serving.batch"), found->shown("workload.sequence"), found->shown("memory.fitting_sequence"));
}

void judge_offload(const Subject& subject, const Around& around, const std::vector<Around>& tiers, Page& page) {
  if (is_open_question(subject, tiers[1], "offload.throughput", page)) return;
  const auto first = std::find_if(tiers.begin(), tiers.end(), holds);
  const std::string nodes = counted_text(around.input("cluster.nodes"), "node");
  if (first == tiers.end()) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label = "Does not fit";
    page.sentence = no_tier_holds(tiers, nodes);
    return;
  }
  const auto tier = static_cast<std::size_t>(first - tiers.begin());
  page.verdict = tier == 0 ? Page::Verdict::good : Page::Verdict::just;
  page.verdict_label =
      tier == 0 ? "Fits in GPU memory" : fmt::format("Fits with {}", lower_first(std::string(tier_looks[tier].title)));
  page.sentence = fmt::format("{} is the fastest tier that fits on {}", tier_looks[tier].title, nodes);
  const double gpu = tiers[0].result("offload.throughput"), nvme = tiers[2].result("offload.throughput"),
               shared = tiers[3].result("offload.throughput");
  if (const std::string streamed = streamed_text(tiers); resident_share(tiers[1]) == 1 && !streamed.empty()) {
    page.sentence = fmt::format(
        "All weights fit in GPU memory on {}; no transfers. With all weights streamed: {}.", nodes, streamed);
    return;
  }
  if (tier == 0 && holds(tiers[2]) && gpu > 0 && nvme > 0)
    page.sentence += nvme < gpu ? fmt::format("; local NVMe reaches {} of its throughput", share_text(nvme / gpu))
                                : std::string("; local NVMe is equally fast");
  else if (holds(tiers[2]) && holds(tiers[3]) && nvme > 0 && shared > 0)
    page.sentence += "; " + shared_beside_nvme(shared, nvme);
  page.sentence += ".";
}

/// What the inputs beside the page are of: the tier that is said, else the fastest that holds the model.
const Around& spoken_of(const Subject& subject, const Around& around, const std::vector<Around>& tiers) {
  const auto first = std::find_if(tiers.begin(), tiers.end(), holds);
  return subject.said.find("memory.offload") || first == tiers.end() ? around : *first;
}

/// Where no layout fits the GPUs, the nearest one as it was given: a slower tier may hold what it is short of.
Subject as_given(const Subject& subject, const Around& around) {
  if (!is_unplanned(subject) || !subject.plan()->nearest) return subject;
  return {subject.name, subject.said, around.scenario()};
}

}  // namespace

Page offload_page(const Subject& given, const Catalog& catalog) {
  const bool searched = given.offload || serving_is_open(given.said, catalog);
  const Subject said = searched ? offload_subject(given, catalog) : given;
  // Where numbers come from is told from the scenario that the reader has.
  const Around from = around_of(given, catalog);
  const Around around = searched ? from.with(changes_to(from.scenario(), said.scenario)) : from;
  const Subject subject = as_given(said, around);
  const std::vector<Around> tiers = searched ? planned_tiers(said, from) : on_tiers(around);
  Page page;
  page.id = "offload";
  if (searched) page.of = std::make_shared<const Case>(spoken_of(said, around, tiers).plan());
  page.title = title(around.plan());
  page.subtitle = subtitle_of(subject, around);
  const bool of_service = is_served_from_gpus(complete(without_degrees(given.said), catalog));
  for (std::size_t tier = 0; tier < tiers.size(); ++tier)
    page.figures.push_back(tier_figure(subject, tiers[tier], tier_looks[tier], of_service));
  page.first = offload_first(said, around, tiers);
  judge_offload(subject, around, tiers, page);
  page.findings = findings_of(
      is_unplanned(said) ? said : subject, around,
      {"offload.throughput", "offload.gpu_efficiency", "offload.sharing_nodes", "wear.drive_writes",
       "memory.kv_cache"});
  page.summary = summary_of(page.figures);
  const bool trains = around.input("workload.trains") == 1;
  page.charts = {nodes_chart(around, trains), throughput_chart(subject, tiers), efficiency_chart(subject, tiers)};
  if (around.knows("capacity.nodes_weights")) page.charts.push_back(tiers_chart(tiers));
  if (plans_targets(said.said, catalog) && searched) add_target_layouts(tiers, page);
  if (!obstacle(subject, around, "offload.throughput")) {
    add_path(tiers, page);
    add_sharing(tiers, page);
    add_alternative(subject, around, tiers, page);
  }
  offer_explanation(page, "offload.throughput", subject.scenario);
  page.charts.front().wide = true;
  if (trains) page.charts.front().views.push_back(nodes_chart(around, false));
  settle_verdict(page);
  return page;
}

const PageKind offload_page_kind{
    .id = "offload",
    .title = "Offload",
    .group = "Train",
    .summary = "Offload to CPU memory, NVMe or shared storage",
    .place = 30,
    .make = of_first<offload_page>,
    .inputs = "model cluster layout",
    .decisions =
        {.training =
             {"model", "cluster.system", "cluster.nodes", "workload.global_batch", "memory.offload", "storage.id"},
         .service = {"model", "cluster.system", "cluster.nodes", "serving.batch", "memory.offload", "storage.id"}},
    .keys = "memory.offload",
    .service_group = "Store",
    .plans_offload = true,
    .icon = R"(<path d="M10 3v9M6.500 8.500 10 12l3.500-3.500M3 12v4h14v-4"/>)"};

}  // namespace llmsize
