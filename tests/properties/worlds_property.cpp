// SPDX-License-Identifier: Apache-2.0
// For random scenarios every result is the same in every number world, remembered or not.
#include "tests/properties/scenarios.hpp"

#include <rapidcheck/catch.h>

namespace llmsize::test {
namespace {

TEST_CASE("plain, traced and sloped results agree", "[property]") {
  rc::prop("plain, traced and sloped results are the same bit for bit", [] {
    const ResultsOf all(random_training());
    const Once once(all.plan().values, dependents());
    const Tracing tracing(all.plan().values);
    const Sloping sloping(all.plan().values, {{key_named("model.hidden"), 1}});
    for (const ResultRow& row : results()) {
      const double value = row.value(once);
      RC_LOG() << row.about->id << '\n';
      RC_ASSERT(same(value, row.derivation(tracing)->value));
      RC_ASSERT(same(value, row.slope(sloping).value));
    }
  });
}

TEST_CASE("a case that became another by changes has the other's results", "[property]") {
  rc::prop("changing every input one by one gives the other case", [] {
    const ResultsOf before(random_training()), after(random_training());
    Once once(before.plan().values, dependents());
    for (std::size_t slot = 0; slot < input_count; ++slot) {
      const InputKey key = InputKey::at(slot);
      if (*rc::gen::inRange(0, 8) == 0)
        for (const ResultRow& row : results()) row.value(once);
      once.change(key, after.plan().has(key) ? after.plan()[key] : absent);
    }
    const Once fresh(after.plan().values, dependents());
    for (const ResultRow& row : results()) {
      RC_LOG() << row.about->id << '\n';
      RC_ASSERT(same(row.value(once), row.value(fresh)));
    }
  });
}

TEST_CASE("a random scenario is complete and its degrees leave nothing over", "[property]") {
  rc::prop("no degree leaves anything over", [] {
    const ResultsOf all(random_training());
    const Once once(all.plan().values, dependents());
    for (const FindingRow& row : findings())
      if (row.about->id == "layout.indivisible") {
        RC_LOG() << row.about->sentence << '\n';
        RC_ASSERT(row.margin(once) == 0);
      }
  });
}

}  // namespace
}  // namespace llmsize::test
