// SPDX-License-Identifier: Apache-2.0
// Deals pieces out to pages and draws them.
#include "core/paper/pdf_pages.hpp"

#include "core/files/bad_input.hpp"
#include "core/paper/pdf_tags.hpp"
#include "core/write/markup.hpp"

#include <cairo-pdf.h>
#include <fmt/format.h>

#include <algorithm>

namespace llmsize::pdf {
namespace {

constexpr double millimetre = 72 / 25.4;
constexpr double side = 16 * millimetre, top = 15 * millimetre, bottom = 18 * millimetre;
constexpr double footer_size = 7.5;

struct Sheet {
  double width, height;
};

Sheet sheet_of(Paper paper) {
  return paper == Paper::a4 ? Sheet{210 * millimetre, 297 * millimetre} : Sheet{8.5 * 72, 11.0 * 72};
}

struct Place {
  std::size_t page;
  double top;       ///< from the upper margin
  bool has_header;  ///< that of its table stands above it
};

/// The height from a piece to the first after it that may be the last of a page.
double height_together(const std::vector<Piece>& pieces, std::size_t first) {
  double height = pieces[first].height;
  for (std::size_t i = first; i + 1 < pieces.size() && pieces[i].with_next; ++i)
    height += pieces[i + 1].before + pieces[i + 1].height;
  return height;
}

std::vector<Place> dealt(const std::vector<Piece>& pieces, double room) {
  std::vector<Place> places;
  std::size_t page = 0;
  double y = 0;
  bool kept = false;  // with the piece before
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    const double before = y > 0 ? piece.before : 0;
    // What is kept together and longer than a page is cut where the page ends.
    const bool fits = y + before + (kept ? piece.height : height_together(pieces, i)) <= room;
    if (y > 0 && (piece.on_new_page || !fits)) {
      ++page;
      y = 0;
    }
    const bool has_header = y == 0 && piece.header != nullptr;
    if (has_header) y += piece.header->height;
    y += y > 0 && !has_header ? before : 0;
    places.push_back({page, y, has_header});
    y += piece.height;
    kept = piece.with_next;
  }
  return places;
}

/// A text as an attribute of a tag.
std::string attribute(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') out += '\\';
    out += letter;
  }
  return "'" + out + "'";
}

void tagged(cairo_t* paper, const char* tag, const std::string& attributes, const std::function<void()>& draw) {
  cairo_tag_begin(paper, tag, attributes.c_str());
  draw();
  cairo_tag_end(paper, tag);
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int size) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), size);
  return CAIRO_STATUS_SUCCESS;
}

struct Free {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* paper) const { cairo_destroy(paper); }
};

class PdfFile {
 public:
  PdfFile(Paper paper, const Words& words)
      : sheet_(sheet_of(paper)),
        words_(words),
        surface_(cairo_pdf_surface_create_for_stream(append, &bytes_, sheet_.width, sheet_.height)),
        paper_(cairo_create(surface_.get())) {
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_TITLE, words.title.c_str());
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATOR, words.creator.c_str());
    // The same report is the same file.
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATE_DATE, nullptr);
  }

  void draw(const Piece& piece, double y) {
    const auto put = [&] { tagged(paper_.get(), piece.role, {}, [&] { piece.draw(paper_.get(), side, top + y); }); };
    if (piece.anchor.empty()) return put();
    tagged(paper_.get(), CAIRO_TAG_DEST, "name=" + attribute(piece.anchor), put);
    if (!piece.outline.empty())
      cairo_pdf_surface_add_outline(
          surface_.get(), CAIRO_PDF_OUTLINE_ROOT, piece.outline.c_str(), ("dest=" + attribute(piece.anchor)).c_str(),
          static_cast<cairo_pdf_outline_flags_t>(0));
  }

  void end_page(std::size_t number, std::size_t all) {
    const double y = sheet_.height - bottom / 2 - footer_size;
    const Type type{footer_size, false, ink::faint};
    Text(in_html(words_.footer), type).draw(paper_.get(), side, y);
    const Text count(fmt::format("{} / {}", number, all), type);
    count.draw(paper_.get(), sheet_.width - side - count.width(), y);
    cairo_show_page(paper_.get());
  }

  std::string taken() {
    paper_.reset();
    cairo_surface_finish(surface_.get());
    if (const cairo_status_t status = cairo_surface_status(surface_.get()); status != CAIRO_STATUS_SUCCESS)
      refuse_contents("report", cairo_status_to_string(status));
    return std::move(bytes_);
  }

 private:
  Sheet sheet_;
  const Words& words_;
  std::string bytes_;
  std::unique_ptr<cairo_surface_t, Free> surface_;
  std::unique_ptr<cairo_t, Free> paper_;
};

}  // namespace

double text_width(Paper paper) { return sheet_of(paper).width - 2 * side; }
double text_height(Paper paper) { return sheet_of(paper).height - top - bottom; }

std::string bound(const std::vector<Piece>& pieces, Paper paper, const Words& words) {
  const std::vector<Place> places = dealt(pieces, text_height(paper));
  PdfFile document(paper, words);
  const std::size_t all = places.empty() ? 1 : places.back().page + 1;
  for (std::size_t i = 0, page = 0; i < pieces.size(); ++i) {
    if (places[i].page > page) document.end_page(++page, all);
    if (places[i].has_header) document.draw(*pieces[i].header, places[i].top - pieces[i].header->height);
    document.draw(pieces[i], places[i].top);
  }
  document.end_page(all, all);
  std::vector<std::string> pictures;
  for (const Piece& each : pieces)
    if (!each.told.empty()) pictures.push_back(each.told);
  return with_tags(document.taken(), pictures);
}

void linked(cairo_t* paper, const std::string& to, const std::function<void()>& draw) {
  if (to.empty()) return draw();
  tagged(paper, CAIRO_TAG_LINK, "dest=" + attribute(to), draw);
}

}  // namespace llmsize::pdf
