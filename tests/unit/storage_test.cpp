// SPDX-License-Identifier: Apache-2.0
// Storage as a tier, offload, checkpoints and data on cases whose answer is known.
#include "tests/unit/cases.hpp"

#include "core/answer/views.hpp"
#include "core/planning/targets.hpp"
#include "core/tables/storage_rows.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace llmsize::test {
namespace {

const Said deck{
    {"model", "bloom-176b"},
    {"cluster.system", "dgx-a100-320"},
    {"storage.id", "ddn-ai400x2"},
    {"node.storage_nics", "8"},
    {"node.storage_nic_rate", "200Gb/s"},
    {"node.nvme_read", "50GB/s"},
    {"node.host_uplinks", "8"},
    {"path.efficiency", "1"},
    {"path.sharpness", "16"},
    {"workload.mode", "infer"},
    {"layout.zero", "3"},
    {"layout.tensor", "8"},
    {"serving.batch", "16"}};

double of(const Said& said, std::string_view id) { return result(completed(said), id); }
std::string_view limiting_link(const Said& said) {
  return word("offload.limiting_link", of(said, "offload.limiting_link"));
}
double throughput(const Said& said, const char* target) {
  return of(said + Said{{"memory.offload", target}}, "offload.throughput");
}

std::vector<FoundFinding> findings_of(const Said& said, const std::vector<std::string_view>& rooms) {
  return answer(completed(said), {rows_of_rooms(rooms)}).findings;
}
bool has(const std::vector<FoundFinding>& found, std::string_view id) {
  return std::any_of(found.begin(), found.end(), [&](const FoundFinding& each) { return each.id == id; });
}

TEST_CASE("shared storage of 90 GB/s gives 1.8 times the tokens of a local RAID of 50 GB/s", "[offload]") {
  CHECK(throughput(deck, "shared") / throughput(deck, "nvme") == Approx(1.8).epsilon(1e-3));
  CHECK_FALSE(has(findings_of(deck, {"offload"}), "offload.host_link_limits"));
}

TEST_CASE("below both, the host link makes CPU memory and shared storage equally fast, and is named", "[offload]") {
  const Said capped = deck + Said{{"accelerator.host_link", "10GB/s"}};
  CHECK(throughput(capped, "shared") == Approx(throughput(capped, "cpu")).epsilon(0.01));
  CHECK(has(findings_of(capped, {"offload"}), "offload.host_link_limits"));
  for (const char* target : {"cpu", "shared"})
    CHECK(limiting_link(capped + Said{{"memory.offload", target}}) == "host links");
  CHECK(limiting_link(capped + Said{{"memory.offload", "nvme"}}) == "NVMe drives");
}

TEST_CASE("the narrowest part of the path is named", "[offload]") {
  const auto link = [](const Said& said) { return limiting_link(deck + Said{{"memory.offload", "shared"}} + said); };
  CHECK(link({}) == "appliances");
  CHECK(link({{"storage.count", "10"}, {"node.storage_nics", "1"}}) == "storage NICs");
  CHECK(link({{"node.host_bandwidth", "20GB/s"}}) == "CPU memory");
  CHECK(link({{"storage.offload_share", "10%"}}) == "appliances");
  CHECK(link({{"serving.batch", "1000000"}}) == "none");
}

TEST_CASE("without prefetching transfer and computing add up", "[offload]") {
  const Said nvme = deck + Said{{"memory.offload", "nvme"}};
  const double stream = of(nvme, "offload.pass_stream"), own = of(nvme, "serving.decode_time");
  CHECK(of(nvme, "offload.step_time") == Approx(stream));
  // Hops of the path add up, too.
  const Said none = nvme + Said{{"serving.prefetch", "0"}};
  CHECK(of(none, "offload.pass_stream") > stream);
  CHECK(of(none, "offload.step_time") == Approx(of(none, "offload.pass_stream") + own));
}

TEST_CASE("a mixture reads only the experts that its batch needs", "[offload]") {
  const Said one = mixtral + Said{
                                 {"cluster.system", "dgx-a100-640"},
                                 {"workload.mode", "infer"},
                                 {"layout.zero", "3"},
                                 {"memory.offload", "nvme"},
                                 {"serving.batch", "1"}};
  // One sequence needs 2 of 8 experts; many need all.
  CHECK(of(one, "offload.pass_weights") == Approx(of(one, "model.parameters_active")).epsilon(1e-9));
  CHECK(
      of(one + Said{{"serving.batch", "1000"}}, "offload.pass_weights") ==
      Approx(of(one, "model.parameters")).epsilon(1e-9));
}

TEST_CASE("a saturation curve goes through its known points", "[storage]") {
  // One thread reads 2 GB/s; eight meet a ceiling of 16 GB/s.
  const Said store{{"cluster.nodes", "1"},           {"cluster.gpus", "1"},
                   {"storage.read", "16GB/s"},       {"storage.threads", "8"},
                   {"storage.thread_read", "2GB/s"}, {"storage.client_read", "16GB/s"}};
  CHECK(of(store, "tier.client_read_rate") == Approx(16e9));
  // Hockney: half the ceiling where the clients ask for as much as it.
  CHECK(of(store + Said{{"storage.read_sharpness", "1"}}, "tier.client_read_rate") == Approx(8e9));
  CHECK(of(store + Said{{"storage.read_sharpness", "2"}}, "tier.client_read_rate") == Approx(16e9 / std::sqrt(2)));
  CHECK(of(store + Said{{"storage.threads", "1"}}, "tier.client_read_rate") == Approx(2e9));
  CHECK(of(store + Said{{"storage.count", "3"}}, "tier.supply_read") == Approx(48e9));
}

TEST_CASE("a guideline serves as many nodes as it is made for", "[storage]") {
  const Said pod{{"cluster.system", "dgx-h100"}, {"storage.id", "superpod-h100-better"}};
  // RA-11333-001 V11, Table 6: 40 and 20 GB/s for one unit of 32 systems, 160 and 80 for four.
  CHECK(of(pod + Said{{"cluster.nodes", "32"}}, "tier.store_read_rate") == Approx(40e9));
  CHECK(of(pod + Said{{"cluster.nodes", "128"}}, "tier.store_read_rate") == Approx(160e9));
  CHECK(of(pod + Said{{"cluster.nodes", "127"}}, "tier.store_write_rate") == Approx(80e9));
  CHECK(of(pod + Said{{"cluster.nodes", "128"}, {"storage.count", "1"}}, "tier.store_read_rate") == Approx(40e9));
}

const Said saves{{"model", "gpt3-175b"},        {"cluster.system", "dgx-h100"}, {"cluster.nodes", "128"},
                 {"layout.tensor", "8"},        {"layout.pipeline", "16"},      {"storage.id", "superpod-h100-better"},
                 {"checkpoint.mode", "direct"}, {"checkpoint.restart", "all"}};

TEST_CASE("stacks since 2024 save behind training and read shards, older ones as the talk has it", "[storage]") {
  const Said today{{"model", "gpt3-175b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "128"}};
  CHECK(completed(today).word("checkpoint.mode") == "async");
  CHECK(completed(today).word("checkpoint.restart") == "sharded");
  const Case older = completed(today + Said{{"software.id", "megatron-2021"}});
  CHECK(older.word("checkpoint.mode") == "direct");
  CHECK(older.word("checkpoint.restart") == "all");
}

TEST_CASE("what is offloaded takes the CPU memory that a save behind training would be copied to", "[storage]") {
  const Said training{{"model", "llama-3-70b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "16"}};
  const auto mode = [&](const Said& more) { return completed(training + more).word("checkpoint.mode"); };
  CHECK(mode({}) == "async");
  CHECK(mode({{"memory.offload", "gpu"}}) == "async");
  CHECK(mode({{"memory.offload", "cpu"}}) == "direct");
  CHECK(mode({{"memory.offload_optimizer", "nvme"}}) == "direct");
  CHECK(mode({{"memory.optimizer_tier", "1"}}) == "direct");
  CHECK(mode({{"memory.offload", "cpu"}, {"checkpoint.mode", "async"}}) == "async");
}

TEST_CASE("storage that is sold by its size is as fast as it is large", "[storage]") {
  // 250 MB/s per TiB: AWS, FSx for Lustre user guide.
  const Said bought{{"storage.id", "fsx-lustre-persistent-250-per-tib"}, {"storage.total", "500TiB"}};
  const Case plan = completed(bought);
  CHECK(plan.values["storage.count"] == 500);
  CHECK(
      of(bought + Said{{"cluster.system", "dgx-h100"}, {"cluster.nodes", "64"}}, "tier.supply_read") == Approx(125e9));
}

TEST_CASE("one copy of GPT-3 on a SuperPOD writes, eight read", "[storage]") {
  CHECK(of(saves, "checkpoint.size") == 14 * of(saves, "model.parameters"));
  CHECK(of(saves, "checkpoint.writers") == 128);
  CHECK(of(saves, "checkpoint.writer_nodes") == 16);
  CHECK(of(saves, "restart.read_volume") == 8 * of(saves, "checkpoint.size"));
  CHECK(of(saves + Said{{"checkpoint.restart", "broadcast"}}, "restart.read_volume") == of(saves, "checkpoint.size"));
  CHECK(of(saves + Said{{"checkpoint.writing", "parallel"}}, "checkpoint.writers") == 1024);
}

TEST_CASE("stages overlap, or follow each other", "[storage]") {
  CHECK(of(saves, "checkpoint.write_time") == Approx(of(saves, "checkpoint.store_time")));
  CHECK(
      of(saves + Said{{"checkpoint.sequential", "yes"}}, "checkpoint.write_time") ==
      Approx(of(saves, "checkpoint.copy_time") + of(saves, "checkpoint.store_time")));
  const Said local = saves + Said{{"checkpoint.mode", "hierarchical"}};
  CHECK(of(local, "checkpoint.stall") == Approx(of(local, "checkpoint.local_time")));
  CHECK(
      of(local, "checkpoint.durable_time") ==
      Approx(of(local, "checkpoint.local_time") + of(local, "checkpoint.store_time")));
}

TEST_CASE("two copies in CPU memory survive a lost node", "[storage]") {
  const Said async = saves + Said{{"checkpoint.mode", "async"}};
  CHECK(of(async, "reliability.survival") == 0.22);
  CHECK(of(async + Said{{"checkpoint.host_copies", "2"}}, "reliability.survival") == 1);
  CHECK(
      of(async + Said{{"checkpoint.host_copies", "2"}}, "checkpoint.host_memory") ==
      2 * of(async, "checkpoint.host_memory"));
  CHECK(of(async + Said{{"checkpoint.host_copies", "2"}}, "reliability.goodput") > of(async, "reliability.goodput"));
}

TEST_CASE("a drain that lasts longer than the interval is found", "[storage]") {
  const Said async = saves + Said{{"checkpoint.mode", "async"}};
  CHECK(has(
      findings_of(async + Said{{"checkpoint.interval_given", "20s"}}, {"checkpoint"}), "checkpoint.drain_too_slow"));
  CHECK_FALSE(has(
      findings_of(async + Said{{"checkpoint.interval_given", "31s"}}, {"checkpoint"}), "checkpoint.drain_too_slow"));
  CHECK_FALSE(has(
      findings_of(async + Said{{"checkpoint.interval_given", "20s"}, {"checkpoint.shared_every", "2"}}, {"checkpoint"}),
      "checkpoint.drain_too_slow"));
  // The best interval leaves the drain its time.
  CHECK_FALSE(has(findings_of(async, {"checkpoint"}), "checkpoint.drain_too_slow"));
}

TEST_CASE("storage that is too slow for a save is found, with the bandwidth it would take", "[storage]") {
  const Said often = saves + Said{{"checkpoint.interval_given", "1min"}};
  const auto found = findings_of(often, {"checkpoint"});
  CHECK(has(found, "checkpoint.storage_too_slow"));
  // Five percent of the time: 60 s of training allow 3.16 s of saving.
  CHECK(of(often, "checkpoint.required_bandwidth") == Approx(of(often, "checkpoint.size") / (60 / 19.0)));
}

TEST_CASE("what checkpoints need does not depend on the storage that is there", "[storage]") {
  // At Young's interval √(2·C·M) a save of C takes its share r of the time.
  const double between = of(saves, "reliability.job_mtbf"), save = 2 * between / 19 / 19;
  CHECK(save / std::sqrt(2 * save * between) == Approx(1 / 19.0));
  const auto needed = [&](const Said& more) { return of(saves + more, "checkpoint.required_bandwidth"); };
  CHECK(needed({}) == Approx(of(saves, "checkpoint.size") / save));
  for (const char* mode : {"direct", "async", "hierarchical"}) {
    CAPTURE(mode);
    const Said as{{"checkpoint.mode", mode}};
    CHECK(needed(as + Said{{"storage.write", "1GB/s"}}) == Approx(needed(as + Said{{"storage.write", "900GB/s"}})));
    CHECK(needed(as + Said{{"checkpoint.write_time_given", "60s"}}) == Approx(of(saves, "checkpoint.size") / 60));
  }
}

const Said volumes{{"cluster.system", "dgx-h100"}, {"data.kind", "volumes"},   {"data.batch", "7"},
                   {"data.step_time", "0.323s"},   {"data.samples", "100000"}, {"storage.id", "superpod-h100-good"}};

TEST_CASE("caches relieve storage only of what is read again", "[data]") {
  const double demand = of(volumes, "ingest.demand");
  const Said cached = volumes + Said{{"data.cache", "10TB"}};
  CHECK(of(cached, "ingest.required_bandwidth") == demand);
  const Said again = cached + Said{{"data.epochs", "5"}};
  // The first epoch reads everything.
  CHECK(of(again, "ingest.required_bandwidth") == demand);
  CHECK(of(again, "ingest.warm_bandwidth") == Approx(demand * (1 - 10e12 / of(again, "ingest.dataset_size"))));
  CHECK(of(again + Said{{"data.cache", "100TB"}}, "ingest.warm_bandwidth") == 0);
}

TEST_CASE("low-density data that are read once are found", "[data]") {
  CHECK(has(findings_of(volumes + Said{{"data.cache", "10TB"}}, {"ingest"}), "ingest.low_density"));
  CHECK_FALSE(has(findings_of(volumes + Said{{"data.epochs", "3"}}, {"ingest"}), "ingest.low_density"));
  CHECK_FALSE(has(findings_of(saves, {"ingest"}), "ingest.low_density"));
  CHECK(has(findings_of(volumes, {"ingest"}), "ingest.storage_too_slow"));
}

TEST_CASE("uses of storage that go on together are added up", "[data]") {
  // States offloaded to a small store that cannot feed them all the time.
  const Said offloaded = saves + Said{{"memory.offload", "shared"}, {"storage.id", "ddn-ai400x2"}};
  CHECK(of(offloaded, "project.read_demand") > 0);
  CHECK(of(offloaded, "project.read_demand") <= of(offloaded, "tier.store_read_rate") * (1 + 1e-9));
  const Said all = offloaded + Said{{"checkpoint.mode", "async"}, {"checkpoint.interval_given", "1min"}};
  CHECK(has(findings_of(all, {"project"}), "project.storage_oversubscribed"));
}

TEST_CASE("handing a model on takes a turn per doubling of the nodes", "[data]") {
  const auto peer = [](const char* nodes) {
    return of(
        {{"model", "bloom-176b"},
         {"cluster.system", "dgx-a100-640"},
         {"cluster.nodes", nodes},
         {"node.storage_nics", "8"},
         {"storage.id", "ddn-ai400x2"}},
        "load.time_peer");
  };
  const double turn = peer("2") - peer("1");
  CHECK(peer("8") - peer("1") == Approx(3 * turn));
  CHECK(peer("9") - peer("1") == Approx(4 * turn));
}

TEST_CASE("a read of 28 microseconds is half software", "[latency]") {
  CHECK(of({}, "latency.read") == Approx(28e-6));
  CHECK(of({}, "latency.software_share") == Approx(15.0 / 28));
  CHECK(of({{"latency.in_flight", "64"}}, "latency.iops") == Approx(64 / 28e-6));
}

TEST_CASE("rows of the offload experiment name target and limit", "[offload]") {
  const AnsweredRows table = offload_rows(
      on_targets(scenario_of(deck), built_in()), built_in(), view(Asked::slower_tiers, {Use::targets}), false);
  REQUIRE(table.rows.size() == 4);
  CHECK(table.rows[0].status == AnsweredRow::Status::infeasible);
  CHECK(
      table.rows[3].carried ==
      std::vector<std::pair<std::string, std::string>>{{"offload.target", "shared"}, {"offload.limit", "appliances"}});
}

}  // namespace
}  // namespace llmsize::test
