// SPDX-License-Identifier: Apache-2.0
// The order of a machine: the same rows on the page and in the workbook, one sum.
#include "tests/unit/subjects.hpp"

#include "core/answer/sentence.hpp"
#include "core/order/order.hpp"
#include "core/pages/order.hpp"
#include "core/view/numbers.hpp"
#include "core/view/words.hpp"
#include "core/workbook/contents.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

const Said prices{
    {"economics.node_price", "300000"}, {"economics.network_price", "20000"}, {"economics.storage_price", "500000"}};
const Said part_prices{{"economics.switch_price", "36000"}, {"economics.management_switch_price", "8000"},
                       {"economics.cable_price", "300"},    {"economics.transceiver_price", "900"},
                       {"economics.server_price", "15000"}, {"economics.rack_price", "5000"}};
const Said chat{{"model", "llama-3.1-70b"},      {"cluster.system", "dgx-h200"}, {"cluster.nodes", "4"},
                {"workload.mode", "infer"},      {"layout.tensor", "8"},         {"serving.input_tokens", "1024"},
                {"serving.output_tokens", "512"}};

NumberOf number_of(const Case& plan) {
  return [once = std::make_shared<Once>(plan.values, dependents())](NumberId id) {
    const double value = id.result() ? result_row(*id.result()).value(*once) : once->values()[*id.input()];
    return std::isfinite(value) ? value : absent;
  };
}

const OrderRow* row_named(const std::vector<OrderRow>& order, NumberId count) {
  const auto found = std::find_if(order.begin(), order.end(), [&](const OrderRow& row) { return row.count == count; });
  return found == order.end() ? nullptr : &*found;
}

/// Items of a page's order, headings left out.
std::vector<std::string> items(const Chart& chart) {
  std::vector<std::string> all;
  for (const Grid::Row& row : std::get<Grid>(chart.body).rows)
    if (!row.strong) all.push_back(row.cells.front().text);
  return all;
}

TEST_CASE("The prices of an order add up to the purchase", "[order]") {
  for (const Said& said : {gpt3_on_128_dgx + Said{{"cluster.spare_nodes", "2"}, {"storage.count", "3"}}, bloom, chat}) {
    const Case plan = completed(said + prices);
    const NumberOf number = number_of(plan);
    double sum = 0;
    for (const OrderRow& row : order_of(plan))
      if (const double price = price_of(row, number); row.role != OrderRole::price && !is_absent(price)) sum += price;
    CHECK(sum > 0);
    CHECK(sum == Approx(result(plan, "economics.capex")).epsilon(1e-12));
  }
}

TEST_CASE("Prices of parts add up over systems and sizes, with a share for the rest", "[order]") {
  for (const char* system : {"dgx-a100-640", "dgx-h100", "dgx-b200", "gb200-nvl72", "amd-mi300x-8"})
    for (const char* nodes : {"1", "5", "31", "127", "1000"}) {
      CAPTURE(system, nodes);
      const Said cluster{{"cluster.system", system}, {"cluster.nodes", nodes}, {"storage.count", "3"}};
      const Case plan = completed(cluster + prices + part_prices + Said{{"economics.other_share", "25%"}});
      const NumberOf number = number_of(plan);
      double sum = 0;
      for (const OrderRow& row : order_of(plan))
        if (const double price = price_of(row, number); row.role != OrderRole::price && !is_absent(price)) sum += price;
      CHECK(sum == Approx(result(plan, "bom.price")).epsilon(1e-12));
      const double others = 0.25 * 300000 * plan["cluster.nodes"];
      CHECK(result(plan, "economics.capex") == Approx(sum + others).epsilon(1e-12));
    }
}

TEST_CASE("A price of a part never makes the whole cheaper, and none is counted that is not given", "[order]") {
  const Said cluster{{"cluster.system", "dgx-h100"}, {"cluster.nodes", "127"}};
  const double without = result(completed(cluster + prices), "economics.capex");
  CHECK(without == 127 * 320000 + 500000);
  for (const auto& price : part_prices) {
    CAPTURE(price.first);
    CHECK(result(completed(cluster + prices + Said{price}), "economics.capex") > without);
  }
}

TEST_CASE("Public prices are taken only where asked for, all in, with their range", "[order]") {
  const Said cluster{{"cluster.system", "dgx-b200"}, {"cluster.nodes", "10"}};
  CHECK(is_absent(result(completed(cluster), "economics.capex")));
  const Said asked = cluster + Said{{"economics.prices", "public"}};
  const Case plan = completed(asked);
  CHECK(plan["economics.node_price"] == Approx(515000));
  CHECK(plan.currency == "USD");
  CHECK(result(plan, "economics.capex") > 10 * 515000 * 1.26);
  CHECK(result(plan, "economics.capex") < 10 * 515000 * 1.40);
  CHECK(range(plan, result_row("economics.capex")).has_value());
  // A price that is given stands before.
  const Case own = completed(asked + Said{{"economics.node_price", "400000"}});
  CHECK(result(own, "economics.capex") == 4e6);
  const auto note_of = [](const Said& said) { return price_note(Around(scenario_of(said), built_in())); };
  CHECK(speaks_of(note_of(asked), "at public prices"));
  CHECK(speaks_of(note_of(asked + Said{{"economics.node_price", "400000"}}), "at your prices"));
  // What a part costs is not counted by a share once more.
  const Case partly = completed(asked + Said{{"economics.network_price", "76155"}});
  CHECK(result(partly, "economics.capex") == Approx(10 * (515000 + 76155)));
}

TEST_CASE("Appliances are the most of what each need asks for, and more of a need is never less", "[order]") {
  const Said base = gpt3_on_128_dgx + Said{{"storage.id", "ddn-ai400x2"}, {"workload.tokens", "300B"}};
  const auto need = [&](const Said& more, const char* id = "storage.appliances_needed") {
    return result(completed(base + more), id);
  };
  for (const char* part :
       {"checkpoint.appliances", "ingest.appliances", "storage.appliances_by_capacity",
        "checkpoint.appliances_by_capacity"})
    CHECK(need({}) >= need({}, part));
  double before = 0;
  for (const char* data : {"0", "100TB", "1PB", "10PB", "30PB"}) {
    const double count = need({{"storage.other_data", data}});
    CAPTURE(data, count);
    CHECK(count >= before);
    CHECK(need({{"storage.other_data", data}, {"storage.data_growth", "30%"}}) >= count);
    CHECK(need({{"storage.other_data", data}, {"storage.usable_share", "1"}}) <= count);
    before = count;
  }
  // Capacity adds up: data that grow by 30% of themselves a year for four years, over the usable 80%.
  const Said grown{{"storage.other_data", "1PB"}, {"storage.data_growth", "30%"}};
  const double added = need(grown, "storage.required_capacity") - need({}, "storage.required_capacity");
  const double dataset = need({}, "ingest.dataset_size");
  CHECK(added == Approx((1e15 * (1 + 4 * 0.3) + dataset * 4 * 0.3) / 0.8));
}

TEST_CASE("A full rack weighs its nodes and itself, a rack system what it weighs", "[order]") {
  CHECK(
      result(completed({{"cluster.system", "dgx-h100"}, {"cluster.nodes", "8"}}), "bom.rack_weight") == 4 * 130 + 150);
  const Case rack = completed({{"cluster.system", "gb200-nvl72"}, {"cluster.nodes", "8"}});
  CHECK(result(rack, "bom.rack_weight") == 1360);
  CHECK(result(rack, "bom.floor_load") == Approx(1360 * 9.81 / 1000 / 0.72));
}

TEST_CASE("A larger storage network has switches beyond two tiers, too, and never fewer", "[order]") {
  double before = 0;
  for (const char* nodes : {"500", "900", "1000", "1100", "2000", "4000", "8000"}) {
    CAPTURE(nodes);
    const Case plan = completed({{"cluster.system", "dgx-h100"}, {"cluster.nodes", nodes}});
    const double switches = result(plan, "bom.storage_switches");
    CHECK(switches > before);
    before = switches;
    CHECK(result(plan, "bom.storage_cables") > result(plan, "bom.storage_links"));
  }
}

TEST_CASE("Notes of an order name numbers that there are", "[order]") {
  for (const auto& [name, said] : typical_cases())
    for (const OrderRow& row : order_of(completed(said)))
      for (const std::string_view note : row.notes)
        read_sentence(
            note,
            [&](std::string_view id) {
              CAPTURE(id);
              CHECK(NumberId::find(id).has_value());
            },
            [](std::string_view) {});
}

TEST_CASE("An order lists storage only where some is named, and needs of the question", "[order]") {
  CHECK_FALSE(row_named(order_of(completed(chat)), "storage.count"));
  const std::vector<OrderRow> service = order_of(completed(chat + Said{{"storage.id", "ddn-ai400x2"}}));
  REQUIRE(row_named(service, "storage.count"));
  CHECK(speaks_of(row_named(service, "storage.count")->item, "AI400X2"));
  CHECK_FALSE(row_named(service, "checkpoint.appliances"));
  CHECK(row_named(order_of(completed(bloom)), "offload.appliances"));
  CHECK(row_named(order_of(completed(gpt3_on_128_dgx)), "checkpoint.appliances"));
}

TEST_CASE("An order tells where more is needed than ordered", "[order]") {
  const auto said = [](const char* appliances) {
    const Case plan = completed(
        gpt3_on_128_dgx +
        Said{{"storage.count", appliances}, {"storage.write", "1GB/s"}, {"checkpoint.interval_given", "1min"}});
    const std::vector<OrderRow> order = order_of(plan);
    return against_order(*row_named(order, "checkpoint.appliances"), number_of(plan));
  };
  CHECK(said("1") == more_than_ordered);
  CHECK(said("1000") == as_ordered);
}

TEST_CASE("Page, report and workbook order the same items", "[order]") {
  for (const Said& said : {gpt3_on_128_dgx, chat + Said{{"storage.id", "ddn-ai400x2"}}}) {
    const Subject subject = given_subject(said + prices);
    const Contents contents(subject, built_in(), {});
    std::vector<std::string> known;
    for (const OrderRow& row : contents.order) {
      const std::optional<NumberId>& number = row.price ? row.price : row.count;
      if (number_of(contents.plan)(*number) > 0) known.push_back(row.item);
    }
    CHECK(items(chart_of(shown_page("order", subject), "order.items")) == known);
    for (const OrderRow& row : contents.order)
      for (const NumberId number : numbers_of(row))
        CHECK((number.result() ? contents.numbers.holds(*number.result()) : contents.numbers.holds(*number.input())));
  }
}

TEST_CASE("The purchase stands below the prices that it sums, with nothing where there are none", "[order]") {
  const auto header = [](const Said& said) {
    return std::get<Grid>(chart_of(shown_page("order", given_subject(said)), "order.items").body).header;
  };
  const auto has = [](const std::vector<std::string>& titles, std::string_view title) {
    return std::find(titles.begin(), titles.end(), title) != titles.end();
  };
  CHECK_FALSE(has(header(gpt3_on_128_dgx), "Price"));
  CHECK(has(header(gpt3_on_128_dgx + prices), "Price"));
  const Page page = shown_page("order", given_subject(gpt3_on_128_dgx + prices));
  CHECK(speaks_of(page.sentence, "CapEx "));
  const Page open = shown_page("order", given_subject(gpt3_on_128_dgx));
  CHECK(speaks_of(open.sentence, "For CapEx, add "));
}

TEST_CASE("An order of nothing says what is missing", "[order]") {
  const Page page = shown_page("order", Subject{});
  CHECK(page.verdict == Page::Verdict::incomplete);
  CHECK(speaks_of(page.charts.front().empty, "a system"));
}

}  // namespace
}  // namespace llmsize::test
