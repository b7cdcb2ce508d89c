// SPDX-License-Identifier: Apache-2.0
// Ports of a node are read from what publications write of their networks.
#include "core/calibration/interconnect.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

constexpr double gbit = 1e9 / 8;

TEST_CASE("ports are read from words", "[measurement]") {
  struct Written {
    const char* text;
    double count, gbits;
  };
  for (const auto& [text, count, gbits] : {
           Written{"HDR InfiniBand 8x200 Gb/s per DGX A100 node; NVLink/NVSwitch in node", 8, 200},
           {"4x Omni-Path 100 Gb/s per 8-GPU node; NVLink in node", 4, 100},
           {"4 GPUs per node; 4x Omni-Path 100 Gb/s", 4, 100},
           {"1600 Gb/s RoCE per node", 4, 400},
           {"400 Gb/s", 1, 400},
           {"NDR InfiniBand 400 Gb/s", 8, 400},
           {"NVLink in node; 400 Gb/s RDMA per GPU", 8, 400},
           {"NVLink; CX-7 400 Gb/s per GPU", 8, 400},
           {"8x50 GB/s InfiniBand per node", 8, 400},
           {"2x Mellanox ConnectX-5 Ex 100Gb/s Ethernet", 2, 100},
           {"8x ConnectX-7 IB NDR 400Gb/s + 200Gb/s Ethernet NIC", 8, 400},
           {"Storage: 2x ConnectX-7 IB NDR 400Gb/s, Compute: 8x ConnectX-7 IB NDR 400Gb/s", 8, 400},
           {"BF3 200Gbps for NS and 2xBF3 400Gbps for EW", 2, 400},
       }) {
    CAPTURE(text);
    const auto ports = ports_of(text, 8, 8);
    REQUIRE(ports);
    CHECK(ports->count == count);
    CHECK(ports->rate == gbits * gbit);
  }
}

TEST_CASE("where no rate of a network is told, none is read", "[measurement]") {
  for (const char* text :
       {"", "Ethernet", "single node NVLink", "InfiniBand; Data bandwidth for GPU-PCIe: 504 GB/s", "NVL72"})
    CHECK_FALSE(ports_of(text, 8, 8));
}

}  // namespace
}  // namespace llmsize::test
