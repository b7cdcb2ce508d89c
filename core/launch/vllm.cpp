// SPDX-License-Identifier: Apache-2.0
// vllm serve: on several nodes by its own processes, without Ray.
#include "core/launch/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace llmsize {
namespace {

constexpr std::string_view vllm = "vllm";

std::string vllm_flag(std::string_view value, std::string_view argument = {}) {
  return written_flag(vllm, value, argument);
}

LaunchCommand command_of(const LaunchFacts& facts, const std::vector<std::string>& flags) {
  LaunchCommand command{{}, {"vllm serve " + facts.model}};
  command.parts.insert(command.parts.end(), flags.begin(), flags.end());
  return command;
}

LaunchCommand on_node(LaunchCommand command, double node, std::initializer_list<std::string> flags) {
  command.place = fmt::format("Node {:.0f} of each replica", node);
  command.parts.insert(command.parts.end(), flags);
  // Only the first node has an API server.
  if (node > 0) command.parts.push_back(vllm_flag("headless"));
  return command;
}

/// One model copy over several nodes.
std::vector<LaunchCommand> spread(const LaunchCommand& each, double nodes) {
  std::vector<LaunchCommand> commands;
  for (double node = 0; node < nodes; ++node)
    commands.push_back(on_node(
        each, node,
        {vllm_flag("nodes", fmt::format("{:.0f}", nodes)), vllm_flag("node_rank", fmt::format("{:.0f}", node)),
         vllm_flag("head", "\"$HEAD\"")}));
  return commands;
}

/// Whole DP-attention ranks on each of several nodes.
std::vector<LaunchCommand> ranked(const LaunchCommand& each, double nodes, double local) {
  std::vector<LaunchCommand> commands;
  for (double node = 0; node < nodes; ++node) {
    commands.push_back(on_node(
        each, node, {vllm_flag("local_ranks", fmt::format("{:.0f}", local)), vllm_flag("data_head", "\"$HEAD\"")}));
    if (node > 0) commands.back().parts.push_back(vllm_flag("first_rank", fmt::format("{:.0f}", node * local)));
  }
  return commands;
}

/// A step holds no more sequences than tokens, and vLLM refuses to be told otherwise.
void limit_sequences(LaunchFacts& facts) {
  const double most = facts.input("serving.max_sequences"), tokens = facts.input("serving.chunk");
  facts.numbers["sequences"] = std::min(most, tokens);
  if (most > tokens)
    facts.notes.push_back(fmt::format(
        "{} is {:.0f}, the tokens of a step, not {:.0f}.", launch_flag(vllm, "sequences").flag, tokens, most));
}

}  // namespace

std::vector<LaunchCommand> vllm_commands(LaunchFacts& facts) {
  limit_sequences(facts);
  const LaunchCommand each = command_of(facts, flags_with_values(vllm, facts));
  const double ranks = facts.input("layout.attention_data"), gpus = host_gpus(facts),
               rank_gpus = replica_gpus(facts) / ranks;
  const double nodes = replica_nodes(facts);
  if (nodes == 1) return {each};
  if (ranks == 1 && nodes > 1) {
    facts.notes.emplace_back("Set HEAD to the address of node 0.");
    return spread(each, nodes);
  }
  const double local = std::floor(gpus / rank_gpus), ranked_nodes = local > 0 ? ranks / local : 0;
  if (local < 1 || ranked_nodes != std::floor(ranked_nodes)) {
    facts.reasons.push_back(fmt::format(
        "DP {:.0f} with {:.0f} GPUs per rank does not fill nodes of {:.0f} GPUs evenly.", ranks, rank_gpus, gpus));
    return {};
  }
  facts.notes.emplace_back("Set HEAD to the address of node 0.");
  return ranked(each, ranked_nodes, local);
}

}  // namespace llmsize
