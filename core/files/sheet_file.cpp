// SPDX-License-Identifier: Apache-2.0
#include "core/files/sheet_file.hpp"

namespace llmsize {

SheetFile::SheetFile(const std::string& path, const std::string& source) : file_(std::make_unique<TextFile>(path)) {
  if (file_->holds_workbook()) {
    workbook_.emplace(file_->bytes(), source);
    return;
  }
  text_.emplace([file = file_.get()] { return file->next(); }, source);
  separator_ = text_->separator();
}

std::optional<CsvRow> SheetFile::next() { return text_ ? text_->next() : workbook_->next(); }

std::optional<double> SheetFile::share_read() const {
  if (workbook_) return workbook_->share_read();
  const auto size = file_->size();
  if (!size || *size == 0) return {};
  return static_cast<double>(file_->read()) / static_cast<double>(*size);
}

}  // namespace llmsize
