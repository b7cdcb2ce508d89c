// SPDX-License-Identifier: Apache-2.0
// What reading the outputs of several tools has in common. Whoever wrote them is not trusted: what is of another kind
// than it should be, or beyond what can be measured, is refused in one sentence.
#pragma once

#include "core/files/json_field.hpp"
#include "core/probe/importers/importer.hpp"

#include <optional>

namespace llmsize::importing {

inline constexpr double kibibyte = 1024, mebibyte = 1024 * kibibyte, gibibyte = 1024 * mebibyte;
/// Writes that last no longer may have gone to a cache.
inline constexpr double sustained_seconds = 300;

std::vector<std::string> lines_of(std::string_view text);
/// Whether a record can hold a text and a terminal show it: UTF-8 without control characters.
bool is_readable(const std::string& text);
/// Words between blanks, the first thousand: no table has more.
std::vector<std::string> words_of(std::string_view line);
/// The first of them; empty where there is none.
std::string first_word(std::string_view line);
/// What follows a text in a line without blanks around it, or nothing.
std::optional<std::string> after(std::string_view line, std::string_view word);
/// The JSON of a text that may begin with other lines, or null where there is none.
Json json_in(std::string_view text);

/// What a tool told, and where.
using Told = JsonField;

/// Takes a result. Throws BadInput: data, where its value or setting cannot be, or where there are more of them than
/// one run of a tool tells.
void take(Imported& imported, ProbeResult result);

/// Takes what is told of the machine: names that are no readable text are refused.
void take_host(Imported& imported, const char* key, Json told);

/// A value that a tool printed: one, or one per repeat.
ProbeResult printed(
    std::string_view tool, std::string probe, Json params, std::string metric, std::string unit,
    std::vector<double> raw);

/// A point of a storage sweep. Short writes are flagged "burst", long ones are of the probe "…-sustained".
struct StoragePoint {
  bool write = false, random = false;
  double threads = 0, block = 0;  ///< 0: not told
  double clients = 1;
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
