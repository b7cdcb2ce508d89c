// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/storage.hpp"

#include "core/files/bad_input.hpp"
#include "core/probe/storage/fio_run.hpp"
#include "core/probe/storage/session.hpp"
#include "core/probe/storage/sweep.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace llmsize {
namespace {

/// Seconds that clients take to meet before a point.
constexpr double meeting = 2;

/// Storage probes that the options name.
std::vector<std::string> named(const ProbeOptions& options, bool network) {
  std::vector<std::string> all;
  const auto add = [&](const std::string& probe) {
    if (std::find(all.begin(), all.end(), probe) == all.end()) all.push_back(probe);
  };
  for (const std::string& name : options.probes) {
    if (name == "storage") add(!network ? "nvme" : options.launch.size > 1 ? "fs-clients" : "fs");
    if (name == "nvme" || name == "fs" || name == "fs-clients" || name == "fs-sustained") add(name);
  }
  return all;
}

std::string describe(const Point& point) {
  const std::string threads = point.threads == 1 ? "1 thread" : fmt::format("{} threads", point.threads);
  if (point.until_steady) return fmt::format("write 1 MiB blocks by {} until the rate is steady", threads);
  return fmt::format(
      "{} {} blocks {}by {}", writes(point.work) ? "write" : "read", random(point.work) ? "4 KiB" : "1 MiB",
      random(point.work) ? "at random places " : "", threads);
}

ProbeStep layout_step(
    const std::shared_ptr<StorageSession>& session, const std::string& probe, const Sweep& sweep,
    const std::string& where, bool refill) {
  ProbeStep step;
  step.probe = probe;
  step.what = fmt::format("write {} of data to read in {}", pretty(sweep.set.bytes(), Unit::memory), where);
  step.seconds = sweep.layout_seconds;
  step.bytes_kept = step.bytes_written = sweep.set.bytes();
  step.command = layout_command(sweep.set, sweep.layout_seconds, refill, {});
  step.measures = false;
  step.run = [session, seconds = sweep.layout_seconds](const Running& running) { session->lay_out(seconds, running); };
  return step;
}

ProbeStep point_step(const std::shared_ptr<StorageSession>& session, const Sweep& sweep, std::size_t number) {
  const Point& point = sweep.points[number];
  ProbeStep step;
  step.probe = point.probe + "." + name_of(point.work);
  step.what = describe(point);
  step.seconds = planned_seconds(point) + (point.probe == "fs-clients" ? meeting : 0);
  step.bytes_kept = sweep.set.bytes() + (point.work == Work::write ? std::min(point.cap, point.kept) : 0);
  step.bytes_written = writes(point.work) ? point.cap : 0;
  step.command = fio_command(point, sweep.set, {});
  step.weight = sweep.weights[number];
  step.run = [session, point, number](const Running& running) {
    session->measure(point, static_cast<int>(number), running);
  };
  return step;
}

ProbeStep removal_step(const std::shared_ptr<StorageSession>& session, const std::string& probe) {
  ProbeStep step;
  step.probe = probe;
  step.what = "remove the files of the probe";
  step.seconds = 0.5;
  step.measures = false;
  step.run = [session](const Running& running) { session->close(running); };
  return step;
}

}  // namespace

std::vector<ProbeStep> storage_steps(const ProbeOptions& options) {
  std::vector<ProbeStep> steps;
  if (named(options, false).empty()) return steps;
  const ProbeFolder folder = open_probe_folder(options.directory);
  const FileSystem files = file_system(folder.open.number(), folder.path);
  const std::vector<std::string> probes = named(options, files.network);
  const std::string program = fio_program();
  // Launched processes share a file system over the network, and also the disk where they run on one machine.
  StorageBudget budget = storage_budget(files, options.max_bytes, options.launch.size);
  budget.written /= static_cast<double>(probes.size());
  for (const std::string& probe : probes) {
    if (probe == "nvme" && files.network)
      throw BadInput(
          BadInput::Kind::usage,
          fmt::format("{} is on {}, a shared file system: use probe fs, not nvme", folder.path, files.type));
    const Sweep sweep = plan_sweep(probe, options.preset, files, budget);
    const auto session = std::make_shared<StorageSession>(probe, folder.path, sweep.set, options.launch);
    if (sweep.set.files > 0) steps.push_back(layout_step(session, probe, sweep, folder.path, files.network));
    for (std::size_t number = 0; number < sweep.points.size(); ++number)
      steps.push_back(point_step(session, sweep, number));
    steps.push_back(removal_step(session, probe));
  }
  for (ProbeStep& step : steps)
    if (!step.command.empty()) step.command.front() = program;
  return steps;
}

std::vector<std::string> storage_leftovers(const std::string& directory) {
  const ProbeFolder folder = open_probe_folder(directory);
  std::vector<std::string> all;
  for (const Leftover& one : leftovers(folder.open.number()))
    if (one.dead)
      all.push_back(fmt::format("{}/{}: {} of {}", folder.path, one.name, pretty(one.bytes, Unit::memory), one.owner));
  return all;
}

std::vector<std::string> remove_storage_leftovers(const std::string& directory) {
  const ProbeFolder folder = open_probe_folder(directory);
  std::vector<std::string> stay;
  for (const Leftover& one : leftovers(folder.open.number()))
    if (one.dead)
      if (const std::string why = remove_leftover(folder.open.number(), one); !why.empty()) stay.push_back(why);
  return stay;
}

}  // namespace llmsize
