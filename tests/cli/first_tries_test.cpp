// SPDX-License-Identifier: Apache-2.0
// What people type first, by habit: tests/cli/first_tries.csv. Each is answered, or refused with a hint that works.
#include "answers.hpp"
#include "folder.hpp"

#include "core/files/csv.hpp"
#include "core/files/document.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

namespace llmsize::tests {
namespace {

/// A row of the table: what is typed, whether it is answered or refused with a hint, what is said, and what to type
/// after the hint.
struct Try {
  std::string typed, outcome, said, then;
};

std::vector<Try> tries() {
  const std::string path = in_tree("tests/cli/first_tries.csv");
  std::vector<Try> all;
  for (const CsvRow& row : parse_csv(read_file(path), path).rows)
    if (row.cells.at(0) != "typed") all.push_back({row.cells.at(0), row.cells.at(1), row.cells.at(2), row.cells.at(3)});
  return all;
}

/// Words of a command line; single quotes hold blanks together, {folder} is a folder of the test.
std::vector<std::string> quoted_words(const std::string& line, const Folder& folder) {
  std::vector<std::string> all;
  bool inside = false, begun = false;
  for (const char letter : line) {
    if (letter == '\'') {
      inside = !inside;
    } else if (letter == ' ' && !inside) {
      begun = false;
      continue;
    }
    if (!begun) all.emplace_back();
    begun = true;
    if (letter != '\'') all.back() += letter;
  }
  constexpr std::string_view place = "{folder}";
  for (std::string& word : all)
    if (word.starts_with(place)) word = folder.path() + word.substr(place.size());
  return all;
}

/// A text in one line, however wide it was.
std::string unwrapped(const std::string& text) {
  std::string line;
  for (const char letter : text) {
    const char next = letter == '\n' ? ' ' : letter;
    if (next != ' ' || !line.ends_with(' ')) line += next;
  }
  return line;
}

TEST_CASE("what is typed first is answered, or refused with a hint that works") {
  for (const auto& [typed, outcome, said, then] : tries()) {
    INFO(typed);
    const Folder folder;
    const Outcome first = run({quoted_words(typed, folder)});
    INFO(first.err);
    if (outcome == "answered") {
      CHECK(first.exit == done);
      CHECK_THAT(unwrapped(first.out + first.err), Catch::Contains(said));
      continue;
    }
    CHECK(outcome == "hint");
    CHECK(first.exit != done);
    CHECK(first.out.empty());
    CHECK_THAT(first.err, Catch::Contains(said));
    const Outcome second = run({quoted_words(then, folder)});
    INFO(then);
    INFO(second.err);
    CHECK(second.exit == done);
  }
}

}  // namespace
}  // namespace llmsize::tests
