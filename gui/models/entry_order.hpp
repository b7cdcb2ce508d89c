// SPDX-License-Identifier: GPL-3.0-or-later
// In which order entries of the catalog are offered.
#pragma once

#include "core/catalog/catalog.hpp"

#include <string_view>
#include <vector>

namespace llmsize::gui {

/// Systems of those who make the accelerator in them first: DGX B200 before the clouds that rent it. Else by id.
std::vector<std::string_view> entries_in_order(std::string_view kind, const Catalog& catalog);

}  // namespace llmsize::gui
