// SPDX-License-Identifier: Apache-2.0
// Reads whole sheets as scenarios.
#include "core/scenario/batch.hpp"

#include <utility>

namespace llmsize {

WholeSheet read_sheet(const std::string& path, const std::string& source, const std::string& worksheet) {
  return whole({path, source, {is_input_heading, worksheet}});
}

WholeSheet sheet_of(std::string_view contents, const std::string& source) {
  return whole(SheetFile::of(std::string(contents), source, {is_input_heading, {}}));
}

Batch read_batch(WholeSheet sheet, const SheetColumns::IsAnswer& is_answer) {
  if (sheet.rows.empty()) refuse_without_header(sheet.source);
  const SheetColumns columns(sheet.rows.front(), sheet.separator, sheet.source, is_answer);
  Batch batch{columns.header(), columns.keys(), std::move(sheet.notes), {}};
  batch.warnings.insert(batch.warnings.end(), columns.warnings().begin(), columns.warnings().end());
  for (std::size_t i = 1; i < sheet.rows.size(); ++i) {
    batch.rows.push_back(columns.read(std::move(sheet.rows[i])));
    batch.rows.back().carried = columns.carried(batch.rows.back().cells);
  }
  return batch;
}

Batch read_batch(std::string_view text, const std::string& source, const SheetColumns::IsAnswer& is_answer) {
  return read_batch(sheet_of(text, source), is_answer);
}

}  // namespace llmsize
