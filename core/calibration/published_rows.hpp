// SPDX-License-Identifier: Apache-2.0
// Rows that were read from published results of other forms, as a CSV of published measurements has them.
#pragma once

#include <string>
#include <vector>

namespace llmsize {

struct PublishedRows {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

}  // namespace llmsize
