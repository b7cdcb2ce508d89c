// SPDX-License-Identifier: Apache-2.0
// Paints what a terminal shows first of a page.
#include "core/view/lines.hpp"
#include "core/write/terminal.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr std::size_t most_lines = 25, most_notices = 3, most_remedies = 2, word_width = 7;

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// A sentence behind the word that says how much it weighs, and what mends it.
struct Notice {
  std::string_view word;
  Page::Verdict weight;
  std::string text;
  std::vector<Remedy> remedies{};
};

std::string_view word_of(Page::Verdict verdict) {
  switch (verdict) {
    case Page::Verdict::good: return "OK";
    case Page::Verdict::just: return "WARN";
    case Page::Verdict::bad: return "ERROR";
    case Page::Verdict::incomplete: return "INPUT";
    case Page::Verdict::neutral: return "NOTE";
  }
  return {};
}

Page::Verdict weight_of(Severity severity) {
  return severity == Severity::error     ? Page::Verdict::bad
         : severity == Severity::warning ? Page::Verdict::just
                                         : Page::Verdict::neutral;
}

/// "Does not fit. GPU memory is exceeded."
std::string verdict_text(const Page& page, const std::string& why) {
  return page.verdict_label + (page.verdict_label.empty() || why.empty() ? "" : ". ") + why;
}

/// The finding that made the verdict: the first of its weight. Nullptr where none did.
const Findings::value_type* cause_of(const Page& page) {
  const auto made = [&](const auto& each) { return weight_of(each.first.severity) == page.verdict; };
  const auto found = std::find_if(page.findings.begin(), page.findings.end(), made);
  return found == page.findings.end() || page.verdict == Page::Verdict::neutral ? nullptr : &*found;
}

/// The verdict, then the findings that did not make it. What made it is told once, with its remedy.
std::vector<Notice> notices_of(const Page& page) {
  const auto* cause = cause_of(page);
  std::vector<Notice> notices;
  if (cause && page.verdict == Page::Verdict::just)
    notices.push_back({word_of(page.verdict), page.verdict, cause->first.message, cause->second});
  else if (cause)
    notices.push_back({word_of(page.verdict), page.verdict, verdict_text(page, cause->first.message), cause->second});
  else if (const std::string text = verdict_text(page, page.sentence); !text.empty())
    notices.push_back({word_of(page.verdict), page.verdict, text});
  for (const auto& each : page.findings) {
    if (&each == cause || each.first.id == "input.assumed") continue;
    const Page::Verdict weight = weight_of(each.first.severity);
    notices.push_back({word_of(weight), weight, each.first.message, each.second});
  }
  return notices;
}

std::string notice_text(const Notice& notice, const Ink& ink) {
  std::string text, word = painted(ink, notice.weight, to_left(notice.word, word_width));
  for (const std::string& line : wrapped(on_one_line(notice.text), terminal_columns - word_width)) {
    text += word + line + "\n";
    word = std::string(word_width, ' ');
  }
  std::size_t shown = 0;
  for (const Remedy& remedy : notice.remedies)
    if (const std::string options = options_text(remedy); !options.empty() && shown++ < most_remedies)
      text += fmt::format("{}→ {}  {}\n", word, on_one_line(remedy.label), ink.faint(options));
  return text;
}

/// What is worth a look at once. While something is an error, warnings mostly follow from it.
std::vector<std::string> notice_texts(const Page& page, const Ink& ink) {
  const std::vector<Notice> all = notices_of(page);
  const bool fails = page.verdict == Page::Verdict::bad;
  std::vector<std::string> texts;
  for (const Notice& each : all)
    if (texts.size() < most_notices && (!fails || each.weight == Page::Verdict::bad))
      texts.push_back(notice_text(each, ink));
  if (all.size() > texts.size())
    texts.push_back(fmt::format("{:{}}{} more: --detail\n", "", word_width, all.size() - texts.size()));
  return texts;
}

std::vector<std::string> line_texts(const Page& page, const Ink& ink) {
  if (page.first.lines.empty()) return figure_lines(page.figures, ink);
  std::size_t labels = 0;
  for (const FirstScreen::Line& line : page.first.lines) labels = std::max(labels, width(line.label));
  std::vector<std::string> texts;
  for (const FirstScreen::Line& line : page.first.lines) {
    std::string text, label = ink.faint(to_left(on_one_line(line.label), labels));
    for (const std::string& part : wrapped(on_one_line(line.text), terminal_columns - labels - 4)) {
      text += ended(fmt::format("  {}  {}", label, part));
      label = std::string(labels, ' ');
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text;
  return all.empty() ? all : "\n" + all;
}

}  // namespace

std::string as_first_screen(const Page& page, const std::string& more, bool colour) {
  const Ink ink(colour);
  const auto plain = [](const std::string& line) { return line; };
  std::string head = prose(
      page.first.headline.empty() ? page.title : page.first.headline, 0, 0,
      [&](const std::string& line) { return ink.bold(line); });
  if (!page.first.table.rows.empty()) {
    const Chart chart{"", "", "", page.first.table};
    head += "\n" + table_text(in_lines(chart).table, ink);
  }
  std::string end;
  if (!page.first.assumed.empty()) end += prose("Assumed: " + page.first.assumed, 0, 0, plain);
  if (!more.empty()) end += ink.faint(on_one_line(more)) + "\n";
  if (!end.empty()) end.insert(0, "\n");
  std::vector<std::string> lines = line_texts(page, ink), notices = notice_texts(page, ink);
  const auto taken = [&] { return lines_in(head + joined(lines) + joined(notices) + end); };
  while (taken() > most_lines && !lines.empty()) lines.pop_back();
  while (taken() > most_lines && notices.size() > 1) notices.pop_back();
  return head + joined(lines) + joined(notices) + end;
}

}  // namespace llmsize
