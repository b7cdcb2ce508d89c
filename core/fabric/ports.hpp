// SPDX-License-Identifier: Apache-2.0
// What one leaf and one spine connect, whatever the number of nodes.
#pragma once

#include "core/inputs/fabric.hpp"

namespace llmsize::fabric {

inline constexpr std::string_view by_links = "derived: counting links";

/// Ratios are typed with a few digits, "4.714" for 33:7; counts are rounded after that.
inline constexpr double typed_digits = 1e-3;
template <class Number>
auto whole_at_most(const Number& number) {
  return floor(number + typed_digits);
}
template <class Number>
auto whole_at_least(const Number& number) {
  return ceil(number - typed_digits);
}

template <class Case>
auto is_attached(Attachment attachment, const Case& x) {
  return equal(attachment_kind(x), double(attachment));
}

inline constexpr auto most_downlinks = formula<"fabric.most_downlinks", Count>(
    {.symbol = "d_max",
     .title = "Leaf ports for nodes (max)",
     .why = "The part of a leaf's ports that its oversubscription leaves to nodes.",
     .source = by_links,
     .whole = true},
    [](const auto& x) {
      return whole_at_most(switches::ports(x) * oversubscription(x) / (1.0 + oversubscription(x)));
    });
/// Ports of a spine for leaves where core switches are above it.
template <class Case>
auto most_spine_downlinks(const Case& x) {
  return whole_at_most(switches::spine_ports(x) * spine_oversubscription(x) / (1.0 + spine_oversubscription(x)));
}
/// Nodes that a full leaf connects; absent where its ports are not enough for one.
template <class Case>
auto leaf_room(const Case& x) {
  const auto fits = choose(is_attached(Attachment::tree, x), floor(most_downlinks(x) / rails(x)), most_downlinks(x));
  return choose(less(fits, 1.0), absent, fits);
}
/// Leaves that a node has links to.
template <class Case>
auto leaves_of_node(const Case& x) {
  return choose(is_attached(Attachment::tree, x), 1.0, rails(x));
}

}  // namespace llmsize::fabric
