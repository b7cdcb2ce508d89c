// SPDX-License-Identifier: Apache-2.0
#include "core/probe/host/identity.hpp"

#include "core/probe/host/pci.hpp"
#include "core/probe/host/sys_files.hpp"
#include "core/probe/host/topology.hpp"
#include "core/probe/step.hpp"

#include <fmt/format.h>
#include <sha2.h>
#include <sys/utsname.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace llmsize {
namespace {

namespace fs = std::filesystem;

/// Machines that were cloned from one image share their machine-id, machines without one (containers) have no other
/// lasting number: the name of the host is mixed in, and the id cannot be guessed from it alone.
std::string identifier(const fs::path& root, const std::string& name) {
  const std::string machine = first_line(root / "etc/machine-id");
  return fmt::format("{}\n{}", machine.empty() ? first_line(root / "proc/sys/kernel/random/boot_id") : machine, name);
}

/// The text after a key in files such as /proc/cpuinfo: "model name : AMD EPYC".
std::string field(const fs::path& file, std::string_view key, char separator) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t end = line.find(separator);
    if (line.rfind(key, 0) != 0 || end == std::string::npos) continue;
    const std::size_t first = line.find_first_not_of(" \t\"", end + 1), last = line.find_last_not_of(" \t\"");
    return first == std::string::npos ? std::string{} : line.substr(first, last - first + 1);
  }
  return {};
}

Json identify_cpu(const fs::path& root) {
  Json cpu{{"model", field(root / "proc/cpuinfo", "model name", ':')}};
  const Topology topology;
  cpu["sockets"] = topology.sockets();
  cpu["cores"] = topology.cores();
  cpu["threads"] = topology.threads();
  std::size_t usable = 0;
  double cache = 0;
  const auto nodes = topology.nodes();
  for (const NumaNode& node : nodes) {
    usable += node.cores.size();
    cache += node.cache;
  }
  cpu["cores_usable"] = usable;
  cpu["numa_nodes"] = nodes.size();
  cpu["cache_bytes"] = number_json(cache);
  return cpu;
}

double memory_bytes(const fs::path& root) {
  double kibibytes = 0;
  std::istringstream(field(root / "proc/meminfo", "MemTotal", ':')) >> kibibytes;
  return kibibytes * 1024;
}

}  // namespace

std::string hashed(std::string_view identifier) {
  const std::string salted = fmt::format("llmsize.probe/1\n{}", identifier);
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(salted.data()), salted.size(), digits.data());
  return digits.data();
}

Json identify_host(bool with_name, const std::string& root_path) {
  const fs::path root = root_path.empty() ? "/" : root_path;
  utsname system{};
  uname(&system);
  Json host{{"id", hashed(identifier(root, system.nodename))}};
  if (with_name) host["name"] = system.nodename;
  host["os"] = field(root / "etc/os-release", "PRETTY_NAME", '=');
  host["kernel"] = system.release;
  try {
    host["cpu"] = identify_cpu(root);
  } catch (const ProbeFailure&) {
    host["cpu"] = Json::object();  // an identity with a gap is better than none; the dram probe tells why
  }
  host["mem_bytes"] = number_json(memory_bytes(root));
  host["gpus"] = list_gpus(root / "sys");
  host["nics"] = list_nics(root / "sys");
  host["libs"] = Json::object();
  return host;
}

}  // namespace llmsize
