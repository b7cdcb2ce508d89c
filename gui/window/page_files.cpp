// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a page into a file, or lists its numbers.
#include "gui/window/page_files.hpp"

#include "core/files/version.hpp"
#include "core/paper/paper.hpp"
#include "core/registry/registry.hpp"
#include "core/report/offered.hpp"
#include "core/report/report.hpp"
#include "core/view/words.hpp"
#include "core/workbook/live_workbook.hpp"
#include "core/write/write.hpp"
#include "gui/charts/export.hpp"
#include "gui/charts/view_switch.hpp"
#include "gui/models/safe_file.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/link_button.hpp"
#include "gui/theme/metrics.hpp"
#include "gui/theme/tokens.hpp"

#include <QBuffer>
#include <QFileInfo>
#include <QLocale>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QToolButton>
#include <QWidget>
#include <chrono>

#include <fmt/format.h>

namespace llmsize::gui {
namespace {

/// The value behind a number that is shown, base units or a word; null where it is absent or has no source.
Json value_of(const Source& source, const Subject& subject, const Catalog& catalog) {
  if (source.name.empty()) return nullptr;
  Scenario scenario = subject.scenario;
  for (const auto& [key, text] : source.changes)
    if (text.empty())
      scenario.unset(key);
    else
      scenario.set(key, text, Giver{"chart"});
  const Case completed = complete(scenario, catalog);
  if (const auto word = completed.words.find(source.name); word != completed.words.end()) return word->second.word;
  const ResultRow* row = find_result(source.name);
  const auto input = InputKey::find(source.name);
  const double value = row ? row->value(Once(completed.values, dependents())) : input ? completed[*input] : absent;
  return is_absent(value) ? Json(nullptr) : Json(value);
}

Json table_json(const Table& table) { return {{"header", table.header}, {"rows", table.rows}}; }

Json chart_json(const Chart& chart) {
  Json json{
      {"id", chart.id},
      {"title", chart.title},
      {"subtitle", chart.subtitle},
      {"empty", chart.empty},
      {"data", table_json(data_of(chart))}};
  if (!chart.view.empty()) json["view"] = chart.view;
  if (chart.views.empty()) return json;
  json["views"] = Json::array();
  for (const Chart& view : chart.views) json["views"].push_back(chart_json(view));
  return json;
}

QString write(const QString& path, std::string_view text) {
  const QString why = write_safely(path, text);
  return why.isEmpty() ? QString() : QObject::tr("Cannot write %1: %2").arg(path, why);
}

/// While it lives, what only works on a screen is hidden: switches, links and tools. What stands around them keeps its
/// place.
class WithoutControls {
 public:
  explicit WithoutControls(QWidget& content) {
    for (QWidget* each : content.findChildren<QWidget*>()) {
      const bool control =
          qobject_cast<QToolButton*>(each) || qobject_cast<LinkButton*>(each) || qobject_cast<ViewSwitch*>(each);
      if (!control || !each->isVisible()) continue;
      keep_place(*each, true);
      each->hide();
      hidden_.push_back(each);
    }
  }
  ~WithoutControls() {
    for (QWidget* each : hidden_) {
      each->show();
      keep_place(*each, false);
    }
  }
  WithoutControls(const WithoutControls&) = delete;
  WithoutControls& operator=(const WithoutControls&) = delete;

 private:
  static void keep_place(QWidget& widget, bool kept) {
    QSizePolicy policy = widget.sizePolicy();
    policy.setRetainSizeWhenHidden(kept);
    widget.setSizePolicy(policy);
  }

  std::vector<QWidget*> hidden_;
};

/// A page with what it is about above it and where it comes from below.
struct Sheet {
  QWidget& content;
  QString title, footer;

  static int head() { return metrics().px(44); }
  static int foot() { return metrics().px(26); }
  QSize size() const { return content.size() + QSize(0, head() + foot()); }

  void paint(QPainter& painter) const {
    const WithoutControls without(content);
    const int margin = metrics().px(16), width = content.width() - 2 * margin;
    painter.fillRect(QRect(QPoint(), size()), content.palette().color(QPalette::Window));
    content.render(&painter, QPoint(0, head()));
    painter.setPen(tokens().text);
    painter.setFont(gui::font(TextRole::title));
    painter.drawText(QRect(margin, 0, width, head()), Qt::AlignVCenter | Qt::AlignLeft, title);
    painter.setPen(tokens().text3);
    painter.setFont(gui::font(TextRole::tick));
    painter.drawText(QRect(margin, head() + content.height(), width, foot()), Qt::AlignVCenter | Qt::AlignLeft, footer);
  }
};

QString write_picture(const Sheet& sheet, const QString& path) {
  constexpr double scale = 2;
  QImage image(sheet.size() * scale, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(scale);
  QPainter painter(&image);
  sheet.paint(painter);
  painter.end();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return write(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

QString write_pdf(const Sheet& sheet, const QString& path) {
  constexpr int dots_per_inch = 96;
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(sheet.title);
  writer.setCreator(QStringLiteral("llmsize ") + to_qt(version()));
  writer.setResolution(dots_per_inch);
  writer.setPageMargins(QMarginsF(0, 0, 0, 0));
  // One page as large as what is on the screen.
  writer.setPageSize(QPageSize(QSizeF(sheet.size()) / dots_per_inch, QPageSize::Inch));
  QPainter painter(&writer);
  sheet.paint(painter);
  painter.end();
  return write(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

/// What a proposal is set against: the offers of Options, the pinned ones where there are any, or the tabs of Compare.
std::optional<TitledTable> offers_shown(const Session& session, const Subject& proposed) {
  if (session.page_id() == QLatin1String("options")) {
    AnsweredRows offers = session.options().rows();
    const std::vector<std::size_t>& pinned = session.options().look().pinned;
    if (pinned.empty()) return offers_beside(proposed, offers, session.catalog());
    std::vector<AnsweredRow> rows;
    rows.reserve(pinned.size());
    for (const std::size_t row : pinned) rows.push_back(offers.rows[row]);
    offers.rows = std::move(rows);
    return offers_beside(proposed, offers, session.catalog());
  }
  if (session.page_id() != QLatin1String("compare")) return std::nullopt;
  std::vector<Subject> others = session.subjects();
  others.erase(others.begin() + session.desk().current_index());
  return offers_beside(proposed, others, session.catalog());
}

}  // namespace

Json page_json(const Page& page, const Subject& subject, const Catalog& catalog) {
  Json figures = Json::array(), charts = Json::array(), findings = Json::array();
  for (const Figure& figure : page.figures) {
    const std::string shown = with_unit(figure.value, figure.unit);
    Json changes = Json::object();
    for (const auto& [key, text] : figure.source.changes) changes[key] = text;
    figures.push_back(
        {{"id", figure.source.name},
         {"label", figure.label},
         {"shown", shown},
         {"qualifier", figure.qualifier},
         {"value", value_of(figure.source, subject, catalog)},
         {"with", std::move(changes)}});
  }
  for (const Chart& chart : page.charts) charts.push_back(chart_json(chart));
  for (const auto& [finding, remedies] : page.findings) {
    Json words = Json::array();
    for (const Remedy& remedy : remedies) words.push_back(remedy.label);
    findings.push_back({{"id", finding.id.text()}, {"message", finding.message}, {"remedies", std::move(words)}});
  }
  return {
      {"page", page.id},
      {"title", page.title},
      {"verdict", page.verdict_label},
      {"sentence", page.sentence},
      {"summary", page.summary},
      {"figures", std::move(figures)},
      {"findings", std::move(findings)},
      {"charts", std::move(charts)}};
}

QString write_page(QWidget& content, const Session& session, const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  const Sheet sheet{content, to_qt(session.page().title), footer_of(session.about())};
  if (ending == u"png") return write_picture(sheet, path);
  if (ending == u"pdf") return write_pdf(sheet, path);
  if (ending == u"json")
    return write(path, page_json(session.page(), session.planner()->answered(), session.catalog()).dump(2) + "\n");
  return QObject::tr("%1: expected a file name ending in .pdf, .png or .json").arg(path);
}

QString write_report(const Session& session, const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  if (ending != u"html" && ending != u"pdf" && ending != u"md" && ending != u"xlsx")
    return QObject::tr("%1: expected a file name ending in .html, .pdf, .xlsx or .md").arg(path);
  try {
    if (ending == u"xlsx") return write(path, live_workbook(session.planner()->answered(), session.catalog()));
    const bool letter = QLocale::system().measurementSystem() == QLocale::ImperialUSSystem;
    const auto painted = [&](const llmsize::Document& document) {
      return ending == u"html"  ? as_html(document)
             : ending == u"pdf" ? as_pdf(document, letter ? Paper::letter : Paper::a4)
                                : as_markdown(document);
    };
    const QString annex = to_qt(annex_path(path.toStdString()).string());
    // Who chose the file was asked about it alone.
    if (QFileInfo::exists(annex) && !QFileInfo::exists(path))
      return QObject::tr("%1 exists, and is the annex of this report: choose another name").arg(annex);
    ReportOptions options;
    options.date = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
    options.annex = QFileInfo(annex).fileName().toStdString();
    const Subject& subject = session.planner()->answered();
    options.offers = offers_shown(session, subject);
    if (QString refused = write(path, painted(proposal_of(subject, session.catalog(), options))); !refused.isEmpty())
      return refused;
    return write(annex, painted(annex_of(subject, session.catalog(), options)));
  } catch (const BadInput& refused) {
    return to_qt(refused.what());
  }
}

}  // namespace llmsize::gui
