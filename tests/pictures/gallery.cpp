// SPDX-License-Identifier: Apache-2.0
// For people who change painters: all charts of all pages of some scenarios as pictures, to be looked at.
//   llmsize_gallery FOLDER [WIDTH [dark]]
#include "core/catalog/catalog.hpp"
#include "core/files/write_file.hpp"
#include "core/pages/pages.hpp"
#include "core/scenario/study.hpp"
#include "core/scene/picture.hpp"
#include "core/scene/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>

using namespace llmsize;

namespace {

void draw(const Chart& chart, const std::string& path, PictureLook look) {
  look.footer = "llmsize · " + chart.id;
  look.height = std::max(look.width * 0.56, wished_height(chart, look));
  const std::string svg = as_svg(chart, look);
  write_file(path + ".svg", svg, IfThere::replace);
  write_file(path + ".png", as_png(svg, 1), IfThere::replace);
}

void draw_pages(const std::string& id, const std::filesystem::path& folder, const PictureLook& look) {
  const Catalog catalog;
  const Scenario said = read_study(catalog.text("scenarios", id), id).scenarios().front();
  const Subject subject = planned(id, said, catalog);
  for (const PageKind& kind : page_kinds())
    for (const Chart& chart : page_of(kind.id, {subject, subject}, catalog).charts) {
      draw(chart, folder / fmt::format("{}-{}", id, chart.id), look);
      for (const Chart& view : chart.views) draw(view, folder / fmt::format("{}-{}-{}", id, chart.id, view.view), look);
    }
}

}  // namespace

int main(int count, char** arguments) try {
  if (count < 2) {
    std::cerr << "llmsize_gallery FOLDER [WIDTH [dark]]\n";
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  PictureLook look;
  if (count > 2) look.width = std::stod(arguments[2]);
  if (count > 3) look.theme = PictureTheme::dark;
  for (const char* id :
       {"gpt3-on-superpod-h100", "offload-deck", "serve-chat", "gpt3-checkpoint-modes", "gpt3-data-mix"})
    draw_pages(id, folder, look);
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
