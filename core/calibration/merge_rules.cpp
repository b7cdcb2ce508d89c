// SPDX-License-Identifier: Apache-2.0
// How the values of GPUs and nodes become one, with a spread, and which nodes are slower than the others.
#include "core/calibration/samples.hpp"

#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>
#include <boost/math/special_functions/erf.hpp>

#include <algorithm>
#include <cmath>

namespace llmsize::merging {
double spread_of(const std::vector<double>& raw) {
  // Of few repeats the whole width says more than the distances from their middle.
  constexpr std::size_t few = 7;
  if (raw.size() < 2) return unrepeated;
  const double middle = median(raw), robust = robust_deviation(raw);
  return middle > 0 ? (raw.size() > few ? robust : std::max(robust, deviation_of_few(raw))) / middle : 0;
}

double parameter(const ProbeResult& result, const char* name, double otherwise) {
  const auto found = result.params.find(name);
  return found != result.params.end() && found->is_number() ? found->get<double>() : otherwise;
}

std::string word_parameter(const ProbeResult& result, const char* name) {
  const auto found = result.params.find(name);
  return found != result.params.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

bool is_flagged(const std::vector<std::string>& flags, std::string_view flag) {
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

double Collection::known(InputKey key) const { return sheet[key]; }

namespace {

/// One value per node: of its GPUs what the rule asks for. Several passes of one thing are one value with a spread
/// between them.
std::vector<Sample> node_values(const Evidence& evidence) {
  std::map<std::string, std::map<std::string, std::vector<Sample>>> parts;
  for (const Sample& sample : evidence.samples) parts[sample.node][sample.gpu].push_back(sample);
  std::vector<Sample> nodes;
  for (const auto& [node, gpus] : parts) {
    std::vector<Sample> of_gpus;
    for (const auto& [gpu, passes] : gpus) {
      Sample one{node, 0, 0, gpu};
      std::vector<double> values, spreads;
      for (const Sample& pass : passes) {
        values.push_back(pass.value);
        spreads.push_back(pass.spread);
        one.flags.insert(pass.flags.begin(), pass.flags.end());
      }
      one.value = median(values);
      one.spread = std::hypot(median(spreads), values.size() > 1 ? spread_of(values) : 0);
      of_gpus.push_back(std::move(one));
    }
    const auto less = [](const Sample& a, const Sample& b) { return a.value < b.value; };
    if (evidence.rule == Rule::median) {
      std::vector<double> values;
      values.reserve(of_gpus.size());
      for (const Sample& gpu : of_gpus) values.push_back(gpu.value);
      Sample whole = of_gpus.front();
      whole.value = median(values);
      if (of_gpus.size() > 1) whole.gpu.clear();
      nodes.push_back(std::move(whole));
    } else {
      nodes.push_back(
          evidence.rule == Rule::longest ? *std::max_element(of_gpus.begin(), of_gpus.end(), less)
                                         : *std::min_element(of_gpus.begin(), of_gpus.end(), less));
    }
  }
  return nodes;
}

std::vector<double> values_of(const std::vector<Sample>& samples) {
  std::vector<double> values;
  values.reserve(samples.size());
  for (const Sample& sample : samples) values.push_back(sample.value);
  return values;
}

/// Robust relative spread between nodes, so that one slow node does not make the others uncertain; nothing is known of
/// it where only one was measured.
double node_spread(const std::vector<double>& values) {
  return values.size() < 2 ? 0 : robust_deviation(values) / median(values);
}

/// "slowest of 8 nodes"; of one there is nothing to say.
std::string rule_text(std::string_view word, std::size_t count) {
  return count == 1 ? "one node" : fmt::format("{} of {} nodes", word, count);
}

/// What the slowest of so many nodes is to be expected to reach, from fewer that were measured: their logarithms are
/// taken as normal.
double slowest_expected(const std::vector<double>& values, double planned, bool longest) {
  const double z = boost::math::erfc_inv(2.0 / (planned + 1)) * std::sqrt(2.0);
  const double middle = median(values), width = std::exp(z * node_spread(values));
  return longest ? std::max(middle * width, *std::max_element(values.begin(), values.end()))
                 : std::min(middle / width, *std::min_element(values.begin(), values.end()));
}

}  // namespace

MeasuredInput merge_input(const std::string& key, const Evidence& evidence, double planned) {
  const std::vector<Sample> nodes = node_values(evidence);
  const std::vector<double> values = values_of(nodes);
  const auto count = static_cast<double>(nodes.size());
  MeasuredInput input{key, {}, nodes.size(), {}};
  std::set<std::string> flags;
  std::vector<double> spreads;
  for (const Sample& node : nodes) {
    flags.insert(node.flags.begin(), node.flags.end());
    spreads.push_back(node.spread);
  }
  const bool longest = evidence.rule == Rule::longest;
  switch (evidence.rule) {
    case Rule::median:
      input.fitted.value = median(values);
      input.rule = rule_text("median", nodes.size());
      break;
    case Rule::aggregate:
      input.fitted.value = median(values);
      input.rule = "all clients at once";
      break;
    case Rule::slowest:
    case Rule::longest:
      if (planned > count) {
        input.fitted.value = slowest_expected(values, planned, longest);
        input.rule = fmt::format("slowest expected of {:.0f} nodes, {} measured", planned, nodes.size());
        flags.insert("extrapolated");
      } else {
        input.fitted.value =
            longest ? *std::max_element(values.begin(), values.end()) : *std::min_element(values.begin(), values.end());
        input.rule = rule_text("slowest", nodes.size());
      }
      break;
  }
  input.fitted.spread = std::hypot(median(spreads), node_spread(values));
  input.flags.assign(flags.begin(), flags.end());
  return input;
}

void add_stragglers(std::vector<Straggler>& stragglers, const std::string& key, const Evidence& evidence) {
  if (evidence.rule == Rule::aggregate || key.find("sharpness") != std::string::npos) return;
  const std::vector<Sample> nodes = node_values(evidence);
  const std::vector<double> values = values_of(nodes);
  const double middle = median(values);
  const double limit = std::max(0.05 * middle, 3 * robust_deviation(values));
  for (const Sample& node : nodes) {
    const double behind = evidence.rule == Rule::longest ? node.value - middle : middle - node.value;
    if (behind > limit) stragglers.push_back({node.node, key, node.value, middle, node.gpu});
  }
}

}  // namespace llmsize::merging
