// SPDX-License-Identifier: Apache-2.0
// A report: everything that somebody needs who decides on a cluster and has no program at hand, as data. A proposal of
// a few pages that can be signed, and an annex with every number behind it. Both are made of the pages of the program
// and say nothing that they do not; painters add nothing but ink.
#pragma once

#include "core/document/document.hpp"
#include "core/tables/rows.hpp"
#include "core/view/subject.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace llmsize {

/// How a report is made besides by its scenario.
struct ReportOptions {
  std::string files{};  ///< options that lead back to the same answer and are no part of the scenario: " --catalog DIR"
  Findings findings{};  ///< told with those of the answer
  std::string prepared_for{}, prepared_by{};
  std::optional<std::chrono::sys_days> date{};  ///< of the proposal, and of the order for the timeline
  std::optional<TitledTable> offers{};          ///< side by side, the proposed one among them
  std::string annex{};                          ///< the name of the annex, which the proposal refers to
};

/// The proposal for a training or a service: answer, offers, bill of materials, risks, timeline, what has to be
/// confirmed. At most six pages. Throws BadInput as `complete` does.
Document proposal_of(const Subject& subject, const Catalog& catalog, const ReportOptions& options = {});

/// What stands behind it: as `size_page` or `serve_page` answers, then every page, inputs, derivations and sources.
/// Throws BadInput as `complete` does.
Document annex_of(const Subject& subject, const Catalog& catalog, const ReportOptions& options = {});

/// The file of the annex beside that of its proposal: "proposal-annex.pdf" beside "proposal.pdf".
std::filesystem::path annex_path(const std::filesystem::path& proposal);

}  // namespace llmsize
