// SPDX-License-Identifier: Apache-2.0
// Runs the command-line program as a user would, and says what came of it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace llmsize::tests {

/// What a run left behind.
struct Outcome {
  int exit = -1;   ///< exit code; -1 where a signal ended the program
  int signal = 0;  ///< that signal
  std::string out, err;
  std::size_t most_memory = 0;  ///< bytes that it held at once
};

/// How to run: outside a terminal, with nothing to read, in the C locale and without the user's own settings unless
/// told otherwise.
struct Invocation {
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment{};  ///< on top of LC_ALL=C
  int standard_output = -1;                          ///< descriptor to write to; -1: collected in Outcome::out
  int standard_input = -1;                           ///< descriptor to read from; -1: /dev/null
  int standard_error = -1;                           ///< descriptor to write to; -1: collected in Outcome::err
  int closed = -1;                                   ///< a standard stream that is closed
  std::function<void(int process)> meanwhile{};      ///< called with the number of the process while it runs
};

Outcome run(const Invocation& invocation);

/// Words of a command line without quotes: "memory --model gpt3-175b".
std::vector<std::string> words(const std::string& line);

/// "llmsize memory --model gpt3-175b", for messages.
std::string command_line(const std::vector<std::string>& arguments);

}  // namespace llmsize::tests
