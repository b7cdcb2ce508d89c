// SPDX-License-Identifier: Apache-2.0
#include "cli/probe_worker.hpp"

#include "cli/command.hpp"
#include "core/probe/gpu/gpu.hpp"

namespace llmsize::cli {

int work_for_probe(const std::string& job) {
  return run_gpu_worker(parse_json(job, "probe-worker"), [](const Json& line) { print(line.dump() + "\n"); });
}

}  // namespace llmsize::cli
