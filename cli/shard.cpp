// SPDX-License-Identifier: Apache-2.0
#include "cli/shard.hpp"

#include "core/files/bad_input.hpp"
#include "core/quantity/parse.hpp"

#include <fmt/format.h>
#include <sha2.h>

#include <array>
#include <charconv>

namespace llmsize::cli {
namespace {

constexpr std::size_t most_shards = 1'000'000;
constexpr std::string_view before_part = "row_", before_all = "_of_";
constexpr std::string_view before_rows = "end_of_", behind_rows = "_rows_";

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

std::string SheetEnd::text() const { return fmt::format("{}{}{}{}", before_rows, rows, behind_rows, digest); }

std::optional<SheetEnd> sheet_end_of(std::string_view cell) {
  constexpr std::size_t digits = SHA256_DIGEST_STRING_LENGTH - 1;
  if (!cell.starts_with(before_rows)) return {};
  cell.remove_prefix(before_rows.size());
  const std::size_t rows = take_number(cell);
  if (!cell.starts_with(behind_rows)) return {};
  cell.remove_prefix(behind_rows.size());
  if (cell.size() != digits || cell.find_first_not_of("0123456789abcdef") != std::string_view::npos) return {};
  return SheetEnd{rows, std::string(cell)};
}

struct SheetDigest::State {
  State() { SHA256Init(&context); }
  SHA2_CTX context{};
};

SheetDigest::SheetDigest() : state_(std::make_unique<State>()) {}
SheetDigest::~SheetDigest() = default;

void SheetDigest::add(std::string_view text) {
  // Its size in front: texts that follow each other are not one.
  const std::string size = fmt::format("{}:", text.size());
  SHA256Update(&state_->context, reinterpret_cast<const std::uint8_t*>(size.data()), size.size());
  SHA256Update(&state_->context, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

void SheetDigest::add(const std::vector<std::string>& cells) {
  add(fmt::format("{}", cells.size()));
  for (const std::string& cell : cells) add(std::string_view(cell));
}

std::string SheetDigest::taken() {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
  SHA256End(&state_->context, digits.data());
  return digits.data();
}

}  // namespace llmsize::cli
