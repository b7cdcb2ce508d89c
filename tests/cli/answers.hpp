// SPDX-License-Identifier: Apache-2.0
// What commands answer that succeed.
#pragma once

#include "program.hpp"
#include "refusal.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <string>

namespace llmsize::tests {

/// What a command line without quotes leaves behind.
inline Outcome run_line(const std::string& line, const std::map<std::string, std::string>& environment = {}) {
  return run({words(line), environment});
}

/// What a command writes that succeeds without a word on standard error.
inline std::string output(const std::string& line, const std::map<std::string, std::string>& environment = {}) {
  const Outcome outcome = run_line(line, environment);
  INFO(line << "\n" << outcome.err);
  CHECK(outcome.exit == done);
  CHECK(outcome.err.empty());
  return outcome.out;
}

/// The same as JSON: the whole document, its rows.
inline nlohmann::json document(const std::string& line) { return nlohmann::json::parse(output(line + " --json")); }
inline nlohmann::json rows(const std::string& line) { return document(line).at("rows"); }

inline std::ptrdiff_t lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

}  // namespace llmsize::tests
