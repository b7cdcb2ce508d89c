// SPDX-License-Identifier: Apache-2.0
// Draws what a page shows, and names what can be probed: over all three libraries.
#include <core/pages/pages.hpp>
#include <core/probe/plan.hpp>
#include <core/scene/picture.hpp>

#include <cstdio>

int main() {
  llmsize::Scenario scenario;
  scenario.set("model", "gpt3-175b", {"argument"});
  const llmsize::Page page = llmsize::memory_page(llmsize::as_said({}, scenario), llmsize::Catalog());
  const std::string svg = llmsize::as_svg(page.charts);
  std::printf("%s %d\n", svg.substr(0, 4).c_str(), llmsize::probe_names().empty() ? 0 : 1);
}
