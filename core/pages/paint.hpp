// SPDX-License-Identifier: Apache-2.0
// Pages as text: for a terminal, for a document, for a web page. All of them read charts as `in_lines` does.
#pragma once

#include "core/pages/page.hpp"

#include <string>

namespace llmsize {

/// For a terminal of 100 columns; tables may be wider. `colour` adds weight and colour, never meaning.
std::string as_text(const Page& page, bool colour);

/// GitHub's Markdown. What data say is shown as it stands, never taken for markup.
std::string as_markdown(const Page& page);

/// A section for the body of a page of HTML: no scripts, no styles; classes name what may be styled.
std::string as_html(const Page& page);

}  // namespace llmsize
