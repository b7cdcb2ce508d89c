// SPDX-License-Identifier: Apache-2.0
// Documents as files: a web page, and for print.
#pragma once

#include "core/document/document.hpp"

#include <string>

namespace llmsize {

/// One file of HTML that asks for nothing else: light or dark as the reader's screen is, light on paper.
std::string as_html(const Document& document);

enum class Paper { a4, letter };

/// PDF with fonts embedded, links and an outline.
std::string as_pdf(const Document& document, Paper paper);

}  // namespace llmsize
