// SPDX-License-Identifier: Apache-2.0
// Reports as files: a web page, a document for print, a text.
#pragma once

#include "core/report/report.hpp"

#include <string>

namespace llmsize {

/// One file of HTML that asks for nothing else: light or dark as the reader's screen is, light on paper.
std::string as_html(const Report& report);

/// GitHub's Markdown with links between its parts.
std::string as_markdown(const Report& report);

enum class Paper { a4, letter };

/// PDF with fonts embedded, links and an outline.
std::string as_pdf(const Report& report, Paper paper);

}  // namespace llmsize
