// SPDX-License-Identifier: Apache-2.0
// llmsize report: one file per kind, made whole or not at all.
#include "answers.hpp"
#include "folder.hpp"

#include <catch2/catch.hpp>

namespace llmsize::tests {
namespace {

using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

const std::string training = "report --model gpt3-175b --system dgx-h100 --nodes 48 --tokens 300B --deadline 30d";
/// Nothing is searched: quick.
const std::string chat = "report --scenario serve-chat";

void check_made(const std::string& line) {
  const Outcome outcome = run_line(line);
  INFO(line << "\n" << outcome.err);
  CHECK(outcome.exit == done);
  CHECK(outcome.out.empty());
}

TEST_CASE("The ending of the file tells the kind of report") {
  const Folder folder;
  for (const char* kind : {"html", "pdf", "md"}) check_made(chat + " -o " + folder / (std::string("a.") + kind));
  CHECK_THAT(folder.read("a.html"), StartsWith("<!DOCTYPE html>") && EndsWith("</html>\n"));
  CHECK_THAT(folder.read("a.pdf"), StartsWith("%PDF-") && EndsWith("%%EOF\n"));
  CHECK_THAT(folder.read("a.md"), StartsWith("# Llama 3.1 70B on 2 × NVIDIA DGX H200\n"));
}

TEST_CASE("The annex of a proposal is a file of its own") {
  const Folder folder;
  check_made(chat + " -o " + folder / "offer.md");
  CHECK(folder.entries() == 2);
  CHECK_THAT(folder.read("offer.md"), Contains("annex offer-annex.md"));
  CHECK_THAT(folder.read("offer-annex.md"), StartsWith("# Annex: Llama 3.1 70B on 2 × NVIDIA DGX H200\n"));
  // Neither is written where one of them is there.
  folder.write("other-annex.md", "precious");
  check_refused({"report", "--scenario", "serve-chat", "-o", folder / "other.md"}, file, {"--force"});
  CHECK(folder.read("other-annex.md") == "precious");
  CHECK(folder.entries() == 3);
}

TEST_CASE("Several systems are offers side by side, one of them proposed") {
  const std::string text = output(
      "report --model llama-3-8b --tokens 1T --deadline 60d --system dgx-h100,dgx-b200 --date 2026-11-29 --format md");
  CHECK_THAT(text, Contains("## Options") && Contains("Proposed: ") && Contains("2026-11-29"));
  const Folder folder;
  check_refused(
      {"report", "--model", "llama-3-8b", "--nodes", "1..40", "--tokens", "1T", "--system", "dgx-h100", "-o",
       folder / "a.md"},
      data, {"expected at most 16 offers"});
  CHECK(folder.entries() == 0);
  check_line_refused(chat + " --date 2026-13-01 --format md", usage, {"--date", "2026-11-30"});
}

TEST_CASE("A report answers as the command that answers alone") {
  const Folder folder;
  for (const auto& [report, alone, name] :
       {std::tuple{training, "size" + training.substr(6), "t"}, std::tuple{chat, "serve" + chat.substr(6), "c"}}) {
    check_made(report + " -o " + folder / (std::string(name) + ".md"));
    const std::string proposal = folder.read(std::string(name) + ".md"),
                      annex = folder.read(std::string(name) + "-annex.md"), page = output(alone + " --format md");
    // Headline, what is sized, verdict: the lines before the figures.
    const std::string headline = page.substr(2, page.find('\n') - 2);
    CHECK_THAT(annex, StartsWith("# Annex: " + headline + "\n"));
    const std::string figures = "|---|---:|---|\n";
    std::istringstream rows(page.substr(page.find(figures) + figures.size()));
    for (std::string row; std::getline(rows, row) && row.starts_with("|");) {
      // Label, value and what stands beside it; values lead to their derivations.
      const std::string label = row.substr(0, row.find('|', 1)), beside = row.substr(row.rfind('|', row.size() - 2));
      INFO(row);
      for (const std::string& text : {proposal, annex}) {
        CHECK_THAT(text, Contains("\n" + label));
        CHECK_THAT(text, Contains(beside));
      }
    }
  }
}

TEST_CASE("Texts go to standard output where a format is named, sheets of paper do not") {
  CHECK_THAT(output(chat + " --format html"), StartsWith("<!DOCTYPE html>"));
  CHECK(output(chat + " --format md -o -") == output(chat + " --format md"));
  check_line_refused(chat + " --format pdf", usage, {"--format", "'pdf'", "-o FILE.html"});
}

TEST_CASE("A report that no file can be made of is refused before anything is computed") {
  const Folder folder;
  check_line_refused(chat, usage, {"missing -o", "-o FILE.html, .pdf"});
  check_line_refused(chat + " --json", usage, {"'json'", "-o FILE.html"});
  check_refused({"report", "-o", folder / "a.docx"}, usage, {"a.docx", "for -o: expected FILE.html"});
  check_refused({"report", "-o", folder / "a.htlm"}, usage, {"did you mean 'html'?"});
  check_refused({"report", "-o", folder / "a"}, usage, {"for -o: expected FILE.html"});
  check_refused({"report", "-o", folder / "no/such/a.html"}, file, {"a.html"});
  check_refused({"report", "-o", folder / "a.pdf", "--paper", "a5"}, usage, {"--paper", "'a5'", "a4 or letter"});
  check_refused({"report", "-o", folder / "a.pdf", "--results", "model.parameters"}, usage, {"--results"});
  check_refused({"report", "-o", folder / "a.pdf", "--model", "gtp3-175b"}, unknown_id, {"gpt3-175b"});
  const std::string there = folder.write("there.html", "precious");
  check_refused({"report", "-o", there}, file, {"--force"});
  CHECK(folder.read("there.html") == "precious");
  CHECK(folder.entries() == 1);
}

TEST_CASE("A report of next to nothing says what is missing") {
  CHECK_THAT(output("report --model gpt3-175b --format md"), Contains("Missing inputs"));
  CHECK_THAT(output("report --format md"), Contains("Missing inputs"));
}

TEST_CASE("An option that moves nothing is told in the report, too") {
  CHECK_THAT(
      output(training + " --input-tokens 7 --format md"), Contains("input.unused") && Contains("--input-tokens"));
}

TEST_CASE("Names of entries from others stay text") {
  const Folder folder;
  folder.write(
      "presets/models/evil.json",
      R"({"id": "evil", "name": "<script>alert(1)</script>", "source": "<img src=x onerror=alert(2)>",
          "model": {"layers": 4, "hidden": 64, "heads": 4, "vocabulary": 100}})");
  const std::string line = "report --model evil --system dgx-h100 --tokens 1B --catalog " + folder.path();
  const std::string html = output(line + " --format html");
  CHECK_THAT(html, Contains("&lt;script&gt;alert(1)"));
  CHECK_THAT(html, !Contains("<script") && !Contains("<img"));
  CHECK_THAT(output(line + " --format md"), !Contains("<script") || Contains("\\<script"));
  check_made(line + " -o " + folder / "evil.pdf");
}

}  // namespace
}  // namespace llmsize::tests
