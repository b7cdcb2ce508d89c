// SPDX-License-Identifier: Apache-2.0
#include "core/catalog/drafts.hpp"

#include "core/quantity/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace llmsize {
namespace {

/// How far texts differ from those that were measured (expert judgment): with 5 draft tokens GLM-5.2 yields 3.6 tokens
/// per step of code, and by a user's report 2.9 of school mathematics, a rate 0.87 times as high.
constexpr double spread_of_texts = 0.1;
constexpr double most_acceptance = 0.999;

/// The spread, such that P90 is at most midway between the rate and 1, as factors.
double bounded_spread(double rate, double spread) { return std::min(spread, -std::log(rate) / (2 * z90)); }

[[noreturn]] void refuse_drafts(const std::string& file, const std::string& what) {
  refuse_contents(file, "drafts: " + what);
}

const DraftMethod* method_of(const Json& json, const std::string& file) {
  const std::string word = json.is_object() ? text_of(json, "method") : std::string{};
  const auto* method = std::find_if(
      std::begin(draft_methods), std::end(draft_methods), [&](const DraftMethod& each) { return each.word == word; });
  if (method != std::end(draft_methods)) return method;
  refuse_drafts(file, "expected a 'method': mtp, eagle3, dspark or draft");
}

PublishedDrafts::Run read_run(const Json& json, const std::string& file) {
  PublishedDrafts::Run run{json.is_object() ? text_of(json, "text") : std::string{}, {}};
  if (run.text.empty() || !json.contains("tokens") || !json.at("tokens").is_object() || json.at("tokens").empty())
    refuse_drafts(file, "expected a 'text' and its 'tokens' per step by the number of drafts");
  for (const auto& [name, tokens] : json.at("tokens").items()) {
    int drafts = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), drafts);
    if (error != std::errc() || end != name.data() + name.size() || drafts < 1 || drafts > most_draft_tokens)
      refuse_drafts(
          file, fmt::format("expected a number of drafts from 1 to {}: {}", most_draft_tokens, in_quotes(name)));
    if (!tokens.is_number() || !(tokens > 1 && tokens <= tokens_per_step(most_acceptance, drafts)))
      refuse_drafts(
          file, fmt::format("expected tokens per step above 1 and below {} with {}", drafts + 1, in_quotes(name)));
    run.tokens.emplace(drafts, tokens.get<double>());
  }
  return run;
}

/// Tokens of the runs with so many drafts.
std::vector<double> tokens_with(const std::vector<PublishedDrafts::Run>& runs, int drafts) {
  std::vector<double> all;
  for (const PublishedDrafts::Run& run : runs)
    if (const auto found = run.tokens.find(drafts); found != run.tokens.end()) all.push_back(found->second);
  return all;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

DraftAcceptance acceptance_of_runs(const std::vector<double>& tokens, int drafts) {
  const double rate = acceptance_giving(mean_of(tokens), drafts);
  std::vector<double> logs;
  logs.reserve(tokens.size());
  for (const double each : tokens) logs.push_back(std::log(acceptance_giving(each, drafts)));
  const double apart = (quantile(logs, 0.9) - quantile(logs, 0.1)) / (2 * z90);
  return {rate, bounded_spread(rate, std::max(spread_of_texts, apart))};
}

}  // namespace

double tokens_per_step(double acceptance, double drafts) {
  double sum = 1;
  for (double draft = 1; draft <= drafts; ++draft) sum += std::pow(acceptance, draft);
  return sum;
}

double acceptance_giving(double tokens, double drafts) {
  double low = 0, high = most_acceptance;
  constexpr int halvings = 60;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (tokens_per_step(middle, drafts) < tokens ? low : high) = middle;
  }
  return (low + high) / 2;
}

PublishedDrafts::PublishedDrafts(const Json& json, const std::string& file)
    : method_(method_of(json, file)), source_(text_of(json, "source")) {
  if (source_.empty()) refuse_drafts(file, "expected a 'source'");
  const auto runs = json.find("runs");
  if (runs == json.end() || !runs->is_array() || runs->empty()) refuse_drafts(file, "expected a list of 'runs'");
  for (const Json& each : *runs) runs_.push_back(read_run(each, file));
  for (const Run& run : runs_)
    for (const auto& [drafts, tokens] : run.tokens)
      if (!rates_.contains(drafts)) rates_[drafts] = acceptance_of_runs(tokens_with(runs_, drafts), drafts);
}

std::vector<int> PublishedDrafts::numbers() const {
  std::vector<int> all;
  all.reserve(rates_.size());
  for (const auto& [drafts, rate] : rates_) all.push_back(drafts);
  return all;
}

DraftAcceptance PublishedDrafts::at(double drafts) const {
  const auto above = std::find_if(rates_.begin(), rates_.end(), [&](const auto& each) { return each.first >= drafts; });
  if (above == rates_.end()) return rates_.rbegin()->second;
  if (above == rates_.begin() || above->first == drafts) return above->second;
  const auto below = std::prev(above);
  const double share = (drafts - below->first) / (above->first - below->first);
  return {
      std::lerp(below->second.rate, above->second.rate, share),
      std::lerp(below->second.spread, above->second.spread, share)};
}

std::string PublishedDrafts::source_at(double drafts) const {
  const double asked = std::max(1.0, drafts);
  std::string source = fmt::format(
      "{}, {:.3g} tokens per step with {:.0f} draft token{}", method(), tokens_per_step(at(asked).rate, asked), asked,
      asked == 1 ? "" : "s");
  if (asked > most())
    source += fmt::format(", at the rate of {}", most());
  else if (!rates_.contains(static_cast<int>(asked)))
    source += ", interpolated";
  return source + ": " + source_;
}

Json PublishedDrafts::json() const {
  Json runs = Json::array();
  for (const Run& run : runs_) {
    Json tokens = Json::object();
    for (const auto& [drafts, each] : run.tokens) tokens[fmt::format("{}", drafts)] = each;
    runs.push_back({{"text", run.text}, {"tokens", tokens}});
  }
  return {{"method", method_->word}, {"source", source_}, {"runs", runs}};
}

}  // namespace llmsize
