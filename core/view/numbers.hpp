// SPDX-License-Identifier: Apache-2.0
// The table at the end of a page: the numbers behind its charts, in groups, each with its range and what it is made of.
#pragma once

#include "core/document/page.hpp"
#include "core/view/around.hpp"

#include <string>

namespace llmsize {

class Numbers {
 public:
  explicit Numbers(const Around& around) : around_(around) {}

  /// What follows stands below a line of its own; a group without numbers is left out.
  void group(std::string title);
  /// A result or input under its own name; nothing where it is not known.
  void add(NumberId name, std::string note = {});
  /// The same with P10 and P90.
  void add_ranged(ResultKey id, std::string note = {});
  /// A number in words of its own.
  void say(std::string label, std::string value, std::string note = {}, Source source = {});

  /// The last chart of the page; none where nothing is known.
  void add_to(Page& page, const std::string& id, std::string title, std::string subtitle) &&;

 private:
  struct Row {
    std::string label, value, range, note;
    Source source;
    bool group = false;
    std::optional<double> number{};
  };
  void put(Row row);

  const Around& around_;
  std::vector<Row> rows_;
  std::string pending_;  ///< the title of a group that has no number yet
};

/// A number as a table shows it: shares in percent.
std::string cell_text(double value, Unit unit);
std::string cell_text(const Around& around, NumberId id);

/// A cell of a number that its source explains, base units; it carries none where there is no source.
Grid::Cell sourced_cell(std::string text, Source source, double value);
/// The cell of a result or input.
Grid::Cell number_cell(const Around& around, NumberId id);

}  // namespace llmsize
