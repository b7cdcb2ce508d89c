// SPDX-License-Identifier: Apache-2.0
// What the documents of a report share: the subject with its answer, and pages as sections.
#pragma once

#include "core/document/page.hpp"
#include "core/report/links.hpp"
#include "core/report/report.hpp"
#include "core/scenario/case.hpp"
#include "core/view/around.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// What is reported: a training or a service, its case, and the page that answers, with what it costs.
struct Reported {
  Reported(const Subject& given, const Catalog& catalog, const ReportOptions& options);

  Asked asked;
  bool is_service;
  Subject subject;
  Around around;
  Case plan;
  Page answer;
  std::string command;  ///< that leads to the same answer: "size --model …"

  /// Results by which the answer is judged, as far as they are known: what it rests on is told.
  std::vector<ResultKey> judged() const;
};

/// A page that becomes a section.
struct Chapter {
  std::string_view anchor, title;
  Page page;
};

/// Charts that a page has under these ids, taken out of it; nothing is left of those that are empty.
std::vector<Chart> taken(Page& page, std::initializer_list<std::string_view> ids);
Chapter chapter(std::string_view anchor, std::string_view title, std::vector<Chart> charts);

/// Findings that no section before has told. What was assumed stands among the inputs, with its reason; that a service
/// does not train is no news to who asked for one.
Findings new_findings(const Page& page, std::vector<std::string>& told);

/// A grid as a table; its numbers lead to their derivations where there are links.
Document::Table table_of(const Chart& chart, const Links* links = nullptr);

/// The verdict, figures, charts and findings of a page.
Document::Section section_of(const Chapter& chapter, const Links* links, std::vector<std::string>& told);

}  // namespace llmsize
