// SPDX-License-Identifier: Apache-2.0
// Lists on pages: what is there, by name.
#pragma once

#include "core/charts/chart.hpp"

#include <array>
#include <string>
#include <vector>

namespace llmsize {

/// A name, its value and a note.
using Listed = std::array<std::string, 3>;

/// A titled list.
Chart listing(std::string title, const std::vector<Listed>& rows);

}  // namespace llmsize
