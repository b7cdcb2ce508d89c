// SPDX-License-Identifier: Apache-2.0
// Lines of CSV.
#pragma once

#include <string>
#include <vector>

namespace llmsize {

/// Appends a row as `as_csv` writes it, with its line end.
void append_csv_line(std::string& text, const std::vector<std::string>& cells, char separator = ',');

}  // namespace llmsize
