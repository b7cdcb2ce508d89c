// SPDX-License-Identifier: Apache-2.0
// Looks for broken rules and tells them in words.
#include "core/answer/findings.hpp"

#include "core/answer/first_error.hpp"
#include "core/answer/sentence.hpp"
#include "core/formula/render.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace llmsize {
namespace {

/// The entry that a case names; a stack that the user did not name is the default profile.
std::string shown(WordKey key, const Case& plan) {
  const auto word = plan.words.find(key.text());
  const bool named = word != plan.words.end() && word->second.origin.kind == Origin::Kind::user;
  return key == "software.id" && !named ? "default software profile" : plan.word(key);
}

double value_of(NumberId id, const Once& values) {
  return id.result() ? result_row(*id.result()).value(values) : values[*id.input()];
}

std::string shown(NumberId id, const Once& values) { return pretty(value_of(id, values), id); }

/// Inputs and results that a margin or a sentence names itself, without what stands behind them.
struct Named {
  std::vector<InputKey> inputs;
  std::vector<ResultKey> results;
  std::unordered_set<const Node*> seen{};

  void take(NumberId id) {
    if (id.result())
      results.push_back(*id.result());
    else
      inputs.push_back(*id.input());
  }
  void take(const Node& node) {
    if (!seen.insert(&node).second) return;
    if (node.kind == Node::Kind::result) return take(NumberId(ResultKey::find(node.about->id).value()));
    if (node.input) return take(NumberId(InputKey::find(node.input->key).value()));
    for (const NodePtr& part : node.parts) take(*part);
  }
  void take(std::string_view sentence) {
    read_sentence(
        sentence,
        [&](std::string_view name) {
          if (const auto number = NumberId::find(name)) take(*number);
        },
        [](std::string_view) {});
  }
};

template <class Shown>
FoundFinding told(const FindingAbout& about, const std::vector<std::string>& words, Shown shown) {
  FoundFinding finding{about.severity, FindingId::find(about.id).value(), {}, {}, {}, &about};
  auto word = words.begin();
  read_sentence(
      about.sentence,
      [&](std::string_view name) {
        if (name.empty()) {
          finding.sentence += *word++;
          return;
        }
        finding.sentence += shown(name);
        finding.fields.emplace_back(name);
      },
      [&](std::string_view text) { finding.sentence += text; });
  finding.message = about.remedy.empty() ? finding.sentence : fmt::format("{} {}", finding.sentence, about.remedy);
  return finding;
}

FoundFinding told(const FindingRow& rule, const Case& plan, const Once& values) {
  return told(*rule.about, {}, [&](std::string_view name) {
    const auto word = WordKey::find(name);
    if (word) return shown(*word, plan);
    const NumberId number = NumberId::find(name).value();
    const double value = value_of(number, values);
    const bool is_part = unit_of(number) == Unit::ratio && 0 <= value && value <= 1;
    return is_part ? share_text(value) : pretty(value, number, plan);
  });
}

}  // namespace

FoundFinding found(const FindingAbout& about, const Once& values, const std::vector<std::string>& words) {
  return told(about, words, [&](std::string_view name) { return shown(NumberId::find(name).value(), values); });
}

FoundFinding found(const FindingAbout& about, const std::vector<std::string>& words) {
  return told(about, words, [](std::string_view name) { return std::string(name); });
}

void Behind::add(const NodePtr& derivation) {
  visit_behind(derivation, [&](const Node& node) {
    if (node.input) inputs_.set(InputKey::find(node.input->key).value().slot());
    if (!node.about) return;
    if (const auto key = ResultKey::find(node.about->id)) results_.set(key->slot());
  });
}

bool names(const FindingRow& rule, const Tracing& tracing, NumberId number) {
  Named named;
  named.take(*rule.derivation(tracing));
  named.take(rule.about->sentence);
  return number.result()
             ? std::find(named.results.begin(), named.results.end(), *number.result()) != named.results.end()
             : std::find(named.inputs.begin(), named.inputs.end(), *number.input()) != named.inputs.end();
}

namespace {

/// Whether numbers rest on a result. What is computed of a model's layers is computed of its parameters, summed or not:
/// what these lack, it lacks too.
bool rest_on(const Behind& numbers, ResultKey key) {
  constexpr ResultKey parameters = "model.parameters";
  return numbers.holds(key) || (key == parameters && numbers.holds(InputKey("model.layers")));
}

}  // namespace

bool Behind::is_subject_of(const FindingRow& rule, const Tracing& tracing) const {
  Named named;
  named.take(*rule.derivation(tracing));
  if (named.results.empty()) named.take(rule.about->sentence);
  if (!named.results.empty())
    return std::any_of(named.results.begin(), named.results.end(), [&](ResultKey key) { return rest_on(*this, key); });
  return std::any_of(named.inputs.begin(), named.inputs.end(), [&](InputKey key) { return holds(key); });
}

std::vector<FoundFinding> broken_rules(const Case& plan, const Tracing& tracing, const Behind& behind) {
  const Once values(plan.values, dependents());
  std::vector<FoundFinding> all;
  for (const FindingRow& rule : findings())
    if (rule.margin(values) < 0 && (rule.about->severity == Severity::error || behind.is_subject_of(rule, tracing)))
      all.push_back(told(rule, plan, values));
  return all;
}

std::optional<FoundFinding> first_error(
    const Case& plan, const Once& values, const std::function<bool(const FindingId&)>& counts) {
  for (const FindingRow& rule : findings())
    if (rule.about->severity == Severity::error && rule.margin(values) < 0)
      if (FoundFinding found = told(rule, plan, values); counts(found.id)) return found;
  return {};
}

bool any_warns(const Once& values) {
  return std::any_of(findings().begin(), findings().end(), [&](const FindingRow& rule) {
    return rule.about->severity == Severity::warning && rule.margin(values) < 0;
  });
}

namespace {

/// An assumed value, then its ends and source: {"1.58", "P10–P90 0.922–2.71; median of 46 published runs"}.
std::pair<std::string, std::string> value_and_source(const Case& plan, InputKey key) {
  const auto [shown, ends] = spread_parts(plan[key], plan.spread(key), input_row(key).about->unit);
  const std::string& source = plan.origin(key).source;
  return {shown, ends.empty() ? source : fmt::format("{}; {}", ends, source)};
}

}  // namespace

std::vector<FoundFinding> assumptions(const Case& plan, const Behind& shown) {
  const Once values(plan.values, dependents());
  std::vector<FoundFinding> all;
  for (std::size_t slot = 0; slot < input_count; ++slot) {
    const InputKey key = InputKey::at(slot);
    const Origin& origin = plan.origin(key);
    if (!shown.holds(key) || origin.kind != Origin::Kind::assumed) continue;
    const InputAbout& about = *input_row(key).about;
    const auto [value, source] = value_and_source(plan, key);
    all.push_back(found(assumed_input, values, {std::string(about.label), value, source}));
    all.back().fields = {std::string(about.key)};
  }
  return all;
}

std::vector<FoundFinding> measured_elsewhere(const Case& plan) {
  if (plan.measured_on_other.empty()) return {};
  const std::string own = plan.name("accelerator.id");
  FoundFinding finding = found(
      other_accelerator, Once(plan.values, dependents()),
      {plan.measured_on_other, own.empty() ? "this accelerator" : own});
  finding.fields = {"accelerator.id"};
  return {std::move(finding)};
}

std::vector<const FindingRow*> broken_errors(const Once& values) {
  std::vector<const FindingRow*> broken;
  for (const FindingRow& rule : findings())
    if (rule.about->severity == Severity::error && rule.margin(values) < 0) broken.push_back(&rule);
  return broken;
}

}  // namespace llmsize
