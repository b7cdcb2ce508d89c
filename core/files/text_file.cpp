// SPDX-License-Identifier: Apache-2.0
#include "core/files/text_file.hpp"

#include "core/files/document.hpp"
#include "core/files/opened.hpp"
#include "core/files/utf8.hpp"
#include "core/files/xlsx.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {

class TextFile::Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), file_(path) { fill(); }

  bool holds_workbook() const { return is_workbook(block_); }

  std::string bytes() {
    std::string all = block_;
    while (fill()) {
      all += block_;
      if (all.size() > largest_file) refuse_as_large(path_);
    }
    return all;
  }

  std::string_view next() {
    if (!begun_) {
      begin();
    } else {
      // What the last piece left is the beginning of a character.
      const std::string begun = block_.substr(whole_);
      fill();
      block_.insert(0, begun);
    }
    constexpr std::size_t longest_character = 4;
    whole_ = utf8_length(block_);
    if (whole_ < block_.size() && (at_end_ || block_.size() - whole_ >= longest_character)) refuse_byte();
    const std::string_view piece = std::string_view(block_).substr(mark_, whole_ - mark_);
    mark_ = 0;
    count(block_.substr(0, whole_));
    // A piece without a whole character is no end.
    return piece.empty() && !at_end_ ? next() : piece;
  }

  std::optional<std::uint64_t> size() const { return file_.size(); }
  std::uint64_t read() const { return read_; }

 private:
  /// Reads the next block in place of the last one; false at the end.
  bool fill() {
    block_.resize(std::size_t{1} << 16);
    const ssize_t size = file_.read_into(block_.data(), block_.size());
    // An error is no end: half a file would look like a whole one.
    if (size < 0) refuse_for_errno(path_);
    block_.resize(static_cast<std::size_t>(size));
    read_ += block_.size();
    at_end_ = size == 0;
    return !at_end_;
  }

  void begin() {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    begun_ = true;
    if (holds_workbook())
      refuse_contents(path_, "is a workbook or another archive, expected a text; in spreadsheets \"CSV UTF-8\"");
    for (const std::string_view mark : {"\xFF\xFE", "\xFE\xFF"})
      if (block_.starts_with(mark)) refuse_contents(path_, "is UTF-16, expected a text in UTF-8");
    if (block_.starts_with(byte_order_mark)) mark_ = byte_order_mark.size();
  }

  void count(std::string_view text) {
    lines_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    const std::size_t last = text.rfind('\n');
    in_line_ = last == std::string_view::npos ? in_line_ + text.size() : text.size() - last - 1;
  }

  [[noreturn]] void refuse_byte() {
    count(block_.substr(0, whole_));
    refuse_contents(
        path_, fmt::format(
                   "line {}, byte {}: 0x{:02X} is no UTF-8; expected a text in UTF-8, in spreadsheets \"CSV UTF-8\"",
                   lines_ + 1, in_line_ + 1, static_cast<unsigned char>(block_[whole_])));
  }

  std::string path_;
  Opened file_;
  std::string block_;
  std::size_t whole_ = 0;  ///< bytes of the block that are whole characters
  std::size_t mark_ = 0;   ///< of a byte order mark at the beginning
  std::size_t lines_ = 0, in_line_ = 0;
  std::uint64_t read_ = 0;
  bool begun_ = false, at_end_ = false;
};

TextFile::TextFile(const std::string& path) : reader_(std::make_unique<Reader>(path)) {}
TextFile::~TextFile() = default;
TextFile::TextFile(TextFile&&) noexcept = default;
TextFile& TextFile::operator=(TextFile&&) noexcept = default;

bool TextFile::holds_workbook() const { return reader_->holds_workbook(); }
std::string TextFile::bytes() { return reader_->bytes(); }
std::string_view TextFile::next() { return reader_->next(); }
std::optional<std::uint64_t> TextFile::size() const { return reader_->size(); }
std::uint64_t TextFile::read() const { return reader_->read(); }

}  // namespace llmsize
