// SPDX-License-Identifier: Apache-2.0
// What a fit becomes: a calibration that every command takes, or a software stack of the catalog.
#pragma once

#include "core/calibration/accuracy.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// Version of the files that `calibrate` writes.
inline constexpr std::string_view calibration_schema = "llmsize.calibration/1";

/// One run beside what is predicted of it.
struct CalibratedRun {
  std::string id;
  double measured, before, after;  ///< seconds of a step: as it was, by the stack, by the calibration; absent where the
                                   ///< stack has the server overloaded
  bool contradicts = false;        ///< the calibration that serves the other runs does not serve this one
};

/// A fit with what is left unexplained as the model's error, and how many rows it rests on.
struct Calibration {
  std::string software;  ///< id of the stack it starts from
  StackFit values;       ///< by key, `software.model_error` among them
  std::size_t rows = 0;
  std::string origin;                 ///< "fitted to 16 rows of FILE"
  std::vector<CalibratedRun> runs{};  ///< that it was fitted to; none for a stack of the catalog
  std::optional<FittedTo> fitted{};   ///< of a stack of the catalog: what its rows are of
  double width_before = 0,
         width_after = 0;  ///< the middle P90 over P10 of what is predicted of them; 0 where nobody looked
};

/// Fits one stack to all rows that have a time, the factor on all of it first. Throws BadInput: data, where none has.
Calibration calibrate(
    const std::vector<Measurement>& rows, const Catalog& catalog, const std::string& base, const std::string& source);

/// Times of every accelerator's runs by the one set of values that serves all others best, with the range that a stack
/// nobody measured has: what to expect of an accelerator before its first run is published.
std::vector<Prediction> unseen_accelerator_times(const std::vector<Measurement>& rows, const Catalog& catalog);

/// Times of the runs of every series, predicted by a calibration that has seen one of them, the middle one, and its
/// stack: what one's own first run is worth. Series of one run tell nothing.
std::vector<Prediction> one_run_times(const std::vector<Measurement>& rows, const Catalog& catalog);

/// Fits that `calibrate_stacks` makes: so far does its progress count.
inline constexpr std::size_t calibration_steps = 30;

/// Fits all stacks of the catalog together. The model's error is as wide as left-out rows ask for.
std::vector<Calibration> calibrate_stacks(
    const std::vector<Measurement>& rows, const Catalog& catalog, const std::string& source,
    const std::function<void(std::size_t)>& progress = {});

/// The file of a calibration: per value median, p10, p90, n and origin.
Json write_calibration(const Calibration& calibration);
/// Whether a measured value holds for the GPU alone that it was measured on, and not for the node, its network or
/// storage.
bool is_of_accelerator(std::string_view key);

/// The values of such a file as facts, for `Catalog::calibrate`. Throws BadInput: data, also where it sets what nobody
/// measures, or a value that cannot be.
std::vector<Fact> read_calibration(const Json& json, const std::string& source);

/// A stack of the catalog with the values of a calibration in place of its own.
Entry as_stack(Entry stack, const Calibration& calibration);

}  // namespace llmsize
