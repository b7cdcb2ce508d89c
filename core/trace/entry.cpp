// SPDX-License-Identifier: Apache-2.0
#include "core/trace/entry.hpp"

#include "core/formula/root.hpp"
#include "core/inputs/list.hpp"
#include "core/inputs/worlds.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"
#include "core/registry/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace llmsize {
namespace {

constexpr double few_requests = 1000, day_seconds = 86400;
/// A length that so many have, and so large a fraction, is no chance.
constexpr double least_pile = 10, least_piled = 0.02;

std::string counted(double value) { return pretty(value, Unit::count); }

std::string of_requests(double count) { return fmt::format("{} request{}", counted(count), count == 1 ? "" : "s"); }

/// Turns per session with which the formula for the hit rate with endless room gives a measured one. Absent where none
/// does.
double turns_for(double hit, const TraceSummary& trace) {
  constexpr double most_turns = 1000;
  Values values;
  for (const InputAbout* about : numeric_inputs())
    if (about->initial) values.give(*InputKey::find(about->key), *about->initial);
  values.give("serving.input_tokens", trace.input.mean);
  values.give("serving.output_tokens", std::max(1.0, trace.output.mean));
  const auto rest = [&](double turns) {
    values.give("traffic.turns", turns);
    values.settle();
    return result_row("serving.prefix_hit_ceiling").value(Once(values, dependents())) - hit;
  };
  return bracketed_root(rest, 1, most_turns);
}

/// The facts of an entry as they are found.
class TraceFacts {
 public:
  explicit TraceFacts(std::string source) : source_(std::move(source)) {}

  /// Adds what is known, within the bounds of its input and to six digits.
  void add(InputKey key, double value, std::string_view how = {}) {
    if (is_absent(value)) return;
    const InputAbout& about = about_of(key);
    constexpr std::string_view digits = "{:.6g}";
    const double bounded = std::clamp(value, about.least, about.most);
    facts_.push_back(
        {std::string(key.text()),
         *parse(fmt::format(digits, bounded), Unit::count),
         {},
         how.empty() ? source_ : fmt::format("{}: {}", source_, how),
         "measured"});
  }
  std::vector<Fact> facts() && { return std::move(facts_); }

 private:
  std::string source_;
  std::vector<Fact> facts_{};
};

void add_sessions(TraceFacts& facts, const TraceSummary& trace) {
  const auto& [sessions, reuse] = trace.conversations;
  if (!is_absent(sessions.turns)) {
    const char* const pause = sessions.has_stated_pauses ? "from an answer to the next request"
                                                         : "from arrival to arrival, the answer included";
    facts.add("traffic.turns", sessions.turns, "requests per session");
    facts.add("traffic.think_time", sessions.pause, pause);
    facts.add("traffic.think_cv", sessions.pause_cv, pause);
    if (sessions.turns > 1)
      facts.add("traffic.turn_tokens", sessions.turn_tokens, "prompt tokens that are new in a turn");
  } else if (reuse.ceiling > 0) {
    // A trace with blocks alone does not say which request continues which.
    facts.add(
        "traffic.turns", turns_for(reuse.ceiling, trace), "sessions that resend as much as the block hashes repeat");
    facts.add("traffic.think_time", reuse.pause, "time between uses of a prefix");
    facts.add("traffic.think_cv", reuse.pause_cv, "time between uses of a prefix");
  }
  facts.add("traffic.reuse_most", reuse.ceiling, "block hashes sent before, with unlimited memory");
}

std::string lengths_text(std::string_view name, const TraceLengths& lengths) {
  return fmt::format("{} P50 {}, P95 {}.", name, counted(lengths.p50), counted(lengths.p95));
}

std::string dispersion_text(const TraceSummary& trace) {
  std::vector<std::string> parts;
  for (const auto& [value, window] :
       {std::pair{trace.dispersion_1s, "1 s"}, {trace.dispersion_10s, "10 s"}, {trace.dispersion_60s, "60 s"}})
    if (!is_absent(value)) parts.push_back(fmt::format("{} in {}", counted(value), window));
  return parts.empty() ? "" : fmt::format("Index of dispersion of the arrivals: {}.", fmt::join(parts, ", "));
}

/// What an entry has no input for.
std::vector<std::string> numbers_of(const TraceSummary& trace) {
  const std::string rate =
      is_absent(trace.rate) ? "" : fmt::format(", {}", pretty(trace.rate, Unit::requests_per_second));
  std::vector<std::string> all{
      fmt::format("{} in {}{}.", of_requests(trace.requests), pretty(trace.span, Unit::seconds), rate),
      lengths_text("ISL", trace.input), lengths_text("OSL", trace.output)};
  if (std::string text = dispersion_text(trace); !text.empty()) all.push_back(std::move(text));
  return all;
}

void add_pile(
    std::vector<std::string>& remarks, const TraceSummary& trace, const TraceLengths& lengths, const char* what) {
  if (lengths.piled < least_piled || lengths.piled * trace.requests < least_pile) return;
  remarks.push_back(fmt::format(
      "{} of the {} have {} tokens each, probably a limit.", share_text(lengths.piled), what, counted(lengths.pile)));
}

void add_zeros(std::vector<std::string>& remarks, const TraceLengths& lengths, const char* what) {
  if (lengths.zeros > 0) remarks.push_back(fmt::format("{} of the {} have 0 tokens.", share_text(lengths.zeros), what));
}

}  // namespace

std::vector<std::string> trace_remarks(const TraceSummary& trace) {
  std::vector<std::string> remarks;
  if (trace.requests < few_requests)
    remarks.push_back(fmt::format(
        "{}: means and bursts of fewer than {} are uncertain.", of_requests(trace.requests), counted(few_requests)));
  if (trace.failed > 0)
    remarks.push_back(fmt::format("{} without an answer dropped as failed.", of_requests(trace.failed)));
  if (trace.duplicates > 0)
    remarks.push_back(fmt::format("{} equal to another one in time and lengths.", of_requests(trace.duplicates)));
  add_pile(remarks, trace, trace.input, "prompts");
  add_pile(remarks, trace, trace.output, "answers");
  add_zeros(remarks, trace.input, "prompts");
  add_zeros(remarks, trace.output, "answers");
  if (is_absent(trace.dispersion_10s))
    remarks.emplace_back("Shorter than 100 s: no arrival variability. Poisson arrivals are assumed.");
  if (trace.span < day_seconds) remarks.emplace_back("Shorter than a day: no peak factor.");
  if (trace.has_blocks && is_absent(trace.conversations.reuse.block))
    remarks.emplace_back(
        "hash_ids do not follow from the prompt lengths with one block size: no prefix-cache hit rate.");
  return remarks;
}

Entry trace_entry(const TraceSummary& trace) {
  const std::filesystem::path path(trace.file);
  TraceFacts facts(fmt::format("{} ({}), llmsize import", path.filename().string(), trace.format->title));
  add_sessions(facts, trace);
  facts.add("traffic.peak", trace.peak, "busiest hour over the mean hour");
  facts.add("serving.input_tokens", trace.input.mean);
  facts.add("serving.output_tokens", trace.output.mean);
  facts.add("serving.input_cv2", trace.input.cv2);
  facts.add("serving.output_cv2", trace.output.cv2);
  if (const double shared = trace.conversations.sessions.shared_tokens; shared > 0)
    facts.add("serving.shared_tokens", shared, "block hashes of first turns sent before");
  facts.add("serving.arrival_cv2", trace.dispersion_10s, "variance over mean of the requests in 10 s");
  std::vector<std::string> notes = numbers_of(trace);
  for (std::string& remark : trace_remarks(trace)) notes.push_back(std::move(remark));
  const std::string stem = path.stem().string();
  return {"traffic", stem, "Traffic of " + stem, fmt::format("{}", fmt::join(notes, " ")), std::move(facts).facts(),
          {},        {}};
}

}  // namespace llmsize
