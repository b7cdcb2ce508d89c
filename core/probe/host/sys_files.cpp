// SPDX-License-Identifier: Apache-2.0
#include "core/probe/host/sys_files.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace llmsize {

namespace fs = std::filesystem;

std::string first_line(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
  return line;
}

std::optional<double> leading_number(const fs::path& file) {
  const std::string line = first_line(file);
  double value = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
  if (error != std::errc()) return {};
  return value;
}

std::vector<fs::path> entries(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    all.push_back(at->path());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace llmsize
