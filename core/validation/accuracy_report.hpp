// SPDX-License-Identifier: Apache-2.0
// How far predictions are from measurements, as data, as tables for a terminal, as a page of the documentation with its
// picture.
#pragma once

#include "core/calibration/accuracy.hpp"
#include "core/calibration/typical.hpp"
#include "core/tables/rows.hpp"
#include "core/validation/distance_report.hpp"
#include "core/validation/plans_report.hpp"
#include "core/validation/storage_report.hpp"
#include "core/validation/totals_report.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// What was compared.
struct AccuracyReport {
  std::vector<Measurement> rows;
  std::vector<Prediction> predicted;  ///< by the stacks of the catalog
  std::vector<Prediction>
      left_out;  ///< by fits that have not seen the row's model at its precision; empty where that was not asked for
  std::vector<Prediction> other_source;     ///< by fits that have not seen the row's source
  std::vector<Prediction> null;             ///< by a constant utilisation, the same rows left out
  std::vector<Prediction> generic;          ///< by one set of values for all software, the row's family left out
  std::vector<Prediction> one_run;          ///< by the stack calibrated with another run of the series
  std::vector<Measurement> hidden_rows;     ///< the same rows, their stack not told
  std::vector<Prediction> hidden;           ///< times of those
  std::vector<Prediction> hidden_left_out;  ///< the same by fits that have not seen the row's model at its precision
  std::vector<Prediction> unseen;           ///< by what is known of all other accelerators
  std::vector<LeftOut> by_distance;         ///< rows unlike those behind their prediction
  std::vector<TypicalFit> typical;          ///< where nobody names the stack, by accelerator
  PlansReport plans;                        ///< the same configurations planned; empty where nobody asks
  TotalsReport totals;                      ///< whole trainings; empty where nobody asks
  StorageReport storage;                    ///< numbers of storage; empty where nobody asks
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
