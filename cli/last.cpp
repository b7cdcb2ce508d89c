// SPDX-License-Identifier: Apache-2.0
// Keeps a small file per terminal session.
#include "cli/last.hpp"

#include "core/files/document.hpp"
#include "core/files/write_file.hpp"
#include "core/questions/question.hpp"
#include "core/view/title.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

namespace llmsize::cli {
namespace {

namespace fs = std::filesystem;

/// What sessions remember; empty where the environment names no place for it.
fs::path folder() {
  for (const auto& [variable, below] :
       {std::pair{"XDG_RUNTIME_DIR", "llmsize"}, std::pair{"XDG_STATE_HOME", "llmsize"},
        std::pair{"HOME", ".local/state/llmsize"}})
    if (const char* base = std::getenv(variable); base && fs::path(base).is_absolute()) return fs::path(base) / below;
  return {};
}

fs::path own_file() { return folder() / fmt::format("last-{}.json", getsid(0)); }

/// Sessions end without a word.
void forget_old() {
  constexpr auto long_ago = std::chrono::hours(24 * 30);
  std::error_code ignored;
  for (const fs::directory_entry& each : fs::directory_iterator(folder(), ignored))
    if (each.path().filename().string().starts_with("last-") && each.is_regular_file(ignored) &&
        each.last_write_time(ignored) + long_ago < fs::file_time_type::clock::now())
      fs::remove(each.path(), ignored);
}

}  // namespace

void remember(const Common& common, const Subject& subject) {
  if (folder().empty()) return;
  const auto path = [](const std::string& name) { return name.empty() ? name : fs::absolute(name).string(); };
  const Json kept{
      {"said", write_scenario(subject.said)},
      {"answered", write_scenario(as_it_stands(subject.scenario))},
      {"catalog", path(common.catalog_folder)},
      {"calibration", path(common.calibration_file)}};
  try {
    if (fs::create_directories(folder())) fs::permissions(folder(), fs::perms::owner_all);
    forget_old();
    write_file(own_file().string(), dumped(kept), IfThere::replace);
  } catch (const std::exception&) {
    // An answer is none the worse for not being remembered.
  }
}

Last last_answer() {
  std::error_code ignored;
  if (folder().empty() || !fs::is_regular_file(own_file(), ignored))
    throw BadInput(
        BadInput::Kind::usage, "--last: this terminal has no answer yet; ask one first, such as llmsize size …");
  const std::string path = own_file().string();
  const Json kept = Json::parse(read_file(path), nullptr, false);
  if (!kept.is_object() || !kept.contains("said") || !kept.contains("answered"))
    throw BadInput(BadInput::Kind::data, fmt::format("{}: not what llmsize remembers; remove it", path));
  return {
      llmsize::read_scenario(kept.at("said").dump(), path), llmsize::read_scenario(kept.at("answered").dump(), path),
      kept.value("catalog", std::string{}), kept.value("calibration", std::string{})};
}

}  // namespace llmsize::cli
