// SPDX-License-Identifier: Apache-2.0
// Ids of inputs, words, results and findings: a misspelt one does not compile, and none is searched for at run time.
#pragma once

#include "core/formula/former_ids.hpp"
#include "core/formula/id_list.hpp"

#include <algorithm>
#include <compare>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace llmsize {

/// What an id of an earlier version is called today; every other text as it is.
constexpr std::string_view current_id(std::string_view text) {
  for (const auto& [former, now] : former_ids)
    if (text == former) return now;
  return text;
}

/// An id of one of the sorted lists. `Id("goal.deadline")` is checked by the compiler; a text that comes at run time is
/// looked up by `find`.
template <const auto& List>
class Id {
 public:
  static constexpr std::size_t count = List.size();

  consteval Id(const char* text) : slot_(place(text)) {
    if (slot_ == count) throw "there is no such id";
  }

  /// Nothing where there is no such id. A former name is found, too.
  static constexpr std::optional<Id> find(std::string_view text) {
    const std::size_t slot = place(current_id(text));
    return slot == count ? std::nullopt : std::optional(Id(slot));
  }
  /// The id of a place in the list, below `count`.
  static constexpr Id at(std::size_t slot) { return Id(slot); }

  constexpr std::string_view text() const { return List[slot_]; }
  constexpr operator std::string_view() const { return text(); }
  /// Place in the list: what arrays of all inputs or all results are indexed by.
  constexpr std::size_t slot() const { return slot_; }

  constexpr bool starts_with(std::string_view beginning) const { return text().starts_with(beginning); }

  constexpr auto operator<=>(const Id&) const = default;
  constexpr bool operator==(const Id&) const = default;
  template <std::convertible_to<std::string_view> Text>
    requires(!std::same_as<Text, Id>)
  friend constexpr bool operator==(const Id& id, const Text& text) {
    return id.text() == std::string_view(text);
  }

 private:
  constexpr explicit Id(std::size_t slot) : slot_(slot) {}
  static constexpr std::size_t place(std::string_view text) {
    const auto found = std::lower_bound(List.begin(), List.end(), text);
    return static_cast<std::size_t>((found != List.end() && *found == text ? found : List.end()) - List.begin());
  }

  std::size_t slot_;
};

using InputKey = Id<ids::inputs>;        ///< a numeric input: "goal.deadline"
using WordKey = Id<ids::words>;          ///< a choice or a reference to the catalog: "memory.recipe", "model"
using ResultKey = Id<ids::results>;      ///< "training.step_time"
using FunctionKey = Id<ids::functions>;  ///< a function of formulas: "serving.step_at"
using FindingId = Id<ids::findings>;     ///< "memory.gpu_overflow"

inline constexpr std::size_t input_count = InputKey::count;
inline constexpr std::size_t result_count = ResultKey::count;
inline constexpr std::size_t function_count = FunctionKey::count;

/// A number that can be shown and explained: a result or an input.
class NumberId {
 public:
  consteval NumberId(const char* text) : NumberId(checked(text)) {}
  constexpr NumberId(ResultKey result) : result_(true), slot_(result.slot()) {}
  constexpr NumberId(InputKey input) : result_(false), slot_(input.slot()) {}

  /// Nothing where there is no such id. A result comes before an input of the same name.
  static constexpr std::optional<NumberId> find(std::string_view text) {
    if (const auto result = ResultKey::find(text)) return NumberId(*result);
    if (const auto input = InputKey::find(text)) return NumberId(*input);
    return std::nullopt;
  }

  constexpr std::optional<ResultKey> result() const {
    return result_ ? std::optional(ResultKey::at(slot_)) : std::nullopt;
  }
  constexpr std::optional<InputKey> input() const {
    return result_ ? std::nullopt : std::optional(InputKey::at(slot_));
  }
  constexpr std::string_view text() const { return result_ ? ids::results[slot_] : ids::inputs[slot_]; }
  constexpr operator std::string_view() const { return text(); }

  constexpr auto operator<=>(const NumberId&) const = default;

 private:
  static consteval NumberId checked(std::string_view text) {
    const auto found = find(text);
    if (!found) throw "there is no such result or input";
    return *found;
  }

  bool result_;
  std::size_t slot_;
};

/// A text that comes at run time, such as an option's or a file's.
template <class Text>
concept RuntimeText = std::is_convertible_v<const Text&, std::string_view> && !std::is_array_v<Text>;

/// A key that a scenario may hold. Literals are checked by the compiler; texts that come at run time by whoever reads
/// them. A former name is the key of today.
class ScenarioKey {
 public:
  template <std::size_t Size>
  consteval ScenarioKey(const char (&text)[Size]) : text_(text) {
    if (!InputKey::find(text_) && !WordKey::find(text_)) throw "a scenario holds no such key";
  }
  template <RuntimeText Text>
  constexpr ScenarioKey(const Text& text) : text_(current_id(text)) {}

  constexpr std::string_view text() const { return text_; }
  constexpr operator std::string_view() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace llmsize
