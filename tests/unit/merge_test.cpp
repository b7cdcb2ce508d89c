// SPDX-License-Identifier: Apache-2.0
// Records of nodes become inputs: each by the rule that suits it, stragglers named, nothing set that was not measured.
#include "tests/unit/cases.hpp"

#include "core/answer/answer.hpp"
#include "core/calibration/accelerator_name.hpp"
#include "core/calibration/records.hpp"
#include "core/probe/importers/importer.hpp"
#include "core/record/saturation.hpp"
#include "tests/support/fixtures.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

constexpr double h100_peak = 989.4e12, h100_memory = 3350e9, h100_links = 450e9;

std::vector<double> around(double value) {
  return {value * 0.99, value, value, value, value, value * 1.005, value * 1.01};
}

ProbeRecord empty_record(const std::string& node) {
  ProbeRecord record;
  record.created = "2026-01-31T12:00:00Z";
  record.host = {{"id", "id of " + node}, {"name", node}, {"gpus", Json::array()}};
  return record;
}

/// A node of eight H100, with products at a share of what the others reach.
ProbeRecord node_record(const std::string& node, double speed = 1) {
  ProbeRecord record = empty_record(node);
  for (int gpu = 0; gpu < 8; ++gpu) {
    record.host["gpus"].push_back(
        {{"name", "NVIDIA H100 80GB HBM3"}, {"driver", "550.54.15"}, {"pcie", {{"gen", 5}, {"width", 16}}}});
    const Json on{{"gpu", gpu}};
    const auto with = [&](Json more) {
      Json params = on;
      params.update(more);
      return params;
    };
    const double own = (gpu == 3 ? 0.99 : 1) * speed;
    record.results.push_back(
        {"gemm", with({{"dtype", "bf16"}, {"m", 8192}}), "rate", "FLOP/s", around(0.85 * h100_peak)});
    record.results.push_back(
        {"gemm", with({{"dtype", "bf16"}, {"m", 1024}}), "rate", "FLOP/s", around(0.5 * h100_peak)});
    record.results.push_back(
        {"gemm-soak", with({{"dtype", "bf16"}}), "rate", "FLOP/s", around(0.75 * h100_peak * own)});
    record.results.push_back({"hbm", with({{"kernel", "triad"}}), "bandwidth", "B/s", around(0.92 * h100_memory)});
    record.results.push_back({"hbm", with({{"kernel", "copy"}}), "bandwidth", "B/s", around(0.95 * h100_memory)});
    record.results.push_back({"h2d", with({{"together", false}}), "bandwidth", "B/s", around(55e9)});
    record.results.push_back({"h2d", with({{"together", true}}), "bandwidth", "B/s", around(gpu == 7 ? 38e9 : 42e9)});
    record.results.push_back({"d2h", with({{"together", true}}), "bandwidth", "B/s", around(40e9)});
  }
  const auto exchange = [](double bytes) { return Json{{"collective", "all_reduce"}, {"bytes", bytes}, {"ranks", 8}}; };
  record.results.push_back({"coll-local", exchange(1073741824), "bus_bandwidth", "B/s", around(0.8 * h100_links)});
  record.results.push_back({"coll-local", exchange(1024), "time", "s", around(24e-6)});
  record.results.push_back({"dram", {{"numa", "all"}}, "bandwidth", "B/s", around(400e9)});
  record.results.push_back({"dram", {{"numa", 0}}, "bandwidth", "B/s", around(210e9)});
  return record;
}

void add_sweep(
    ProbeRecord& record, const std::string& probe, const SaturationCurve& curve, std::vector<std::string> flags = {}) {
  for (const double threads : {1.0, 4.0, 16.0, 64.0, 256.0}) {
    ProbeResult point{probe, {{"threads", threads}, {"block_bytes", 1048576}}, "bandwidth", "B/s", {}, true, flags};
    for (const double pass : {0.98, 1.0, 1.02}) point.raw.push_back(curve.at(threads) * pass);
    record.results.push_back(point);
  }
}

std::vector<ProbeRecord> eight_nodes() {
  std::vector<ProbeRecord> records;
  for (int i = 1; i <= 8; ++i) records.push_back(node_record(fmt::format("gpu-0{}", i), i == 5 ? 0.85 : 1));
  return records;
}

const MeasuredInput* input_of(const MergedRecords& merged, std::string_view key) {
  const auto found =
      std::find_if(merged.inputs.begin(), merged.inputs.end(), [&](const auto& each) { return each.key == key; });
  return found == merged.inputs.end() ? nullptr : &*found;
}
double value_of(const MergedRecords& merged, std::string_view key) {
  const MeasuredInput* input = input_of(merged, key);
  return input ? input->fitted.value : absent;
}
bool has_flag(const MeasuredInput& input, const char* flag) {
  return std::find(input.flags.begin(), input.flags.end(), flag) != input.flags.end();
}
bool notes_say(const MergedRecords& merged, const std::string& text) {
  return std::any_of(merged.notes.begin(), merged.notes.end(), [&](const Note& each) {
    return each.sentence().find(text) != std::string::npos;
  });
}

MergedRecords merged_of(std::vector<ProbeRecord> records, const Said& said = {}) {
  return merge_records(std::move(records), built_in(), scenario_of(said));
}

TEST_CASE("a calibration changes exactly the inputs that were measured", "[merge]") {
  const MergedRecords merged = merged_of(eight_nodes());
  std::vector<std::string> keys;
  for (const MeasuredInput& input : merged.inputs) keys.push_back(input.key);
  std::sort(keys.begin(), keys.end());
  CHECK(
      keys == std::vector<std::string>{
                  "accelerator.host_link", "accelerator.memory_efficiency", "accelerator.sustained_16",
                  "node.host_bandwidth", "node.scale_up_efficiency", "node.scale_up_reduction",
                  "software.tensor_latency"});
  CHECK(merged.accelerator == "h100-sxm5-80gb");
  CHECK(merged.nodes.size() == 8);
  CHECK(merged.origin == "measured here on gpu-01, gpu-02 and 6 more nodes, 2026-01-31");
}

TEST_CASE("products of the slowest, links under load, triads, halves of an all-reduce", "[merge]") {
  const MergedRecords merged = merged_of(eight_nodes());
  CHECK(value_of(merged, "accelerator.sustained_16") == Approx(0.75 * 0.85 * 0.99));
  CHECK(input_of(merged, "accelerator.sustained_16")->rule == "slowest of 8 nodes");
  CHECK(value_of(merged, "accelerator.memory_efficiency") == Approx(0.92));
  CHECK(value_of(merged, "accelerator.host_link") == Approx(38e9));
  CHECK(value_of(merged, "node.scale_up_efficiency") == Approx(0.8));
  CHECK(value_of(merged, "software.tensor_latency") == Approx(12e-6));
  CHECK(value_of(merged, "node.host_bandwidth") == Approx(400e9));
  for (const MeasuredInput& input : merged.inputs) {
    CAPTURE(input.key);
    CHECK(input.fitted.spread > 0);
    CHECK(input.fitted.spread < 0.03);
    CHECK(input.flags.empty());
  }
}

TEST_CASE("eight records with a slow node: it is named, and the step is predicted with and without it", "[merge]") {
  const auto records = eight_nodes();
  const MergedRecords merged = merged_of(records);
  REQUIRE(merged.stragglers.size() == 1);
  const Straggler& slow = merged.stragglers.front();
  CHECK(slow.node == "gpu-05");
  CHECK(slow.key == "accelerator.sustained_16");
  CHECK(slow.gpu == "3");
  CHECK(slow.value / slow.median == Approx(0.85));
  const MergedRecords rest = merged_of(without_nodes(records, merged.slow_nodes()));
  CHECK(rest.stragglers.empty());
  CHECK(value_of(rest, "accelerator.sustained_16") == Approx(0.75 * 0.99));
  const auto step_time = [](const MergedRecords& from) {
    Catalog catalog;
    catalog.calibrate(facts_of(from));
    return result(complete(scenario_of(gpt3_on_128_dgx), catalog), "training.step_time");
  };
  CHECK(step_time(merged) > 1.05 * step_time(rest));
}

TEST_CASE("nodes that differ by chance are no stragglers", "[merge]") {
  std::vector<ProbeRecord> records;
  const double speeds[] = {1, 0.99, 1.01, 0.97, 1.02, 0.96, 1, 1.01};
  for (int i = 0; i < 8; ++i) records.push_back(node_record(fmt::format("gpu-0{}", i), speeds[i]));
  CHECK(merged_of(records).stragglers.empty());
  CHECK(merged_of({node_record("a"), node_record("b", 0.8)}).stragglers.empty());
}

TEST_CASE("where fewer nodes were measured than are planned, the slowest is expected below them", "[merge]") {
  std::vector<ProbeRecord> records;
  const double speeds[] = {1, 0.99, 1.01, 0.98, 1.02};
  for (int i = 0; i < 5; ++i) records.push_back(node_record(fmt::format("gpu-0{}", i), speeds[i]));
  const MergedRecords all = merged_of(records), planned = merged_of(records, {{"cluster.nodes", "64"}});
  const MeasuredInput& input = *input_of(planned, "accelerator.sustained_16");
  CHECK(has_flag(input, "extrapolated"));
  CHECK(input.rule == "slowest expected of 64 nodes, 5 measured");
  CHECK(input.fitted.value < 0.99 * value_of(all, "accelerator.sustained_16"));
  CHECK(input.fitted.value > 0.9 * value_of(all, "accelerator.sustained_16"));
  CHECK_FALSE(has_flag(*input_of(planned, "accelerator.memory_efficiency"), "extrapolated"));
  for (ProbeRecord& record : records) record.launch.size = 64;
  CHECK(value_of(merged_of(records), "accelerator.sustained_16") == input.fitted.value);
  CHECK(value_of(planned, "software.tensor_latency") >= value_of(all, "software.tensor_latency"));
  CHECK(notes_say(merged_of({records.front()}), "one node measured"));
}

TEST_CASE("where no long run was made, the best short one counts and says so", "[merge]") {
  ProbeRecord record = node_record("a");
  std::erase_if(record.results, [](const ProbeResult& each) { return each.probe == "gemm-soak"; });
  const MergedRecords merged = merged_of({record});
  CHECK(value_of(merged, "accelerator.sustained_16") == Approx(0.85));
  CHECK(has_flag(*input_of(merged, "accelerator.sustained_16"), "burst"));
}

TEST_CASE("what is invalid or beats the data sheet is not taken", "[merge]") {
  ProbeRecord record = node_record("a");
  for (ProbeResult& each : record.results) {
    if (each.probe == "gemm-soak") each.flags = {"invalid"};
    if (each.probe == "hbm") each.raw = {1.2 * h100_memory};
  }
  const MergedRecords merged = merged_of({record});
  CHECK(value_of(merged, "accelerator.sustained_16") == Approx(0.85));
  CHECK(input_of(merged, "accelerator.memory_efficiency") == nullptr);
  CHECK(notes_say(merged, "1.20 of the data-sheet memory bandwidth"));
}

TEST_CASE("shared storage: what a node, its thread and their bend are; short writes set nothing", "[merge]") {
  std::vector<ProbeRecord> records;
  for (const char* node : {"a", "b", "c"}) {
    records.push_back(empty_record(node));
    add_sweep(records.back(), "fs.read", {2e9, 3e10, 1.5});
    add_sweep(records.back(), "fs.write", {1e9, 2e10, 1.5}, {"burst"});
    add_sweep(records.back(), "nvme.read", {3e9, 4e10, 16});
    add_sweep(records.back(), "nvme.write", {3e9, 2e10, 16}, {"burst"});
    records.back().results.push_back(
        {"fs.random_read", {{"threads", 64}, {"block_bytes", 4096}}, "operations", "1/s", {1e5, 1e5, 1e5}});
  }
  MergedRecords merged = merged_of(records, {{"cluster.system", "dgx-h100"}});
  CHECK(value_of(merged, "storage.client_read") == Approx(3e10).epsilon(0.03));
  CHECK(value_of(merged, "storage.thread_read") == Approx(2e9).epsilon(0.03));
  CHECK(value_of(merged, "storage.read_sharpness") == Approx(1.5).epsilon(0.1));
  CHECK(value_of(merged, "node.nvme_read") == Approx(8 * 3e9).epsilon(0.03));  // a thread per GPU
  for (const char* key :
       {"storage.client_write", "storage.thread_write", "storage.write", "storage.read", "storage.iops_read",
        "node.nvme_write"}) {
    CAPTURE(key);
    CHECK(input_of(merged, key) == nullptr);
  }
  CHECK(notes_say(merged, "fs.write: short writes may be cached"));
  records[1].results.push_back({"fs-sustained.write", {{"threads", 8}}, "bandwidth", "B/s", {9e9}});
  records[2].results.push_back({"fs-sustained.write", {{"threads", 8}}, "bandwidth", "B/s", {7e9}});
  merged = merged_of(records);
  CHECK(value_of(merged, "storage.client_write") == 7e9);
  CHECK(input_of(merged, "storage.thread_write") == nullptr);
}

TEST_CASE("the ceiling of shared storage is what all reach at once, never one times many", "[merge]") {
  const auto launched = [](const SaturationCurve& together, const std::vector<double>& launches) {
    std::vector<ProbeRecord> records;
    for (const double clients : launches)
      for (int rank = 0; rank < clients; ++rank) {
        ProbeRecord record = empty_record(fmt::format("gpu-{}", rank));
        record.launch = {"slurm", rank, static_cast<int>(clients)};
        const double share = together.at(clients) / clients;
        const Json setting{{"threads", 16}, {"block_bytes", 1048576}, {"clients", clients}};
        record.results.push_back({"fs-clients.read", setting, "bandwidth", "B/s", {share, share * 1.01, share * 0.99}});
        records.push_back(record);
      }
    return records;
  };
  auto records = launched({2e10, 6e10, 2}, {1, 2, 4, 8, 16});
  const MergedRecords merged = merged_of(records, {{"storage.count", "2"}});
  CHECK(value_of(merged, "storage.read") == Approx(3e10).epsilon(0.02));
  CHECK(value_of(merged, "storage.read_sharpness") == Approx(2).epsilon(0.05));
  CHECK(input_of(merged, "storage.read")->rule == "all clients at once");
  records.pop_back();
  CHECK(notes_say(merged_of(records), "15 of 16 clients reported"));
  auto few = launched({2e10, 6e11, 16}, {1, 2});
  few.push_back(node_record("gpu-0"));
  CHECK(input_of(merged_of(few), "storage.read") == nullptr);
  CHECK(notes_say(merged_of(few), "2 clients do not saturate the storage"));
}

TEST_CASE("the network is judged by the NICs of the system, a port by its line rate", "[merge]") {
  ProbeRecord record = node_record("a");
  record.results.push_back(
      {"coll-multi",
       {{"collective", "all_reduce"}, {"bytes", 1073741824}, {"ranks", 32}, {"nodes", 4}},
       "bus_bandwidth",
       "B/s",
       around(360e9)});
  CHECK(notes_say(merged_of({record}), "needs the NICs per node; set --system"));
  const MergedRecords merged = merged_of({record}, {{"cluster.system", "dgx-h100"}});
  CHECK(value_of(merged, "network.efficiency") == Approx(0.9));
  ProbeRecord port = empty_record("a");
  port.results.push_back({"rdma", {{"test", "RDMA_Write BW"}, {"bytes", 65536}}, "bandwidth", "B/s", {48e9}});
  port.results.push_back({"rdma", {{"test", "Send Latency"}, {"bytes", 2}}, "latency", "s", {1.8e-6}});
  const MergedRecords of_port = merged_of({port}, {{"network.id", "ib-ndr"}});
  CHECK(value_of(of_port, "network.efficiency") == Approx(0.96));
  CHECK(value_of(of_port, "network.latency") == Approx(1.8e-6));
}

TEST_CASE("a ring over four nodes tells what their NICs reach", "[merge]") {
  // stas00/ml-engineering, network/README.md: four nodes of eight B200 on EFA v4, 381.8 GB/s at 16 GiB.
  const std::string file = "nccl-tests-4-nodes.txt";
  const ProbeRecord record = import_record(read_file(tests::fixture("probe/" + file)), file, {});
  const MergedRecords merged = merged_of({record}, {{"cluster.system", "aws-p6-b200"}});
  CHECK(value_of(merged, "network.efficiency") * 8 * 50 == Approx(381.8).epsilon(0.02));
}

TEST_CASE("records merge to the same in any order", "[merge]") {
  auto records = eight_nodes();
  for (std::size_t i = 0; i < records.size(); ++i) {
    add_sweep(records[i], "fs.read", {2e9 + 1e7 * static_cast<double>(i), 3e10, 1.5});
    records[i].created = fmt::format("2026-01-3{}T12:00:00Z", i % 2);
  }
  records.push_back(node_record("gpu-02", 0.97));  // a second pass
  const Json first = write_calibration(merged_of(records));
  std::mt19937 random(7);
  for (int turn = 0; turn < 10; ++turn) {
    for (std::size_t i = records.size(); i > 1; --i) std::swap(records[i - 1], records[random() % i]);
    CHECK(write_calibration(merged_of(records)) == first);
  }
}

TEST_CASE("nodes of another kind are left out and named", "[merge]") {
  auto records = eight_nodes();
  ProbeRecord other = node_record("old-1", 0.5);
  for (Json& gpu : other.host["gpus"]) gpu["name"] = "NVIDIA A100-SXM4-80GB";
  records.push_back(other);
  const MergedRecords merged = merged_of(records);
  CHECK(merged.nodes.size() == 8);
  CHECK(notes_say(
      merged, "1 node of different hardware excluded: 8 × NVIDIA A100-SXM4-80GB, driver 550, PCIe 5 × 16 (old-1)"));
}

TEST_CASE("several tools on one node see its GPUs differently", "[merge]") {
  ProbeRecord whole = node_record("gpu-01", 1), four = empty_record("gpu-01"), one = empty_record("gpu-01");
  for (int gpu = 0; gpu < 4; ++gpu) four.host["gpus"].push_back({{"name", "NVIDIA H100"}});
  one.host["gpus"].push_back({{"name", "H100"}});
  four.results.push_back(
      {"coll-local",
       {{"collective", "all_reduce"}, {"bytes", 1073741824}, {"ranks", 4}},
       "bus_bandwidth",
       "B/s",
       {3e11}});
  one.results.push_back({"rdma", {{"bytes", 8}}, "latency", "s", {2e-6}});
  const MergedRecords merged = merged_of({whole, four, one});
  CHECK(merged.nodes == std::vector<std::string>{"gpu-01"});
  CHECK(value_of(merged, "accelerator.host_link") == Approx(38e9).epsilon(0.1));
  CHECK(value_of(merged, "network.latency") == Approx(2e-6));
  CHECK_FALSE(notes_say(merged, "excluded"));
}

TEST_CASE("of what was measured twice the latest counts", "[merge]") {
  std::vector<ProbeRecord> records = eight_nodes();
  ProbeRecord again = node_record("gpu-03", 0.5);
  again.created = "2026-02-01T08:00:00Z";
  const MergedRecords before = merged_of(records);
  records.push_back(again);
  const MergedRecords after = merged_of(records);
  CHECK(value_of(after, "accelerator.sustained_16") < 0.7 * value_of(before, "accelerator.sustained_16"));
  CHECK(after.slow_nodes() == std::vector<std::string>{"gpu-03", "gpu-05"});
  CHECK(notes_say(after, "gpu-03 was measured more than once; the latest value is used"));
  again.created = "2026-01-01T08:00:00Z";
  records.back() = again;
  CHECK(value_of(merged_of(records), "accelerator.sustained_16") == value_of(before, "accelerator.sustained_16"));
  // Records that name no node may be of different ones.
  ProbeRecord one = node_record("", 1), other = node_record("", 0.5);
  one.host.erase("id");
  other.host.erase("id");
  other.created = "2026-02-01T08:00:00Z";
  CHECK_FALSE(notes_say(merged_of({one, other}), "more than once"));
}

TEST_CASE("what makes a number less to be trusted is told with it", "[merge]") {
  ProbeRecord record = node_record("gpu-01", 1);
  record.truncated = true;
  for (ProbeResult& result : record.results)
    if (result.probe == "gemm-soak") result.flags = {"in-use", "noisy"};
  const MergedRecords merged = merged_of({record});
  CHECK(notes_say(merged, "gpu-01: the probe stopped early"));
  const MeasuredInput* sustained = input_of(merged, "accelerator.sustained_16");
  REQUIRE(sustained);
  CHECK(has_flag(*sustained, "in-use"));
  CHECK(has_flag(*sustained, "noisy"));
}

TEST_CASE("records of other GPUs than the system's are not judged by its links", "[merge]") {
  const MergedRecords merged = merged_of(eight_nodes(), {{"cluster.system", "dgx-b200"}});
  CHECK(merged.accelerator == "h100-sxm5-80gb");
  CHECK(notes_say(
      merged, "the records are of h100-sxm5-80gb, the system has b200-sxm-180gb: link measurements do not apply"));
  for (const MeasuredInput& input : merged.inputs)
    if (input.key == "node.scale_up_efficiency") CHECK(input.fitted.value == Approx(0.8).epsilon(0.05));
}

TEST_CASE("a calibration file of records is read back, and derivations end in where it was measured", "[merge]") {
  const MergedRecords merged = merged_of(eight_nodes());
  const Json file = write_calibration(merged);
  CHECK(file.at("schema") == "llmsize.calibration/1");
  CHECK(file.at("values").at("accelerator.sustained_16").at("n") == 8);
  const std::vector<Fact> facts = read_calibration(file, "cal.json");
  CHECK(facts.size() == merged.inputs.size());
  Catalog catalog;
  catalog.calibrate(facts);
  const Case plan = complete(scenario_of(gpt3_on_128_dgx), catalog);
  CHECK(
      text(origin(plan, "accelerator.memory_efficiency")) ==
      "measured here on gpu-01, gpu-02 and 6 more nodes, 2026-01-31");
  CHECK_THAT(text(origin(plan, "accelerator.sustained")), Contains("measured here on gpu-01"));
}

TEST_CASE("what was measured narrows a prediction", "[merge]") {
  Catalog catalog;
  const Scenario scenario =
      scenario_of({{"model", "gpt3-175b"}, {"accelerator.id", "h100-sxm5-80gb"}, {"cluster.gpus", "8"}});
  const auto width = [&](const Catalog& with) {
    const auto found = range(complete(scenario, with), row_of("training.linear_rate"));
    return found->second / found->first;
  };
  const double before = width(catalog);
  catalog.calibrate(facts_of(merged_of(eight_nodes())));
  CHECK(width(catalog) < before);
}

TEST_CASE("what was measured of one GPU is not told of another", "[merge]") {
  Catalog catalog;
  const auto on = [&](const Said& machine) {
    return complete(scenario_of(Said{{"model", "gpt3-175b"}} + machine), catalog);
  };
  const Case bare = on({{"cluster.system", "dgx-b200"}});
  catalog.calibrate(read_calibration(write_calibration(merged_of(eight_nodes())), "cal.json"));
  const Case other = on({{"cluster.system", "dgx-b200"}});
  for (const char* key :
       {"accelerator.sustained_16", "accelerator.memory_efficiency", "accelerator.host_link",
        "node.scale_up_efficiency"})
    CHECK(text(origin(other, key)) == text(origin(bare, key)));
  CHECK(text(origin(other, "node.host_bandwidth")) == "measured here on gpu-01, gpu-02 and 6 more nodes, 2026-01-31");
  const auto findings_of = [](const Case& plan) {
    std::vector<std::string> found;
    for (const FoundFinding& each : answer(plan, {{&row_of("training.step_time")}, true}).findings)
      if (each.id == "calibration.other_accelerator") found.push_back(each.message);
    return found;
  };
  CHECK(
      findings_of(other) ==
      std::vector<std::string>{"The calibration was measured on NVIDIA H100 SXM5 80GB. Its GPU values are not "
                               "used for NVIDIA B200 SXM 180GB (HGX/DGX)."});
  CHECK(findings_of(bare).empty());
  CHECK(findings_of(on({{"cluster.system", "dgx-h100"}})).empty());
  CHECK(findings_of(on({{"accelerator.id", "h100-sxm5-80gb"}, {"cluster.gpus", "8"}})).empty());
  // Nothing contradicts where nothing names a GPU.
  CHECK(text(origin(on({{"cluster.gpus", "8"}}), "accelerator.memory_efficiency")).starts_with("measured here"));
}

TEST_CASE("a calibration of step times keeps what was measured itself", "[merge]") {
  Calibration fitted{
      "nemo",
      {{"software.gemm_efficiency", {0.9, 0.01}}, {"software.tensor_latency", {9e-5, 0.3}}},
      16,
      "fitted to 16 rows of runs.csv"};
  const Json file = write_calibration(merged_of(eight_nodes()), &fitted);
  CHECK(file.at("software") == "nemo");
  CHECK(file.at("values").at("software.gemm_efficiency").at("origin") == "fitted to 16 rows of runs.csv");
  CHECK(file.at("values").at("software.tensor_latency").at("median") == 1.2e-5);
  CHECK_NOTHROW(read_calibration(file, "cal.json"));
}

TEST_CASE("records that tell nothing are refused with the reason", "[merge]") {
  CHECK_THROWS_WITH(
      merged_of({empty_record("a")}), Contains("no record measures any input: a: the record has no results"));
  ProbeRecord without = empty_record("a"), broken = node_record("b", 1);
  without.errors.push_back({"gpu", "no NVIDIA driver: libcuda.so.1 was not found", true});
  for (ProbeResult& result : broken.results) result.flags = {"invalid"};
  CHECK_THROWS_WITH(merged_of({without}), Contains("a: gpu: no NVIDIA driver: libcuda.so.1 was not found"));
  CHECK_THROWS_WITH(merged_of({broken}), Contains("b: all results are marked invalid"));
  ProbeRecord record = empty_record("a");
  record.host["gpus"].push_back({{"name", "Quantum Leap 9000"}});
  record.results.push_back({"gemm-soak", {{"dtype", "bf16"}, {"gpu", 0}}, "rate", "FLOP/s", {1e15}});
  CHECK_THROWS_WITH(merged_of({record}), Contains("'Quantum Leap 9000'; set --accelerator"));
  CHECK(merged_of({record}, {{"accelerator.id", "b200-sxm-180gb"}}).accelerator == "b200-sxm-180gb");
}

TEST_CASE("what no machine gives is no measurement", "[merge]") {
  const auto with = [](std::vector<double> raw) {
    ProbeRecord record = node_record("a");
    record.results.push_back({"dram", {{"numa", "all"}, {"threads", 3}}, "bandwidth", "B/s", std::move(raw)});
    return merged_of({record});
  };
  for (const double wrong : {0.0, 1e-300, -4e11, 1e300}) {
    const MergedRecords merged = with({4e11, wrong});
    CHECK(value_of(merged, "node.host_bandwidth") == Approx(400e9));
    CHECK(notes_say(merged, fmt::format("a: dram bandwidth of {:g} B/s is not possible; excluded", wrong)));
  }
  ProbeRecord alone = empty_record("a");
  alone.results.push_back({"dram", Json::object(), "bandwidth", "B/s", {0}});
  CHECK_THROWS_WITH(
      merged_of({alone}), Contains("no record measures any input: a: dram bandwidth of 0 B/s is not possible"));
  alone.results.front().raw = {5};
  CHECK_THROWS_WITH(merged_of({alone}), Contains("node.host_bandwidth: invalid value 5.00 B/s"));
}

TEST_CASE("a driver's name of a GPU leads to the catalog", "[merge]") {
  struct Row {
    const char* name;
    double memory;
    const char* id;
  };
  const Row rows[] = {
      {"NVIDIA H100 80GB HBM3", 0, "h100-sxm5-80gb"},
      {"NVIDIA H100 PCIe", 85.5e9, "h100-pcie-80gb"},
      {"NVIDIA H100 NVL", 0, "h100-nvl-94gb"},
      {"NVIDIA A100-SXM4-80GB", 0, "a100-sxm4-80gb"},
      {"NVIDIA A100-SXM4-40GB", 42.4e9, "a100-sxm4-40gb"},
      {"NVIDIA A100 80GB PCIe", 0, "a100-pcie-80gb"},
      {"NVIDIA A100-PCIE-40GB", 0, "a100-pcie-40gb"},
      {"NVIDIA H200", 0, "h200-sxm-141gb"},
      {"NVIDIA H200 NVL", 0, "h200-nvl-141gb"},
      {"NVIDIA B200", 0, "b200-sxm-180gb"},
      {"Tesla V100-SXM2-32GB", 0, "v100-sxm2-32gb"},
      {"Tesla V100-PCIE-16GB", 0, "v100-pcie-16gb"},
      {"NVIDIA L40S", 0, "l40s"},
      {"NVIDIA A10G", 0, "a10g"},
      {"NVIDIA GeForce RTX 4090", 0, "rtx-4090"},
      {"AMD Instinct MI300X", 206e9, "mi300x"},
      {"AMD Instinct MI250X", 68.7e9, "mi250x"},
      {"Tesla K80", 0, ""},
      {"h100-sxm5-80gb", 0, "h100-sxm5-80gb"},
      {"", 0, ""},
  };
  for (const auto& [name, memory, id] : rows) {
    CAPTURE(name);
    CHECK(accelerator_named(built_in(), name, memory) == id);
  }
}

}  // namespace
}  // namespace llmsize::test
