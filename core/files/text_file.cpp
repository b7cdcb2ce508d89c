// SPDX-License-Identifier: Apache-2.0
#include "core/files/text_file.hpp"

#include "core/files/document.hpp"
#include "core/files/opened.hpp"
#include "core/files/utf8.hpp"
#include "core/files/xlsx.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

/// The character of a byte in Windows-1252; 0 where it is none, or a control that no table holds.
unsigned windows_1252(unsigned char byte) {
  constexpr unsigned between[] = {// 0x80 to 0x9F
                                  0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                  0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                  0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                  0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
  if (byte >= 0x80 && byte < 0xA0) return between[byte - 0x80];
  const bool is_blank = byte == '\t' || byte == '\n' || byte == '\r';
  return byte >= ' ' && byte != 0x7F ? byte : is_blank ? byte : 0;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

class TextFile::Reader {
 public:
  Reader(const std::string& path, Encoding encoding) : path_(path), encoding_(encoding), file_(path) { fill(); }

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
    const bool is_broken = whole_ < block_.size() && (at_end_ || block_.size() - whole_ >= longest_character);
    if (!is_windows_1252_ && is_broken) {
      if (!may_be_windows_1252()) refuse_byte("is no UTF-8");
      is_windows_1252_ = true;
    }
    if (is_windows_1252_) return in_utf8();
    // UTF-8 has a NUL, and no text does: tables would print half a name, or one that is not there.
    if (const std::size_t nul = block_.find('\0', mark_); nul < whole_) {
      whole_ = nul;
      refuse_byte("is no character of a text");
    }
    const std::string_view piece = std::string_view(block_).substr(mark_, whole_ - mark_);
    mark_ = 0;
    count(block_.substr(0, whole_));
    is_ascii_ = is_ascii_ && is_ascii(piece);
    // A piece without a whole character is no end.
    return piece.empty() && !at_end_ ? next() : piece;
  }

  bool is_windows_1252() const { return is_windows_1252_; }
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
    if (!block_.starts_with(byte_order_mark)) return;
    mark_ = byte_order_mark.size();
    is_ascii_ = false;  // the mark says UTF-8
  }

  /// Two encodings in one text are a damaged file.
  bool may_be_windows_1252() const {
    return encoding_ == Encoding::of_spreadsheets && is_ascii_ && is_ascii(std::string_view(block_).substr(0, whole_));
  }

  /// The block, whose bytes are characters each.
  std::string_view in_utf8() {
    decoded_.clear();
    for (whole_ = 0; whole_ < block_.size(); ++whole_) {
      const unsigned code = windows_1252(static_cast<unsigned char>(block_[whole_]));
      if (code == 0) refuse_byte("is neither UTF-8 nor Windows-1252");
      decoded_ += utf8_of(code);
    }
    count(block_);
    return decoded_;
  }

  void count(std::string_view text) {
    lines_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    const std::size_t last = text.rfind('\n');
    in_line_ = last == std::string_view::npos ? in_line_ + text.size() : text.size() - last - 1;
  }

  [[noreturn]] void refuse_byte(std::string_view what) {
    count(block_.substr(0, whole_));
    refuse_contents(
        path_, fmt::format(
                   "line {}, byte {}: 0x{:02X} {}; expected a text in UTF-8, in spreadsheets \"CSV UTF-8\"", lines_ + 1,
                   in_line_ + 1, static_cast<unsigned char>(block_[whole_]), what));
  }

  std::string path_;
  Encoding encoding_;
  Opened file_;
  std::string block_, decoded_{};
  std::size_t whole_ = 0;  ///< bytes of the block that are whole characters
  std::size_t mark_ = 0;   ///< of a byte order mark at the beginning
  std::size_t lines_ = 0, in_line_ = 0;
  std::uint64_t read_ = 0;
  bool begun_ = false, at_end_ = false, is_ascii_ = true, is_windows_1252_ = false;
};

TextFile::TextFile(const std::string& path, Encoding encoding) : reader_(std::make_unique<Reader>(path, encoding)) {}
TextFile::~TextFile() = default;
TextFile::TextFile(TextFile&&) noexcept = default;
TextFile& TextFile::operator=(TextFile&&) noexcept = default;

bool TextFile::holds_workbook() const { return reader_->holds_workbook(); }
std::string TextFile::bytes() { return reader_->bytes(); }
std::string_view TextFile::next() { return reader_->next(); }
bool TextFile::is_windows_1252() const { return reader_->is_windows_1252(); }
std::optional<std::uint64_t> TextFile::size() const { return reader_->size(); }
std::uint64_t TextFile::read() const { return reader_->read(); }

}  // namespace llmsize
