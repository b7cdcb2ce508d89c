// SPDX-License-Identifier: Apache-2.0
// Inputs that are words: choices, which expand into numeric inputs by one table, and references, which name a catalog
// entry.
#pragma once

#include "core/inputs/declare.hpp"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace llmsize {

/// One numeric input that an option sets: to a number in base units, or to what another input holds.
struct Setting {
  constexpr Setting() = default;  ///< sets nothing
  constexpr Setting(InputKey set, double to) : key(set), value(to) {}
  constexpr Setting(InputKey set, double, InputKey from) : key(set), copy_of(from) {}

  std::optional<InputKey> key{};
  double value = 0;
  std::optional<InputKey> copy_of{};
};

/// What an option sets; those without a key are unused.
using Settings = std::array<Setting, 7>;

/// A word and what it stands for.
struct Option {
  std::string_view word;
  std::string_view meaning;
  Settings settings{};
};

/// A choice input. An input that the user set by its own key is left alone.
struct Choice {
  std::string_view key;
  std::string_view label;
  std::string_view help;
  std::string_view flags;
  std::string_view initial;  ///< the word taken when none is given; empty: nothing is set
  std::string_view source;   ///< where the table comes from
  std::span<const Option> options;
};

/// An input that names an entry of the catalog, which fills its groups.
struct Reference {
  std::string_view key;
  std::string_view label;
  std::string_view help;
  std::string_view flags;
  std::string_view kind;       ///< folder of the catalog: "models", "systems", …
  std::string_view initial{};  ///< the entry taken when none is named; empty: none
};

}  // namespace llmsize
