// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/workspace.hpp"

#include "core/probe/step.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstring>
#include <random>

namespace llmsize {
namespace {

constexpr const char* lock_name = "lock";

[[noreturn]] void fail_with_errno(const std::string& what) {
  throw ProbeFailure(ProbeFailure::Kind::failed, fmt::format("{}: {}", what, std::strerror(errno)));
}

std::string random_name() {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device random;
  std::string name(workspace_prefix);
  for (int count = 0; count < 8; ++count) name += letters[random() % letters.size()];
  return name;
}

std::string machine() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// Names of files that we write: a word, or a word, a dot and a number.
bool ours(const std::string& name) {
  const std::size_t dot = name.find('.');
  const std::string word = name.substr(0, dot);
  constexpr std::array<std::string_view, 10> words = {"lock",  "data", "new",    "try", "client",
                                                      "ready", "go",   "window", "bye", "part"};
  if (std::find(words.begin(), words.end(), word) == words.end()) return false;
  return dot == std::string::npos ||
         (dot + 1 < name.size() && name.find_first_not_of("0123456789", dot + 1) == std::string::npos);
}

/// The name still leads to the open folder.
bool is(int parent, const std::string& name, int folder) {
  struct stat named {
  }, open{};
  return fstatat(parent, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 && fstat(folder, &open) == 0 &&
         named.st_dev == open.st_dev && named.st_ino == open.st_ino;
}

/// Removes our files, then the folder if nothing else lies in it.
std::string clear(int parent, int folder, const std::string& name) {
  std::vector<std::string> left;
  for (const std::string& entry : entries_of(folder))
    if (entry != lock_name && (!ours(entry) || unlinkat(folder, entry.c_str(), 0) != 0)) left.push_back(entry);
  if (!left.empty())
    return fmt::format(
        "{} not removed: it contains {}, which the probe did not write or cannot remove", name, fmt::join(left, ", "));
  unlinkat(folder, lock_name, 0);
  if (!is(parent, name, folder)) return fmt::format("{} was moved while the probe ran; its empty folder remains", name);
  if (unlinkat(parent, name.c_str(), AT_REMOVEDIR) != 0)
    return fmt::format("{} not removed: {}", name, std::strerror(errno));
  return {};
}

Descriptor open_folder(int parent, const std::string& name) {
  return Descriptor(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

}  // namespace

std::vector<std::string> entries_of(int folder) {
  std::vector<std::string> names;
  // Opened anew: a network file system then looks at the server, and our own descriptor keeps its place.
  DIR* stream = fdopendir(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!stream) return names;
  while (const dirent* entry = readdir(stream))
    if (const std::string name = entry->d_name; name != "." && name != "..") names.push_back(name);
  closedir(stream);
  return names;
}

std::string text_of(int folder, const std::string& file) {
  const Descriptor open(openat(folder, file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  std::array<char, 4096> text;
  const ssize_t size = open ? ::read(open.number(), text.data(), text.size()) : 0;
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : "";
}

Workspace::Workspace(int parent) : parent_(fcntl(parent, F_DUPFD_CLOEXEC, 0)) {
  do name_ = random_name();
  while (mkdirat(parent, name_.c_str(), 0700) != 0 && errno == EEXIST);
  folder_ = open_folder(parent, name_);
  if (!folder_) fail_with_errno("cannot create a folder for the probe files");
  lock_ = Descriptor(openat(folder(), lock_name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  // Where the file system knows no locks, the process in the file still tells whose it is.
  if (lock_) flock(lock_.number(), LOCK_EX | LOCK_NB);
  const std::string text = fmt::format("{} {}\n", getpid(), machine());
  if (!lock_ || ::write(lock_.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    const int number = errno;
    remove_all();
    errno = number;
    fail_with_errno("cannot write a file for the probe");
  }
}

Workspace::~Workspace() { remove_all(); }

void Workspace::write(const std::string& file, const std::string& text) const {
  const std::string part = "part";
  const Descriptor open(openat(folder(), part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!open || ::write(open.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    fail_with_errno(fmt::format("cannot write {}", file));
  if (fsync(open.number()) != 0 || renameat(folder(), part.c_str(), folder(), file.c_str()) != 0)
    fail_with_errno(fmt::format("cannot write {}", file));
}

void Workspace::remove(const std::string& file) const {
  if (ours(file)) unlinkat(folder(), file.c_str(), 0);
}

std::string Workspace::remove_all() {
  if (!folder_) return {};
  std::string stays = clear(parent_.number(), folder(), name_);
  lock_ = Descriptor();
  folder_ = Descriptor();
  return stays;
}

std::vector<Leftover> leftovers(int parent) {
  std::vector<Leftover> all;
  for (const std::string& name : entries_of(parent)) {
    if (name.rfind(workspace_prefix, 0) != 0) continue;
    const Descriptor folder = open_folder(parent, name);
    struct stat about {};
    const std::string owner = folder ? text_of(folder.number(), lock_name) : "";
    const std::size_t space = owner.find(' ');
    if (space == std::string::npos || fstat(folder.number(), &about) != 0 || about.st_uid != geteuid()) continue;
    const std::string process = owner.substr(0, space), node = owner.substr(space + 1, owner.find('\n') - space - 1);
    Leftover one{name, fmt::format("process {} on {}", process, node)};
    const Descriptor lock(openat(folder.number(), lock_name, O_RDWR | O_NOFOLLOW | O_CLOEXEC));
    one.dead = node == machine() && lock && flock(lock.number(), LOCK_EX | LOCK_NB) == 0;
    for (const std::string& entry : entries_of(folder.number()))
      if (fstatat(folder.number(), entry.c_str(), &about, AT_SYMLINK_NOFOLLOW) == 0)
        one.bytes += 512.0 * static_cast<double>(about.st_blocks);
    all.push_back(one);
  }
  return all;
}

std::string remove_leftover(int parent, const Leftover& leftover) {
  const Descriptor folder = open_folder(parent, leftover.name);
  if (!folder) return {};
  const Descriptor lock(openat(folder.number(), lock_name, O_RDWR | O_NOFOLLOW | O_CLOEXEC));
  if (!leftover.dead || !lock || flock(lock.number(), LOCK_EX | LOCK_NB) != 0)
    return fmt::format("{} not removed: in use by {}", leftover.name, leftover.owner);
  return clear(parent, folder.number(), leftover.name);
}

}  // namespace llmsize
