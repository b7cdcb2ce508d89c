// SPDX-License-Identifier: Apache-2.0
// Several traffic classes as a text: "chat:0.7,agent:0.3", "chat,rag".
#pragma once

#include "core/inputs/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A class and the share of all requests that are of it.
struct ClassShare {
  std::string name;
  double share;
};

/// Whether a text names more than a class: it has a comma or a share.
bool names_classes(std::string_view text);

/// The classes of such a text in its order. Shares add up to 1, whatever the numbers add up to; without numbers they
/// are equal. Throws BadInput for a class that is missing or comes twice, for a share that is not above 0, and where
/// some classes have a share and others none.
std::vector<ClassShare> class_shares(std::string_view text, const Giver& giver);

}  // namespace llmsize
