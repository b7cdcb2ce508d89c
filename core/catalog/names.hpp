// SPDX-License-Identifier: Apache-2.0
// What people call entries of the catalog: "DGX H100", "h100", "meta-llama/Llama-3.1-70B-Instruct".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// An entry by its id and by the name that pages show.
struct NamedEntry {
  std::string_view id, name;
  std::string_view known_as{};  ///< other names, parted by ';'
  std::string kin{};            ///< vendor, family and form: what several entries have in common
  double rank = 0;              ///< what is newer or faster has more
};

/// The ids that somebody may mean, newest and largest first: those of the very words, in whatever case and with
/// whatever between them, as id, as a name or as an id of Hugging Face; else those whose id or name holds the words in
/// their order ("h100", never "h10"). One alone is what is meant. A path of a file means none.
std::vector<std::string_view> ids_meant(std::string_view typed, const std::vector<NamedEntry>& entries);
/// What is offered for a name that means none: ids whose kin holds the words ("exascaler"), else those that hold most
/// of them: "superpod-h100" has "h100" in common with some.
std::vector<std::string_view> ids_akin(std::string_view typed, const std::vector<NamedEntry>& entries);

}  // namespace llmsize
