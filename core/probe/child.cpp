// SPDX-License-Identifier: Apache-2.0
// Boost.Process cannot change to a folder by its descriptor, and the measured program must not outlive us: hence fork
// and exec.
#include "core/probe/child.hpp"

#include "core/probe/step.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>

namespace llmsize {
namespace {

constexpr std::size_t most_output = std::size_t{64} << 20;
constexpr int poll_milliseconds = 100;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Both ends of a pipe, closed when we leave.
struct Pipe {
  int read_end = -1, write_end = -1;

  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw ProbeFailure(ProbeFailure::Kind::failed, "cannot open more pipes");
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Pipe() {
    close_write();
    if (read_end >= 0) close(read_end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  void close_write() {
    if (write_end >= 0) close(write_end);
    write_end = -1;
  }
};

std::vector<std::string> environment_of(const Child& child) {
  std::vector<std::string> all{"LC_ALL=C"};
  for (const char* name : {"PATH", "HOME", "TMPDIR"})
    if (const char* value = std::getenv(name)) all.push_back(fmt::format("{}={}", name, value));
  all.insert(all.end(), child.environment.begin(), child.environment.end());
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  all.reserve(words.size());
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

/// In the new process: between fork and exec only what is safe there. The number of an error goes through `trouble`.
[[noreturn]] void become(
    const Child& child, char* const* words, char* const* variables, const Pipe& out, const Pipe& err, int trouble) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, SIG_DFL);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(out.write_end, STDOUT_FILENO);
  dup2(err.write_end, STDERR_FILENO);
  if (child.folder < 0 || fchdir(child.folder) == 0) execve(words[0], words, variables);
  const int number = errno;
  [[maybe_unused]] const auto written = write(trouble, &number, sizeof number);
  _exit(127);
}

/// Collects what arrives; false at the end of the stream.
bool take(int descriptor, std::string& all) {
  std::array<char, 1 << 14> block;
  const ssize_t size = read(descriptor, block.data(), block.size());
  if (size < 0) return errno == EINTR || errno == EAGAIN;
  if (all.size() < most_output) all.append(block.data(), static_cast<std::size_t>(size));
  return size > 0;
}

/// Hands on the lines that are whole by now.
void hand_on(const Child& child, const std::string& output, std::size_t& handed) {
  if (!child.line) return;
  for (std::size_t end; (end = output.find('\n', handed)) != std::string::npos; handed = end + 1)
    child.line(std::string_view(output).substr(handed, end - handed));
}

/// Ends a group politely, then at once.
class Ender {
 public:
  Ender(const Child& child, pid_t group) : child_(child), group_(group) {}

  /// Looks at the clock and at `stop`.
  void look(ChildEnd& end) {
    const double now = seconds_since(start_);
    if (child_.waiting) child_.waiting(now);
    const bool stop = child_.stop && *child_.stop != 0;
    if (asked_ < 0 && (stop || now > child_.deadline)) {
      (stop ? end.stopped : end.timed_out) = true;
      asked_ = now;
      kill(-group_, SIGTERM);
    }
    const bool at_once = stop && *child_.stop < 0;
    if (asked_ >= 0 && (at_once || now > asked_ + child_.grace)) kill(-group_, SIGKILL);
  }

 private:
  const Child& child_;
  pid_t group_;
  Clock::time_point start_ = Clock::now();
  double asked_ = -1;
};

/// Reads both streams until the program has ended.
int wait_for(const Child& child, pid_t process, const Pipe& out, const Pipe& err, ChildEnd& end) {
  Ender ender(child, process);
  std::array<pollfd, 2> streams{{{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}}};
  std::size_t handed = 0;
  int status = 0;
  bool running = true;
  while (running) {
    running = waitpid(process, &status, WNOHANG) == 0;
    poll(streams.data(), streams.size(), running ? poll_milliseconds : 0);
    for (pollfd& stream : streams) {
      std::string& all = stream.fd == out.read_end ? end.output : end.errors;
      // What a grandchild might still write is not waited for: the rest of the pipe is read once the program has ended.
      while (stream.fd >= 0 && (stream.revents & (POLLIN | POLLHUP)) != 0) {
        if (!take(stream.fd, all)) stream.fd = -1;
        if (stream.fd < 0 || running || poll(&stream, 1, 0) <= 0) break;
      }
    }
    hand_on(child, end.output, handed);
    if (running) ender.look(end);
  }
  kill(-process, SIGKILL);
  return status;
}

}  // namespace

ChildEnd run_child(const Child& child) {
  std::vector<std::string> words = child.command, variables = environment_of(child);
  const std::vector<char*> word_pointers = pointers(words), variable_pointers = pointers(variables);
  Pipe out, err, trouble;
  const pid_t process = fork();
  if (process < 0) throw ProbeFailure(ProbeFailure::Kind::failed, "cannot start more processes");
  if (process == 0) become(child, word_pointers.data(), variable_pointers.data(), out, err, trouble.write_end);
  setpgid(process, process);
  out.close_write();
  err.close_write();
  trouble.close_write();
  ChildEnd end;
  const int status = wait_for(child, process, out, err, end);
  int number = 0;
  if (read(trouble.read_end, &number, sizeof number) == sizeof number)
    throw ProbeFailure(
        ProbeFailure::Kind::missing, fmt::format("cannot start {}: {}", child.command.front(), std::strerror(number)));
  end.exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return end;
}

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (std::string file = (folder.empty() ? "." : folder) + "/" + name; access(file.c_str(), X_OK) == 0) return file;
  return {};
}

}  // namespace llmsize
