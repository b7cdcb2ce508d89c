// SPDX-License-Identifier: Apache-2.0
// Sheets as people keep them: titles above the header, cover sheets, separators and encodings of spreadsheets.
#include "core/files/bad_input.hpp"
#include "core/files/document.hpp"
#include "core/scenario/batch.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using Cells = std::vector<std::string>;

WholeSheet sheet(const std::string& text) { return sheet_of(text, "lots.csv"); }

/// A workbook with a cover sheet, lots below a title and a row of groups, and a hidden sheet.
const std::string& tender() {
  static const std::string path = tests::fixture("sheets/tender.xlsx");
  return path;
}
WholeSheet in_tender(const std::string& worksheet) { return read_sheet(tender(), "tender.xlsx", worksheet); }

TEST_CASE("the header is found below titles, and the rows above it are told", "[sheet_file]") {
  const WholeSheet plain = sheet("model,system\ngpt3-175b,dgx-h100\n");
  CHECK(plain.notes.empty());
  CHECK(plain.rows.at(0).number == 1);
  const WholeSheet titled = sheet("Lots of 2026\n\n,,\nModel,What,System\n,,\ngpt3-175b,x,dgx-h100\n");
  CHECK(titled.rows.at(0).cells == Cells{"Model", "What", "System"});
  CHECK(titled.rows.at(0).number == 4);
  CHECK(titled.rows.at(1).number == 6);
  CHECK(
      titled.notes ==
      Cells{"lots.csv: header in row 4; 2 rows above it are left out", "lots.csv: 1 blank row is left out"});
  // A row of groups names fewer inputs than the header below it.
  CHECK(sheet("Model,Storage,\nModel,Storage,Nodes\n").rows.at(0).number == 2);
  // One name in a title is chance, in a header it is enough.
  CHECK(sheet("Model,to be named\n\nModel,Nodes\n").rows.at(0).number == 3);
  CHECK(sheet("Lots\nModel\ngpt3-175b\n").rows.at(0).number == 2);
  CHECK(sheet("no,header\nat,all\n").rows.at(0).number == 1);
}

TEST_CASE("a header may be the fiftieth row, and no later one", "[sheet_file]") {
  const auto below = [](int titles) {
    std::string text;
    for (int i = 0; i < titles; ++i) text += "title\n";
    return sheet(text + "model,nodes\n").rows.at(0).number;
  };
  CHECK(below(49) == 50);
  CHECK(below(50) == 1);
}

TEST_CASE("the separator is that of the header, whatever a title has", "[sheet_file]") {
  for (const char separator : {',', ';', '\t', '|'})
    for (const std::string title : {"", "Lots, of 2026; a|b\n"}) {
      CAPTURE(separator, title);
      const std::string part(1, separator);
      const WholeSheet read =
          sheet(title + "Model" + part + "\"Nodes\"" + part + "Note\ngpt3-175b" + part + "16" + part);
      CHECK(read.separator == separator);
      CHECK(read.rows.at(0).cells == Cells{"Model", "Nodes", "Note"});
    }
  CHECK(sheet("model;a, b\n").separator == ';');
}

TEST_CASE("a header that comes in pieces is found, too", "[sheet_file]") {
  const std::string text = "Title, with a comma\n\nmodel;nodes\ngpt3-175b;16\n";
  std::size_t at = 0;
  CsvRows rows(
      [&] { return std::string_view(text).substr(std::min(at++, text.size()), 1); }, "lots.csv", is_input_heading);
  CHECK(rows.separator() == ';');
  CHECK(rows.next()->cells == Cells{"Title, with a comma"});
  CHECK(rows.next()->cells == Cells{"model", "nodes"});
}

TEST_CASE("own columns may share a name or have none", "[sheet_file]") {
  const Batch batch = read_batch("model,Note,Note,,nodes,\ngpt3-175b,a,b,c,16,\n", "lots.csv");
  CHECK(batch.header == Cells{"model", "Note", "Note", "", "nodes"});
  using Own = std::vector<std::pair<std::string, std::string>>;
  CHECK(batch.rows.at(0).carried == Own{{"x_Note", "a"}, {"x_Note_2", "b"}, {"x_column_D", "c"}});
  CHECK_THAT(batch.warnings.at(0), Contains("1 column without a name is left out: no cell is filled"));
  CHECK_THAT(batch.warnings.at(2), Contains("1 column without a name is kept"));
  CHECK(
      read_batch("model,Note,\ngpt3-175b,a,remark\n", "lots.csv").rows.at(0).cells ==
      Cells{"gpt3-175b", "a", "remark"});
}

TEST_CASE("line ends and blanks in a heading are one blank", "[sheet_file]") {
  CHECK(read_batch("model,\"Number\nof  nodes\"\n", "lots.csv").keys == Cells{"model", "cluster.nodes"});
}

TEST_CASE("the first sheet with a header is read, and which one is told", "[sheet_file]") {
  const WholeSheet lots = in_tender("");
  CHECK(lots.source == "tender.xlsx, sheet 'Lots'");
  CHECK(lots.rows.at(0).number == 4);
  CHECK(lots.rows.at(0).cells == Cells{"Lot", "Model", "System", "Number of nodes", "Note", "Note", ""});
  CHECK(lots.rows.at(1).cells.at(1) == "Llama 3 70B");
  REQUIRE(lots.notes.size() == 2);
  CHECK_THAT(lots.notes[0], Contains("sheet 'Lots' is read, others are not: 'Cover'; --worksheet"));
  CHECK_THAT(lots.notes[1], Contains("sheet 'Lots': header in row 4; 2 rows above it are left out"));
  CHECK_THAT(read_batch(in_tender("")).rows.at(0).place, Contains("tender.xlsx, sheet 'Lots': row 5"));
}

TEST_CASE("a worksheet is chosen by name or place", "[sheet_file]") {
  CHECK(in_tender("Lots").rows.at(1).cells == in_tender("").rows.at(1).cells);
  CHECK(in_tender("2").rows.at(1).cells == in_tender("").rows.at(1).cells);
  CHECK(in_tender("Cover").rows.at(0).cells == Cells{"Model", "to be named"});
  CHECK(in_tender("Drafts").rows.size() == 2);
  for (const std::string wrong : {"Lot", "3", "0", "lots"}) {
    CAPTURE(wrong);
    CHECK_THROWS_WITH(in_tender(wrong), Contains("for --worksheet: expected Cover or Lots"));
  }
  const std::string text = (std::filesystem::temp_directory_path() / "llmsize-sheet-file.csv").string();
  std::ofstream(text) << "model\n";
  CHECK_THROWS_WITH(read_sheet(text, "lots.csv", "Lots"), Contains("--worksheet: expected a workbook"));
  std::filesystem::remove(text);
}

TEST_CASE("prices have no thousandths", "[sheet_file]") {
  const auto price = [](const std::string& header, const std::string& cell) {
    const BatchRow row =
        read_batch("model" + header + "Node price\ngpt3-175b" + header + cell + "\n", "l.csv").rows.at(0);
    CAPTURE(cell, row.error);
    const Scenario::Said* said = row.scenario.find("economics.node_price");
    return said ? said->value.number.value_or(0) : 0;
  };
  CHECK(price(",", "\"$300,000\"") == 300000);
  CHECK(price(",", "\"300,000.50 USD\"") == 300000.5);
  CHECK(price(",", "300 000 USD") == 300000);
  CHECK(price(",", "CHF 300'000") == 300000);
  CHECK(price(",", "\"1,5M\"") == 1.5e6);
  CHECK(price(",", "1.234M") == 1.234e6);
  CHECK(price(";", "287.500") == 287500);
  CHECK(price(";", "€287.500") == 287500);
  CHECK(price(";", "287500,5") == 287500.5);
  // Thousands or a fraction: a price of 300 or 300,000, of a million or a billion.
  for (const char* unclear : {"€300.000", "\"$1,234M\""}) {
    CAPTURE(unclear);
    CHECK_THAT(
        read_batch("model,Node price\ngpt3-175b," + std::string(unclear) + "\n", "l.csv").rows.at(0).error,
        Contains("is ambiguous"));
  }
}

TEST_CASE("digits are grouped by blanks where three follow each", "[sheet_file]") {
  CHECK(with_point("1 234 567 B", "x") == "1234567 B");
  CHECK(with_point("1\u00A0000", "x") == "1000");
  CHECK(with_point("12'345'678", "x") == "12345678");
  for (const char* other : {"1 23", "1234 567", "1 2345", "4w 200d"}) CHECK(with_point(other, "x") == other);
}

}  // namespace
}  // namespace llmsize::test
