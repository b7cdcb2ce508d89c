// SPDX-License-Identifier: Apache-2.0
// A worker finds fake GPUs and measures them: its rates are those of the fakes' clock.
#include "worker.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>

using namespace llmsize;

namespace {

bool flagged(const ProbeResult& result, const std::string& flag) {
  return std::find(result.flags.begin(), result.flags.end(), flag) != result.flags.end();
}

}  // namespace

TEST_CASE("the identity of GPUs is told, their serial numbers are not") {
  const Said said = run_fake(small_job("identity"), {"FAKE_GPUS=2"});
  REQUIRE(said.failed == "");
  REQUIRE(said.host.at("gpus").size() == 2);
  const Json gpu = said.host.at("gpus").at(0);
  CHECK(gpu.at("vendor") == "nvidia");
  CHECK(gpu.at("name") == "Fake GPU");
  CHECK(gpu.at("driver") == "580.65.06");
  CHECK(gpu.at("power_limit_w") == 700.0);
  CHECK(gpu.at("pcie") == Json({{"gen", 5}, {"width", 16}}));
  CHECK(gpu.at("capability") == "9.0");
  CHECK(gpu.at("uuid").get<std::string>().size() == 64);
  CHECK(said.host.at("libs").at("cuda") == 13000);
}

TEST_CASE("matrices: the fastest algorithm is measured and verified") {
  const std::string vendor = GENERATE("nvidia", "amd");
  CAPTURE(vendor);
  const Said said = run_fake(small_job("gemm", vendor));
  REQUIRE(said.failed == "");
  REQUIRE(said.results.size() == 2);
  const ProbeResult& square = said.with("shape", "square");
  CHECK(square.raw.size() == 7);
  CHECK(repeats(square.raw).median == Approx(2.0 * 64 * 64 * 64 / 0.02).epsilon(1e-3));
  CHECK(square.details.at("algorithm") == 3);
  CHECK(square.details.at("operand_sets") == (vendor == "amd" ? 64 : 6));
  CHECK(square.verified);
  CHECK(square.valid());
  CHECK(square.unit == "FLOP/s");
  CHECK(square.state.at("power_w") == (vendor == "amd" ? Json({742.0, 742.0}) : Json({650.0, 650.0})));
  if (vendor == "nvidia") CHECK(square.state.at("throttle") == Json({"sw_power_cap"}));
  CHECK(said.with("shape", "mlp_up").verified);
  CHECK(said.host.at("libs") == (vendor == "amd" ? Json({{"hipblasLt", 1200}}) : Json({{"cublasLt", 130100}})));
}

TEST_CASE("matrices of fp16 are verified, too") {
  const std::string vendor = GENERATE("nvidia", "amd");
  CAPTURE(vendor);
  GpuJob job = small_job("gemm", vendor);
  job.dtype = "fp16";
  const Said said = run_fake(job);
  REQUIRE(said.failed == "");
  CHECK(said.with("shape", "mlp_up").params.at("dtype") == "fp16");
  for (const ProbeResult& result : said.results) CHECK(result.verified);
}

TEST_CASE("matrices without a pause: the last half of the time counts, samples tell the clocks") {
  const std::string vendor = GENERATE("nvidia", "amd");
  CAPTURE(vendor);
  const Said said = run_fake(small_job("gemm-soak", vendor));
  REQUIRE(said.failed == "");
  REQUIRE(said.results.size() == 1);
  const ProbeResult& result = said.results.front();
  CHECK(result.params.at("shape") == "square");
  CHECK(repeats(result.raw).median == Approx(2.0 * 64 * 64 * 64 / 0.02).epsilon(1e-3));
  CHECK(std::abs(static_cast<int>(result.raw.size()) - 5) <= 1);
  CHECK(result.details.at("samples").size() >= 10);
  CHECK(result.details.at("samples").at(0).at("sm_clock_mhz") == (vendor == "amd" ? 2100 : 1980));
  CHECK(result.verified);
}

TEST_CASE("memory: triad and copy") {
  const std::string vendor = GENERATE("nvidia", "amd");
  CAPTURE(vendor);
  const Said said = run_fake(small_job("hbm", vendor));
  REQUIRE(said.failed == "");
  for (const char* kernel : {"triad", "copy"}) {
    const ProbeResult& result = said.with("kernel", kernel);
    CHECK(repeats(result.raw).median == Approx(2e12).epsilon(1e-3));
    CHECK(result.verified);
    CHECK(result.valid());
    if (vendor == "nvidia") CHECK(result.details.at("peak") == Approx(3.35232e12));
  }
}

TEST_CASE("copies between host and GPU") {
  const std::string vendor = GENERATE("nvidia", "amd");
  CAPTURE(vendor);
  const Said in = run_fake(small_job("h2d", vendor)), out = run_fake(small_job("d2h", vendor)),
             both = run_fake(small_job("bidir", vendor));
  REQUIRE(in.failed + out.failed + both.failed == "");
  CHECK(repeats(in.with("bytes", 1 << 20).raw).median == Approx(25e9).epsilon(1e-3));
  CHECK(repeats(in.with("bytes", 64 << 10).raw).median == Approx(25e9).epsilon(1e-3));
  CHECK(repeats(out.with("bytes", 1 << 20).raw).median == Approx(20e9).epsilon(1e-3));
  CHECK(in.with("bytes", 1 << 20).verified);
  CHECK(out.with("bytes", 1 << 20).verified);
  CHECK(both.with("bytes", 1 << 20).verified);
  CHECK(in.with("memory", "pageable").raw.size() == 7);
  CHECK_FALSE(in.with("memory", "pageable").verified);
}

TEST_CASE("copies from GPU to GPU, collectives") {
  const std::string vendor = GENERATE("nvidia", "amd");
  CAPTURE(vendor);
  const Said peer = run_fake(small_job("p2p", vendor), {"FAKE_GPUS=2"});
  REQUIRE(peer.failed == "");
  CHECK(peer.results.size() == 2);
  CHECK(repeats(peer.with("peer", 1).raw).median == Approx(100e9).epsilon(1e-3));
  CHECK(peer.with("peer", 0).verified);
  const Said all = run_fake(small_job("coll-local", vendor), {"FAKE_GPUS=2"});
  REQUIRE(all.failed == "");
  CHECK(all.results.size() == 2 * 2 * 4);
  for (const char* collective : {"all_reduce", "all_gather", "reduce_scatter", "alltoall"})
    CHECK(all.with("collective", collective).verified);
  CHECK(all.host.at("libs").at(vendor == "amd" ? "rccl" : "nccl") == 22809);
}

TEST_CASE("one GPU has no peers") {
  CHECK(run_fake(small_job("p2p")).failed == "one GPU found: peer copies need two");
  CHECK(run_fake(small_job("coll-local")).failed == "one GPU found: collectives need two");
}

TEST_CASE("wrong results are flagged") {
  const std::string vendor = GENERATE("nvidia", "amd");
  for (const auto& [probe, wrong] :
       {std::pair{"gemm", "gemm"},
        {"gemm-soak", "gemm"},
        {"hbm", "kernel"},
        {"h2d", "copy"},
        {"d2h", "copy"},
        {"bidir", "copy"},
        {"p2p", "copy"},
        {"coll-local", "collective"}}) {
    CAPTURE(vendor, probe);
    const Said said = run_fake(small_job(probe, vendor), {"FAKE_GPUS=2", std::string("FAKE_WRONG=") + wrong});
    REQUIRE(said.failed == "");
    REQUIRE_FALSE(said.results.empty());
    for (const ProbeResult& result : said.results) {
      if (result.params.value("memory", "") == "pageable") continue;
      CHECK_FALSE(result.verified);
      CHECK(flagged(result, "invalid"));
    }
  }
}

TEST_CASE("what could not be queued in time is flagged") {
  const std::string vendor = GENERATE("nvidia", "amd");
  const Said said = run_fake(small_job("hbm", vendor), {"FAKE_WRONG=hold"});
  REQUIRE(said.failed == "");
  CHECK(flagged(said.results.front(), "cpu-bound"));
  CHECK_FALSE(said.results.front().valid());
}
