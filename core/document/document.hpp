// SPDX-License-Identifier: Apache-2.0
// A document as data: sections of sentences, figures, findings, charts, tables and derivations, free of how it is
// written.
#pragma once

#include "core/answer/explanation.hpp"
#include "core/document/page.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace llmsize {

struct Document {
  struct Column {
    std::string title;
    bool number = false;  ///< set to the right
  };
  /// A text that may lead to another place of the document.
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
    std::vector<Column> columns{};
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
    Shown(Figure figure, std::string to = {}) : figure(std::move(figure)), to(std::move(to)) {}
    Figure figure;
    std::string to;  ///< anchor of its derivation
  };
  using Figures = std::vector<Shown>;
  struct Derivation {
    Explanation explanation;
    std::string anchor;
    Table parts;
    std::string instead{};  ///< of a formula that is too long for paper: where to see it
  };
  using Block = std::variant<Paragraph, Judgement, Figures, Findings, Chart, Table, Derivation>;
  struct Section {
    std::string anchor, title;
    std::vector<Block> blocks{};
    bool on_new_page = false;  ///< begins one on paper
  };

  std::string title, subtitle;
  std::string summary;            ///< one line of figures
  std::vector<Section> sections;  ///< the first one answers
  std::string footer;             ///< program, version and catalog that made it

  /// The verdict of what answers; ok where nothing is judged.
  llmsize::Verdict verdict() const;
};

}  // namespace llmsize
