// SPDX-License-Identifier: Apache-2.0
// A report: everything that somebody needs who decides on a machine and has no program at hand, as data. It is made of
// the pages of the program and says nothing that they do not; painters add nothing but ink.
#pragma once

#include "core/answer/explanation.hpp"
#include "core/pages/lines.hpp"
#include "core/pages/remedies.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace llmsize {

struct Report {
  /// A text that may lead to another place of the report.
  struct Cell {
    std::string text;
    std::string to{};     ///< anchor of that place; empty: it leads nowhere
    bool symbol = false;  ///< of a formula: what follows the first underscore is a subscript
  };
  struct Row {
    std::vector<Cell> cells;
    bool strong = false, dull = false;
    std::string anchor{};  ///< by which others lead here

    /// Whether it is only a name for those that follow.
    bool is_group() const;
  };
  struct Table {
    std::string title, subtitle{};
    std::vector<ChartTable::Column> columns{};
    std::vector<Row> rows{};
    std::string note{};  ///< below it
  };
  /// A sentence, or what is typed into a terminal.
  struct Paragraph {
    std::string text;
    bool code = false;
  };
  struct Judgement {
    Page::Verdict verdict;
    std::string label, sentence;
    llmsize::Verdict settled{};
  };
  struct Shown {
    Figure figure;
    std::string to{};  ///< anchor of its derivation
  };
  using Figures = std::vector<Shown>;
  /// A chart, and the same in words for who does not see it.
  struct Picture {
    Chart chart;
    ChartText words;
  };
  struct Derivation {
    Explanation explanation;
    std::string anchor;
    Table parts;
    std::string instead{};  ///< of a formula that is too long for paper: where to see it
  };
  using Block = std::variant<Paragraph, Judgement, Figures, Findings, Picture, Table, Derivation>;
  struct Section {
    std::string anchor, title;
    std::string question{};  ///< that it answers
    std::vector<Block> blocks{};
  };

  std::string title, subtitle;
  std::string summary;            ///< one line of figures
  std::vector<Section> sections;  ///< the first one answers
  std::string footer;             ///< program, version and catalog that made it

  /// The verdict of what answers; ok where nothing is judged.
  llmsize::Verdict verdict() const;
};

/// How a report is made besides by its scenario.
struct ReportOptions {
  std::string files{};  ///< options that lead back to the same answer and are no part of the scenario: " --catalog DIR"
  Findings findings{};  ///< told with those of the answer
};

/// The report of a training or of a service: as `size_page` or `serve_page` answers, then what stands behind that.
/// Throws BadInput as `complete` does.
Report report_of(const Subject& subject, const Catalog& catalog, const ReportOptions& options = {});

}  // namespace llmsize
