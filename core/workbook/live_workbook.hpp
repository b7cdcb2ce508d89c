// SPDX-License-Identifier: Apache-2.0
// An answer as a workbook of spreadsheets that goes on calculating.
#pragma once

#include "core/registry/registry.hpp"
#include "core/view/subject.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// Another case beside that of a workbook.
struct WorkbookVariant {
  std::string label;  ///< "cpu"
  Subject subject;
};

/// What a workbook shows beside what its scenario asks for.
struct WorkbookOptions {
  std::string title{};                      ///< empty: the sentence that answers the scenario
  std::string label{};                      ///< of the scenario among its variants
  std::vector<WorkbookVariant> variants{};  ///< stand beside it on a sheet of their own
  std::vector<const ResultRow*> results{};  ///< empty: those of the question, `workbook_results`
};

/// The bytes of a workbook (Office Open XML): answer, inputs, assumptions, results, parts, order, sources. Every result
/// is a formula over named cells, made of its derivation, with its value kept beside it; inputs can be changed in the
/// file. What the planner chose is constant. Throws BadInput as `complete` does.
std::string live_workbook(const Subject& subject, const Catalog& catalog, const WorkbookOptions& options = {});

/// The case of a workbook: that of its subject, where copies of the model follow the number of GPUs unless somebody
/// said how many they are. Throws BadInput as `complete` does.
Case live_case(const Subject& subject, const Catalog& catalog);

/// The results that a workbook of a scenario shows: those of a training or those of a service, of slower tiers where
/// something lies there. Throws BadInput as `complete` does.
std::vector<const ResultRow*> workbook_results(const Scenario& said, const Catalog& catalog);

}  // namespace llmsize
