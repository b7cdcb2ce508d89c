// SPDX-License-Identifier: Apache-2.0
// Scenarios as pages take them, and the numbers that a page shows.
#pragma once

#include "tests/unit/subjects.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize::test {

extern const Said gpt3_in_30_days;

/// The worked example, planned once, and the same with storage.
const Subject& worked_example();
const Subject& with_storage();
/// A layout in full, which the planner has nothing to add to.
const Subject& gpt3_on_dgx();
/// As the app shows it until the planner has an answer.
Subject unplanned(std::string name, const Scenario& scenario);
/// The first combination of a preset.
Subject preset(const std::string& id);
/// These, every preset, every typical case.
const std::vector<Subject>& subjects();

struct ShownNumber {
  double value;
  Source source;
};
std::vector<ShownNumber> numbers_of(const Chart& chart);
/// What a source explains, from a scenario on.
double explained(const Scenario& base, const Source& source);

/// Errors: std::out_of_range where the page has none of that name.
const Figure& figure_named(const Page& page, std::string_view label);

/// Checks that a figure is the result of that id, in its words and to the last digit.
void check_figure(const Page& page, const Subject& subject, std::string_view label, std::string_view id);

}  // namespace llmsize::test
