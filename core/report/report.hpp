// SPDX-License-Identifier: Apache-2.0
// A report: everything that somebody needs who decides on a machine and has no program at hand, as data. It is made of
// the pages of the program and says nothing that they do not; painters add nothing but ink.
#pragma once

#include "core/document/document.hpp"
#include "core/view/subject.hpp"

#include <string>

namespace llmsize {

/// How a report is made besides by its scenario.
struct ReportOptions {
  std::string files{};  ///< options that lead back to the same answer and are no part of the scenario: " --catalog DIR"
  Findings findings{};  ///< told with those of the answer
};

/// The report of a training or of a service: as `size_page` or `serve_page` answers, then what stands behind that.
/// Throws BadInput as `complete` does.
Document report_of(const Subject& subject, const Catalog& catalog, const ReportOptions& options = {});

}  // namespace llmsize
