// SPDX-License-Identifier: Apache-2.0
// A point that the probe measures beside the same fio command run by hand, in pairs: the ratio should be 1 within 3 %.
// storage_probe_bench [FOLDER [PAIRS [quick]]]
#include "core/files/bad_input.hpp"
#include "core/probe/storage/fio_answer.hpp"
#include "core/probe/storage/folder.hpp"
#include "core/probe/storage/storage.hpp"
#include "core/probe/storage/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>

namespace llmsize {
namespace {

struct Kind {
  std::string probe;
  Work work;
  int threads;
};

/// Shell words for a command, with the engine that the probe chose.
std::string by_hand(const ProbeStep& step, const std::string& folder, const ProbeResult& result) {
  std::string line = fmt::format("cd '{}' &&", folder);
  for (std::string word : step.command) {
    if (word.rfind("--ioengine=", 0) == 0) word = "--ioengine=" + result.params["engine"].get<std::string>();
    if (word.rfind("--direct=", 0) == 0) word = fmt::format("--direct={:d}", result.params["direct"].get<bool>());
    line += fmt::format(" '{}'", word);
  }
  return line + "; rm -f new.*";
}

double rate_by_hand(const std::string& line, Work work) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(line.c_str(), "r"), pclose);
  std::string output;
  for (int one; (one = std::fgetc(pipe.get())) != EOF;) output += static_cast<char>(one);
  const FioAnswer answer = read_fio(output, work);
  return random(work) ? answer.operations : answer.bandwidth;
}

/// The rate that one run of a step adds to the record.
double rate_of_probe(const ProbeStep& step, ProbeRecord& record) {
  const std::atomic<int> stop{0};
  record.results.clear();
  step.run({record, stop});
  const ProbeResult& result = record.results.at(0);
  return result.raw.empty() ? result.details["rejected"][0]["value"].get<double>() : result.raw.front();
}

/// By hand, probe, by hand, probe, …, by hand: each run of the probe stands between two others, so that a disk that
/// drifts drifts for both.
void compare(const ProbeStep& step, const Kind& kind, const std::string& folder, int pairs) {
  ProbeRecord record;
  rate_of_probe(step, record);  // tells the engine, and warms up
  const std::string line = by_hand(step, folder, record.results.front());
  std::vector<double> ratios, alone;
  double before = rate_by_hand(line, kind.work);
  for (int pair = 0; pair < pairs; ++pair) {
    const double probe = rate_of_probe(step, record), after = rate_by_hand(line, kind.work);
    ratios.push_back(probe / std::sqrt(before * after));
    alone.push_back(after / before);
    before = after;
  }
  const Repeats both = repeats(ratios), noise = repeats(alone);
  fmt::print(
      "{:17} {} threads, {} pairs: probe over fio by hand {:.3f}, P10 to P90 {:.3f} to {:.3f}; by hand over by hand "
      "{:.3f}, {:.3f} to "
      "{:.3f}\n",
      kind.probe, kind.threads, both.n, both.median, both.p10, both.p90, noise.median, noise.p10, noise.p90);
  std::fflush(stdout);
}

}  // namespace
}  // namespace llmsize

int main(int count, char** words) try {
  using namespace llmsize;
  ProbeOptions options;
  options.probes = {"fs"};
  options.directory = count > 1 ? words[1] : std::filesystem::temp_directory_path().string();
  options.preset = count > 3 ? Preset::quick : Preset::standard;
  options.max_bytes = 0x1p30;
  const int pairs = count > 2 ? std::max(1, std::atoi(words[2])) : 7;
  std::vector<ProbeStep> steps = storage_steps(options);
  ProbeRecord record;
  const std::atomic<int> stop{0};
  steps.front().run({record, stop});
  const ProbeFolder parent = open_probe_folder(options.directory);
  const std::string folder = fmt::format("{}/{}", parent.path, leftovers(parent.open.number()).at(0).name);
  const int threads = options.preset == Preset::quick ? 8 : 4;
  for (const Kind& kind :
       {Kind{"fs.read", Work::read, threads}, Kind{"fs.random_read", Work::random_read, threads},
        Kind{"fs.write", Work::write, threads}})
    for (const ProbeStep& step : steps)
      if (step.probe == kind.probe && step.what.find(fmt::format("by {} threads", threads)) != std::string::npos) {
        compare(step, kind, folder, pairs);
        break;
      }
  steps.back().run({record, stop});
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
