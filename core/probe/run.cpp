// SPDX-License-Identifier: Apache-2.0
#include "core/probe/run.hpp"

#include "core/files/version.hpp"
#include "core/probe/host/identity.hpp"
#include "core/record/saturation.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace llmsize {
namespace {

using Clock = std::chrono::steady_clock;

/// Plans are estimates: a run may take so much longer than it was allowed before the rest is left out.
constexpr double patience = 1.2;

constexpr double noisy = 0.1;  // (max - min) / median

/// What several probes of a room fail from is told once, of the room.
void add_error(ProbeRecord& record, ProbeError error) {
  const auto known = std::find_if(record.errors.begin(), record.errors.end(), [&](const ProbeError& each) {
    return each.message == error.message;
  });
  if (known == record.errors.end())
    record.errors.push_back(std::move(error));
  else if (known->probe != error.probe)
    known->probe = room_of(error.probe);
}

void run_step(const ProbeStep& step, const Running& running) {
  try {
    step.run(running);
  } catch (const ProbeFailure& failure) {
    add_error(running.record, {step.probe, failure.what(), failure.kind() == ProbeFailure::Kind::missing});
  } catch (const std::bad_alloc&) {
    add_error(running.record, {step.probe, "not enough memory", false});
  } catch (const std::exception& error) {
    add_error(running.record, {step.probe, fmt::format("{}: {}", step.what, error.what()), false});
  }
}

void flag_noisy(ProbeResult& result) {
  const Repeats all = repeats(result.raw);
  const bool flagged = std::find(result.flags.begin(), result.flags.end(), "noisy") != result.flags.end();
  if (all.n > 1 && !flagged && all.max - all.min > noisy * all.median) result.flags.push_back("noisy");
}

}  // namespace

ProbeRecord begin_record(const ProbeOptions& options, const std::vector<std::string>& args, bool with_name) {
  ProbeRecord record;
  record.created = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  record.version = version();
  record.host = identify_host(with_name);
  record.launch = options.launch;
  record.preset = word(options.preset);
  record.args = args;
  return record;
}

void run_probes(
    const ProbePlan& plan, const ProbeOptions& options, const std::atomic<int>& stop, const ProbeWatch& watch,
    ProbeRecord& record) {
  const auto start = Clock::now();
  const auto late = [&] {
    return options.max_time > 0 &&
           std::chrono::duration<double>(Clock::now() - start).count() > patience * options.max_time;
  };
  for (const ProbeError& error : plan.errors) add_error(record, error);
  if (plan.left_out > 0)
    add_error(
        record,
        {"all", fmt::format("--max-time skips {} of {} steps", plan.left_out, plan.left_out + plan.steps.size()),
         false});
  for (std::size_t at = 0; at < plan.steps.size() && stop == 0; ++at) {
    if (late()) {
      add_error(
          record, {plan.steps[at].probe,
                   fmt::format("--max-time ended before the last {} steps", plan.steps.size() - at), false});
      break;
    }
    if (watch.started) watch.started(at);
    // A step of several parts may begin to count anew; what was done stays done.
    auto told = [&, at, most = 0.0](double share) mutable {
      most = std::clamp(share, most, 1.0);
      if (watch.told) watch.told(at, most);
    };
    run_step(plan.steps[at], {record, stop, told});
    told(1);
  }
  record.truncated = stop != 0;
  for (ProbeResult& result : record.results) flag_noisy(result);
  record.fits = fit_results(record.results);
}

}  // namespace llmsize
