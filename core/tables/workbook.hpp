// SPDX-License-Identifier: Apache-2.0
// Tables as workbooks of spreadsheets.
#pragma once

#include "core/tables/data.hpp"

namespace llmsize {

/// A workbook with one sheet: the header stays in sight and filters, numbers are numbers, all else is text that no
/// spreadsheet calculates. What has zeros in front, such as an order number, stays text.
std::string as_xlsx(const Table& table);

}  // namespace llmsize
