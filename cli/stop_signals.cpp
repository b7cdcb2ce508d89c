// SPDX-License-Identifier: Apache-2.0
#include "cli/stop_signals.hpp"

#include <csignal>
#include <cstdlib>

namespace llmsize::cli {
namespace {

constexpr int watched[] = {SIGINT, SIGTERM, SIGHUP};

// A handler can reach nothing but what is global.
std::atomic<int> number{0};
static_assert(std::atomic<int>::is_always_lock_free);

void handle(int signal) {
  int none = 0;
  if (number.compare_exchange_strong(none, signal)) return;
  number = -signal;
  for (const int each : watched) std::signal(each, SIG_DFL);
}

void set(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

/// nohup ignores SIGHUP, and a shell SIGINT of what runs in the background: so it stays.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

StopSignals::StopSignals() {
  for (const int signal : watched)
    if (!is_ignored(signal)) set(signal, handle);
  set(SIGPIPE, SIG_IGN);
}

StopSignals::~StopSignals() {
  for (const int signal : watched)
    if (!is_ignored(signal)) set(signal, SIG_DFL);
  let_readers_leave();
}

void StopSignals::let_readers_leave() const { set(SIGPIPE, SIG_DFL); }

const std::atomic<int>& StopSignals::asked() { return number; }

int StopSignals::exit_code() { return 128 + std::abs(number); }

}  // namespace llmsize::cli
