// SPDX-License-Identifier: Apache-2.0
// What cairo leaves out of a tagged PDF and readers aloud need.
#pragma once

#include <string>
#include <vector>

namespace llmsize::pdf {

/// The same document that tells that it is tagged, its language and what its pictures show: a text for each, in their
/// order. The same bytes each time. Throws BadInput: data where it cannot be read.
std::string with_tags(const std::string& bytes, const std::vector<std::string>& pictures);

}  // namespace llmsize::pdf
