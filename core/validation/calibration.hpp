// SPDX-License-Identifier: Apache-2.0
// What the Calibration page is made of: the records of probes, what they become, and its charts.
#pragma once

#include "core/calibration/records.hpp"
#include "core/document/page.hpp"
#include "core/registry/registry.hpp"
#include "core/view/around.hpp"
#include "core/view/subject.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llmsize {

/// What probes told of the machines.
struct Measured {
  std::vector<ProbeRecord> records{};
  std::shared_ptr<const MergedRecords> merged{};  ///< nullptr where no record tells any input
  std::string trouble{};                          ///< why none does
};

/// Merges records as `llmsize calibrate --scenario` does; what is wrong with them ends up in `trouble`.
Measured measured_by(std::vector<ProbeRecord> records, const Catalog& catalog, const Scenario& said);

/// A remedy that changes no scenario but leaves a node's records out: the key of its change; the text is the node.
inline constexpr std::string_view leave_out_key = "records.without";

/// The page. A catalog with a calibration means that the scenario rests on it already.
Page calibration_page(const Subject& subject, const Catalog& catalog, const Measured& measured);

/// An input before and as it was measured.
struct Reading {
  InputKey key;
  std::string_view label;
  double before = absent;                 ///< without any calibration
  std::optional<FittedValue> measured{};  ///< by the records, else by the calibration in use
  std::string how{};                      ///< "slowest of 8 nodes"
  bool said = false;                      ///< the scenario says it, so that nothing measured takes its place
};

/// The page's numbers: the scenario without and with what was measured.
class Comparison {
 public:
  Comparison(const Subject& subject, const Catalog& catalog, const Measured& measured);

  const Measured& measured() const { return measured_; }
  const Around& before() const { return *before_; }
  const Around& after() const { return *after_; }
  bool applied() const { return applied_; }
  /// Whether the calibration in use is what the records tell.
  bool is_current() const { return current_; }
  /// Where the measurements were made, in words.
  const std::string& origin() const { return origin_; }

  const std::vector<Reading>& efficiencies() const { return efficiencies_; }
  const std::vector<Reading>& rates() const { return rates_; }
  const Reading* find(InputKey key) const;
  /// The value that is measured, else the one before, explained with it in place.
  Source source(const Reading& reading) const;

 private:
  Reading reading(InputKey key, std::string_view label) const;

  const Measured& measured_;
  Catalog bare_, calibrated_;
  std::optional<Around> before_, after_;
  bool applied_ = false, current_ = false;
  std::string origin_;
  std::vector<Reading> efficiencies_, rates_;
};

/// What one node told beside the others: values of the inputs that all wait for, by key.
struct NodeReading {
  std::string node;
  std::vector<MeasuredInput> inputs;
  double behind = 0;  ///< how far it is behind the median at its worst input, as a fraction
  bool slow = false;
};
std::vector<NodeReading> node_readings(const Measured& measured, const Catalog& catalog, const Scenario& said);

std::vector<Chart> saturation_charts(const Measured& measured);
Chart efficiencies_chart(const Comparison& comparison);
Chart rates_chart(const Comparison& comparison);
Chart nodes_compared_chart(const std::vector<NodeReading>& nodes, const Measured& measured);
/// A view beside those of `saturation_charts`.
Chart latencies_chart(const Measured& measured);
/// Predicted against published times, as the catalog has them.
Chart parity_chart(const Catalog& catalog);

/// A value of an input: shares as "0.65", whatever their own unit; "7.75 GB/s".
std::string shown_value(std::string_view key, double value);
/// "16-bit GEMM" of "accelerator.sustained_16"; the input's label where the page has no shorter word.
std::string measured_label(std::string_view key);
/// "local read" of "nvme.read", "shared random write" of "fs.random_write"; empty for what is no storage.
std::string storage_label(std::string_view probe);
/// "gpu-01, gpu-02 and 6 more".
std::string some_of(const std::vector<std::string>& names, std::size_t most = 3);

}  // namespace llmsize
