// SPDX-License-Identifier: Apache-2.0
// Computes every published number of the *.batch files beside this file.
#include "batch.hpp"

#include "core/quantity/print.hpp"
#include "core/scenario/case.hpp"
#include "tests/support/fixtures.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

namespace llmsize::tests {
namespace {

std::string comparison(const Published& published, double computed) {
  const Unit unit = published.row->about->unit;
  return fmt::format(
      "{}: {}\n  published  {}\n  computed   {}  ({:+.4f} %, allowed ± {} %)\n  source     {}", published.place,
      published.row->about->id, base(published.value, unit), base(computed, unit),
      100 * (computed / published.value - 1), 100 * published.tolerance, published.source);
}

TEST_CASE("Published numbers are reproduced") {
  static const Catalog catalog;
  static const auto numbers = read_batches(in_tree("tests/papers"));
  for (const Published& published : numbers) DYNAMIC_SECTION(published.place) {
      INFO(published.place);
      const Case plan = complete(published.scenario, catalog);
      const double computed = published.row->value(Once(plan.values, dependents()));
      INFO(comparison(published, computed));
      CHECK(agrees(published, computed));
    }
}

}  // namespace
}  // namespace llmsize::tests
