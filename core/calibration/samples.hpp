// SPDX-License-Identifier: Apache-2.0
// What one node told of one input.
#pragma once

#include "core/calibration/records.hpp"
#include "core/scenario/case.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace llmsize::merging {

/// A value of one node, in the unit of the input.
struct Sample {
  std::string node;
  double value;
  double spread = 0;  ///< relative standard deviation between repeats, and between passes
  std::string gpu{};
  std::set<std::string> flags{};
};

/// How the values of nodes become one.
enum class Rule {
  slowest,    ///< all wait for the slowest: the smallest rate
  longest,    ///< the same of times
  median,     ///< each node works for itself
  aggregate,  ///< of all at once already
};

/// All that was told of one input.
struct Evidence {
  Rule rule;
  std::vector<Sample> samples{};
};

/// What is collected over all records, and what the measurements are compared with.
struct Collection {
  std::map<std::string, Evidence> inputs{};  ///< by key
  std::set<Note> notes{};
  Case sheet{};     ///< data sheet of the machine that was measured
  double gpus = 0;  ///< of a node; 0: not known

  double known(InputKey key) const;  ///< of the data sheet; NaN where it does not tell
  void add(const std::string& key, Rule rule, Sample sample) {
    inputs.try_emplace(key, Evidence{rule}).first->second.samples.push_back(std::move(sample));
  }
  void note(Note note) { notes.insert(std::move(note)); }
};

/// A record and what to call its node.
struct NodeRecord {
  std::string node;
  const ProbeRecord* record;
};

/// Relative spread of repeats: a robust standard deviation over the median. A value that was not repeated may be off by
/// so much.
double spread_of(const std::vector<double>& raw);
inline constexpr double unrepeated = 0.05;

double parameter(const ProbeResult& result, const char* name, double otherwise);
std::string word_parameter(const ProbeResult& result, const char* name);
bool is_flagged(const std::vector<std::string>& flags, std::string_view flag);

/// GPUs, their links and the fabric between them; memory of the host.
void collect_machine(Collection& collection, const std::vector<NodeRecord>& records);
/// Local drives and shared storage.
void collect_storage(Collection& collection, const std::vector<NodeRecord>& records);

/// The value of all nodes by the rule, for as many as are planned.
MeasuredInput merge_input(const std::string& key, const Evidence& evidence, double planned);
/// Adds the nodes that are slower than the others by more than chance.
void add_stragglers(std::vector<Straggler>& stragglers, const std::string& key, const Evidence& evidence);

}  // namespace llmsize::merging
