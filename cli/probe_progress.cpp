// SPDX-License-Identifier: Apache-2.0
#include "cli/probe_progress.hpp"

#include "core/files/bad_input.hpp"
#include "core/quantity/print.hpp"
#include "core/tables/width.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace llmsize::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t cells = 24;
constexpr std::array<std::string_view, 4> words{"auto", "bar", "json", "none"};
constexpr auto often_enough = std::chrono::milliseconds(200),
               often_enough_for_programs = std::chrono::milliseconds(1000);

/// A reader that went away does not end what is measured.
void say(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

/// "40 s", "7 min".
std::string rest(double seconds) {
  constexpr double minute = 60;
  return seconds < 2 * minute ? fmt::format("{:.0f} s", std::ceil(seconds))
                              : fmt::format("{:.0f} min", std::ceil(seconds / minute));
}

/// As much of a line as the terminal shows: a longer one could not be taken back.
std::string fitting(std::string line) {
  winsize size{};
  const std::size_t columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
  while (width(line) > columns) {
    while ((static_cast<unsigned char>(line.back()) & 0xC0) == 0x80) line.pop_back();
    line.pop_back();
  }
  return line;
}

void say(const Json& event) { say(event.dump() + "\n"); }

}  // namespace

ProbeProgress::Form ProbeProgress::form_of(const std::string& word) {
  if (std::find(words.begin(), words.end(), word) == words.end())
    refuse_word("--progress", word, {words.begin(), words.end()});
  if (word == "auto") return isatty(STDERR_FILENO) ? Form::bar : Form::none;
  return word == "bar" ? Form::bar : word == "json" ? Form::json : Form::none;
}

ProbeProgress::ProbeProgress(Form form, const ProbePlan& plan) : form_(form), plan_(plan), total_(plan.seconds()) {
  if (form_ == Form::bar)
    say(fmt::format(
        "{} steps take about {}{}\n", plan.steps.size(), rest(total_),
        plan.bytes_written() > 0 ? fmt::format(
                                       " and write at most {}, {} at a time", pretty(plan.bytes_written(), Unit::bytes),
                                       pretty(plan.bytes_kept(), Unit::bytes))
                                 : ""));
  if (form_ == Form::json)
    say(Json{
        {"event", "plan"},
        {"steps", plan.steps.size()},
        {"seconds", number_json(total_)},
        {"bytes_kept", number_json(plan.bytes_kept())},
        {"bytes_written", number_json(plan.bytes_written())}});
}

ProbeWatch ProbeProgress::watch() {
  return {[this](std::size_t step) { started(step); }, [this](std::size_t step, double share) { told(step, share); }};
}

double ProbeProgress::seconds_so_far() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

void ProbeProgress::started(std::size_t step) {
  before_ = 0;
  for (std::size_t at = 0; at < step; ++at) before_ += plan_.steps[at].seconds;
  const ProbeStep& now = plan_.steps[step];
  if (form_ == Form::json)
    say(Json{
        {"event", "step"},
        {"step", step + 1},
        {"steps", plan_.steps.size()},
        {"probe", now.probe},
        {"what", now.what},
        {"seconds", number_json(now.seconds)},
        {"planned_seconds_done", number_json(before_)}});
  last_ = Clock::now();
  if (form_ == Form::bar) draw(step, before_);
}

void ProbeProgress::told(std::size_t step, double share) {
  const auto now = Clock::now();
  if (now - last_ < (form_ == Form::json ? often_enough_for_programs : often_enough)) return;
  last_ = now;
  const double done = before_ + share * plan_.steps[step].seconds;
  if (form_ == Form::bar) draw(step, done);
  if (form_ == Form::json)
    say(Json{
        {"event", "progress"},
        {"share", total_ > 0 ? done / total_ : 1},
        {"planned_seconds_done", number_json(done)},
        {"seconds", number_json(seconds_so_far())}});
}

void ProbeProgress::draw(std::size_t step, double done) const {
  const double share = total_ > 0 ? std::clamp(done / total_, 0.0, 1.0) : 1;
  const auto full = static_cast<std::size_t>(share * static_cast<double>(cells));
  std::string bar;
  for (std::size_t cell = 0; cell < cells; ++cell) bar += cell < full ? "█" : "░";
  const ProbeStep& now = plan_.steps[step];
  say("\r\033[K" +
      fitting(fmt::format(
          "{} {:3.0f}%  {} left  {}: {}", bar, 100 * share, rest(total_ - done), now.probe, printable(now.what))));
}

void ProbeProgress::end(bool truncated) {
  if (form_ == Form::bar) say(std::string("\r\033[K"));
  if (form_ == Form::json)
    say(Json{{"event", "end"}, {"seconds", number_json(seconds_so_far())}, {"truncated", truncated}});
}

}  // namespace llmsize::cli
