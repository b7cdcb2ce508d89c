// SPDX-License-Identifier: Apache-2.0
// The pages of the desktop app and of reports as data: one page per question.
#pragma once

#include "core/answer/views.hpp"
#include "core/document/page.hpp"
#include "core/pages/page_list.hpp"
#include "core/registry/registry.hpp"
#include "core/view/subject.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

Page size_page(const Subject& subject, const Catalog& catalog);
/// Where every byte lives: the fullest GPU part by part, slower tiers, nodes that would hold the states.
Page memory_page(const Subject& subject, const Catalog& catalog);
/// Where the time of a step goes, and what follows from it.
Page training_page(const Subject& subject, const Catalog& catalog);
/// Any results, a figure each, with id and range.
Page results_page(const Subject& subject, const Catalog& catalog, const std::vector<const ResultRow*>& results);
Page layout_page(const Subject& subject, const Catalog& catalog);
Page offload_page(const Subject& subject, const Catalog& catalog);
/// A scenario as it is served: load, latency, memory, cost; what is open of split and nodes is chosen for it.
Page serve_page(const Subject& subject, const Catalog& catalog);
Page network_page(const Subject& subject, const Catalog& catalog);
Page checkpoint_page(const Subject& subject, const Catalog& catalog);
Page data_page(const Subject& subject, const Catalog& catalog);
/// Side by side, the first is the base.
Page compare_page(const std::vector<Subject>& subjects, const Catalog& catalog);
/// What has to be bought: items, counts, prices.
Page order_page(const Subject& subject, const Catalog& catalog);
Page trends_page(const Subject& subject, const Catalog& catalog);
struct Measured;
/// What was measured on the own machine beside data sheets and defaults; the page of the rail has no records.
Page calibration_page(const Subject& subject, const Catalog& catalog, const Measured& measured);

/// Says on a page what has changed since it was shown before: in its figures, and as a pale line on the chart of sizes.
void set_against(Page& page, const Page& before);

/// What people decide before a page answers them, in the order in which they do. A page without decisions of a kind of
/// scenario says nothing of it.
struct Decisions {
  std::vector<ScenarioKey> training{"model",       "workload.tokens", "goal.deadline", "goal.certainty",
                                    "goal.budget", "cluster.system",  "cluster.nodes"};
  std::vector<ScenarioKey> service{
      "model",
      "traffic.users",
      "goal.request_rate",
      "traffic.id",
      "serving.input_tokens",
      "serving.output_tokens",
      "serving.ttft_limit",
      "serving.tpot_limit",
      "cluster.system",
      "cluster.nodes"};

  /// The same of every scenario.
  static Decisions alike(const std::vector<ScenarioKey>& keys) { return {keys, keys}; }
  const std::vector<ScenarioKey>& of(Asked asked) const { return asked == Asked::training ? training : service; }
};

/// A page of the rail: `const PageKind NAME_page_kind{…}` in a file of this folder is all it takes.
struct PageKind {
  std::string_view id;       ///< "size"
  std::string_view title;    ///< "Size"
  std::string_view group;    ///< "Train", "Store", "Evidence"
  std::string_view summary;  ///< "Nodes, time to train and bottleneck"
  int place;                 ///< the lowest stands first; in tens, so that others fit between
  /// Throws BadInput as `complete` does.
  Page (*make)(const std::vector<Subject>& subjects, const Catalog& catalog);
  std::string_view inputs = "model goal cluster storage";  ///< groups of inputs that stand open beside it
  Decisions decisions{};
  /// It answers studies that say a key beginning like this; the first page answers those that no other does.
  std::string_view keys{};
  std::string_view service_group{};  ///< of a service, where it is another
  bool plans_offload = false;        ///< it shows the offload experiment, which is planned for it alone
  /// Strokes of its icon: the inside of an SVG of 20 by 20.
  std::string_view icon = R"(<path d="M4 2.500h8l4 4v11H4zM12 2.500v4h4M7 11h6M7 14h6"/>)";
};

/// `make` of a page that shows the first of several scenarios.
template <Page (*make)(const Subject&, const Catalog&)>
Page of_first(const std::vector<Subject>& subjects, const Catalog& catalog) {
  return make(subjects.empty() ? Subject{} : subjects.front(), catalog);
}

/// The pages in the order of the rail.
const std::vector<PageKind>& page_kinds();

/// Whether a page says something of such a scenario.
bool answers(const PageKind& kind, Asked asked);

/// The group that it stands in then.
std::string_view group_of(const PageKind& kind, Asked asked);

/// The pages that do, in the order of the rail: group by group; the first answers what is asked. With the page of an
/// id, which need not.
std::vector<const PageKind*> pages_for(Asked asked, std::string_view also = {});

/// The kind of an id, or nullptr.
const PageKind* find_page_kind(std::string_view id);

/// A page of a scenario that cannot be completed: it says why, and nothing else.
Page refused_page(Page page, std::string title, std::string why);

/// The page of an id. Throws BadInput for an unknown id and as `complete` does.
Page page_of(std::string_view id, const std::vector<Subject>& subjects, const Catalog& catalog);

}  // namespace llmsize
