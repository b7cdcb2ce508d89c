// SPDX-License-Identifier: Apache-2.0
// Answers for programs: JSON documents and tables of plain numbers in base units.
#pragma once

#include "core/answer/answer.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// Version of the JSON documents of every command.
inline constexpr int document_version = 1;

/// The document of a command: scenario, results, rows, findings.
Json document(const std::string& command, const Case* plan, const Answer& answer, Json rows = Json::array());

/// A table of cells that are already text.
struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

/// One row: what the scenario says, the results, the ids of the findings.
Table as_table(const Scenario& scenario, const Case& plan, const Answer& answer);

/// Column name of a result or input: "training.step_time" is "training_step_time_s".
std::string column(std::string_view id, Unit unit);
/// Column name of a word: "cluster.system" is "cluster_system".
std::string column(std::string_view key);

/// RFC 4180 with LF line ends; tab-separated when `separator` is a tab.
std::string as_csv(const Table& table, char separator = ',');
std::string as_markdown(const Table& table);
/// Aligned columns for a terminal.
std::string as_text(const Table& table, bool colour);

}  // namespace llmsize
