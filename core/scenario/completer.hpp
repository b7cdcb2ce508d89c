// SPDX-License-Identifier: Apache-2.0
// Completes scenarios by the thousand.
#pragma once

#include "core/scenario/case.hpp"

#include <memory>

namespace llmsize {

class KnownEntries;

/// Completes scenarios one after the other from one catalog, of which it remembers what it has read. For one thread.
class Completer {
 public:
  /// The catalog must outlive it.
  explicit Completer(const Catalog& catalog);
  ~Completer();
  Completer(const Completer&) = delete;
  Completer& operator=(const Completer&) = delete;

  /// The case that the function `complete` makes, but that its origins are kinds without words; it holds until the next
  /// call. Throws as that does.
  const Case& complete(const Scenario& scenario);

 private:
  std::unique_ptr<KnownEntries> known_;
  Case case_{};
};

}  // namespace llmsize
