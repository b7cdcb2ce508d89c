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

namespace llmsize {

TemporaryFile::TemporaryFile() : path_((std::filesystem::temp_directory_path() / "llmsize-XXXXXX").string()) {
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
