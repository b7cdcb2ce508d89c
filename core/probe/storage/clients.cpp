// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/clients.hpp"

#include "core/probe/step.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>

namespace llmsize {
namespace {

constexpr auto pause = std::chrono::milliseconds(50);

/// What the launcher calls the job, so that two jobs in one folder stay apart.
std::string job() {
  for (const char* name : {"SLURM_STEP_ID", "PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid", "PMI_JOBID"})
    if (const char* value = std::getenv(name)) {
      const char* slurm = std::getenv("SLURM_JOB_ID");
      return fmt::format("{}.{}", slurm ? slurm : "", value);
    }
  return "-";
}

std::string card(const Launch& launch, int rank) { return fmt::format("{} {} {}", job(), launch.size, rank); }

}  // namespace

double overlap(const std::vector<Window>& windows) {
  double begin = 0, end = 0, longest = 0;
  for (const Window& window : windows) {
    begin = std::max(begin, window.begin);
    end = end == 0 ? window.end : std::min(end, window.end);
    longest = std::max(longest, window.end - window.begin);
  }
  return longest > 0 ? std::max(0.0, end - begin) / longest : 0;
}

double epoch_seconds() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

void sleep_until(double epoch, const std::atomic<int>& stop) {
  while (stop == 0 && epoch_seconds() < epoch)
    std::this_thread::sleep_for(std::chrono::duration<double>(std::clamp(epoch - epoch_seconds(), 0.0, 0.05)));
}

Clients::Clients(int parent, const Workspace& own, const Launch& launch, double patience, double lead)
    : parent_(parent), own_(own), launch_(launch), patience_(patience), lead_(lead) {
  own_.write("client", card(launch_, launch_.rank));
}

void Clients::look_for_others() {
  for (const std::string& name : entries_of(parent_)) {
    if (name.rfind(workspace_prefix, 0) != 0) continue;
    Descriptor folder(openat(parent_, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder) continue;
    const std::string text = text_of(folder.number(), "client");
    for (int rank = 0; rank < launch_.size; ++rank) {
      if (text != card(launch_, rank)) continue;
      if (names_.count(rank) != 0 && names_[rank] != name)
        throw ProbeFailure(
            ProbeFailure::Kind::failed,
            fmt::format(
                "{} and {} are both of client {}; one is left over from an earlier run", names_[rank], name, rank));
      if (names_.count(rank) == 0) folders_[rank] = std::move(folder);
      names_[rank] = name;
      break;
    }
  }
}

std::string Clients::wait_for(int rank, const std::string& file, const std::atomic<int>& stop) {
  for (const double until = epoch_seconds() + patience_; stop == 0 && epoch_seconds() < until;
       std::this_thread::sleep_for(pause)) {
    if (folders_.count(rank) == 0) look_for_others();
    const auto found = folders_.find(rank);
    if (found == folders_.end()) continue;
    // Listing the folder makes a network file system ask the server, which looking for one name may not.
    const std::vector<std::string> entries = entries_of(found->second.number());
    if (std::find(entries.begin(), entries.end(), file) != entries.end()) return text_of(found->second.number(), file);
    struct stat about {};
    if (fstatat(parent_, names_[rank].c_str(), &about, AT_SYMLINK_NOFOLLOW) != 0)
      throw ProbeFailure(ProbeFailure::Kind::failed, fmt::format("client {} disconnected", rank));
  }
  if (stop != 0) return {};
  throw ProbeFailure(
      ProbeFailure::Kind::failed,
      fmt::format("client {} of {} did not connect within {:.0f} s", rank, launch_.size, patience_));
}

double Clients::start_together(int point, const std::atomic<int>& stop) {
  own_.write(fmt::format("ready.{}", point), "ready");
  const std::string go = fmt::format("go.{}", point);
  if (launch_.rank == 0) {
    for (int rank = 0; rank < launch_.size; ++rank) wait_for(rank, fmt::format("ready.{}", point), stop);
    own_.write(go, fmt::format("{:.3f}", epoch_seconds() + lead_));
  }
  look_for_others();
  return std::strtod(wait_for(0, go, stop).c_str(), nullptr);
}

std::vector<Window> Clients::windows(int point, Window own, const std::atomic<int>& stop) {
  const std::string file = fmt::format("window.{}", point);
  own_.write(file, fmt::format("{:.3f} {:.3f}", own.begin, own.end));
  std::vector<Window> all;
  for (int rank = 0; rank < launch_.size; ++rank) {
    std::istringstream text(wait_for(rank, file, stop));
    Window window;
    text >> window.begin >> window.end;
    all.push_back(window);
  }
  return all;
}

void Clients::leave(const std::atomic<int>& stop) {
  own_.write("bye", "bye");
  for (int rank = 0; rank < launch_.size; ++rank) try {
      wait_for(rank, "bye", stop);
    } catch (const ProbeFailure&) {
      // Who has left already has seen that we are done.
    }
}

int Clients::neighbour() const {
  const auto found = folders_.find((launch_.rank + 1) % launch_.size);
  if (found == folders_.end())
    throw ProbeFailure(ProbeFailure::Kind::failed, "the client that wrote the files to read is missing");
  return found->second.number();
}

}  // namespace llmsize
