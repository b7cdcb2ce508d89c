// SPDX-License-Identifier: Apache-2.0
// How many replicas find room on GPUs that lie in scale-up domains: each inside one, or on whole ones of its own.
#pragma once

#include <optional>
#include <vector>

namespace llmsize {

class FreeGpus {
 public:
  /// So many GPUs: whole domains, and what is left of one.
  FreeGpus(double gpus, double domain);

  /// Replicas of so many GPUs that fit side by side.
  double replicas(double gpus) const;
  /// What is left beside so many replicas of these GPUs; nothing where they do not fit.
  std::optional<FreeGpus> beside(double count, double gpus) const;

 private:
  /// Stretches of free GPUs of one length, at most a domain.
  struct Stretches {
    double count, gpus;
  };

  void add(double count, double gpus);
  double whole_domains() const;
  /// The longest stretch that is shorter than a domain.
  double longest_rest() const;

  double domain_;
  std::vector<Stretches> free_{};
};

}  // namespace llmsize
