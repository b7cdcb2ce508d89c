// SPDX-License-Identifier: Apache-2.0
// Several clients that measure shared storage at the same time.
#include "core/probe/storage/clients.hpp"
#include "core/probe/storage/session.hpp"
#include "tests/probe/storage_setting.hpp"

#include <catch2/catch.hpp>

#include <future>

using namespace llmsize;
using namespace llmsize::tests;
using Catch::Contains;

namespace {

constexpr double mib = 0x1p20;

/// One client from beginning to end.
void measure(const std::string& folder, int rank, Run& run) {
  StorageSession session("fs-clients", folder, {2, 8 * mib}, {"slurm", rank, 2});
  session.lay_out(4, run.running());
  Point read{"fs-clients", Work::read, 2, 0.3, 2.5};
  session.measure(read, 0, run.running());
  session.close(run.running());
}

}  // namespace

TEST_CASE("clients overlap by what all of their windows share") {
  CHECK(overlap({{0, 10}, {0, 10}}) == 1);
  CHECK(overlap({{0, 10}, {1, 11}}) == Approx(0.9));
  CHECK(overlap({{0, 10}, {2, 12}, {4, 10}}) == Approx(0.6));
  CHECK(overlap({{0, 10}, {20, 30}}) == 0);
  CHECK(overlap({{0, 10}, {0, 0}}) == 0);
}

TEST_CASE("clients start together, read the files of each other and leave nothing") {
  const Folder folder;
  Run first, second;
  // What fails in it is told here; from a bare thread it would end the program.
  auto other = std::async(std::launch::async, [&] { measure(folder.path(), 1, second); });
  measure(folder.path(), 0, first);
  other.get();
  CHECK(folder.entries() == 0);
  for (const Run* run : {&first, &second}) {
    REQUIRE(run->record.results.size() == 1);
    const ProbeResult& result = run->record.results.front();
    CHECK(result.params["clients"] == 2);
    // A machine that is busy with something else may start one of them late: then they must not count.
    if (!result.valid()) WARN("the clients did not measure at once: " << Json(result.flags).dump());
    CHECK(result.raw.size() + result.details.value("rejected", Json::array()).size() == 1);
  }
}

TEST_CASE("the files that a client reads are those of the next one") {
  const OpenFolder folder;
  const Workspace first(folder.number), second(folder.number);
  Clients one(folder.number, first, {"slurm", 0, 2}, 2, 0.1), two(folder.number, second, {"slurm", 1, 2}, 2, 0.1);
  second.write("data.0", "of the second");
  const std::atomic<int> stop{0};
  auto other = std::async(std::launch::async, [&] { return two.start_together(0, stop); });
  CHECK(one.start_together(0, stop) > 0);
  CHECK(other.get() > 0);
  CHECK(text_of(one.neighbour(), "data.0") == "of the second");
  CHECK(text_of(two.neighbour(), "client") == text_of(first.folder(), "client"));
}

TEST_CASE("a client that does not come or leaves is told by its number") {
  const OpenFolder folder;
  const Workspace first(folder.number);
  const std::atomic<int> stop{0};
  Clients one(folder.number, first, {"slurm", 0, 2}, 0.3, 0.1);
  CHECK_THAT(failure_of([&] { one.start_together(0, stop); }), Contains("client 1 of 2 did not connect"));
  Workspace second(folder.number);
  Clients two(folder.number, second, {"slurm", 1, 2}, 0.3, 0.1);
  second.write("ready.1", "ready");
  one.start_together(1, stop);
  second.remove_all();
  CHECK_THAT(failure_of([&] { one.start_together(2, stop); }), Contains("client 1 disconnected"));
}

TEST_CASE("two clients of one number are not measured") {
  const OpenFolder folder;
  const Workspace first(folder.number), second(folder.number), third(folder.number);
  const std::atomic<int> stop{0};
  Clients one(folder.number, first, {"slurm", 0, 2}, 0.3, 0.1), two(folder.number, second, {"slurm", 1, 2}, 0.3, 0.1),
      three(folder.number, third, {"slurm", 1, 2}, 0.3, 0.1);
  CHECK_THAT(failure_of([&] { one.start_together(0, stop); }), Contains("left over"));
}
