// SPDX-License-Identifier: Apache-2.0
// Reads published points out of the catalog.
#include "core/pages/network_published.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace llmsize {
namespace {

/// Models whose active sizes differ by more than this factor compute at other rates.
constexpr double alike = 1.5;

struct Published {
  std::string name, model, source;
  double gpus, interfaces_per_gpu, rate;
};

/// What multiplies the weights of linear layers in a precision; absent where there is no such precision.
double units_of(std::string_view precision) {
  for (const Option& option : find_choice("workload.precision")->options)
    for (const Setting& setting : option.settings)
      if (option.word == precision && setting.key == InputKey("workload.linear_units")) return setting.value;
  return absent;
}

std::vector<Published> published_on(const Around& around) {
  std::vector<Published> all;
  const std::optional<Json> document = around.catalog().document("measurements", "network");
  if (!document) return all;
  const std::string accelerator = around.word("accelerator.id");
  const double units = units_of(around.word("workload.precision"));
  for (const Json& point : document->at("points")) {
    if (text_of(point, "accelerator") != accelerator || units_of(text_of(point, "precision")) != units) continue;
    const double interfaces = point.at("interfaces").get<double>() / point.at("node_gpus").get<double>();
    const std::optional<double> rate = parse(text_of(point, "achieved"), Unit::flop_rate);
    if (rate)
      all.push_back(
          {text_of(point, "name"), text_of(point, "model"), text_of(point, "source"), point.at("gpus").get<double>(),
           interfaces, *rate});
  }
  return all;
}

/// Whether two models are about as large, both in all and in what a token touches: a mixture of experts works unlike a
/// dense model.
bool are_alike(const Around& one, const Around& other) {
  return std::ranges::all_of(
      std::array{ResultKey("model.parameters"), ResultKey("model.parameters_active")}, [&](ResultKey id) {
        const double a = one.result(id), b = other.result(id);
        return a <= alike * b && b <= alike * a;
      });
}

Around model_alone(const std::string& model, const Catalog& catalog) {
  Scenario scenario;
  scenario.set("model", model, Giver{"catalog"});
  return Around(scenario, catalog);
}

}  // namespace

Plot::Series published_rates(const Around& around) {
  Plot::Series series{"published", Hue::waiting, Plot::Stroke::none, false, false, {}};
  for (const Published& each : published_on(around)) {
    if (each.model != around.word("model") && !are_alike(model_alone(each.model, around.catalog()), around)) continue;
    Plot::Point point{each.interfaces_per_gpu * around.input("node.gpus"), each.rate};
    if (is_absent(point.x)) continue;
    point.mark = Plot::Mark::open;
    point.label = fmt::format(
        "{}, {} GPUs ({})", each.name, pretty(each.gpus, Unit::count), each.source.substr(0, each.source.find(',')));
    series.points.push_back(std::move(point));
  }
  return series;
}

}  // namespace llmsize
