// SPDX-License-Identifier: Apache-2.0
// The plan of storage probes: what is shown before anything is written.
#include "core/files/bad_input.hpp"
#include "core/probe/storage/file_system.hpp"
#include "core/probe/storage/storage.hpp"
#include "tests/probe/storage_setting.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

using namespace llmsize;
using namespace llmsize::tests;
using Catch::Contains;
using Catch::EndsWith;

namespace {

ProbeOptions options(const std::string& probe, const std::string& folder) {
  ProbeOptions all;
  all.probes = {probe};
  all.preset = Preset::quick;
  all.directory = folder;
  all.max_bytes = 256 * 0x1p20;
  return all;
}

}  // namespace

TEST_CASE("a plan writes nothing, and tells seconds, bytes and commands of every step") {
  const Folder folder;
  const auto steps = storage_steps(options("fs", folder.path()));
  CHECK(folder.entries() == 0);
  double seconds = 0, written = 0;
  for (const ProbeStep& step : steps) {
    seconds += step.seconds;
    written += step.bytes_written;
    CHECK(step.seconds > 0);
    CHECK(step.bytes_kept <= 256 * 0x1p20);
    if (step.measures) CHECK_THAT(step.command.at(0), EndsWith("/fio"));
  }
  CHECK(seconds <= 30);
  CHECK(written <= 256 * 0x1p20);
  CHECK_THAT(steps.front().what, Contains(std::filesystem::canonical(folder.path()).string()));
  CHECK_FALSE(steps.front().measures);
  CHECK_FALSE(steps.back().measures);
}

TEST_CASE("nothing is planned where no storage probe is asked for") {
  CHECK(storage_steps(options("gemm", "")).empty());
}

TEST_CASE("storage means the disk of this machine where the folder lies on one, else shared storage") {
  const OpenFolder open;
  const bool network = file_system(open.number, open.folder.path()).network;
  ProbeOptions asked = options("storage", open.folder.path());
  CHECK(storage_steps(asked).front().probe == (network ? "fs" : "nvme"));
  asked.launch = {"slurm", 0, 2};
  CHECK(storage_steps(asked).front().probe == (network ? "fs-clients" : "nvme"));
}

TEST_CASE("sustained writes are planned only where they are named") {
  const Folder folder;
  for (const ProbeStep& step : storage_steps(options("storage", folder.path())))
    CHECK_THAT(step.probe, !Contains("sustained"));
  const auto steps = storage_steps(options("fs-sustained", folder.path()));
  CHECK(steps.front().probe == "fs-sustained.write");
}

TEST_CASE("a first pass of a probe: layout, one write, one read, all gone at the end") {
  const Folder folder;
  Run run;
  auto steps = storage_steps(options("fs", folder.path()));
  const auto is = [](const std::string& probe) {
    return [probe](const ProbeStep& step) { return step.probe == probe; };
  };
  steps.front().run(run.running());
  for (const std::string probe : {"fs.write", "fs.read"})
    std::find_if(steps.begin(), steps.end(), is(probe))->run(run.running());
  CHECK(folder.entries() == 1);
  steps.clear();
  CHECK(folder.entries() == 0);
  REQUIRE(run.record.results.size() == 2);
  CHECK(run.record.results[0].unit == "B/s");
  CHECK(run.record.results[0].verified);
}
