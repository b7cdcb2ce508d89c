// SPDX-License-Identifier: Apache-2.0
// Which GPUs there are. No context is made, so that a GPU that others use is not disturbed.
#include "core/probe/gpu/probe.hpp"
#include "core/probe/host/identity.hpp"

namespace llmsize {
namespace {

void probe_identity(GpuWork& work) {
  Json gpus = Json::array();
  for (int gpu = 0; gpu < work.gpu().devices(); ++gpu) {
    const GpuFacts& facts = work.facts(gpu);
    Json one{
        {"vendor", facts.vendor},
        {"name", facts.name},
        {"uuid", hashed(facts.uuid)},
        {"pci", facts.bus},
        {"mem_bytes", number_json(facts.memory)},
        {"cache_bytes", number_json(facts.cache)},
        {"processors", facts.processors},
        {"capability", std::to_string(facts.major) + "." + std::to_string(facts.minor)},
        {"host_link", facts.host_link}};
    if (work.monitor()) one.update(work.monitor()->identity(facts.bus));
    gpus.push_back(std::move(one));
  }
  work.say_host({{"gpus", gpus}, {"libs", {{work.gpu().name(), work.gpu().version()}}}});
}

}  // namespace

const GpuProbe identity_probe{"identity", probe_identity, {}};

}  // namespace llmsize
