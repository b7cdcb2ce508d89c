// SPDX-License-Identifier: Apache-2.0
// One recursive printer with a small style for all renderings, and the walks over derivations.
#include "core/formula/render.hpp"

#include "core/formula/functions.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numbers>
#include <set>
#include <unordered_set>
#include <utility>

namespace llmsize {
namespace {

using Kind = Node::Kind;

/// How tightly a node binds; a part that binds less than its place needs is put in brackets.
int binding(const Node& node) {
  switch (node.kind) {
    case Kind::less:
    case Kind::equal:
    case Kind::solve: return 0;
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
  return node.kind == Kind::literal || node.kind == Kind::input || node.kind == Kind::result ||
         node.kind == Kind::argument;
}
/// What opens into a formula of its own.
bool opens(const Node& node) {
  return node.kind == Kind::result || node.kind == Kind::call || node.kind == Kind::average;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

class Printer {
 public:
  Printer(Leaves leaves, Markup markup) : leaves_(leaves), html_(markup == Markup::html) {}

  /// A part that is used again, or is long, has a name, which stands behind the whole with what it is.
  std::string print_whole(const Node& node) {
    count(node);
    uses_[&node] = 0;
    std::string text = composed(node);
    for (std::size_t i = 0; i < named_.size(); ++i) {
      const auto& [name, part] = named_[i];
      text += fmt::format("{}{} = {}", i == 0 ? ", with " : ", ", name, part);
    }
    return text;
  }

 private:
  void count(const Node& node) {
    if (is_leaf(node) || ++uses_[&node] > 1) return;
    const bool called = node.kind == Kind::call || node.kind == Kind::average;
    for (std::size_t i = called ? 1 : 0; i < node.parts.size(); ++i) count(*node.parts[i]);
  }

  /// The name of a part that is used again; empty where it is no longer than one.
  std::string name_of(const Node& node) {
    constexpr std::size_t short_enough = 24;
    const auto used = uses_.find(&node);
    if (used == uses_.end() || used->second < 2 || node.kind == Kind::call) return {};
    if (const auto found = names_.find(&node); found != names_.end()) return found->second;
    std::string text = composed(node);
    if (text.size() <= short_enough) return names_[&node] = {};
    return named(node, text);
  }

  std::string named(const Node& node, const std::string& text) {
    const auto number = named_.size() + 1;
    const std::string name = html_ ? fmt::format("<i>x</i><sub>{}</sub>", number) : fmt::format("x_{}", number);
    named_.emplace_back(name, text);
    return names_[&node] = name;
  }

  /// So does a part that would make what it stands in too long to read.
  bool is_too_long(const Node& node, const std::string& text) const {
    constexpr std::size_t readable = 280, of_html = 10 * readable;
    return !is_leaf(node) && node.kind != Kind::call && text.size() > (html_ ? of_html : readable);
  }

  std::string print(const Node& node) {
    std::string text = name_of(node);
    if (text.empty()) text = composed(node);
    if (is_too_long(node, text)) text = named(node, text);
    return text;
  }

  std::string composed(const Node& node) {
    const auto& p = node.parts;
    switch (node.kind) {
      case Kind::literal:
      case Kind::input:
      case Kind::argument:
      case Kind::result: return leaf(node);
      case Kind::call: return called(node, 1, node.about->symbol);
      case Kind::average: return "E[" + called(*p[0], 1, p[0]->about->symbol) + "]";
      case Kind::solve: return solved(node);
      case Kind::exp: return call("exp", node);
      case Kind::gamma_share: return call("P_Γ", node);
      case Kind::add: return joined(part(*p[0], 1), " + ", *p[1], 1);
      case Kind::subtract: return joined(part(*p[0], 1), " − ", *p[1], 2);
      case Kind::multiply: return joined(part(*p[0], 2), " · ", *p[1], p[1]->kind == Kind::multiply ? 2 : 3);
      case Kind::divide: return quotient(*p[0], *p[1]);
      case Kind::power: return raised(*p[0], *p[1]);
      case Kind::less: return joined(part(*p[0], 1), html_ ? " &lt; " : " < ", *p[1], 1);
      case Kind::equal: return joined(part(*p[0], 1), " = ", *p[1], 1);
      case Kind::larger: return call("max", node);
      case Kind::smaller: return call("min", node);
      case Kind::smooth_larger: return smooth(node);
      case Kind::remainder: return joined(part(*p[0], 2), " mod ", *p[1], 3);
      case Kind::least_divisor: return call("D", node);
      case Kind::ceil: return "⌈" + print(*p[0]) + "⌉";
      case Kind::log2: return call("log2", node);
      case Kind::floor: return "⌊" + print(*p[0]) + "⌋";
      case Kind::choose: return either("[{} if {}, else {}]", {print(*p[1]), print(*p[0]), print(*p[2])});
      case Kind::otherwise: return either("[{} if known, else {}]", {print(*p[0]), print(*p[1])});
      case Kind::known: return fmt::format("[{} if known]", print(*p[0]));
    }
    return {};
  }

  // Parts are named in the order in which they are read: arguments of a call would be printed in any.
  std::string joined(std::string left, const char* sign, const Node& right, int needed) {
    left += sign;
    return left += part(right, needed);
  }
  static std::string either(const char* form, const std::vector<std::string>& parts) {
    const auto at = [&](std::size_t i) { return i < parts.size() ? parts[i] : std::string(); };
    return fmt::format(fmt::runtime(form), at(0), at(1), at(2));
  }
  std::string raised(const Node& node, const Node& power) {
    std::string text = part(node, 4);
    return text += exponent(power);
  }

  std::string part(const Node& node, int needed) {
    std::string text = print(node);
    const bool is_named = names_.contains(&node) && !names_[&node].empty();
    const bool fraction = html_ && node.kind == Kind::divide && needed <= 3;
    return is_named || binding(node) >= needed || fraction ? text : "(" + text + ")";
  }

  std::string quotient(const Node& over, const Node& under) {
    if (html_)
      return either(
          "<span class=\"frac\"><span>{}</span><span class=\"under\">{}</span></span>", {print(over), print(under)});
    return joined(part(over, 2), " / ", under, 3);
  }

  std::string exponent(const Node& node) {
    const bool square = node.kind == Kind::literal && node.value == 2;
    if (html_) return "<sup>" + print(node) + "</sup>";
    return square ? "²" : "^" + part(node, 4);
  }

  std::string call(std::string_view name, const Node& node, std::size_t first = 0) {
    std::string arguments;
    for (std::size_t i = first; i < node.parts.size(); ++i)
      arguments += (arguments.empty() ? "" : ", ") + print(*node.parts[i]);
    return fmt::format("{}({})", name, arguments);
  }

  /// A function at its arguments, or the number that it comes to.
  std::string called(const Node& node, std::size_t first, std::string_view symbol) {
    if (leaves_ != Leaves::symbols) return leaf(node);
    const std::string name = html_ ? symbol_html(symbol) : std::string(symbol);
    return node.parts.size() > first ? call(name, node, first) : name;
  }

  /// "B where λ · L(B) = B"
  std::string solved(const Node& node) {
    const Node& rest = *node.parts[0];
    const std::string unknown = html_ ? symbol_html(node.symbol) : std::string(node.symbol);
    const std::string equation =
        rest.kind == Kind::subtract ? joined(print(*rest.parts[0]), " = ", *rest.parts[1], 0) : print(rest) + " = 0";
    return fmt::format("{} where {}", leaves_ == Leaves::symbols ? unknown : number(node), equation);
  }

  /// "smax_3(a, b)": a maximum that is bent.
  std::string smooth(const Node& node) {
    const auto& p = node.parts;
    const std::string bend = print(*p[2]), both = joined(print(*p[0]), ", ", *p[1], 0);
    return html_ ? fmt::format("smax<sub>{}</sub>({})", bend, both) : fmt::format("smax_{}({})", bend, both);
  }

  std::string leaf(const Node& node) const {
    if (node.kind != Kind::literal && leaves_ == Leaves::symbols) {
      const std::string_view symbol = node.about ? node.about->symbol : node.input ? node.input->symbol : node.symbol;
      return html_ ? symbol_html(symbol) : std::string(symbol);
    }
    return number(node);
  }

  std::string number(const Node& node) const {
    if (node.kind == Kind::literal && node.value == std::numbers::e) return html_ ? "<i>e</i>" : "e";
    // Nothing is nothing in any unit.
    if (node.kind == Kind::literal && node.value == 0) return "0";
    if (leaves_ == Leaves::rounded) return is_absent(node.value) ? "?" : pretty(node.value, node.unit);
    // A unit of one ("byte", "flop") only carries a dimension: the number beside it says the same.
    return is_absent(node.value) ? "?" : base(node.value, node.unit);
  }

  Leaves leaves_;
  bool html_;
  std::map<const Node*, int> uses_{};
  std::map<const Node*, std::string> names_{};
  std::vector<std::pair<std::string, std::string>> named_{};
};

void collect_leaves(const Node& node, std::vector<NodePtr>& leaves, std::set<const Node*>& seen);

/// What a function is called at; its body is its own.
void collect_arguments(const Node& call, std::vector<NodePtr>& leaves, std::set<const Node*>& seen) {
  Node arguments = call;
  arguments.parts.erase(arguments.parts.begin());
  collect_leaves(arguments, leaves, seen);
}

void collect_leaves(const Node& node, std::vector<NodePtr>& leaves, std::set<const Node*>& seen) {
  for (const NodePtr& part : node.parts) {
    if (!seen.insert(part.get()).second) continue;
    if (part->kind != Kind::literal && (is_leaf(*part) || opens(*part))) leaves.push_back(part);
    if (part->kind == Kind::call || part->kind == Kind::average)
      collect_arguments(*part, leaves, seen);
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

std::string render(const Node& node, Leaves leaves, Markup markup) { return Printer(leaves, markup).print_whole(node); }

namespace {

bool is_nothing(const Node& node) { return node.value == 0; }
bool is_one(const Node& node) { return node.kind == Kind::literal && node.value == 1; }

/// What is left of an operation where a part of it is nothing, as a kind of layer that the model lacks, or one.
NodePtr simplified(const NodePtr& node) {
  const auto& p = node->parts;
  switch (node->kind) {
    case Kind::add: return is_nothing(*p[0]) ? p[1] : is_nothing(*p[1]) ? p[0] : node;
    case Kind::subtract: return is_nothing(*p[1]) ? p[0] : node;
    case Kind::multiply:
      if (is_nothing(*node) && (is_nothing(*p[0]) || is_nothing(*p[1])))
        return std::make_shared<Node>(Node{Kind::literal, 0, node->unit});
      return is_one(*p[0]) ? p[1] : is_one(*p[1]) ? p[0] : node;
    case Kind::divide: return is_one(*p[1]) ? p[0] : node;
    case Kind::smooth_larger: return is_nothing(*p[1]) ? p[0] : is_nothing(*p[0]) ? p[1] : node;
    default: return node;
  }
}

}  // namespace

namespace {

/// Shared parts stay shared.
class Taker {
 public:
  NodePtr operator()(const NodePtr& node) {
    NodePtr& known = taken_[node.get()];
    return known ? known : known = made(node);
  }

 private:
  NodePtr made(const NodePtr& node);

  std::map<const Node*, NodePtr> taken_{};
};

NodePtr Taker::made(const NodePtr& node) {
  Taker& taken = *this;
  const auto& p = node->parts;
  switch (node->kind) {
    case Kind::literal:
    case Kind::input:
    case Kind::argument:
    case Kind::call:
    case Kind::average:
    case Kind::result: return node;
    case Kind::choose: return is_absent(p[0]->value) ? node : taken(p[0]->value != 0 ? p[1] : p[2]);
    case Kind::otherwise: return taken(is_absent(p[0]->value) ? p[1] : p[0]);
    case Kind::known:
      return is_absent(p[0]->value) ? std::make_shared<Node>(Node{Kind::literal, 0, node->unit}) : taken(p[0]);
    default: break;
  }
  auto copy = std::make_shared<Node>(*node);
  for (NodePtr& part : copy->parts) part = taken(part);
  return simplified(copy);
}

}  // namespace

NodePtr taken(const NodePtr& node) { return Taker()(node); }

std::vector<NodePtr> leaves_of(const Node& node) {
  std::vector<NodePtr> leaves;
  std::set<const Node*> seen;
  collect_leaves(node, leaves, seen);
  return leaves;
}

std::vector<std::string_view> missing_inputs(const NodePtr& node) {
  std::vector<std::string_view> keys;
  const auto add = [&](std::string_view key) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  };
  std::set<const Node*> seen;
  walk(node, seen, [&](const Node& part) {
    if (!is_absent(part.value)) return false;
    if (part.kind == Kind::input && part.parts.empty()) add(part.input->key);
    // What takes the place of a formula where it is said is not what is missing.
    if (part.kind == Kind::otherwise)
      if (const auto needed = missing_inputs(part.parts[1]); !needed.empty()) {
        for (const std::string_view key : needed) add(key);
        return false;
      }
    return true;
  });
  return keys;
}

namespace {

/// Of branches only the condition and the arm that was taken.
void rest_on(const Node& node, std::unordered_set<const Node*>& seen, const std::function<void(const Node&)>& visit) {
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
  std::unordered_set<const Node*> seen;
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
