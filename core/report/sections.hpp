// SPDX-License-Identifier: Apache-2.0
// The sections of a report that stand on no page: what an answer rests on.
#pragma once

#include "core/report/links.hpp"
#include "core/view/around.hpp"

#include <vector>

namespace llmsize {

/// The assumptions that move a result, the strongest first, each with its reach and where it comes from.
Document::Section assumptions_section(const Case& plan, ResultKey result, const Page& page, Links& links);

/// Everything that was put in for some results, by who says it.
Document::Section inputs_section(const Case& plan, const std::vector<ResultKey>& results, Links& links);

/// The formulas of the headline numbers, step by step.
Document::Section derivations_section(Links& links);

/// Publications and data sheets by number. Comes last: until then more may be named.
Document::Section sources_section(const Links& links);

/// The program and the catalog that made the report, and how to ask again: a command, and a hint that may be empty.
Document::Section origin_section(const Catalog& catalog, const std::string& command, const std::string& hint);

/// The abbreviations that a document uses, with their meaning.
Document::Section glossary_section(const Document& document, const Catalog& catalog);

/// "llmsize 0.1.0 · catalog 1a2b3c4d5e6f".
std::string made_by(const Catalog& catalog);

}  // namespace llmsize
