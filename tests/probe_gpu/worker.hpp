// SPDX-License-Identifier: Apache-2.0
// Runs the worker against fake libraries and hears what it says.
#pragma once

#include "core/probe/gpu/work.hpp"

#include <string>
#include <vector>

namespace llmsize {

struct Said {
  std::vector<ProbeResult> results{};
  Json host = Json::object();
  std::string failed{};
  bool missing = false, done = false;
  int exit_code = 0;

  /// The result with this parameter.
  const ProbeResult& with(const std::string& key, const Json& value) const;
};

/// Folder of a set of fakes: "nvidia", "amd", "old"; of no libraries: "none".
std::string fakes(const std::string& name);

GpuJob small_job(const std::string& probe, const std::string& libraries = "nvidia");

/// What the kernel would tell of two AMD GPUs, below FOLDER/sys.
void write_amd_files(const std::string& folder);

/// `environment`: NAME=VALUE for the fakes.
Said run_fake(const GpuJob& job, const std::vector<std::string>& environment = {});

/// A file of this test run that is not there yet.
std::string fresh_file(const std::string& name);

}  // namespace llmsize
