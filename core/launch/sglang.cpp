// SPDX-License-Identifier: Apache-2.0
// python3 -m sglang.launch_server: its TP covers all DP-attention ranks, and its limits are those of all of them.
#include "core/launch/facts.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

constexpr std::string_view sglang = "sglang";

std::string sglang_flag(std::string_view value, std::string_view argument) {
  return written_flag(sglang, value, argument);
}

void add_sglang_reasons(LaunchFacts& facts) {
  if (facts.input("layout.attention_data") <= 1) return;
  if (facts.input("layout.pipeline") > 1)
    facts.reasons.emplace_back("SGLang does not combine pipeline parallelism with DP attention.");
  if (!(facts.number("model.moe_layers") > 0))
    facts.reasons.emplace_back("SGLang has DP attention for MoE models only.");
}

}  // namespace

std::vector<LaunchCommand> sglang_commands(LaunchFacts& facts) {
  add_sglang_reasons(facts);
  LaunchCommand each{{}, {"python3 -m sglang.launch_server"}};
  each.parts.push_back(sglang_flag("model", facts.model));
  for (std::string& text : flags_with_values(sglang, facts)) each.parts.push_back(std::move(text));
  const double nodes = replica_nodes(facts);
  if (nodes == 1) return {each};
  if (nodes < 1) {
    facts.reasons.push_back(fmt::format(
        "{:.0f} GPUs per replica do not fill nodes of {:.0f} GPUs evenly.", replica_gpus(facts), host_gpus(facts)));
    return {};
  }
  facts.notes.emplace_back("Set HEAD to address:port of node 0.");
  std::vector<LaunchCommand> commands;
  for (double node = 0; node < nodes; ++node) {
    commands.push_back(each);
    commands.back().place = fmt::format("Node {:.0f} of each replica", node);
    commands.back().parts.push_back(sglang_flag("nodes", fmt::format("{:.0f}", nodes)));
    commands.back().parts.push_back(sglang_flag("node_rank", fmt::format("{:.0f}", node)));
    commands.back().parts.push_back(sglang_flag("head", "\"$HEAD\""));
  }
  return commands;
}

}  // namespace llmsize
