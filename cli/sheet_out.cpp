// SPDX-License-Identifier: Apache-2.0
#include "cli/sheet_out.hpp"

#include "core/files/utf8.hpp"
#include "core/questions/question.hpp"
#include "core/tables/csv_line.hpp"

namespace llmsize::cli {

bool SheetOut::takes(std::string_view format) { return format == "csv" || format == "tsv" || format == "xlsx"; }

SheetOut::SheetOut(const Common& common, const Cells& header) : format_(format_of(common)) { begin(common, header); }

SheetOut::SheetOut(const Common& common, std::vector<AnswerColumn> columns)
    : format_(format_of(common)), columns_(std::move(columns)) {
  Cells header;
  header.reserve(columns_.size());
  for (const AnswerColumn& column : columns_) header.push_back(column.header);
  begin(common, header);
}

void SheetOut::begin(const Common& common, const Cells& header) {
  refuse_workbook_on_terminal(common, format_);
  if (goes_to_file(common)) at_door([&] { file_.emplace(common.output_file, if_there(common)); });
  if (format_ == "xlsx")
    book_.emplace(header);
  else if (format_ != "ndjson")
    write(block({header}));
}

SheetOut::Block SheetOut::block(std::vector<Cells> rows) const {
  if (book_) return {{}, std::move(rows)};
  std::string text;
  for (const Cells& cells : rows)
    if (format_ == "ndjson")
      text += dumped(row_json(columns_, cells)) + "\n";
    else
      append_csv_line(text, cells, format_ == "tsv" ? '\t' : ',');
  return {format_ == "ndjson" ? std::move(text) : cleaned(text), {}};
}

void SheetOut::write(Block block) {
  for (Cells& cells : block.cells) book_->add(std::move(cells));
  if (file_)
    file_->write(block.text);
  else if (!block.text.empty())
    put(block.text);
}

void SheetOut::finish() {
  if (book_) write({book_->finish(), {}});
  if (file_) at_door([&] { file_->finish(); });
}

}  // namespace llmsize::cli
