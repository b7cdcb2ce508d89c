// SPDX-License-Identifier: Apache-2.0
// What a header of inputs needs: declarations of inputs and the functions that a derived input may call.
#pragma once

#include "core/formula/formula.hpp"
#include "core/formula/functions.hpp"

#include <tuple>
