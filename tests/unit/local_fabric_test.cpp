// SPDX-License-Identifier: Apache-2.0
// Exchanges inside a node, by link, collective and group: bus bandwidths that nccl-tests and RCCL print.
#include "tests/unit/cases.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

double tensor_rate(const std::string& system, int gpus, bool sequence_parallel = false) {
  const Case plan = completed(
      {{"model", "gpt3-175b"},
       {"cluster.system", system},
       {"cluster.nodes", std::to_string(gpus)},
       {"layout.tensor", std::to_string(gpus)},
       {"layout.sequence_parallel", sequence_parallel ? "1" : "0"}});
  return result(plan, "training.tensor_rate");
}

/// An all-reduce of so many GPUs of a node, and its bus bandwidth when large.
struct Measured {
  const char* system;
  int gpus;
  double rate, tolerance;
};

TEST_CASE("all-reduces of a node are as fast as measured", "[training]") {
  // 8 or 16 GiB; stas00/ml-engineering, network (August 2026), but GB200: 4 GiB, coreweave/nccl-tests (May 2026).
  constexpr Measured all[] = {
      {"dgx-a100-640", 8, 234.9e9, 0.01},
      {"dgx-h200", 8, 480e9, 0.01},
      {"dgx-b200", 8, 838e9, 0.01},
      {"dgx-b200", 7, 811.2e9, 0.01},
      {"dgx-b200", 6, 778.2e9, 0.02},
      {"dgx-b200", 4, 673.2e9, 0.02},
      // Five chose the ring, though adding in the switches would have been faster.
      {"dgx-b200", 5, 677.8e9, 0.07},
      {"gb200-nvl72", 72, 839.2e9, 0.02},
      // A pass mark, below what is usual: Azure/azurehpc-health-checks (May 2026).
      {"amd-mi300x-8", 8, 314e9, 0.01}};
  for (const Measured& each : all) {
    CAPTURE(each.system, each.gpus);
    CHECK(tensor_rate(each.system, each.gpus) == Approx(each.rate).epsilon(each.tolerance));
  }
}

TEST_CASE("switches add all-reduces, not the halves of sequence parallelism", "[training]") {
  // 16 GiB on 8 H200: all-gather 361.4, reduce-scatter 362.9, ring all-reduce 367.2 GB/s; the same source.
  CHECK(tensor_rate("dgx-h200", 8, true) == Approx(367.2e9).epsilon(0.02));
  CHECK(tensor_rate("dgx-a100-640", 8, true) == tensor_rate("dgx-a100-640", 8));
}

TEST_CASE("two GPUs of a mesh have one link of seven", "[training]") {
  // Pair copies of an MI300X: at least 44 GB/s of 64; AMD counts on 48 (ROCm blog, March 2025).
  CHECK(tensor_rate("amd-mi300x-8", 2) == Approx(44e9).epsilon(0.1));
  CHECK(tensor_rate("amd-mi300x-8", 4) == Approx(3.0 / 7 * tensor_rate("amd-mi300x-8", 8)));
  CHECK(tensor_rate("dgx-h100", 2) == tensor_rate("dgx-h100", 4, true));
}

TEST_CASE("a link between accelerators is no network between nodes", "[training][catalog]") {
  const Case plan = completed({{"cluster.system", "dgx-h100"}, {"accelerator.link", "nvlink5"}});
  CHECK(plan.values["node.scale_up_efficiency"] == 0.76);
  CHECK(plan.values["network.rate"] == completed({{"cluster.system", "dgx-h100"}}).values["network.rate"]);
  const Case across = completed({{"cluster.system", "dgx-h100"}, {"network.id", "nvlink5"}});
  CHECK(across.values["node.scale_up_efficiency"] == 0.82);
}

}  // namespace
}  // namespace llmsize::test
