// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/folder.hpp"

#include "core/files/bad_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace llmsize {
namespace {

[[noreturn]] void refuse(const std::string& directory, const std::string& why) {
  throw BadInput(BadInput::Kind::file, fmt::format("{}: {}", in_quotes(directory), why));
}

std::string resolved(const std::string& directory) {
  const std::unique_ptr<char, void (*)(void*)> path(realpath(directory.c_str(), nullptr), std::free);
  if (!path) refuse(directory, errno == ENOENT ? "no such folder; create it first" : std::strerror(errno));
  return path.get();
}

}  // namespace

ProbeFolder open_probe_folder(const std::string& directory) {
  if (directory.empty()) throw BadInput(BadInput::Kind::usage, "missing --dir (folder for storage probes)");
  ProbeFolder folder{resolved(directory), Descriptor()};
  // Plans, records and fio's job hold it as text.
  if (printable(folder.path) != folder.path)
    refuse(directory, "its path is not valid: expected UTF-8 without control characters");
  struct stat about {};
  if (stat(folder.path.c_str(), &about) != 0) refuse(directory, std::strerror(errno));
  if (S_ISBLK(about.st_mode) || S_ISCHR(about.st_mode))
    refuse(directory, "is a device; expected a folder for storage probes");
  if (!S_ISDIR(about.st_mode)) refuse(directory, "is not a folder");
  for (const std::string system : {"/dev", "/proc", "/sys"})
    if ((folder.path + "/").rfind(system + "/", 0) == 0)
      refuse(directory, fmt::format("is under {}; storage probes need a folder on a disk", system));
  folder.open = Descriptor(open(folder.path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder.open) refuse(directory, std::strerror(errno));
  if (faccessat(folder.open.number(), ".", W_OK | X_OK, AT_EACCESS) != 0) refuse(directory, "is not writable");
  return folder;
}

}  // namespace llmsize
