// SPDX-License-Identifier: Apache-2.0
// Network and Data: rates over NICs and fabrics, reads of a project and its storage.
#include "tests/unit/page_subjects.hpp"

#include "core/pages/project_stages.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/study.hpp"
#include "core/view/around.hpp"
#include "core/view/words.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

TEST_CASE("figures of the network are those of the registry", "[pages]") {
  for (const Subject& subject : {worked_example(), gpt3_on_dgx(), preset("hpe-network-interfaces")}) {
    CAPTURE(subject.name);
    const Page page = network_page(subject, built_in());
    check_figure(page, subject, "FLOP/s per GPU", "training.flop_rate_per_gpu");
    check_figure(page, subject, "Network per GPU", "training.network_rate");
    check_figure(page, subject, "DP communication", "training.data_time");
    CHECK(page.verdict != Page::Verdict::incomplete);
  }
}

TEST_CASE("rates over interfaces are those of the talk's scenarios, one line per fabric", "[pages]") {
  const Study study = read_study(built_in().text("scenarios", "hpe-network-interfaces"), "hpe-network-interfaces");
  const std::vector<Scenario> scenarios = study.scenarios();
  const Page page = network_page(unplanned("4 interfaces", scenarios[3]), built_in());
  const Plot& plot = std::get<Plot>(chart_of(page, "network.interfaces").body);
  REQUIRE(plot.series.size() >= 3);
  for (std::size_t i = 0; i < 4; ++i) {
    const double rate = result(complete(scenarios[i], built_in()), "training.flop_rate_per_gpu");
    const Plot::Point& point = plot.series.front().points.at(i);
    CHECK(point.x == double(i + 1));
    CHECK(point.y == Approx(rate).epsilon(1e-12));
    CHECK(point.mark == (i == 3 ? Plot::Mark::filled : Plot::Mark::open));
  }
  for (const Plot::Series& series : plot.series)
    for (std::size_t i = 1; i < series.points.size(); ++i) CHECK(series.points[i].y >= series.points[i - 1].y);
}

TEST_CASE("another fabric brings its own rate", "[pages]") {
  const Page page = network_page(preset("hpe-network-interfaces"), built_in());
  const Plot& plot = std::get<Plot>(chart_of(page, "network.interfaces").body);
  for (std::size_t i = 1; i < plot.series.size(); ++i) {
    if (plot.series[i].title == "published") continue;
    const auto& changes = plot.series[i].points.front().source.changes;
    REQUIRE(changes.front().first == "network.id");
    CAPTURE(changes.front().second);
    const Entry& entry = built_in().entry("networks", changes.front().second);
    const Case plan = complete(changed(preset("hpe-network-interfaces").scenario, changes), built_in());
    CHECK(given(plan, "node.nic_rate") == entry.find("network.rate")->number.value());
  }
}

TEST_CASE("the parts of a step add up for every number of interfaces", "[pages]") {
  const Page page = network_page(worked_example(), built_in());
  const Stack& stack = std::get<Stack>(chart_of(page, "network.step").body);
  CHECK(stack.bars.size() == 4);
  for (const Stack::Bar& bar : stack.bars) {
    double sum = 0;
    for (const Stack::Part& part : bar.parts) sum += part.value;
    CHECK(
        sum == Approx(explained(worked_example().scenario, {"training.step_time", bar.parts.front().source.changes}))
                   .epsilon(1e-9));
  }
}

TEST_CASE("only interfaces that a node is built with suffice", "[pages]") {
  // A tray of four GPUs has one, two or four; the eight GPUs of a server do not share six.
  const Subject racks = planned(
      "racks",
      scenario_of(
          {{"model", "gpt3-175b"},
           {"cluster.system", "gb200-nvl72"},
           {"cluster.nodes", "4"},
           {"workload.tokens", "300B"}}),
      built_in());
  const Page page = network_page(racks, built_in());
  for (const Plot::Point& point : std::get<Plot>(chart_of(page, "network.interfaces").body).series.front().points)
    CHECK(std::fmod(point.x, 18) == 0);
  for (const Stack::Bar& bar : std::get<Stack>(chart_of(page, "network.step").body).bars)
    CHECK(std::fmod(std::stod(bar.title), 18) == 0);
  const std::string title = chart_of(network_page(worked_example(), built_in()), "network.interfaces").title;
  CAPTURE(title);
  CHECK(title.find("8") != std::string::npos);
  for (const char* uneven : {"3 NICs", "5 NICs", "6 NICs", "7 NICs"}) CHECK(title.find(uneven) == std::string::npos);
}

TEST_CASE("published rates stand beside those of the same model and accelerator", "[pages]") {
  const Said gpt3_on_a100{{"model", "gpt3-175b"},      {"cluster.system", "dgx-a100-640"},
                          {"cluster.nodes", "128"},    {"layout.tensor", "8"},
                          {"layout.pipeline", "16"},   {"workload.global_batch", "1536"},
                          {"layout.recompute", "full"}};
  const Page page = network_page(unplanned("A100", scenario_of(gpt3_on_a100)), built_in());
  const Plot& plot = std::get<Plot>(chart_of(page, "network.interfaces").body);
  const Plot::Series& published = plot.series.back();
  CHECK(published.title == "published");
  const auto is_known = [](const Plot::Point& point) {
    return point.x == 8 && point.y == 138e12 && !point.label.empty();
  };
  CHECK(std::any_of(published.points.begin(), published.points.end(), is_known));
  CHECK(chart_of(page, "network.interfaces").subtitle.find("published") != std::string::npos);
  const Page other = network_page(gpt3_on_dgx(), built_in());
  CHECK(std::get<Plot>(chart_of(other, "network.interfaces").body).series.back().title != "published");
}

TEST_CASE("figures of the data are those of the registry", "[pages]") {
  const Page page = data_page(with_storage(), built_in());
  check_figure(page, with_storage(), "Dataset", "ingest.dataset_size");
  check_figure(page, with_storage(), "Required", "ingest.required_bandwidth");
  check_figure(page, with_storage(), "Available", "ingest.supply");
  check_figure(page, with_storage(), "Model load", "load.time_direct");
  check_figure(page, with_storage(), "Raw data", "ingest.raw_size");
  CHECK(page.settled.state <= State::warning);
}

TEST_CASE("a store that is too slow for the data is told", "[pages]") {
  const Subject slow = unplanned("slow", changed(gpt3_on_dgx().scenario, {{"storage.read", "100kB/s"}}));
  const Page page = data_page(slow, built_in());
  CHECK(result(complete(slow.scenario, built_in()), "ingest.supply_ratio") < 1);
  CHECK(page.verdict == Page::Verdict::bad);
  CHECK(chart_of(page, "data.ingest").title.starts_with("Storage-bound"));
}

TEST_CASE("models load in every way that the registry knows", "[pages]") {
  const Case plan = complete(with_storage().scenario, built_in());
  const Page page = data_page(with_storage(), built_in());
  const Bars& bars = std::get<Bars>(chart_of(page, "data.load").body);
  REQUIRE(bars.rows.size() == 4);
  for (const Bars::Row& row : bars.rows) CHECK(same(row.to, result(plan, row.source.name)));
}

TEST_CASE("every stage of a project whose bandwidth is known is drawn", "[pages]") {
  const Case plan = complete(with_storage().scenario, built_in());
  const Page page = data_page(with_storage(), built_in());
  const Bars& bars = std::get<Bars>(chart_of(page, "data.stages").body);
  REQUIRE(bars.rows.size() == project_stages().size());
  for (std::size_t i = 0; i < bars.rows.size(); ++i)
    CHECK(same(bars.rows[i].to, result(plan, project_stages()[i].bandwidth_id)));
}

TEST_CASE("without storage the data page says what it needs", "[pages]") {
  const Page page = data_page(worked_example(), built_in());
  CHECK(page.verdict == Page::Verdict::incomplete);
  CHECK(figure_named(page, "Available").value == "–");
  CHECK(figure_named(page, "Available").qualifier == "needs shared storage");
  CHECK(chart_of(page, "data.load").empty == "Add shared storage to the inputs.");
}

TEST_CASE("figures of data have no holes in their words", "[pages]") {
  const Said no_nvme{{"model", "gpt3-175b"},      {"accelerator.id", "a100-sxm4-80gb"},
                     {"node.gpus", "8"},          {"cluster.nodes", "16"},
                     {"layout.tensor", "8"},      {"layout.pipeline", "8"},
                     {"workload.tokens", "300B"}, {"storage.id", "ddn-ai400x2"}};
  for (const Figure& figure : data_page(unplanned("no NVMe", scenario_of(no_nvme)), built_in()).figures)
    CHECK((figure.value == "–" || figure.qualifier.find("–") == std::string::npos));
  const Page page = data_page(worked_example(), built_in());
  const Dots& dots = std::get<Dots>(chart_of(page, "data.ingest").body);
  CHECK(dots.rows.front().subtitle == "1 epoch");
}

}  // namespace
}  // namespace llmsize::test
