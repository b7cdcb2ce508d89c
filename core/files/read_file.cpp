// SPDX-License-Identifier: Apache-2.0
// The one door through which files of users are read whole, or a part of them.
#include "core/files/document.hpp"
#include "core/files/opened.hpp"
#include "core/files/text_file.hpp"

namespace llmsize {

namespace {

std::string whole_text(TextFile& file, const std::string& path) {
  std::string text;
  for (std::string_view piece = file.next(); !piece.empty(); piece = file.next()) {
    text += piece;
    if (text.size() > largest_file) refuse_as_large(path);
  }
  return text;
}

/// Refuses what is too large before it is read.
TextFile bounded(const std::string& path) {
  TextFile file(path);
  if (file.size().value_or(0) > largest_file) refuse_as_large(path);
  return file;
}

}  // namespace

std::string read_file(const std::string& path) {
  TextFile file = bounded(path);
  return whole_text(file, path);
}

std::string read_table(const std::string& path) {
  TextFile file = bounded(path);
  return file.holds_workbook() ? file.bytes() : whole_text(file, path);
}

std::string read_part(const std::string& path, std::uint64_t from, std::size_t size) {
  const Opened file(path);
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
