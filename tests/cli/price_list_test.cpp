// SPDX-License-Identifier: Apache-2.0
// A buyer's own prices: a sheet becomes a price list, which stands before public prices, in one currency.
#include "answers.hpp"
#include "folder.hpp"
#include "refusal.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

namespace llmsize::tests {
namespace {

using Json = nlohmann::json;

const std::string sheet = fixture("prices.csv");
const std::string bom = "bom --system dgx-b200 --nodes 10";

Json results(const std::string& line) { return Json::parse(output(line + " --json")).at("results"); }
double value(const Json& results, const char* id) { return results.at(id).at("value").get<double>(); }

/// The refusal of a sheet that has one row more, in the second place.
void check_row_refused(const std::string& row, Exit exit, const std::vector<std::string>& phrases) {
  const Folder folder;
  check_line_refused("import " + folder.write("p.csv", "item,price\ncable,300\n" + row + "\n"), exit, phrases);
}

TEST_CASE("A sheet of prices becomes a price list, and gives what its prices give one by one") {
  const Folder folder;
  const std::string list = folder / "quotes.json";
  CHECK(output("import " + sheet + " -o " + list).empty());
  const Json written = Json::parse(folder.read("quotes.json"));
  CHECK(written.at("currency") == "EUR");
  CHECK(written.at("date") == "2026-10-01");
  CHECK(written.at("items").at("dgx-b200") == 480000);
  const Json listed = results(bom + " --price-list " + list);
  const Json one_by_one =
      results(bom + " --node-price 480000 --cable-price 310 --transceiver-price 950 --electricity-price 0.21");
  for (const char* id : {"bom.price", "economics.capex", "economics.tco"})
    CHECK(value(listed, id) == value(one_by_one, id));
  CHECK(listed.at("economics.capex").at("price_basis") == "user");
}

TEST_CASE("What is typed stands before a price list, and that before public prices") {
  const Folder folder;
  const std::string list = folder / "quotes.json";
  output("import " + sheet + " -o " + list);
  const std::string with = bom + " --price-list " + list;
  CHECK(value(results(with + " --node-price 400000 --cable-price 0 --transceiver-price 0"), "bom.price") == 4e6);
  CHECK(value(results(with + " --prices public"), "bom.price") == value(results(with), "bom.price"));
  const Json open = results(bom + " --prices public");
  CHECK(open.at("economics.capex").at("price_basis") == "public");
  const Json mixed = results(bom + " --prices public --switch-price 36000");
  CHECK(mixed.at("economics.capex").at("price_basis") == "mixed");
  CHECK_FALSE(results(bom).at("power.it").contains("price_basis"));
}

TEST_CASE("Titles above a list of prices are left out") {
  const Folder folder;
  const std::string titled = "Offer 17;;\n\nItem;Price\nrack;9\n";
  const Json found = Json::parse(output("import " + folder.write("t.csv", titled) + " --json"));
  CHECK(found.at("economics").at("rack_price").dump().find('9') != std::string::npos);
}

TEST_CASE("A price holds from its date on, which is no more than a year ahead") {
  const Folder folder;
  const auto refused = [&](const std::string& row, const std::vector<std::string>& phrases) {
    check_line_refused("import " + folder.write("d.csv", "item,price,date,valid until\n" + row + "\n"), data, phrases);
  };
  refused("rack,9,2026-03-01,2026-02-28", {"d.csv, row 2", "valid until '2026-02-28'", "2026-03-01"});
  refused("rack,9,2026-03-01,soon", {"row 2", "valid until 'soon'"});
  refused("rack,9,2926-03-01,", {"row 2", "date '2926-03-01'", "a year ahead"});
  refused("rack,9,0026-03-01,", {"row 2", "date '0026-03-01'"});
}

TEST_CASE("A system that a list does not name has no price of it") {
  const Folder folder;
  const std::string list = folder / "quotes.json";
  output("import " + sheet + " -o " + list);
  const Json other = results("bom --system dgx-h200 --nodes 10 --price-list " + list);
  CHECK((!other.contains("economics.capex") || other.at("economics.capex").at("value").is_null()));
}

TEST_CASE("Prices are in one currency, of items that there are, once each") {
  check_row_refused("dgx-b2000,1", unknown_id, {"p.csv, row 3", "'dgx-b2000'", "did you mean 'dgx-b200'"});
  check_row_refused("rack,many", data, {"p.csv, row 3", "'many'", "expected"});
  check_row_refused("rack,-5", data, {"p.csv, row 3", "'-5'"});
  check_row_refused("cable,310", data, {"p.csv, row 3", "second price"});
  const Folder folder;
  check_line_refused(
      "import " + folder.write("p.csv", "item,price,currency\ncable,3,EUR\nrack,4,USD\n"), data,
      {"row 3", "USD", "EUR", "expected one currency"});
  check_line_refused(
      "import " + folder.write("d.csv", "item,price,date\ncable,3,tomorrow\n"), data, {"row 2", "'tomorrow'"});
  check_line_refused(
      "import " + folder.write("c.csv", "item,price,currency\ncable,3,Euro\n"), data,
      {"row 2", "'Euro'", "such as EUR"});
  check_line_refused("import " + folder.write("m.csv", "item,price\ncable,1e13\n"), data, {"row 2", "'1e13'"});
  check_line_refused("import " + folder.write("e.csv", "item,price\n"), data, {"no prices"});
  // The sign of a currency is read with the amount, grouped or not.
  const std::string grouped = "item,price\nrack,\"€480,000\"\n";
  output("import " + folder.write("g.csv", grouped) + " -o " + (folder / "g.json"));
  CHECK(Json::parse(folder.read("g.json")).at("currency") == "EUR");
  check_line_refused(
      "import " + folder.write("x.csv", grouped + "cable,\"$300,000\"\n"), data, {"row 3", "USD", "EUR"});
  check_line_refused(
      "import " + folder.write("u.csv", "item,price,currency\nrack,\"€480,000\",USD\n"), data, {"row 2", "USD", "EUR"});
  const std::string list = folder / "quotes.json";
  output("import " + sheet + " -o " + list);
  check_refused(
      words(bom + " --rack-price $5000 --price-list " + list), usage, {"EUR", "USD", "expected one currency"});
  check_refused(words(bom + " --price-list nowhere.json"), file, {"nowhere.json"});
}

}  // namespace
}  // namespace llmsize::tests
