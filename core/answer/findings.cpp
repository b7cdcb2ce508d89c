// SPDX-License-Identifier: Apache-2.0
// Looks for broken rules and tells them in words.
#include "core/answer/findings.hpp"

#include "core/formula/render.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

std::string shown(NumberId id, const Once& values) {
  const double value = id.result() ? result_row(*id.result()).value(values) : values[*id.input()];
  return pretty(value, id);
}

/// Hands the names in braces of a sentence to `visit`, and the text between them to `text`.
template <class Visit, class Text>
void read_sentence(std::string_view sentence, Visit visit, Text text) {
  while (!sentence.empty()) {
    const auto open = sentence.find('{');
    text(sentence.substr(0, open));
    if (open == std::string_view::npos) return;
    const auto close = sentence.find('}', open);
    visit(sentence.substr(open + 1, close - open - 1));
    sentence.remove_prefix(close + 1);
  }
}

/// Inputs and results that a margin or a sentence names itself, without what stands behind them.
struct Named {
  std::vector<InputKey> inputs;
  std::vector<ResultKey> results;

  void take(NumberId id) {
    if (id.result())
      results.push_back(*id.result());
    else
      inputs.push_back(*id.input());
  }
  void take(const Node& node) {
    if (node.about) return take(NumberId(ResultKey::find(node.about->id).value()));
    if (node.input) return take(NumberId(InputKey::find(node.input->key).value()));
    for (const NodePtr& part : node.parts) take(*part);
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
        finding.sentence += shown(NumberId::find(name).value());
        finding.fields.emplace_back(name);
      },
      [&](std::string_view text) { finding.sentence += text; });
  finding.message = about.remedy.empty() ? finding.sentence : fmt::format("{} {}", finding.sentence, about.remedy);
  return finding;
}

}  // namespace

FoundFinding found(const FindingAbout& about, const Once& values, const std::vector<std::string>& words) {
  return told(about, words, [&](NumberId id) { return shown(id, values); });
}

FoundFinding found(const FindingAbout& about, const std::vector<std::string>& words) {
  return told(about, words, [](NumberId id) { return std::string(id.text()); });
}

void Behind::add(const NodePtr& derivation) {
  visit_behind(derivation, [&](const Node& node) {
    if (node.input) inputs_.set(InputKey::find(node.input->key).value().slot());
    if (!node.about) return;
    if (const auto key = ResultKey::find(node.about->id)) results_.set(key->slot());
  });
}

bool Behind::is_subject_of(const FindingRow& rule, const Tracing& tracing) const {
  Named named;
  named.take(*rule.derivation(tracing));
  if (named.results.empty())
    read_sentence(
        rule.about->sentence, [&](std::string_view name) { named.take(NumberId::find(name).value()); },
        [](std::string_view) {});
  if (!named.results.empty())
    return std::any_of(named.results.begin(), named.results.end(), [&](ResultKey key) { return holds(key); });
  return std::any_of(named.inputs.begin(), named.inputs.end(), [&](InputKey key) { return holds(key); });
}

std::vector<FoundFinding> broken_rules(const Once& values, const Tracing& tracing, const Behind& shown) {
  std::vector<FoundFinding> all;
  for (const FindingRow& rule : findings())
    if (rule.margin(values) < 0 && (rule.about->severity == Severity::error || shown.is_subject_of(rule, tracing)))
      all.push_back(found(*rule.about, values));
  return all;
}

std::vector<FoundFinding> assumptions(const Case& plan, const Behind& shown) {
  const Once values(plan.values, dependents());
  std::vector<FoundFinding> all;
  for (std::size_t slot = 0; slot < input_count; ++slot) {
    const InputKey key = InputKey::at(slot);
    const Origin& origin = plan.origin(key);
    if (!shown.holds(key) || origin.kind != Origin::Kind::assumed) continue;
    const InputAbout& about = *input_row(key).about;
    all.push_back(found(
        assumed_input, values,
        {std::string(about.label), pretty(plan[key], about.unit), fmt::format("{:.0f}", 100 * plan.spread(key)),
         origin.source}));
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
