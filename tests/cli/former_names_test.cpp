// SPDX-License-Identifier: Apache-2.0
// Options of earlier versions: they are taken as today's, and help does not show them.
#include "answers.hpp"
#include "folder.hpp"

#include "core/inputs/former.hpp"
#include "core/inputs/list.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

namespace llmsize::tests {
namespace {

TEST_CASE("an option of an earlier version is refused and taken as today's is") {
  for (const auto& [former, now] : former_options()) {
    INFO(former);
    const std::string today = option_of(now);
    const Outcome old_name = run_line(fmt::format("size {}=nonsense", former));
    CHECK(old_name.exit == usage);
    CHECK(old_name.err == run_line(fmt::format("size {}=nonsense", today)).err);
    const std::string value(find_choice(now) ? find_choice(now)->options.back().word : "1");
    CHECK(
        output(fmt::format("memory --parameters 7B --json {}={}", former, value)) ==
        output(fmt::format("memory --parameters 7B --json {}={}", today, value)));
  }
}

TEST_CASE("an entry of one's own is read by the fields of an earlier version") {
  for (const auto& [former, now] : former_ids) {
    const std::string group(now.substr(0, now.find('.')));
    if (group != "software" && group != "engine") continue;
    INFO(former);
    const auto entry = [&](std::string_view key) {
      const Folder folder;
      const std::string field(key.substr(group.size() + 1));
      folder.write(
          "software/x-mine.json",
          nlohmann::json{{"id", "x-mine"}, {"name", "Mine"}, {"source", "mine"}, {group, {{field, 1}}}}.dump());
      return output("catalog x-mine --csv --catalog " + folder.path());
    };
    CHECK(entry(former) == entry(now));
    CHECK(entry(former).find(std::string(now)) != std::string::npos);
  }
}

TEST_CASE("help of no command shows an option of an earlier version") {
  for (const std::string command : {"size", "checkpoint", "data", "serve", "offload"}) {
    const std::string help = output("help " + command);
    for (const auto& [former, now] : former_options()) {
      INFO(command << " " << former);
      CHECK(help.find(fmt::format("{},", former)) == std::string::npos);
      CHECK(help.find(fmt::format("{} ", former)) == std::string::npos);
    }
  }
}

}  // namespace
}  // namespace llmsize::tests
