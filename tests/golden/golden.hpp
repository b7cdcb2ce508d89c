// SPDX-License-Identifier: Apache-2.0
// Golden files: a command line and what it says, as one text.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace llmsize::tests {

/// The golden files of a folder by name. Throws std::runtime_error when there is none.
std::vector<std::filesystem::path> golden_files(const std::filesystem::path& folder);

std::string read_text(const std::filesystem::path& file);
void write_text(const std::filesystem::path& file, const std::string& text);

/// The first line of a golden file: "$ llmsize help plan | without help-size".
struct Command {
  std::vector<std::string> arguments;
  std::size_t first = 0;  ///< lines of output that are kept, after "| first 12"; 0: all
  std::string without;    ///< golden file of the same folder whose lines are left out
};
/// Throws std::runtime_error when a line is no command.
Command command_of(const std::string& line);
std::string line_of(const Command& command);

/// Runs the command of a golden file and writes down what it says, in the form of that file. A JSON document is written
/// as its shape, with the values that `approved` tells, or with ten.
std::string golden_of(const std::filesystem::path& file, const std::string& approved);

/// "$ llmsize …" and what it says first: "  0 | GPT-3 175B on 28 × NVIDIA DGX H100".
std::string headline_of(const Command& command);

/// Volatile parts replaced: the program's version, the number of catalog entries.
std::string masked(std::string text);

/// "line 7\n  approved  …\n  received  …" where two texts first differ.
std::string first_difference(const std::string& approved, const std::string& received);

}  // namespace llmsize::tests
