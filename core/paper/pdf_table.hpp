// SPDX-License-Identifier: Apache-2.0
// Tables on paper: columns as wide as what stands in them, notes in lines, headers again on every page.
#pragma once

#include "core/paper/pdf_pages.hpp"

#include <vector>

namespace llmsize::pdf {

/// A piece per row, the first ones kept together.
std::vector<Piece> table_pieces(const Document::Table& table, double width);

}  // namespace llmsize::pdf
