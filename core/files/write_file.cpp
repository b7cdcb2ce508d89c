// SPDX-License-Identifier: Apache-2.0
#include "core/files/write_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <system_error>
#include <utility>

namespace llmsize {
namespace {

std::string message_of(int error) { return std::generic_category().message(error); }

/// Throws what the last system call complained of.
[[noreturn]] void not_written(const std::string& path) { throw NotWritten(path, message_of(errno)); }

/// "" for a file in the folder that the program runs in, "/" and "results/" for others.
std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

/// What is at the path now, nothing where there is nothing. Throws NotWritten where it is no place for a file.
std::optional<struct stat> look_at(const std::string& path, IfThere if_there) {
  struct stat there {};
  if (lstat(path.c_str(), &there) != 0) {
    if (errno == ENOENT) return {};
    not_written(path);
  }
  if (S_ISLNK(there.st_mode)) throw NotWritten(path, "it is a symbolic link; name the file that it leads to");
  if (S_ISDIR(there.st_mode)) throw NotWritten(path, "it is a directory, expected a file");
  if (!S_ISREG(there.st_mode)) throw NotWritten(path, "it is not a regular file");
  if (if_there == IfThere::refuse) throw NotWritten(path, "it exists already", true);
  // A rename would not ask: the folder alone decides.
  if (access(path.c_str(), W_OK) != 0) not_written(path);
  return there;
}

/// The permissions that the user gives new files. Looked at before there are threads: asking changes it for a moment.
const mode_t usual_mode = [] {
  const mode_t mask = umask(077);
  umask(mask);
  return static_cast<mode_t>(0666 & ~mask);
}();

/// Without it the new name may be lost with the power. The file is in place and whole, so what cannot be done to the
/// folder is no reason to call it unwritten, but a disk that fails is.
void keep_name(const std::string& path) {
  const std::string folder = folder_of(path);
  const int file = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  const bool failed = fsync(file) != 0 && (errno == EIO || errno == ENOSPC);
  const int error = errno;
  close(file);
  if (failed) throw NotWritten(path, fmt::format("it is in place, but its folder is not: {}", message_of(error)));
}

}  // namespace

NotWritten::NotWritten(const std::string& path, const std::string& reason, bool is_there)
    : BadInput(Kind::file, fmt::format("cannot write {}: {}", path, reason)), reason_(reason), is_there_(is_there) {}

void require_place(const std::string& path, IfThere if_there) {
  look_at(path, if_there);
  const std::string folder = folder_of(path);
  if (access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) != 0) not_written(path);
}

/// A file in the folder of the one that is meant, readable to nobody else. It has no name before it is whole, so that
/// nothing of it is left where the program is killed; where a file system knows no such files, it has a new one, at
/// which nobody can have laid a link, and is removed unless it is put in place.
class FileWriter::Beside {
 public:
  Beside(const std::string& path, IfThere if_there)
      : path_(path), if_there_(if_there), before_(look_at(path, if_there)) {
    const std::string folder = folder_of(path);
    file_ = open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file_ < 0 || access(itself().c_str(), F_OK) != 0) take_name();
  }
  ~Beside() {
    if (file_ >= 0) close(file_);
    if (!placed_ && !name_.empty()) unlink(name_.c_str());
  }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(file_, text.data(), text.size());
      if (written < 0 && errno != EINTR) not_written(path_);
      if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void put_in_place() {
    take_permissions();
    flush();
    if (name_.empty() && if_there_ == IfThere::refuse) {
      placed_ = link_to(path_);
      if (!placed_ && errno == EEXIST) throw NotWritten(path_, "it exists already", true);
    }
    if (name_.empty() && !placed_) take_name();
    end();
    if (!placed_)
      placed_ = if_there_ == IfThere::replace ? rename(name_.c_str(), path_.c_str()) == 0 : take_free_name();
    if (!placed_) not_written(path_);
    keep_name(path_);
  }

 private:
  std::string itself() const { return fmt::format("/proc/self/fd/{}", file_); }

  /// Whether it has that name now, which nothing had.
  bool link_to(const std::string& name) const {
    return linkat(AT_FDCWD, itself().c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  }

  /// Gives it a name in the folder of the one that is meant.
  void take_name() {
    const std::string beginning = folder_of(path_) + ".llmsize-";
    name_ = fmt::format("{}{:08x}", beginning, std::random_device()());
    if (file_ >= 0 && link_to(name_)) return;
    name_ = beginning + "XXXXXX";
    const int named = mkostemp(name_.data(), O_CLOEXEC);
    if (named < 0) name_.clear(), not_written(path_);
    copy_from(std::exchange(file_, named));
  }

  /// Where file systems link no file without a name.
  void copy_from(int nameless) {
    if (nameless < 0) return;
    std::string block(std::size_t{1} << 16, '\0');
    off_t at = 0;
    ssize_t size = 0;
    while ((size = pread(nameless, block.data(), block.size(), at)) > 0) {
      write(std::string_view(block).substr(0, static_cast<std::size_t>(size)));
      at += size;
    }
    const int error = errno;
    close(nameless);
    errno = error;
    if (size < 0) not_written(path_);
    take_permissions();
    flush();
  }

  void take_permissions() const {
    mode_t mode = usual_mode;
    if (before_) {
      mode = before_->st_mode & 0777;
      // Only root may give files away, but everybody to groups of their own. Where the group is another one, what the
      // old group could do is nothing that the new one may.
      const bool same = fchown(file_, before_->st_uid, before_->st_gid) == 0 ||
                        fchown(file_, static_cast<uid_t>(-1), before_->st_gid) == 0;
      if (!same) mode &= 0707;
    }
    if (fchmod(file_, mode) != 0) not_written(path_);
  }

  /// Some file systems tell only here, or where it is closed, that the disk is full.
  void flush() const {
    if (fsync(file_) != 0 && errno != EINVAL) not_written(path_);
  }
  void end() {
    const int closed = close(file_);
    file_ = -1;
    if (closed != 0 && errno != EINTR) not_written(path_);
  }

  /// Takes the name in one step with seeing that it is free, so that of two writers one fails; network file systems
  /// know only the older way.
  bool take_free_name() const {
    if (renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) == 0) return true;
    const bool unknown = errno == EINVAL || errno == ENOSYS;
    if (unknown && link(name_.c_str(), path_.c_str()) == 0) return unlink(name_.c_str()), true;
    if (errno == EEXIST) throw NotWritten(path_, "it exists already", true);
    return false;
  }

  std::string path_, name_{};  ///< that is meant, and its own until then
  IfThere if_there_;
  std::optional<struct stat> before_;
  int file_ = -1;
  bool placed_ = false;
};

FileWriter::FileWriter(const std::string& path, IfThere if_there) : beside_(std::make_unique<Beside>(path, if_there)) {}
FileWriter::~FileWriter() = default;
FileWriter::FileWriter(FileWriter&&) noexcept = default;
FileWriter& FileWriter::operator=(FileWriter&&) noexcept = default;

void FileWriter::write(std::string_view text) { beside_->write(text); }
void FileWriter::finish() { beside_->put_in_place(); }

void write_file(const std::string& path, std::string_view text, IfThere if_there) {
  FileWriter file(path, if_there);
  file.write(text);
  file.finish();
}

}  // namespace llmsize
