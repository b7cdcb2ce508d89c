// SPDX-License-Identifier: Apache-2.0
// Runs another program: no shell, a process group of its own, a deadline; dies with us.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

struct Child {
  std::vector<std::string> command;  ///< path of the program, then its arguments
  int folder = -1;                   ///< descriptor of the folder to run in; -1: ours
  std::vector<std::string>
      environment{};     ///< NAME=VALUE besides PATH, HOME, TMPDIR and LC_ALL=C; nothing else is handed on
  double deadline = 60;  ///< seconds; then SIGTERM, after `grace` SIGKILL, to the whole group
  double grace = 5;
  const std::atomic<int>* stop = nullptr;         ///< not 0: the same end as at the deadline; below 0: SIGKILL at once
  std::function<void(std::string_view)> line{};   ///< hears every whole line of standard output as it comes
  std::function<void(double seconds)> waiting{};  ///< hears about ten times a second how long it runs
};

struct ChildEnd {
  int exit_code = 0;           ///< of a program that ended by itself, else 128 + signal
  bool timed_out = false;      ///< it was ended at its deadline
  bool stopped = false;        ///< it was ended because `stop` asked for it
  std::string output, errors;  ///< standard output and error, the first 64 MiB of each

  bool good() const { return exit_code == 0 && !timed_out && !stopped; }
};

/// Seconds after which a child is ended that was planned to take so many: what is twice as late does not come any more,
/// and starting and writing out take their time also where little is measured.
constexpr double deadline_of(double planned) { return 2 * planned + 30; }

/// Throws ProbeFailure: missing, where the program cannot be started.
ChildEnd run_child(const Child& child);

/// Path of a program in PATH, or empty.
std::string find_program(const std::string& name);

}  // namespace llmsize
