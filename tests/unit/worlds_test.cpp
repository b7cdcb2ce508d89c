// SPDX-License-Identifier: Apache-2.0
// The number worlds agree bit for bit, and results are computed once and again only where an input they read has
// changed.
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <unordered_map>
#include <unordered_set>

namespace llmsize::test {
namespace {

using Kind = Node::Kind;

/// Computes a derivation again from its literals and given inputs, knowing nothing but the kinds of nodes.
class Interpreter {
 public:
  double operator()(const Node& node) {
    const auto [place, is_new] = known_.try_emplace(&node, 0);
    return is_new ? known_[&node] = compute(node) : place->second;
  }

 private:
  double compute(const Node& node) {
    if (node.parts.empty()) return node.value;
    std::vector<double> v;
    for (const NodePtr& part : node.parts) v.push_back((*this)(*part));
    const bool any_absent = std::any_of(v.begin(), v.end(), [](double part) { return std::isnan(part); });
    switch (node.kind) {
      case Kind::literal: break;
      case Kind::input:
      case Kind::result: return v[0];
      case Kind::add: return v[0] + v[1];
      case Kind::subtract: return v[0] - v[1];
      case Kind::multiply: return v[0] * v[1];
      case Kind::divide: return v[0] / v[1];
      case Kind::power: return v[1] == 2 ? v[0] * v[0] : std::pow(v[0], v[1]);
      case Kind::larger: return any_absent ? absent : std::max(v[0], v[1]);
      case Kind::smaller: return any_absent ? absent : std::min(v[0], v[1]);
      case Kind::smooth_larger: return smooth_larger(v[0], v[1], v[2]);
      case Kind::ceil: return std::ceil(v[0]);
      case Kind::log2: return std::log2(v[0]);
      case Kind::floor: return std::floor(v[0]);
      case Kind::remainder: return std::fmod(v[0], v[1]);
      case Kind::least_divisor: return least_divisor(v[0], v[1]);
      case Kind::less: return any_absent ? absent : double(v[0] < v[1]);
      case Kind::equal: return any_absent ? absent : double(v[0] == v[1]);
      case Kind::choose: return std::isnan(v[0]) ? absent : v[0] != 0 ? v[1] : v[2];
      case Kind::otherwise: return std::isnan(v[0]) ? v[1] : v[0];
      case Kind::known: return std::isnan(v[0]) ? 0 : v[0];
      case Kind::exp: return std::exp(v[0]);
      case Kind::gamma_share: return gamma_share(v[0], v[1]);
      case Kind::call:
      case Kind::argument: return v[0];
      case Kind::average: return v[1] == 0 ? v[0] : node.value;  // its sum is over many bodies
      case Kind::solve: return solved(node, v);
    }
    FAIL("a node of kind " << int(node.kind) << " has parts");
    return absent;
  }

  /// A solution is checked, not found again: nothing is left there of what has to be nothing, as far as digits go.
  double solved(const Node& node, const std::vector<double>& v) {
    if (std::isnan(node.value)) return node.value;
    CHECK(v[1] <= node.value);
    CHECK(node.value <= v[2]);
    const double size = node.parts[0]->parts.empty() ? 1 : std::abs((*this)(*node.parts[0]->parts[0]));
    CHECK(std::abs(v[0]) <= 1e-6 * std::max(1.0, size));
    return node.value;
  }

  std::unordered_map<const Node*, double> known_;
};

std::vector<double> all_results(const Once& once) {
  std::vector<double> values;
  for (const ResultRow& row : results()) values.push_back(row.value(once));
  return values;
}

/// The same given values in a case that nothing was done to.
Values anew(const Values& values) {
  Values fresh;
  for (std::size_t slot = 0; slot < input_count; ++slot)
    if (const InputKey key = InputKey::at(slot); values.has(key)) fresh.give(key, values[key]);
  fresh.settle();
  return fresh;
}

/// The ids of results that are not what a case computed from nothing gives.
std::vector<std::string_view> stale(const Once& once) {
  const auto remembered = all_results(once);
  const auto fresh = all_results(Once(anew(once.values()), dependents()));
  std::vector<std::string_view> ids;
  for (std::size_t i = 0; i < fresh.size(); ++i)
    if (!same(remembered[i], fresh[i])) ids.push_back(results()[i].about->id);
  return ids;
}

/// Another sensible value of an input.
double another(const InputAbout& about, double value) {
  if (is_absent(value)) return std::max(about.least, std::min(about.most, 1.0));
  const double larger = value == 0 ? 1 : 2 * value;
  return larger <= about.most ? larger : about.least;
}

TEST_CASE("every result is the same plain, with its derivation and with slopes", "[worlds]") {
  for (const auto& [name, said] : typical_cases()) {
    const Case plan = completed(said);
    const Once once(plan.values, dependents());
    const Tracing tracing(plan.values);
    const Sloping sloping(plan.values, {{key_named("software.utilisation"), 0.05}, {key_named("model.hidden"), 128}});
    for (const ResultRow& row : results()) {
      CAPTURE(name, row.about->id);
      const double value = row.value(once);
      CHECK(same(value, row.derivation(tracing)->value));
      CHECK(same(value, row.slope(sloping).value));
    }
  }
}

TEST_CASE("a result that is not remembered is the same as a remembered one", "[worlds]") {
  const Case plan = completed(gpt3_on_128_dgx);
  for (const ResultRow& row : results()) {
    CAPTURE(row.about->id);
    const Once all(plan.values, dependents());
    all_results(all);
    CHECK(same(row.value(Once(plan.values, dependents())), row.value(all)));
  }
}

TEST_CASE("interpreting a derivation gives its value", "[worlds]") {
  for (const auto& [name, said] : typical_cases()) {
    const Case plan = completed(said);
    const Tracing tracing(plan.values);
    Interpreter interpreted;
    for (const ResultRow& row : results()) {
      CAPTURE(name, row.about->id);
      const NodePtr node = row.derivation(tracing);
      CHECK(same(interpreted(*node), node->value));
    }
    for (const FindingRow& row : findings()) {
      CAPTURE(name, row.about->id);
      const NodePtr node = row.derivation(tracing);
      CHECK(same(Interpreter()(*node), node->value));
    }
  }
}

TEST_CASE("a finding's margin and an input are the same plain and with their derivations", "[worlds]") {
  for (const auto& [name, said] : typical_cases()) {
    const Case plan = completed(said);
    const Once once(plan.values, dependents());
    const Tracing tracing(plan.values);
    for (const FindingRow& row : findings()) {
      CAPTURE(name, row.about->id, row.about->sentence);
      CHECK(same(row.margin(once), row.derivation(tracing)->value));
    }
    for (const InputRow& row : inputs()) {
      CAPTURE(name, row.about->key);
      CHECK(same(given(plan, row.about->key), row.derivation(tracing)->value));
    }
  }
}

TEST_CASE("in one trace a result and an input are one shared node", "[worlds]") {
  const Case plan = completed(gpt3_on_128_dgx);
  const Tracing tracing(plan.values);
  for (const ResultRow& row : results()) CHECK(row.derivation(tracing) == row.derivation(tracing));
  for (const InputRow& row : inputs()) CHECK(row.derivation(tracing) == row.derivation(tracing));
}

TEST_CASE("each result is computed once for a case", "[worlds]") {
  for (const auto& [name, said] : typical_cases()) {
    CAPTURE(name);
    const Once once(completed(said).values, dependents());
    all_results(once);
    CHECK(once.evaluations() == results().size());
    all_results(once);
    CHECK(once.evaluations() == results().size());
  }
}

TEST_CASE("after a change of an input only the results that read it are computed again", "[worlds]") {
  for (const auto& [name, said] : typical_cases()) {
    const Case plan = completed(said);
    Once once(plan.values, dependents());
    for (const InputRow& input : inputs()) {
      const InputKey slot = key_named(input.about->key);
      CAPTURE(name, input.about->key);
      const double before_all = plan.has(slot) ? plan[slot] : absent;
      for (const double value : {another(*input.about, plan[slot]), absent, before_all}) {
        all_results(once);
        const std::size_t before = once.evaluations();
        once.change(slot, value);
        CHECK(stale(once).empty());
        CHECK(once.evaluations() - before == dependents()[slot.slot()].count());
      }
    }
  }
}

TEST_CASE("changing an input that nothing reads computes nothing", "[worlds]") {
  const Case plan = completed(gpt3_on_128_dgx);
  Once once(plan.values, dependents());
  all_results(once);
  const std::size_t before = once.evaluations();
  for (std::size_t slot = 0; slot < input_count; ++slot)
    if (dependents()[slot].none()) once.change(InputKey::at(slot), 1);
  all_results(once);
  CHECK(once.evaluations() == before);
}

TEST_CASE("many changes in a row leave nothing stale", "[worlds]") {
  std::mt19937 random(1);
  Once once(completed(gpt3_on_128_dgx).values, dependents());
  for (int change = 0; change < 300; ++change) {
    const InputKey key = InputKey::at(random() % input_count);
    const InputAbout& about = *input_row(key).about;
    CAPTURE(change, about.key);
    once.change(key, random() % 8 == 0 ? absent : another(about, once[key]));
    REQUIRE(stale(once).empty());
  }
}

TEST_CASE("a case that starts again forgets the case before", "[worlds]") {
  Once once(completed(gpt3_on_128_dgx).values, dependents());
  for (const auto& [name, said] : typical_cases()) {
    CAPTURE(name);
    once.restart(completed(said).values);
    CHECK(stale(once).empty());
  }
}

TEST_CASE("an input has dependents exactly where its change can be seen in a derivation", "[worlds][long]") {
  // Prefill workers may be split otherwise than those that decode.
  Values open;
  open.give("serving.prefill_workers", 1);
  const Tracing tracing(open);
  for (const ResultRow& row : results()) {
    std::vector<bool> reads(input_count);
    std::vector<const Node*> waiting{row.derivation(tracing).get()};
    std::unordered_set<const Node*> seen;
    while (!waiting.empty()) {
      const Node& node = *waiting.back();
      waiting.pop_back();
      if (!seen.insert(&node).second) continue;
      if (node.input) reads[key_named(node.input->key).slot()] = true;
      // Results are opened by their own dependents, which keeps the walk short.
      for (const NodePtr& part : node.parts) {
        if (part->kind != Kind::result) {
          waiting.push_back(part.get());
          continue;
        }
        for (std::size_t slot = 0; slot < input_count; ++slot)
          if (dependents()[slot][row_of(part->about->id).key.slot()]) reads[slot] = true;
      }
    }
    for (std::size_t slot = 0; slot < input_count; ++slot) {
      CAPTURE(row.about->id, InputKey::at(slot).text());
      CHECK(dependents()[slot][row.key.slot()] == reads[slot]);
    }
  }
}

}  // namespace
}  // namespace llmsize::test
