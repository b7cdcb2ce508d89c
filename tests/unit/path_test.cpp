// SPDX-License-Identifier: Apache-2.0
// Paths from slower tiers to a GPU, who shares them, and how fast drives wear out.
#include "core/answer/answer.hpp"
#include "core/pages/pages.hpp"
#include "core/planning/serving_layout.hpp"
#include "core/planning/targets.hpp"
#include "core/scenario/study.hpp"
#include "core/view/words.hpp"
#include "tests/unit/subjects.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace llmsize::test {
namespace {

double of(const Said& said, std::string_view id) { return result(completed(said), id); }

/// Weights of OPT-30B on GPUs of a DGX-2, as ZeRO-Inference was measured.
Said opt(const char* tier, int gpus) {
  return {
      {"model", "opt-30b"},
      {"cluster.system", "dgx-2"},
      {"cluster.gpus", std::to_string(gpus)},
      {"workload.mode", "infer"},
      {"workload.precision", "fp16"},
      {"layout.zero", "3"},
      {"layout.tensor", "1"},
      {"memory.offload", tier},
      {"serving.input_tokens", "4"},
      {"serving.output_tokens", "10"},
      {"serving.batch", std::to_string(256 * gpus)}};
}

TEST_CASE("streamed weights decode as ZeRO-Inference was measured", "[offload][published]") {
  CHECK(of(opt("cpu", 1), "offload.throughput") == Approx(43).epsilon(0.15));
  CHECK(of(opt("cpu", 2), "offload.throughput") == Approx(2 * 77).epsilon(0.15));
  CHECK(of(opt("nvme", 1), "offload.throughput") == Approx(34).epsilon(0.15));
  CHECK(of(opt("nvme", 1) + Said{{"serving.prefetch", "0"}}, "offload.throughput") == Approx(30).epsilon(0.15));
  CHECK(of(opt("nvme", 4), "offload.throughput") == Approx(4 * 72).epsilon(0.15));
}

TEST_CASE("sixteen GPUs share four links to the CPUs", "[tiers]") {
  const auto rate = [](int gpus) { return of(opt("cpu", gpus), "tier.link_rate"); };
  CHECK(rate(1) == Approx(15.75e9));
  CHECK(rate(4) == Approx(15.75e9));
  CHECK(rate(16) == Approx(15.75e9 / 4));
}

TEST_CASE("GPUDirect and a limit of the engine are choices of the path", "[tiers]") {
  const Said nvme = opt("nvme", 1);
  CHECK(of(nvme + Said{{"path.direct", "yes"}}, "tier.nvme_read_rate") == Approx(15.75e9));
  CHECK(of(nvme, "tier.nvme_read_rate") < 11e9);
  CHECK(of(nvme + Said{{"path.rate", "4.5GB/s"}}, "tier.nvme_read_rate") == 4.5e9);
}

TEST_CASE("faster parts of a path never slow it, more tenants never hasten it", "[tiers]") {
  const Said bloom{{"model", "bloom-176b"},      {"cluster.system", "dgx-a100-320"},
                   {"cluster.nodes", "1"},       {"workload.mode", "infer"},
                   {"memory.offload", "shared"}, {"storage.id", "ddn-ai400x2"},
                   {"node.storage_nics", "8"},   {"node.storage_nic_rate", "200Gb/s"},
                   {"layout.tensor", "8"},       {"layout.pipeline", "1"},
                   {"layout.zero", "3"},         {"serving.batch", "16"}};
  const double rate = of(bloom, "offload.throughput");
  for (const Said& better :
       {Said{{"accelerator.host_link", "63GB/s"}}, Said{{"storage.count", "4"}}, Said{{"node.host_uplinks", "8"}},
        Said{{"path.efficiency", "0.9"}}, Said{{"path.sharpness", "8"}}, Said{{"memory.resident_share", "0.5"}}})
    CHECK(of(bloom + better, "offload.throughput") >= rate);
  double before = rate;
  for (const char* tenants : {"2", "4", "16"}) {
    const double shared = of(bloom + Said{{"storage.tenants", tenants}}, "offload.throughput");
    CHECK(shared < before);
    before = shared;
  }
  CHECK(of(bloom, "offload.gpu_efficiency") <= 1);
  CHECK(of(bloom, "offload.sharing_nodes") > of(bloom + Said{{"storage.tenants", "4"}}, "offload.sharing_nodes"));
}

TEST_CASE("fine-tuning from NVMe wears drives out, a large batch does not", "[wear]") {
  const Said bloom{{"model", "bloom-176b"},         {"cluster.system", "dgx-a100-320"},
                   {"cluster.nodes", "1"},          {"workload.mode", "finetune"},
                   {"memory.offload", "nvme"},      {"node.nvme_read", "50GB/s"},
                   {"node.nvme_write", "25GB/s"},   {"layout.zero", "3"},
                   {"layout.tensor", "1"},          {"layout.recompute", "full"},
                   {"workload.global_batch", "16"}, {"layout.micro_batch", "2"},
                   {"workload.sequence", "2048"}};
  const Case plan = completed(bloom);
  CHECK(result(plan, "wear.drive_writes") == Approx(50).epsilon(0.2));
  CHECK(result(plan, "wear.worn_after") == Approx(5 * 365.0 * 86400 / result(plan, "wear.drive_writes")));
  const int each = int(result(plan, "wear.bearable_batch")) / 8;
  const Case large = completed(
      bloom + Said{{"workload.global_batch", std::to_string(8 * each)}, {"layout.micro_batch", std::to_string(each)}});
  CHECK(result(large, "wear.drive_writes") <= 1.05);
  CHECK(result(completed(bloom + Said{{"memory.offload", "cpu"}}), "wear.drive_writes") == 0);
}

TEST_CASE("every offload scenario of the catalog is answered alike on page and in rows", "[offload][pages]") {
  std::size_t shown = 0;
  for (const std::string_view id : built_in().ids("scenarios")) {
    const Scenario said = read_study(built_in().text("scenarios", id), std::string(id)).scenarios().front();
    if (!said.find("memory.offload")) continue;
    CAPTURE(id);
    const Subject subject = offload_subject(as_said({}, said), built_in());
    const Page page = offload_page(subject, built_in());
    // The app plans the scenario as it is said first.
    const Page in_app = offload_page(unsearched({}, said, built_in()), built_in());
    const std::vector<Scenario> targets = on_targets(said, built_in());
    REQUIRE(page.figures.size() == targets.size());
    for (std::size_t tier = 0; tier < targets.size(); ++tier) {
      if (serving_is_open(said, built_in())) CHECK(in_app.figures[tier].value == page.figures[tier].value);
      if (!page.figures[tier].known) continue;
      const double rate = result(complete(targets[tier], built_in()), "offload.throughput");
      CHECK(page.figures[tier].value == value_and_unit(rate, Unit::tokens_per_second).first);
      ++shown;
    }
  }
  CHECK(shown > 6);
}

}  // namespace
}  // namespace llmsize::test
