// SPDX-License-Identifier: Apache-2.0
#include "worker.hpp"

#include "core/probe/child.hpp"

#include <unistd.h>

#include <cstdio>
#include <filesystem>

namespace llmsize {

const ProbeResult& Said::with(const std::string& key, const Json& value) const {
  for (const ProbeResult& result : results)
    if (result.params.contains(key) && result.params.at(key) == value) return result;
  throw std::runtime_error("no result with " + key + " " + value.dump() + "; failed: " + failed);
}

std::string fakes(const std::string& name) { return std::string(LLMSIZE_FAKES) + "/" + name; }

GpuJob small_job(const std::string& probe, const std::string& libraries) {
  GpuJob job;
  job.probe = probe;
  job.library_folder = fakes(libraries);
  job.shapes = {{"square", 64, 64, 64}, {"mlp_up", 32, 96, 64}};
  job.sizes = {1 << 20, 64 << 10};
  job.seconds = 2;
  return job;
}

Said run_fake(const GpuJob& job, const std::vector<std::string>& environment) {
  Child child;
  child.command = {LLMSIZE_GPU_WORKER, "probe-worker", write_job(job).dump()};
  child.environment = environment;
  const ChildEnd end = run_child(child);
  Said said;
  said.exit_code = end.exit_code;
  std::size_t at = 0;
  for (std::size_t line_end; (line_end = end.output.find('\n', at)) != std::string::npos; at = line_end + 1) {
    const Json line = Json::parse(end.output.substr(at, line_end - at));
    if (line.contains("result")) said.results.push_back(read_result(line.at("result")));
    if (line.contains("host")) said.host.update(line.at("host"), true);
    if (line.contains("done")) said.done = true;
    if (line.contains("failed")) {
      said.failed = line.at("failed").get<std::string>();
      said.missing = line.at("missing").get<bool>();
    }
  }
  return said;
}

std::string fresh_file(const std::string& name) {
  const std::string path = fakes(name + "." + std::to_string(getpid()));
  std::filesystem::remove(path);
  return path;
}

}  // namespace llmsize
