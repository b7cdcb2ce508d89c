// SPDX-License-Identifier: Apache-2.0
// CSV files and the scenarios in their rows.
#include "core/files/csv.hpp"
#include "core/scenario/batch.hpp"
#include "tests/fuzz/reader.hpp"

namespace llmsize::fuzz {

const Register csv_reader("csv", [](std::string_view text) {
  const Csv csv = parse_csv(text, "fuzz.csv");
  for (std::size_t i = 1; i < csv.rows.size(); ++i) require(csv.rows[i].number > csv.rows[i - 1].number);
  const Batch batch = read_batch(text, "fuzz.csv");
  for (const BatchRow& row : batch.rows) require(row.error.empty() || row.scenario.all().size() <= batch.keys.size());
});

}  // namespace llmsize::fuzz
