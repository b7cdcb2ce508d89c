// SPDX-License-Identifier: Apache-2.0
// What an audit of published claims found, as tables and for programs.
#pragma once

#include "core/audit/audit.hpp"
#include "core/tables/data.hpp"
#include "core/tables/rows.hpp"

#include <vector>

namespace llmsize {

/// An audit with what was asked.
struct AuditReport {
  std::vector<Claim> claims;
  std::vector<Hidden> hidden;
  Audit found;
};

std::vector<TitledTable> audit_tables(const AuditReport& report);
/// "audit.claims", "audit.together" and, for each hidden input, its value in the largest set that holds.
Json audit_results(const AuditReport& report);
/// A row per claim, then one per hidden input, then one per set that holds.
Json audit_rows(const AuditReport& report);
/// The claims as columns of plain numbers.
Table audit_columns(const AuditReport& report);

}  // namespace llmsize
