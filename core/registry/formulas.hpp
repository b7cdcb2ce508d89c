// SPDX-License-Identifier: Apache-2.0
// The formulas of all rooms.
#pragma once

#include "core/economics/appliances.hpp"
#include "core/economics/cost.hpp"
#include "core/economics/scaling.hpp"
#include "core/economics/trend.hpp"
#include "core/fabric/formulas.hpp"
#include "core/fit/nodes.hpp"
#include "core/fit/planned.hpp"
#include "core/memory/formulas.hpp"
#include "core/model/formulas.hpp"
#include "core/offload/formulas.hpp"
#include "core/room/formulas.hpp"
#include "core/serving/formulas.hpp"
#include "core/storage/formulas.hpp"
#include "core/storage/latency.hpp"
#include "core/storage/project.hpp"
#include "core/storage/wear.hpp"
#include "core/training/formulas.hpp"
