// SPDX-License-Identifier: Apache-2.0
// The one door through which files of users are read.
#include "core/files/document.hpp"
#include "core/files/part.hpp"
#include "core/files/utf8.hpp"
#include "core/files/xlsx.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace llmsize {
namespace {

[[noreturn]] void refuse_file(const std::string& path, std::string_view reason) {
  throw BadInput(BadInput::Kind::file, fmt::format("{}: {}", path, reason));
}

/// Throws what the last system call complained of.
[[noreturn]] void refuse_for_errno(const std::string& path) {
  const int error = errno;
  if (error == ENOENT || error == ENOTDIR) refuse_file(path, "no such file");
  refuse_file(path, fmt::format("cannot be read: {}", std::generic_category().message(error)));
}

/// Names of what the program was started with, such as /dev/stdin: whoever names them means a pipe, too.
bool is_open_already(std::string_view path) {
  for (const std::string_view start : {"/dev/fd/", "/proc/self/fd/"})
    if (path.starts_with(start)) return true;
  return path == "/dev/stdin";
}

/// Whether a file may be larger than what is read whole.
enum class Size { bounded, any };

void require_regular(const std::string& path, const struct stat& status, Size size) {
  if (S_ISDIR(status.st_mode)) refuse_file(path, "is a directory, a file is expected");
  if (!S_ISREG(status.st_mode) && !is_open_already(path))
    refuse_file(path, "is a device or a pipe, a regular file is expected");
  if (size == Size::bounded && status.st_size > static_cast<off_t>(largest_file))
    refuse_file(path, "larger than 64 MiB");
}

/// An open file that is closed at the end.
class Opened {
 public:
  /// A pipe without a writer would keep `open` waiting, and opening a device may do something: so the file is looked at
  /// before it is opened, and again afterwards, as another may stand there by then.
  explicit Opened(const std::string& path, Size size = Size::bounded) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) refuse_for_errno(path);
    require_regular(path, status, size);
    file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | (is_open_already(path) ? 0 : O_NONBLOCK));
    if (file_ < 0) refuse_for_errno(path);
    // No destructor runs for what throws here.
    try {
      if (fstat(file_, &status) != 0) refuse_for_errno(path);
      require_regular(path, status, size);
    } catch (const BadInput&) {
      close(file_);
      throw;
    }
  }
  ~Opened() { close(file_); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  /// As many bytes as there are, up to a size; 0 at the end of the file, negative where reading failed.
  ssize_t read_into(char* block, std::size_t size) const {
    ssize_t read = 0;
    do read = ::read(file_, block, size);
    while (read < 0 && errno == EINTR);
    return read;
  }

  /// The same from a place on.
  ssize_t read_from(std::uint64_t place, char* block, std::size_t size) const {
    ssize_t read = 0;
    do read = ::pread(file_, block, size, static_cast<off_t>(place));
    while (read < 0 && errno == EINTR);
    return read;
  }

 private:
  int file_ = -1;
};

std::string bytes_of(const std::string& path) {
  const Opened file(path);
  std::string text;
  char block[1 << 16];
  for (ssize_t size = 0; (size = file.read_into(block, sizeof block)) != 0;) {
    // An error is no end: half a file would look like a whole one.
    if (size < 0) refuse_for_errno(path);
    text.append(block, static_cast<std::size_t>(size));
    if (text.size() > largest_file) refuse_file(path, "larger than 64 MiB");
  }
  return text;
}

/// Throws BadInput: data, with the place, where a text is no UTF-8.
void require_utf8(std::string_view text, const std::string& path) {
  for (const std::string_view mark : {"\xFF\xFE", "\xFE\xFF"})
    if (text.starts_with(mark)) refuse_contents(path, "is UTF-16, a text in UTF-8 is expected");
  const std::size_t end = utf8_length(text);
  if (end == text.size()) return;
  const std::string_view before = text.substr(0, end);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  refuse_contents(
      path, fmt::format(
                "line {}, byte {}: 0x{:02X} is no UTF-8; a text in UTF-8 is expected, in spreadsheets \"CSV UTF-8\"",
                line, end - start + 1, static_cast<unsigned char>(text[end])));
}

}  // namespace

namespace {

std::string as_text(std::string bytes, const std::string& path) {
  require_utf8(bytes, path);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (bytes.starts_with(byte_order_mark)) bytes.erase(0, byte_order_mark.size());
  return bytes;
}

}  // namespace

std::string read_file(const std::string& path) { return as_text(bytes_of(path), path); }

std::string read_table(const std::string& path) {
  std::string bytes = bytes_of(path);
  return is_workbook(bytes) ? bytes : as_text(std::move(bytes), path);
}

std::string read_part(const std::string& path, std::uint64_t from, std::size_t size) {
  const Opened file(path, Size::any);
  std::string part(size, '\0');
  std::size_t read = 0;
  while (read < size) {
    const ssize_t more = file.read_from(from + read, part.data() + read, size - read);
    if (more < 0) refuse_for_errno(path);
    if (more == 0) break;
    read += static_cast<std::size_t>(more);
  }
  part.resize(read);
  return part;
}

}  // namespace llmsize
