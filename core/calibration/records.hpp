// SPDX-License-Identifier: Apache-2.0
// Records of many nodes become inputs: each from what was measured of it, with a spread, by the rule that suits it.
#pragma once

#include "core/calibration/calibration.hpp"
#include "core/record/record.hpp"
#include "core/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// An input as it was measured.
struct MeasuredInput {
  std::string key;
  FittedValue fitted;     ///< base units, relative standard deviation
  std::size_t nodes = 0;  ///< that told it
  std::string rule;  ///< "slowest of 8 nodes", "median of 8 nodes", "slowest expected of 64 nodes", "4 clients at once"
  std::vector<std::string> flags{};  ///< "extrapolated", "burst", "alone", "retrograde", "one-thread-saturates"
};

/// A node that is slower than the others at something.
struct Straggler {
  std::string node, key;  ///< the input that it is slow at
  double value, median;   ///< its own and that of all nodes, base units
  std::string gpu{};      ///< number of its slowest GPU, where that was told
};

/// What was measured and sets no input, and why.
struct Note {
  std::string text;
  std::string probe{};       ///< that it is about: "nvme.write"; empty where it is no probe alone
  bool of_one_node = false;  ///< that one node cannot tell how nodes differ

  Note(std::string said, std::string of = {}, bool one = false)
      : text(std::move(said)), probe(std::move(of)), of_one_node(one) {}
  Note(const char* said) : Note(std::string(said)) {}

  std::string sentence() const { return probe.empty() ? text : probe + ": " + text; }
  bool operator<(const Note& other) const { return sentence() < other.sentence(); }
};

struct MergedRecords {
  std::string accelerator;              ///< id of the catalog; empty where it is not known
  std::vector<std::string> nodes{};     ///< that told something, in alphabetical order
  std::string origin;                   ///< "measured here on gpu-01, gpu-02 and 6 more nodes, 2026-01-31"
  std::vector<MeasuredInput> inputs{};  ///< in the order of the inputs
  std::vector<Straggler> stragglers{};
  std::vector<Note> notes{};  ///< by sentence

  std::vector<std::string> slow_nodes() const;  ///< each once
};

std::vector<std::string> sentences_of(const std::vector<Note>& notes);

/// Merges records, in whatever order they come. What the scenario says of accelerator, system, nodes, appliances and
/// threads is what the measurements are compared with; `nodes` is how many are planned: as many as were launched or
/// measured where nothing is said. Throws BadInput: data, where no record tells any input.
MergedRecords merge_records(std::vector<ProbeRecord> records, const Catalog& catalog, const Scenario& said = {});

/// The records of other nodes.
std::vector<ProbeRecord> without_nodes(std::vector<ProbeRecord> records, const std::vector<std::string>& nodes);

/// The measured inputs as facts, for `Catalog::calibrate`.
std::vector<Fact> facts_of(const MergedRecords& merged);

/// The file of a calibration from records, and from step times besides where `fitted` is given: what was measured
/// itself comes first.
Json write_calibration(const MergedRecords& merged, const Calibration* fitted = nullptr);

/// Why no rate of storage rests on a result, in a few words; empty where one may. `writes`: it is a bandwidth of
/// writing.
std::string_view not_taken(const ProbeResult& result, bool writes);

}  // namespace llmsize
