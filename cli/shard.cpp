// SPDX-License-Identifier: Apache-2.0
#include "cli/shard.hpp"

#include "core/files/bad_input.hpp"
#include "core/quantity/parse.hpp"

#include <fmt/format.h>

#include <charconv>

namespace llmsize::cli {
namespace {

constexpr std::size_t most_shards = 1'000'000;
constexpr std::string_view before_part = "row_", before_all = "_of_";

/// Takes a whole number off the front of a text; 0 where there is none.
std::size_t take_number(std::string_view& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() ? number : 0;
}

/// The number of shards that a text says, with the words of numbers ("1k"); 0 where it says none.
std::size_t count_in(std::string_view text) {
  const auto found = parse(text, Unit::count);
  const bool is_count = found && *found >= 1 && *found <= static_cast<double>(most_shards) &&
                        *found == static_cast<double>(static_cast<std::size_t>(*found));
  return is_count ? static_cast<std::size_t>(*found) : 0;
}

}  // namespace

std::string Shard::heading() const { return fmt::format("{}{}{}{}", before_part, part, before_all, of); }

Shard shard_of(const std::string& text) {
  if (text.empty()) return {};
  const auto slash = text.find('/');
  const std::string_view all = text;
  const std::size_t part = slash == std::string::npos ? 0 : count_in(all.substr(0, slash));
  const std::size_t of = slash == std::string::npos ? 0 : count_in(all.substr(slash + 1));
  if (part == 0 || of == 0 || part > of) refuse_value("--shard", text, "K/N with K from 1 to N (1/8)");
  return {part, of};
}

std::optional<Shard> shard_of_heading(std::string_view heading) {
  if (!heading.starts_with(before_part)) return {};
  heading.remove_prefix(before_part.size());
  const std::size_t part = take_number(heading);
  if (!heading.starts_with(before_all)) return {};
  heading.remove_prefix(before_all.size());
  const std::size_t of = take_number(heading);
  if (!heading.empty() || part == 0 || part > of || of > most_shards) return {};
  return Shard{part, of};
}

}  // namespace llmsize::cli
