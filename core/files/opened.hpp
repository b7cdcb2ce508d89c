// SPDX-License-Identifier: Apache-2.0
// An open file of the user's.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace llmsize {

/// "PATH: REASON". Throws BadInput: file.
[[noreturn]] void refuse_file(const std::string& path, std::string_view reason);
/// Throws what the last system call complained of.
[[noreturn]] void refuse_for_errno(const std::string& path);
[[noreturn]] void refuse_as_large(const std::string& path);

/// A regular file, or what the program was started with, that is closed at the end.
class Opened {
 public:
  /// Throws BadInput: file.
  explicit Opened(const std::string& path);
  ~Opened();
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  /// Nothing of a pipe.
  std::optional<std::uint64_t> size() const { return size_; }
  /// As many bytes as there are, up to a size; 0 at the end of the file, negative where reading failed.
  ssize_t read_into(char* block, std::size_t size) const;
  /// The same from a place on.
  ssize_t read_from(std::uint64_t place, char* block, std::size_t size) const;

 private:
  int file_ = -1;
  std::optional<std::uint64_t> size_{};
};

}  // namespace llmsize
