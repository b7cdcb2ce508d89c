// SPDX-License-Identifier: Apache-2.0
// librsvg reads, cairo draws.
#include "core/scene/render.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/version.hpp"
#include "core/scene/draw.hpp"

#include <cairo-pdf.h>
#include <fmt/format.h>
#include <librsvg/rsvg.h>

#include <cmath>
#include <memory>

namespace llmsize {
namespace {

constexpr double pixels_per_inch = 96, points_per_inch = 72;

struct Free {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* drawing) const { cairo_destroy(drawing); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

struct Picture {
  Owned<RsvgHandle> handle;
  double width, height;  ///< in pixels
};

[[noreturn]] void refuse(std::string_view reason) { refuse_contents("picture", reason); }

Picture read(std::string_view svg) {
  GError* error = nullptr;
  Picture picture{
      Owned<RsvgHandle>(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error)), 0,
      0};
  if (!picture.handle) {
    const std::string reason = error ? error->message : "it cannot be read";
    g_clear_error(&error);
    refuse(reason);
  }
  rsvg_handle_set_dpi(picture.handle.get(), pixels_per_inch);
  if (!rsvg_handle_get_intrinsic_size_in_pixels(picture.handle.get(), &picture.width, &picture.height) ||
      !(picture.width > 0 && picture.height > 0))
    refuse("expected an SVG with a width and a height in pixels");
  return picture;
}

void draw(const Picture& picture, cairo_t* drawing) {
  const RsvgRectangle place{0, 0, picture.width, picture.height};
  GError* error = nullptr;
  if (rsvg_handle_render_document(picture.handle.get(), drawing, &place, &error)) return;
  const std::string reason = error ? error->message : "it cannot be drawn";
  g_clear_error(&error);
  refuse(reason);
}

void draw(const Picture& picture, cairo_surface_t* surface, double scale) {
  const Owned<cairo_t> drawing(cairo_create(surface));
  cairo_scale(drawing.get(), scale, scale);
  draw(picture, drawing.get());
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int size) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), size);
  return CAIRO_STATUS_SUCCESS;
}

void require_success(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) refuse(cairo_status_to_string(status));
}

}  // namespace

std::string as_png(std::string_view svg, double scale) {
  const Picture picture = read(svg);
  const Owned<cairo_surface_t> surface(cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(picture.width * scale)),
      static_cast<int>(std::lround(picture.height * scale))));
  require_success(cairo_surface_status(surface.get()));
  draw(picture, surface.get(), scale);
  std::string bytes;
  require_success(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
  return bytes;
}

std::string as_pdf(const std::vector<std::string>& svgs, const std::string& title) {
  constexpr double scale = points_per_inch / pixels_per_inch;
  std::string bytes;
  Owned<cairo_surface_t> surface(cairo_pdf_surface_create_for_stream(append, &bytes, 1, 1));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
  cairo_pdf_surface_set_metadata(
      surface.get(), CAIRO_PDF_METADATA_CREATOR, fmt::format("llmsize {}", version()).c_str());
  for (const std::string& svg : svgs) {
    const Picture picture = read(svg);
    cairo_pdf_surface_set_size(surface.get(), picture.width * scale, picture.height * scale);
    draw(picture, surface.get(), scale);
    cairo_surface_show_page(surface.get());
  }
  cairo_surface_finish(surface.get());
  require_success(cairo_surface_status(surface.get()));
  return bytes;
}

void draw_svg(cairo_t* drawing, std::string_view svg, double left, double top, double scale) {
  const Picture picture = read(svg);
  cairo_save(drawing);
  cairo_translate(drawing, left, top);
  cairo_scale(drawing, scale, scale);
  draw(picture, drawing);
  cairo_restore(drawing);
}

}  // namespace llmsize
