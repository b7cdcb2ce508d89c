// SPDX-License-Identifier: Apache-2.0
// Pages that tell a need before anything is bought: storage for checkpoints and data, memory for parameters alone; and
// what is not modeled.
#include "tests/unit/subjects.hpp"

#include "core/inputs/not_modeled.hpp"
#include "core/pages/storage_offers.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

namespace llmsize::test {
namespace {

TEST_CASE("storage for a rate is what can be ordered in units, one product of a vendor", "[pages]") {
  for (const double needed : {1e9, 40e9, 244e9}) {
    const std::vector<StorageOffer> offers = storage_offers(built_in(), needed);
    REQUIRE(offers.size() == 3);
    std::set<std::string> vendors;
    for (const StorageOffer& each : offers) {
      CHECK(each.rate >= needed);
      CHECK((each.units == 1 || each.rate * (each.units - 1) / each.units < needed));
      vendors.insert(each.vendor);
    }
    CHECK(vendors.size() == 3);
    CHECK(std::is_sorted(
        offers.begin(), offers.end(), [](const auto& one, const auto& other) { return one.units < other.units; }));
  }
  CHECK(speaks_of(offers_text(storage_offers(built_in(), 244e9)), "4 × DDN AI400X2 (260 GB/s); "));
  CHECK(offers_text({}).empty());
}

TEST_CASE("without storage the Checkpoint page tells the need and what meets it", "[pages]") {
  const auto sentence = [](const Said& more) {
    Subject bare = given_subject(gpt3_on_128_dgx + more);
    bare.scenario.unset("storage.id");
    const Page page = shown_page("checkpoint", bare);
    CHECK(page.verdict_label == "No storage selected");
    return page.sentence;
  };
  CHECK(speaks_of(sentence({{"checkpoint.interval_given", "1h"}}), "every 60.0 min require 12.9 GB/s"));
  CHECK(speaks_of(
      sentence({{"checkpoint.write_time_given", "10s"}}), "Storage with 244 GB/s: 4 × DDN AI400X2 (260 GB/s); "));
}

TEST_CASE("a stated time of a checkpoint judges its interval without storage", "[pages]") {
  const auto page_of = [](const Said& more) {
    Subject timed = given_subject(
        gpt3_on_128_dgx + Said{{"checkpoint.write_time_given", "10min"}, {"checkpoint.mode", "direct"}} + more);
    timed.scenario.unset("storage.id");
    return shown_page("checkpoint", timed);
  };
  const Page optimal = page_of({}), often = page_of({{"checkpoint.interval_given", "30min"}});
  CHECK(optimal.verdict_label == "No storage selected");
  CHECK(speaks_of(optimal.sentence, "At the optimal interval of 3.95 h checkpoints stall training 4.0% of the time."));
  CHECK(often.verdict_label == "No storage selected");
  CHECK(speaks_of(often.sentence, "every 30.0 min stall training 25% of the time, above the stall budget of"));
  CHECK(often.first.table.rows.size() == 3);
}

TEST_CASE("the Data page tells whether reads or checkpoints size the storage", "[pages]") {
  const auto sentence = [](const Said& more) {
    return shown_page("data", given_subject(gpt3_on_128_dgx + Said{{"workload.tokens", "300B"}} + more)).sentence;
  };
  CHECK(speaks_of(sentence({}), "checkpoints size the storage."));
  CHECK(speaks_of(sentence({{"data.id", "mlperf-unet3d"}}), "reads size the storage."));
}

TEST_CASE("parameters alone are states against memory, whatever saves take", "[pages]") {
  const Said alone{{"model.parameters_given", "1T"}, {"cluster.system", "dgx-a100-640"}};
  for (const Said& more : {Said{}, Said{{"workload.tokens", "300B"}}}) {
    const Subject subject = unsearched({}, scenario_of(alone + more), built_in());
    const Page page = shown_page("size", subject);
    CHECK(page.settled.state == State::ok);
    CHECK(speaks_of(page.sentence, "Model states 14.6 TiB: at least 187 GPUs of 80 GiB; 24 nodes have 15 TiB."));
    const Case plan = case_of(subject, built_in());
    CHECK(result(plan, "checkpoint.writer_nodes") == given(plan, "cluster.nodes"));
  }
}

TEST_CASE("what is not modeled is refused with the nearest question", "[pages]") {
  for (const char* word :
       {"rl", "--sites", "cluster.sites", "--spot", "images", "multi-site", "--oversubscription", "--goodput",
        "--step-time"})
    CHECK(speaks_of(std::string(not_modeled(word)), "is not modeled; nearest"));
  for (const char* word : {"train", "--model", "", "--", "cluster.", "--e2e-limit"}) CHECK(not_modeled(word).empty());
  CHECK_THROWS_AS(scenario_of({{"workload.mode", "rl"}}), NotModeled);
}

}  // namespace
}  // namespace llmsize::test
