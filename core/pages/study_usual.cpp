// SPDX-License-Identifier: Apache-2.0
// What a study varies where nobody said it.
#include "core/inputs/list.hpp"
#include "core/pages/study_page.hpp"
#include "core/view/around.hpp"
#include "core/view/state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr double around_by = 4;  ///< a value is varied from a fourth of it to four times

/// Other entries of the same family: "dgx-h100" and the other DGX.
std::string family_of(const std::string& id, const Reference& reference, const Catalog& catalog) {
  constexpr std::size_t most = 8;
  const std::string family = id.substr(0, id.find('-'));
  std::vector<std::string> ids{id};
  for (const std::string_view other : catalog.ids(reference.kind))
    if (ids.size() < most && other != id && other.substr(0, other.find('-')) == family) ids.emplace_back(other);
  return fmt::format("{}", fmt::join(ids, std::string(1, list_sign(reference.key))));
}

/// Counts that come in powers of two are doubled, others stepped by what one would type.
std::string numbers_around(InputKey key, double value) {
  const InputAbout& about = about_of(key);
  if (about.unit == Unit::flag || !about.words.empty()) return "0,1";
  if (value <= 0) return {};
  double least = std::max(about.least, value / around_by), most = std::min(about.most, value * around_by);
  if (about.whole) least = std::max(1.0, std::ceil(value / around_by));
  // From the value up and down, so that it is one of those that are drawn.
  std::vector<std::string> values;
  for (double each = value; each >= least * (1 - 1e-9); each /= 2) {
    if (about.whole && each != std::floor(each)) break;
    values.insert(values.begin(), text_of(key, each));
  }
  for (double each = 2 * value; each <= most * (1 + 1e-9); each *= 2) values.push_back(text_of(key, each));
  return fmt::format("{}", fmt::join(values, ","));
}

}  // namespace

std::string values_around(std::string_view key, const Case& plan, const Catalog& catalog) {
  if (const Choice* choice = find_choice(key)) {
    std::vector<std::string_view> words;
    for (const Option& option : choice->options) words.push_back(option.word);
    return fmt::format("{}", fmt::join(words, ","));
  }
  if (const Reference* reference = find_reference(key)) {
    const auto word = WordKey::find(reference->key);
    const std::string id = word ? plan.word(*word) : std::string{};
    return id.empty() ? id : family_of(id, *reference, catalog);
  }
  const auto input = InputKey::find(key);
  return input && !is_absent(plan[*input]) ? numbers_around(*input, plan[*input]) : std::string{};
}

Study usual_study(const Subject& subject, const Catalog& catalog) {
  Study study{.name = subject.name, .notes = {}, .results = {}, .base = subject.said, .axes = {}};
  const Case plan = case_of(subject, catalog);
  if ((!plan.words.contains("model") && is_absent(plan["model.parameters_given"])) || is_absent(plan["cluster.nodes"]))
    return study;
  std::string_view key = "cluster.nodes";
  if (subject.said.find("memory.offload"))
    key = "memory.offload";
  else if (subject.service())
    key = subject.said.find("goal.request_rate")          ? "goal.request_rate"
          : subject.said.find("traffic.users")            ? "traffic.users"
          : subject.said.find("traffic.requests_per_day") ? "traffic.requests_per_day"
          : is_absent(plan["serving.rate"])               ? "serving.concurrency"
                                                          : "serving.rate";
  std::string values = values_around(key, plan, catalog);
  if (values.empty() && key == "serving.concurrency") values = "1..256x4";
  if (!is_several(key, values)) return study;
  // The layout of other values is another one.
  study.axes.push_back(read_axis(key, values, Giver{"study"}));
  return study;
}

}  // namespace llmsize
