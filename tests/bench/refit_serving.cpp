// SPDX-License-Identifier: Apache-2.0
// Fits the constants of engines to files of published rows and prints them as JSON: scripts/refit-serving writes them
// into the tree.
#include "core/calibration/served_fit.hpp"
#include "core/files/document.hpp"

#include <fmt/format.h>

namespace {

std::vector<llmsize::ServedRow> rows_of(int files, char** names, const llmsize::Catalog& catalog) {
  std::vector<llmsize::ServedRow> all;
  for (int i = 1; i < files; ++i)
    for (llmsize::ServedRow& row : llmsize::read_served_rows(llmsize::read_file(names[i]), names[i], catalog))
      all.push_back(std::move(row));
  return all;
}

}  // namespace

int main(int argc, char** argv) try {
  const llmsize::Catalog catalog;
  std::vector<llmsize::ServedRow> rows = rows_of(argc, argv, catalog);
  const llmsize::ServedConstants found = llmsize::refit_serving(llmsize::predict_serving(rows, catalog), catalog);
  const llmsize::Json json{{"common", found.common}, {"engines", found.engines}, {"chips", found.chips}};
  fmt::print("{}\n", json.dump(2));
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
