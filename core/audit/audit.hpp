// SPDX-License-Identifier: Apache-2.0
// Which published claims hold together: rates that nobody printed are moved within their ranges until as many claims as
// possible come true at once.
#pragma once

#include "core/scenario/case.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A result or an input, on one target of `memory.offload` where it says so.
struct Term {
  std::string target;  ///< word of the target; empty: as the scenario says
  NumberId number;
};
Unit unit_of(const Term& term);

/// A published number, or the ratio of two.
struct Claim {
  std::string text;  ///< as written
  Term over;
  std::optional<Term> under{};
  double claimed;
  double tolerance;  ///< share by which it may be off
};

/// An input that nobody printed, with the range that it may have.
struct Hidden {
  InputKey key;
  double low, high;
};

/// Hidden inputs that serve some of the claims best.
struct Settled {
  std::vector<std::size_t> claims{};  ///< which of them
  std::vector<double> hidden{};       ///< values, in base units
  std::vector<double> values{};       ///< what each claim, served or not, comes to there
  bool holds = false;                 ///< whether all that are to be served are within their tolerance
};

struct Audit {
  Settled together;             ///< all claims at once
  std::vector<Settled> sets{};  ///< the largest sets that hold, none within another, largest first
  std::vector<std::vector<double>>
      sensitivities{};  ///< per claim and hidden input, in the first set: change in per cent per per cent

  /// The set that an answer rests on: the largest that holds, or all claims as well as they can be served.
  const Settled& best() const { return sets.empty() ? together : sets.front(); }
};

/// "shared:offload.throughput/nvme:offload.throughput=2" or "…=2+-5%"; a tenth where no tolerance is said. Throws
/// BadInput: usage.
Claim read_claim(std::string_view text);
/// "node.nvme_read=5GB/s..50GB/s". Throws BadInput: usage.
Hidden read_hidden(std::string_view text);

/// Whether a claim that comes to `value` is within its tolerance.
bool holds(const Claim& claim, double value);

/// `cases` holds a case for each target that a claim names. `progress` is told how many sets are tried. Throws
/// BadInput: data, where a claim is not known in any place that is tried.
Audit audit(
    const std::vector<Claim>& claims, const std::vector<Hidden>& hidden, const std::map<std::string, Case>& cases,
    const std::function<void(std::size_t)>& progress = {});

}  // namespace llmsize
