// SPDX-License-Identifier: Apache-2.0
// Sheets of measurements, with titles above their header as people keep them.
#pragma once

#include "core/files/sheet_file.hpp"

#include <span>
#include <string>
#include <string_view>

namespace llmsize {

/// The rows of a sheet, header first: that is the row with most names of inputs and of `columns`, which its reader
/// knows. Throws BadInput as `SheetFile` does.
WholeSheet measured_sheet(std::string_view text, const std::string& source, std::span<const std::string_view> columns);

}  // namespace llmsize
