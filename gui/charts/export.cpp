// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/export.hpp"

#include "core/files/version.hpp"
#include "core/files/write_file.hpp"
#include "core/tables/data.hpp"
#include "gui/charts/body.hpp"

#include <QBuffer>
#include <QCoreApplication>
#include <QDate>
#include <QFile>
#include <QFileInfo>
#include <QPageLayout>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

namespace llmsize::gui {

namespace {

constexpr double pixels_per_inch = 96;

QString tr(const char* text) { return QCoreApplication::translate("export", text); }

Style style_of(const ExportOptions& options, bool outlines) {
  const QFont base = QGuiApplication::font();
  return {
      .tokens = options.dark ? &dark_tokens() : &light_tokens(),
      .base = base,
      .metrics = metrics(base),
      .outlines = outlines};
}

/// Title, subtitle, chart and footer on the ground of a card.
void compose(QPainter& painter, const Chart& chart, const ExportOptions& options, const Style& style) {
  const QRectF page(QPointF(), QSizeF(options.size));
  painter.fillRect(page, style.tokens->surface);
  std::vector<PaintedLabel> labels;
  Ink ink(painter, style, labels);
  QRectF inside = page.adjusted(ink.px(16), ink.px(12), -ink.px(16), -ink.px(10));
  const auto line = [&](const QString& words, TextRole role, const QColor& colour) {
    const double height = ink.size(words, role).height();
    ink.text({inside.left(), inside.top(), inside.width(), height}, Qt::AlignVCenter, words, role, colour, "title");
    inside.setTop(inside.top() + height + ink.px(2));
  };
  line(text_of(chart.title), TextRole::title, style.tokens->text);
  if (!chart.subtitle.empty()) line(text_of(chart.subtitle), TextRole::label, style.tokens->text3);
  if (!options.footer.isEmpty()) {
    const double height = ink.size(options.footer, TextRole::tick).height();
    ink.text(
        {inside.left(), inside.bottom() - height, inside.width(), height}, Qt::AlignVCenter, options.footer,
        TextRole::tick, style.tokens->text3, "footer");
    inside.setBottom(inside.bottom() - height - ink.px(6));
  }
  inside.setTop(inside.top() + ink.px(8));
  if (chart.empty.empty())
    draw(*body_of(chart), painter, inside, style);
  else
    ink.text(inside, Qt::AlignCenter, text_of(chart.empty), TextRole::label, style.tokens->text2, "empty");
}

QByteArray png(const Chart& chart, const ExportOptions& options) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  picture(chart, options).save(&buffer, "PNG");
  return bytes;
}

QByteArray svg(const Chart& chart, const ExportOptions& options) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(options.size);
  generator.setViewBox(QRect(QPoint(), options.size));
  generator.setResolution(static_cast<int>(pixels_per_inch));
  generator.setTitle(text_of(chart.title));
  generator.setDescription(text_of(chart.subtitle) + QStringLiteral("\n") + options.footer);
  QPainter painter(&generator);
  compose(painter, chart, options, style_of(options, true));
  painter.end();
  return bytes;
}

QByteArray pdf(const Chart& chart, const ExportOptions& options) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(text_of(chart.title));
  writer.setCreator(options.footer);
  writer.setPageMargins({});
  writer.setPageSize(QPageSize(QSizeF(options.size) / pixels_per_inch, QPageSize::Inch, {}, QPageSize::ExactMatch));
  writer.setPageMargins({});
  QPainter painter(&writer);
  const double scale = writer.resolution() / pixels_per_inch;
  painter.scale(scale, scale);
  compose(painter, chart, options, style_of(options, false));
  painter.end();
  return bytes;
}

/// One sentence about what went wrong, or nothing.
QString write(const QString& path, const QByteArray& bytes) {
  try {
    write_file(
        QFile::encodeName(path).toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())},
        IfThere::replace);
    return {};
  } catch (const NotWritten& refused) {
    return tr("%1 could not be written: %2").arg(path, QString::fromStdString(refused.reason()));
  }
}

}  // namespace

QString footer_of(const QString& scenario) {
  const QString version =
      QString::fromUtf8(llmsize::version().data(), static_cast<qsizetype>(llmsize::version().size()));
  const QString date = QDate::currentDate().toString(Qt::ISODate);
  return QStringLiteral("llmsize %1 · %2%3")
      .arg(version, scenario.isEmpty() ? QString() : scenario + QStringLiteral(" · "), date);
}

QImage picture(const Chart& chart, const ExportOptions& options) {
  QImage image((QSizeF(options.size) * options.scale).toSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(options.scale);
  QPainter painter(&image);
  compose(painter, chart, options, style_of(options, false));
  return image;
}

QString export_chart(const Chart& chart, const QString& path, const ExportOptions& options) {
  const QString ending = QFileInfo(path).suffix().toLower();
  if (ending == QLatin1String("png")) return write(path, png(chart, options));
  if (ending == QLatin1String("svg")) return write(path, svg(chart, options));
  if (ending == QLatin1String("pdf")) return write(path, pdf(chart, options));
  if (ending == QLatin1String("csv")) return write(path, QByteArray::fromStdString(as_csv(data_of(chart))));
  return tr("%1: a chart is written as .png, .svg, .pdf or .csv").arg(path);
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
