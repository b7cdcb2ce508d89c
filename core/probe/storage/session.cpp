// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/session.hpp"

#include "core/probe/storage/budget.hpp"
#include "core/probe/storage/file_set.hpp"
#include "core/probe/storage/fio_run.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// Blocks that are looked at in all files of a set or of a run together.
constexpr int samples = 64;
/// Clients whose windows share less than this did not measure at the same time.
constexpr double least_overlap = 0.9;

void check_all(int folder, const std::vector<std::string>& names, double patience) {
  const int each = std::max(2, samples / std::max(1, static_cast<int>(names.size())));
  for (const std::string& name : names) check_written(folder, name, each, patience);
}

std::string too_little(const Point& point, const FileSet& set) {
  const bool fresh = point.work == Work::write;
  return fmt::format(
      "{} {}: too little for {} threads", pretty(fresh ? std::min(point.cap, point.kept) : set.bytes(), Unit::memory),
      fresh ? "may be written" : "were written to read in the time planned for it", point.threads);
}

std::string new_file(int thread) { return fmt::format("new.{}", thread); }

}  // namespace

StorageSession::StorageSession(
    std::string probe, const std::string& directory, const FileSet& set, const Launch& launch)
    : probe_(std::move(probe)),
      folder_(open_probe_folder(directory)),
      files_(file_system(folder_.open.number(), folder_.path)),
      set_(set),
      launch_(launch) {}

/// Whatever fails inside ends the probe: later steps have nothing to work with, and the record tells why. A stop
/// removes all files at once.
template <class Do>
void StorageSession::guarded(const Running& running, Do&& work) {
  if (given_up_) return;
  try {
    work();
  } catch (...) {
    given_up_ = true;
    clients_.reset();
    workspace_.reset();
    throw;
  }
  if (running.stop == 0) return;
  given_up_ = true;
  clients_.reset();
  workspace_.reset();
}

bool StorageSession::prepared(const Running& running) {
  if (workspace_) return true;
  workspace_ = std::make_unique<Workspace>(folder_.open.number());
  engine_ = choose_engine(workspace_->folder(), running);
  return running.stop == 0;
}

void StorageSession::lay_out(double seconds, const Running& running) {
  guarded(running, [&] {
    if (!prepared(running)) return;
    // Others may look for this client from here on.
    if (probe_ == "fs-clients")
      clients_ = std::make_unique<Clients>(
          folder_.open.number(), *workspace_, launch_, 2 * seconds + 120, files_.network ? 2 : 1);
    check_space(folder_.open.number(), folder_.path, set_.bytes());
    if (!run_fio(
            layout_command(set_, seconds, files_.network, engine_), workspace_->folder(), seconds, Work::write,
            running))
      return;
    set_ = as_written(workspace_->folder(), set_);
    std::vector<std::string> names(static_cast<std::size_t>(set_.files));
    for (int number = 0; number < set_.files; ++number) names[static_cast<std::size_t>(number)] = set_.name(number);
    // ZFS tells the blocks of a file some seconds after they were written.
    check_all(workspace_->folder(), names, files_.type == "zfs" ? 10 : 0);
  });
}

std::optional<FioAnswer> StorageSession::run(const Point& point, int folder, const Running& running) {
  // A neighbour's disk may have had time for less than ours.
  const FileSet set = folder == workspace_->folder() ? set_ : as_written(folder, set_);
  if (!enough_for(point, set)) throw ProbeFailure(ProbeFailure::Kind::failed, too_little(point, set));
  if (point.work == Work::write) check_space(folder_.open.number(), folder_.path, std::min(point.cap, point.kept));
  auto answer = run_fio(fio_command(point, set, engine_), folder, planned_seconds(point), point.work, running);
  if (answer && point.work == Work::write) check_new_files(point);
  for (int thread = 0; point.work == Work::write && thread < point.threads; ++thread)
    workspace_->remove(new_file(thread));
  return answer;
}

void StorageSession::check_new_files(const Point& point) const {
  std::vector<std::string> names;
  for (int thread = 0; thread < point.threads; ++thread)
    // A thread that got no turn before the end wrote nothing.
    if (size_of(workspace_->folder(), new_file(thread)) > 0) names.push_back(new_file(thread));
  check_all(workspace_->folder(), names, files_.type == "zfs" ? 10 : 0);
}

void StorageSession::measure(const Point& point, int number, const Running& running) {
  // One point that has too little to read does not end the others, and is told once for all its passes.
  if (!given_up_ && workspace_ && !clients_ && !enough_for(point, set_)) {
    if (!left_out_.insert(point.threads).second) return;
    throw ProbeFailure(ProbeFailure::Kind::failed, too_little(point, set_));
  }
  guarded(running, [&] {
    if (!prepared(running)) return;
    clients_ ? measure_together(point, number, running) : measure_alone(point, running);
  });
}

void StorageSession::measure_alone(const Point& point, const Running& running) {
  const double start = epoch_seconds();
  if (const auto answer = run(point, workspace_->folder(), running))
    add(point, *answer, flags_of(point, *answer, engine_, true), epoch_seconds() - start, running);
}

void StorageSession::measure_together(const Point& point, int number, const Running& running) {
  sleep_until(clients_->start_together(number, running.stop), running.stop);
  if (running.stop != 0) return;
  const double start = epoch_seconds();
  const auto answer = run(point, writes(point.work) ? workspace_->folder() : clients_->neighbour(), running);
  const double end = epoch_seconds();
  if (!answer) return;
  const std::vector<Window> windows = clients_->windows(number, {end - answer->seconds, end}, running.stop);
  if (running.stop != 0) return;
  std::vector<std::string> flags = flags_of(point, *answer, engine_, launch_.size == 1);
  if (overlap(windows) < least_overlap) flags.insert(flags.end(), {"invalid", "not-at-once"});
  add(point, *answer, flags, end - start, running);
}

void StorageSession::add(
    const Point& point, const FioAnswer& answer, std::vector<std::string> flags, double wall,
    const Running& running) const {
  ProbeResult pass;
  pass.probe = point.probe + "." + name_of(point.work);
  pass.params = {
      {"threads", point.threads},
      {"block_bytes", number_json(block_of(point.work))},
      {"depth", 1},
      {"engine", engine_.name},
      {"direct", engine_.direct}};
  if (point.refill) pass.params["refill"] = true;
  if (clients_) pass.params["clients"] = launch_.size;
  pass.metric = random(point.work) ? "operations" : "bandwidth";
  pass.unit = random(point.work) ? "1/s" : "B/s";
  pass.raw = {random(point.work) ? answer.operations : answer.bandwidth};
  pass.verified = true;  // a file with holes, zeros or errors has thrown before
  if (files_.memory) flags.push_back("memory");
  pass.flags = std::move(flags);
  pass.state = {{"file_system", files_.type}, {"network", files_.network}};
  pass.details = answer.percentiles;
  pass.details["mean"] = answer.latency;
  pass.details["bytes"] = number_json(answer.bytes);
  pass.details["seconds"] = answer.seconds;
  pass.details["cpu"] = answer.cpu;
  running.record.host["libs"]["fio"] = answer.version;
  pass.wall = wall;
  add_pass(running.record, pass);
}

void StorageSession::close(const Running& running) {
  if (clients_) clients_->leave(running.stop);
  clients_.reset();
  const std::string stays = workspace_ ? workspace_->remove_all() : "";
  workspace_.reset();
  if (!stays.empty()) throw ProbeFailure(ProbeFailure::Kind::failed, fmt::format("{}: {}", folder_.path, stays));
}

}  // namespace llmsize
