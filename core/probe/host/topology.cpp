// SPDX-License-Identifier: Apache-2.0
#include "core/probe/host/topology.hpp"

#include "core/probe/step.hpp"

#include <hwloc.h>

#include <algorithm>

namespace llmsize {

struct Topology::Hardware {
  hwloc_topology_t topology = nullptr;
  hwloc_bitmap_t usable = nullptr;  ///< hardware threads that this process is bound to

  Hardware() {
    if (hwloc_topology_init(&topology) != 0 || hwloc_topology_load(topology) != 0) {
      if (topology) hwloc_topology_destroy(topology);
      throw ProbeFailure(ProbeFailure::Kind::failed, "hwloc cannot read the CPU topology");
    }
    usable = hwloc_bitmap_alloc();
    if (hwloc_get_cpubind(topology, usable, HWLOC_CPUBIND_PROCESS) != 0 || hwloc_bitmap_iszero(usable))
      hwloc_bitmap_copy(usable, hwloc_topology_get_allowed_cpuset(topology));
  }
  ~Hardware() {
    hwloc_bitmap_free(usable);
    hwloc_topology_destroy(topology);
  }
  Hardware(const Hardware&) = delete;
  Hardware& operator=(const Hardware&) = delete;

  int count(hwloc_obj_type_t type) const { return std::max(0, hwloc_get_nbobjs_by_type(topology, type)); }

  /// The last-level caches among the cores of a set.
  double cache_of(hwloc_const_cpuset_t cores) const {
    for (const hwloc_obj_type_t level : {HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE}) {
      double bytes = 0;
      for (hwloc_obj_t cache = nullptr; (cache = hwloc_get_next_obj_by_type(topology, level, cache));)
        if (hwloc_bitmap_intersects(cache->cpuset, cores)) bytes += static_cast<double>(cache->attr->cache.size);
      if (bytes > 0) return bytes;
    }
    return 0;
  }
};

Topology::Topology() : hardware_(std::make_unique<Hardware>()) {}
Topology::~Topology() = default;

int Topology::sockets() const { return std::max(1, hardware_->count(HWLOC_OBJ_PACKAGE)); }
int Topology::cores() const { return std::max(1, hardware_->count(HWLOC_OBJ_CORE)); }
int Topology::threads() const { return std::max(1, hardware_->count(HWLOC_OBJ_PU)); }

std::vector<NumaNode> Topology::nodes() const {
  std::vector<NumaNode> all;
  for (hwloc_obj_t memory = nullptr;
       (memory = hwloc_get_next_obj_by_type(hardware_->topology, HWLOC_OBJ_NUMANODE, memory));) {
    const hwloc_obj_t before = memory->prev_cousin;
    const bool shared_cores = before && hwloc_bitmap_isequal(before->cpuset, memory->cpuset);
    // A second memory beside the same cores (that of a GPU, HBM of a CPU) is not where threads' own memory comes to
    // lie.
    if (memory->attr->numanode.local_memory == 0 || shared_cores) continue;
    NumaNode node{memory->os_index, {}, hardware_->cache_of(memory->cpuset)};
    for (hwloc_obj_t core = nullptr; (core = hwloc_get_next_obj_by_type(hardware_->topology, HWLOC_OBJ_CORE, core));)
      if (hwloc_bitmap_isincluded(core->cpuset, memory->cpuset) &&
          hwloc_bitmap_intersects(core->cpuset, hardware_->usable))
        node.cores.push_back(core->logical_index);
    if (!node.cores.empty()) all.push_back(node);
  }
  return all;
}

bool Topology::bind(unsigned core) const {
  const hwloc_obj_t found = hwloc_get_obj_by_type(hardware_->topology, HWLOC_OBJ_CORE, core);
  if (!found) return false;
  const hwloc_bitmap_t where = hwloc_bitmap_dup(found->cpuset);
  hwloc_bitmap_and(where, where, hardware_->usable);
  hwloc_bitmap_singlify(where);
  const bool bound = hwloc_set_cpubind(hardware_->topology, where, HWLOC_CPUBIND_THREAD) == 0;
  hwloc_bitmap_free(where);
  return bound;
}

}  // namespace llmsize
