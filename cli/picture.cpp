// SPDX-License-Identifier: Apache-2.0
// SVG, PNG or PDF, as the ending says.
#include "cli/picture.hpp"

#include "cli/parser.hpp"
#include "core/files/document.hpp"
#include "core/files/version.hpp"
#include "core/scene/picture.hpp"
#include "core/scene/render.hpp"
#include "core/study/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

namespace llmsize::cli {
namespace {

namespace fs = std::filesystem;

enum class Ending { svg, png, pdf };
constexpr std::string_view endings[] = {".svg", ".png", ".pdf"};
constexpr std::string_view themes[] = {"light", "dark"};
constexpr double least_side = 120, most_side = 8000;

Ending ending_of(const std::string& path) {
  const std::string ending = fs::path(path).extension().string();
  const auto found = std::find(std::begin(endings), std::end(endings), ending);
  if (found == std::end(endings))
    refuse_value(
        "--picture", path, "FILE.svg, .png or .pdf", did_you_mean(ending, {std::begin(endings), std::end(endings)}));
  return static_cast<Ending>(found - std::begin(endings));
}

struct PictureSize {
  double width, height;
};

/// "1600x900".
std::optional<PictureSize> size_of(const std::string& text) {
  if (text.empty()) return {};
  PictureSize size{};
  const char *at = text.data(), *end = text.data() + text.size();
  const auto width = std::from_chars(at, end, size.width);
  const bool parted = width.ec == std::errc() && width.ptr != end && (*width.ptr == 'x' || *width.ptr == 'X');
  const auto height = parted ? std::from_chars(width.ptr + 1, end, size.height) : width;
  const auto is_side = [](double side) { return side >= least_side && side <= most_side; };
  if (!parted || height.ec != std::errc() || height.ptr != end || !is_side(size.width) || !is_side(size.height))
    refuse_value(
        "--picture-size", text,
        fmt::format("WIDTHxHEIGHT in pixels (1600x900), each from {:.0f} to {:.0f}", least_side, most_side));
  return size;
}

PictureTheme theme_of(const std::string& text) {
  const auto found = std::find(std::begin(themes), std::end(themes), text);
  if (found == std::end(themes)) refuse_word("--picture-theme", text, {std::begin(themes), std::end(themes)});
  return *found == "dark" ? PictureTheme::dark : PictureTheme::light;
}

StudyMarks marks_for(const Drawing& drawing) {
  return drawing.marks.empty() ? StudyMarks{} : read_marks(read_sheet(drawing.marks, drawing.marks));
}

std::optional<StudyKind> kind_of(const Drawing& drawing) {
  return drawing.as.empty() ? std::nullopt : std::optional(study_kind(drawing.as, "--picture-as"));
}

/// The size that was asked for, else a screen's for each chart, higher where a chart needs it.
PictureLook look_for(const std::vector<Chart>& charts, const Drawing& drawing) {
  constexpr double usual_width = 960, usual_height = 540, least_height = 260;
  PictureLook look{
      .width = usual_width,
      .height = usual_height,
      .theme = theme_of(drawing.theme),
      .footer = fmt::format("llmsize {}", version())};
  if (const auto size = size_of(drawing.size)) {
    look.width = size->width;
    look.height = size->height;
    return with_fitting_letters(charts, look);
  }
  // Plots as high as a screen, tables and bars as high as they need to be.
  look.columns = charts.size() < 2 ? 1 : 2;
  const std::size_t rows = (charts.size() + look.columns - 1) / look.columns;
  look.letters = look.columns > 1 ? 1 : usual_width / 800;
  const bool plots = std::any_of(charts.begin(), charts.end(), [](const Chart& chart) {
    return std::holds_alternative<Plot>(chart.body) || !chart.empty.empty();
  });
  look.height = plots ? usual_height : least_height;
  for (const Chart& chart : charts) look.height = std::max(look.height, wished_height(chart, look));
  look.width *= static_cast<double>(look.columns);
  look.height *= static_cast<double>(rows);
  return look;
}

std::string as_file(const std::string& svg, const Drawing& drawing) {
  switch (ending_of(drawing.file)) {
    case Ending::svg: return svg;
    // Without a size two pixels for each of the screen, so that it is sharp in print.
    case Ending::png: return as_png(svg, drawing.size.empty() ? 2 : 1);
    case Ending::pdf: return as_pdf({svg});
  }
  return {};
}

/// A page of a PDF for each chart, else all in one picture.
std::string made(const std::vector<Chart>& charts, const Drawing& drawing) {
  if (ending_of(drawing.file) != Ending::pdf) return as_file(as_svg(charts, look_for(charts, drawing)), drawing);
  std::vector<std::string> pages;
  pages.reserve(charts.size());
  for (const Chart& chart : charts) pages.push_back(as_svg(chart, look_for({chart}, drawing)));
  return as_pdf(pages, charts.front().title);
}

}  // namespace

void require_picture(const Common& common) {
  const Drawing& drawing = common.drawing;
  if (drawing.file.empty()) {
    for (const auto& [option, is_said] :
         {std::pair{"--picture-size", !drawing.size.empty()}, std::pair{"--picture-as", !drawing.as.empty()},
          std::pair{"--picture-marks", !drawing.marks.empty()}, std::pair{"--picture-theme", drawing.theme != "light"}})
      if (is_said) throw BadInput(BadInput::Kind::usage, fmt::format("{}: expected --picture FILE, too", option));
    return;
  }
  ending_of(drawing.file);
  size_of(drawing.size);
  theme_of(drawing.theme);
  kind_of(drawing);
  marks_for(drawing);
  std::error_code ignored;
  if (drawing.file == common.output_file || fs::equivalent(drawing.file, common.output_file, ignored))
    throw BadInput(
        BadInput::Kind::usage, fmt::format("--picture: {} is the file of -o, expected another", drawing.file));
  require_place(common, drawing.file);
}

void require_drawable(const Common& common, const std::vector<std::pair<std::string, Scenario>>& scenarios) {
  if (const auto kind = kind_of(common.drawing)) llmsize::require_drawable(*kind, scenarios);
}

void draw_study(const Common& common, const AnsweredRows& table) {
  if (common.drawing.file.empty()) return;
  write_text(
      common, common.drawing.file,
      made(study_charts(table, kind_of(common.drawing), marks_for(common.drawing)), common.drawing));
}

void write_picture(const Common& common, const std::function<std::string()>& svg) {
  if (!common.drawing.file.empty()) write_text(common, common.drawing.file, as_file(svg(), common.drawing));
}

void draw_page(const Common& common, const Page& page) {
  if (common.drawing.file.empty()) return;
  for (const auto& [option, text] :
       {std::pair{"--picture-as", common.drawing.as}, std::pair{"--picture-marks", common.drawing.marks}})
    if (!text.empty())
      throw BadInput(
          BadInput::Kind::usage, fmt::format("{}: a page has charts of its own", option),
          "give an input several values (--nodes 16..64x2)");
  std::vector<Chart> charts;
  std::copy_if(page.charts.begin(), page.charts.end(), std::back_inserter(charts), [](const Chart& chart) {
    return chart.empty.empty() && !std::holds_alternative<Grid>(chart.body);
  });
  if (charts.empty())
    throw BadInput(
        BadInput::Kind::usage, "--picture: this answer has no chart",
        "give an input several values (--nodes 16..64x2)");
  write_text(common, common.drawing.file, made(charts, common.drawing));
}

void add_picture_options(Parser& app, Common& common) {
  const auto text = [&](const char* name, std::string& value, const char* help, const char* type) {
    app.add_option(name, value, help)->type_name(type)->group("Picture")->check([](const std::string& given) {
      return given.empty() ? "expected a value" : "";
    });
  };
  text("--picture", common.drawing.file, "Chart file of the answer: .svg, .png or .pdf", "FILE");
  text("--picture-size", common.drawing.size, "Chart size in pixels, e.g. 1600x900", "WxH");
  text("--picture-theme", common.drawing.theme, "Chart theme: light, dark", "THEME");
  text(
      "--picture-as", common.drawing.as,
      "Chart type for several scenarios: lines, bars, dots, heat, front. Default: from their shape.", "KIND");
  text(
      "--picture-marks", common.drawing.marks,
      "Reference values for the chart: a CSV with input and result columns, e.g. nodes,training.total_step_time,label",
      "FILE");
}

}  // namespace llmsize::cli
