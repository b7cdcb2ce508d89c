// SPDX-License-Identifier: Apache-2.0
// What a machine takes: one list for page, report, workbook and app.
#pragma once

#include "core/formula/id.hpp"
#include "core/scenario/case.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// What a row of an order is for, in the order in which they stand.
enum class OrderRole : std::uint8_t { nodes, network, management, storage, storage_need, room, price };
/// The heading over its rows: "Network".
std::string_view title(OrderRole role);

/// The racks that a thing is mounted in.
enum class RackKind : std::uint8_t { compute, network, storage };
/// How it is mounted there.
struct Mounting {
  RackKind rack;
  std::string_view name;                 ///< one of it in few words: "leaf switch"
  double usual_units = absent;           ///< where its height is not known
  std::optional<ResultKey> only_with{};  ///< in no rack where this is not known: a fabric whose spines do not connect
};

/// One thing of an order. Its numbers are ids: a terminal writes their text, a workbook their formula.
struct OrderRow {
  OrderRole role;
  std::string item;                 ///< an entry of the catalog, or words: "NVIDIA DGX H100"
  std::optional<NumberId> count{};  ///< how many, or how much
  std::string_view unit{};          ///< one of what is counted: "node"; empty where the count has a unit of its own
  std::optional<NumberId> spare{};  ///< of the count
  std::optional<NumberId> power{};  ///< of one
  std::optional<NumberId> rack_units{};   ///< of one
  std::optional<InputKey> unit_price{};   ///< of one
  std::optional<NumberId> price{};        ///< of all where that is a number of its own; else count times unit price
  std::optional<NumberId> held{};         ///< of a need: how many the order holds
  std::optional<Mounting> mounting{};     ///< of what takes rack units
  bool only_priced = false;               ///< nothing without a unit price
  std::vector<std::string_view> notes{};  ///< ids in braces stand for numbers; left out where one is not known
};

/// The order of a case: nodes, switches with cables and transceivers, management, shared storage where some is named,
/// with what it is needed for, racks and power, prices. A row whose number is not known is there, too: it may come to
/// be known in a workbook.
std::vector<OrderRow> order_of(const Case& plan);

/// Every number that a row names.
std::vector<NumberId> numbers_of(const OrderRow& row);

/// A number of the case that an order is of, base units; absent where it is not known.
using NumberOf = std::function<double(NumberId)>;
/// What a row costs; absent where it has no price.
double price_of(const OrderRow& row, const NumberOf& number);

/// What is said of a need.
inline constexpr std::string_view more_than_ordered = "more than ordered", as_ordered = "covered";
/// Which of both; empty where the row is no need, or where it is not known.
std::string_view against_order(const OrderRow& row, const NumberOf& number);

}  // namespace llmsize
