// SPDX-License-Identifier: Apache-2.0
// Puts numbers and gaps into words.
#include "core/view/words.hpp"

#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"
#include "core/view/around.hpp"
#include "core/view/asked_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <utility>

namespace llmsize {
namespace {

/// What a user would choose to make keys known, in the order in which it is said; the rest are inputs of their own.
enum class Giving { model, system, precision, nvme, storage_interfaces, network, storage, tokens, deadline, itself };

constexpr std::string_view word(Giving giving) {
  switch (giving) {
    case Giving::model: return "a model";
    case Giving::system: return "a system";
    case Giving::nvme: return "local NVMe";
    case Giving::storage_interfaces: return "storage NICs";
    case Giving::precision: return "a precision that the accelerator supports";
    case Giving::network: return "a network";
    case Giving::storage: return "shared storage";
    case Giving::tokens: return "training tokens";
    case Giving::deadline: return "a deadline";
    case Giving::itself: break;
  }
  return {};
}

Giving giving_of(std::string_view key) {
  constexpr std::pair<std::string_view, Giving> starts[] = {
      {"model.", Giving::model},
      {"accelerator.peak_", Giving::precision},
      {"accelerator.", Giving::system},
      {"node.nvme", Giving::nvme},
      {"node.storage", Giving::storage_interfaces},
      {"node.", Giving::system},
      {"cluster.", Giving::system},
      {"network.", Giving::network},
      {"storage.", Giving::storage},
      {"workload.tokens", Giving::tokens},
      {"data.tokens", Giving::tokens},
      {"workload.sequence", Giving::model},
      {"goal.deadline", Giving::deadline},
  };
  for (const auto& [start, giving] : starts)
    if (key.starts_with(start)) return giving;
  return Giving::itself;
}

}  // namespace

std::string tokens_text(double rate) { return is_absent(rate) ? "– tok/s" : pretty(rate, Unit::tokens_per_second); }

std::string attention_counted(const Around& around) {
  const double share = around.input("software.attention_share");
  const std::string part = share == 1 ? "full" : share == 0.5 ? "half of the" : share_text(share) + " of the";
  return part + " attention counted";
}

std::string time_beside(double seconds, double whole) {
  if (std::abs(seconds) > 2 * whole) return pretty(std::abs(seconds), Unit::seconds);
  const auto [unit, size] = chosen_unit(whole, Unit::seconds);
  const double number = std::abs(seconds) / size;
  return number >= 0.095 ? fmt::format("{:.{}f} {}", number, number < 99.95 ? 1 : 0, unit)
                         : pretty(std::abs(seconds), Unit::seconds);
}

std::string signed_time(double seconds, double whole) {
  if (seconds == 0) return "0";
  return (seconds > 0 ? "+" : "\u2212") + time_beside(seconds, whole);
}

std::string signed_time_in(double seconds, double whole) {
  if (seconds == 0) return "0";
  if (std::abs(seconds) > 2 * whole) return signed_time(seconds, whole);
  const auto [unit, size] = chosen_unit(whole, Unit::seconds);
  const double shown = std::abs(seconds) / size;
  const std::string_view sign = seconds > 0 ? "+" : "\u2212";
  if (shown < 0.005) return fmt::format("<0.01 {}", unit);
  return fmt::format("{}{:.{}f} {}", sign, shown, shown < 0.095 ? 2 : shown < 99.95 ? 1 : 0, unit);
}

std::string factor_text(double factor) {
  const double digit = std::pow(10, std::floor(std::log10(factor)) - 2);
  return factor < 100 ? fmt::format("{:.3g}", factor) : pretty(std::round(factor / digit) * digit, Unit::count);
}

std::string counted_text(double number, std::string_view thing) {
  const std::string_view plural = thing.ends_with("ch") ? "es" : "s";
  return fmt::format("{} {}{}", pretty(number, Unit::count), thing, number == 1 ? "" : plural);
}

std::vector<std::string> names_of(const std::vector<std::string_view>& keys, bool has_accelerator) {
  // What may be given instead of being computed is no gap where there is another.
  const bool others =
      std::any_of(keys.begin(), keys.end(), [](std::string_view key) { return !key.ends_with("_given"); });
  std::set<Giving> givings;
  std::vector<std::string> themselves;
  for (const std::string_view key : keys) {
    if (others && key.ends_with("_given")) continue;
    const bool is_peak = has_accelerator && key.starts_with("accelerator.peak");
    const Giving giving = is_peak ? Giving::precision : giving_of(key);
    givings.insert(giving);
    if (giving != Giving::itself) continue;
    const InputAbout* about = find_input(key);
    std::string word = lower_first(std::string(about ? about->label : key));
    if (std::find(themselves.begin(), themselves.end(), word) == themselves.end())
      themselves.push_back(std::move(word));
  }
  // A system brings what its node has.
  if (givings.contains(Giving::system))
    std::erase_if(givings, [](Giving giving) {
      return giving == Giving::nvme || giving == Giving::storage_interfaces || giving == Giving::precision;
    });
  std::vector<std::string> names;
  for (const Giving giving : givings)
    if (giving != Giving::itself) names.emplace_back(word(giving));
  names.insert(names.end(), themselves.begin(), themselves.end());
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
  return text;
}

std::string named(const std::vector<std::string_view>& keys, bool has_accelerator) {
  std::vector<std::string> words = names_of(keys, has_accelerator);
  constexpr std::size_t most = 3;
  if (words.size() <= most) return listed(words);
  const std::size_t more = words.size() - most;
  words.resize(most);
  return fmt::format("{} and {} more", fmt::join(words, ", "), more);
}

std::string price_note(const Around& around) {
  std::vector<std::string> missing;
  const auto note = [&](InputKey key, std::string_view what) {
    const std::string_view flags = about_of(key).flags;
    if (is_absent(around.input(key)))
      missing.push_back(fmt::format("{} (no {})", what, flags.substr(0, flags.find(','))));
  };
  const bool has_share = around.input("economics.other_share") > 0;
  if (around.result("planning.nodes") > 1 && !has_share && is_absent(around.input("economics.switch_price")))
    note("economics.network_price", "network");
  if (around.input("storage.count") > 0 && !has_share && !around.word("storage.id").empty())
    note("economics.storage_price", "storage");
  const bool is_public = around.plan().origin("economics.node_price").kind == Origin::Kind::assumed;
  const std::string basis = is_public ? "at public prices" : "at your prices";
  return missing.empty() ? basis : fmt::format("{}; not included: {}", basis, fmt::join(missing, ", "));
}

std::string used_text(double used, double there, Unit unit) {
  const auto [number, name] = value_and_unit(used, unit);
  const auto [whole, whole_name] = value_and_unit(there, unit);
  return fmt::format("{} of {}", name == whole_name ? number : with_unit(number, name), with_unit(whole, whole_name));
}

std::string more_text(std::size_t shown, std::size_t all) {
  return shown < all ? fmt::format("; … and {} more", all - shown) : std::string{};
}

std::string missing_sentence(const std::string& needs) { return fmt::format("Add {} to the inputs.", needs); }

std::string_view asked_input(std::string_view sentence) {
  constexpr std::string_view start = "Add ", end = " to the inputs.";
  if (!sentence.starts_with(start) || !sentence.ends_with(end)) return {};
  const std::string_view needs = sentence.substr(start.size());
  constexpr std::pair<Giving, std::string_view> keys[] = {
      {Giving::model, "model"},
      {Giving::system, "cluster.system"},
      {Giving::precision, "workload.precision"},
      {Giving::nvme, "node.nvme_drives"},
      {Giving::storage_interfaces, "node.storage_nics"},
      {Giving::network, "network.id"},
      {Giving::storage, "storage.id"},
      {Giving::tokens, "workload.tokens"},
      {Giving::deadline, "goal.deadline"}};
  for (const auto& [giving, key] : keys)
    if (needs.starts_with(word(giving))) return key;
  std::string_view found;
  for (const InputAbout* each : numeric_inputs())
    if (needs.starts_with(lower_first(std::string(each->label))) &&
        (found.empty() || each->label.size() > find_input(found)->label.size()))
      found = each->key;
  return found;
}

std::string lower_first(std::string text) {
  // Abbreviations and names such as ZeRO stay as they are.
  const auto is_capital = [](unsigned char c) { return std::isupper(c) != 0; };
  const auto end = std::find(text.begin(), text.end(), ' ');
  if (text.size() > 1 && std::none_of(text.begin() + 1, std::max(text.begin() + 1, end), is_capital))
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string upper_first(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

Figure figure(const Around& around, std::string label, NumberId name, std::string qualifier) {
  const double value = around.number(name);
  auto [number, unit] = value_and_unit(value, unit_of(name));
  if (const std::string_view said = word(name, value); !said.empty()) number = said;
  if (unit_of(name) == Unit::money) unit = around.plan().currency;
  if (unit == "%") number += std::exchange(unit, {});
  if (is_absent(value)) {
    const std::string needs = name.result() ? around.needs(*name.result()) : named({name.text()});
    qualifier = needs.empty() ? std::string("unknown") : fmt::format("needs {}", needs);
    unit.clear();
  }
  Figure made{std::move(label), std::move(number), std::move(unit), std::move(qualifier), around.source(name)};
  made.known = !is_absent(value);
  if (made.known) made.number = value;
  return made;
}

Figure it_power_figure(const Around& around) {
  return figure(
      around, "IT power", "power.it", fmt::format("nameplate; {} facility power", around.shown("power.facility")));
}

Figure unknown_figure(std::string label, std::string why) {
  Figure figure{std::move(label), "–", {}, std::move(why)};
  figure.known = false;
  return figure;
}

Figure worded(std::string label, std::string value, std::string qualifier, Source source) {
  return {std::move(label), std::move(value), {}, std::move(qualifier), std::move(source)};
}

std::string summary_of(const std::vector<Figure>& figures) {
  std::vector<std::string> parts;
  for (const Figure& each : figures)
    if (each.known) parts.push_back(fmt::format("{} {}", each.label, with_unit(each.value, each.unit)));
  return fmt::format("{}", fmt::join(parts, " · "));
}

std::string range_of(const Around& around, ResultKey id, std::string otherwise) {
  const auto range = around.range(id);
  return range ? range_text(range->first, range->second, result_row(id).about->unit) : std::move(otherwise);
}

void say_once(std::vector<Chart>& charts) {
  std::vector<std::string> said;
  std::erase_if(charts, [&](const Chart& chart) {
    if (chart.empty.empty()) return false;
    if (std::find(said.begin(), said.end(), chart.empty) != said.end()) return true;
    said.push_back(chart.empty);
    return false;
  });
}

std::string recompute_word(const Case& plan) {
  const double layers = plan["layout.recompute_fraction"];
  std::string word = plan.word("layout.recompute");
  if (layers == 0 && word == "full") word = "none";
  if (layers == 1) word = "full";
  if (layers > 0 && layers < 1)
    word = fmt::format(
        "{}full, {} of layers", word == "selective" ? "selective and " : "", pretty(100 * layers, Unit::count) + "%");
  if (!(plan["layout.recompute_modules"] > 0)) return word;
  return word == "none" ? "modules" : word + " and modules";
}

}  // namespace llmsize
