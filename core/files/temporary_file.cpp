// SPDX-License-Identifier: Apache-2.0
// Files in the folder for temporary ones.
#include "core/files/temporary_file.hpp"

#include "core/files/bad_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

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
  file_ = mkostemp(path_.data(), O_CLOEXEC);
  if (file_ < 0) throw BadInput(BadInput::Kind::file, fmt::format("{}: no file can be made there", path_));
  const std::string open_file = fmt::format("/proc/self/fd/{}", file_);
  has_name_ = access(open_file.c_str(), R_OK | W_OK) != 0;
  if (has_name_) return;
  unlink(path_.c_str());
  path_ = open_file;
}

TemporaryFile::~TemporaryFile() {
  close(file_);
  if (has_name_) unlink(path_.c_str());
}

std::string TemporaryFile::contents() const {
  std::ifstream file(path_, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace llmsize
