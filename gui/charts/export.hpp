// SPDX-License-Identifier: GPL-3.0-or-later
// Charts as files and pictures: with title, subtitle and a line that says where they come from.
#pragma once

#include "core/charts/chart.hpp"

#include <QImage>
#include <QSize>
#include <QString>

#include <optional>

namespace llmsize::gui {

struct ExportOptions {
  std::optional<QSize> size{};  ///< with title and footer, in pixels of a screen; else 720 × 460 or as high as it needs
  double scale = 2;             ///< of PNG files: 1 to 4
  bool dark = false;
  QString footer{};  ///< "llmsize 0.1.0 · GPT-3 175B · 300B tokens · 48 × DGX H100 · 2026-05-01"; empty: none
};

/// "llmsize 0.1.0 · what is shown · today".
QString footer_of(const QString& about);

/// Writes the chart; the path's ending chooses: .png, .svg, .pdf, .csv. What went wrong in one sentence, empty if
/// nothing did.
QString export_chart(const Chart& chart, const QString& path, const ExportOptions& options = {});

/// The same picture as of a PNG file, for the clipboard.
QImage picture(const Chart& chart, const ExportOptions& options = {});

/// A name for a file without its ending: "gpt-3-on-dgx-h100-size-time" for the scenario "GPT-3 on DGX H100" and its
/// chart "size.time".
QString file_name(const QString& scenario, const QString& part = {});

}  // namespace llmsize::gui
