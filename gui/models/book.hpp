// SPDX-License-Identifier: GPL-3.0-or-later
// Where the book of guides and formulas is on this computer.
#pragma once

#include <QString>

namespace llmsize::gui {

/// The first page of the book for the app in a folder: of its package or tarball, of the tree that it was built in, of
/// the system; else the README of that tree. Empty where there is none.
QString find_book(const QString& program_folder);

}  // namespace llmsize::gui
