// SPDX-License-Identifier: Apache-2.0
// Jobs that share the rows of a sheet.
#pragma once

#include "core/files/csv.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace llmsize::cli {

/// One of `of` jobs: it takes rows `part`, `part` + `of`, … of a sheet, counted from 1 below the header. All rows where
/// none are dealt out.
struct Shard {
  std::size_t part = 0, of = 0;

  bool is_part() const { return of > 0; }
  bool takes(std::size_t row) const { return !is_part() || row % of == part % of; }
  /// "row_3_of_8": the first column of its answers, which holds the numbers of its rows, so that a file says by itself
  /// what it is a part of.
  std::string heading() const;
};

/// What the last row of a shard says of the sheet that it is a part of, so that a file which was cut and one of another
/// sheet are known.
struct SheetEnd {
  std::size_t rows = 0;  ///< below the header
  std::string digest{};  ///< SHA-256 of whatever the answers of its rows follow from

  /// "end_of_12_rows_9f86d0…", the first cell of that row.
  std::string text() const;
  bool operator==(const SheetEnd&) const = default;
};

/// The end that a cell says; nothing where it is none.
std::optional<SheetEnd> sheet_end_of(std::string_view cell);

/// Adds up a sheet, row by row.
class SheetDigest {
 public:
  SheetDigest();
  ~SheetDigest();
  void add(std::string_view text);
  /// A row, with where its cells end.
  void add(const std::vector<std::string>& cells);
  std::string taken();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The shard that `K/N` names; the whole sheet where it is empty. Throws BadInput: usage.
Shard shard_of(const std::string& text);
/// The shard of a file with this first column; nothing where it is none.
std::optional<Shard> shard_of_heading(std::string_view heading);

}  // namespace llmsize::cli
