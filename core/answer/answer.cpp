// SPDX-License-Identifier: Apache-2.0
// Computes answers: values, missing inputs, ranges, findings.
#include "core/answer/answer.hpp"

#include "core/formula/render.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace llmsize {
namespace {

/// Any key or id as people read it.
std::string look_up(std::string_view name, const Once& case_values) {
  const NumberId number = NumberId::find(name).value();
  return pretty(
      number.result() ? result_row(*number.result()).value(case_values) : case_values[*number.input()], number);
}

/// Fills the `{id}`s of a sentence and collects them.
std::string filled(std::string_view sentence, const Once& case_values, std::vector<std::string>& fields) {
  std::string text;
  while (!sentence.empty()) {
    const auto open = sentence.find('{');
    text += sentence.substr(0, open);
    if (open == std::string_view::npos) break;
    const auto close = sentence.find('}', open);
    const std::string_view name = sentence.substr(open + 1, close - open - 1);
    text += look_up(name, case_values);
    fields.emplace_back(name);
    sentence.remove_prefix(close + 1);
  }
  return text;
}

std::string_view room_of(std::string_view id) { return id.substr(0, id.find('.')); }

bool contains(const std::vector<std::string_view>& rooms, std::string_view room) {
  return std::find(rooms.begin(), rooms.end(), room) != rooms.end();
}

std::vector<FoundFinding> broken_rules(const Once& values, const std::vector<std::string_view>& rooms) {
  std::vector<FoundFinding> found;
  for (const FindingRow& rule : findings()) {
    if (!contains(rooms, room_of(rule.about->id)) || !(rule.margin(values) < 0)) continue;
    FoundFinding finding{rule.about->severity, std::string(rule.about->id), {}, {}};
    finding.message = filled(rule.about->sentence, values, finding.fields);
    if (!rule.about->remedy.empty()) finding.message += fmt::format(" {}", rule.about->remedy);
    found.push_back(std::move(finding));
  }
  return found;
}

/// Measured values were left out, since they are of another GPU.
std::vector<FoundFinding> measured_on_other(const Case& plan) {
  if (plan.measured_on_other.empty()) return {};
  const auto name = plan.names.find("accelerator.id");
  return {
      {Severity::warning,
       "calibration.other_accelerator",
       fmt::format(
           "The calibration was measured on {}: nothing that it tells of GPUs is taken for {}.", plan.measured_on_other,
           name == plan.names.end() ? "this accelerator" : name->second),
       {"accelerator.id"}}};
}

/// One finding per assumption that a shown value rests on.
std::vector<FoundFinding> assumptions_used(const Case& plan, const std::set<const InputAbout*>& used) {
  std::vector<FoundFinding> found;
  for (const InputAbout* input : used) {
    const InputKey key = InputKey::find(input->key).value();
    const Origin& origin = plan.origin(key);
    if (origin.kind != Origin::Kind::assumed) continue;
    const double spread = plan.spread(key);
    found.push_back(
        {Severity::info,
         "input.assumed",
         fmt::format(
             "{} is assumed: {} ± {:.0f} % ({}).", input->label, pretty(plan[key], input->unit), 100 * spread,
             origin.source),
         {std::string(input->key)}});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.fields < b.fields; });
  return found;
}

/// How a result changes with one uncertain input, per standard deviation of that input, base units.
struct Slope {
  InputKey key;
  double change;
};

/// The result where one input has moved by so many of its standard deviations.
double with_moved(const Case& plan, const ResultRow& row, InputKey key, double deviations) {
  Values values = plan.values;
  values.value[key.slot()] *= std::exp(deviations * plan.spread(key));
  values.settle();
  return row.value(Once(values, dependents()));
}

/// Slopes of a result over all uncertain inputs: pass after pass of `lanes` of them. Where a slope is nothing, the ends
/// of the range are tried: what stands behind the larger of two numbers may overtake it there.
std::vector<Slope> slopes(const Case& plan, const ResultRow& row) {
  std::vector<Sloping::Lane> uncertain;
  for (std::size_t slot = 0; slot < input_count; ++slot)
    if (const InputKey key = InputKey::at(slot); plan.spread(key) > 0 && plan.has(key))
      uncertain.push_back({key, plan.spread(key) * plan[key]});
  std::vector<Slope> all;
  for (std::size_t first = 0; first < uncertain.size(); first += lanes) {
    const std::vector<Sloping::Lane> pass(
        uncertain.begin() + static_cast<std::ptrdiff_t>(first),
        uncertain.begin() + static_cast<std::ptrdiff_t>(std::min(first + lanes, uncertain.size())));
    const Sloping sloping(plan.values, pass);
    const Sloped<double>& number = row.slope(sloping);
    for (std::size_t lane = 0; lane < pass.size(); ++lane) {
      const InputKey key = pass[lane].key;
      double change = number.slope[lane];
      if (change == 0 && dependents()[key.slot()][row.key.slot()])
        change = (with_moved(plan, row, key, z90) - with_moved(plan, row, key, -z90)) / (2 * z90);
      if (change != 0) all.push_back({key, change});
    }
  }
  return all;
}

/// The result where every uncertain input has moved together by `deviations`, each by its share: exact where a result
/// is a product of its uncertain inputs, and whole where it is a count.
double moved(
    const Case& plan, const ResultRow& row, const std::vector<Slope>& along, double length, double deviations) {
  Values values = plan.values;
  for (const Slope& slope : along)
    values.value[slope.key.slot()] *= std::exp(deviations * plan.spread(slope.key) * slope.change / length);
  values.settle();
  return row.value(Once(values, dependents()));
}

/// Dividing by what is nothing gives no number.
double finite(double value) { return std::isfinite(value) ? value : absent; }

}  // namespace

const Result* Answer::find(std::string_view id) const {
  const auto found =
      std::find_if(results.begin(), results.end(), [&](const Result& result) { return result.row->about->id == id; });
  return found == results.end() ? nullptr : &*found;
}

void Answer::tell(ResultKey key, double value) {
  for (Result& result : results)
    if (result.row->key == key) result.value = value;
}

bool Answer::has_error() const {
  return std::any_of(findings.begin(), findings.end(), [](const FoundFinding& finding) {
    return finding.severity == Severity::error;
  });
}

std::vector<const ResultRow*> rows_of_rooms(const std::vector<std::string_view>& rooms) {
  std::vector<const ResultRow*> rows;
  for (const ResultRow& row : results())
    if (contains(rooms, room_of(row.about->id))) rows.push_back(&row);
  return rows;
}

void Answer::add(std::vector<FoundFinding> more) {
  findings.insert(findings.begin(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  std::stable_sort(
      findings.begin(), findings.end(), [](const auto& a, const auto& b) { return a.severity > b.severity; });
}

std::vector<Sensitivity> sensitivities(const Case& plan, const ResultRow& row) {
  std::vector<Slope> all = slopes(plan, row);
  std::sort(
      all.begin(), all.end(), [](const Slope& a, const Slope& b) { return std::abs(a.change) > std::abs(b.change); });
  double variance = 0;
  for (const Slope& slope : all) variance += slope.change * slope.change;
  std::vector<Sensitivity> found;
  found.reserve(all.size());
  for (const Slope& slope : all)
    found.push_back(
        {slope.key, with_moved(plan, row, slope.key, -z90), with_moved(plan, row, slope.key, z90),
         slope.change * slope.change / variance});
  return found;
}

std::optional<std::pair<double, double>> range(const Case& plan, const ResultRow& row) {
  const double value = row.value(Once(plan.values, dependents()));
  const auto along = slopes(plan, row);
  double variance = 0;
  for (const Slope& slope : along) variance += slope.change * slope.change;
  if (!std::isfinite(value) || !(variance > 0)) return {};
  const double length = std::sqrt(variance);
  const double low = moved(plan, row, along, length, -z90), high = moved(plan, row, along, length, z90);
  if (low == high) return {};
  return std::pair{low, high};
}

Answer answer(const Case& plan, const Question& question) {
  const Once values(plan.values, dependents());
  const Tracing tracing(plan.values);
  std::set<const InputAbout*> used;
  Answer answer;
  for (const ResultRow* row : question.rows) {
    Result result{row, finite(row->value(values)), {}, {}, {}};
    const NodePtr derivation = row->derivation(tracing);
    if (is_absent(result.value)) {
      result.missing = missing_inputs(derivation);
    } else {
      if (question.headlines.empty() || contains(question.headlines, row->about->id))
        for (const InputAbout* input : inputs_behind(derivation)) used.insert(input);
      if (const auto found = question.ranges ? range(plan, *row) : std::nullopt)
        std::tie(result.p10, result.p90) = *found;
    }
    answer.results.push_back(std::move(result));
  }
  answer.findings = assumptions_used(plan, used);
  answer.add(measured_on_other(plan));
  answer.add(broken_rules(values, question.finding_rooms));
  return answer;
}

}  // namespace llmsize
