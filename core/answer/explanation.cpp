// SPDX-License-Identifier: Apache-2.0
// Explanations of results and inputs.
#include "core/answer/explanation.hpp"

#include "core/inputs/former.hpp"

#include "core/answer/answer.hpp"
#include "core/answer/of_layout.hpp"
#include "core/files/bad_input.hpp"
#include "core/formula/render.hpp"
#include "core/inputs/list.hpp"

#include <fmt/format.h>

#include <deque>
#include <set>

namespace llmsize {
namespace {

Origin origin_of(const Case& plan, const Node& input) {
  if (!input.parts.empty()) return {Origin::Kind::derived, {}, {}, {}};
  return plan.origin(InputKey::find(input.input->key).value());
}

Part part_of(const Case& plan, const Node& node) {
  if (node.kind == Node::Kind::argument)
    return {std::string(node.symbol), {}, "function argument", node.value, node.unit, {}, {}, false};
  if (node.kind == Node::Kind::call || node.kind == Node::Kind::average)
    return {
        render(node, Leaves::symbols),
        std::string(node.about->id),
        std::string(node.about->title),
        node.value,
        node.about->unit,
        {},
        {},
        true,
        word(node.about->words, node.value)};
  if (node.about) {
    const About& about = *node.about;
    return {std::string(about.symbol),
            std::string(about.id),
            std::string(about.title),
            node.value,
            about.unit,
            {},
            {},
            true,
            word(about.words, node.value)};
  }
  const InputAbout& about = *node.input;
  const Origin origin = origin_of(plan, node);
  return {
      std::string(about.symbol),
      std::string(about.key),
      std::string(about.label),
      node.value,
      about.unit,
      text(origin),
      origin.source,
      !node.parts.empty(),
      word(about.words, node.value)};
}

void add_formula(Explanation& explanation, const Case& plan, const NodePtr& body) {
  const NodePtr branch = taken(body);
  explanation.applied = render(*branch, Leaves::symbols);
  explanation.formula = render(*body, Leaves::symbols);
  explanation.filled = render(*branch, Leaves::numbers);
  explanation.html = render(*branch, Leaves::symbols, Markup::html);
  std::vector<NodePtr> leaves = leaves_of(*body);
  const bool alone = body->kind == Node::Kind::result || body->kind == Node::Kind::input ||
                     body->kind == Node::Kind::call || body->kind == Node::Kind::average;
  if (alone) leaves = {body};
  for (const NodePtr& leaf : leaves) explanation.parts.push_back(part_of(plan, *leaf));
}

/// A chance is no formula: it is read off the range of a time.
void add_chance(Explanation& explanation, const Case& plan, const Tracing& tracing) {
  const NodePtr time = result_row("training.calendar_time").derivation(tracing);
  const NodePtr deadline = input_row("goal.deadline").derivation(tracing);
  explanation.value = chance(plan);
  explanation.parts = {part_of(plan, *time), part_of(plan, *deadline)};
  const auto shown = [&](Leaves leaves, Markup markup) {
    return fmt::format("P({} ≤ {})", render(*time, leaves, markup), render(*deadline, leaves, markup));
  };
  explanation.formula = explanation.applied = shown(Leaves::symbols, Markup::text);
  explanation.filled = shown(Leaves::numbers, Markup::text);
  explanation.html = shown(Leaves::symbols, Markup::html);
}

/// Where no layout fits, a formula stands there and no number of it.
void forget_numbers(Explanation& explanation) {
  explanation.value = absent;
  explanation.range.reset();
  explanation.word = {};
  explanation.filled = "not known: no layout fits";
  for (Part& part : explanation.parts)
    if (!InputKey::find(part.name)) part.value = absent, part.word = {};
}

Explanation explain_result(const Case& plan, const ResultRow& row) {
  const About& about = *row.about;
  const Tracing tracing(plan.values);
  const NodePtr node = row.derivation(tracing);
  Explanation explanation{
      std::string(about.id),
      std::string(about.symbol),
      std::string(about.title),
      std::string(about.why),
      std::string(about.source),
      std::string(about.assumes),
      node->value,
      about.unit,
      {},
      {},
      {},
      {},
      {},
      range(plan, row),
      word(about.words, node->value)};
  add_formula(explanation, plan, node->parts.front());
  if (about.counted_by) explanation.parts.push_back(part_of(plan, *input_row(*about.counted_by).derivation(tracing)));
  if (row.key == "goal.chance")
    add_chance(explanation, plan, tracing);
  else if (!about.teller.empty())
    explanation.formula = explanation.applied = explanation.filled = explanation.html =
        fmt::format("computed by {}", about.teller);
  if (reads_any(row, plan.unplanned)) forget_numbers(explanation);
  return explanation;
}

/// The call of a function that is nearest to a result, on any branch: its own before those of what it rests on.
NodePtr call_in(const NodePtr& root, const About& about, std::set<const Node*>& seen) {
  std::deque<NodePtr> next{root};
  for (; !next.empty(); next.pop_front()) {
    NodePtr node = next.front();
    if (!seen.insert(node.get()).second) continue;
    if (node->kind == Node::Kind::call && node->about == &about) return node;
    next.insert(next.end(), node->parts.begin(), node->parts.end());
  }
  return {};
}

/// Where a result asks for a function: `root`, or else the first of all that does.
NodePtr call_of(const FunctionRow& row, std::string_view root, const Tracing& tracing) {
  std::set<const Node*> seen;
  if (const ResultRow* result = find_result(root))
    if (NodePtr found = call_in(result->derivation(tracing), *row.about, seen)) return found;
  for (const ResultRow& result : results())
    if (NodePtr found = call_in(result.derivation(tracing), *row.about, seen)) return found;
  return {};
}

/// A function where `root` asks for it, or else the first result that does.
Explanation explain_function(const Case& plan, const FunctionRow& row, std::string_view root) {
  const About& about = *row.about;
  const Tracing tracing(plan.values);
  const NodePtr node = call_of(row, root, tracing);
  Explanation explanation;
  explanation.id = about.id;
  explanation.symbol = about.of.empty() ? std::string(about.symbol) : fmt::format("{}({})", about.symbol, about.of);
  explanation.title = about.title;
  explanation.why = about.why;
  explanation.source = about.source;
  explanation.assumes = about.assumes;
  explanation.value = node ? node->value : absent;
  explanation.unit = about.unit;
  if (node) add_formula(explanation, plan, node->parts.front());
  return explanation;
}

Explanation explain_input(const Case& plan, const InputRow& row) {
  const InputAbout& about = *row.about;
  const Tracing tracing(plan.values);
  const NodePtr node = row.derivation(tracing);
  const Origin origin = origin_of(plan, *node);
  Explanation explanation{
      std::string(about.key),
      std::string(about.symbol),
      std::string(about.label),
      std::string(about.help),
      origin.source,
      {},
      node->value,
      about.unit,
      {},
      {},
      {},
      {},
      {},
      {},
      word(about.words, node->value)};
  if (!node->parts.empty())
    add_formula(explanation, plan, node->parts.front());
  else
    explanation.source = text(origin) + (origin.source.empty() ? "" : ": " + origin.source);
  return explanation;
}

}  // namespace

Explanation explain(const Case& plan, std::string_view name, std::string_view root) {
  if (const ResultRow* row = find_result(name)) return explain_result(plan, *row);
  if (const auto key = FunctionKey::find(name)) return explain_function(plan, function_row(*key), root);
  if (const auto key = InputKey::find(name)) return explain_input(plan, input_row(*key));
  if (const Choice* choice = find_choice(name)) {
    std::string inputs;
    for (const Setting& setting : choice->options.front().settings)
      if (setting.key) inputs += fmt::format("{}{}", inputs.empty() ? "" : ", ", setting.key->text());
    throw BadInput(
        BadInput::Kind::unknown_id, fmt::format("{} is a choice, not a number", name),
        fmt::format("explain what it sets: {}", inputs));
  }
  if (is_gone(name)) refuse_result(name);
  auto names = result_ids();
  for (const InputAbout* input : numeric_inputs()) names.push_back(input->key);
  throw BadInput(
      BadInput::Kind::unknown_id, fmt::format("unknown result or input {}", in_quotes(name)), nearest_id(name, names));
}

std::vector<Explanation> explain_deep(const Case& plan, std::string_view name, int depth) {
  std::vector<Explanation> all;
  std::set<std::string> seen{std::string(name)};
  std::deque<std::pair<std::string, int>> waiting{{std::string(name), depth}};
  while (!waiting.empty()) {
    const auto [next, left] = waiting.front();
    waiting.pop_front();
    all.push_back(explain(plan, next, name));
    if (left == 0) continue;
    for (const Part& part : all.back().parts)
      if (part.opens && seen.insert(part.name).second) waiting.emplace_back(part.name, left - 1);
  }
  return all;
}

}  // namespace llmsize
