// SPDX-License-Identifier: Apache-2.0
// Files in the folder for temporary ones.
#include "core/files/temporary_file.hpp"

#include "core/files/bad_input.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace llmsize {
namespace {

/// What TMPDIR names, where that is a folder: jobs and containers may name one that nobody made.
std::filesystem::path folder() {
  std::error_code unusable;
  const auto named = std::filesystem::temp_directory_path(unusable);
  return unusable ? "/tmp" : named;
}

}  // namespace

TemporaryFile::TemporaryFile() : path_((folder() / "llmsize-XXXXXX").string()) {
  const int descriptor = mkstemp(path_.data());
  if (descriptor < 0) throw BadInput(BadInput::Kind::file, fmt::format("{}: no file can be made there", path_));
  close(descriptor);
}

TemporaryFile::~TemporaryFile() { std::remove(path_.c_str()); }

std::string TemporaryFile::contents() const {
  std::ifstream file(path_, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace llmsize
