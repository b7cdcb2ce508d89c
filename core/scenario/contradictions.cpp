// SPDX-License-Identifier: Apache-2.0
// What a scenario cannot ask at once.
#include "core/scenario/completion.hpp"

#include "core/inputs/list.hpp"

#include <fmt/format.h>

namespace llmsize {

void refuse_unplanned_precision(const Scenario& scenario) {
  const Scenario::Said *precision = scenario.find("workload.precision"), *search = scenario.find("layout.search"),
                       *stated = scenario.find("software.utilisation");
  const bool plain = search && search->value.word == "plain";
  if (!precision || precision->value.word != "best" || !(plain || stated)) return;
  throw BadInput(
      BadInput::Kind::usage,
      fmt::format(
          "{} and {} exclude each other: the best precision is that of a plan", precision->giver,
          (plain ? search : stated)->giver),
      "use --precision bf16");
}

void refuse_two_models(const Scenario& scenario) {
  const Scenario::Said *model = scenario.find("model"), *parameters = scenario.find("model.parameters_given");
  if (!model || !parameters || parameters->giver != option_of("model.parameters_given")) return;
  throw BadInput(
      BadInput::Kind::usage,
      fmt::format(
          "{} and {} exclude each other: {} has its own parameters", parameters->giver, model->giver,
          in_quotes(model->text)),
      "leave one of them out");
}

}  // namespace llmsize
