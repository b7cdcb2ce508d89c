// SPDX-License-Identifier: Apache-2.0
// Sizes a cluster for a training: size_a_cluster MODEL TOKENS DEADLINE, such as gpt3-175b 300B 30d.
#include <llmsize/llmsize.hpp>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 4) return std::cerr << "size_a_cluster MODEL TOKENS DEADLINE\n", 2;
  try {
    const auto reply = llmsize::Question("size")
                           .set("model", argv[1])
                           .set("tokens", argv[2])
                           .set("deadline", argv[3])
                           .set("system", "dgx-h100")
                           .ask();
    const llmsize::Seconds time = reply["training.calendar_time"];
    const llmsize::Seconds day = 86400.0 * llmsize::second;
    std::cout << reply["planning.nodes"].text() << " nodes, " << double(time / day) << " days";
    if (const auto range = reply["training.calendar_time"].range())
      std::cout << " (" << range->first / 86400 << " to " << range->second / 86400 << ")";
    std::cout << ": " << word(reply.verdict().state) << "\n";
    for (const llmsize::FoundFinding& finding : reply.findings()) std::cout << "! " << finding.message << "\n";
    return is_bad(reply.verdict().state) ? 1 : 0;
  } catch (const llmsize::BadInput& error) {
    std::cerr << error.what() << "\n";
    return error.exit_code();
  }
}
