// SPDX-License-Identifier: Apache-2.0
// What reading the results of several load generators has in common.
#pragma once

#include "core/calibration/load_tests/load_test.hpp"
#include "core/files/json_field.hpp"

#include <functional>

namespace llmsize::load_tests {

inline constexpr double milliseconds = 1000;  ///< in a second

/// Whether a text names all of these members.
bool names_all(std::string_view text, std::initializer_list<std::string_view> members);

/// Reads one run per document: a text is one document, or a document per line.
std::vector<LoadTestRun> runs_of_documents(
    std::string_view text, const std::string& source, LoadTestRun (*read)(const JsonField& document));

/// A number of zero or more; absent where there is none.
double amount(const JsonField& object, const char* key);
/// The same, which has to be there and above zero.
double needed_amount(const JsonField& object, const char* key);
/// A number that may be missing, "inf" or Infinity, which is read as null: then infinite.
double paced_rate(const JsonField& object, const char* key);
/// A time by the fields of its mean, median and 99th percentile, of which a second has so many.
LoadTestTime time_by_fields(
    const JsonField& object, const std::string& mean, const std::string& median, const std::string& p99,
    double per_second);
/// A measured zero is a time that was not taken.
double taken(double seconds);
/// The squared coefficient of variation.
double cv2_of(double mean, double deviation);

}  // namespace llmsize::load_tests
