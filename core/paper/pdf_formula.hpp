// SPDX-License-Identifier: Apache-2.0
// Formulas on paper: fractions stand one above the other, long sums go on in the next line.
#pragma once

#include "core/paper/pdf_pages.hpp"

#include <optional>
#include <string>

namespace llmsize::pdf {

/// A formula as `render` writes it for HTML, after its head ("t_step ="), in at most so wide lines; nothing where a
/// fraction or a call in it is wider.
std::optional<Piece> formula_piece(const std::string& head, const std::string& html, const Type& type, double width);

}  // namespace llmsize::pdf
