// SPDX-License-Identifier: Apache-2.0
// A file for libraries that write into files only.
#pragma once

#include <string>

namespace llmsize {

/// A file that nobody else can read and that is gone afterwards, also where the program is killed: it has no name in
/// its folder.
class TemporaryFile {
 public:
  /// Throws BadInput: file, where none can be made.
  TemporaryFile();
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// Opens it, in this process.
  const std::string& path() const { return path_; }
  std::string contents() const;

 private:
  int file_;
  std::string path_;
  bool has_name_ = false;
};

}  // namespace llmsize
