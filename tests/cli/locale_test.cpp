// SPDX-License-Identifier: Apache-2.0
// The user's locale changes neither what is read nor what is written.
#include "folder.hpp"
#include "program.hpp"

#include <catch2/catch.hpp>

#include <clocale>
#include <cstdlib>

namespace llmsize::tests {
namespace {

/// Environment of a locale with decimal comma: an installed one, or one made for the test; empty when there is none.
std::map<std::string, std::string> german(const Folder& folder) {
  const std::string name = "de_DE.UTF-8";
  const bool installed = std::setlocale(LC_ALL, name.c_str()) != nullptr;
  std::setlocale(LC_ALL, "C");
  if (installed) return {{"LC_ALL", name}};
  const std::string make = "localedef -i de_DE -f UTF-8 " + (folder / name) + " >" + (folder / "log") + " 2>&1";
  if (std::system(make.c_str()) != 0) return {};
  return {{"LC_ALL", name}, {"LOCPATH", folder.path()}};
}

TEST_CASE("A locale with decimal comma changes nothing") {
  const Folder folder;
  const auto environment = german(folder);
  if (environment.empty()) {
    WARN("skipped: no locale de_DE.UTF-8 and no way to make one");
    return;
  }
  for (const std::string line :
       {"memory --model gpt3-175b --system dgx-h100 --micro-batch 1 --recompute-fraction 0.25 --layout plain",
        "size --parameters 17.5B --system dgx-h100 --tokens 1.5T --deadline 30.5d --utilisation 45.5%",
        "explain training.total_step_time --parameters 17.5B --system dgx-h100 --tokens 1.5T --global-batch 1024",
        "catalog inputs"})
    for (const std::string format : {"table", "json", "csv", "md"}) {
      const Invocation plain{words(line + " --format " + format)};
      INFO(line + " --format " + format);
      const Outcome outcome = run(plain);
      CHECK(outcome.exit == 0);
      CHECK(run({plain.arguments, environment}).out == outcome.out);
    }
}

}  // namespace
}  // namespace llmsize::tests
