// SPDX-License-Identifier: GPL-3.0-or-later
// llmsize-gui: the desktop app.
#include "core/files/version.hpp"
#include "gui/models/text.hpp"
#include "gui/theme/fonts.hpp"
#include "gui/theme/icons.hpp"
#include "gui/window/calibration_bar.hpp"
#include "gui/window/headless.hpp"
#include "gui/window/main_window.hpp"

#include <QApplication>
#include <QCommandLineParser>
#include <QLibraryInfo>
#include <QSettings>
#include <QTranslator>

#include <fmt/format.h>

#include <algorithm>

using namespace llmsize;
using namespace llmsize::gui;

namespace {

/// "1440x900", or an invalid size.
QSize size_of(const QString& text) {
  const QStringList parts = text.split(u'x');
  return parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
}

int refuse(const QString& message) {
  fmt::print(stderr, "llmsize-gui: {}\n", to_core(message));
  return 2;
}

/// What the command line may say.
struct Options {
  QCommandLineParser parser{};
  QCommandLineOption screenshot{
      QStringLiteral("screenshot"), QApplication::tr("Write a page to a PNG or PDF file, then exit"),
      QStringLiteral("page")};
  QCommandLineOption dump{
      QStringLiteral("dump"), QApplication::tr("Print the figures of a page as JSON, then exit"),
      QStringLiteral("page")};
  QCommandLineOption scenario{
      QStringLiteral("scenario"), QApplication::tr("Scenario to open; repeat for several tabs"),
      QStringLiteral("file")};
  QCommandLineOption size{
      QStringLiteral("size"), QApplication::tr("Picture size"), QStringLiteral("WxH"), QStringLiteral("1440x900")};
  QCommandLineOption theme{
      QStringLiteral("theme"), QApplication::tr("Theme: light, dark"), QStringLiteral("name"), QStringLiteral("light")};
  QCommandLineOption derivation{
      QStringLiteral("derivation"), QApplication::tr("Open the derivation of a result or input"), QStringLiteral("id")};
  QCommandLineOption records{
      QStringLiteral("records"), QApplication::tr("Records of llmsize probe to open, comma-separated"),
      QStringLiteral("files")};
  QCommandLineOption calibration{
      QStringLiteral("calibration"), QApplication::tr("Calibration file written by llmsize calibrate"),
      QStringLiteral("file")};

  explicit Options(const QApplication& app) {
    parser.setApplicationDescription(QApplication::tr("Sizes GPU clusters for LLM training and inference."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({screenshot, dump, scenario, size, theme, derivation, records, calibration});
    parser.addPositionalArgument(
        QStringLiteral("files"), QApplication::tr("Scenarios to open; with --screenshot, the picture file comes first"),
        QStringLiteral("[files…]"));
    parser.process(app);
  }

  bool has(const QCommandLineOption& option) const { return parser.isSet(option); }
  QString value(const QCommandLineOption& option) const { return parser.value(option); }
  Theme theme_named() const { return value(theme) == u"dark" ? Theme::dark : Theme::light; }
  QStringList record_files() const { return value(records).split(u',', Qt::SkipEmptyParts); }
};

/// Pictures, figures and help need no screen.
void choose_screen(int argc, char** argv) {
  constexpr std::string_view screenless[] = {"--screenshot", "--dump", "--help", "-h", "--version", "-v"};
  for (int i = 1; i < argc; ++i)
    if (std::find(std::begin(screenless), std::end(screenless), argv[i]) != std::end(screenless) &&
        !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
      qputenv("QT_QPA_PLATFORM", "offscreen");
}

void name_app() {
  QApplication::setApplicationName(QStringLiteral("llmsize"));
  QApplication::setOrganizationName(QStringLiteral("llmsize"));
  QApplication::setApplicationVersion(to_qt(version()));
  QApplication::setDesktopFileName(QStringLiteral("llmsize"));
  QApplication::setWindowIcon(app_icon());
}

int run_screenless(const Options& options) {
  QStringList files = options.parser.positionalArguments();
  apply_font();
  Headless wanted;
  wanted.page = options.value(options.has(options.dump) ? options.dump : options.screenshot);
  wanted.scenarios = options.parser.values(options.scenario);
  wanted.size = size_of(options.value(options.size));
  wanted.derivation = options.value(options.derivation);
  wanted.records = options.record_files();
  wanted.calibration = options.value(options.calibration);
  const QString name = options.value(options.theme);
  if (name != u"light" && name != u"dark")
    return refuse(QApplication::tr("invalid value '%1' for --theme: expected light or dark").arg(name));
  wanted.theme = options.theme_named();
  if (!wanted.size.isValid() || wanted.size.isEmpty())
    return refuse(
        QApplication::tr("invalid value '%1' for --size: expected e.g. 1440x900").arg(options.value(options.size)));
  if (options.has(options.screenshot)) {
    if (files.isEmpty() || files.front().endsWith(u".llmsize"))
      return refuse(QApplication::tr("missing file for --screenshot, e.g. --screenshot size page.png"));
    wanted.picture = files.takeFirst();
  }
  wanted.scenarios += files;
  return run_headless(wanted);
}

int run_window(QApplication& app, const Options& options) {
  const QSettings settings;
  apply_font(settings.value(QStringLiteral("zoom"), 1).toDouble());
  const int chosen = settings.value(QStringLiteral("theme"), static_cast<int>(Theme::system)).toInt();
  apply_theme(app, options.has(options.theme) ? options.theme_named() : static_cast<Theme>(chosen));
  Session session;
  MainWindow window(session);
  window.resize(1440, 900);
  window.restore(options.parser.values(options.scenario) + options.parser.positionalArguments());
  QStringList measured = options.record_files();
  if (options.has(options.calibration)) measured << options.value(options.calibration);
  if (!measured.isEmpty()) window.calibration()->open_files(measured);
  window.show();
  return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
  choose_screen(argc, argv);
  QApplication app(argc, argv);
  name_app();
  QTranslator words;
  if (words.load(QLocale(), QStringLiteral("llmsize"), QStringLiteral("_"), QStringLiteral(":/translations")))
    QApplication::installTranslator(&words);
  const Options options(app);
  load_fonts();
  return options.has(options.screenshot) || options.has(options.dump) ? run_screenless(options)
                                                                      : run_window(app, options);
}
