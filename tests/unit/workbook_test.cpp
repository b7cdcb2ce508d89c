// SPDX-License-Identifier: Apache-2.0
// Workbooks of spreadsheets, out and in again, and what is none.
#include "core/files/bad_input.hpp"
#include "core/files/document.hpp"
#include "core/files/utf8.hpp"
#include "core/files/xlsx.hpp"
#include "core/scenario/batch.hpp"
#include "core/workbook/table_book.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <random>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using Cells = std::vector<std::string>;

const Table lots{
    {"Lot", "Model", "GPUs", "Tokens", "Note"},
    {{"A", "gpt3-175b", "1024", "300000000000", "=1+1"},
     {"007", "llama-3-8b", "8", "1.5e+13", "Müller & Söhne <x>"},
     {"", "", "", "", ""},
     {"B", "llama-3-8b", "", "15T", "+49 7031"}}};

TEST_CASE("what goes into a workbook comes out, row by row", "[workbook]") {
  const std::vector<CsvRow> rows = parse_xlsx(as_xlsx(lots), "lots.xlsx");
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].cells == lots.header);
  CHECK(rows[1].cells == lots.rows[0]);
  CHECK(rows[2].cells == lots.rows[1]);
  CHECK(rows[3].number == 5);
  CHECK(rows[3].cells == lots.rows[3]);
}

TEST_CASE("what looks like a number and would change as one stays a text", "[workbook]") {
  const Table parts{
      {"part", "release", "price"}, {{"12E3", "1.10", "2.5"}, {"3E8", "1.2", "3"}, {"5", "1.3", "-0.25"}}};
  const std::string bytes = as_xlsx(parts);
  const std::vector<CsvRow> rows = parse_xlsx(bytes, "parts.xlsx");
  REQUIRE(rows.size() == 4);
  for (std::size_t i = 0; i < parts.rows.size(); ++i) CHECK(rows[i + 1].cells == parts.rows[i]);
}

TEST_CASE("a text that no cell holds is cut between characters", "[workbook]") {
  std::string note;
  while (note.size() < 40000) note += "a€";
  const std::string kept = parse_xlsx(as_xlsx({{"note"}, {{note}}}), "notes.xlsx").at(1).cells.at(0);
  CHECK(utf8_length(kept) == kept.size());
  CHECK(kept.size() > 32760);
  CHECK(note.starts_with(kept));
}

TEST_CASE("rows of a workbook are scenarios", "[workbook]") {
  const Batch batch = read_batch(as_xlsx(lots), "lots.xlsx");
  CHECK(batch.header == lots.header);
  CHECK(batch.keys == Cells{"model", "cluster.gpus", "workload.tokens"});
  REQUIRE(batch.rows.size() == 3);
  CHECK(*batch.rows[1].scenario.find("cluster.gpus")->value.number == 8);
  CHECK(*batch.rows[2].scenario.find("workload.tokens")->value.number == 15e12);
  CHECK(batch.rows[1].cells == lots.rows[1]);
}

std::string refusal(const std::string& bytes) {
  try {
    parse_xlsx(bytes, "lots.xlsx");
  } catch (const BadInput& error) {
    CHECK(error.kind() == BadInput::Kind::data);
    return error.what();
  }
  return "accepted";
}

TEST_CASE("what is no workbook is refused with a sentence", "[workbook]") {
  CHECK_THAT(refusal("model,tp\n"), Contains("lots.xlsx: no workbook"));
  CHECK_THAT(refusal("\xD0\xCF\x11\xE0 of 1997"), Contains("save it as .xlsx without a password"));
  const std::string whole = as_xlsx(lots);
  CHECK_THAT(refusal(whole.substr(0, whole.size() / 2)), Contains("archive is broken"));
}

TEST_CASE("cells without places of their own are read, and named where they cannot be", "[workbook]") {
  XlsxRows rows(read_table(tests::fixture("sheets/unplaced.xlsx")), "lots.xlsx");
  CHECK(rows.next()->cells == Cells{"model", "nodes", "note"});
  CHECK(rows.next()->cells == Cells{"llama-3-8b", "4", "first\nsecond _x0041_"});
  CHECK_THROWS_WITH(rows.next(), "lots.xlsx: cell B3: 'four' is not a number");
}

TEST_CASE("a sheet in other letters than those of UTF-8 is called so", "[workbook]") {
  for (const char* name : {"sheets/latin1.xlsx", "sheets/utf16.xlsx"})
    CHECK_THAT(refusal(read_table(tests::fixture(name))), Contains("sheet1.xml in the workbook is not in UTF-8"));
}

TEST_CASE("a thousand broken workbooks are read or refused", "[workbook]") {
  const std::string whole = as_xlsx(lots);
  std::mt19937 random(7);
  for (int i = 0; i < 1000; ++i) {
    std::string broken = whole;
    for (std::size_t flips = 1 + random() % 8; flips > 0; --flips)
      broken[4 + random() % (broken.size() - 4)] = static_cast<char>(random());
    if (random() % 4 == 0) broken.resize(4 + random() % (broken.size() - 4));
    CHECK_FALSE(refusal(broken).empty());
  }
}

}  // namespace
}  // namespace llmsize::test
