// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/measurable.hpp"

#include "core/calibration/served_fit.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace llmsize {
namespace {

/// Below this a fitted efficiency, time or count of passes is nothing that was measured.
constexpr double least_fitted = 1e-9;

/// What probes tell, and the least that a working part reaches.
struct Probed {
  InputKey key;
  double least;
};
constexpr Probed probed[] = {
    {"accelerator.sustained_16", 1e-3},
    {"accelerator.sustained_8", 1e-3},
    {"accelerator.sustained_4", 1e-3},
    {"accelerator.memory_efficiency", 1e-3},
    {"accelerator.host_link", 1e6},
    {"node.host_bandwidth", 1e7},
    {"node.nvme_read", 1e5},
    {"node.nvme_write", 1e5},
    {"node.scale_up_efficiency", 1e-3},
    {"node.scale_up_exchange", 1e-3},
    {"node.scale_up_reduction", 1e-3},
    {"network.latency", 1e-9},
    {"network.efficiency", 1e-3},
    {"storage.read", 1e5},
    {"storage.write", 1e5},
    {"storage.client_read", 1e5},
    {"storage.client_write", 1e5},
    {"storage.thread_read", 1e4},
    {"storage.thread_write", 1e4},
    {"storage.read_sharpness", 1},
    {"storage.write_sharpness", 1},
    {"storage.iops_read", 1},
    {"storage.iops_write", 1},
    {"software.tensor_latency", 1e-9},
};

Measurable measurable(InputKey key, double least) {
  const InputAbout& about = about_of(key);
  return {key, {std::max(about.least, least), about.most}};
}

}  // namespace

const std::vector<Measurable>& measurable_inputs() {
  static const std::vector<Measurable> all = [] {
    std::vector<Measurable> list;
    for (const auto& [key, least] : probed) list.push_back(measurable(key, least));
    for (const FitParameter& parameter : fit_parameters()) list.push_back(measurable(parameter.key, least_fitted));
    for (const InputKey constant : engine_constants()) list.push_back(measurable(constant, least_fitted));
    for (const InputKey error :
         {InputKey("software.model_error"), InputKey("engine.model_error"), InputKey("engine.expert_error"),
          InputKey("engine.prompt_error"), InputKey("engine.release_year")})
      list.push_back(measurable(error, least_fitted));
    return list;
  }();
  return all;
}

const Measurable* find_measurable(std::string_view key) {
  const auto& all = measurable_inputs();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Measurable& each) { return each.key.text() == key; });
  return found == all.end() ? nullptr : &*found;
}

const Measurable& measurable_input(std::string_view key) {
  const Measurable* const found = find_measurable(key);
  if (!found) throw std::logic_error(fmt::format("{} is not measured by any probe", key));
  return *found;
}

std::string implausible(const Measurable& input, double median, double p10, double p90) {
  const Unit unit = about_of(input.key).unit;
  if (!input.value.holds(median))
    return fmt::format(
        "invalid value {}: expected {} to {}", pretty(median, unit), pretty(input.value.least, unit),
        pretty(input.value.most, unit));
  if (!(p10 > 0)) return fmt::format("p10 is {}: expected a value above 0", pretty(p10, unit));
  if (!(p90 / p10 <= widest_range))
    return fmt::format("p90 is {:.3g}× p10: expected at most {:.0f}×", p90 / p10, widest_range);
  return {};
}

}  // namespace llmsize
