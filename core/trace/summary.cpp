// SPDX-License-Identifier: Apache-2.0
#include "core/trace/summary.hpp"

#include "core/files/bad_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace llmsize {
namespace {

constexpr std::size_t most_requests = 50'000'000;  // 8 bytes each

/// A number that two requests have in common if they are equal, and hardly else.
std::uint64_t fingerprint(const TraceRequest& request) {
  std::uint64_t hash = 0;
  const auto mix = [&](std::uint64_t value) {
    // The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
    hash += value + 0x9e3779b97f4a7c15;
    hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
    hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
    hash ^= hash >> 31;
  };
  mix(std::bit_cast<std::uint64_t>(request.at));
  mix(request.input);
  mix(request.output);
  for (const std::uint64_t block : request.blocks) mix(block);
  return hash;
}

[[noreturn]] void refuse_as_long(const std::string& path, std::string_view limit) {
  refuse_contents(path, fmt::format("more than {}", limit), "import a part of the trace, e.g. one day");
}

}  // namespace

TraceSummary read_trace(const TraceFormat& format, const std::string& path) {
  TraceSummary found;
  found.format = &format;
  found.file = path;
  LengthCounts input, output;
  ArrivalCounts arrivals;
  ConversationRows rows(format.block);
  std::vector<std::uint64_t> fingerprints;
  read_requests(format, path, [&](TraceRequest&& request) {
    if (request.has_failed) {
      ++found.failed;
      return;
    }
    if (fingerprints.size() == most_requests) refuse_as_long(path, "50 million requests");
    fingerprints.push_back(fingerprint(request));
    input.add(request.input);
    output.add(request.output);
    arrivals.add(request.at);
    found.has_blocks = found.has_blocks || !request.blocks.empty();
    if (!format.is_csv && !rows.add(request)) refuse_as_long(path, ConversationRows::limit);
  });
  if (fingerprints.empty()) refuse_contents(path, "no request with an answer");
  std::sort(fingerprints.begin(), fingerprints.end());
  const auto all = fingerprints.size();
  const auto different = std::unique(fingerprints.begin(), fingerprints.end()) - fingerprints.begin();
  found.requests = static_cast<double>(all);
  found.duplicates = found.requests - static_cast<double>(different);
  found.span = arrivals.span();
  found.rate = arrivals.rate();
  found.input = input.lengths();
  found.output = output.lengths();
  for (const auto& [what, lengths] : {std::pair{"prompts", &found.input}, {"answers", &found.output}})
    if (!(lengths->mean > 0))
      refuse_contents(path, fmt::format("all {} have 0 tokens: expected lengths above 0", what));
  found.dispersion_1s = arrivals.dispersion(1);
  found.dispersion_10s = arrivals.dispersion(10);
  found.dispersion_60s = arrivals.dispersion(60);
  found.peak = arrivals.peak();
  found.conversations = rows.conversations();
  return found;
}

}  // namespace llmsize
