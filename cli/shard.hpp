// SPDX-License-Identifier: Apache-2.0
// Jobs that share the rows of a sheet.
#pragma once

#include <cstddef>
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

/// The shard that `K/N` names; the whole sheet where it is empty. Throws BadInput: usage.
Shard shard_of(const std::string& text);
/// The shard of a file with this first column; nothing where it is none.
std::optional<Shard> shard_of_heading(std::string_view heading);

}  // namespace llmsize::cli
