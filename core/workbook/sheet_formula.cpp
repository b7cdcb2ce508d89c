// SPDX-License-Identifier: Apache-2.0
// A printer of derivations in the language that spreadsheets share (ECMA-376, part 1, 18.17).
#include "core/workbook/sheet_formula.hpp"

#include "core/formula/functions.hpp"
#include "core/formula/render.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace llmsize {
namespace {

using Kind = Node::Kind;

/// How tightly an expression binds, in the order of spreadsheets.
enum Binding { sum, product, raised, atom };

/// Whether the empty text may come out, or only a number or an error: functions that compare take texts as they are.
enum class Need { anything, number };

/// Beyond these, a part gets a cell of its own. Spreadsheets take 8,192 characters and 64 levels; people take less.
constexpr std::size_t longest = 400;
constexpr int deepest = 8;

struct Expression {
  std::string text;
  Binding binding = atom;
  int depth = 0;             ///< of functions in functions
  bool may_be_text = false;  ///< the name of a cell, which may be absent
};

bool is_leaf_of_sheet(const Node& node) {
  return node.kind == Kind::literal || node.kind == Kind::input || node.kind == Kind::result;
}

std::string literal(double value) {
  if (is_absent(value)) return "NA()";
  std::string text = exact(value);
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c == 'e' ? 'E' : c; });
  return value < 0 ? "(" + text + ")" : text;
}

class SheetPrinter {
 public:
  SheetPrinter(std::string_view name, const std::function<std::string(const Node&)>& name_of)
      : name_(name), name_of_(name_of) {}

  std::vector<NamedFormula> print_whole(const NodePtr& body) {
    count(*body);
    const Expression whole = print(*body, Need::anything);
    const bool plain = is_leaf_of_sheet(*body) && !is_absent(body->value);
    add(name_, plain ? whole.text : if_absent(whole.text), *body);
    return std::move(formulas_);
  }

 private:
  static std::string if_absent(const std::string& text) { return fmt::format("IFERROR({},\"\")", text); }

  void add(const std::string& name, std::string formula, const Node& node) {
    formulas_.push_back({name, std::move(formula), node.value, node.unit});
  }

  /// How often each part is used.
  void count(const Node& node) {
    if (is_leaf_of_sheet(node) || ++uses_[&node] > 1 || is_searched(node)) return;
    const bool called = node.kind == Kind::call;
    for (const NodePtr& part : node.parts) {
      count(*part);
      if (called) break;  // arguments are counted where the body names them
    }
  }

  Expression part(const Node& node, Binding needed) {
    Expression printed = print(node, Need::anything);
    if (printed.binding < needed) printed.text = "(" + printed.text + ")";
    return printed;
  }

  Expression print(const Node& node, Need need) {
    if (is_leaf_of_sheet(node)) return leaf(node, need);
    if (const auto cell = cells_.find(&node); cell != cells_.end()) return named_cell(cell->second, need);
    // A part that is used again stands in a cell, where the empty text may come out.
    const bool again = uses_[&node] > 1;
    Expression printed = composed(node, again ? Need::anything : need);
    if (!again && printed.text.size() <= longest && printed.depth <= deepest) return printed;
    const std::string cell = fmt::format("{}.{}", name_, cells_.size() + 1);
    add(cell, if_absent(printed.text), node);
    cells_[&node] = cell;
    return named_cell(cell, need);
  }

  static Expression named_cell(const std::string& name, Need need) {
    return need == Need::number ? Expression{name + "+0", sum} : Expression{name, atom, 0, true};
  }

  Expression leaf(const Node& node, Need need) const {
    return node.kind == Kind::literal ? Expression{literal(node.value)} : named_cell(name_of_(node), need);
  }

  Expression composed(const Node& node, Need need) {
    const auto& p = node.parts;
    switch (node.kind) {
      case Kind::add: return joined(part(*p[0], sum), "+", part(*p[1], sum), sum);
      case Kind::subtract: return joined(part(*p[0], sum), "-", part(*p[1], product), sum);
      case Kind::multiply: return joined(part(*p[0], product), "*", part(*p[1], product), product);
      case Kind::divide: return joined(part(*p[0], product), "/", part(*p[1], raised), product);
      case Kind::power: return joined(part(*p[0], atom), "^", part(*p[1], atom), raised);
      case Kind::less:
      case Kind::equal: {
        const Expression holds = condition(node);
        return {fmt::format("IF({},1,0)", holds.text), atom, holds.depth + 1};
      }
      case Kind::larger: return call("MAX({},{})", {print(*p[0], Need::number), print(*p[1], Need::number)});
      case Kind::smaller: return call("MIN({},{})", {print(*p[0], Need::number), print(*p[1], Need::number)});
      case Kind::smooth_larger: return smooth(node);
      case Kind::ceil: return call("(-INT(-{}))", {part(*p[0], atom)});
      case Kind::floor: return call("INT({})", {print(*p[0], Need::anything)});
      case Kind::remainder: return call("MOD({},{})", {print(*p[0], Need::anything), print(*p[1], Need::anything)});
      case Kind::least_divisor: return least_divisor(node);
      case Kind::log2: return call("LOG({},2)", {print(*p[0], Need::anything)});
      case Kind::exp: return call("EXP({})", {print(*p[0], Need::anything)});
      case Kind::gamma_share: return gamma(node);
      case Kind::call:
      case Kind::argument: return print(*p[0], need);
      case Kind::average: return is_searched(node) ? constant(node) : average(node, need);
      case Kind::solve: return constant(node);
      case Kind::choose: return call("IF({},{},{})", {condition(*p[0]), print(*p[1], need), print(*p[2], need)});
      case Kind::otherwise: return call("IFERROR({},{})", {print(*p[0], Need::number), print(*p[1], need)});
      case Kind::known: return call("IFERROR({},0)", {print(*p[0], Need::number)});
      default: return leaf(node, need);
    }
  }

  static Expression joined(const Expression& left, const char* sign, const Expression& right, Binding binding) {
    return {left.text + sign + right.text, binding, std::max(left.depth, right.depth)};
  }

  static Expression call(const char* form, const std::vector<Expression>& arguments) {
    int depth = 0;
    for (const Expression& each : arguments) depth = std::max(depth, each.depth);
    const auto text = [&](std::size_t i) { return i < arguments.size() ? arguments[i].text : std::string(); };
    return {fmt::format(fmt::runtime(form), text(0), text(1), text(2)), atom, depth + 1};
  }

  /// What IF asks: a comparison as it stands, of any other number whether it is not nothing.
  Expression condition(const Node& node) {
    const bool compares = (node.kind == Kind::less || node.kind == Kind::equal) && !cells_.contains(&node);
    if (!compares) {
      const Expression flag = print(node, Need::number);
      return {flag.text + "<>0", sum, flag.depth};
    }
    const Expression left = print(*node.parts[0], Need::number), right = print(*node.parts[1], Need::number);
    return joined(left, node.kind == Kind::less ? "<" : "=", right, sum);
  }

  /// An operand that a formula repeats: in a cell of its own unless it is one.
  Expression repeated(const Node& node) {
    if (!is_leaf_of_sheet(node)) uses_[&node] = 2;
    return print(node, Need::number);
  }

  Expression smooth(const Node& node) {
    const Expression a = repeated(*node.parts[0]), b = repeated(*node.parts[1]), bend = repeated(*node.parts[2]);
    const std::string high = fmt::format("MAX({},{})", a.text, b.text), low = fmt::format("MIN({},{})", a.text, b.text);
    return {
        fmt::format("IF({0}>0,{0}*(1+({1}/{0})^({2}))^(1/({2})),{0})", high, low, bend.text), atom,
        std::max({a.depth, b.depth, bend.depth}) + 3};
  }

  /// The number over its largest divisor that is not above the quotient of both: SUMPRODUCT counts through rows in
  /// every spreadsheet. Divisors beyond the rows are not found; no switch has so many ports.
  Expression least_divisor(const Node& node) {
    const Expression n = repeated(*node.parts[0]), k = repeated(*node.parts[1]);
    return {
        fmt::format(
            "({0})/SUMPRODUCT(MAX((MOD({0},ROW($1:$4096))=0)*(ROW($1:$4096)<=({0})/({1}))*ROW($1:$4096)))", n.text,
            k.text),
        product, std::max(n.depth, k.depth) + 4};
  }

  /// Nothing below zero, all of what has no shape; a shape of zero is no distribution to spreadsheets.
  Expression gamma(const Node& node) {
    const Expression shape = repeated(*node.parts[0]), at = repeated(*node.parts[1]);
    return {
        fmt::format("IF(({1})<=0,0,IF(({0})<=0,1,GAMMADIST({1},{0},1,TRUE)))", shape.text, at.text), atom,
        std::max(shape.depth, at.depth) + 3};
  }

  /// A mean over nothing that is spread is what the function is there; with a spread it is another question.
  Expression average(const Node& node, Need need) {
    const Expression spread = print(*node.parts[1], Need::number), alone = print(*node.parts[0], need);
    return {fmt::format("IF({}=0,{},\"\")", spread.text, alone.text), atom, alone.depth + 1, true};
  }

  /// What no spreadsheet finds again: as it was, until an input that it rests on is changed.
  Expression constant(const Node& node) {
    std::string keys;
    for (const InputAbout* input : inputs_behind(std::make_shared<Node>(node)))
      keys += fmt::format("{}\"{}\"", keys.empty() ? "" : ";", input->key);
    const std::string cell = fmt::format("{}.{}", name_, cells_.size() + 1), stale = cell + std::string(stale_suffix);
    const Node flag{Kind::literal};
    add(stale,
        fmt::format("SUMPRODUCT(({}=\"changed\")*ISNUMBER(MATCH({},{{{}}},0)))", changes_range, keys_range, keys),
        flag);
    add(cell, if_absent(fmt::format("IF({}>0,NA(),{})", stale, literal(node.value))), node);
    cells_[&node] = cell;
    return named_cell(cell, Need::anything);
  }

  std::string name_;
  const std::function<std::string(const Node&)>& name_of_;
  std::map<const Node*, int> uses_;
  std::map<const Node*, std::string> cells_;
  std::vector<NamedFormula> formulas_;
};

}  // namespace

bool is_searched(const Node& node) {
  return node.kind == Kind::solve || (node.kind == Kind::average && node.parts[1]->value != 0);
}

std::string cell_name(const Node& leaf) {
  if (leaf.about) return std::string(leaf.about->id);
  const std::string key(leaf.input->key);
  return ResultKey::find(key) ? key + ".given" : key;
}

std::vector<NamedFormula> sheet_formulas(
    std::string_view name, const NodePtr& body, const std::function<std::string(const Node&)>& name_of) {
  return SheetPrinter(name, name_of).print_whole(body);
}

}  // namespace llmsize
