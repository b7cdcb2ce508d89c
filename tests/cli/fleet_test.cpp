// SPDX-License-Identifier: Apache-2.0
// llmsize serve with a sheet: services in, nodes by hour out; what is wrong with a sheet is named.
#include "tests/cli/answers.hpp"
#include "tests/cli/folder.hpp"
#include "tests/cli/refusal.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>

namespace llmsize::tests {
namespace {

using Catch::Matchers::Contains;
using Json = nlohmann::json;

const std::string header = "name,model,system,users,traffic,day_curve,utc_offset\n";
const std::string services = header +
                             "Europe,llama-3.1-70b,dgx-h200,2M,chat,office,1\n"
                             "America,llama-3.1-70b,dgx-h200,2M,chat,office,-6\n";

TEST_CASE("The hours of a fleet are the sum of its services in whole nodes") {
  const Json all = document("serve " + in_tree("docs/examples/fleet.csv"));
  const Json& cluster = all.at("fleet").at("clusters").at(0);
  const Json& rows = all.at("rows");
  REQUIRE(rows.size() == 3);
  double separate = 0;
  for (const Json& row : rows) separate += row.at("planning.nodes").get<double>();
  CHECK(cluster.at("separate_nodes") == separate);
  CHECK(cluster.at("peak_nodes") < separate);
  for (std::size_t hour = 0; hour < 24; ++hour) {
    double sum = 0;
    for (const Json& row : rows) sum += row.at("nodes_by_hour").at(hour).get<double>();
    CHECK(cluster.at("nodes_by_hour").at(hour) == std::ceil(sum));
    CHECK(cluster.at("peak_nodes") >= sum);
  }
}

TEST_CASE("A fleet of one service has the nodes of its question") {
  const Folder folder;
  const std::string file = folder.write("fleet.csv", header + "Europe,llama-3.1-70b,dgx-h200,2M,chat,office,1\n");
  const Json fleet = document("serve " + file).at("fleet").at("clusters").at(0);
  const Json alone = document(
      "serve --model llama-3.1-70b --system dgx-h200 --users 2M --traffic chat --day-curve office "
      "--results planning.nodes");
  CHECK(fleet.at("peak_nodes") == alone.at("results").at("planning.nodes").at("value"));
}

TEST_CASE("A fleet has an answer in each format, and limits say whether it fits") {
  const Folder folder;
  const std::string line = "serve " + folder.write("fleet.csv", services);
  CHECK_THAT(
      output(line), Contains("serve all 2 services at the same time of day") && Contains("Nodes by hour, 12:00 to") &&
                        Contains("All services"));
  CHECK_THAT(output(line + " --nodes 100"), Contains("100 × NVIDIA DGX H200: all 2 services fit"));
  CHECK_THAT(output(line + " --budget 40M --node-price 400k"), Contains("The budget buys 100 × NVIDIA DGX H200."));
  CHECK(run_line(line + " --nodes 3 --check").exit == check_failed);
  CHECK(run_line(line + " --nodes 100 --check").exit == done);
  CHECK_THAT(
      output(line + " --csv"), Contains("replicas_hour_0") && Contains("nodes_hour_23") && Contains("\nEurope,"));
  CHECK(lines(output(line + " --csv")) == 3);
  CHECK(output(line) == output(line));
  // An option holds for each row, and a day curve moves the hours.
  CHECK_THAT(output(line + " --day-curve flat"), Contains("all day"));
  CHECK_THAT(output(line + " --tp 8"), Contains("Europe"));
}

TEST_CASE("An offset has the decimal comma of its sheet") {
  const Folder folder;
  const std::string row = "model;system;users;traffic;day_curve;utc_offset\nllama-3.1-8b;dgx-h200;20k;chat;office;";
  const auto hours = [&](const std::string& offset) {
    return output("serve " + folder.write("fleet.csv", row + offset + "\n") + " --csv");
  };
  CHECK(hours("5,5") == hours("5.5"));
  CHECK(hours("5,5") != hours("5"));
}

TEST_CASE("What is wrong with a fleet is named by row and column") {
  const Folder folder;
  const auto refused = [&](const std::string& text, Exit exit, const std::vector<std::string>& phrases) {
    check_line_refused("serve " + folder.write("fleet.csv", text), exit, phrases);
  };
  refused("model,sytem\nllama-3-8b,dgx-h100\n", data, {"fleet.csv: unknown column 'sytem'"});
  refused("model,rate\n", data, {"fleet.csv", "expected a row per service"});
  refused(header + "Europe,llama-3.1-70b,dgx-h200,2M,chat,office,15\n", data, {"row 2, column 'utc_offset'", "'15'"});
  refused(header + "Europe,llama-3.1-70b,dgx-h200,2M,chat,nightly,1\n", data, {"row 2, column 'day_curve'", "office"});
  refused(header + "Europe,llama-3.1-7b,dgx-h200,2M,chat,office,1\n", unknown_id, {"row 2", "llama-3.1-7b"});
  refused("model,system,mode\nllama-3-8b,dgx-h200,train\n", data, {"row 2", "expected infer", "llmsize portfolio"});
  const std::string line = "serve " + folder.write("fleet.csv", services);
  check_line_refused(
      "serve llama-3.1-70b", usage, {"expected a sheet with a row per service", "--model llama-3.1-70b"});
  check_line_refused("serve " + folder / "none.csv", file, {"none.csv"});
  check_line_refused(line + " --gpus 8", usage, {"--gpus", "--nodes"});
  check_line_refused(line + " --launch vllm", usage, {"--launch", "one service"});
  check_line_refused(line + " --detail", usage, {"--detail", "one service"});
  check_line_refused(line + " --budget 20M", usage, {"--budget", "node price"});
  check_line_refused(line + " --scenario serve-chat", usage, {"--scenario"});
}

}  // namespace
}  // namespace llmsize::tests
