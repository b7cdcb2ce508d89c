// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/export.hpp"

#include "core/files/version.hpp"
#include "core/files/write_file.hpp"
#include "core/scene/picture.hpp"
#include "core/scene/render.hpp"
#include "core/tables/data.hpp"

#include <QCoreApplication>
#include <QDate>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace llmsize::gui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("export", text); }

/// No row is left out: a picture grows with its chart, and in one of a given size the letters shrink.
PictureLook look_of(const Chart& chart, const ExportOptions& options) {
  PictureLook look{
      .theme = options.dark ? PictureTheme::dark : PictureTheme::light, .footer = options.footer.toStdString()};
  if (!options.size) {
    look.height = std::max(look.height, wished_height(chart, look));
    return look;
  }
  look.width = options.size->width();
  look.height = options.size->height();
  return with_fitting_letters({chart}, look);
}

std::string svg(const Chart& chart, const ExportOptions& options) { return as_svg(chart, look_of(chart, options)); }

std::string png(const Chart& chart, const ExportOptions& options) { return as_png(svg(chart, options), options.scale); }

/// One sentence about what went wrong, or nothing.
QString write(const QString& path, std::string_view bytes) {
  try {
    write_file(QFile::encodeName(path).toStdString(), bytes, IfThere::replace);
    return {};
  } catch (const NotWritten& refused) {
    return tr("Cannot write %1: %2").arg(path, QString::fromStdString(refused.reason()));
  }
}

}  // namespace

QString footer_of(const QString& about) {
  const QString version =
      QString::fromUtf8(llmsize::version().data(), static_cast<qsizetype>(llmsize::version().size()));
  const QString date = QDate::currentDate().toString(Qt::ISODate);
  return QStringLiteral("llmsize %1 · %2%3")
      .arg(version, about.isEmpty() ? QString() : about + QStringLiteral(" · "), date);
}

QImage picture(const Chart& chart, const ExportOptions& options) {
  return QImage::fromData(QByteArray::fromStdString(png(chart, options)), "PNG");
}

QString export_chart(const Chart& chart, const QString& path, const ExportOptions& options) {
  const QString ending = QFileInfo(path).suffix().toLower();
  if (ending == QLatin1String("png")) return write(path, png(chart, options));
  if (ending == QLatin1String("svg")) return write(path, svg(chart, options));
  if (ending == QLatin1String("pdf")) return write(path, as_pdf({svg(chart, options)}, chart.title));
  if (ending == QLatin1String("csv")) return write(path, as_csv(data_of(chart)));
  return tr("%1: expected a file name ending in .png, .svg, .pdf or .csv").arg(path);
}

QString file_name(const QString& scenario, const QString& part) {
  static const QRegularExpression other(QStringLiteral("[^\\p{L}\\p{N}]+"));
  QString name = (scenario + u' ' + part).toLower();
  name.replace(other, QStringLiteral("-"));
  while (name.startsWith(u'-')) name.remove(0, 1);
  while (name.endsWith(u'-')) name.chop(1);
  return name;
}

}  // namespace llmsize::gui
