// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of the desktop app on one core without a screen, in processor time, which other programs do not lengthen: of
// the window's thread for an input that is dragged and for the answer that comes later, of the whole program until a
// page is still, and from the start of the program to its first painted window beside an empty window of Qt.
#include "core/pages/pages.hpp"
#include "core/quantity/statistics.hpp"
#include "gui/models/text.hpp"
#include "gui/theme/fonts.hpp"
#include "gui/window/main_window.hpp"

#include <QApplication>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <vector>

using namespace llmsize;
using namespace llmsize::gui;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// What this thread has computed so far: other programs on the machine do not count.
double own_milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// Planner threads and painting share one core from here on.
void take_one_core() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  CPU_SET(sched_getcpu(), &allowed);
  sched_setaffinity(0, sizeof allowed, &allowed);
}

void wait_for_planner(Session& session) {
  while (session.planner()->is_busy() || (session.rows() && session.rows()->is_busy()))
    QApplication::processEvents(QEventLoop::WaitForMoreEvents);
  for (int i = 0; i < 5; ++i) QApplication::processEvents();
}

/// An input that is dragged, between two values; the second is that of the worked example.
struct Drag {
  const char* key;
  const char* values[2];
};

/// The processor time of all threads so far.
double program_milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

std::string p50_and_p95(const std::vector<double>& values) {
  return fmt::format("{:.1f} ms (P95 {:.1f})", median(values), quantile(values, 0.95));
}

void change(Session& session, const Drag& drag, int round) {
  const QString trouble =
      session.document()->apply({{}, {{drag.key, drag.values[round % 2]}}}, QStringLiteral("change"));
  if (!trouble.isEmpty()) fmt::print(stderr, "{}\n", to_core(trouble));
}

void time_drag(Session& session, std::string_view page, const Drag& drag, int rounds) {
  std::vector<double> all, arrivals, still;
  all.reserve(static_cast<std::size_t>(rounds));
  for (int i = 0; i < rounds; ++i) {
    for (int turn = 0; turn < 5; ++turn) QApplication::processEvents();
    const double start = own_milliseconds();
    change(session, drag, i);
    // Layouts and paintings of this change, not the search, which starts later.
    for (int turn = 0; turn < 3; ++turn) QApplication::processEvents();
    all.push_back(own_milliseconds() - start);
    session.planner()->stop();
  }
  constexpr int answers = 4;
  for (int i = 0; i < answers; ++i) {
    const double start = program_milliseconds(), own = own_milliseconds();
    change(session, drag, i);
    wait_for_planner(session);
    arrivals.push_back(own_milliseconds() - own);
    still.push_back(program_milliseconds() - start);
  }
  fmt::print(
      "{} on page {} at 1440x900: {} per change, {:.0f} ms with its answer, all threads {:.0f} ms until still\n",
      drag.key, page, p50_and_p95(all), median(arrivals), median(still));
}

/// The deadline moves what is compared with it; the tokens move nearly every number.
void time_pages(Session& session, const QStringList& pages, int rounds) {
  constexpr Drag drags[] = {{"goal.deadline", {"29d", "30d"}}, {"workload.tokens", {"301B", "300B"}}};
  wait_for_planner(session);
  for (const PageKind& kind : page_kinds()) {
    if (!pages.isEmpty() && !pages.contains(to_qt(kind.id))) continue;
    session.set_page(to_qt(kind.id));
    for (const Drag& drag : drags) time_drag(session, kind.id, drag, rounds);
  }
}

double megabytes() {
  std::ifstream statm("/proc/self/statm");
  double all = 0, resident = 0;
  statm >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) * 1e-6;
}

/// Memory while somebody works on and on: edits, undo, pages, scenarios that come and go.
void grow(Session& session, int actions) {
  const std::vector<PageKind>& pages = page_kinds();
  constexpr int told = 10;
  for (int i = 0; i <= actions; ++i) {
    if (i % std::max(1, actions / told) == 0) fmt::print("{} actions: {:.0f} MB\n", i, megabytes());
    std::fflush(stdout);
    const int kind = i % 16;
    if (kind < 8)
      session.document()->edit("goal.deadline", QStringLiteral("%1d").arg(20 + i % 37));
    else if (kind < 10)
      session.document()->history().undo();
    else if (kind < 15)
      session.set_page(to_qt(pages[static_cast<std::size_t>(i / 5) % pages.size()].id));
    else
      session.desk().duplicate(0);
    if (kind < 8) session.document()->end_visit();
    for (int turn = 0; turn < 3; ++turn) QApplication::processEvents();
    if (kind == 8) wait_for_planner(session);
    session.planner()->stop();
    if (kind == 15) session.desk().close(1);
    // What is to be deleted waits for the event loop, which does not run here.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
}

/// The time of a program that ends after its first painting.
double start_of(const QString& program, const QStringList& arguments) {
  const auto start = Clock::now();
  QProcess::execute(program, arguments);
  return milliseconds_since(start);
}

void time_start(const QString& self) {
  constexpr int rounds = 15;
  std::vector<double> ours, empty;
  const QString other = QFileInfo(self).absolutePath() + QStringLiteral("/llmsize_empty_window");
  for (int i = 0; i < rounds; ++i) {
    ours.push_back(start_of(self, {QStringLiteral("--first-painting")}));
    empty.push_back(start_of(other, {}));
  }
  fmt::print(
      "start to first painted window and end: {:.0f} ms, an empty window {:.0f} ms, ratio {:.1f} (medians of {})\n",
      median(ours), median(empty), median(ours) / median(empty), rounds);
}

}  // namespace

int main(int argc, char** argv) {
  take_one_core();
  const QTemporaryDir home;
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
    qputenv(name, home.path().toLocal8Bit());
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("llmsize"));
  load_fonts();
  apply_font();
  apply_theme(app, Theme::light);
  Session session;
  MainWindow window(session);
  window.resize(1440, 900);
  session.desk().add_new();
  window.show();
  QApplication::processEvents();
  const QStringList pages = app.arguments().mid(1);
  if (pages.contains(QStringLiteral("--first-painting"))) return 0;
  if (pages.size() == 2 && pages.first() == QLatin1String("--actions")) return grow(session, pages.last().toInt()), 0;
  // Named pages are timed alone and longer, for a profiler.
  constexpr int rounds = 24, long_rounds = 40;  // even: each drag starts from the worked example
  time_pages(session, pages, pages.isEmpty() ? rounds : long_rounds);
  if (!pages.isEmpty()) return 0;
  window.hide();
  time_start(QApplication::applicationFilePath());
  return 0;
}
