// SPDX-License-Identifier: Apache-2.0
// Releases of software: "megatron-bridge@25.09" is one of megatron-bridge, which means its newest.
#pragma once

#include "core/catalog/catalog.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// The software of which an id names a release: what stands before "@"; the id itself where it names none.
std::string_view base_of_release(std::string_view id);

/// What stands after "@"; empty where an id names no release.
std::string_view release_in_id(std::string_view id);

/// Ids of the releases of a software that the catalog has, the oldest first.
std::vector<std::string_view> releases_of(const Catalog& catalog, std::string_view software);

/// The id of a software at a release: of those in the catalog the newest up to it, else the oldest; the software's own
/// id where it has no releases or none is asked for.
std::string at_release(const Catalog& catalog, const std::string& software, std::string_view release);

}  // namespace llmsize
