// SPDX-License-Identifier: Apache-2.0
// Inputs that state the load of a service each in its own way, so that one of them is stated.
#pragma once

#include "core/scenario/scenario.hpp"

#include <string_view>

namespace llmsize {

/// Forgets the loads of a scenario that cannot be stated together with an input, which is about to be stated: the
/// request rate, for users.
void make_way(Scenario& scenario, std::string_view key);

}  // namespace llmsize
