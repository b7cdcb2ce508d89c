// SPDX-License-Identifier: Apache-2.0
// Reports: what they say first, that they say what the pages say, that every link leads somewhere, that names stay
// text.
#include "tests/unit/subjects.hpp"

#include "core/paper/paper.hpp"
#include "core/report/catalog_digest.hpp"
#include "core/report/offered.hpp"
#include "core/report/report.hpp"
#include "core/view/words.hpp"
#include "core/write/write.hpp"

#include <catch2/catch.hpp>
#include <pugixml.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

namespace llmsize::test {
namespace {

const Said chat{{"model", "llama-3.1-70b"},       {"cluster.system", "dgx-h200"}, {"workload.mode", "infer"},
                {"serving.input_tokens", "1024"}, {"goal.request_rate", "20"},    {"serving.ttft_limit", "2s"},
                {"serving.tpot_limit", "50ms"}};

Document report_on(const Subject& subject) { return annex_of(subject, built_in()); }

std::vector<Document> all_reports() {
  return {report_on(planned()), report_on(given_subject(chat)), report_on(given_subject(bloom))};
}

std::vector<std::string> anchors(const Document& report) {
  std::vector<std::string> all;
  for (const Document::Section& section : report.sections) all.push_back(section.anchor);
  return all;
}

const Document::Section& section(const Document& report, std::string_view anchor) {
  for (const Document::Section& each : report.sections)
    if (each.anchor == anchor) return each;
  throw std::out_of_range(std::string(anchor));
}

template <class Block>
std::vector<Block> blocks(const Document::Section& section) {
  std::vector<Block> all;
  for (const Document::Block& each : section.blocks)
    if (const auto* block = std::get_if<Block>(&each)) all.push_back(*block);
  return all;
}

pugi::xml_document parsed(const std::string& html) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_string(html.c_str());
  INFO(result.description() << " at " << html.substr(static_cast<std::size_t>(result.offset), 80));
  REQUIRE(result);
  return document;
}

std::vector<std::string> attributes(const pugi::xml_document& html, const char* path, const char* name) {
  std::vector<std::string> all;
  for (const pugi::xpath_node& each : html.select_nodes(path)) all.emplace_back(each.node().attribute(name).value());
  return all;
}

TEST_CASE("A report of a training answers first, then tells what stands behind that", "[report]") {
  CHECK(
      anchors(report_on(planned())) == std::vector<std::string>{
                                           "answer", "time", "layout", "memory", "storage", "order", "assumptions",
                                           "inputs", "derivations", "sources", "origin"});
}

TEST_CASE("A report answers in the words and numbers of the page that answers", "[report]") {
  for (const auto& [subject, page] :
       {std::pair{planned(), shown_page("size", planned())},
        std::pair{given_subject(chat), shown_page("serve", given_subject(chat))}}) {
    const Document report = report_on(subject);
    CHECK(report.title == "Annex: " + page.title);
    CHECK(report.subtitle == page.subtitle);
    const Document::Section& answer = section(report, "answer");
    REQUIRE(blocks<Document::Judgement>(answer).size() == 1);
    CHECK(blocks<Document::Judgement>(answer).front().label == page.verdict_label);
    CHECK(blocks<Document::Judgement>(answer).front().sentence == page.sentence);
    const Document::Figures figures = blocks<Document::Figures>(answer).front();
    REQUIRE(figures.size() >= page.figures.size());
    // What was chosen is the scenario of the report, of a page it is a change: sources differ.
    const auto words = [](const Figure& each) {
      return std::vector{each.label, each.value, each.unit, each.qualifier};
    };
    for (std::size_t i = 0; i < page.figures.size(); ++i) CHECK(words(figures[i].figure) == words(page.figures[i]));
    const Chart chart = blocks<Chart>(answer).front();
    CHECK(chart.title == page.charts.front().title);
    CHECK(data_of(chart).rows == data_of(page.charts.front()).rows);
  }
}

TEST_CASE("A report tells the price where prices are given, and makes none up", "[report]") {
  const auto labels = [](const Subject& subject) {
    std::vector<std::string> all;
    const Document report = report_on(subject);
    const std::vector<Document::Figures> figures = blocks<Document::Figures>(section(report, "answer"));
    for (const auto& [figure, to] : figures.front()) all.push_back(figure.label);
    return all;
  };
  const auto tells = [](const std::vector<std::string>& all, std::string_view label) {
    return std::find(all.begin(), all.end(), label) != all.end();
  };
  CHECK_FALSE(tells(labels(planned()), "CapEx"));
  CHECK(tells(labels(planned_with({{"economics.node_price", "300000"}})), "CapEx"));
}

TEST_CASE("Headline figures lead to their derivations", "[report]") {
  const Document report = report_on(planned());
  const Document::Figures figures = blocks<Document::Figures>(section(report, "answer")).front();
  for (const auto& [figure, to] : figures) {
    INFO(figure.label);
    CHECK(to == figure.source.name);
  }
}

TEST_CASE("Assumptions stand by their effect and say where they come from", "[report]") {
  const Document report = report_on(planned());
  const auto tables = blocks<Document::Table>(section(report, "assumptions"));
  REQUIRE(tables.size() == 1);
  REQUIRE(tables.front().rows.size() > 3);
  CHECK(tables.front().rows.front().cells[0].text == "Operational overhead of long runs");
  for (const Document::Row& row : tables.front().rows) CHECK_FALSE(row.cells.back().text.empty());
}

TEST_CASE("HTML of a report is well-formed, links inside lead somewhere, and it asks for nothing", "[report]") {
  for (const Document& report : all_reports()) {
    INFO(report.title);
    const std::string html = as_html(report);
    const pugi::xml_document page = parsed(html);
    const std::vector<std::string> ids = attributes(page, "//*[@id]", "id");
    const std::set<std::string> known(ids.begin(), ids.end());
    CHECK(known.size() == ids.size());
    const std::vector<std::string> links = attributes(page, "//a", "href");
    CHECK(links.size() > 20);
    for (const std::string& link : links) {
      INFO(link);
      REQUIRE(link.starts_with("#"));
      CHECK(known.contains(link.substr(1)));
    }
    CHECK(page.select_nodes("//script|//link|//img|//iframe|//object|//embed|//form|//base").empty());
    CHECK(page.select_nodes("//@src|//@srcset|//@*[starts-with(name(),'on')]").empty());
    for (const char* request : {"url(", "@import"}) CHECK_FALSE(speaks_of(html, request));
    CHECK(page.select_nodes("//figure").size() == page.select_nodes("//figure/figcaption").size());
    CHECK(page.select_nodes("//h1").size() == 1);
  }
}

TEST_CASE("Markdown of a report has a target for every link", "[report]") {
  for (const Document& report : all_reports()) {
    const std::string text = as_markdown(report);
    std::size_t links = 0;
    for (std::size_t at = 0; (at = text.find("](#", at)) != std::string::npos; ++links) {
      const std::string name = text.substr(at + 3, text.find(')', at) - at - 3);
      INFO(name);
      CHECK(speaks_of(text, "<a name=\"" + name + "\"></a>"));
      at += 3;
    }
    CHECK(links > 20);
  }
}

TEST_CASE("PDF of a report is made for both papers and is the same each time", "[report]") {
  const Document report = report_on(planned());
  const std::string a4 = as_pdf(report, Paper::a4), letter = as_pdf(report, Paper::letter);
  CHECK(a4.starts_with("%PDF-"));
  CHECK(a4 != letter);
  CHECK(as_pdf(report, Paper::a4) == a4);
}

TEST_CASE("Names that look like markup stay text in every format", "[report]") {
  const std::string evil = "<script>alert(1)</script> & <b>\"'](javascript:x) `";
  Document report;
  report.title = report.subtitle = report.summary = report.footer = evil;
  Document::Section part{"answer", evil};
  part.blocks.emplace_back(Document::Paragraph{evil});
  part.blocks.emplace_back(Document::Paragraph{evil + "```\n# no heading", true});
  part.blocks.emplace_back(Document::Judgement{Page::Verdict::good, evil, evil});
  part.blocks.emplace_back(Document::Figures{{worded(evil, evil, evil)}});
  part.blocks.emplace_back(Document::Table{evil, evil, {{evil}, {evil, true}}, {{{{evil}, {evil, {}, true}}}}, evil});
  report.sections.push_back(std::move(part));
  const pugi::xml_document page = parsed(as_html(report));
  CHECK(page.select_nodes("//script|//b").empty());
  CHECK(page.child("html").child("body").child("header").child_value("h1") == evil);
  const std::string markdown = as_markdown(report);
  CHECK(speaks_of(markdown, "\\<script>"));
  CHECK_FALSE(speaks_of(markdown, "\n# no heading"));
  CHECK(as_pdf(report, Paper::a4).starts_with("%PDF-"));
}

Document proposal_on(const Subject& subject, const ReportOptions& options = {}) {
  return proposal_of(subject, built_in(), options);
}

/// Texts of the rows of a section's last table.
std::vector<std::vector<std::string>> rows_of(const Document& document, std::string_view anchor) {
  std::vector<std::vector<std::string>> rows;
  const Document::Table table = blocks<Document::Table>(section(document, anchor)).back();
  for (const Document::Row& row : table.rows) {
    auto& texts = rows.emplace_back();
    for (const Document::Cell& cell : row.cells) texts.push_back(cell.text);
  }
  return rows;
}

TEST_CASE("A proposal answers, lists parts, risks, dates and what to confirm", "[report]") {
  CHECK(
      anchors(proposal_on(planned())) == std::vector<std::string>{
                                             "answer", "configuration", "order", "storage", "risks", "timeline",
                                             "confirm", "accuracy", "origin", "glossary"});
  CHECK(
      anchors(proposal_on(given_subject(chat))) ==
      std::vector<std::string>{
          "answer", "configuration", "order", "risks", "timeline", "confirm", "accuracy", "origin", "glossary"});
}

TEST_CASE("A proposal has the words and numbers of the page that answers", "[report]") {
  const Page page = shown_page("size", planned());
  const Document proposal = proposal_on(planned());
  const Document::Section& answer = section(proposal, "answer");
  CHECK(blocks<Document::Judgement>(answer).front().sentence == page.sentence);
  CHECK(blocks<Chart>(answer).front().title == page.charts.front().title);
}

TEST_CASE("A proposal fits six pages, tagged, and is the same each time", "[report]") {
  for (const Subject& subject : {planned(), given_subject(chat), given_subject(bloom)}) {
    const Document proposal = proposal_on(subject);
    CAPTURE(proposal.title);
    const std::string pdf = as_pdf(proposal, Paper::a4);
    CHECK(as_pdf(proposal, Paper::a4) == pdf);
    std::size_t pages = 0;
    for (std::size_t at = 0; (at = pdf.find("/Type /Page ", at)) != std::string::npos; ++at) ++pages;
    CHECK(pages >= 1);
    CHECK(pages <= 6);
    CHECK(speaks_of(pdf, "/MarkInfo << /Marked true >>"));
    CHECK(speaks_of(pdf, "/Lang (en-US)"));
  }
}

TEST_CASE("A proposal stands beside the other scenarios that ask the same", "[report]") {
  const auto named = [](const char* name, const Said& changes) {
    Subject subject = planned_with(changes);
    subject.name = name;
    return subject;
  };
  const Subject more = named("more", {{"cluster.system", "dgx-h200"}}),
                fp8 = named("fp8", {{"workload.precision", "fp8"}}),
                other = named("other", {{"workload.tokens", "600B"}});
  CHECK_FALSE(offers_beside(planned(), {other}, built_in()));
  const auto offers = offers_beside(planned(), {more, fp8, other}, built_in());
  REQUIRE(offers);
  REQUIRE(offers->table.rows.size() == 3);
  CHECK(speaks_of(offers->title, "Proposed: "));
  CHECK(offers->table.rows[1].front().ends_with(" × NVIDIA DGX H200"));
  // The same machines are told apart by what they are called.
  CHECK(offers->table.rows[0].front().ends_with("(GPT-3)"));
  CHECK(offers->table.rows[2].front().ends_with("(fp8)"));
  ReportOptions options;
  options.offers = offers;
  const auto rows = rows_of(proposal_on(planned(), options), "options");
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][0].ends_with(" × NVIDIA DGX H200"));
}

TEST_CASE("A proposal says who it is for, its date and its currency", "[report]") {
  ReportOptions options;
  options.prepared_for = "ACME";
  options.prepared_by = "J. Doe";
  options.date = std::chrono::year(2026) / 11 / 29;
  const Document proposal = proposal_on(planned_with({{"economics.node_price", "300000 EUR"}}), options);
  CHECK(proposal.subtitle == "Prepared for ACME · by J. Doe · 2026-11-29 · amounts in EUR");
}

TEST_CASE("A timeline counts from the order, and P80 is never before the median", "[report]") {
  ReportOptions options;
  options.date = std::chrono::year(2026) / 11 / 30;
  const Document proposal =
      proposal_on(planned_with({{"economics.delivery_time", "70d"}, {"economics.installation_time", "14d"}}), options);
  const auto rows = rows_of(proposal, "timeline");
  REQUIRE(rows.size() == 3);
  CHECK(rows[0][3] == "2027-02-08");
  CHECK(rows[1][3] == "2027-02-22");
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    if (!row[4].empty()) CHECK(row[4] >= row[3]);
  }
}

TEST_CASE("A risk of being late has the nodes and the price of being surer", "[report]") {
  const auto rows = rows_of(proposal_on(planned_with({{"economics.node_price", "300000"}})), "risks");
  CHECK_FALSE(rows.empty());
  for (const auto& row : rows) {
    CAPTURE(row[0]);
    CHECK_FALSE(row[1].empty());
    CHECK_FALSE(row[2].empty());
  }
}

TEST_CASE("The digest of a catalog changes with what an entry says, not with its blanks", "[report]") {
  const auto with = [](const std::string& text) {
    const auto folder = std::filesystem::temp_directory_path() / "llmsize-digest-test";
    std::filesystem::create_directories(folder / "hardware-db/networks");
    std::ofstream(folder / "hardware-db/networks/x.json") << text;
    const Catalog catalog(folder.string());
    std::string digest = catalog_digest(catalog);
    std::filesystem::remove_all(folder);
    return digest;
  };
  const std::string one = with(R"({"id": "x", "name": "X", "source": "s", "network": {"rate": "400Gb/s"}})");
  CHECK(one.size() == 64);
  CHECK(one == with(R"({ "id":"x", "name":"X",  "source":"s", "network":{"rate":"400Gb/s"} })"));
  CHECK(one != with(R"({"id": "x", "name": "X", "source": "s", "network": {"rate": "800Gb/s"}})"));
  CHECK(one != catalog_digest(built_in()));
}

}  // namespace
}  // namespace llmsize::test
