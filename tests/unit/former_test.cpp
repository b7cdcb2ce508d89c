// SPDX-License-Identifier: Apache-2.0
// What was written for an earlier version means the same today: every row of core/formula/former_names.csv is asked.
#include "core/files/csv.hpp"
#include "core/files/document.hpp"
#include "core/inputs/list.hpp"
#include "core/scenario/sheet_columns.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace llmsize {
namespace {

/// A row of the file: what something is called, and what it was called before.
struct Renamed {
  std::string now, former;
};

std::vector<Renamed> renamed(std::string_view kind) {
  const std::string path = tests::in_tree("core/formula/former_names.csv");
  std::vector<Renamed> all;
  for (const CsvRow& row : parse_csv(read_file(path), path).rows)
    if (row.cells.at(0) == kind) all.push_back({row.cells.at(1), row.cells.at(2)});
  REQUIRE_FALSE(all.empty());
  return all;
}

std::vector<std::string> keys_of_header(const std::string& name) {
  return SheetColumns({1, {name}}, ',', "sheet.csv").keys();
}

TEST_CASE("a column headed by a former label is read as its input", "[former]") {
  for (const auto& [now, former] : renamed("label")) {
    INFO(former);
    CHECK(keys_of_header(former) == std::vector<std::string>{now});
  }
}

}  // namespace
}  // namespace llmsize
