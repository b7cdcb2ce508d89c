// SPDX-License-Identifier: Apache-2.0
// fio at work, in small: what it writes, how it is stopped, what it leaves.
#include "core/files/bad_input.hpp"
#include "core/probe/storage/file_set.hpp"
#include "core/probe/storage/fio_run.hpp"
#include "core/probe/storage/session.hpp"
#include "core/probe/storage/storage.hpp"
#include "tests/probe/storage_setting.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

using namespace llmsize;
using namespace llmsize::tests;
using Catch::Contains;

namespace {

constexpr double mib = 0x1p20;

Point point(Work work, int threads, double seconds = 0.3) {
  Point one{"nvme", work, threads, 0, seconds};
  one.cap = one.kept = 16 * mib;
  return one;
}

/// Signals a run after a while.
struct Later {
  std::thread thread;

  Later(Run& run, int signal, double seconds)
      : thread([&run, signal, seconds] {
          std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
          run.stop = signal;
        }) {}
  ~Later() { thread.join(); }
};

double seconds_of(const std::function<void()>& work) {
  const double start = epoch_seconds();
  work();
  return epoch_seconds() - start;
}

bool has(const ProbeResult& result, const std::string& flag) {
  return std::find(result.flags.begin(), result.flags.end(), flag) != result.flags.end();
}

}  // namespace

TEST_CASE("writes stop at their cap, however much time is left") {
  const OpenFolder folder;
  Run run;
  const Point one = point(Work::write, 4, 20);
  const auto answer = run_fio(
      fio_command(one, {}, choose_engine(folder.number, run.running())), folder.number, 20, Work::write, run.running());
  REQUIRE(answer);
  CHECK(answer->bytes == one.cap);
  CHECK(answer->seconds < 19);
  for (const char* name : {"new.0", "new.1", "new.2", "new.3"}) CHECK(size_of(folder.number, name) == 4 * mib);
}

TEST_CASE("the trial of engines leaves nothing") {
  const OpenFolder folder;
  Run run;
  choose_engine(folder.number, run.running());
  CHECK(folder.folder.entries() == 0);
}

TEST_CASE("reading a file that is missing fails and makes none") {
  const OpenFolder folder;
  Run run;
  CHECK_THAT(
      failure_of([&] {
        run_fio(
            fio_command(point(Work::read, 1), {1, 16 * mib}, {"psync", false}), folder.number, 1, Work::read,
            run.running());
      }),
      Contains("fio"));
  CHECK(folder.folder.entries() == 0);
}

TEST_CASE("small blocks at random places: a real rate, verified, in a folder with a colon in its name") {
  const Folder folder;
  const std::string path = folder / "scratch:7";
  std::filesystem::create_directory(path);
  Run run;
  StorageSession session("nvme", path, {1, 32 * mib}, {});
  session.lay_out(4, run.running());
  session.measure(point(Work::random_read, 2, 0.5), 0, run.running());
  session.measure(point(Work::random_write, 2, 0.5), 1, run.running());
  session.close(run.running());
  REQUIRE(run.record.results.size() == 2);
  const ProbeResult& result = run.record.results.front();
  CHECK(result.probe == "nvme.random_read");
  CHECK(result.params["block_bytes"] == 4096);
  CHECK(result.params["threads"] == 2);
  CHECK(result.unit == "1/s");
  CHECK(result.verified);
  CHECK((result.valid() || has(result, "buffered") || has(result, "cpu-bound")));
  const Json told = result.raw.empty() ? result.details["rejected"][0]["told"] : result.details;
  CHECK(told["p99"] >= told["p50"]);
  CHECK(told["bytes"] > 0);
  CHECK(std::filesystem::is_empty(path));
}

TEST_CASE("a stop ends fio and removes every file") {
  const Folder folder;
  Run run;
  StorageSession session("nvme", folder.path(), {1, 32 * mib}, {});
  session.lay_out(4, run.running());
  CHECK(folder.entries() == 1);
  const Later later(run, SIGTERM, 0.5);
  CHECK(seconds_of([&] { session.measure(point(Work::read, 2, 20), 0, run.running()); }) < 8);
  CHECK(folder.entries() == 0);
  CHECK(run.record.results.empty());
  session.measure(point(Work::read, 2, 20), 1, run.running());
  session.close(run.running());
}

TEST_CASE("a second signal kills a fio that does not listen, and files are removed all the same") {
  const Folder folder;
  const FalseFio deaf(
      "case \"$*\" in *layout*) trap '' TERM; \"$fio\" \"$@\"; while :; do sleep 1; done;; *) exec \"$fio\" \"$@\";; "
      "esac");
  Run run;
  StorageSession session("nvme", folder.path(), {1, 32 * mib}, {});
  const Later later(run, -SIGINT, 1.5);
  CHECK(seconds_of([&] { session.lay_out(20, run.running()); }) < 6);
  CHECK(folder.entries() == 0);
}

TEST_CASE("a fio that fails takes its files with it, and the sentence tells why") {
  const Folder folder;
  Run run;
  StorageSession session("nvme", folder.path(), {1, 16 * mib}, {});
  session.lay_out(4, run.running());
  const FalseFio broken("echo 'fio: the disk is on fire' >&2; exit 1");
  CHECK(failure_of([&] {
          session.measure(point(Work::read, 1), 0, run.running());
        }) == "fio failed: fio: the disk is on fire");
  CHECK(folder.entries() == 0);
  session.measure(point(Work::read, 1), 1, run.running());
  CHECK(run.record.results.empty());
}

TEST_CASE("threads for which a slow disk wrote too little are left out, told once, and the others go on") {
  const Folder folder;
  Run run;
  StorageSession session("nvme", folder.path(), {1, 4 * mib}, {});
  session.lay_out(4, run.running());
  CHECK_THAT(
      failure_of([&] { session.measure(point(Work::read, 64), 0, run.running()); }),
      Contains("4 MiB were written") && Contains("64 threads"));
  session.measure(point(Work::read, 64), 1, run.running());
  session.measure(point(Work::read, 4), 2, run.running());
  CHECK(run.record.results.size() == 1);
  CHECK(run.record.host["libs"].contains("fio"));
}

TEST_CASE("a disk that runs full is told, and cleared") {
  const Folder folder;
  const int code = in_another_process([&] {
    if (!small_disk(folder.path(), 16)) return no_disk;
    Run run;
    const int disk = open(folder.path().c_str(), O_RDONLY | O_DIRECTORY);
    const Engine engine = choose_engine(disk, run.running());
    Point large = point(Work::write, 2, 10);
    large.cap = large.kept = 64 * mib;
    const std::string why =
        failure_of([&] { run_fio(fio_command(large, {}, engine), disk, 10, Work::write, run.running()); });
    return why == "the file system is full" ? 0 : 1;
  });
  if (code == no_disk)
    WARN("this system lets nobody mount a small disk to fill");
  else
    CHECK(code == 0);
}

TEST_CASE("a fio that hangs is ended after twice the planned time and 30 s, also where it will not listen") {
  const OpenFolder folder;
  Run run;
  const Engine engine = choose_engine(folder.number, run.running());
  const Point one = point(Work::read, 1);
  const FalseFio hung("trap '' TERM; while :; do sleep 1; done");
  std::string why;
  const double took = seconds_of([&] {
    why = failure_of(
        [&] { run_fio(fio_command(one, {}, engine), folder.number, one.seconds, Work::read, run.running()); });
  });
  CHECK_THAT(why, Contains("fio timed out after 31 s (0 s planned)"));
  CHECK(took > 30.6);
  CHECK(took < 45);
}

TEST_CASE("without fio the package is named") {
  const std::string path = std::getenv("PATH");
  const Folder folder;
  setenv("PATH", folder.path().c_str(), 1);
  ProbeOptions options;
  options.probes = {"storage"};
  options.directory = folder.path();
  CHECK_THAT(failure_of([&] { storage_steps(options); }), Contains("package fio"));
  setenv("PATH", path.c_str(), 1);
}

TEST_CASE("engines that are forbidden are passed over") {
  const OpenFolder folder;
  Run run;
  {
    const FalseFio no_uring(
        "case \"$*\" in *io_uring*) echo 'fio: Operation not permitted'; exit 1;; *) exec \"$fio\" \"$@\";; esac");
    CHECK(choose_engine(folder.number, run.running()).name != "io_uring");
  }
  const FalseFio buffered_only("case \"$*\" in *direct=1*) exit 1;; *) exec \"$fio\" \"$@\";; esac");
  const Engine engine = choose_engine(folder.number, run.running());
  CHECK(engine.name == "psync");
  CHECK_FALSE(engine.direct);
}

TEST_CASE("warnings that fio prints before its answer do no harm") {
  const OpenFolder folder;
  const FalseFio talkative("echo 'fio: a warning'; exec \"$fio\" \"$@\"");
  Run run;
  const auto answer = run_fio(trial_command({"psync", false}), folder.number, 1, Work::write, run.running());
  REQUIRE(answer);
  CHECK(answer->bytes == mib);
}
