// SPDX-License-Identifier: Apache-2.0
// What the kinds of `llmsize report` share.
#pragma once

#include "cli/command.hpp"

namespace llmsize::cli {

struct ReportCommand : Common {
  std::string paper = "a4";
  std::string sheet;  ///< a template of the catalog
  std::string prepared_for, prepared_by, date;
};

/// What is reported: the template of --sheet or the scenario, with what the options say. Throws BadInput.
Study reported_study(const ReportCommand& options, const Catalog& catalog);

/// A workbook of one scenario, or of several side by side: its bytes, and the exit code that --check asks for. Says
/// which options move nothing in it. Throws BadInput.
std::pair<std::string, int> report_workbook(const ReportCommand& options, const Catalog& catalog);

}  // namespace llmsize::cli
