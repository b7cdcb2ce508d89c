// SPDX-License-Identifier: Apache-2.0
// The one door through which files of users are written: whole or not at all, beside the file first and then in its
// place.
#pragma once

#include "core/files/bad_input.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace llmsize {

/// What becomes of a file that is there already.
enum class IfThere { refuse, replace };

/// "cannot write PATH: REASON".
class NotWritten : public BadInput {
 public:
  NotWritten(const std::string& path, const std::string& reason, bool is_there = false);
  /// "No space left on device", "it is a symbolic link; …".
  const std::string& reason() const { return reason_; }
  /// Whether it is refused only because there is a file already.
  bool is_there() const { return is_there_; }

 private:
  std::string reason_;
  bool is_there_;
};

/// For work that takes long: throws NotWritten where its file could not be written at the end. Changes nothing.
void require_place(const std::string& path, IfThere if_there);

/// Writes a file. Nobody ever sees half of it, also after power was lost; of two who write the same file with
/// `IfThere::refuse`, one is refused. A file that is replaced keeps its permissions, and its owner where that may be
/// given; links and what is no regular file are refused. Throws NotWritten; then what was there is as it was.
void write_file(const std::string& path, std::string_view text, IfThere if_there);

/// The same in pieces: nobody sees the file before `finish`, and without that there is none.
class FileWriter {
 public:
  FileWriter(const std::string& path, IfThere if_there);
  ~FileWriter();
  FileWriter(FileWriter&&) noexcept;
  FileWriter& operator=(FileWriter&&) noexcept;

  void write(std::string_view text);
  /// Puts the file in its place; nothing can be written afterwards.
  void finish();

 private:
  class Beside;
  std::unique_ptr<Beside> beside_;
};

}  // namespace llmsize
