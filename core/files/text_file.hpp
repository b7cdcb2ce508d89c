// SPDX-License-Identifier: Apache-2.0
// A file of the user's, read piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace llmsize {

/// A text without its byte order mark, or a workbook. Refuses what `read_file` refuses, but that a text that is read in
/// pieces may have any size.
class TextFile {
 public:
  /// Throws BadInput: file.
  explicit TextFile(const std::string& path);
  ~TextFile();
  TextFile(TextFile&&) noexcept;
  TextFile& operator=(TextFile&&) noexcept;

  /// Whether it begins as a workbook does.
  bool holds_workbook() const;
  /// The bytes of a workbook. Throws BadInput: file, where it is larger than `largest_file`.
  std::string bytes();
  /// The next piece of the text in whole characters, good until the next call; nothing at the end. Throws BadInput:
  /// data, with line and byte, for what is no UTF-8.
  std::string_view next();

  /// Its size where that is known, and how much of it was read.
  std::optional<std::uint64_t> size() const;
  std::uint64_t read() const;

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace llmsize
