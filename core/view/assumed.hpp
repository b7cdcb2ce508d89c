// SPDX-License-Identifier: Apache-2.0
// What an answer rests on that nobody stated.
#pragma once

#include "core/charts/chart.hpp"
#include "core/document/page.hpp"
#include "core/scenario/case.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// The input that makes the number of a page uncertain most, where one does, else how many there are, then what the
/// page itself says was not stated: "operational overhead 1.58 (P10–P90 0.92–2.71), sets most of the range. Default
/// software profile." Empty where nothing was assumed.
std::string assumed_text(const Page& page, const Case& plan);

/// The uncertain inputs that move the number of a page most, the largest effect first; nothing where the page has none.
struct Leading {
  struct Input {
    InputKey key;
    std::string effect;  ///< the number at its P10 and P90: "24.6–33.5 days"
  };
  std::string number{};  ///< "time to train"
  std::vector<Input> inputs{};
};
Leading leading_assumptions(const Page& page, const Case& plan);

/// A page of every uncertain or assumed input behind the number of a page: value, P10 and P90, what they do to the
/// number, where the value comes from; the largest effect first.
Page assumptions_page(const Page& page, const Case& plan);

}  // namespace llmsize
