// SPDX-License-Identifier: Apache-2.0
// What a machine tells of itself, who launched a probe, and the triad.
#include "core/files/bad_input.hpp"
#include "core/probe/host/host.hpp"
#include "core/probe/host/identity.hpp"
#include "core/probe/host/memory.hpp"
#include "core/probe/host/pci.hpp"
#include "core/probe/host/triad.hpp"
#include "core/probe/launch.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <map>

namespace llmsize::test {
namespace {

namespace fs = std::filesystem;

/// A machine made of files.
class Machine {
 public:
  Machine() {
    std::string name = (fs::temp_directory_path() / "llmsize-test-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    root_ = name;
  }
  ~Machine() { fs::remove_all(root_); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void has(const std::string& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text << "\n";
  }
  std::string root() const { return root_.string(); }

 private:
  fs::path root_;
};

TEST_CASE("Identifiers are hashed with a salt, always alike", "[probe]") {
  CHECK(hashed("") == hashed(""));
  CHECK(hashed("a").size() == 64);
  CHECK(hashed("a") != hashed("b"));
  // printf 'llmsize.probe/1\nabc' | sha256sum
  CHECK(hashed("abc") == "4aa892a1da59adb87606cecb0ae385cc4f58bbbee12ac73ec6bf26b32d3855da");
}

TEST_CASE("GPUs are found on the PCI bus, other displays are not", "[probe]") {
  const Machine machine;
  const std::string bus = "sys/bus/pci/devices/";
  machine.has(bus + "0000:1b:00.0/class", "0x030200");
  machine.has(bus + "0000:1b:00.0/vendor", "0x10de");
  machine.has(bus + "0000:1b:00.0/device", "0x2330");
  machine.has(bus + "0000:1b:00.0/numa_node", "1");
  machine.has(bus + "0000:1b:00.0/max_link_speed", "32.0 GT/s PCIe");
  machine.has(bus + "0000:1b:00.0/current_link_width", "16");
  machine.has(bus + "0000:03:00.0/class", "0x030000");
  machine.has(bus + "0000:03:00.0/vendor", "0x1a03");
  machine.has(bus + "0000:05:00.0/class", "0x120000");
  machine.has(bus + "0000:05:00.0/vendor", "0x1002");
  machine.has(bus + "0000:05:00.0/numa_node", "-1");
  const Json gpus = list_gpus(machine.root() + "/sys");
  REQUIRE(gpus.size() == 2);
  CHECK(gpus[0] == Json{{"vendor", "amd"}, {"pci", "0000:05:00.0"}, {"device", ""}});
  CHECK(gpus[1].at("vendor") == "nvidia");
  CHECK(gpus[1].at("numa") == 1);
  CHECK(gpus[1].at("pcie") == Json{{"gen", 5}, {"width", 16}});
  CHECK(list_gpus(machine.root() + "/none").empty());
}

TEST_CASE("Network interfaces that are devices are listed with their rates", "[probe]") {
  const Machine machine;
  machine.has("sys/class/net/lo/type", "772");
  machine.has("sys/class/net/eth0/device/numa_node", "0");
  machine.has("sys/class/net/eth0/type", "1");
  machine.has("sys/class/net/eth0/speed", "100000");
  machine.has("sys/class/net/eth1/device/numa_node", "0");
  machine.has("sys/class/net/eth1/speed", "-1");
  machine.has("sys/class/infiniband/mlx5_0/ports/1/rate", "400 Gb/sec (4X NDR)");
  machine.has("sys/class/infiniband/mlx5_0/device/numa_node", "1");
  const Json nics = list_nics(machine.root() + "/sys");
  REQUIRE(nics.size() == 3);
  CHECK(nics[0].at("bits_per_second") == 100000000000);
  CHECK_FALSE(nics[1].contains("bits_per_second"));
  CHECK(nics[2] == Json{{"name", "mlx5_0:1"}, {"kind", "rdma"}, {"bits_per_second", 400000000000}, {"numa", 1}});
}

TEST_CASE("Memory is what the system has available, or what control groups leave of it", "[probe]") {
  const Machine machine;
  CHECK(available_memory(machine.root()) == 0);
  machine.has("proc/meminfo", "MemTotal: 2000 kB\nMemAvailable:   1000 kB\nCached: 1 kB");
  CHECK(available_memory(machine.root()) == 1024000);
  machine.has("proc/self/cgroup", "0::/slurm/job");
  machine.has("sys/fs/cgroup/slurm/job/memory.max", "max");
  machine.has("sys/fs/cgroup/slurm/job/memory.current", "5000");
  CHECK(available_memory(machine.root()) == 1024000);
  machine.has("sys/fs/cgroup/slurm/memory.max", "500000");
  machine.has("sys/fs/cgroup/slurm/memory.current", "100000");
  CHECK(available_memory(machine.root()) == 400000);
}

TEST_CASE("The launcher tells rank and size", "[probe]") {
  const auto launched = [](const std::map<std::string, std::string>& variables) {
    return find_launch([&](const char* name) { return variables.count(name) ? variables.at(name).c_str() : nullptr; });
  };
  CHECK(launched({}).kind == "single");
  CHECK(launched({}).size == 1);
  const Launch slurm = launched({{"SLURM_PROCID", "3"}, {"SLURM_NTASKS", "8"}});
  CHECK((slurm.kind == "slurm" && slurm.rank == 3 && slurm.size == 8));
  const Launch both = launched(
      {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}, {"OMPI_COMM_WORLD_RANK", "5"}, {"OMPI_COMM_WORLD_SIZE", "6"}});
  CHECK((both.kind == "openmpi" && both.rank == 5 && both.size == 6));
  CHECK(launched({{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}}).kind == "pmi");
  CHECK(launched({{"PMI_RANK", "2"}, {"PMI_SIZE", "2"}}).kind == "single");
  CHECK(launched({{"PMI_RANK", "x"}, {"PMI_SIZE", "2"}}).kind == "single");
}

TEST_CASE("%r stands for the rank, and processes never share a file", "[probe]") {
  const Launch third{"slurm", 2, 8};
  CHECK(file_of_rank("nodes/%r.json", third) == "nodes/2.json");
  CHECK(file_of_rank("%r/%r.json", third) == "2/2.json");
  CHECK(file_of_rank("", third).empty());
  CHECK(file_of_rank("-", third) == "-");
  CHECK(file_of_rank("a.json", {}) == "a.json");
  CHECK_THROWS_AS(file_of_rank("a.json", third), BadInput);
}

TEST_CASE("The triad is timed, verified, and stops when asked", "[probe]") {
  const Topology topology;
  REQUIRE_FALSE(topology.nodes().empty());
  const auto cores = topology.nodes().front().cores;
  std::atomic<int> stop{0};
  double last = 0;
  const Triad all = run_triad(topology, cores, 1000003, 3, stop, [&](double share) { last = share; });
  CHECK(all.seconds.size() == 3);
  CHECK(all.verified);
  CHECK(last == 1);
  stop = 2;
  const Triad none = run_triad(topology, cores, 1000, 3, stop, {});
  CHECK(none.seconds.empty());
  CHECK_FALSE(none.verified);
}

TEST_CASE("dram is planned where it or the host is asked for", "[probe]") {
  ProbeOptions options;
  options.probes = {"gpu"};
  CHECK(host_steps(options).empty());
  for (const char* name : {"dram", "host"}) {
    options.probes = {name};
    const auto steps = host_steps(options);
    REQUIRE_FALSE(steps.empty());
    CHECK(steps.back().seconds > 0);
    CHECK(steps.back().bytes_written == 0);
  }
}

}  // namespace
}  // namespace llmsize::test
