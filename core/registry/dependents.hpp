// SPDX-License-Identifier: Apache-2.0
// Which results an input reaches where others are given.
#pragma once

#include "core/registry/registry.hpp"

#include <span>

namespace llmsize {

/// The same as `dependents` where some inputs are given: what they would follow from reaches nothing through them.
Dependents dependents_beside(std::span<const InputKey> given);

}  // namespace llmsize
