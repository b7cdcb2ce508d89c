// SPDX-License-Identifier: Apache-2.0
// --launch: in place of a page, the lines that start an engine with the layout of the answer.
#include "cli/launch.hpp"

#include "cli/output.hpp"
#include "cli/parser.hpp"
#include "core/launch/launch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace llmsize::cli {
namespace {

std::vector<std::string_view> engines_of(bool trains) {
  const auto engines = trains ? training_engines() : serving_engines();
  return {engines.begin(), engines.end()};
}

}  // namespace

void add_launch_option(Parser& app, Common& common, bool trains) {
  const std::vector<std::string_view> engines = engines_of(trains);
  const std::string help = "Launch line for an engine, as a script";
  app.add_option("--launch", common.launch, trains ? help + ": megatron" : help)
      ->type_name(engines.size() > 1 ? fmt::format("{}", fmt::join(engines, "|")) : "ENGINE")
      ->group("Output")
      ->check([engines](const std::string& text) {
        if (std::find(engines.begin(), engines.end(), text) == engines.end()) refuse_word("--launch", text, engines);
        return std::string();
      });
}

void require_launch(const Common& common) {
  for (const auto& [option, is_given] :
       {std::pair{"--json", common.json}, std::pair{"--csv", common.csv},
        std::pair{"--format", !common.format.empty() && common.format != "table"},
        std::pair{"--picture", !common.drawing.file.empty()}, std::pair{"--detail", common.detail},
        std::pair{"--assumptions", common.assumptions}, std::pair{"--results", !common.results.empty()}})
    if (is_given)
      throw BadInput(BadInput::Kind::usage, fmt::format("--launch: expected no {}", option), "run both commands");
}

int finish_launch(const Common& common, const AnsweredQuestion& answered, const Catalog& catalog) {
  const EngineLaunch launch = launch_of(common.launch, answered.subject, catalog, launch_problems(answered.page));
  const std::string script = as_script(launch);
  if (goes_to_file(common))
    write_text(common, common.output_file, script);
  else
    put(script);
  return common.check && (!launch.runs() || !passes_check(answered.page.settled)) ? 1 : 0;
}

}  // namespace llmsize::cli
