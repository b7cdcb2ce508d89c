// SPDX-License-Identifier: Apache-2.0
// What tests of storage probes need around them: a small disk that runs full, another user, a fio that behaves badly.
#pragma once

#include "core/probe/child.hpp"
#include "core/probe/step.hpp"
#include "tests/cli/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace llmsize::tests {

/// Runs something in a process of its own, which ends without any clearing up; its exit code.
inline int in_another_process(const std::function<int()>& work) {
  const pid_t process = fork();
  if (process == 0) {
    int code = 99;
    try {
      code = work();
    } catch (const std::exception&) {
    }
    _exit(code);
  }
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

constexpr int no_disk = 77;

/// Mounts a file system in memory of so many MiB on a folder that only this process sees; false where the system does
/// not allow that.
inline bool small_disk(const std::string& folder, int mebibytes) {
  const auto user = geteuid();
  const auto group = getegid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  std::ofstream("/proc/self/setgroups") << "deny";
  std::ofstream("/proc/self/uid_map") << fmt::format("0 {} 1", user);
  std::ofstream("/proc/self/gid_map") << fmt::format("0 {} 1", group);
  return mount("none", folder.c_str(), "tmpfs", 0, fmt::format("size={}m", mebibytes).c_str()) == 0;
}

/// Puts a shell script named fio in front of the real one; $fio in it is the real one.
class FalseFio {
 public:
  explicit FalseFio(const std::string& script) : path_(std::getenv("PATH")) {
    const std::string file = folder_.write("fio", fmt::format("#!/bin/sh\nfio={}\n{}\n", find_program("fio"), script));
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    setenv("PATH", (folder_.path() + ":" + path_).c_str(), 1);
  }
  ~FalseFio() { setenv("PATH", path_.c_str(), 1); }
  FalseFio(const FalseFio&) = delete;
  FalseFio& operator=(const FalseFio&) = delete;

 private:
  Folder folder_;
  std::string path_;
};

/// What a running step gets, without anybody who listens.
struct Run {
  ProbeRecord record{};
  std::atomic<int> stop{0};

  Running running() { return {record, stop}; }
};

/// A folder on this disk that has to be open.
struct OpenFolder {
  Folder folder{};
  int number = open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  OpenFolder() = default;
  ~OpenFolder() { close(number); }
  OpenFolder(const OpenFolder&) = delete;
  OpenFolder& operator=(const OpenFolder&) = delete;
};

/// The sentence of a ProbeFailure, or nothing.
inline std::string failure_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const ProbeFailure& failure) {
    return failure.what();
  }
  return {};
}

}  // namespace llmsize::tests
