// SPDX-License-Identifier: Apache-2.0
// Finds the accelerator of the catalog behind the name that a driver gives a GPU.
#pragma once

#include "core/catalog/catalog.hpp"

#include <string>

namespace llmsize {

/// The id of the accelerator: "h100-sxm5-80gb" of "NVIDIA H100 80GB HBM3". Memory in bytes of one GPU tells sizes
/// apart; 0: not known. Empty where none or several fit.
std::string accelerator_named(const Catalog& catalog, std::string_view name, double memory);

}  // namespace llmsize
