// SPDX-License-Identifier: Apache-2.0
// A JSON document as its shape, keys and types, and a few of its values.
#pragma once

#include "core/files/document.hpp"

#include <string>
#include <vector>

namespace llmsize::tests {

/// One line per place: "/results/*/value number". Keys that are ids ("training.time") are one place, and so are the
/// elements of a list and lists within lists of the same name; "number|null" is sometimes one, sometimes the other, and
/// "?" stands after what not every object of the place has.
std::vector<std::string> shape_of(const Json& json);

/// Places of at most `most` numbers as JSON pointers: of results before those of rows, none that changes from run to
/// run.
std::vector<std::string> telling_places(const Json& json, std::size_t most);

/// "/results/training.time/value = 2.49e+06": six digits.
std::string value_line(const Json& json, const std::string& place);

}  // namespace llmsize::tests
