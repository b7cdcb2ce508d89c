// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/workers.hpp"

#include "core/probe/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <thread>

namespace llmsize {
namespace {

using Failure = ProbeFailure;

/// Which program is the worker: this one, unless the user names another.
std::string worker_program() {
  if (const char* other = std::getenv("LLMSIZE_PROBE_GPU")) return other;
  std::error_code error;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw Failure(Failure::Kind::failed, "cannot start a GPU worker: /proc does not show this program");
  return own.string();
}

/// What tells the vendors' libraries where they are and which GPUs they may use.
std::vector<std::string> handed_on() {
  std::vector<std::string> all;
  for (const char* name :
       {"CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDA_HOME", "ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
        "ROCM_PATH", "HSA_OVERRIDE_GFX_VERSION", "HIPBLASLT_TENSILE_LIBPATH", "LD_LIBRARY_PATH"})
    if (const char* value = std::getenv(name)) all.push_back(fmt::format("{}={}", name, value));
  return all;
}

/// A file in memory that the workers see by its path.
class MeetingPlace {
 public:
  MeetingPlace() : file_(memfd_create("llmsize-meeting", MFD_CLOEXEC)) {
    if (file_ < 0) throw Failure(Failure::Kind::failed, "cannot create a barrier for the workers of several GPUs");
  }
  ~MeetingPlace() { close(file_); }
  MeetingPlace(const MeetingPlace&) = delete;
  MeetingPlace& operator=(const MeetingPlace&) = delete;
  std::string path() const { return fmt::format("/proc/{}/fd/{}", getpid(), file_); }

 private:
  int file_;
};

/// One worker, its end and how far it is.
struct Worker {
  GpuJob job;
  WorkerEnd end{};
  std::string doing = "start";
  double share = 0;
  bool done = false;
};

void hear(Worker& worker, std::string_view line) {
  const Json said = Json::parse(line, nullptr, false);
  if (!said.is_object()) return;  // vendors' libraries print what they like
  try {
    if (said.contains("alive")) worker.doing = said.at("alive").get<std::string>();
    if (said.contains("share")) worker.share = said.at("share").get<double>();
    if (said.contains("host")) worker.end.host.update(said.at("host"), true);
    if (said.contains("result")) worker.end.results.push_back(read_result(said.at("result")));
    if (said.contains("done")) worker.done = true;
    if (said.contains("failed")) {
      worker.end.failed = said.at("failed").get<std::string>();
      worker.end.missing = said.value("missing", false);
    }
  } catch (const Json::exception& error) {
    worker.end.failed = fmt::format("invalid output of the GPU worker: {}", error.what());
  }
}

/// Why a worker that did not say so did not end well; empty where it did.
std::string trouble(const Worker& worker, const ChildEnd& end, double deadline) {
  const std::string where = fmt::format("GPU {}, {}, at: {}", worker.job.gpu, worker.job.probe, worker.doing);
  if (end.timed_out) return fmt::format("the GPU worker timed out after {:.0f} s ({})", deadline, where);
  if (end.exit_code > 128) return fmt::format("the GPU worker crashed: {} ({})", strsignal(end.exit_code - 128), where);
  if (worker.done) return {};
  const std::string said = end.errors.substr(0, std::min<std::size_t>(end.errors.find('\n'), 200));
  return fmt::format(
      "the GPU worker exited early with code {} ({}){}", end.exit_code, where, said.empty() ? "" : ": " + said);
}

/// Workers that run at the same time.
class Group {
 public:
  Group(
      std::vector<GpuJob> jobs, double deadline, const std::atomic<int>& stop, const std::function<void(double)>& told)
      : deadline_(deadline), stop_(stop), told_(told) {
    for (GpuJob& job : jobs) {
      job.workers = static_cast<int>(jobs.size());
      if (jobs.size() > 1) job.meeting = place_.path();
      workers_.push_back({job});
    }
  }

  std::vector<WorkerEnd> run() {
    // A worker ends with the thread that started it, at the latest.
    std::vector<std::jthread> threads;
    threads.reserve(workers_.size());
    for (Worker& worker : workers_) threads.emplace_back([&] { watch(worker); });
    for (std::jthread& thread : threads) thread.join();
    std::vector<WorkerEnd> ends;
    ends.reserve(workers_.size());
    for (Worker& worker : workers_) ends.push_back(std::move(worker.end));
    return ends;
  }

 private:
  void watch(Worker& worker) {
    try {
      const ChildEnd end = run_child(child_of(worker));
      const std::lock_guard guard(mutex_);
      if (worker.end.failed.empty() && !end.stopped) worker.end.failed = trouble(worker, end, deadline_);
    } catch (const Failure& failure) {
      const std::lock_guard guard(mutex_);
      worker.end.failed = failure.what();
      worker.end.missing = failure.kind() == Failure::Kind::missing;
    } catch (const std::exception& error) {  // beyond this thread it would end the program
      const std::lock_guard guard(mutex_);
      worker.end.failed = fmt::format("cannot monitor the GPU worker: {}", error.what());
    }
    if (!worker.end.failed.empty()) end_all_ = SIGTERM;
  }

  Child child_of(Worker& worker) {
    Child child;
    child.command = {worker_program(), "probe-worker", write_job(worker.job).dump()};
    child.environment = handed_on();
    child.deadline = deadline_;
    child.stop = &end_all_;
    child.line = [this, &worker](std::string_view line) {
      const std::lock_guard guard(mutex_);
      hear(worker, line);
      if (told_)
        told_(std::min_element(workers_.begin(), workers_.end(), [](const Worker& a, const Worker& b) {
                return a.share < b.share;
              })->share);
    };
    child.waiting = [this](double) {
      if (stop_ != 0) end_all_ = stop_.load();
    };
    return child;
  }

  double deadline_;
  const std::atomic<int>& stop_;
  const std::function<void(double)>& told_;
  MeetingPlace place_;
  std::vector<Worker> workers_;
  std::mutex mutex_;
  std::atomic<int> end_all_ = 0;
};

}  // namespace

std::vector<WorkerEnd> run_workers(
    std::vector<GpuJob> jobs, double deadline, const std::atomic<int>& stop, const std::function<void(double)>& told) {
  return Group(std::move(jobs), deadline, stop, told).run();
}

}  // namespace llmsize
