// SPDX-License-Identifier: Apache-2.0
// Standard output and files as answers are written to them.
#pragma once

#include "cli/command.hpp"
#include "core/files/write_file.hpp"

namespace llmsize::cli {

/// The format that options or the ending of -o choose. Throws BadInput: usage, where it is none.
std::string format_of(const Common& common);
/// Throws BadInput: usage, where a workbook would be written to a terminal.
void refuse_workbook_on_terminal(const Common& common, std::string_view format);
/// What becomes of a file that is there.
IfThere if_there(const Common& common);
/// Passes on what the door for files says, with the option that opens it.
void at_door(const std::function<void()>& act);
/// Writes to standard output as it is. Throws BadInput: file, when that is full or closed.
void put(std::string_view text);
/// Says something to people, as it is; where nobody hears it, nothing can be done about it.
void say(const std::string& text);

}  // namespace llmsize::cli
