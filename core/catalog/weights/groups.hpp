// SPDX-License-Identifier: Apache-2.0
// Which weights of a model a tensor holds, by its name.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/catalog/weights/header.hpp"

namespace llmsize {

/// Tells an entry how many bytes a weight of every group takes, and how many weights there are, by its tensors;
/// `source` names the files. What an entry says of them already is replaced; what it says of units stays.
void tell_stored(const std::vector<StoredTensor>& tensors, const std::string& source, Entry& entry);

}  // namespace llmsize
