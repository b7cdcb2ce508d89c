// SPDX-License-Identifier: Apache-2.0
// llmsize portfolio: a sheet in, nodes by month out; what is wrong with a sheet is named.
#include "tests/cli/answers.hpp"
#include "tests/cli/folder.hpp"
#include "tests/cli/refusal.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <string>

namespace llmsize::tests {
namespace {

using Catch::Matchers::Contains;
using Json = nlohmann::json;

const std::string header = "name,model,system,tokens,deadline,rate,start\n";
const std::string jobs = header +
                         "Base,llama-3-8b,dgx-h100,2T,60d,,2\n"
                         "Chat,llama-3-70b,dgx-h100,,,20,1\n";

TEST_CASE("The months of a portfolio are the sum of its jobs") {
  const Json all = document("portfolio " + in_tree("docs/examples/portfolio.csv"));
  const Json& cluster = all.at("portfolio").at("clusters").at(0);
  const Json& rows = all.at("rows");
  REQUIRE(rows.size() == 5);
  for (std::size_t month = 0; month < 12; ++month) {
    double sum = 0;
    for (const Json& row : rows) sum += row.at("nodes_by_month").at(month).get<double>();
    CHECK(cluster.at("nodes_by_month").at(month) == sum);
    CHECK(cluster.at("peak_nodes") >= sum);
  }
  CHECK(cluster.at("nodes") == cluster.at("peak_nodes"));
}

TEST_CASE("A portfolio of one job has the nodes of its question") {
  const Folder folder;
  const std::string file = folder.write("jobs.csv", header + "Base,llama-3-8b,dgx-h100,2T,60d,,2\n");
  const Json row = rows("portfolio " + file).at(0);
  const Json size = document("size --model llama-3-8b --system dgx-h100 --tokens 2T --deadline 60d");
  CHECK(row.at("planning.nodes") == size.at("results").at("planning.nodes").at("value"));
  CHECK(row.at("start_month") == 2);
  CHECK(row.at("nodes_by_month").at(1) == row.at("planning.nodes"));
}

TEST_CASE("A portfolio says what to buy, or what fits") {
  const Folder folder;
  const std::string line = "portfolio " + folder.write("jobs.csv", jobs);
  CHECK_THAT(output(line), Contains("Buy ") && Contains("✓ All jobs start as asked.") && Contains("All jobs"));
  CHECK_THAT(output(line + " --nodes 100"), Contains("100 × NVIDIA DGX H100: 2 of 2 jobs fit"));
  CHECK_THAT(output(line + " --budget 40M --node-price 400k"), Contains("The budget buys 100 × NVIDIA DGX H100."));
  CHECK_THAT(output(line + " --nodes 3"), Contains("Does not fit: needs"));
  CHECK(run_line(line + " --nodes 3 --check").exit == check_failed);
  CHECK_THAT(output(line + " --csv"), Contains("nodes_month_12") && Contains("\nBase,"));
  CHECK(lines(output(line + " --csv")) == 3);
}

TEST_CASE("What is wrong with a portfolio is named by row and column") {
  const Folder folder;
  const auto refused = [&](const std::string& text, Exit exit, const std::vector<std::string>& phrases) {
    check_line_refused("portfolio " + folder.write("jobs.csv", text), exit, phrases);
  };
  refused("model,sytem\nllama-3-8b,dgx-h100\n", data, {"jobs.csv: unknown column 'sytem'"});
  refused("model,start\n", data, {"jobs.csv", "expected a row per job"});
  refused(header + "Base,,dgx-h100,2T,60d,,2\n", data, {"jobs.csv: row 2", "expected a model"});
  refused(header + "Base,llama-3-8b,dgx-h100,2T,60d,,14\n", data, {"row 2, column 'start'", "'14'", "1 to 12"});
  refused(header + "Base,llama-3-8b,dgx-h100,2T,60d,,0000-01\n", data, {"row 2, column 'start'", "'0000-01'"});
  refused(
      header + "A,llama-3-8b,dgx-h100,2T,60d,,2027-02\nB,llama-3-8b,dgx-h100,2T,60d,,2028-02\n", data,
      {"row 3, column 'start'", "2027"});
  refused(header + "Base,llama-3-8x,dgx-h100,2T,60d,,2\n", unknown_id, {"jobs.csv: row 2", "llama-3-8x"});
  refused(header + "Base,llama-3-8b,dgx-h100,much,60d,,2\n", data, {"row 2, column 'tokens'", "'much'"});
  const std::string line = "portfolio " + folder.write("jobs.csv", jobs);
  check_line_refused("portfolio", usage, {"expected a sheet"});
  check_line_refused("portfolio gpt3-on-1024-a100", usage, {"expected a sheet"});
  check_line_refused("portfolio " + folder / "none.csv", file, {"none.csv"});
  check_line_refused(line + " --gpus 8", usage, {"--gpus", "--nodes"});
  check_line_refused(line + " --nodes 8,16", usage, {"--nodes", "2 values"});
  check_line_refused(line + " --budget 20M", usage, {"--budget", "node price"});
  check_line_refused(
      "portfolio " + folder.write("two.csv", jobs + "Tuning,llama-3-8b,dgx-b200,1B,,,3\n") + " --nodes 40", usage,
      {"--nodes", "2 systems", "dgx-b200"});
}

}  // namespace
}  // namespace llmsize::tests
