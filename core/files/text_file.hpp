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

/// Encodings that a text may be in.
enum class Encoding {
  utf8,
  of_spreadsheets,  ///< UTF-8, or Windows-1252 as Excel writes "CSV" in Western Europe
};

/// A text without its byte order mark, or a workbook. Refuses what `read_file` refuses, but that a text that is read in
/// pieces may have any size.
class TextFile {
 public:
  /// Throws BadInput: file.
  explicit TextFile(const std::string& path, Encoding encoding = Encoding::utf8);
  ~TextFile();
  TextFile(TextFile&&) noexcept;
  TextFile& operator=(TextFile&&) noexcept;

  /// Whether it begins as a workbook does.
  bool holds_workbook() const;
  /// The bytes of a workbook. Throws BadInput: file, where it is larger than `largest_file`.
  std::string bytes();
  /// The next piece of the text in whole characters of UTF-8, good until the next call; nothing at the end. Throws
  /// BadInput: data, with line and byte, for what is in no encoding that it may be in.
  std::string_view next();
  /// Whether what was read so far is Windows-1252: characters beyond ASCII, none of them UTF-8.
  bool is_windows_1252() const;

  /// Its size where that is known, and how much of it was read.
  std::optional<std::uint64_t> size() const;
  std::uint64_t read() const;

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace llmsize
