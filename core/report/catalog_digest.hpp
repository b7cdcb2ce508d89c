// SPDX-License-Identifier: Apache-2.0
// What a catalog says, in one word: two catalogs with the same digest give the same answers.
#pragma once

#include "core/catalog/catalog.hpp"

#include <string>

namespace llmsize {

/// SHA-256 in hexadecimal digits of all documents, assumptions and own measurements.
std::string catalog_digest(const Catalog& catalog);

}  // namespace llmsize
