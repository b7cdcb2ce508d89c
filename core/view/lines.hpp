// SPDX-License-Identifier: Apache-2.0
// Charts read as lines and tables: the one reading that every painter of text shares.
#pragma once

#include "core/document/document.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// A number with its name.
struct ChartLine {
  std::string label, value, note{};
  double bar = -1;  ///< length from 0 to 1, negative for none
  bool strong = false;
};

/// A chart in words: lines or a table, or the sentence that says what is missing.
struct ChartText {
  std::string id, title, subtitle, sentence{};
  std::vector<ChartLine> lines{};
  Document::Table table{};
};

/// Parts with their whole, values with their bars, marked points of a plot: at most eight around the chosen one, clouds
/// and unmarked curves left to the eye. Free of control characters.
ChartText in_lines(const Chart& chart);

/// The same as a table: rows of the table, then lines with their notes.
Document::Table in_table(ChartText words);

/// The charts of a page. Why some are empty is said once, and not again where the page's own sentence says it.
std::vector<ChartText> charts_in_lines(const Page& page);

/// What a remedy sets, as options of a shell: "--global-batch 1600"; empty where it sets nothing.
std::string options_text(const Remedy& remedy);

/// "good", "just", "bad", "incomplete", "neutral".
std::string_view word(Page::Verdict verdict);

}  // namespace llmsize
