// SPDX-License-Identifier: Apache-2.0
// Runs the program with posix_spawn; its output goes through unnamed files, so that no pipe can fill up.
#include "program.hpp"

#include "tests/support/fixtures.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string_view>

extern char** environ;

namespace llmsize::tests {
namespace {

/// An unnamed file that vanishes when closed.
class Collected {
 public:
  Collected() {
    std::string name = (std::filesystem::temp_directory_path() / "llmsize-test-XXXXXX").string();
    file_ = mkostemp(name.data(), O_CLOEXEC);
    if (file_ < 0) throw std::runtime_error("no temporary file: " + name);
    unlink(name.c_str());
  }
  ~Collected() { close(file_); }
  Collected(const Collected&) = delete;
  Collected& operator=(const Collected&) = delete;

  int descriptor() const { return file_; }
  std::string text() const {
    std::string text;
    char block[1 << 16];
    lseek(file_, 0, SEEK_SET);
    for (ssize_t size = 0; (size = read(file_, block, sizeof block)) > 0;)
      text.append(block, static_cast<std::size_t>(size));
    return text;
  }

 private:
  int file_;
};

/// Whether a variable is the user's own setting that a test must not depend on.
bool is_setting(std::string_view variable) {
  for (const std::string_view start :
       {"LLMSIZE_", "LC_", "LANG", "LOCPATH=", "NO_COLOR=", "TERM=", "HOME=", "XDG_DATA_HOME="})
    if (variable.substr(0, start.size()) == start) return true;
  return false;
}

std::vector<std::string> environment(const std::map<std::string, std::string>& added) {
  std::map<std::string, std::string> wanted{{"LC_ALL", "C"}};
  for (const auto& [name, value] : added) wanted[name] = value;
  std::vector<std::string> all;
  for (char** variable = environ; *variable; ++variable)
    if (!is_setting(*variable)) all.emplace_back(*variable);
  for (const auto& [name, value] : wanted) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

pid_t start(const Invocation& invocation, int out, int err) {
  const std::string file = program();
  std::vector<std::string> arguments{file};
  arguments.insert(arguments.end(), invocation.arguments.begin(), invocation.arguments.end());
  std::vector<std::string> variables = environment(invocation.environment);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (invocation.standard_input < 0)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  else
    posix_spawn_file_actions_adddup2(&actions, invocation.standard_input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  if (invocation.closed >= 0) posix_spawn_file_actions_addclose(&actions, invocation.closed);
  pid_t process = 0;
  const int error =
      posix_spawn(&process, file.c_str(), &actions, nullptr, pointers(arguments).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("cannot run " + file);
  return process;
}

}  // namespace

Outcome run(const Invocation& invocation) {
  const Collected out, err;
  const pid_t process = start(
      invocation, invocation.standard_output < 0 ? out.descriptor() : invocation.standard_output,
      invocation.standard_error < 0 ? err.descriptor() : invocation.standard_error);
  if (invocation.meanwhile) invocation.meanwhile(process);
  int status = 0;
  rusage used{};
  wait4(process, &status, 0, &used);
  Outcome outcome{-1, 0, out.text(), err.text(), static_cast<std::size_t>(used.ru_maxrss) * 1024};
  if (WIFEXITED(status)) outcome.exit = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  return outcome;
}

std::vector<std::string> words(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

std::string command_line(const std::vector<std::string>& arguments) {
  std::string line = "llmsize";
  for (const std::string& argument : arguments)
    line += " " + (argument.empty() ? "''" : argument.size() > 200 ? argument.substr(0, 200) + "…" : argument);
  return line;
}

}  // namespace llmsize::tests
