// SPDX-License-Identifier: Apache-2.0
// llmsize audit: which published claims hold together.
#include "cli/command.hpp"

#include "core/planning/targets.hpp"
#include "core/validation/audit_report.hpp"

#include <fmt/format.h>

namespace llmsize::cli {
namespace {

constexpr std::size_t most_claims = 8, most_hidden = 4;

struct Options : Common {
  std::vector<std::string> claims, hidden;
};

template <class Read>
auto read_all(const std::vector<std::string>& texts, std::size_t most, std::string_view option, Read read) {
  std::vector<decltype(read(std::string_view{}))> all;
  all.reserve(texts.size());
  for (const std::string& text : texts) all.push_back(read(text));
  if (all.empty() || all.size() > most)
    throw BadInput(BadInput::Kind::usage, fmt::format("{}: expected 1 to {}, found {}", option, most, all.size()));
  return all;
}

/// A case per target that a claim names; the scenario as it stands where one names none.
std::map<std::string, Case> cases_of(
    const std::vector<Claim>& claims, const Scenario& scenario, const Catalog& catalog) {
  std::map<std::string, Case> cases;
  const auto add = [&](const Term& term) {
    if (term.target.empty()) {
      cases.try_emplace("", complete(scenario, catalog));
      return;
    }
    if (cases.contains(term.target)) return;
    for (const Scenario& on : on_targets(scenario, catalog))
      cases.try_emplace(on.find("memory.offload")->value.word, complete(on, catalog));
  };
  for (const Claim& claim : claims) {
    add(claim.over);
    if (claim.under) add(*claim.under);
  }
  return cases;
}

int run(const Options& options) {
  const Study study = read_study(options);
  AuditReport report{
      read_all(options.claims.empty() ? study.claims : options.claims, most_claims, "--claim", read_claim),
      read_all(options.hidden.empty() ? study.hidden : options.hidden, most_hidden, "--hidden", read_hidden),
      {}};
  const Catalog catalog = load_catalog(options);
  report.found = audit(
      report.claims, report.hidden, cases_of(report.claims, read_scenario(options), catalog),
      progress(options, (std::size_t(1) << report.claims.size()) - 1));
  const std::vector<TitledTable> tables = audit_tables(report);
  write(
      options, {[&](bool colour) { return drawn(tables, [&](const Table& each) { return as_text(each, colour); }); },
                [&] { return drawn(tables, static_cast<std::string (*)(const Table&)>(as_markdown)); },
                [&] {
                  Json json = document("audit", nullptr, {}, audit_rows(report));
                  json["results"] = audit_results(report);
                  return json;
                },
                [&] { return audit_columns(report); }});
  return 0;
}

}  // namespace

Command audit_command() {
  return {
      .name = "audit",
      .summary = "Check published claims for consistency; infer unpublished rates",
      .usage = "--scenario FILE [--claim CLAIM --hidden RANGE] [OPTIONS]",
      .examples =
          {"llmsize audit --scenario ddn-bloom-176b",
           "llmsize audit --scenario ddn-bloom-176b --claim offload.throughput=2 --hidden path.rate=1e9..3e10",
           "llmsize audit --scenario hpe-18.4b --claim training.mfu=44% --hidden software.model_error=0.8..2"},
      .topics =
          {{"Claims", {"--claim", "--hidden", "--scenario"}},
           {"Scenario", {"--model", "--system", "--storage", "--mode", "--batch", "--set"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        const std::string group = "Audit";
        add_texts(
            app, "--claim", options->claims,
            "Published claim: RESULT=NUMBER or RESULT/RESULT=NUMBER, with an optional tolerance, e.g. +-5%. Prefix a "
            "result with its tier, e.g. shared:. Repeatable, up to 8. [default: claims of the scenario]",
            {"CLAIM", group});
        add_texts(
            app, "--hidden", options->hidden,
            "Unpublished input with its range: KEY=LOW..HIGH. Repeatable, up to 4. [default: those of the scenario]",
            {"RANGE", group});
        add_scenario_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
