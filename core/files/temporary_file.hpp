// SPDX-License-Identifier: Apache-2.0
// A file for libraries that write into files only.
#pragma once

#include <string>

namespace llmsize {

/// A file that nobody else can read and that is gone afterwards.
class TemporaryFile {
 public:
  /// Throws BadInput: file, where none can be made.
  TemporaryFile();
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }
  std::string contents() const;

 private:
  std::string path_;
};

}  // namespace llmsize
