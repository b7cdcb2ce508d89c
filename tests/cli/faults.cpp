// SPDX-License-Identifier: Apache-2.0
// Preloaded into the program: system calls on files below FAULT_FOLDER fail as disks and network file systems do. FAULT
// names the call and which one of its kind it is: "read:2", "write:1", "fsync:1" (the file), "fsync:2" (its folder);
// "kill:1" ends the program before that call, of those that write a file, send it to the disk or give it a name. Others
// are named otherwise: "no linkat" and "no renameat2" know no files
// without a name, and not that call either; "late" lets another program write the file just before, "late, named" where
// files have names.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

bool is_below(int file) {
  const char* folder = std::getenv("FAULT_FOLDER");
  char name[64], path[4096];
  std::snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(name, path, sizeof path);
  const std::size_t start = folder ? std::strlen(folder) : 0;
  return folder && size >= static_cast<ssize_t>(start) && std::strncmp(path, folder, start) == 0;
}

bool is(const char* fault) {
  const char* wanted = std::getenv("FAULT");
  return wanted && std::strcmp(wanted, fault) == 0;
}

/// Whether this call of its kind is the one that fails.
bool fails(const char* call, int& calls, int file) {
  if (!is_below(file)) return false;
  char fault[64];
  std::snprintf(fault, sizeof fault, "%s:%d", call, ++calls);
  return is(fault);
}

/// Somebody else writes the file first.
void write_theirs(const char* path) {
  const int theirs = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
  if (theirs >= 0) syscall(SYS_write, theirs, "theirs", 6), close(theirs);
}

int reads = 0, writes = 0, kills = 0, syncs = 0;

/// One of the calls that a file is saved by; `touched` says whether it is about a file below the folder.
void may_be_killed(bool touched) {
  char fault[64];
  if (touched) std::snprintf(fault, sizeof fault, "kill:%d", ++kills);
  if (touched && is(fault)) raise(SIGKILL);
}

bool is_path_below(const char* path) {
  const char* folder = std::getenv("FAULT_FOLDER");
  return folder && std::strncmp(path, folder, std::strlen(folder)) == 0;
}

}  // namespace

extern "C" {

ssize_t read(int file, void* block, size_t size) {
  if (fails("read", reads, file)) return errno = EIO, -1;
  return syscall(SYS_read, file, block, size);
}

ssize_t write(int file, const void* block, size_t size) {
  may_be_killed(is_below(file));
  if (fails("write", writes, file)) return errno = ENOSPC, -1;
  return syscall(SYS_write, file, block, size);
}

int fsync(int file) {
  may_be_killed(is_below(file));
  if (fails("fsync", syncs, file)) return errno = EIO, -1;
  return static_cast<int>(syscall(SYS_fsync, file));
}

int rename(const char* from, const char* to) noexcept {
  may_be_killed(is_path_below(to));
  return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int renameat2(int old_folder, const char* from, int new_folder, const char* to, unsigned flags) noexcept {
  may_be_killed(is_path_below(to));
  if (is("no renameat2")) return errno = EINVAL, -1;
  if (is("late, named")) write_theirs(to);
  return static_cast<int>(syscall(SYS_renameat2, old_folder, from, new_folder, to, flags));
}

int linkat(int old_folder, const char* from, int new_folder, const char* to, int flags) noexcept {
  may_be_killed(is_path_below(to));
  if (is("no renameat2") || is("no linkat") || is("late, named")) return errno = EOPNOTSUPP, -1;
  if (is("late")) write_theirs(to);
  return static_cast<int>(syscall(SYS_linkat, old_folder, from, new_folder, to, flags));
}
}
