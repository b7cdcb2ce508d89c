// SPDX-License-Identifier: Apache-2.0
// Sockets, cores, caches and memory nodes, as hwloc finds them; binds threads to cores.
#pragma once

#include <memory>
#include <vector>

namespace llmsize {

/// Memory with the cores next to it.
struct NumaNode {
  unsigned number = 0;          ///< as the system counts
  std::vector<unsigned> cores;  ///< of those that this process may use, by their place in hwloc's order
  double cache = 0;             ///< bytes of the last-level caches of its cores
};

class Topology {
 public:
  /// Throws ProbeFailure where hwloc cannot read this machine.
  Topology();
  ~Topology();
  Topology(const Topology&) = delete;
  Topology& operator=(const Topology&) = delete;

  int sockets() const;
  int cores() const;    ///< of the machine
  int threads() const;  ///< hardware threads
  /// Memory nodes whose cores this process may use.
  std::vector<NumaNode> nodes() const;
  /// Keeps the calling thread on a core; whether the system let it.
  bool bind(unsigned core) const;

 private:
  struct Hardware;
  std::unique_ptr<Hardware> hardware_;
};

}  // namespace llmsize
