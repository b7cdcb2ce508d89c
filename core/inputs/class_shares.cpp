// SPDX-License-Identifier: Apache-2.0
#include "core/inputs/class_shares.hpp"

#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr char between_classes = ',', before_share = ':';
constexpr std::string_view shares_expected = "traffic classes with shares of the requests, such as chat:0.7,agent:0.3";

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// Fractions and per cent are of all requests; of whole numbers only the ratio counts. Typed digits are few.
void refuse_above_all(const std::vector<ClassShare>& all, double sum, const Giver& giver, std::string_view text) {
  constexpr double typed = 0.02, per_cent = 100;
  const bool weights =
      std::all_of(all.begin(), all.end(), [](const ClassShare& each) { return each.share == std::floor(each.share); });
  if (weights || sum <= 1 + typed || std::abs(sum / per_cent - 1) <= typed) return;
  const auto digits = [](double share) { return exact(std::round(1000 * share) / 1000); };
  refuse_value(
      giver, text,
      fmt::format(
          "shares that add up to 1, such as {}:{}, and these add up to {}", all.front().name,
          digits(all.front().share / sum), digits(sum)));
}

}  // namespace

bool names_classes(std::string_view text) {
  // The colon of a path is no share.
  return text.find(between_classes) != std::string_view::npos ||
         (text.find(before_share) != std::string_view::npos && !text.ends_with(".json"));
}

std::vector<ClassShare> class_shares(std::string_view text, const Giver& giver) {
  std::vector<ClassShare> all;
  std::size_t shares = 0;
  double sum = 0;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(between_classes, start), text.size());
    const std::string_view part = without_blanks(text.substr(start, end - start));
    const std::size_t colon = names_classes(part) ? part.rfind(before_share) : std::string_view::npos;
    ClassShare each{std::string(without_blanks(part.substr(0, colon))), 1};
    if (colon != std::string_view::npos) {
      const auto share = parse(without_blanks(part.substr(colon + 1)), Unit::ratio);
      if (!share || !(*share > 0)) refuse_value(giver, text, shares_expected);
      each.share = *share;
      ++shares;
    }
    if (each.name.empty()) refuse_value(giver, text, shares_expected);
    if (each.name.find(before_share) != std::string::npos && !each.name.ends_with(".json"))
      refuse_value(giver, text, "one share for each traffic class, such as chat:0.7,agent:0.3");
    if (std::any_of(all.begin(), all.end(), [&](const ClassShare& other) { return other.name == each.name; }))
      refuse_value(giver, text, "each traffic class once");
    sum += each.share;
    all.push_back(std::move(each));
    start = end + 1;
  }
  if (shares > 0 && shares < all.size())
    refuse_value(giver, text, "a share for each traffic class or for none, such as chat:0.7,agent:0.3");
  if (!std::isfinite(sum)) refuse_value(giver, text, shares_expected);
  if (shares > 0) refuse_above_all(all, sum, giver, text);
  for (ClassShare& each : all) each.share /= sum;
  return all;
}

}  // namespace llmsize
