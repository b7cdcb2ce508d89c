// SPDX-License-Identifier: Apache-2.0
// Which GPU probes a preset has, and how their workers are started.
#include "core/probe/child.hpp"
#include "core/probe/gpu/gpu.hpp"
#include "core/probe/gpu/probe.hpp"
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

/// A probe and one of its steps.
struct Row {
  const GpuProbe* probe;
  GpuStep step;
};

/// The heaviest first; of the same weight in the order of their files.
std::vector<Row> rows() {
  std::vector<Row> all;
  for (const GpuProbe* probe : gpu_probes())
    for (const GpuStep& step : probe->steps) all.push_back({probe, step});
  std::stable_sort(all.begin(), all.end(), [](const Row& a, const Row& b) { return a.step.weight > b.step.weight; });
  return all;
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
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
      GpuJob job = job_for(identity_probe);
      identity_ = run_workers({job}, 60, running.stop).front();
    }
    if (!identity_->failed.empty())
      throw Failure(identity_->missing ? Failure::Kind::missing : Failure::Kind::failed, identity_->failed);
    running.record.host.update(identity_->host, true);
    return identity_->host.value("gpus", Json::array()).size();
  }

  GpuJob job_for(const GpuProbe& probe) const {
    GpuJob job;
    job.probe = probe.name;
    job.library_folder = options_.library_folder;
    job.force = options_.force;
    if (probe.prepare) probe.prepare(job, options_);
    return job;
  }

  bool named(const GpuProbe& probe) const { return contains(options_.probes, probe.name); }

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
  if (gpus == 1 && row.step.start == Start::once && !node.named(*row.probe)) return;
  std::vector<GpuJob> jobs;
  for (std::size_t gpu = 0; gpu < (row.step.start == Start::once ? 1 : gpus); ++gpu) {
    jobs.push_back(node.job_for(*row.probe));
    jobs.back().gpu = static_cast<int>(gpu);
    jobs.back().together = row.step.start == Start::together;
  }
  const double deadline = deadline_of(seconds);
  if (row.step.start != Start::each)
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
  if (row.probe->seconds) return row.probe->seconds(options);
  if (options.preset == Preset::quick) return std::min(row.step.seconds, 6.0);
  return options.preset == Preset::full && row.probe->grows ? 3 * row.step.seconds : row.step.seconds;
}

}  // namespace

std::vector<const GpuProbe*> gpu_probes() { return {std::begin(gpu_probe_list), std::end(gpu_probe_list)}; }

std::vector<std::string_view> gpu_probe_names() {
  std::vector<std::string_view> names;
  for (const Row& row : rows())
    if (std::find(names.begin(), names.end(), row.probe->name) == names.end()) names.push_back(row.probe->name);
  return names;
}

std::vector<ProbeStep> gpu_steps(const ProbeOptions& options) {
  const auto node = std::make_shared<Node>(options);
  const bool room = contains(options.probes, "gpu");
  std::vector<ProbeStep> steps;
  for (const Row& row : rows()) {
    const bool named = node->named(*row.probe);
    if (!named && !(room && options.preset >= row.step.least)) continue;
    if (!named && row.step.start == Start::once && node->expected() == 1) continue;
    if (row.step.start == Start::each && node->expected() == 1 && options.preset != Preset::full) continue;
    const double seconds = worker_seconds(row, options);
    ProbeStep step;
    step.probe = row.probe->name;
    step.what = row.step.what;
    step.seconds = seconds * (row.step.start == Start::each ? static_cast<double>(node->expected()) : 1);
    if (node->surely_none()) step.seconds = 0.1;
    step.weight = row.step.weight;
    step.run = [row, seconds, node](const Running& running) { run_row(row, seconds, *node, running); };
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace llmsize
