// SPDX-License-Identifier: Apache-2.0
// What was written for an earlier version means the same today: every row of core/formula/former_names.csv is asked.
#include "core/inputs/former.hpp"
#include "core/answer/explanation.hpp"
#include "core/audit/audit.hpp"
#include "core/catalog/condition.hpp"
#include "core/catalog/schema.hpp"
#include "core/files/csv.hpp"
#include "core/files/document.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/questions/said.hpp"
#include "core/scenario/sheet_columns.hpp"
#include "core/scenario/study.hpp"
#include "core/study/marks.hpp"
#include "core/tables/answer_columns.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/unit/cases.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace llmsize {
namespace {

using namespace test;
using Words = std::vector<std::string>;

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

Words keys_of_header(const std::string& name) { return SheetColumns({1, {name}}, ',', "sheet.csv").keys(); }

/// A value that an input takes.
std::string some_value(std::string_view key) {
  if (const Choice* choice = find_choice(key)) return std::string(choice->options.back().word);
  const InputAbout& about = about_of(key_named(key));
  return exact(about.initial.value_or(about.most));
}

std::string as_file(std::string_view key, const std::string& value) {
  const auto dot = key.find('.');
  return fmt::format(
      R"({{"schema_version": 1, "{}": {{"{}": "{}"}}}})", key.substr(0, dot), key.substr(dot + 1), value);
}

/// Former ids of inputs.
std::vector<Renamed> renamed_inputs() {
  std::vector<Renamed> all = renamed("id");
  std::erase_if(all, [](const Renamed& each) { return ResultKey::find(each.now).has_value(); });
  return all;
}
std::vector<Renamed> renamed_results() {
  std::vector<Renamed> all = renamed("id");
  std::erase_if(all, [](const Renamed& each) { return !ResultKey::find(each.now).has_value(); });
  return all;
}

TEST_CASE("a former id is none of today's and names one that is", "[former]") {
  for (const auto& [now, former] : renamed("id")) {
    INFO(former);
    CHECK((InputKey::find(now) || WordKey::find(now) || ResultKey::find(now)));
    CHECK(current_id(now) == now);
    CHECK(current_id(former) == now);
    const std::vector<std::string_view> keys = scenario_keys(), ids = result_ids();
    CHECK(std::find(keys.begin(), keys.end(), former) == keys.end());
    CHECK(std::find(ids.begin(), ids.end(), former) == ids.end());
  }
}

TEST_CASE("a result is asked for by its former id", "[former]") {
  for (const auto& [now, former] : renamed_results()) {
    INFO(former);
    CHECK(NumberId::find(former)->text() == now);
    CHECK(named_results(Words{former}, "--results").front()->about->id == now);
    CHECK(explain(completed({}), former).id == now);
    CHECK(read_claim(former + "=1").over.number.text() == now);
    CHECK(read_marks(fmt::format("nodes,{}\n64,1\n", former), "marks.csv").marks.front().value_of(now) == 1);
  }
}

TEST_CASE("answers of a sheet that was answered before an id was renamed are answers", "[former]") {
  for (const auto& [now, former] : renamed_results()) {
    INFO(former);
    const ResultRow& row = row_of(now);
    const AnswerColumns columns({{&row}, {&row}, {}}, CellUnits::base);
    for (std::string name : columns.header()) {
      const auto at = name.find(column(now));
      if (at != std::string::npos) CHECK(columns.is_answer(name.replace(at, column(now).size(), column(former))));
    }
    CHECK_FALSE(columns.is_answer(column(former)));
  }
}

TEST_CASE("a former id of an input is read in files, sheets, options, explanations and conditions", "[former]") {
  for (const auto& [now, former] : renamed_inputs()) {
    INFO(former);
    const std::string value = some_value(now);
    CHECK(
        as_options(read_scenario(as_file(former, value), "a.llmsize")) ==
        as_options(read_scenario(as_file(now, value), "a.llmsize")));
    CHECK(read_axis(former, value, {"--set"}).key == now);
    for (const std::string& name : {former, "--" + former, column(former)}) CHECK(keys_of_header(name) == Words{now});
    CHECK(from_options(fmt::format("--{}={}", former, value)).find(now) != nullptr);
    CHECK_NOTHROW(Condition(fmt::format("{}={}", former, value)));
    if (InputKey::find(now) && about_of(key_named(now)).unit != Unit::flag) {
      const double low = std::max(0.5, about_of(key_named(now)).least);
      CHECK(read_hidden(fmt::format("{}={}..{}", former, low, low + 0.5)).key == now);
    }
    if (InputKey::find(now)) CHECK(explain(completed({}), former).id == now);
  }
}

TEST_CASE("a former id stands in the schema of scenarios as today's does", "[former]") {
  const Json groups = schema("scenarios").at("properties");
  for (const auto& [now, former] : renamed_inputs()) {
    INFO(former);
    const auto field = [&](const std::string& key) {
      const auto dot = key.find('.');
      return groups.at(key.substr(0, dot)).at("properties").at(key.substr(dot + 1));
    };
    CHECK(field(former) == field(now));
  }
}

TEST_CASE("a former option says the same as today's", "[former]") {
  for (const auto& [now, former] : renamed("option")) {
    INFO(former);
    CHECK(is_former_option(former));
    const std::string value = some_value(now);
    CHECK(
        as_options(from_options(fmt::format("{}={}", former, value))) ==
        as_options(from_options(fmt::format("{}={}", option_of(now), value))));
    CHECK(keys_of_header(former) == Words{now});
    CHECK(keys_of_header(former.substr(2)) == Words{now});
    for (const std::string_view key : scenario_keys())
      for (const std::string& option : options_of(key)) CHECK(option != former);
  }
}

TEST_CASE("a former word of a choice stands for the word of today", "[former]") {
  for (const auto& [now, former] : renamed("word")) {
    INFO(former);
    const std::string key = now.substr(0, now.find('=')), word = now.substr(key.size() + 1);
    CHECK(value_of(key, former, {"test"}).word == word);
    CHECK(value_of(key, word, {"test"}).word == word);
    for (const Option& option : find_choice(key)->options) CHECK(option.word != former);
  }
}

TEST_CASE("a column headed by a former label is read as its input", "[former]") {
  for (const auto& [now, former] : renamed("label")) {
    INFO(former);
    CHECK(keys_of_header(former) == Words{now});
  }
}

}  // namespace
}  // namespace llmsize
