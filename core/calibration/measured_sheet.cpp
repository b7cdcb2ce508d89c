// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/measured_sheet.hpp"

#include "core/scenario/sheet_columns.hpp"

#include <algorithm>

namespace llmsize {

WholeSheet measured_sheet(std::string_view text, const std::string& source, std::span<const std::string_view> columns) {
  const auto is_heading = [&](std::string_view cell) {
    return std::find(columns.begin(), columns.end(), cell) != columns.end() || is_input_heading(cell);
  };
  return whole(SheetFile::of(std::string(text), source, {is_heading, {}}));
}

}  // namespace llmsize
