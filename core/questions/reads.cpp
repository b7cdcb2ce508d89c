// SPDX-License-Identifier: Apache-2.0
// Reads off the traces of a case that holds nothing which inputs the results of a question are made of.
#include "core/questions/reads.hpp"

#include "core/answer/answer.hpp"
#include "core/inputs/list.hpp"

#include <algorithm>
#include <bitset>
#include <unordered_set>

namespace llmsize {
namespace {

/// The inputs behind derivations. Arms that no case of the question takes are left out.
class Reads {
 public:
  void add(const Node& node) {
    if (!seen_.insert(&node).second || node.kind == Node::Kind::argument) return;
    if (node.input) inputs_.set(InputKey::find(node.input->key)->slot());
    for (const NodePtr& part : node.parts)
      if (counts(node, part)) add(*part);
  }
  bool holds(InputKey key) const { return inputs_[key.slot()]; }

 private:
  static bool counts(const Node& node, const NodePtr& part) {
    const auto& parts = node.parts;
    if (node.kind == Node::Kind::choose && !is_absent(parts[0]->value))
      return part == parts[0] || part == parts[parts[0]->value != 0 ? 1 : 2];
    const auto is_zero = [](const NodePtr& factor) { return factor->value == 0; };
    return node.kind != Node::Kind::multiply || is_zero(part) || std::none_of(parts.begin(), parts.end(), is_zero);
  }

  std::unordered_set<const Node*> seen_;
  std::bitset<input_count> inputs_;
};

/// Whether one of its words sets an input that is read.
bool is_read(const Choice& choice, const Reads& reads) {
  return std::any_of(choice.options.begin(), choice.options.end(), [&](const Option& option) {
    return std::any_of(option.settings.begin(), option.settings.end(), [&](const Setting& setting) {
      return setting.key && reads.holds(*setting.key);
    });
  });
}

/// Whether a choice says what the question is about.
bool is_of_what_is_asked(std::string_view key, const QuestionKind& kind) {
  return key == "workload.mode" || (key == "cluster.unit" && kind.trains != true);
}

/// Whether a plan may be held to a budget of it.
bool is_of_budget(std::string_view key, const QuestionKind& kind) {
  return key.starts_with("economics.") && kind.trains == true;
}

/// What the planner of services reads, and what a day tells of them: no formula does.
constexpr std::string_view of_services[] = {"serving.disaggregation", "serving.speculation",
                                            "traffic.batch_job",      "traffic.batch_deadline",
                                            "traffic.batch_yield",    "economics.on_demand_ratio"};
bool is_of_service(std::string_view key, const QuestionKind& kind) {
  return kind.trains == false &&
         std::find(std::begin(of_services), std::end(of_services), key) != std::end(of_services);
}

Reads reads_of(const QuestionKind& kind) {
  Values values;
  if (kind.trains) values.give("workload.trains", *kind.trains ? 1 : 0);
  const Tracing tracing(values, Tracing::Bodies::once);
  std::vector<const ResultRow*> rows = rows_of_rooms(kind.rooms);
  for (const ResultKey key : kind.more) rows.push_back(&result_row(key));
  Reads reads;
  for (const ResultRow* row : rows) reads.add(*row->derivation(tracing));
  return reads;
}

}  // namespace

bool is_of_planner(std::string_view key) {
  return key.starts_with("goal.") || key == "workload.batch_flex" || key == "memory.margin" || key == "layout.search";
}

std::vector<std::string_view> keys_read(const QuestionKind& kind) {
  const Reads reads = reads_of(kind);
  std::vector<std::string_view> keys;
  for (const Reference* reference : references()) keys.push_back(reference->key);
  for (const Choice* choice : choices())
    if (is_read(*choice, reads) || is_of_planner(choice->key) || is_of_what_is_asked(choice->key, kind) ||
        is_of_service(choice->key, kind))
      keys.push_back(choice->key);
  for (const InputAbout* input : numeric_inputs())
    if (reads.holds(*InputKey::find(input->key)) || is_of_planner(input->key) || is_of_budget(input->key, kind) ||
        is_of_service(input->key, kind))
      keys.push_back(input->key);
  if (kind.trains == false) std::erase(keys, "goal.deadline");  // a service has none
  return keys;
}

}  // namespace llmsize
