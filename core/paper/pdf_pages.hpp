// SPDX-License-Identifier: Apache-2.0
// Pieces of a document dealt out to pages: none is cut, no heading stands alone at the end of a page, and tables that
// go on begin with their header again.
#pragma once

#include "core/paper/paper.hpp"
#include "core/paper/pdf_text.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llmsize::pdf {

/// What stays in one piece, over the whole width of the text.
struct Piece {
  double height = 0;
  std::function<void(cairo_t* paper, double left, double top)> draw{};
  const char* role = "P";    ///< in the structure of the document, for those who listen: P, H1, H2, H3, Figure, TR
  double before = 0;         ///< distance to the piece above, none on top of a page
  bool with_next = false;    ///< is never the last of a page
  bool on_new_page = false;  ///< begins one
  std::string anchor{};      ///< by which links lead here
  std::string outline{};     ///< its line in the outline; empty for none
  std::shared_ptr<const Piece> header{};  ///< stands above it where it is the first of a page
  std::string told{};                     ///< what a figure shows, for those who listen
};

struct Words {
  std::string title, creator;
  std::string footer;  ///< on every page, beside its number
};

/// The width between the margins.
double text_width(Paper paper);
/// The height between the margins, without the footer.
double text_height(Paper paper);

/// The document. Throws BadInput: data where it cannot be drawn.
std::string bound(const std::vector<Piece>& pieces, Paper paper, const Words& words);

/// Draws what `draw` draws as a link to an anchor; as it is where that is empty.
void linked(cairo_t* paper, const std::string& to, const std::function<void()>& draw);

}  // namespace llmsize::pdf
