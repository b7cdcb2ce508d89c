// SPDX-License-Identifier: Apache-2.0
#include "core/workbook/close.hpp"

#include "core/files/bad_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <xlsxwriter.h>

#include <cerrno>
#include <system_error>

namespace llmsize {
namespace {

/// Standard error that goes nowhere for a while.
class Silence {
 public:
  Silence() : before_(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
    const int nowhere = before_ < 0 ? -1 : open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0) return;
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
  }
  ~Silence() {
    if (before_ < 0) return;
    dup2(before_, STDERR_FILENO);
    close(before_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int before_;
};

lxw_error closed(lxw_workbook* book) {
  const Silence silence;
  errno = 0;
  return workbook_close(book);
}

}  // namespace

void close_workbook(lxw_workbook* book) {
  const lxw_error error = closed(book);
  if (error == LXW_NO_ERROR) return;
  const std::string reason = errno != 0 ? std::generic_category().message(errno) : lxw_strerror(error);
  throw BadInput(
      BadInput::Kind::file, fmt::format("cannot write workbook to a temporary file: {}", reason),
      "set TMPDIR to a folder with room");
}

void drop_workbook(lxw_workbook* book) { closed(book); }

}  // namespace llmsize
