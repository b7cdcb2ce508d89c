// SPDX-License-Identifier: GPL-3.0-or-later
// A whole page as a file: for people as a picture, for programs as data.
#pragma once

#include "core/files/document.hpp"
#include "gui/models/session.hpp"

class QWidget;

namespace llmsize::gui {

/// The figures and charts that a page shows: of each figure its id, the text that is shown and the value in base units.
Json page_json(const Page& page, const Subject& subject, const Catalog& catalog);

/// Writes a page; the path's ending chooses: .pdf, .png, .json. What went wrong in one sentence, empty if nothing did.
QString write_page(QWidget& content, const Session& session, const QString& path);

/// Writes the report of what the pages show; the path's ending chooses: .html, .pdf, .xlsx, .md. What went wrong in one
/// sentence, empty if nothing did.
QString write_report(const Session& session, const QString& path);

}  // namespace llmsize::gui
