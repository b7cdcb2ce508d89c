// SPDX-License-Identifier: Apache-2.0
// Which GPU probes a preset has, and how their workers are started.
#include "core/probe/child.hpp"
#include "core/probe/gpu/gpu.hpp"
#include "core/probe/gpu/vendor.hpp"
#include "core/probe/gpu/workers.hpp"
#include "core/probe/host/pci.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>

namespace llmsize {
namespace {

using Failure = ProbeFailure;

constexpr double KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB;

/// How workers are started.
enum class Start {
  each,      ///< one GPU after the other
  together,  ///< all GPUs at once
  once,      ///< one worker for all GPUs
};

/// One row of the plan.
struct Row {
  const char* probe;
  Start start;
  Preset least;    ///< smallest preset that has it
  double seconds;  ///< per worker, with the sizes of `standard`
  int weight;
  const char* what;
};

constexpr Row rows[] = {
    {"gemm", Start::together, Preset::quick, 20, 10, "matrix products on all GPUs"},
    {"hbm", Start::together, Preset::quick, 5, 9, "memory bandwidth of all GPUs"},
    {"h2d", Start::together, Preset::quick, 8, 8, "copies to all GPUs at once"},
    {"d2h", Start::together, Preset::standard, 8, 7, "copies from all GPUs at once"},
    {"gemm-soak", Start::together, Preset::standard, 25, 6, "matrix products on all GPUs without a pause"},
    {"coll-local", Start::once, Preset::standard, 30, 6, "collectives between all GPUs"},
    {"p2p", Start::once, Preset::standard, 15, 4, "copies from GPU to GPU"},
    {"h2d", Start::each, Preset::standard, 8, 4, "copies to each GPU alone"},
    {"d2h", Start::each, Preset::standard, 8, 3, "copies from each GPU alone"},
    {"bidir", Start::together, Preset::standard, 8, 2, "copies to and from all GPUs at once"},
    {"bidir", Start::each, Preset::full, 8, 2, "copies to and from each GPU alone"},
};

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<double> copy_sizes(Preset preset) {
  if (preset == Preset::quick) return {512 * MiB};
  if (preset == Preset::standard) return {512 * MiB, 64 * KiB, MiB, 16 * MiB};
  std::vector<double> sizes{512 * MiB};
  for (double size = 64 * KiB; size <= GiB; size *= 2)
    if (size != sizes.front()) sizes.push_back(size);
  return sizes;
}

std::vector<double> collective_sizes(Preset preset) {
  const double step = preset == Preset::full ? 2 : 8;
  std::vector<double> sizes;
  for (double size = 8; size <= 4 * GiB; size *= step) sizes.push_back(size);
  if (sizes.back() < 4 * GiB) sizes.push_back(4 * GiB);
  return sizes;
}

std::vector<GemmShape> matrices(const ProbeOptions& options) {
  std::vector<GemmShape> shapes = options.shapes;
  const auto add = [&](std::initializer_list<double> sides) {
    for (const double side : sides) shapes.push_back({"square", side, side, side});
  };
  if (options.preset == Preset::quick) add({8192});
  if (options.preset == Preset::standard) add({1024, 2048, 4096, 8192, 16384});
  if (options.preset == Preset::full) add({1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384});
  return shapes;
}

/// Nothing speaks for a GPU: neither /sys (which containers may hide), nor a driver's device, nor what the user said.
/// Steps then find out within a moment that there is none.
bool nothing_speaks_for_a_gpu(const ProbeOptions& options, std::size_t seen) {
  std::error_code ignored;
  const auto exists = [&](const char* path) { return std::filesystem::exists(path, ignored); };
  if (seen > 0 || !options.library_folder.empty() || std::getenv("LLMSIZE_PROBE_GPU")) return false;
  const auto vendors = gpu_vendors();
  return !exists("/dev/dxg") &&
         std::none_of(vendors.begin(), vendors.end(), [&](const GpuVendor& vendor) { return exists(vendor.device); });
}

/// What all steps know of the GPUs: asked once, when the first of them runs.
class Node {
 public:
  explicit Node(const ProbeOptions& options) : options_(options), seen_(list_gpus("/sys").size()) {}

  /// Planned: as many GPUs as /sys shows, at least one.
  std::size_t expected() const { return std::max<std::size_t>(1, seen_); }
  bool surely_none() const { return nothing_speaks_for_a_gpu(options_, seen_); }

  /// How many GPUs the vendor's library shows. Throws ProbeFailure, each time the same.
  std::size_t gpus(const Running& running) {
    if (!identity_) {
      GpuJob job = job_for("identity");
      identity_ = run_workers({job}, 60, running.stop).front();
    }
    if (!identity_->failed.empty())
      throw Failure(identity_->missing ? Failure::Kind::missing : Failure::Kind::failed, identity_->failed);
    running.record.host.update(identity_->host, true);
    return identity_->host.value("gpus", Json::array()).size();
  }

  GpuJob job_for(const std::string& probe) const {
    GpuJob job;
    job.probe = probe;
    job.library_folder = options_.library_folder;
    job.force = options_.force;
    if (probe.starts_with("gemm")) job.shapes = matrices(options_);
    if (probe == "coll-local") job.sizes = collective_sizes(options_.preset);
    if (probe == "p2p") job.sizes = {512 * MiB};
    if (probe == "h2d" || probe == "d2h" || probe == "bidir") job.sizes = copy_sizes(options_.preset);
    return job;
  }

  bool named(const std::string& probe) const { return contains(options_.probes, probe); }

 private:
  ProbeOptions options_;
  std::size_t seen_;
  std::optional<WorkerEnd> identity_{};
};

/// Results go to the record; the first failure is thrown after that.
void take(std::vector<WorkerEnd> ends, ProbeRecord& record) {
  for (WorkerEnd& end : ends) {
    for (ProbeResult& result : end.results) record.results.push_back(std::move(result));
    if (end.host.contains("libs")) record.host["libs"].update(end.host.at("libs"));
  }
  for (const WorkerEnd& end : ends)
    if (!end.failed.empty()) throw Failure(end.missing ? Failure::Kind::missing : Failure::Kind::failed, end.failed);
}

void run_row(const Row& row, double seconds, Node& node, const Running& running) {
  const std::size_t gpus = node.gpus(running);
  if (running.stop != 0) return;
  // One GPU alone is all GPUs at once; between GPUs there is nothing to measure with one.
  if (gpus == 1 && row.start == Start::once && !node.named(row.probe)) return;
  std::vector<GpuJob> jobs;
  for (std::size_t gpu = 0; gpu < (row.start == Start::once ? 1 : gpus); ++gpu) {
    jobs.push_back(node.job_for(row.probe));
    jobs.back().gpu = static_cast<int>(gpu);
    jobs.back().together = row.start == Start::together;
  }
  const double deadline = deadline_of(seconds);
  if (row.start != Start::each)
    return take(run_workers(std::move(jobs), deadline, running.stop, running.told), running.record);
  for (std::size_t at = 0; at < jobs.size() && running.stop == 0; ++at) {
    const auto told = [&](double share) {
      if (running.told) running.told((static_cast<double>(at) + share) / static_cast<double>(jobs.size()));
    };
    take(run_workers({jobs[at]}, deadline, running.stop, told), running.record);
  }
}

/// Seconds of one worker: what it measures grows with the preset and the model's shapes.
double worker_seconds(const Row& row, const ProbeOptions& options) {
  const std::string_view probe = row.probe;
  if (probe == "gemm") return 5 + 2.5 * static_cast<double>(matrices(options).size());
  if (options.preset == Preset::quick) return std::min(row.seconds, 6.0);
  return options.preset == Preset::full && probe != "gemm-soak" && probe != "hbm" ? 3 * row.seconds : row.seconds;
}

}  // namespace

std::vector<ProbeStep> gpu_steps(const ProbeOptions& options) {
  const auto node = std::make_shared<Node>(options);
  const bool room = contains(options.probes, "gpu");
  std::vector<ProbeStep> steps;
  for (const Row& row : rows) {
    const bool named = node->named(row.probe);
    if (!named && !(room && options.preset >= row.least)) continue;
    if (!named && row.start == Start::once && node->expected() == 1) continue;
    if (row.start == Start::each && node->expected() == 1 && options.preset != Preset::full) continue;
    const double seconds = worker_seconds(row, options);
    ProbeStep step;
    step.probe = row.probe;
    step.what = row.what;
    step.seconds = seconds * (row.start == Start::each ? static_cast<double>(node->expected()) : 1);
    if (node->surely_none()) step.seconds = 0.1;
    step.weight = row.weight;
    step.run = [&row, seconds, node](const Running& running) { run_row(row, seconds, *node, running); };
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace llmsize
