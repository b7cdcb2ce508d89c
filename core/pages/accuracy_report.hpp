// SPDX-License-Identifier: Apache-2.0
// How far predictions are from measurements, as data, as tables for a terminal, as a page of the documentation with its
// picture.
#pragma once

#include "core/calibration/accuracy.hpp"
#include "core/pages/plans_report.hpp"
#include "core/pages/totals_report.hpp"
#include "core/tables/rows.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// What was compared.
struct AccuracyReport {
  std::vector<Measurement> rows;
  std::vector<Prediction> predicted;  ///< by the stacks of the catalog
  std::vector<Prediction>
      left_out;                     ///< by fits that have not seen the row's series; empty where that was not asked for
  std::vector<Prediction> null;     ///< by a constant utilisation, the same rows left out
  std::vector<Prediction> generic;  ///< by one set of values for all software, the row's family left out
  PlansReport plans;                ///< the same configurations planned; empty where nobody asks
  TotalsReport totals;              ///< whole trainings; empty where nobody asks
};

/// The document of `validate`: `validation.*` and one row per measurement.
Json accuracy_document(const AccuracyReport& report);
/// One row per measurement and metric, in base units.
Table accuracy_rows(const AccuracyReport& report);
/// By metric, stack, accelerator and source, and why rows were not used.
std::vector<TitledTable> accuracy_tables(const AccuracyReport& report);
/// The documentation's page on accuracy; `picture` is the name of the file that shows predicted against measured.
std::string accuracy_page(const AccuracyReport& report, const std::string& picture);
/// Predicted against measured times as SVG, one colour and mark per kind of row.
std::string accuracy_picture(const AccuracyReport& report);

}  // namespace llmsize
