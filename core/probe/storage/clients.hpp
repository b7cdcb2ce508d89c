// SPDX-License-Identifier: Apache-2.0
// Several processes, one per machine, that measure shared storage at the same time. They meet through files on that
// storage.
#pragma once

#include "core/probe/storage/descriptor.hpp"
#include "core/probe/storage/workspace.hpp"
#include "core/record/record.hpp"

#include <atomic>
#include <map>

namespace llmsize {

/// Seconds since 1970 between which a client measured.
struct Window {
  double begin = 0, end = 0;
};

/// Time that all windows share over the longest of them.
double overlap(const std::vector<Window>& windows);

/// Seconds since 1970.
double epoch_seconds();

/// Sleeps until then; returns early when `stop` is not 0.
void sleep_until(double epoch, const std::atomic<int>& stop);

/// This client among the others of its launch. Its functions wait at most `patience` seconds and throw ProbeFailure:
/// failed, where a client does not come or has left.
class Clients {
 public:
  /// `lead`: seconds between the word to start and the start.
  Clients(int parent, const Workspace& own, const Launch& launch, double patience, double lead);

  /// Waits until all are ready for a point; the same time for all: when to start.
  double start_together(int point, const std::atomic<int>& stop);
  /// Tells the others when this client measured, waits for theirs; all windows.
  std::vector<Window> windows(int point, Window own, const std::atomic<int>& stop);
  /// Waits until all others need the files of this client no more.
  void leave(const std::atomic<int>& stop);
  /// The open folder of the next client, whose files this one reads: they are not in the cache of this machine.
  int neighbour() const;

 private:
  void look_for_others();
  std::string wait_for(int rank, const std::string& file, const std::atomic<int>& stop);

  int parent_;
  const Workspace& own_;
  Launch launch_;
  double patience_, lead_;
  std::map<int, Descriptor> folders_{};  ///< by rank
  std::map<int, std::string> names_{};
};

}  // namespace llmsize
