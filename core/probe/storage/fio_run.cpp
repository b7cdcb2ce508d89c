// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/fio_run.hpp"

#include "core/probe/child.hpp"
#include "core/probe/storage/file_set.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace llmsize {
namespace {

bool runs(const Engine& engine, int folder, const Running& running) {
  try {
    const auto answer = run_fio(trial_command(engine), folder, 2, Work::write, running);
    return !answer || (answer->bytes > 0 && (!engine.direct || takes_direct(folder, "try")));
  } catch (const ProbeFailure& failure) {
    if (failure.kind() == ProbeFailure::Kind::missing) throw;
    return false;
  }
}

}  // namespace

std::string fio_program() {
  std::string program = find_program("fio");
  if (program.empty()) throw ProbeFailure(ProbeFailure::Kind::missing, "fio is not installed (package fio)");
  return program;
}

std::optional<FioAnswer> run_fio(
    std::vector<std::string> command, int folder, double seconds, Work work, const Running& running) {
  command.front() = fio_program();
  Child child{std::move(command), folder};
  child.deadline = deadline_of(seconds);
  child.stop = &running.stop;
  if (running.told) child.waiting = [&](double now) { running.told(std::min(1.0, now / seconds)); };
  const ChildEnd end = run_child(child);
  if (end.stopped) return {};
  if (end.timed_out)
    throw ProbeFailure(
        ProbeFailure::Kind::failed,
        fmt::format("fio timed out after {:.0f} s ({:.0f} s planned)", child.deadline, seconds));
  FioAnswer answer;
  // A run that failed may have told why in its JSON, or nothing but a line of text.
  if (end.good() || end.output.find('{') != std::string::npos) answer = read_fio(end.output, work);
  if (!end.good() || answer.error != 0)
    throw ProbeFailure(
        ProbeFailure::Kind::failed, what_failed(answer, end.errors + end.output.substr(0, end.output.find('{'))));
  return answer;
}

Engine choose_engine(int folder, const Running& running) {
  Engine chosen{"psync", false};
  for (const Engine& engine : {Engine{"io_uring", true}, Engine{"libaio", true}, Engine{"psync", true}})
    if (runs(engine, folder, running)) {
      chosen = engine;
      break;
    }
  unlinkat(folder, "try", 0);
  return chosen;
}

}  // namespace llmsize
