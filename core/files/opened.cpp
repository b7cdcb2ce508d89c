// SPDX-License-Identifier: Apache-2.0
#include "core/files/opened.hpp"

#include "core/files/bad_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace llmsize {
namespace {

/// Names of what the program was started with, such as /dev/stdin: whoever names them means a pipe, too.
bool is_open_already(std::string_view path) {
  for (const std::string_view start : {"/dev/fd/", "/proc/self/fd/"})
    if (path.starts_with(start)) return true;
  return path == "/dev/stdin";
}

void require_regular(const std::string& path, const struct stat& status) {
  if (S_ISDIR(status.st_mode)) refuse_file(path, "is a directory, expected a file");
  if (!S_ISREG(status.st_mode) && !is_open_already(path))
    refuse_file(path, "is a device or a pipe, expected a regular file");
}

}  // namespace

void refuse_file(const std::string& path, std::string_view reason) {
  throw BadInput(BadInput::Kind::file, fmt::format("{}: {}", path, reason));
}

void refuse_for_errno(const std::string& path) {
  const int error = errno;
  if (error == ENOENT || error == ENOTDIR) refuse_file(path, "no such file");
  refuse_file(path, fmt::format("cannot be read: {}", std::generic_category().message(error)));
}

void refuse_as_large(const std::string& path) { refuse_file(path, "larger than 64 MiB"); }

// A pipe without a writer would keep `open` waiting, and opening a device may do something: so the file is looked at
// before it is opened, and again afterwards, as another may stand there by then.
Opened::Opened(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) refuse_for_errno(path);
  require_regular(path, status);
  file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | (is_open_already(path) ? 0 : O_NONBLOCK));
  if (file_ < 0) refuse_for_errno(path);
  // No destructor runs for what throws here.
  try {
    if (fstat(file_, &status) != 0) refuse_for_errno(path);
    require_regular(path, status);
    if (S_ISREG(status.st_mode)) size_ = static_cast<std::uint64_t>(status.st_size);
  } catch (const BadInput&) {
    close(file_);
    throw;
  }
}

Opened::~Opened() { close(file_); }

ssize_t Opened::read_into(char* block, std::size_t size) const {
  ssize_t read = 0;
  do read = ::read(file_, block, size);
  while (read < 0 && errno == EINTR);
  return read;
}

ssize_t Opened::read_from(std::uint64_t place, char* block, std::size_t size) const {
  ssize_t read = 0;
  do read = ::pread(file_, block, size, static_cast<off_t>(place));
  while (read < 0 && errno == EINTR);
  return read;
}

}  // namespace llmsize
