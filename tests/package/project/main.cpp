// SPDX-License-Identifier: Apache-2.0
// Prints how many parameters a model of the catalog has.
#include <core/registry/registry.hpp>
#include <core/scenario/case.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  llmsize::Scenario scenario;
  scenario.set("model", argv[1], {"argument"});
  const llmsize::Case plan = llmsize::complete(scenario, llmsize::Catalog());
  const llmsize::Once values(plan.values, llmsize::dependents());
  std::printf("%.0f\n", llmsize::result_row("model.parameters").value(values));
}
