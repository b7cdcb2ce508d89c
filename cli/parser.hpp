// SPDX-License-Identifier: Apache-2.0
// The parser of a command, which may be told what was typed.
#pragma once

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize::cli {

/// Words of a command line.
using Words = std::vector<std::string>;

/// The parser of a command. Every option that is added is compared with all before; with an option for each input that
/// takes longer than most answers. So it may know what was typed, and whoever adds many asks what is wanted of them.
class Parser : public CLI::App {
 public:
  /// Without `typed` every option is wanted: for help, and for names that are nearly right.
  Parser(std::string description, std::string name, std::optional<Words> typed)
      : CLI::App(std::move(description), std::move(name)), typed_(std::move(typed)) {}

  /// Whether an option of one of these names has to be there: it may have been typed.
  bool wants(const Words& names) const;

 private:
  std::optional<Words> typed_;
};

}  // namespace llmsize::cli
