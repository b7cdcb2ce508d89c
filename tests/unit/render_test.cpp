// SPDX-License-Identifier: Apache-2.0
// Derivations as people read them: symbols and numbers, brackets only where they are needed, plain text and HTML.
#include "core/formula/render.hpp"
#include "core/formula/traced.hpp"

#include <catch2/catch.hpp>

#include <deque>

namespace llmsize {
namespace {

/// An input with a symbol and a value, as a traced number.
template <class Q = Count>
Traced<Q> letter(std::string_view symbol, double value) {
  static std::deque<InputAbout> abouts;
  InputAbout& about = abouts.emplace_back(InputAbout{.key = symbol, .symbol = symbol, .label = symbol, .help = symbol});
  return {of<Q>(value), std::make_shared<Node>(Node{Node::Kind::input, value, unit_of<Q>(), {}, &about})};
}

const About sum_about{.id = "test.sum", .symbol = "Σ_all", .title = "Sum", .why = "It adds up.", .source = "derived"};
Traced<Count> as_result(const Traced<Count>& body) {
  return {
      body.value,
      std::make_shared<Node>(Node{Node::Kind::result, body.value, Unit::count, &sum_about, {}, {body.node}})};
}

const auto a = letter("a", 2), b = letter("b", 3), c = letter("c", 5), unknown = letter("u", absent);
const auto memory = letter<Bytes>("M_gpu", 80e9);

std::string symbols(const NodePtr& node) { return render(*node, Leaves::symbols); }
std::string numbers(const NodePtr& node) { return render(*node, Leaves::numbers); }
std::string html(const NodePtr& node) { return render(*node, Leaves::symbols, Markup::html); }

TEST_CASE("for people numbers are rounded, in units of their size", "[render]") {
  const auto elements = letter("n", 174604259328);
  CHECK(render(*(memory + memory / elements).node, Leaves::rounded) == "80 GB + 80 GB / 175B");
  CHECK(render(*(a + unknown).node, Leaves::rounded) == "2 + ?");
}

TEST_CASE("a formula reads in symbols and in numbers, with brackets only where they are needed", "[render]") {
  struct Row {
    NodePtr node;
    const char* symbols;
    const char* numbers;
  };
  const Row rows[] = {
      {(a + b).node, "a + b", "2 + 3"},
      {(a + b + c).node, "a + b + c", "2 + 3 + 5"},
      {(a - b - c).node, "a − b − c", "2 − 3 − 5"},
      {(a - (b - c)).node, "a − (b − c)", "2 − (3 − 5)"},
      {(a - (b + c)).node, "a − (b + c)", "2 − (3 + 5)"},
      {(a + (b - c)).node, "a + b − c", "2 + 3 − 5"},
      {(a * b * c).node, "a · b · c", "2 · 3 · 5"},
      {(a * (b * c)).node, "a · b · c", "2 · 3 · 5"},
      {(a * (b + c)).node, "a · (b + c)", "2 · (3 + 5)"},
      {((a + b) * c).node, "(a + b) · c", "(2 + 3) · 5"},
      {(a * (b / c)).node, "a · (b / c)", "2 · (3 / 5)"},
      {(a / b * c).node, "a / b · c", "2 / 3 · 5"},
      {(a / (b * c)).node, "a / (b · c)", "2 / (3 · 5)"},
      {(a / (b / c)).node, "a / (b / c)", "2 / (3 / 5)"},
      {(a / b / c).node, "a / b / c", "2 / 3 / 5"},
      {((a - b) / c).node, "(a − b) / c", "(2 − 3) / 5"},
      {(a * b + c).node, "a · b + c", "2 · 3 + 5"},
      {squared(a).node, "a²", "2²"},
      {squared(a + b).node, "(a + b)²", "(2 + 3)²"},
      {squared(squared(a)).node, "(a²)²", "(2²)²"},
      {(squared(a) * b).node, "a² · b", "2² · 3"},
      {(a / squared(b)).node, "a / b²", "2 / 3²"},
      {(1.0 + a / (6.0 * b)).node, "1 + a / (6 · b)", "1 + 2 / (6 · 3)"},
      {larger(a, b + c).node, "max(a, b + c)", "max(2, 3 + 5)"},
      {(smaller(a, b) * c).node, "min(a, b) · c", "min(2, 3) · 5"},
      {(ceil(a / b) * c).node, "⌈a / b⌉ · c", "⌈2 / 3⌉ · 5"},
      {(a - floor(b - c)).node, "a − ⌊b − c⌋", "2 − ⌊3 − 5⌋"},
      {remainder(a + b, c).node, "(a + b) mod c", "(2 + 3) mod 5"},
      {less(a + b, c).node, "a + b < c", "2 + 3 < 5"},
      {choose(less(a, b), a, c).node, "[a if a < b, else c]", "[2 if 2 < 3, else 5]"},
      {choose(equal(a, 2.0), a, c).node, "[a if a = 2, else c]", "[2 if 2 = 2, else 5]"},
      {otherwise(unknown, c).node, "[u if known, else c]", "[? if known, else 5]"},
      {(known(unknown) + c).node, "[u if known] + c", "[? if known] + 5"},
      {(2.0 * byte * a).node, "2 B · a", "2 B · 2"},
      {(memory / 2.0).node, "M_gpu / 2", "80000000000 B / 2"},
  };
  for (const auto& [node, in_symbols, in_numbers] : rows) {
    CHECK(symbols(node) == in_symbols);
    CHECK(numbers(node) == in_numbers);
  }
}

TEST_CASE("a comparison inside arithmetic and a remainder inside a product are put in brackets", "[render]") {
  CHECK(symbols((a * less(b, c)).node) == "a · (b < c)");
  CHECK(symbols((a * remainder(b, c)).node) == "a · (b mod c)");
  CHECK(symbols((remainder(b, c) * a).node) == "(b mod c) · a");
  CHECK(symbols(squared(remainder(b, c)).node) == "(b mod c)²");
}

TEST_CASE("a result is one leaf, its part is how it comes about", "[render]") {
  const auto sum = as_result(a + b);
  CHECK(symbols(sum.node) == "Σ_all");
  CHECK(symbols(sum.node->parts.front()) == "a + b");
  CHECK(symbols((sum * c).node) == "Σ_all · c");
  CHECK(numbers((sum * c).node) == "5 · 5");
  CHECK(html((sum * c).node) == "<i>Σ</i><sub>all</sub> · <i>c</i>");
}

TEST_CASE("HTML has fractions without brackets, powers and subscripts", "[render]") {
  const auto frac = [](const std::string& over, const std::string& under) {
    return "<span class=\"frac\"><span>" + over + "</span><span class=\"under\">" + under + "</span></span>";
  };
  CHECK(html((a / b).node) == frac("<i>a</i>", "<i>b</i>"));
  CHECK(html(((a + b) / (b - c)).node) == frac("<i>a</i> + <i>b</i>", "<i>b</i> − <i>c</i>"));
  CHECK(html((a * (b / c)).node) == "<i>a</i> · " + frac("<i>b</i>", "<i>c</i>"));
  CHECK(html(squared(a + b).node) == "(<i>a</i> + <i>b</i>)<sup>2</sup>");
  CHECK(html((memory / 2.0).node) == frac("<i>M</i><sub>gpu</sub>", "2"));
  CHECK(html(less(a, b).node) == "<i>a</i> &lt; <i>b</i>");
}

TEST_CASE("the power of a fraction keeps its brackets in HTML", "[render]") {
  CHECK(
      html(squared(a / b).node) ==
      "(<span class=\"frac\"><span><i>a</i></span><span class=\"under\"><i>b</i></span></span>)<sup>2</sup>");
}

TEST_CASE("a symbol's first underscore starts its subscript and HTML characters are escaped", "[render]") {
  CHECK(symbol_html("F") == "<i>F</i>");
  CHECK(symbol_html("t_step") == "<i>t</i><sub>step</sub>");
  CHECK(symbol_html("Ψ_x,gpu") == "<i>Ψ</i><sub>x,gpu</sub>");
  CHECK(symbol_html("a_b_c") == "<i>a</i><sub>b_c</sub>");
  CHECK(symbol_html("a<b&c>d") == "<i>a&lt;b&amp;c&gt;d</i>");
}

TEST_CASE("what was taken leaves out the other branches", "[render]") {
  const auto rule = [](const Traced<Count>& condition) {
    return a * choose(condition, b, c) + known(unknown) + otherwise(unknown, b);
  };
  CHECK(symbols(taken(rule(less(a, b)).node)) == "a · b + b");
  CHECK(symbols(taken(rule(less(b, a)).node)) == "a · c + b");
  CHECK(numbers(taken(rule(less(b, a)).node)) == "2 · 5 + 3");
  CHECK(symbols(taken(choose(less(a, b), choose(less(b, a), b, a - b), c).node)) == "a − b");
  CHECK(symbols(taken(otherwise(a, unknown).node)) == "a");
  CHECK(symbols(taken((choose(less(b, a), b, 0.0) + choose(less(b, a), a, 0.0) + c).node)) == "c");
  CHECK(symbols(taken((choose(less(b, a), b, 0.0) + choose(less(b, a), a, 0.0)).node)) == "0");
}

TEST_CASE("what is nothing for this case is left out of a sum, and ones out of a product", "[render]") {
  const auto none = letter("z", 0);
  CHECK(symbols(taken((a + b * none).node)) == "a");
  CHECK(symbols(taken((a * (1.0 + none) - none).node)) == "a");
  CHECK(symbols(taken(smooth_larger(a, none * b, 3.0).node)) == "a");
  CHECK(symbols(taken((none * b).node)) == "0");
  CHECK(symbols(taken((a * choose(less(b, a), b, 1.0) / choose(less(b, a), b, 1.0)).node)) == "a");
}

TEST_CASE("a part that is used again is named once", "[render]") {
  const auto part = a + b * c;
  CHECK(symbols((part * part / c).node) == "(a + b · c) · (a + b · c) / c");
  const auto longer = a + b * c + a * b + c * a;
  CHECK(symbols((longer * longer / c).node) == "x_1 · x_1 / c, with x_1 = a + b · c + a · b + c · a");
  CHECK(html((longer - longer * c).node).starts_with("<i>x</i><sub>1</sub> − <i>x</i><sub>1</sub> · <i>c</i>, with "));
}

TEST_CASE("a choice that cannot be made keeps both branches", "[render]") {
  CHECK(symbols(taken(choose(unknown, a, b).node)) == "[a if u, else b]");
}

TEST_CASE("what was taken keeps its value and does not change the derivation it came from", "[render]") {
  const auto rule = a * choose(less(a, b), b, c);
  const std::string before = symbols(rule.node);
  CHECK(taken(rule.node)->value == rule.value);
  CHECK(symbols(rule.node) == before);
}

TEST_CASE("leaves come once each in the order of reading, literals and what is inside results left out", "[render]") {
  const auto sum = as_result(a + c);
  const auto leaves = leaves_of(*(b * a + 2.0 * b + sum + sum).node);
  REQUIRE(leaves.size() == 3);
  CHECK(leaves[0] == b.node);
  CHECK(leaves[1] == a.node);
  CHECK(leaves[2] == sum.node);
}

TEST_CASE("the inputs behind a value are those of the branches taken, through results", "[render]") {
  const auto behind = inputs_behind(as_result(choose(less(a, b), c, memory / byte) + otherwise(unknown, 1.0)).node);
  std::vector<std::string_view> keys;
  for (const InputAbout* about : behind) keys.push_back(about->key);
  CHECK(keys == std::vector<std::string_view>{"a", "b", "c"});
}

}  // namespace
}  // namespace llmsize
