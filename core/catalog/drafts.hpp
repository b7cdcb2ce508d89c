// SPDX-License-Identifier: Apache-2.0
// Speculative decoding of a model as it was measured: tokens that a step yields by the number of draft tokens.
#pragma once

#include "core/files/document.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// What makes drafts: its word in files, its name, and whether its layer has the experts of the model's own.
struct DraftMethod {
  std::string_view word, name;
  bool has_experts = false;
};
inline constexpr DraftMethod draft_methods[] = {
    {"mtp", "MTP", true}, {"eagle3", "EAGLE-3"}, {"dspark", "DSpark"}, {"draft", "draft model"}};

/// As many as the input takes.
inline constexpr int most_draft_tokens = 64;

/// Tokens that a step yields on average: one, and each draft token if it and all before it are accepted at this rate.
double tokens_per_step(double acceptance, double drafts);
/// The acceptance rate at which a step yields so many tokens, within the bounds of the input.
double acceptance_giving(double tokens, double drafts);

/// Chance that a draft token is accepted if all before it are, and its relative standard deviation.
struct DraftAcceptance {
  double rate, spread;
};

/// Measured runs of one model and one method.
class PublishedDrafts {
 public:
  /// Tokens per step of one text, by the number of draft tokens.
  struct Run {
    std::string text;  ///< what was generated: "coding, thinking on"
    std::map<int, double> tokens;
  };

  /// Throws BadInput: data.
  PublishedDrafts(const Json& json, const std::string& file);

  /// "MTP".
  std::string_view method() const { return method_->name; }
  bool has_experts() const { return method_->has_experts; }
  const std::vector<Run>& runs() const { return runs_; }
  /// Numbers of draft tokens that were measured, ascending.
  std::vector<int> numbers() const;
  /// The largest number of draft tokens that was measured.
  int most() const { return rates_.rbegin()->first; }
  /// The rate that gives the mean of the runs; between two numbers of drafts on a straight line, outside of them that
  /// of the nearest. The spread is that of the runs, or of other texts where that is wider.
  DraftAcceptance at(double drafts) const;
  /// "2.99 tokens per step with 3 draft tokens, MTP: " and where that was published.
  std::string source_at(double drafts) const;
  /// The document that this was read from.
  Json json() const;

 private:
  const DraftMethod* method_;
  std::string source_;
  std::vector<Run> runs_{};
  std::map<int, DraftAcceptance> rates_{};
};

}  // namespace llmsize
