// SPDX-License-Identifier: Apache-2.0
// What is a batch and what is not, so that a slip in a *.batch file cannot pass unnoticed.
#include "batch.hpp"

#include <catch2/catch.hpp>

#include <unistd.h>

namespace llmsize::tests {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

const std::string good = "--parameters 17B\n";

struct Slip {
  std::string text;
  std::string place;  ///< that the complaint starts with
  std::string phrase;
};

const Slip slips[] = {
    {"", "b:", "no published number"},
    {"# only a comment\n\n", "b:", "no published number"},
    {good, "b:1:", "a scenario needs a number"},
    {good + "--parameters 18B\n  model.parameters = 18B exactly  x\n", "b:1:", "a scenario needs a number"},
    {"  model.parameters = 17B exactly  x\n", "b:1:", "a number needs a scenario"},
    {good + "  model.parameters = 17B exactly\n", "b:2:", "a number needs a source"},
    {good + "  model.parameters = 17B ± 1 %  \n", "b:2:", "a number needs a source"},
    {good + "\n# comment\n  model.parameter = 17B exactly  x\n", "b:4:", "did you mean 'model.parameters'?"},
    {good + "  model.parameters = 17GB exactly  x\n", "b:2:", "'17GB' is not a count"},
    {good + "  model.parameters = 17B ± 1e %  x\n", "b:2:", "tolerance"},
    {good + "  model.parameters = 17B  x\n", "b:2:", "is expected"},
    {good + "  model.parameters 17B exactly  x\n", "b:2:", "is expected"},
    {"--parameter 17B\n", "b:1:", "unknown option '--parameter'"},
    {"--parameters\n", "b:1:", "--parameters has no value"},
    {"--parameters 17B --model.parameters_given 18B\n", "b:1:", "--model.parameters_given comes twice"},
    {"--parameters 17GB\n", "b:1:", "invalid value '17GB': expected a count"},
};

TEST_CASE("A slip in a batch is an error that names file and line") {
  for (const Slip& slip : slips) {
    INFO(slip.text);
    CHECK_THROWS_WITH(read_batch(slip.text, "b"), StartsWith(slip.place) && Contains(slip.phrase));
  }
}

TEST_CASE("A batch without slips is read with place, units, tolerance and source") {
  const auto numbers = read_batch(
      "# a\n--parameters 17B --sequence-parallel\n  memory.model_states = 272 GB ± 0.5 %   DDN, table 1\n", "b");
  REQUIRE(numbers.size() == 1);
  CHECK(numbers[0].place == "b:3");
  CHECK(numbers[0].row->about->id == "memory.model_states");
  CHECK(numbers[0].value == 272e9);
  CHECK(numbers[0].tolerance == 0.005);
  CHECK(numbers[0].source == "DDN, table 1");
  CHECK(numbers[0].scenario.find("layout.sequence_parallel")->value.number == 1);
}

TEST_CASE("Agreement is within the tolerance, both sides of the published value, and never with nothing") {
  Published number = read_batch(good + "  model.parameters = 100 ± 1 %  x\n", "b")[0];
  CHECK(agrees(number, 99.5));
  CHECK(agrees(number, 100.5));
  CHECK_FALSE(agrees(number, 98.5));
  CHECK_FALSE(agrees(number, 101.5));
  CHECK_FALSE(agrees(number, absent));
  number.tolerance = 0;
  CHECK(agrees(number, 100));
  CHECK_FALSE(agrees(number, 100.0000001));
  CHECK_FALSE(agrees(number, absent));
}

TEST_CASE("A folder without a batch is an error") {
  const auto folder = std::filesystem::temp_directory_path() / ("llmsize-no-batch-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  CHECK_THROWS_WITH(read_batches(folder), Contains("no *.batch file"));
  std::filesystem::remove(folder);
}

}  // namespace
}  // namespace llmsize::tests
