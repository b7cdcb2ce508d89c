// SPDX-License-Identifier: Apache-2.0
// --picture: answers drawn into a file.
#pragma once

#include "cli/command.hpp"

namespace llmsize::cli {

/// Throws BadInput where what --picture and its companions say cannot be done: an unknown ending, size, theme or kind,
/// a file that is there or is that of -o. Changes nothing.
void require_picture(const Common& common);

/// Throws BadInput, before they are answered, where scenarios cannot be drawn as the kind that is asked for.
void require_drawable(const Common& common, const std::vector<std::pair<std::string, Scenario>>& scenarios);
/// Draws answered rows as a study; nothing where no picture is asked for. Throws BadInput.
void draw_study(const Common& common, const AnsweredRows& table);
/// Turns an SVG into the kind of file that --picture names, and writes it; nothing where none is asked for.
void write_picture(const Common& common, const std::function<std::string()>& svg);

/// Draws the charts of a page, tables left out; nothing where no picture is asked for. Throws BadInput.
void draw_page(const Common& common, const Page& page);

}  // namespace llmsize::cli
