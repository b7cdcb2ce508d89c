// SPDX-License-Identifier: Apache-2.0
// One recursive printer with a small style for all renderings, and the walks over derivations.
#include "core/formula/render.hpp"

#include "core/formula/functions.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numbers>
#include <set>

namespace llmsize {
namespace {

using Kind = Node::Kind;

/// How tightly a node binds; a part that binds less than its place needs is put in brackets.
int binding(const Node& node) {
  switch (node.kind) {
    case Kind::less:
    case Kind::equal: return 0;
    case Kind::add:
    case Kind::subtract:
    case Kind::remainder: return 1;
    case Kind::multiply:
    case Kind::divide: return 2;
    case Kind::power: return 3;
    default: return 4;
  }
}

bool is_leaf(const Node& node) {
  return node.kind == Kind::literal || node.kind == Kind::input || node.kind == Kind::result;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

class Printer {
 public:
  Printer(Leaves leaves, Markup markup) : leaves_(leaves), html_(markup == Markup::html) {}

  std::string print(const Node& node) const {
    const auto& p = node.parts;
    switch (node.kind) {
      case Kind::literal:
      case Kind::input:
      case Kind::result: return leaf(node);
      case Kind::add: return part(*p[0], 1) + " + " + part(*p[1], 1);
      case Kind::subtract: return part(*p[0], 1) + " − " + part(*p[1], 2);
      case Kind::multiply: return part(*p[0], 2) + " · " + part(*p[1], p[1]->kind == Kind::multiply ? 2 : 3);
      case Kind::divide: return quotient(*p[0], *p[1]);
      case Kind::power: return part(*p[0], 4) + exponent(*p[1]);
      case Kind::less: return part(*p[0], 1) + (html_ ? " &lt; " : " < ") + part(*p[1], 1);
      case Kind::equal: return part(*p[0], 1) + " = " + part(*p[1], 1);
      case Kind::larger: return call("max", node);
      case Kind::smaller: return call("min", node);
      case Kind::smooth_larger: return smooth(node);
      case Kind::remainder: return part(*p[0], 2) + " mod " + part(*p[1], 3);
      case Kind::ceil: return "⌈" + print(*p[0]) + "⌉";
      case Kind::log2: return call("log2", node);
      case Kind::floor: return "⌊" + print(*p[0]) + "⌋";
      case Kind::choose: return fmt::format("[{} if {}, else {}]", print(*p[1]), print(*p[0]), print(*p[2]));
      case Kind::otherwise: return fmt::format("[{} if known, else {}]", print(*p[0]), print(*p[1]));
      case Kind::known: return fmt::format("[{} if known]", print(*p[0]));
    }
    return {};
  }

 private:
  std::string part(const Node& node, int needed) const {
    const std::string text = print(node);
    const bool fraction = html_ && node.kind == Kind::divide && needed <= 3;
    return binding(node) < needed && !fraction ? "(" + text + ")" : text;
  }

  std::string quotient(const Node& over, const Node& under) const {
    if (html_)
      return fmt::format(
          "<span class=\"frac\"><span>{}</span><span class=\"under\">{}</span></span>", print(over), print(under));
    return part(over, 2) + " / " + part(under, 3);
  }

  std::string exponent(const Node& node) const {
    const bool square = node.kind == Kind::literal && node.value == 2;
    if (html_) return "<sup>" + print(node) + "</sup>";
    return square ? "²" : "^" + part(node, 4);
  }

  std::string call(std::string_view name, const Node& node) const {
    std::string arguments;
    for (const NodePtr& argument : node.parts) arguments += (arguments.empty() ? "" : ", ") + print(*argument);
    return fmt::format("{}({})", name, arguments);
  }

  /// "smax_3(a, b)": a maximum that is bent.
  std::string smooth(const Node& node) const {
    const auto& p = node.parts;
    const std::string bend = print(*p[2]), both = print(*p[0]) + ", " + print(*p[1]);
    return html_ ? fmt::format("smax<sub>{}</sub>({})", bend, both) : fmt::format("smax_{}({})", bend, both);
  }

  std::string leaf(const Node& node) const {
    if (node.kind != Kind::literal && leaves_ == Leaves::symbols) {
      const std::string_view symbol = node.about ? node.about->symbol : node.input->symbol;
      return html_ ? symbol_html(symbol) : std::string(symbol);
    }
    if (node.kind == Kind::literal && node.value == std::numbers::e) return html_ ? "<i>e</i>" : "e";
    // Nothing is nothing in any unit.
    if (node.kind == Kind::literal && node.value == 0) return "0";
    if (leaves_ == Leaves::rounded) return is_absent(node.value) ? "?" : pretty(node.value, node.unit);
    // A unit of one ("byte", "flop") only carries a dimension: the number beside it says the same.
    return is_absent(node.value) ? "?" : base(node.value, node.unit);
  }

  Leaves leaves_;
  bool html_;
};

void collect_leaves(const Node& node, std::vector<NodePtr>& leaves, std::set<const Node*>& seen) {
  for (const NodePtr& part : node.parts) {
    if (!seen.insert(part.get()).second) continue;
    if (part->kind == Kind::input || part->kind == Kind::result)
      leaves.push_back(part);
    else if (!is_leaf(*part))
      collect_leaves(*part, leaves, seen);
  }
}

/// The parts of a node that its value rests on.
std::vector<NodePtr> decisive(const Node& node) {
  const auto& p = node.parts;
  if (node.kind == Kind::choose) {
    if (is_absent(p[0]->value)) return {p[0]};
    return {p[0], p[0]->value != 0 ? p[1] : p[2]};
  }
  if (node.kind == Kind::otherwise && !is_absent(node.value)) return {is_absent(p[0]->value) ? p[1] : p[0]};
  if (node.kind == Kind::known && is_absent(p[0]->value)) return {};
  return p;
}

/// Visits what a value rests on, each node once; `enter` says whether to go on below a node.
void walk(const NodePtr& node, std::set<const Node*>& seen, const std::function<bool(const Node&)>& enter) {
  if (!seen.insert(node.get()).second || !enter(*node)) return;
  for (const NodePtr& part : decisive(*node)) walk(part, seen, enter);
}

}  // namespace

std::string symbol_html(std::string_view symbol) {
  const auto underscore = symbol.find('_');
  if (underscore == std::string_view::npos) return fmt::format("<i>{}</i>", escaped(symbol));
  return fmt::format(
      "<i>{}</i><sub>{}</sub>", escaped(symbol.substr(0, underscore)), escaped(symbol.substr(underscore + 1)));
}

std::string render(const Node& node, Leaves leaves, Markup markup) { return Printer(leaves, markup).print(node); }

namespace {

/// Whether a summand is nothing because of a branch: a kind of layer that the model lacks.
bool is_dropped(const Node& branching, const Node& taken) {
  const bool branched = branching.kind == Kind::choose || branching.kind == Kind::add;
  return branched && taken.kind == Kind::literal && taken.value == 0;
}

}  // namespace

NodePtr taken(const NodePtr& node) {
  const auto& p = node->parts;
  switch (node->kind) {
    case Kind::literal:
    case Kind::input:
    case Kind::result: return node;
    case Kind::choose: return is_absent(p[0]->value) ? node : taken(p[0]->value != 0 ? p[1] : p[2]);
    case Kind::otherwise: return taken(is_absent(p[0]->value) ? p[1] : p[0]);
    case Kind::known:
      return is_absent(p[0]->value) ? std::make_shared<Node>(Node{Kind::literal, 0, node->unit}) : taken(p[0]);
    default: break;
  }
  auto copy = std::make_shared<Node>(*node);
  for (NodePtr& part : copy->parts) part = taken(part);
  if (node->kind == Kind::add)
    for (std::size_t i = 0; i < p.size(); ++i)
      if (is_dropped(*p[i], *copy->parts[i])) return copy->parts[1 - i];
  return copy;
}

std::vector<NodePtr> leaves_of(const Node& node) {
  std::vector<NodePtr> leaves;
  std::set<const Node*> seen;
  collect_leaves(node, leaves, seen);
  return leaves;
}

std::vector<std::string_view> missing_inputs(const NodePtr& node) {
  std::vector<std::string_view> keys;
  std::set<const Node*> seen;
  walk(node, seen, [&](const Node& part) {
    if (!is_absent(part.value)) return false;
    if (part.kind == Kind::input && part.parts.empty()) keys.push_back(part.input->key);
    return true;
  });
  return keys;
}

namespace {

/// Of branches only the condition and the arm that was taken.
void rest_on(const Node& node, std::set<const Node*>& seen, const std::function<void(const Node&)>& visit) {
  if (!seen.insert(&node).second) return;
  visit(node);
  if (node.kind == Kind::choose && !is_absent(node.parts[0]->value)) {
    rest_on(*node.parts[0], seen, visit);
    return rest_on(*node.parts[node.parts[0]->value == 0 ? 2 : 1], seen, visit);
  }
  if (node.kind == Kind::otherwise) return rest_on(*node.parts[is_absent(node.parts[0]->value) ? 1 : 0], seen, visit);
  if (node.kind == Kind::known && is_absent(node.parts[0]->value)) return;
  for (const NodePtr& part : node.parts) rest_on(*part, seen, visit);
}

}  // namespace

void visit_behind(const NodePtr& node, const std::function<void(const Node&)>& visit) {
  std::set<const Node*> seen;
  rest_on(*node, seen, visit);
}

std::vector<const InputAbout*> inputs_behind(const NodePtr& node) {
  std::vector<const InputAbout*> inputs;
  visit_behind(node, [&](const Node& each) {
    if (each.input) inputs.push_back(each.input);
  });
  return inputs;
}

}  // namespace llmsize
