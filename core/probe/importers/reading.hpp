// SPDX-License-Identifier: Apache-2.0
// What reading the outputs of several tools has in common.
#pragma once

#include "core/probe/importers/importer.hpp"

#include <optional>

namespace llmsize::importing {

inline constexpr double kibibyte = 1024, mebibyte = 1024 * kibibyte, gibibyte = 1024 * mebibyte;
/// Writes that last no longer may have gone to a cache.
inline constexpr double sustained_seconds = 300;

std::vector<std::string> lines_of(std::string_view text);
/// Words between blanks.
std::vector<std::string> words_of(std::string_view line);
/// The number that a text begins with, or nothing: "1.25", "1.25us".
std::optional<double> number_of(std::string_view text);
/// What follows a text in a line without blanks around it, or nothing.
std::optional<std::string> after(std::string_view line, std::string_view word);
/// The JSON of a text that may begin with other lines, or null where there is none.
Json json_in(std::string_view text);

/// A value that a tool printed: one, or one per repeat.
ProbeResult printed(
    std::string_view tool, std::string probe, Json params, std::string metric, std::string unit,
    std::vector<double> raw);

/// A point of a storage sweep. Short writes are flagged "burst", long ones are of the probe "…-sustained".
struct StoragePoint {
  bool write = false, random = false;
  double threads = 1, block = 0, clients = 1;
  double bandwidth = 0, operations = 0;  ///< of all clients together; 0: not told
  double latency = 0;                    ///< seconds, mean; 0: not told
  double seconds = 0;
  std::vector<std::string> flags{};
  Json details = Json::object();
};
void add_point(Imported& imported, std::string_view tool, const StoragePoint& point);

/// GPUs by their names as the record holds them.
Json gpus_named(const std::vector<std::string>& names);

[[noreturn]] void refuse_output(const Importer& importer, const std::string& source);

}  // namespace llmsize::importing
