// SPDX-License-Identifier: Apache-2.0
// What options do in rows: those that move nothing in any row are told.
#pragma once

#include "core/questions/unused.hpp"

namespace llmsize {

/// Numbers of results.
std::vector<NumberId> numbers_of(const std::vector<const ResultRow*>& rows);

/// Takes away the keys of goals that cannot be judged for lack of an input: these were heard, and said so.
void drop_unjudged(const std::vector<FoundFinding>& findings, std::vector<std::string>& unused);

/// Takes away the keys that move something in a row, or were heard there and cannot be judged.
void drop_heard(const AnsweredRows& rows, const Catalog& catalog, std::vector<std::string>& unused);

/// One finding for each option that moves nothing in any row.
std::vector<FoundFinding> unused_of_all(const AnsweredRows& rows, const Catalog& catalog);

}  // namespace llmsize
