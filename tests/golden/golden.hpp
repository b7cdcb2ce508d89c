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

/// Arguments of the command in a golden file's first line. Throws std::runtime_error when it is no command.
std::vector<std::string> arguments_of(const std::string& golden);

/// Runs a command and writes down what it says, in the form of a golden file.
std::string golden_of(const std::vector<std::string>& arguments);

/// Volatile parts replaced: the program's version, the number of catalog entries.
std::string masked(std::string text);

/// "line 7\n  approved  …\n  received  …" where two texts first differ.
std::string first_difference(const std::string& approved, const std::string& received);

}  // namespace llmsize::tests
