// SPDX-License-Identifier: Apache-2.0
// Unpacks with libzip, parses with pugixml.
#include "core/files/xlsx_package.hpp"

#include "core/files/bad_input.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace llmsize {
namespace {

constexpr zip_uint64_t most_unpacked = 512ULL << 20;
constexpr std::size_t longest_element = 16 << 20, piece = 1 << 16;
constexpr int deepest = 64;
constexpr unsigned parsing = pugi::parse_default | pugi::parse_ws_pcdata_single;

using Text = std::unique_ptr<char, decltype([](char* text) { pugi::get_memory_deallocation_function()(text); })>;

/// No part of a workbook nests deeply.
bool is_too_deep(pugi::xml_document& document) {
  struct Depth : pugi::xml_tree_walker {
    bool for_each(pugi::xml_node& /*node*/) override { return depth() < deepest; }
  } depth;
  return !document.traverse(depth);
}

/// Whether a part says that it is in an encoding whose bytes are other characters than those of UTF-8.
bool is_in_other_letters(std::string_view start) {
  if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF")) return true;
  const std::string_view declaration = start.substr(0, start.starts_with("<?xml") ? start.find("?>") : 0);
  const std::size_t said = declaration.find("encoding");
  if (said == declaration.npos) return false;
  std::string encoding(declaration.substr(said));
  std::transform(encoding.begin(), encoding.end(), encoding.begin(), [](unsigned char c) { return std::tolower(c); });
  return encoding.find("utf-8") == encoding.npos && encoding.find("ascii") == encoding.npos;
}

/// Where an element begins, and what it is called with its prefix. Without a name: where one may begin once there is
/// more of the text.
struct Element {
  std::size_t at;
  std::string name;
};

/// What holds no elements, however it looks: how it begins and ends.
constexpr std::pair<std::string_view, std::string_view> passages[] = {
    {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}};

/// Where what begins at the "<" ends if it is a passage: 0 where it is none, npos where more of the text must tell.
std::size_t passage_end(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  for (const auto& [start, end] : passages) {
    if (start.starts_with(rest)) return text.npos;
    if (!rest.starts_with(start)) continue;
    const std::size_t found = text.find(end, at + start.size());
    return found == text.npos ? found : found + end.size();
  }
  return 0;
}

/// The next element of that local name.
Element next_element(std::string_view text, std::string_view local_name) {
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at)) {
    const std::size_t passed = passage_end(text, at);
    if (passed == text.npos) return {at, {}};
    if (passed > 0) {
      at = passed;
      continue;
    }
    const std::size_t end = text.find_first_of(" \t\r\n/>", at + 1);
    if (end == text.npos) return {at, {}};
    const std::string_view name = text.substr(at + 1, end - at - 1);
    if (name.substr(name.find(':') + 1) == local_name) return {at, std::string(name)};
    ++at;
  }
  return {text.size(), {}};
}

/// Where the element that the text begins with ends; nothing where it does not.
std::optional<std::size_t> end_of(std::string_view text, const std::string& name) {
  const std::size_t tag = text.find('>');
  if (tag == text.npos) return {};
  if (text[tag - 1] == '/') return tag + 1;
  const std::size_t closing = text.find("</" + name, tag);
  const std::size_t end = closing == text.npos ? text.npos : text.find('>', closing);
  return end == text.npos ? std::nullopt : std::optional(end + 1);
}

}  // namespace

std::string_view local(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  return name.substr(name.find(':') + 1);
}

class Package::Archive {
 public:
  Archive(std::string bytes, std::string source) : bytes_(std::move(bytes)), source_(std::move(source)) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* buffer = zip_source_buffer_create(bytes_.data(), bytes_.size(), 0, &error);
    archive_.reset(buffer ? zip_open_from_source(buffer, ZIP_RDONLY | ZIP_CHECKCONS, &error) : nullptr);
    if (!archive_ && buffer) zip_source_free(buffer);
    zip_error_fini(&error);
    if (!archive_) refuse_contents(source_, "no workbook: the archive is broken");
  }

  std::optional<pugi::xml_document> read(const std::string& name) {
    const auto size = size_of(name);
    if (!size) return {};
    const Part part(zip_fopen(archive_.get(), name.c_str(), 0));
    // The document takes the text over: of a long list a copy would be another hundred megabytes.
    Text text(static_cast<char*>(pugi::get_memory_allocation_function()(*size)));
    if (!part || !text || zip_fread(part.get(), text.get(), *size) != static_cast<zip_int64_t>(*size)) refuse(name);
    pugi::xml_document document;
    if (const auto parsed = document.load_buffer_inplace_own(text.release(), *size, parsing); !parsed)
      refuse_contents(source_, fmt::format("{} in the workbook is no XML: {}", name, parsed.description()));
    if (is_too_deep(document)) refuse_deep(name);
    return document;
  }

  void open_rows(const std::string& name) {
    const auto size = size_of(name);
    if (!size) refuse_missing(name);
    rows_ = name;
    rows_size_ = *size;
    text_.clear();
    given_ = unread_from_ = 0;
    part_.reset(zip_fopen(archive_.get(), name.c_str(), 0));
    if (!part_) refuse(name);
  }

  std::optional<pugi::xml_node> next_row() {
    for (;;) {
      const Element row = next_element(std::string_view(text_).substr(given_), "row");
      given_ += row.at;
      if (!row.name.empty())
        if (const auto length = end_of(std::string_view(text_).substr(given_), row.name)) return parsed(*length);
      if (text_.size() - given_ > longest_element)
        refuse_contents(source_, "a row of the workbook is longer than 16 MiB");
      if (grow()) continue;
      if (row.name.empty()) return {};
      refuse_contents(source_, fmt::format("{} in the workbook is no XML: a row does not end", rows_));
    }
  }

  double share_read() const {
    return rows_size_ == 0 ? 1 : static_cast<double>(unread_from_) / static_cast<double>(rows_size_);
  }

  [[noreturn]] void refuse_missing(const std::string& name) const {
    refuse_contents(source_, fmt::format("no workbook: {} is missing", name));
  }

 private:
  struct Close {
    void operator()(zip_t* archive) const { zip_discard(archive); }
    void operator()(zip_file_t* part) const { zip_fclose(part); }
  };
  using Part = std::unique_ptr<zip_file_t, Close>;

  [[noreturn]] void refuse(const std::string& name) const {
    refuse_contents(source_, fmt::format("{} in the workbook cannot be unpacked", name));
  }

  [[noreturn]] void refuse_deep(const std::string& name) const {
    refuse_contents(source_, fmt::format("{} in the workbook is nested deeper than {} levels", name, deepest));
  }

  std::optional<zip_uint64_t> size_of(const std::string& name) {
    zip_stat_t about;
    zip_stat_init(&about);
    if (zip_stat(archive_.get(), name.c_str(), 0, &about) != 0) return {};
    if ((about.valid & ZIP_STAT_ENCRYPTION_METHOD) && about.encryption_method != ZIP_EM_NONE)
      refuse_contents(source_, "the workbook is encrypted; save it without a password");
    // A sheet is opened twice where its header was searched.
    const zip_uint64_t more = counted_.contains(name) ? 0 : about.size;
    if (!(about.valid & ZIP_STAT_SIZE) || more > most_unpacked - unpacked_)
      refuse_contents(source_, "the workbook unpacks to more than 512 MiB; CSV is read, too");
    counted_.insert(name);
    unpacked_ += more;
    return about.size;
  }

  /// Another piece of the part; false at its end.
  bool grow() {
    text_.erase(0, std::exchange(given_, 0));
    const std::size_t before = text_.size();
    text_.resize(before + piece);
    const zip_int64_t read = zip_fread(part_.get(), text_.data() + before, piece);
    if (read < 0) refuse(rows_);
    text_.resize(before + static_cast<std::size_t>(read));
    if (unread_from_ == 0 && is_in_other_letters(text_))
      refuse_contents(source_, fmt::format("{} in the workbook is not in UTF-8", rows_));
    unread_from_ += static_cast<zip_uint64_t>(read);
    return read > 0;
  }

  pugi::xml_node parsed(std::size_t length) {
    const auto found = row_.load_buffer(text_.data() + given_, length, parsing, pugi::encoding_utf8);
    given_ += length;
    if (!found) refuse_contents(source_, fmt::format("{} in the workbook is no XML: {}", rows_, found.description()));
    if (is_too_deep(row_)) refuse_deep(rows_);
    return row_.document_element();
  }

  std::string bytes_, source_;
  std::unique_ptr<zip_t, Close> archive_;
  zip_uint64_t unpacked_ = 0;
  std::set<std::string> counted_{};  ///< parts whose size is among it
  Part part_;
  std::string rows_, text_;  ///< name of the part, and what of it is unpacked
  std::size_t given_ = 0;    ///< what of the text was given out
  zip_uint64_t rows_size_ = 0, unread_from_ = 0;
  pugi::xml_document row_;
};

Package::Package(std::string bytes, std::string source)
    : archive_(std::make_unique<Archive>(std::move(bytes), std::move(source))) {}
Package::~Package() = default;

std::optional<pugi::xml_document> Package::read(const std::string& name) { return archive_->read(name); }

pugi::xml_document Package::need(const std::string& name) {
  auto document = archive_->read(name);
  if (!document) archive_->refuse_missing(name);
  return std::move(*document);
}

void Package::open_rows(const std::string& name) { archive_->open_rows(name); }
std::optional<pugi::xml_node> Package::next_row() { return archive_->next_row(); }
double Package::share_read() const { return archive_->share_read(); }

}  // namespace llmsize
