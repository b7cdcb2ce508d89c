// SPDX-License-Identifier: Apache-2.0
// Workbooks: whole archives, and the text of a worksheet in an archive that is whole.
#include "core/files/sheet_file.hpp"
#include "core/scenario/batch.hpp"
#include "tests/fuzz/reader.hpp"

#include <zip.h>

#include <array>
#include <utility>

namespace llmsize::fuzz {
namespace {

/// An archive of a workbook with one worksheet.
std::string workbook_of(std::string_view worksheet) {
  const std::array<std::pair<const char*, std::string_view>, 3> parts{{
      {"xl/workbook.xml", R"(<workbook xmlns:r="r"><sheets><sheet name="A" r:id="a"/></sheets></workbook>)"},
      {"xl/_rels/workbook.xml.rels",
       R"(<Relationships><Relationship Id="a" Target="worksheets/a.xml"/></Relationships>)"},
      {"xl/worksheets/a.xml", worksheet},
  }};
  zip_error_t error;
  zip_source_t* written = zip_source_buffer_create(nullptr, 0, 0, &error);
  require(written != nullptr);
  zip_source_keep(written);
  zip_t* archive = zip_open_from_source(written, ZIP_TRUNCATE, &error);
  require(archive != nullptr);
  for (const auto& [name, text] : parts) {
    const auto index = zip_file_add(archive, name, zip_source_buffer(archive, text.data(), text.size(), 0), 0);
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), ZIP_CM_STORE, 0);
  }
  require(zip_close(archive) == 0);
  zip_stat_t about;
  zip_source_stat(written, &about);
  std::string bytes(about.size, '\0');
  zip_source_open(written);
  zip_source_read(written, bytes.data(), bytes.size());
  zip_source_close(written);
  zip_source_free(written);
  return bytes;
}

void read(std::string bytes) {
  done([&] {
    for (const CsvRow& row : parse_xlsx(bytes, "fuzz.xlsx"))
      for (const std::string& cell : row.cells) require(cell.size() <= 32767 * 4);
  });
  read_batch(whole(SheetFile::of(std::move(bytes), "fuzz.xlsx")));
}

}  // namespace

const Register workbook("workbook", [](std::string_view bytes) { read(std::string(bytes)); });
const Register worksheet("worksheet", [](std::string_view text) { read(workbook_of(text)); });

}  // namespace llmsize::fuzz
