// SPDX-License-Identifier: Apache-2.0
// Reads whole sheets as scenarios.
#include "core/scenario/batch.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/xlsx.hpp"

namespace llmsize {

Batch read_batch(std::string_view text, const std::string& source, const SheetColumns::IsAnswer& is_answer) {
  auto [separator, rows] = is_workbook(text) ? Csv{',', parse_xlsx(text, source)} : parse_csv(text, source);
  if (rows.empty()) refuse_without_header(source);
  const SheetColumns columns(rows.front(), separator, source, is_answer);
  Batch batch{columns.header(), columns.keys(), columns.warnings(), {}};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    batch.rows.push_back(columns.read(std::move(rows[i])));
    batch.rows.back().carried = columns.carried(batch.rows.back().cells);
  }
  return batch;
}

}  // namespace llmsize
