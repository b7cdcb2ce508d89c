// SPDX-License-Identifier: Apache-2.0
// Speculative decoding: published tokens per step come back, laws of acceptance, the batch where drafts stop paying,
// and what the Serve page says of them.
#include "core/calibration/served_rows.hpp"
#include "core/catalog/schema.hpp"
#include "core/files/csv.hpp"
#include "core/planning/serving_plan.hpp"
#include "core/quantity/statistics.hpp"
#include "tests/support/fixtures.hpp"
#include "tests/unit/subjects.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

/// Tokens per step as they were published, by model and number of drafts.
using Published = std::map<std::pair<std::string, int>, std::vector<double>>;

Published published() {
  Published all;
  const std::string path = tests::fixture("acceptance-lengths.csv");
  const Csv csv = parse_csv(read_file(path), path);
  for (std::size_t row = 1; row < csv.rows.size(); ++row) {
    const auto& cells = csv.rows[row].cells;
    all[{cells[0], std::stoi(cells[4])}].push_back(std::stod(cells[5]));
  }
  return all;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Said served_by(std::string_view model) {
  return {{"model", std::string(model)},    {"cluster.system", "dgx-b300"},   {"cluster.nodes", "1"},
          {"layout.tensor", "8"},           {"workload.mode", "infer"},       {"serving.concurrency", "16"},
          {"serving.input_tokens", "1024"}, {"serving.output_tokens", "1024"}};
}
Said drafting(double drafts) { return {{"serving.draft_tokens", std::to_string(static_cast<int>(drafts))}}; }

double of(const Said& said, std::string_view id) { return result(completed(said), id); }

/// Whether no entry takes a published number: of DeepSeek-V4's weights of August, where more drafts gave fewer tokens.
bool is_left_out(const std::string& model, int drafts) {
  return model == "deepseek-v4-pro-0813" || (model == "deepseek-v4-pro" && drafts > 6);
}

/// Models of the catalog with published drafts.
std::vector<std::string> drafting_models() {
  std::vector<std::string> all;
  for (const std::string_view id : built_in().ids("models"))
    if (built_in().entry("models", id).drafts) all.emplace_back(id);
  return all;
}

TEST_CASE("an entry gives back the tokens per step that were published for it", "[drafts][published]") {
  std::set<std::string> models;
  for (const auto& [measured, tokens] : published()) {
    const auto& [model, drafts] = measured;
    CAPTURE(model, drafts);
    if (!is_left_out(model, drafts)) {
      CHECK(of(served_by(model) + drafting(drafts), "serving.accepted_tokens") == Approx(mean(tokens)).epsilon(1e-9));
      models.insert(model);
    }
  }
  const std::vector<std::string> in_catalog = drafting_models();
  CHECK(models == std::set<std::string>(in_catalog.begin(), in_catalog.end()));
}

TEST_CASE("published runs are within P10 and P90 of their entry", "[drafts][published]") {
  for (const auto& [measured, tokens] : published()) {
    const auto& [model, drafts] = measured;
    // With one draft token, runs of 1.79 and 1.92 are wider apart than a spread whose P90 stays midway to 1.
    if (is_left_out(model, drafts) || (model == "deepseek-v4-pro" && drafts == 1)) continue;
    const DraftAcceptance acceptance = built_in().entry("models", model).drafts->at(drafts);
    for (const double each : tokens) {
      CAPTURE(model, drafts, each);
      CHECK(each >= tokens_per_step(acceptance.rate * std::exp(-z90 * acceptance.spread), drafts));
      CHECK(each <= tokens_per_step(acceptance.rate * std::exp(z90 * acceptance.spread), drafts));
    }
  }
}

TEST_CASE("the default acceptance is the median of the published models with 3 drafts", "[drafts][published]") {
  std::vector<double> rates;
  for (const auto& [measured, tokens] : published())
    if (measured.second == 3) rates.push_back(acceptance_giving(mean(tokens), 3));
  REQUIRE(rates.size() == 9);
  const Case unknown = completed(served_by("llama-3.1-70b") + drafting(3));
  CHECK(given(unknown, "serving.acceptance") == Approx(median(rates)).margin(0.005));
  CHECK(
      unknown.spread("serving.acceptance") ==
      Approx(std::log(quantile(rates, 0.9) / quantile(rates, 0.1)) / (2 * z90)).margin(0.003));
  CHECK(origin(unknown, "serving.acceptance").kind == Origin::Kind::initial);
}

TEST_CASE("more draft tokens yield more tokens per step, and never more than all of them", "[drafts]") {
  for (const std::string& model : drafting_models()) {
    const PublishedDrafts& drafts = *built_in().entry("models", model).drafts;
    double before = 1;
    for (int number = 1; number <= most_draft_tokens; ++number) {
      CAPTURE(model, number);
      const DraftAcceptance acceptance = drafts.at(number);
      const double tokens = tokens_per_step(acceptance.rate, number);
      CHECK(tokens > before);
      CHECK(tokens < number + 1);
      CHECK(acceptance.rate * std::exp(z90 * acceptance.spread) < 1);
      before = tokens;
    }
  }
}

TEST_CASE("between published numbers the rate is on a line, past the last it stays", "[drafts]") {
  const PublishedDrafts& drafts = *built_in().entry("models", "gpt-oss-120b").drafts;
  CHECK(drafts.most() == 7);
  CHECK(drafts.at(2).rate == Approx((drafts.at(1).rate + drafts.at(3).rate) / 2));
  CHECK(drafts.at(4).rate == Approx(0.75 * drafts.at(3).rate + 0.25 * drafts.at(7).rate));
  CHECK(drafts.at(0).rate == drafts.at(1).rate);
  CHECK(drafts.at(30).rate == drafts.at(7).rate);
  CHECK_THAT(drafts.source_at(3), StartsWith("EAGLE-3, 2.1 tokens per step with 3 draft tokens: "));
  CHECK_THAT(drafts.source_at(2), Contains("with 2 draft tokens, interpolated: "));
  CHECK_THAT(drafts.source_at(30), Contains("with 30 draft tokens, at the rate of 7: "));
}

TEST_CASE("acceptance says which entry it is from, and a stated one takes its place", "[drafts]") {
  const Case entry = completed(served_by("kimi-k2.5") + drafting(3));
  CHECK(origin(entry, "serving.acceptance").kind == Origin::Kind::preset);
  CHECK(origin(entry, "serving.acceptance").detail == "kimi-k2.5");
  CHECK_THAT(origin(entry, "serving.acceptance").source, Contains("kimik2.5_eagle3.yaml"));
  CHECK(entry.spread("serving.acceptance") > 0);
  const Case stated = completed(served_by("kimi-k2.5") + drafting(3) + Said{{"serving.acceptance", "0.5"}});
  CHECK(given(stated, "serving.acceptance") == 0.5);
  CHECK(origin(stated, "serving.acceptance").kind == Origin::Kind::user);
}

TEST_CASE("tokens that are accepted more often are never slower", "[drafts]") {
  for (const char* model : {"llama-3.1-8b", "deepseek-v3"})
    for (const double drafts : {1, 3, 8}) {
      double before = absent;
      for (const char* acceptance : {"0", "0.2", "0.5", "0.8", "0.95"}) {
        CAPTURE(model, drafts, acceptance);
        const double tpot =
            of(served_by(model) + drafting(drafts) + Said{{"serving.acceptance", acceptance}}, "serving.tpot");
        CHECK_FALSE(tpot > before);
        before = tpot;
      }
    }
}

// A step of many sequences is bound by compute, and checks each draft token as if it were one more sequence.
const Said small{{"model", "llama-3.1-8b"},        {"cluster.system", "dgx-h100"},   {"cluster.nodes", "1"},
                 {"layout.tensor", "1"},           {"layout.pipeline", "1"},         {"layout.attention_data", "1"},
                 {"layout.expert", "1"},           {"workload.mode", "infer"},       {"serving.acceptance", "0.3"},
                 {"serving.input_tokens", "1024"}, {"serving.output_tokens", "1024"}};
Said together(double sequences) { return {{"serving.concurrency", std::to_string(sequences)}}; }

TEST_CASE("drafts pay for few sequences and stop paying for many", "[drafts]") {
  const auto gain = [](double sequences) {
    return of(small + together(8 * sequences), "serving.tpot") /
           of(small + together(8 * sequences) + drafting(3), "serving.tpot");
  };
  CHECK(gain(1) > 1.1);
  CHECK(gain(200) < 1);
}

// Verification: a step checks each draft token as it checks the next token of one more sequence.
TEST_CASE("weights are read for drafted tokens as for those of more sequences", "[drafts]") {
  for (const char* model : {"llama-3.1-70b", "gpt-oss-120b", "deepseek-v3"})
    for (const double drafts : {1, 3, 7}) {
      CAPTURE(model, drafts);
      for (const char* part : {"serving.linear_time", "serving.expert_time", "serving.collective_time"})
        CHECK(
            of(served_by(model) + together(4) + drafting(drafts), part) ==
            Approx(of(served_by(model) + together(4 * (1 + drafts)), part)));
    }
}

TEST_CASE("drafts gain less the more sequences a step has", "[drafts]") {
  const Said dense =
      served_by("llama-3.1-70b") + Said{{"serving.input_tokens", "128"}, {"serving.output_tokens", "128"}};
  for (const double drafts : {1, 3, 7}) {
    double before = std::numeric_limits<double>::infinity();
    for (double sequences = 1; sequences <= 1024; sequences *= 4) {
      CAPTURE(drafts, sequences);
      const double gain = of(dense + together(sequences), "serving.token_time") /
                          of(dense + together(sequences) + drafting(drafts), "serving.token_time");
      CHECK(gain < before);
      before = gain;
    }
  }
}

/// A plan with what its service gives.
struct Drafting {
  ServingPlan plan;
  Case completed;

  explicit Drafting(const Said& said)
      : plan(plan_serving(scenario_of(said), built_in())), completed(complete(plan.scenario, built_in())) {}
  double nodes() const { return completed["cluster.nodes"]; }
  double tokens() const { return completed["serving.draft_tokens"]; }
  double goodput() const {
    const double within = result(completed, "serving.rate_at_limit");
    return within > 0 ? within : 0;
  }
  double tpot() const { return result(completed, "serving.tpot"); }
};
const Said chosen{{"serving.draft_tokens", "auto"}};
Said open_service(std::string_view model, std::string_view system) {
  return {{"model", std::string(model)}, {"cluster.system", std::string(system)}, {"workload.mode", "infer"}};
}

TEST_CASE("the planner's draft tokens serve no less than none and than any published number", "[drafts][planning]") {
  for (const Said& limits : {Said{}, Said{{"serving.tpot_limit", "20ms"}}, Said{{"serving.tpot_limit", "100ms"}}})
    for (const char* model : {"kimi-k2.5", "gpt-oss-120b", "qwen3.5-397b-a17b"}) {
      const Said said = open_service(model, "dgx-b200") + Said{{"cluster.nodes", "2"}} + limits;
      const double goodput = Drafting(said + chosen).goodput();
      CAPTURE(model, as_options(scenario_of(limits)));
      CHECK(goodput >= Drafting(said).goodput());
      for (const int drafts : built_in().entry("models", model).drafts->numbers())
        CHECK(goodput >= Drafting(said + drafting(drafts)).goodput());
    }
}

TEST_CASE("for a load the planner's draft tokens need the fewest nodes, then the least time", "[drafts][planning]") {
  for (const Said& load :
       {Said{{"goal.request_rate", "40"}, {"serving.tpot_limit", "20ms"}}, Said{{"serving.rate", "5"}},
        Said{{"traffic.users", "20000"}, {"traffic.id", "chat"}}}) {
    const Said said = open_service("minimax-m3", "dgx-h200") + load;
    const Drafting best(said + chosen);
    CAPTURE(as_options(scenario_of(load)), best.tokens());
    for (const int drafts : {0, 1, 2, 3, 4, 5, 6, 7, 8}) {
      const Drafting each(said + drafting(drafts));
      CHECK(best.nodes() <= each.nodes());
      if (each.nodes() == best.nodes()) CHECK(best.tpot() <= each.tpot());
    }
    CHECK(best.plan.nodes_without_drafts == Drafting(said).nodes());
  }
}

TEST_CASE("without published drafts the planner takes none, and a number that is stated stays", "[drafts][planning]") {
  const Said llama = open_service("llama-3.1-70b", "dgx-h200") + Said{{"serving.rate", "5"}};
  const Drafting none(llama + chosen), plain(llama);
  CHECK(none.tokens() == 0);
  CHECK(none.nodes() == plain.nodes());
  CHECK(none.tpot() == plain.tpot());
  CHECK_FALSE(plain.plan.scenario.find("serving.draft_tokens"));
  const Scenario stated = scenario_of(llama + chosen + drafting(2));
  CHECK(plan_serving(stated, built_in()).scenario.find("serving.draft_tokens")->value.number == 2);
}

TEST_CASE("auto is said in place of a number of draft tokens", "[drafts]") {
  const Scenario said = scenario_of(drafting(3) + chosen);
  CHECK_FALSE(said.find("serving.draft_tokens"));
  REQUIRE(said.find("serving.speculation"));
  CHECK(said.find("serving.speculation")->value.word == "auto");
  const Scenario read = read_scenario(R"({"schema_version": 1, "serving": {"draft_tokens": "auto"}})", "a.llmsize");
  CHECK(as_options(read) == as_options(said));
  CHECK_THROWS_WITH(scenario_of({{"serving.draft_tokens", "many"}}), Contains("or auto"));
}

// README_WEIGHTS.md of DeepSeek-V3: the MTP module has 11.5B parameters besides the shared embedding and LM head.
TEST_CASE("an MTP module weighs as one more layer with its experts", "[drafts][published]") {
  const Said whole = served_by("deepseek-v3") + Said{{"layout.tensor", "1"}, {"serving.weight_dtype", "fp8"}};
  CHECK(of(whole + drafting(1), "serving.draft_weights") == Approx(11.5e9).epsilon(0.015));
  CHECK(of(whole + drafting(3), "serving.draft_weights") == of(whole + drafting(1), "serving.draft_weights"));
  CHECK(of(whole, "serving.draft_weights") == 0);
}

TEST_CASE("weights of a GPU are larger by those of its drafts, and the KV cache has less room", "[drafts]") {
  for (const std::string& model : drafting_models()) {
    CAPTURE(model);
    const Said with = served_by(model) + drafting(1);
    const double weights = of(with, "serving.weights_per_gpu"), drafts = of(with, "serving.draft_weights");
    CHECK(drafts > 0);
    CHECK(drafts < 0.05 * weights);
    CHECK(weights == Approx(of(served_by(model), "serving.weights_per_gpu") + drafts));
    CHECK(of(with, "serving.memory_batch") <= of(served_by(model), "serving.memory_batch"));
  }
  const Said with = served_by("llama-3.1-70b") + drafting(3) + Said{{"serving.weight_dtype", "bf16"}};
  CHECK(of(with + Said{{"serving.draft_parameters", "2B"}}, "serving.draft_weights") == Approx(4e9 / 8));
  CHECK(of(with, "serving.draft_weights") < 4e9 / 8);
}

const std::string& line_of(const Page& page, std::string_view label) {
  static const std::string none;
  const auto& lines = page.first.lines;
  const auto found = std::find_if(lines.begin(), lines.end(), [&](const auto& line) { return line.label == label; });
  return found == lines.end() ? none : found->text;
}
bool has_finding(const Page& page, std::string_view id) {
  return std::any_of(page.findings.begin(), page.findings.end(), [&](const auto& each) { return each.first.id == id; });
}

TEST_CASE("the Serve page says what published drafts would do at its layout and load", "[drafts][pages]") {
  const Said plain = served_by("minimax-m3") + Said{{"layout.search", "plain"}};
  const Page page = shown_page("serve", given_subject(plain));
  const std::string line = line_of(page, "Drafts");
  CAPTURE(line);
  REQUIRE_THAT(line, StartsWith("off · --draft-tokens "));
  const double drafts = std::stod(line.substr(line.find("tokens ") + 7));
  const double most = built_in().entry("models", "minimax-m3").drafts->most();
  REQUIRE((drafts >= 1 && drafts <= most));
  const double tpot = of(plain + drafting(drafts), "serving.tpot");
  CHECK(tpot < of(plain, "serving.tpot"));
  CHECK_THAT(line, Contains("(EAGLE-3)"));
  CHECK_THAT(line, Contains(" → " + pretty(tpot, Unit::seconds)));
  // One draft token more or less is no faster.
  if (drafts < most) CHECK(tpot <= of(plain + drafting(drafts + 1), "serving.tpot"));
  if (drafts > 1) CHECK(tpot <= of(plain + drafting(drafts - 1), "serving.tpot"));
}

TEST_CASE("drafts are not offered where they are stated, or where none were published", "[drafts][pages]") {
  const auto line = [](const Said& said) {
    return line_of(shown_page("serve", given_subject(said + Said{{"layout.search", "plain"}})), "Drafts");
  };
  CHECK(line(served_by("llama-3.1-70b")).empty());
  CHECK(line(served_by("minimax-m3") + drafting(0)).empty());
  CHECK_THAT(
      line(served_by("minimax-m3") + drafting(3)),
      StartsWith("3 draft tokens · 2.88 tokens per step · off: TPOT mean "));
  CHECK(line(served_by("minimax-m3") + Said{{"serving.output_tokens", "1"}}).empty());
}

TEST_CASE("the Serve page has the draft tokens that the planner chose, and what there is without", "[drafts][pages]") {
  const auto page = [](const Said& said) { return shown_page("serve", given_subject(said + chosen)); };
  const Said load{{"goal.request_rate", "40"}, {"serving.tpot_limit", "20ms"}};
  const Said minimax = open_service("minimax-m3", "dgx-h200") + load;
  const std::string line = line_of(page(minimax), "Drafts");
  CHECK_THAT(line, StartsWith("auto: ") && Contains(" draft tokens (EAGLE-3) · "));
  CHECK_THAT(line, Contains(fmt::format("off: {} nodes", Drafting(minimax).nodes())));
  const Page none = page(open_service("llama-3.1-70b", "dgx-h200") + load);
  CHECK(line_of(none, "Drafts") == "auto: off · none published");
  CHECK(has_finding(none, "serving.drafts_unpublished"));
}

TEST_CASE("draft tokens that do not lower TPOT are noted with the batch size up to which they do", "[drafts][pages]") {
  const auto page = [](double sequences) {
    return shown_page(
        "serve", given_subject(small + together(8 * sequences) + drafting(3) + Said{{"layout.search", "plain"}}));
  };
  const Page many = page(200);
  REQUIRE(has_finding(many, "serving.drafts_do_not_pay"));
  const auto found = std::find_if(many.findings.begin(), many.findings.end(), [](const auto& each) {
    return each.first.id == "serving.drafts_do_not_pay";
  });
  CHECK_THAT(found->first.message, Contains("with 3 draft tokens") && Contains("It pays up to batch size "));
  REQUIRE(found->second.size() == 1);
  CHECK(
      found->second.front().apply.changes.front() == std::pair<std::string, std::string>{"serving.draft_tokens", "0"});
  CHECK_FALSE(has_finding(page(1), "serving.drafts_do_not_pay"));
}

TEST_CASE("drafts of an entry are read, written and refused with what was expected", "[drafts][schema]") {
  const auto entry = [](const char* drafts) {
    return parse_json(
        fmt::format(R"({{"id": "a", "name": "A", "source": "me", "model": {{"layers": 3}}, "drafts": {}}})", drafts),
        "a.json");
  };
  const Json good =
      entry(R"({"method": "mtp", "source": "me", "runs": [{"text": "chat", "tokens": {"1": 1.8, "4": 3}}]})");
  CHECK_NOTHROW(check_schema("models", good, "a.json"));
  const Entry read = read_entry(good, "models", "a.json");
  REQUIRE(read.drafts);
  CHECK(write_entry(read).at("drafts") == good.at("drafts"));
  CHECK(tokens_per_step(read.drafts->at(4).rate, 4) == Approx(3));
  const std::pair<const char*, const char*> bad[] = {
      {R"({"source": "me", "runs": []})", "expected a 'method'"},
      {R"({"method": "guess", "source": "me", "runs": []})", "expected a 'method'"},
      {R"({"method": "mtp", "runs": []})", "expected a 'source'"},
      {R"({"method": "mtp", "source": "me", "runs": []})", "expected a list of 'runs'"},
      {R"({"method": "mtp", "source": "me", "runs": [{"text": "chat", "tokens": {}}]})", "expected a 'text'"},
      {R"({"method": "mtp", "source": "me", "runs": [{"text": "chat", "tokens": {"0": 1.5}}]})", "from 1 to 64: '0'"},
      {R"({"method": "mtp", "source": "me", "runs": [{"text": "chat", "tokens": {"1.5": 1.5}}]})",
       "from 1 to 64: '1.5'"},
      {R"({"method": "mtp", "source": "me", "runs": [{"text": "chat", "tokens": {"2": 3.5}}]})", "above 1 and below 3"},
      {R"({"method": "mtp", "source": "me", "runs": [{"text": "chat", "tokens": {"2": "two"}}]})",
       "above 1 and below 3"}};
  for (const auto& [drafts, says] : bad) {
    CAPTURE(drafts);
    CHECK_THROWS_WITH(read_entry(entry(drafts), "models", "a.json"), StartsWith("a.json: drafts: ") && Contains(says));
  }
}

// InferenceX of July 2026: EAGLE-3 with 3 draft tokens, 1 to 512 clients on H100 to B300. No constant is fitted to runs
// with drafts, and none of them says what was accepted.
TEST_CASE("runs with drafts are predicted from the published tokens per step", "[serving][drafts][published]") {
  const std::string path = tests::fixture("measured-drafts-2026h2.csv");
  std::vector<ServedRow> rows = read_served_rows(read_file(path), path, built_in());
  for (const ServedRow& row : rows) {
    INFO(row.id);
    CHECK(row.reason == "");
    CHECK(row.scenario.find("serving.draft_tokens")->value.number == 3);
  }
  std::vector<double> errors;
  for (const PredictedServing& each : predict_serving(rows, built_in())) errors.push_back(std::abs(each.error()));
  REQUIRE(errors.size() == 369);
  CHECK(quantile(errors, 0.5) < 0.15);
}

}  // namespace
}  // namespace llmsize::test
