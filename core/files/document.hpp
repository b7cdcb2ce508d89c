// SPDX-License-Identifier: Apache-2.0
// Reading JSON that somebody else wrote: bounded in size and depth, no duplicate keys, errors that name the file and
// the place.
#pragma once

#include "core/files/bad_input.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace llmsize {

using Json = nlohmann::ordered_json;

/// Larger files are refused before they are read; deeper ones while they are.
inline constexpr std::size_t largest_file = 64 << 20;
inline constexpr int deepest_json = 64;

/// Text of a file without its byte order mark: the one way in which files of users are read. Throws BadInput: file,
/// when it is missing, no regular file, larger than `largest_file`, or cannot be read to its end; data, when it is no
/// UTF-8. What the program was started with, such as /dev/stdin, may be a pipe.
std::string read_file(const std::string& path);

/// The same of a table: a text, or the bytes of a workbook, which is none.
std::string read_table(const std::string& path);

/// So many bytes of a file from a place on, of files that are no text or too large to be read whole; fewer where it
/// ends. Throws BadInput: file, when it is missing, no regular file, or cannot be read.
std::string read_part(const std::string& path, std::uint64_t from, std::size_t size);

/// A JSON document. Throws BadInput: data, naming `source` and, for broken syntax, line and column.
Json parse_json(std::string_view text, const std::string& source);

/// A document of JSON as Python writes it: NaN, Infinity and -Infinity are read as null. Throws as `parse_json`.
Json parse_python_json(std::string_view text, const std::string& source);

/// A number for JSON: null when absent, an integer when whole.
Json number_json(double value);

/// The text of a field; empty where there is none or it is no text.
std::string text_of(const Json& json, std::string_view field);

}  // namespace llmsize
