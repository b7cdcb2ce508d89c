// SPDX-License-Identifier: Apache-2.0
// Stands for the program as a worker: PROGRAM probe-worker JOB.
#include "core/probe/gpu/gpu.hpp"

#include <cstdio>
#include <string_view>

int main(int argc, char** argv) {
  if (argc != 3 || std::string_view(argv[1]) != "probe-worker") return 2;
  return llmsize::run_gpu_worker(llmsize::Json::parse(argv[2]), [](const llmsize::Json& line) {
    std::puts(line.dump().c_str());
    std::fflush(stdout);
  });
}
