// SPDX-License-Identifier: Apache-2.0
// A scenario that serves: its pages tell what holds weights and KV cache, and say in a sentence that nothing is trained
// or saved.
#include "tests/unit/subjects.hpp"

#include "core/answer/explanation.hpp"
#include "core/view/around.hpp"
#include "core/view/plan_rows.hpp"

#include <catch2/catch.hpp>

namespace llmsize::test {
namespace {

/// LLaMA 2 70B on one node, decoded in batches of 64.
const Said llama{{"model", "llama-2-70b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "1"},
                 {"layout.tensor", "8"},   {"workload.mode", "infer"},     {"workload.sequence", "4096"},
                 {"serving.batch", "64"},  {"storage.id", "ddn-ai400x2"}};

bool has_chart(const Page& page, std::string_view id) {
  return std::any_of(page.charts.begin(), page.charts.end(), [&](const Chart& chart) { return chart.id == id; });
}

TEST_CASE("The Size page of serving shows weights, KV cache and tokens per second, not a training", "[pages]") {
  const Subject subject = given_subject(llama);
  const Page page = shown_page("size", subject);
  CHECK(page.verdict == Page::Verdict::good);
  CHECK(page.verdict_label == "Fits");
  CHECK(speaks_of(page.sentence, "KV cache of batch 64"));
  CHECK(speaks_of(page.sentence, "Weights need 1 node"));
  CHECK(page.figures[2].source.name == "memory.gpu_total");
  CHECK(page.figures[3].source.name == "offload.throughput");
  CHECK(page.summary.starts_with("1 × DGX H100 · "));
  CHECK(speaks_of(page.summary, " tok/s · "));
  for (const char* trained : {"size.time", "size.step", "size.doubling", "size.movers"})
    CHECK(!has_chart(page, trained));
  const auto& bar = std::get<Stack>(chart_of(page, "size.memory").body).bars.front();
  CHECK(std::any_of(
      bar.parts.begin(), bar.parts.end(), [](const auto& part) { return part.title == "KV cache and workspace"; }));
  CHECK(std::none_of(bar.parts.begin(), bar.parts.end(), [](const auto& part) { return part.title == "Gradients"; }));
  CHECK(std::get<Bars>(chart_of(page, "size.weights").body).rows.size() == 4);
}

TEST_CASE("Batches are tried until the KV cache fills the GPU", "[pages]") {
  const Page page = shown_page("size", given_subject(llama));
  const Chart& chart = chart_of(page, "size.batch");
  const auto& plot = std::get<Plot>(chart.body);
  REQUIRE(plot.series.size() == 2);
  CHECK(std::any_of(plot.series[0].points.begin(), plot.series[0].points.end(), [](const auto& point) {
    return point.mark == Plot::Mark::filled && point.x == 64;
  }));
  REQUIRE(plot.series[1].points.size() == 1);
  CHECK(plot.series[1].points.front().label == "GPU memory exceeded");
  CHECK(speaks_of(chart.title, "Batch 64: "));
  const Page full = shown_page("size", given_subject(llama + Said{{"serving.batch", "100000"}}));
  CHECK(full.verdict == Page::Verdict::bad);
  CHECK(speaks_of(chart_of(full, "size.batch").title, "Batch 100,000 does not fit"));
}

TEST_CASE("Every page of serving says that nothing is trained, and offers the training", "[pages]") {
  for (const char* id : {"size", "layout", "network", "checkpoint", "data"}) {
    CAPTURE(id);
    const Page page = shown_page(id, given_subject(llama));
    const auto said = std::find_if(page.findings.begin(), page.findings.end(), [](const auto& finding) {
      return finding.first.id == "workload.serves";
    });
    REQUIRE(said != page.findings.end());
    CHECK(speaks_of(said->first.message, "The mode is inference."));
    REQUIRE(said->second.size() == 1);
    CHECK(said->second.front().apply.changes.front() == std::pair<std::string, std::string>{"workload.mode", "train"});
    for (const Figure& figure : page.figures)
      for (const char* trained :
           {"training.total_step_time", "training.step_time", "training.mfu", "checkpoint.stall",
            "reliability.goodput"})
        CHECK((figure.source.name != trained || figure.value == "–"));
  }
}

TEST_CASE("Nothing is saved while serving: storage loads the model", "[pages]") {
  const Page page = shown_page("checkpoint", given_subject(bloom));
  CHECK(page.verdict_label == "No checkpoints");
  CHECK(speaks_of(page.sentence, "Set the mode to training"));
  CHECK(page.figures.front().value == "–");
  REQUIRE(page.charts.size() == 1);
  CHECK(page.charts.front().id == "checkpoint.load");
  CHECK(page.charts.front().empty.empty());
  CHECK(shown_page("data", given_subject(bloom)).verdict_label.starts_with("Loads in"));
}

TEST_CASE("A training of weights alone is questioned", "[pages]") {
  const Page page = shown_page("size", given_subject(gpt3_on_128_dgx + Said{{"memory.recipe", "weights16"}}));
  const auto found = std::find_if(page.findings.begin(), page.findings.end(), [](const auto& finding) {
    return finding.first.id == "memory.weights_alone";
  });
  REQUIRE(found != page.findings.end());
  CHECK(found->second.size() == 2);
  const Page usual = shown_page("size", given_subject(gpt3_on_128_dgx));
  for (const auto& [finding, remedies] : usual.findings) CHECK(finding.id != "memory.weights_alone");
}

Subject served_subject(const Said& said) {
  return served("service", scenario_of(said + Said{{"workload.mode", "infer"}}), built_in());
}
const Said small_service{{"model", "llama-3.1-8b"}, {"cluster.system", "dgx-h100"}, {"cluster.nodes", "1"}};
const Said small_load = small_service + Said{{"serving.rate", "5"}};
const Said chat_of_users{{"model", "llama-3.1-70b"}, {"cluster.system", "dgx-h200"}, {"traffic.users", "20k"}};

std::vector<std::string> titles_of(const Plot& plot) {
  std::vector<std::string> titles;
  for (const Plot::Series& series : plot.series) titles.push_back(series.title);
  return titles;
}

TEST_CASE("Every point of a service's load is explained at that load, whatever sets its own", "[pages]") {
  for (const Said& said : {chat_of_users, small_load, small_service + Said{{"serving.concurrency", "64"}}}) {
    const Subject subject = served_subject(said);
    const Page page = shown_page("serve", subject);
    for (const char* id : {"serve.load_line", "serve.tail", "serve.tail_tpot", "serve.tail_e2el"})
      for (const Plot::Series& series : std::get<Plot>(chart_of(page, id).body).series)
        for (const Plot::Point& point : series.points) {
          if (point.source.name.empty()) continue;
          CAPTURE(id, series.title, point.x, point.source.changes);
          const Case plan = complete(changed(subject.scenario, point.source.changes), built_in());
          CHECK(explain(plan, point.source.name).value == Approx(point.y).epsilon(1e-9));
        }
  }
}

TEST_CASE("A replica over two nodes has no note on fewer nodes", "[pages]") {
  const Page page = shown_page(
      "serve",
      served_subject({{"model", "llama-3.1-405b"}, {"cluster.system", "dgx-h100"}, {"workload.tokens", "15.6T"}}));
  CHECK(page.sentence.starts_with("2 × DGX H100 serve"));
}

TEST_CASE("Tails have the SLO as a line, the load as a mark, and rise with their percentile", "[pages]") {
  const Page page = shown_page("serve", served_subject(chat_of_users + Said{{"serving.latency_limit", "30s"}}));
  for (const char* id : {"serve.tail", "serve.tail_tpot", "serve.tail_e2el"}) {
    CAPTURE(id);
    const auto& plot = std::get<Plot>(chart_of(page, id).body);
    REQUIRE(titles_of(plot) == std::vector<std::string>{"P99", "P95", "mean", "P50", "this scenario"});
    for (std::size_t i = 0; i < plot.series[0].points.size(); ++i) {
      CHECK(plot.series[0].points[i].y >= plot.series[1].points[i].y);
      CHECK(plot.series[1].points[i].y >= plot.series[3].points[i].y);
    }
    // The class of chats has SLOs at P95.
    const Plot::Point& here = plot.series.back().points.front();
    CHECK(here.mark == Plot::Mark::filled);
    CHECK(here.source.name.ends_with("_p95"));
    CHECK(speaks_of(here.callout, "P95"));
    CHECK(std::any_of(plot.limits.begin(), plot.limits.end(), [](const Plot::Limit& limit) {
      return !limit.vertical && limit.label == "SLO P95";
    }));
    for (const Plot::Limit& limit : plot.limits) CHECK((limit.vertical || limit.at < plot.y.high));
  }
  CHECK(speaks_of(chart_of(page, "serve.tail").title, "within SLO"));
  CHECK(speaks_of(chart_of(page, "serve.tail_tpot").title, "TPOT P95"));
}

TEST_CASE("The percentile of the SLO is drawn, and what generates nothing has no TPOT", "[pages]") {
  const Page p90 = shown_page(
      "serve", served_subject(small_load + Said{{"serving.limit_percentile", "p90"}, {"serving.ttft_limit", "1s"}}));
  CHECK(
      titles_of(std::get<Plot>(chart_of(p90, "serve.tail").body)) ==
      std::vector<std::string>{"P99", "P95", "mean", "P50", "P90", "this scenario"});
  const Page embeds = shown_page("serve", served_subject(small_load + Said{{"serving.output_tokens", "1"}}));
  CHECK(has_chart(embeds, "serve.tail"));
  CHECK(!has_chart(embeds, "serve.tail_tpot"));
  CHECK(!has_chart(embeds, "serve.tail_e2el"));
}

/// A chat of two million people in one time zone.
const Said office{{"model", "llama-3.1-70b"},   {"cluster.system", "dgx-h200"}, {"workload.mode", "infer"},
                  {"traffic.users", "2000000"}, {"traffic.id", "chat"},         {"traffic.day_curve", "office"}};

std::string first_line(const Said& said, std::string_view label) {
  const Page page = shown_page("serve", given_subject(said));
  for (const FirstScreen::Line& line : page.first.lines)
    if (line.label == label) return line.text;
  return {};
}

double told(const Said& said, std::string_view id) {
  const Subject subject = served({}, scenario_of(said), built_in());
  for (const auto& [key, value] : planning_results(subject, case_of(subject, built_in())))
    if (key == id) return value;
  return absent;
}

TEST_CASE(
    "The Serve page says which replicas of a day to reserve, at prices or at ratios of them", "[pages][traffic]") {
  const std::string unpriced = first_line(office, "Reserved");
  CHECK_THAT(unpriced, Catch::StartsWith("on demand at 1.5× the reserved price: reserve "));
  CHECK_THAT(unpriced, Catch::Contains("on demand at 2.5× the reserved price: reserve "));
  CHECK(is_absent(told(office, "traffic.reserved_replicas")));
  const Said stated = office + Said{{"economics.on_demand_ratio", "3"}};
  CHECK_THAT(first_line(stated, "Reserved"), Catch::StartsWith("on demand at 3× the reserved price: reserve "));
  const Said priced = office + Said{{"economics.rental_price", "2.5"}};
  CHECK_THAT(first_line(priced, "Reserved"), Catch::Contains(" reserved for 1 year, the others on demand: "));
  CHECK_THAT(first_line(priced, "Reserved"), Catch::Contains(" reserved for 3 years, the others on demand: "));
  CHECK(told(priced, "traffic.reserved_replicas") <= told(stated, "traffic.reserved_replicas"));
  CHECK(told(stated, "traffic.reserved_cost") <= 3 * told(stated, "traffic.day_hours"));
  CHECK(first_line(office + Said{{"traffic.day_curve", "flat"}}, "Reserved").empty());
  CHECK(first_line(office + Said{{"traffic.day_curve", "typical"}}, "Reserved").empty());
}

TEST_CASE("The Serve page says how long a batch job takes on idle replicas, and what it needs", "[pages][traffic]") {
  const double day = 86400, free = told(office, "traffic.batch_tokens_free");
  CHECK(free > 0);
  CHECK(told(office, "traffic.day_free") > 0);
  CHECK(is_absent(told(office, "traffic.batch_time")));
  const Said job = office + Said{{"traffic.batch_job", "100B"}};
  CHECK(told(job, "traffic.batch_time") == Approx(100e9 / free * day));
  CHECK(told(job, "traffic.batch_replicas") == 0);
  CHECK_THAT(first_line(job, "Autoscaling"), Catch::Contains("100B batch tokens in "));
  const Said urgent = job + Said{{"traffic.batch_deadline", "3d"}};
  CHECK(told(urgent, "traffic.batch_replicas") > 0);
  CHECK_THAT(first_line(urgent, "Autoscaling"), Catch::Contains(" days, in 3.00 days with "));
}

TEST_CASE("What a page warns of at P10 is what its range shows", "[pages]") {
  const Subject chat = served(
      "chat",
      scenario_of(
          {{"model", "llama-3.1-70b"},
           {"cluster.system", "dgx-h200"},
           {"workload.mode", "infer"},
           {"serving.input_tokens", "1024"},
           {"serving.output_tokens", "1024"},
           {"serving.output_cv2", "1"},
           {"serving.weight_dtype", "fp8"},
           {"serving.kv_dtype", "fp8"},
           {"serving.ttft_limit", "2s"},
           {"serving.tpot_limit", "50ms"},
           {"goal.request_rate", "60"}}),
      built_in());
  const Page page = shown_page("serve", chat);
  const auto goodput = std::find_if(
      page.figures.begin(), page.figures.end(), [](const Figure& each) { return each.label == "Goodput"; });
  REQUIRE(goodput != page.figures.end());
  const std::string low = goodput->qualifier.substr(0, goodput->qualifier.find("–"));
  const auto warns = [&](const auto& each) {
    return each.first.id == "goal.at_risk" && speaks_of(each.first.message, low + " req/s at P10");
  };
  CHECK(std::any_of(page.findings.begin(), page.findings.end(), warns));
}

}  // namespace
}  // namespace llmsize::test
