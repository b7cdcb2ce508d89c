// SPDX-License-Identifier: Apache-2.0
// What must hold for every text that is read as a quantity, a date or an amount of money.
#include "core/inputs/value.hpp"
#include "core/quantity/date.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "tests/unit/cases.hpp"

#include <fmt/format.h>
#include <rapidcheck/catch.h>

#include <cmath>

namespace llmsize::test {
namespace {

constexpr double day = 86400;

/// A number of up to four digits with up to three decimals, as somebody types it.
std::string random_number() { return exact(*rc::gen::inRange(1, 10'000'000) / 1000.0); }

/// A day of this century.
std::chrono::sys_days random_day() {
  using namespace std::chrono_literals;
  return std::chrono::sys_days(2000y / 1 / 1) + std::chrono::days(*rc::gen::inRange(0, 36'500));
}

TEST_CASE("a quantity is read as pages print it", "[property]") {
  rc::prop("within the three digits that are shown", [] {
    struct Range {
      Unit unit;
      double least, most;
    };
    static const std::vector<Range> ranges{
        {Unit::count, 1e6, 1e14},   {Unit::bytes, 1, 1e20},       {Unit::flop, 1e3, 1e23}, {Unit::seconds, 1e-8, 1e10},
        {Unit::bandwidth, 1, 1e20}, {Unit::flop_rate, 1e3, 1e23}, {Unit::watts, 1, 9e11},  {Unit::joules, 1, 1e15}};
    const Range range = *rc::gen::elementOf(ranges);
    const double share = *rc::gen::inRange(0, 1'000'001) / 1e6;
    const double value = range.least * std::pow(range.most / range.least, share);
    const std::string text = pretty(value, range.unit);
    RC_PRE(text.find(',') == std::string::npos);  // a list of values has commas
    RC_LOG() << text;
    const auto read = parse(text, range.unit);
    RC_ASSERT(read.has_value());
    RC_ASSERT(std::abs(*read / value - 1) <= 0.006);
  });
  rc::prop("in words as in letters", [] {
    const std::string number = random_number();
    RC_ASSERT(parse(number + " trillion", Unit::count) == parse(number + "T", Unit::count));
    RC_ASSERT(parse(number + " billion", Unit::count) == parse(number + "B", Unit::count));
    RC_ASSERT(parse(number + " million", Unit::money) == parse(number + "M", Unit::money));
    RC_ASSERT(parse(number + " minutes", Unit::seconds) == parse(number + "min", Unit::seconds));
  });
  rc::prop("with what it counts behind it", [] {
    const std::string number = random_number();
    const auto read = [](std::string_view key, const std::string& text) {
      return value_of(key, text, {"test"}).number;
    };
    RC_ASSERT(read("workload.tokens", number + "T tokens") == read("workload.tokens", number + "T"));
    RC_ASSERT(
        read("model.parameters_given", number + " billion parameters") == read("model.parameters_given", number + "B"));
  });
}

TEST_CASE("twelve months are a year", "[property]") {
  rc::prop("of 365.25 days", [] {
    const int years = *rc::gen::inRange(1, 1000);
    const auto months = parse(fmt::format("{} months", 12 * years), Unit::seconds);
    RC_ASSERT(std::abs(*months / *parse(fmt::format("{}y", years), Unit::seconds) - 1) < 1e-12);
  });
}

TEST_CASE("a date is read as it is written", "[property]") {
  rc::prop("every day", [] {
    const auto today = random_day();
    RC_ASSERT(parse_date(date_text(today)) == today);
  });
  rc::prop("a deadline is the days from its start", [] {
    const auto start = random_day();
    const int days = *rc::gen::inRange(1, 5000);
    const std::string end = date_text(start + std::chrono::days(days));
    const std::string text = with_start("goal.deadline", end, date_text(start));
    RC_ASSERT(value_of("goal.deadline", text, {"test"}).number == days * day);
    RC_ASSERT(parse(text, Unit::seconds) == days * day);
  });
  rc::prop("a deadline without a start is counted from the date of the data", [] {
    const int days = *rc::gen::inRange(1, 5000);
    const std::string end = date_text(*parse_date(data_date()) + std::chrono::days(days));
    RC_ASSERT(value_of("goal.deadline", end, {"test"}).number == days * day);
    const Scenario scenario = scenario_of({{"goal.deadline", end}});
    RC_ASSERT(as_options(scenario) == fmt::format("--deadline {}/{}", data_date(), end));
    RC_ASSERT(from_options(as_options(scenario)).find("goal.deadline")->value.number == days * day);
  });
}

TEST_CASE("a currency is one however it is written", "[property]") {
  rc::prop("by sign or code, before or after", [] {
    static const std::vector<std::pair<std::string, std::string>> signs{
        {"$", "USD"}, {"US$", "USD"}, {"€", "EUR"}, {"£", "GBP"}};
    const auto [sign, code] = *rc::gen::elementOf(signs);
    const std::string amount = random_number() + "M";
    for (const std::string& text : {sign + amount, amount + " " + sign, code + " " + amount, amount + " " + code}) {
      RC_LOG() << text;
      RC_ASSERT(parse(text, Unit::money) == parse(amount, Unit::money));
      RC_ASSERT(currency(text) == code);
    }
  });
  rc::prop("two of them in one scenario are refused", [] {
    static const std::vector<std::string> codes{"USD", "EUR", "GBP", "JPY"};
    const auto one = *rc::gen::elementOf(codes);
    const auto other = *rc::gen::elementOf(codes);
    Scenario scenario;
    scenario.set("goal.budget", "20M " + one, {"--budget"});
    scenario.set("economics.node_price", "400000", {"--node-price"});
    if (one == other)
      scenario.set("economics.node_price", other + " 400000", {"--node-price"});
    else
      RC_ASSERT_THROWS_AS(scenario.set("economics.node_price", other + " 400000", {"--node-price"}), BadInput);
  });
}

}  // namespace
}  // namespace llmsize::test
