// SPDX-License-Identifier: Apache-2.0
// Facts that people get wrong: sparse peaks, sums of both directions, packages for devices, labels for memory. Each as
// its maker prints it.
#include "tests/unit/cases.hpp"

#include "core/catalog/embedded.hpp"
#include "core/inputs/list.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cctype>

namespace llmsize::test {
namespace {

constexpr double tera = 1e12, giga = 1e9, mebi = 0x1p20, gibi = 0x1p30;

/// The number that an entry itself states.
double fact(std::string_view kind, std::string_view id, std::string_view key) {
  const Fact* found = built_in().entry(kind, id).find(key);
  return found && found->number ? *found->number : absent;
}
double of_accelerator(std::string_view id, std::string_view field) {
  return fact("accelerators", id, "accelerator." + std::string(field));
}

Case on(const std::string& system, const Said& more = {}) { return completed(Said{{"cluster.system", system}} + more); }

TEST_CASE("peaks are dense: half of what data sheets print for sparse matrices", "[catalog][facts]") {
  struct Row {
    const char* id;
    const char* peak;
    double dense;  ///< TFLOP/s
    const char* source;
  };
  const Row rows[] = {
      {"a100-sxm4-40gb", "peak_bf16", 312, "NVIDIA A100 data sheet: 312, sparse 624"},
      {"a100-sxm4-80gb", "peak_bf16", 312, "NVIDIA A100 data sheet: 312, sparse 624"},
      {"h100-sxm5-80gb", "peak_bf16", 989.4, "NVIDIA H100 white paper: 989.4, sparse 1978.9"},
      {"h100-sxm5-80gb", "peak_fp8", 1978.9, "NVIDIA H100 white paper: 1978.9, sparse 3957.8"},
      {"h200-sxm-141gb", "peak_bf16", 989.4, "NVIDIA H200 data sheet: that of the H100"},
      {"h200-sxm-141gb", "peak_fp8", 1978.9, "NVIDIA H200 data sheet: that of the H100"},
      {"b200-sxm-180gb", "peak_bf16", 2250, "NVIDIA DGX B200 data sheet: 36 PFLOP/s sparse on 8 GPUs"},
      {"b200-sxm-180gb", "peak_fp8", 4500, "NVIDIA DGX B200 data sheet: 72 PFLOP/s sparse on 8 GPUs"},
      {"l4", "peak_bf16", 121, "NVIDIA L4 data sheet: headline 242 is sparse"},
      {"mi300x", "peak_bf16", 1307.4, "AMD MI300X data sheet: 1307.4, sparse 2614.9"},
      {"mi300x", "peak_fp8", 2614.9, "AMD MI300X data sheet: 2614.9, sparse 5229.8"},
  };
  for (const auto& [id, peak, dense, source] : rows) {
    CAPTURE(id, peak, source);
    CHECK(of_accelerator(id, peak) == Approx(dense * tera).epsilon(1e-12));
  }
}

TEST_CASE(
    "memory is what the driver reports, which is neither the label in GB nor the label in GiB", "[catalog][facts]") {
  struct Row {
    const char* id;
    double mebibytes;  ///< nvidia-smi; MLCommons training results v4.1
  };
  for (const auto& [id, mebibytes] :
       {Row{"a100-sxm4-40gb", 40441}, Row{"h100-sxm5-80gb", 81559}, Row{"h200-sxm-141gb", 143771}}) {
    CAPTURE(id);
    CHECK(of_accelerator(id, "memory_reported") == mebibytes * mebi);
    CHECK(result(completed({{"accelerator.id", id}}), "memory.gpu_capacity") == mebibytes * mebi);
  }
}

TEST_CASE("bandwidths are per direction: half of the totals that data sheets print", "[catalog][facts]") {
  struct Row {
    const char* id;
    const char* link;
    double rate;  ///< GB/s
    const char* source;
  };
  const Row rows[] = {
      {"a100-sxm4-40gb", "scale_up_bandwidth", 300, "NVLink 3: 600 both ways"},
      {"a100-sxm4-80gb", "scale_up_bandwidth", 300, "NVLink 3: 600 both ways"},
      {"h100-sxm5-80gb", "scale_up_bandwidth", 450, "NVLink 4: 900 both ways"},
      {"h200-sxm-141gb", "scale_up_bandwidth", 450, "NVLink 4: 900 both ways"},
      {"b200-sxm-180gb", "scale_up_bandwidth", 900, "NVLink 5: 1800 both ways"},
      {"mi300x", "scale_up_bandwidth", 448, "7 links of 64: 896 both ways"},
      {"h100-sxm5-80gb", "host_link", 63, "PCIe 5 x16: 32 GT/s, 128b/130b, 126 both ways"},
      {"mi300x", "host_link", 63, "PCIe 5 x16: 32 GT/s, 128b/130b, 126 both ways"},
      {"a100-sxm4-80gb", "host_link", 31.5, "PCIe 4 x16: 16 GT/s, 128b/130b, 63 both ways"},
  };
  for (const auto& [id, link, rate, source] : rows) {
    CAPTURE(id, link, source);
    CHECK(of_accelerator(id, link) == Approx(rate * giga).epsilon(1e-12));
  }
  CHECK(fact("networks", "pcie5-x16", "network.rate") == 63 * giga);
}

TEST_CASE("a GB200 NVL72 has 36 superchips of two GPUs: 72 GPUs in one scale-up domain", "[catalog][facts]") {
  const Case rack = on("gb200-nvl72");
  CHECK(result(rack, "memory.gpu_capacity") == 189471 * mebi);
  CHECK(given(rack, "accelerator.devices") == 1);
  CHECK(given(rack, "node.gpus") == 2 * 36);
  CHECK(given(rack, "node.scale_up_domain") == 72);
}

TEST_CASE("an MI250X is two GPUs to software: a node of Frontier has eight of 64 GiB", "[catalog][facts]") {
  for (const char* system : {"frontier", "hpe-ex235a", "lumi-g"}) {
    CAPTURE(system);
    const Case node = on(system);
    CHECK(given(node, "node.accelerators") == 4);
    CHECK(given(node, "accelerator.devices") == 2);
    CHECK(given(node, "node.gpus") == 8);
    CHECK(result(node, "memory.gpu_capacity") == 64 * gibi);
    CHECK(given(node, "accelerator.peak") / given(node, "accelerator.devices") == Approx(191.5 * tera).epsilon(1e-12));
    CHECK(result(node, "capacity.gpu_bytes") == 512 * gibi);
  }
}

TEST_CASE("AMD's and Google's gigabytes are GiB", "[catalog][facts]") {
  // 206,141,652,992 bytes by the driver of an MI300X: 16 bytes for each of 100B parameters fit eight of them.
  CHECK(result(on("amd-mi300x-8"), "memory.gpu_capacity") == Approx(206141652992).epsilon(1e-4));
  const Case node = completed({{"cluster.system", "amd-mi300x-8"}, {"model.parameters_given", "100B"}});
  CHECK(result(node, "capacity.nodes_states") == 1);
  CHECK(result(on("tpu-v5p-host"), "memory.gpu_capacity") == 95 * gibi);
}

TEST_CASE("an MI300A's host memory is its HBM and counts once", "[catalog][facts]") {
  const Case node = on("hpe-ex255a");
  CHECK(given(node, "node.host_memory") == 512 * giga);
  CHECK(result(node, "capacity.host_bytes") == 0);
  CHECK(result(node, "capacity.cpu_bytes") == 4 * 128 * gibi);
  CHECK(result(node, "capacity.cpu_bytes") == result(node, "capacity.gpu_bytes"));

  const Case with_memory_of_its_own = on("frontier");
  CHECK(result(with_memory_of_its_own, "capacity.host_bytes") == 512 * giga);
  CHECK(result(with_memory_of_its_own, "capacity.cpu_bytes") == 512 * giga + 512 * gibi);
}

TEST_CASE("Leonardo's A100 is a part of its own with 64 GB", "[catalog][facts]") {
  const Case node = on("leonardo");
  CHECK(given(node, "accelerator.memory_label") == 64 * giga);
  CHECK(result(node, "memory.gpu_capacity") == 65536 * mebi);
  CHECK(given(node, "accelerator.peak") == 312 * tera);
  CHECK(text(origin(node, "accelerator.memory_label")) == "data sheet leonardo");
}

TEST_CASE("every system names an accelerator and a network of the catalog", "[catalog][facts]") {
  for (const std::string_view id : built_in().ids("systems")) {
    CAPTURE(id);
    for (const auto& [key, kind] : {std::pair{"accelerator.id", "accelerators"}, std::pair{"network.id", "networks"}}) {
      CAPTURE(key);
      const Fact* named = built_in().entry("systems", id).find(key);
      REQUIRE(named);
      CHECK_NOTHROW(built_in().entry(kind, named->word));
    }
  }
}

TEST_CASE("no accelerator is faster in a wider format than in a narrower one", "[catalog][facts]") {
  for (const std::string_view id : built_in().ids("accelerators")) {
    std::string wider;
    double peak = 0;
    for (const char* format : {"peak_fp64", "peak_fp32", "peak_tf32", "peak_bf16", "peak_fp8", "peak_fp4"}) {
      const double narrower = of_accelerator(id, format);
      if (is_absent(narrower)) continue;
      CAPTURE(id, wider, format);
      CHECK(peak <= narrower);
      wider = format, peak = narrower;
    }
  }
}

TEST_CASE("prices stand with their dates and nowhere else", "[catalog][facts]") {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path.starts_with("hardware-db/prices/") || file.path == "docs/glossary.csv") continue;
    std::string text(file.text);
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    // A scenario may name the dated list.
    for (const char* list : {"\"prices\": \"public\"", "public prices"})
      if (const auto at = text.find(list); at != std::string::npos) text.erase(at, std::string_view(list).size());
    for (const char* sign : {"price", "usd", "dollar", "€", "$", "per hour"}) {
      CAPTURE(file.path, sign);
      CHECK(text.find(sign) == std::string::npos);
    }
  }
  // Prices are the user's own: none has a default.
  for (const InputAbout* input : numeric_inputs())
    if (input->unit == Unit::money) {
      CAPTURE(input->key);
      CHECK_FALSE(input->initial.has_value());
    }
}

TEST_CASE("the catalog holds 58 accelerators, 74 systems and 172 models", "[catalog][facts]") {
  CHECK(built_in().ids("accelerators").size() == 58);
  CHECK(built_in().ids("systems").size() == 74);
  CHECK(built_in().ids("models").size() == 172);
}

}  // namespace
}  // namespace llmsize::test
