// SPDX-License-Identifier: Apache-2.0
#include "core/files/sheet_file.hpp"

#include "core/files/xlsx.hpp"

namespace llmsize {

SheetFile::SheetFile(const std::string& path, const std::string& source) : file_(std::make_unique<TextFile>(path)) {
  if (file_->holds_workbook()) {
    rows_ = parse_xlsx(file_->bytes(), source);
    return;
  }
  text_.emplace([file = file_.get()] { return file->next(); }, source);
  separator_ = text_->separator();
}

std::optional<CsvRow> SheetFile::next() {
  if (text_) return text_->next();
  if (given_ == rows_.size()) return {};
  return std::move(rows_[given_++]);
}

std::optional<double> SheetFile::share_read() const {
  if (!text_) return static_cast<double>(given_) / static_cast<double>(rows_.size());
  const auto size = file_->size();
  if (!size || *size == 0) return {};
  return static_cast<double>(file_->read()) / static_cast<double>(*size);
}

}  // namespace llmsize
