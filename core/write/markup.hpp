// SPDX-License-Identifier: Apache-2.0
// Texts as they stand in a markup language: nothing that data say is taken for markup.
#pragma once

#include <string>
#include <string_view>

namespace llmsize {

/// As content of an element or value of an attribute of HTML, in one line.
std::string in_html(std::string_view text);

/// As a run of GitHub's Markdown, in one line.
std::string in_markdown(std::string_view text);

/// As code of Markdown: between more backticks than it holds.
std::string code_in_markdown(std::string_view text);

}  // namespace llmsize
