// SPDX-License-Identifier: Apache-2.0
// Ends a workbook of libxlsxwriter.
#pragma once

struct lxw_workbook;

namespace llmsize {

/// Writes a workbook into its file and frees it. The library's own messages on standard error are left out. Throws
/// BadInput: file, with the reason.
void close_workbook(lxw_workbook* book);
/// Frees it, whatever becomes of its file.
void drop_workbook(lxw_workbook* book);

}  // namespace llmsize
