// SPDX-License-Identifier: Apache-2.0
#include "core/probe/plan.hpp"

#include "core/files/bad_input.hpp"
#include "core/probe/gpu/gpu.hpp"
#include "core/probe/host/host.hpp"
#include "core/probe/storage/storage.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

namespace llmsize {
namespace {

std::vector<std::string_view> storage_probe_names() { return {"nvme", "fs", "fs-clients", "fs-sustained"}; }

struct Room {
  std::string_view name;
  std::vector<std::string_view> (*probes)();
  std::vector<ProbeStep> (*steps)(const ProbeOptions&);
};

// The host first: it is quick, and what follows finds caches and clocks awake.
const Room rooms[] = {
    {"host", host_probe_names, host_steps},
    {"gpu", gpu_probe_names, gpu_steps},
    {"storage", storage_probe_names, storage_steps},
};
constexpr std::string_view everything = "all";
constexpr std::string_view preset_words[] = {"quick", "standard", "full"};

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool asks_for(const ProbeOptions& options, const Room& room) {
  const auto probes = room.probes();
  return contains(options.probes, room.name) ||
         std::any_of(probes.begin(), probes.end(), [&](auto probe) { return contains(options.probes, probe); });
}

void require_names(const ProbeOptions& options) {
  const auto names = probe_names();
  for (const std::string& name : options.probes) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string near = did_you_mean(name, names);
    const std::string hint = near.empty() ? fmt::format("available: {}", fmt::join(names, ", ")) : near;
    throw BadInput(BadInput::Kind::usage, fmt::format("unknown probe {}", in_quotes(name)), hint);
  }
}

/// Without a folder, storage is left out where everything was asked for, and refused where it was named.
bool lacks_folder(const ProbeOptions& options, const Room& room, bool all, ProbePlan& plan) {
  if (room.name != "storage" || !options.directory.empty() || !asks_for(options, room)) return false;
  if (!all) throw BadInput(BadInput::Kind::usage, "--dir: expected a folder in which storage may be measured");
  plan.errors.push_back({"storage", "no folder was named in which to measure: --dir", false});
  return true;
}

void add_steps(const ProbeOptions& options, const Room& room, ProbePlan& plan) {
  try {
    for (ProbeStep& step : room.steps(options)) plan.steps.push_back(std::move(step));
  } catch (const ProbeFailure& failure) {
    plan.errors.push_back({std::string(room.name), failure.what(), failure.kind() == ProbeFailure::Kind::missing});
  }
}

/// "fs" of "fs.write".
std::string_view family(std::string_view probe) { return probe.substr(0, probe.find('.')); }

/// What prepares or clears up where nothing is measured in between.
void leave_out_idle(std::vector<ProbeStep>& steps) {
  std::set<std::string, std::less<>> measured;
  for (const ProbeStep& step : steps)
    if (step.measures) measured.emplace(family(step.probe));
  std::erase_if(steps, [&](const ProbeStep& step) { return measured.find(family(step.probe)) == measured.end(); });
}

template <class Of>
double sum(const std::vector<ProbeStep>& steps, Of of) {
  return std::accumulate(
      steps.begin(), steps.end(), 0.0, [&](double so_far, const ProbeStep& step) { return so_far + of(step); });
}

}  // namespace

double ProbePlan::seconds() const {
  return sum(steps, [](const ProbeStep& step) { return step.seconds; });
}

double ProbePlan::bytes_kept() const {
  double most = 0;
  for (const ProbeStep& step : steps) most = std::max(most, step.bytes_kept);
  return most;
}

double ProbePlan::bytes_written() const {
  return sum(steps, [](const ProbeStep& step) { return step.bytes_written; });
}

void trim(ProbePlan& plan, double most) {
  const auto rank = [](const ProbeStep& step) { return step.measures ? step.weight : std::numeric_limits<int>::max(); };
  const std::size_t all = plan.steps.size();
  while (most > 0 && plan.seconds() > most) {
    const auto least = std::min_element(
        plan.steps.rbegin(), plan.steps.rend(),
        [&](const ProbeStep& a, const ProbeStep& b) { return rank(a) < rank(b); });
    plan.steps.erase(std::prev(least.base()));
    leave_out_idle(plan.steps);
    plan.left_out = all - plan.steps.size();
    if (plan.steps.empty())
      throw BadInput(
          BadInput::Kind::usage, fmt::format("--max-time {}: too short for any step", pretty(most, Unit::seconds)));
  }
}

std::vector<std::string_view> probe_names() {
  std::vector<std::string_view> all{everything};
  for (const Room& room : rooms) {
    all.push_back(room.name);
    const auto probes = room.probes();
    all.insert(all.end(), probes.begin(), probes.end());
  }
  return all;
}

std::string_view room_of(std::string_view probe) {
  for (const Room& room : rooms) {
    const auto probes = room.probes();
    if (std::find(probes.begin(), probes.end(), family(probe)) != probes.end()) return room.name;
  }
  return probe;
}

Preset preset_of(const std::string& text) {
  const auto found = std::find(std::begin(preset_words), std::end(preset_words), text);
  if (found == std::end(preset_words))
    refuse_word("--preset", text, {std::begin(preset_words), std::end(preset_words)});
  return static_cast<Preset>(found - std::begin(preset_words));
}

std::string_view word(Preset preset) { return preset_words[static_cast<std::size_t>(preset)]; }

ProbePlan plan_probes(ProbeOptions options) {
  require_names(options);
  const bool all = options.probes.empty() || contains(options.probes, everything);
  if (all) options.probes = {"host", "gpu", "storage"};
  ProbePlan plan;
  for (const Room& room : rooms)
    if (asks_for(options, room) && !lacks_folder(options, room, all, plan)) add_steps(options, room, plan);
  trim(plan, options.max_time);
  return plan;
}

}  // namespace llmsize
