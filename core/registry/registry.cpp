// SPDX-License-Identifier: Apache-2.0
// Joins the rooms' rows and checks at compile time that ids are unique and formulas documented.
#include "core/registry/registry.hpp"

#include "core/registry/dependents.hpp"

#include "core/inputs/former.hpp"

#include "core/files/bad_input.hpp"
#include "core/registry/formulas.hpp"
#include "core/registry/rooms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace llmsize {
namespace {

/// Hands the formulas of each room to `visit`. They are never joined into one tuple: its length would cost minutes.
template <class Visit>
constexpr void for_each_room(Visit visit) {
  visit(model::formulas);
  visit(training::formulas);
  visit(memory::formulas);
  visit(capacity::formulas);
  visit(serving::formulas);
  visit(offload::formulas);
  visit(checkpoint::formulas);
  visit(ingest::formulas);
  visit(load::formulas);
  visit(project::formulas);
  visit(latency::formulas);
  visit(wear::formulas);
  visit(fabric::formulas);
  visit(bom::formulas);
  visit(powers::formulas);
  visit(storage::need_formulas);
  visit(economics::formulas);
  visit(scaling::formulas);
  visit(trend::formulas);
  visit(planning::formulas);
}

consteval std::size_t count_formulas() {
  std::size_t count = 0;
  for_each_room([&](const auto& room) { count += std::tuple_size_v<std::decay_t<decltype(room)>>; });
  return count;
}
static_assert(count_formulas() == result_count, "a formula is declared and in no room's list, or in two");

consteval auto list_formulas() {
  std::array<const About*, count_formulas()> all{};
  std::size_t place = 0;
  for_each_room([&](const auto& room) {
    std::apply([&](const auto&... formula) { ((all[place++] = &formula.about), ...); }, room);
  });
  return all;
}
constexpr auto abouts = list_formulas();
static_assert(
    std::tuple_size_v<std::decay_t<decltype(serving::functions)>> +
            std::tuple_size_v<std::decay_t<decltype(checkpoint::functions)>> ==
        function_count,
    "a function is declared and in no room's list");

consteval bool ids_are_unique() {
  std::array<std::string_view, abouts.size()> ids;
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = abouts[i]->id;
  std::sort(ids.begin(), ids.end());
  return std::adjacent_find(ids.begin(), ids.end()) == ids.end();
}
static_assert(ids_are_unique(), "two formulas share an id");

consteval bool formulas_are_documented() {
  for (const About* about : abouts)
    if (about->symbol.empty() || about->title.empty() || about->why.empty() || about->source.empty()) return false;
  return true;
}
static_assert(formulas_are_documented(), "a formula lacks its symbol, title, explanation or source");

std::array<Room, 11> rooms() {
  return {model_room(),   training_room(), memory_room(), tiers_room(),   serving_room(),  offload_room(),
          storage_room(), data_room(),     fabric_room(), machine_room(), economics_room()};
}

template <class Row>
std::vector<Row> joined(std::span<const Row> Room::*part) {
  std::vector<Row> all;
  for (const Room& room : rooms()) all.insert(all.end(), (room.*part).begin(), (room.*part).end());
  return all;
}

/// The functions by slot.
std::array<const FunctionRow*, function_count> functions_by_slot() {
  std::array<const FunctionRow*, function_count> rows{};
  for (const FunctionRow& row : functions()) rows[row.key.slot()] = &row;
  return rows;
}

/// The rows by slot.
std::array<const ResultRow*, result_count> by_slot() {
  std::array<const ResultRow*, result_count> rows{};
  for (const ResultRow& row : results()) rows[row.key.slot()] = &row;
  return rows;
}

/// Which inputs a derivation reads, with every node visited once. What a function is called at stands beside its body,
/// what an input that is given would follow from does not.
using InputSet = std::bitset<input_count>;
const InputSet& inputs_of(const Node& node, const InputSet& given, std::unordered_map<const Node*, InputSet>& seen) {
  if (const auto found = seen.find(&node); found != seen.end()) return found->second;
  InputSet set;
  if (node.input) set.set(InputKey::find(node.input->key)->slot());
  if (node.kind != Node::Kind::argument && (set & given).none())
    for (const NodePtr& part : node.parts) set |= inputs_of(*part, given, seen);
  return seen.emplace(&node, set).first->second;
}

Dependents read_dependents(const InputSet& given) {
  const Values empty;
  const Tracing tracing(empty, Tracing::Bodies::once);
  std::unordered_map<const Node*, InputSet> seen;
  std::vector<NodePtr> kept;
  Dependents dependents;
  for (const ResultRow& row : results()) {
    kept.push_back(row.derivation(tracing));
    const InputSet& read = inputs_of(*kept.back(), given, seen);
    for (std::size_t slot = 0; slot < input_count; ++slot)
      if (read[slot]) dependents[slot].set(row.key.slot());
  }
  return dependents;
}

}  // namespace

std::span<const ResultRow> results() {
  static const auto all = joined<ResultRow>(&Room::results);
  return all;
}

std::span<const FindingRow> findings() {
  static const auto all = joined<FindingRow>(&Room::findings);
  return all;
}

std::span<const FunctionRow> functions() {
  static const auto all = joined<FunctionRow>(&Room::functions);
  return all;
}

const FunctionRow& function_row(FunctionKey key) {
  static const auto rows = functions_by_slot();
  return *rows[key.slot()];
}

const ResultRow& result_row(ResultKey key) {
  static const auto rows = by_slot();
  return *rows[key.slot()];
}

Unit unit_of(NumberId name) {
  return name.result() ? result_row(*name.result()).about->unit : input_row(*name.input()).about->unit;
}

std::string pretty(double value, NumberId name) {
  return name.result() ? pretty(value, *result_row(*name.result()).about)
                       : pretty(value, *input_row(*name.input()).about);
}

std::string_view word(NumberId name, double value) {
  return word(name.result() ? result_row(*name.result()).about->words : input_row(*name.input()).about->words, value);
}

std::vector<const ResultRow*> rows_of(std::initializer_list<ResultKey> keys) {
  std::vector<const ResultRow*> rows;
  for (const ResultKey key : keys) rows.push_back(&result_row(key));
  return rows;
}

const ResultRow* find_result(std::string_view id) {
  const auto key = ResultKey::find(id);
  return key ? &result_row(*key) : nullptr;
}

namespace {

/// Results of earlier versions, and what answers their question now.
struct Successor {
  std::string_view gone;
  ResultKey now;
};
constexpr Successor successors[] = {
    {"capacity.nodes", "planning.nodes"},
    {"capacity.nodes_deadline", "planning.nodes"},
    {"reliability.wall_time", "training.calendar_time"},
    {"serving.batch_alone", "serving.running_batch"},
    {"serving.batch_between", "serving.rate_at_limit"},
    {"serving.batch_downwards", "serving.running_batch"},
    {"serving.batch_improved", "serving.running_batch"},
    {"serving.batch_nearer", "serving.rate_at_limit"},
    {"serving.batch_reached", "serving.running_batch"},
    {"serving.batch_work", "serving.prefill_work"},
    {"serving.chunks", "serving.ttft"},
    {"serving.first_batch", "serving.rate_at_limit"},
    {"serving.first_batch_1", "serving.rate_at_limit"},
    {"serving.first_batch_2", "serving.rate_at_limit"},
    {"serving.first_batch_3", "serving.rate_at_limit"},
    {"serving.first_batch_4", "serving.rate_at_limit"},
    {"serving.first_batch_5", "serving.rate_at_limit"},
    {"serving.full_prefill_work", "serving.capacity"},
    {"serving.full_token_time", "serving.capacity"},
    {"serving.limit_batch", "serving.rate_at_limit"},
    {"serving.limit_prefill_work", "serving.rate_at_limit"},
    {"serving.limit_token_time", "serving.rate_at_limit"},
    {"serving.prompt_products", "serving.prefill_work"},
    {"serving.queue_time", "serving.ttft"},
    {"serving.service_time", "serving.ttft"}};

}  // namespace

bool is_gone(std::string_view id) {
  return std::any_of(std::begin(successors), std::end(successors), [&](const auto& each) { return each.gone == id; });
}

void refuse_result(std::string_view id, std::string_view place, BadInput::Kind kind) {
  const std::string before = place.empty() ? std::string{} : fmt::format("{}: ", place);
  for (const auto& [gone, now] : successors)
    if (id == gone)
      throw BadInput(kind, fmt::format("{}'{}' was removed", before, gone), fmt::format("use {}", now.text()));
  throw BadInput(kind, fmt::format("{}unknown result {}", before, in_quotes(id)), nearest_id(id, result_ids()));
}

const Dependents& dependents() {
  static const Dependents all = read_dependents({});
  return all;
}

Dependents dependents_beside(std::span<const InputKey> given) {
  InputSet set;
  for (const InputKey key : given) set.set(key.slot());
  return read_dependents(set);
}

std::vector<std::string_view> result_ids() {
  std::vector<std::string_view> ids;
  for (const ResultRow& row : results()) ids.push_back(row.about->id);
  return ids;
}

}  // namespace llmsize
