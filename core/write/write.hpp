// SPDX-License-Identifier: Apache-2.0
// Pages and documents as plain text: for a terminal, as Markdown, as a part of a web page. All of them read charts as
// `in_lines` does.
#pragma once

#include "core/document/document.hpp"

#include <string>

namespace llmsize {

/// For a terminal of 100 columns; tables may be wider. `colour` adds weight and colour, never meaning.
std::string as_text(const Page& page, bool colour);

/// The first screen of a page: at most 25 lines of 100 columns. What has no room there is on the page itself; `more` is
/// how to ask for that and stands at the end, whole, to be copied.
std::string as_first_screen(const Page& page, const std::string& more, bool colour);

/// GitHub's Markdown. What data say is shown as it stands, never taken for markup.
std::string as_markdown(const Page& page);

/// GitHub's Markdown with links between its parts.
std::string as_markdown(const Document& document);

/// A section for the body of a page of HTML: no scripts, no styles; classes name what may be styled.
std::string as_html(const Page& page);

}  // namespace llmsize
