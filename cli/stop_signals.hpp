// SPDX-License-Identifier: Apache-2.0
// Turns SIGINT, SIGTERM and SIGHUP into a number that work looks at.
#pragma once

#include <atomic>

namespace llmsize::cli {

/// While it lives, the first signal asks to stop and the second to stop at once; a third ends the program. A reader
/// that closes its pipe ends nothing until `let_readers_leave`.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// From now on the program ends quietly where nobody reads any more what it writes.
  void let_readers_leave() const;
  /// 0, the number of the signal that asked to stop, or that number negative where it came again.
  static const std::atomic<int>& asked();
  /// What the program ends with after a signal that asked to stop, once or twice: 128 and its number.
  static int exit_code();
};

}  // namespace llmsize::cli
