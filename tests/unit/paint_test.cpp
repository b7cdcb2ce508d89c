// SPDX-License-Identifier: Apache-2.0
// Pages as terminal text, Markdown and HTML: every kind of chart, remedies, gaps, and what data must not do.
#include "tests/unit/subjects.hpp"

#include "core/tables/width.hpp"
#include "core/view/lines.hpp"
#include "core/write/ink.hpp"
#include "core/write/write.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace llmsize::test {
namespace {

Chart chart_with(decltype(Chart::body) body) { return {"made.up", "Made up", "what against what", std::move(body)}; }

Page page_with(Chart chart) {
  Page page;
  page.id = "made";
  page.title = "A model on 2 × a node";
  page.charts.push_back(std::move(chart));
  return page;
}

/// The three formats of one page.
std::vector<std::string> painted(const Page& page) { return {as_text(page, false), as_markdown(page), as_html(page)}; }

void check_all_say(const Page& page, const std::vector<std::string>& parts) {
  for (const std::string& text : painted(page))
    for (const std::string& part : parts) {
      INFO(text);
      CHECK(speaks_of(text, part));
    }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> texts_of(const Document::Row& row) {
  std::vector<std::string> texts;
  for (const Document::Cell& cell : row.cells) texts.push_back(cell.text);
  return texts;
}

const ChartLine& line_of(const ChartText& text, std::string_view label) {
  for (const ChartLine& line : text.lines)
    if (line.label == label) return line;
  throw std::out_of_range(std::string(label));
}

Stack one_bar() {
  Stack stack;
  stack.scale = {"", Unit::bytes, false, 0, 90e9, {}};
  Stack::Bar bar{"TP 8", {}, "60.0 GB", true};
  bar.parts.push_back({"Weights", 40e9, Hue::gpu, Fill::solid, "40.0 GB", "2 bytes × 20B", {}});
  bar.parts.push_back({"Buffers", 20e9, Hue::waiting, Fill::solid, {}, {}, {}});
  stack.bars.push_back(std::move(bar));
  stack.limits.push_back({"GPU memory", 80e9, true, Hue::limit, "80 GB"});
  return stack;
}

TEST_CASE("A table fits the terminal: notes are wrapped, names and numbers never", "[paint]") {
  constexpr std::size_t columns = 100;
  const std::string note = "what it is and where it comes from, in more words than a line of a terminal has room for";
  Grid grid{{"", "Value", ""}, {}};
  grid.rows.push_back({{{"A name of some length", false, {}}, {"123.4 TB", true, {}}, {note, false, {}}}});
  const std::string text = as_text(page_with(chart_with(std::move(grid))), false);
  std::string flowing;
  for (const std::string& line : lines_of(text)) {
    CHECK(width(line) <= columns);
    flowing += line + " ";
  }
  CHECK(speaks_of(text, "A name of some length  123.4 TB  what it is"));
  std::string squeezed;
  for (const char sign : flowing)
    if (sign != ' ' || squeezed.empty() || squeezed.back() != ' ') squeezed += sign;
  CHECK(speaks_of(squeezed, note));
}

TEST_CASE("A stack is its parts, their total and what limits it", "[paint]") {
  const ChartText text = in_lines(chart_with(one_bar()));
  REQUIRE(text.lines.size() == 4);
  CHECK(line_of(text, "Weights").bar == Approx(0.5));
  CHECK(line_of(text, "Weights").note == "2 bytes × 20B");
  CHECK(line_of(text, "Buffers").value == "20 GB");
  CHECK(line_of(text, "Total").strong);
  CHECK(line_of(text, "Total").bar == Approx(0.75));
  CHECK(line_of(text, "GPU memory").value == "80 GB");
  check_all_say(page_with(chart_with(one_bar())), {"Weights", "40.0 GB", "2 bytes × 20B", "Total", "GPU memory"});
  CHECK(speaks_of(as_text(page_with(chart_with(one_bar())), false), "████████████"));
  CHECK(speaks_of(as_html(page_with(chart_with(one_bar()))), "<meter min=\"0\" max=\"1\" value=\"0.500\">50%</meter>"));
}

TEST_CASE("What is over stands beside the total", "[paint]") {
  Stack stack = one_bar();
  stack.bars.front().total = "93.1 GB";
  stack.bars.front().over = "13.1 GB over";
  const ChartText text = in_lines(chart_with(stack));
  CHECK(line_of(text, "Total").value == "93.1 GB");
  CHECK(line_of(text, "Total").note == "13.1 GB over");
}

TEST_CASE("Several stacks are a table, the more of bars and parts going down", "[paint]") {
  Stack stack = one_bar();
  stack.bars.push_back({"TP 4", {{"Weights", 80e9, Hue::gpu, Fill::solid, "80.0 GB", {}, {}}}, "80.0 GB"});
  stack.bars.push_back({"TP 2", {{"Weights", 90e9, Hue::gpu, Fill::solid, "90.0 GB", {}, {}}}, "90.0 GB"});
  const ChartText down = in_lines(chart_with(stack));
  REQUIRE(down.table.rows.size() == 3);
  CHECK(down.table.rows[0].strong);
  CHECK(texts_of(down.table.rows[1]) == std::vector<std::string>{"TP 4", "80.0 GB", "–", "80.0 GB"});
  CHECK(down.lines.size() == 1);
  stack.bars.pop_back();
  stack.bars.front().parts.push_back({"Optimizer", 1e9, Hue::cpu, Fill::solid, "1.00 GB", {}, {}});
  const ChartText across = in_lines(chart_with(stack));
  REQUIRE(across.table.rows.size() == 4);
  CHECK(texts_of(across.table.rows.back()) == std::vector<std::string>{"Total", "60.0 GB", "80.0 GB"});
  check_all_say(page_with(chart_with(stack)), {"TP 8", "TP 4", "Optimizer", "–"});
}

TEST_CASE("Bars are lines; around a base both ends are said", "[paint]") {
  Bars bars;
  bars.scale = {"", Unit::seconds, false, -4, 4, {}};
  bars.rows.push_back({"Tensor cores", "2 × 989 TFLOP/s", 0, 4, "−4.00 s", Hue::gpu, true, {}, {}});
  bars.rows.push_back({"Overlap", "0.8 ± 8 %", -1, 1, "+1.00 s", Hue::nvme, false, "−1.00 s", {}});
  const ChartText text = in_lines(chart_with(bars));
  CHECK(line_of(text, "Tensor cores").bar == Approx(1));
  CHECK(line_of(text, "Overlap").bar == Approx(0.5));
  CHECK(line_of(text, "Overlap").value == "−1.00 s … +1.00 s");
  check_all_say(page_with(chart_with(bars)), {"Tensor cores", "2 × 989 TFLOP/s", "−4.00 s"});
  bars.dots = true;
  CHECK(in_lines(chart_with(bars)).lines.front().bar < 0);
}

TEST_CASE("Dots are a table of rows and series, a gap says why", "[paint]") {
  Dots dots;
  dots.scale = {"", Unit::per_second, true, 1, 100, {}};
  dots.rows.push_back({"1 node", "batch 8", {{10, Hue::gpu, "GPU", "10 tokens/s", {}}}, {}});
  dots.rows.push_back(
      {"2 nodes",
       "batch 16",
       {{std::nan(""), Hue::gpu, "GPU", {}, {}}, {20, Hue::nvme, "NVMe", "20 tokens/s", {}}},
       "GPU memory full",
       true});
  const ChartText text = in_lines(chart_with(dots));
  REQUIRE(text.table.rows.size() == 2);
  CHECK(texts_of(text.table.rows[0]) == std::vector<std::string>{"1 node", "10 tokens/s", "–", "batch 8"});
  CHECK(text.table.rows[1].cells.back().text == "batch 16; GPU memory full");
  CHECK(text.table.rows[1].dull);
  check_all_say(page_with(chart_with(dots)), {"NVMe", "20 tokens/s", "GPU memory full"});
}

TEST_CASE("A timeline is a line for every span that has a name", "[paint]") {
  Timeline timeline;
  timeline.scale = {"", Unit::seconds, false, -10, 100, {}};
  timeline.rows.push_back(
      {"Direct", {{-10, 0, {}, Hue::gpu}, {0, 25, "stall", Hue::shared}, {25, 100, "training goes on", Hue::gpu}}});
  const ChartText text = in_lines(chart_with(timeline));
  REQUIRE(text.lines.size() == 2);
  CHECK(text.lines[0].label == "Direct: stall");
  CHECK(text.lines[0].value == "25.0 s");
  CHECK(text.lines[0].bar == Approx(0.25));
  CHECK(text.lines[1].note == "from 25.0 s on");
  check_all_say(page_with(chart_with(timeline)), {"Direct: stall", "25.0 s", "training goes on"});
}

TEST_CASE("A grid keeps its columns, numbers to the right", "[paint]") {
  Grid grid{{"Layout", "Step"}, {}};
  grid.rows.push_back({{{"TP 8", false, {}}, {"9.10 s", true, {}}}, true});
  grid.rows.push_back({{{"TP 4 | PP 2", false, {}}, {"12.10 s", true, {}}}, false, true});
  const Page page = page_with(chart_with(grid));
  CHECK(speaks_of(as_text(page, false), "  TP 8          9.10 s\n  TP 4 | PP 2  12.10 s\n"));
  CHECK(speaks_of(as_markdown(page), "|---|---:|\n| **TP 8** | **9.10 s** |\n| TP 4 \\| PP 2 | 12.10 s |\n"));
  CHECK(speaks_of(as_html(page), "<tr class=\"strong\"><th scope=\"row\">TP 8</th><td class=\"number\">9.10 s</td>"));
  CHECK(speaks_of(as_html(page), "<tr class=\"dull\">"));
}

Plot sizes_plot() {
  Plot plot;
  plot.x = {"nodes", Unit::count, true, 1, 100, {}, "DGX H100", {}, "node"};
  plot.y = {"training time", Unit::seconds, true, 1, 100, {}};
  Plot::Series series{"", Hue::gpu, Plot::Stroke::solid, false, false, {}};
  for (int nodes = 1; nodes <= 20; ++nodes) {
    Plot::Point point{double(nodes), 86400.0 * 100 / nodes, 86400.0 * 95 / nodes, 86400.0 * 105 / nodes};
    point.mark = nodes == 10 ? Plot::Mark::filled : nodes == 11 ? Plot::Mark::cross : Plot::Mark::open;
    if (nodes == 11) point.label = "11 cannot be split";
    if (nodes == 12) point.mark = Plot::Mark::dot;
    series.points.push_back(point);
  }
  plot.series.push_back(std::move(series));
  plot.limits.push_back({"deadline", 30 * 86400.0, false, Hue::limit, "30.0 days"});
  return plot;
}

TEST_CASE("A plot is its marked points around the chosen one", "[paint]") {
  const ChartText text = in_lines(chart_with(sizes_plot()));
  REQUIRE(text.lines.size() == 9);
  CHECK(text.lines.front().label == "6 nodes");
  const ChartLine& chosen = line_of(text, "10 nodes");
  CHECK(chosen.strong);
  CHECK(chosen.value == "10.0 days");
  CHECK(chosen.note == "9.50–10.5 days");
  CHECK(line_of(text, "11 nodes").value == "–");
  CHECK(line_of(text, "11 nodes").note == "11 cannot be split");
  CHECK(std::none_of(text.lines.begin(), text.lines.end(), [](const auto& line) { return line.label == "12 nodes"; }));
  CHECK(line_of(text, "Deadline").value == "30.0 days");
  check_all_say(page_with(chart_with(sizes_plot())), {"10 nodes", "10.0 days", "11 cannot be split"});
}

TEST_CASE("Several marked lines of a plot keep their names", "[paint]") {
  Plot plot = sizes_plot();
  plot.series.front().title = "as planned";
  plot.series.push_back({"twice the GPUs", Hue::cpu, Plot::Stroke::solid, false, false, {}});
  Plot::Point one{1, 86400};
  one.mark = Plot::Mark::open;
  plot.series.back().points.push_back(one);
  const ChartText text = in_lines(chart_with(plot));
  CHECK(line_of(text, "As planned, 10 nodes").strong);
  CHECK(line_of(text, "Twice the GPUs, 1 node").value == "24.0 h");
}

TEST_CASE("Why charts are empty is said once", "[paint]") {
  Page page = page_with(chart_with(Stack{}));
  page.charts.front().empty = "Add a model to the inputs.";
  page.charts.push_back(page.charts.front());
  page.charts.push_back(chart_with(Bars{}));
  page.charts.back().empty = "Add a system to the inputs.";
  for (const std::string& text : painted(page)) {
    CHECK(speaks_of(text, "Add a system"));
    const std::size_t first = text.find("Add a model to the inputs.");
    REQUIRE(first != std::string::npos);
    CHECK(text.find("Add a model", first + 1) == std::string::npos);
  }
  page.sentence = "Add a model to the inputs.";
  CHECK(charts_in_lines(page).size() == 1);
}

Page judged() {
  Page page = page_with(chart_with(one_bar()));
  page.subtitle = "16 GPUs";
  page.verdict = Page::Verdict::bad;
  page.verdict_label = "Does not fit";
  page.sentence = "The fullest GPU needs more than it holds.";
  page.figures = {{"Nodes", "2", "× a node", "16 GPUs", {}}, {"Limited by", "Compute", "", "41 % MFU", {}}};
  page.findings.push_back(
      {{Severity::error, "memory.gpu_overflow", "GPU memory is full.", {}},
       {{"Share states out", {{}, {{"layout.zero", "3"}}}},
        {"Another store", {{}, {{"storage.id", "my store"}, {"layout.sequence_parallel", "yes"}}}}}});
  page.hint = "Any number explained: llmsize explain memory.gpu_total";
  return page;
}

TEST_CASE("Findings say what sets them right, as options of a shell", "[paint]") {
  check_all_say(judged(), {"memory.gpu_overflow", "→ Share states out", "--zero 3", "Does not fit", "llmsize explain"});
  CHECK(speaks_of(as_text(judged(), false), "--storage 'my store' --sequence-parallel\n"));
  CHECK(speaks_of(as_markdown(judged()), "* → Share states out: `--zero 3`\n"));
  CHECK(speaks_of(as_html(judged()), "<code>--storage &#39;my store&#39; --sequence-parallel</code>"));
  CHECK(options_text({"Off", {{}, {{"layout.sequence_parallel", "no"}}}}) == "--sequence-parallel=no");
  CHECK(options_text({"Nothing", {}}).empty());
}

TEST_CASE("A verdict is a mark, words and a class", "[paint]") {
  CHECK(speaks_of(as_text(judged(), false), "\n✗ Does not fit\n  The fullest GPU"));
  CHECK(speaks_of(as_markdown(judged()), "**Does not fit**: The fullest GPU"));
  CHECK(speaks_of(as_html(judged()), "<p class=\"verdict bad\"><strong>Does not fit</strong> The fullest"));
  CHECK(speaks_of(as_text(judged(), true), "\033[31;1m✗ Does not fit\033[0m"));
  CHECK(!speaks_of(as_text(judged(), false), "\033"));
}

TEST_CASE("Colour changes no character", "[paint]") {
  std::string coloured = as_text(judged(), true);
  for (std::size_t at = coloured.find('\033'); at != std::string::npos; at = coloured.find('\033'))
    coloured.erase(at, coloured.find('m', at) - at + 1);
  std::string plain;
  // What fills a column may stand inside of colour.
  for (const std::string& line : lines_of(coloured)) plain += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  CHECK(plain == as_text(judged(), false));
}

TEST_CASE("Figures stand below each other", "[paint]") {
  const std::string text = as_text(judged(), false);
  CHECK(speaks_of(text, "  Nodes             2 × a node  16 GPUs\n"));
  CHECK(speaks_of(text, "  Limited by  Compute           41 % MFU\n"));
}

TEST_CASE("Prose ends before the hundredth column, a command is never broken", "[paint]") {
  Page page = judged();
  for (int i = 0; i < 6; ++i) page.sentence += " " + page.sentence.substr(0, 41);
  page.findings.front().first.message = page.sentence;
  page.hint += " --scenario " + std::string(120, 'x');
  for (const std::string& line : lines_of(as_text(page, false)))
    if (!speaks_of(line, "xxx")) CHECK(width(line) <= 100);
  CHECK(speaks_of(as_text(page, false), page.hint));
  CHECK(wrapped("one two three", 7) == std::vector<std::string>{"one two", "three"});
  CHECK(wrapped("one two three", 7, 2) == std::vector<std::string>{"one two", "  three"});
  CHECK(wrapped("unbreakable", 4) == std::vector<std::string>{"unbreakable"});
}

TEST_CASE("What data say is never markup, and steers no terminal", "[paint]") {
  Page page = judged();
  page.title = "<script>alert('x')</script> & \033[2J\x07 *bold* `tick` | a_b\nnext \xC2\x9B";
  page.charts.front().title = page.title;
  std::get<Stack>(page.charts.front().body).bars.front().parts.front().title = page.title;
  page.figures.front().value = page.title;
  page.findings.front().first.message = page.title;
  page.findings.front().second.front().apply.changes = {{"storage.id", page.title}};
  for (const std::string& text : painted(page)) {
    CHECK(!speaks_of(text, "\033"));
    CHECK(!speaks_of(text, "\x07"));
    CHECK(!speaks_of(text, "\xC2\x9B"));
    CHECK(std::none_of(text.begin(), text.end(), [](char c) {
      return c != '\n' && (static_cast<unsigned char>(c) < 0x20 || c == 0x7F);
    }));
  }
  CHECK(!speaks_of(as_html(page), "<script"));
  CHECK(speaks_of(as_html(page), "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; "));
  CHECK(speaks_of(as_markdown(page), "\\*bold\\* \\`tick\\` \\| a\\_b next"));
  CHECK(speaks_of(as_markdown(page), "`` --storage "));
}

/// Whether every element of a fragment that opens closes, in order.
bool is_balanced(const std::string& html) {
  std::vector<std::string> open;
  for (std::size_t at = html.find('<'); at != std::string::npos; at = html.find('<', at + 1)) {
    const std::string name = html.substr(at + 1, html.find_first_of(" >", at) - at - 1);
    if (!name.starts_with('/')) {
      open.push_back(name);
    } else {
      if (open.empty() || "/" + open.back() != name) return false;
      open.pop_back();
    }
  }
  return open.empty();
}

TEST_CASE("Every page of the worked example is painted in every format", "[paint][pages]") {
  for (const Subject& subject : {planned(), given_subject(bloom), given_subject(gpt3_on_128_dgx), Subject{}}) {
    std::vector<Page> pages{memory_page(subject, built_in()), training_page(subject, built_in())};
    for (const PageKind& kind : page_kinds()) pages.push_back(shown_page(kind.id, subject));
    for (const Page& page : pages) {
      INFO(page.id);
      CHECK(is_balanced(as_html(page)));
      CHECK(!speaks_of(as_html(page), "style="));
      CHECK(speaks_of(as_text(page, false), page.verdict_label));
      CHECK(as_markdown(page).starts_with("# "));
      for (const Figure& figure : page.figures)
        for (const std::string& text : painted(page)) CHECK(speaks_of(text, figure.value));
    }
  }
}

}  // namespace
}  // namespace llmsize::test
