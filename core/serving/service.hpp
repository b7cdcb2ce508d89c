// SPDX-License-Identifier: Apache-2.0
// Services with state and external data: what is held, read and written, which tier answers it, and where the tiers of
// the nodes stop helping.
#pragma once

#include "core/serving/findings.hpp"

namespace llmsize::service {

inline constexpr std::string_view service_source =
    "Lockwood and Kartik: inference that relies on state or external data; derived: rates times bytes";

inline constexpr auto state = formula<"service.state", Bytes>(
    {.symbol = "M_ses",
     .title = "State of a session",
     .why = "What a turn needs of its session: as it is said, else keys and values of its prompt and output.",
     .source = service_source},
    [](const auto& x) { return otherwise(serving::session_state(x), model::kv_bytes_per_sequence(x)); });

inline constexpr auto state_held = formula<"service.state_held", Bytes>(
    {.symbol = "M_held",
     .title = "State of all sessions",
     .why = "Sessions that are alive times the state of one.",
     .source = service_source},
    [](const auto& x) { return serving::sessions(x) * state(x); });

inline constexpr auto local_room = formula<"service.local_room", Bytes>(
    {.symbol = "M_loc",
     .title = "Room on the nodes' drives",
     .why = "Local NVMe of all nodes, for states and for what is fetched.",
     .source = "derived: nodes times their drives"},
    [](const auto& x) { return cluster::nodes(x) * node::nvme_capacity(x); });

inline constexpr auto local_share = formula<"service.local_share", Count>(
    {.symbol = "h_loc",
     .title = "Turns whose state is on the nodes",
     .why = "The part of all states that the nodes' drives hold; a turn goes where its state is.",
     .source = service_source,
     .assumes = "requests are sent to the node that has their state",
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto held = smaller(1.0, local_room(x) / larger(1.0 * byte, state_held(x)));
      return choose(less(0.0, serving::sessions(x)), held, 1.0);
    });

inline constexpr auto fetch_share = formula<"service.fetch_share", Count>(
    {.symbol = "h_fet",
     .title = "Fetches that the nodes answer",
     .why = "The part of the corpus that the rest of a node's drives holds, raised by skew: what is popular is kept.",
     .source = "Breslau et al. 1999: Zipf-like popularity; a cache of a share f answers f^(1 − s)",
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto rest = larger(0.0 * byte, node::nvme_capacity(x) - state_held(x) / cluster::nodes(x));
      const auto held = smaller(1.0, rest / larger(1.0 * byte, serving::table_bytes(x)));
      const auto answered = choose(less(0.0, held), power(larger(1e-12, held), 1.0 - serving::fetch_skew(x)), 0.0);
      return choose(less(0.0, serving::fetches(x)), answered, 1.0);
    });

/// Whether sessions or fetches are said.
template <class Case>
auto has_sessions(const Case& x) {
  return less(0.0, serving::sessions(x));
}

inline constexpr auto state_read = formula<"service.state_read", Bandwidth>(
    {.symbol = "R_ses",
     .title = "Reading of states",
     .why = "Every turn reads the state of its session.",
     .source = service_source},
    [](const auto& x) {
      return choose(has_sessions(x), serving::requests_per_second(x) * state(x), 0.0 * byte / second);
    });
inline constexpr auto state_written = formula<"service.state_written", Bandwidth>(
    {.symbol = "Q_ses",
     .title = "Writing of states",
     .why = "Every turn writes what it adds.",
     .source = service_source},
    [](const auto& x) { return choose(has_sessions(x), serving::kv_write_rate(x), 0.0 * byte / second); });
inline constexpr auto fetched = formula<"service.fetched", Bandwidth>(
    {.symbol = "R_fet",
     .title = "Fetching of external data",
     .why = "Requests per second times what each fetches.",
     .source = service_source},
    [](const auto& x) {
      const auto each = serving::fetches(x) * serving::fetch_bytes(x);
      return choose(less(0.0, serving::fetches(x)), serving::requests_per_second(x) * each, 0.0 * byte / second);
    });

inline constexpr auto shared_read = formula<"service.shared_read", Bandwidth>(
    {.symbol = "R_sha",
     .title = "Read from shared storage",
     .why = "States and fetches that the nodes do not answer.",
     .source = service_source},
    [](const auto& x) { return (1.0 - local_share(x)) * state_read(x) + (1.0 - fetch_share(x)) * fetched(x); });
inline constexpr auto shared_iops = formula<"service.shared_iops", PerSecond>(
    {.symbol = "I_sha",
     .title = "Reads per second of shared storage",
     .why = "One for each state and each fetch that the nodes do not answer.",
     .source = service_source},
    [](const auto& x) {
      const auto states = choose(has_sessions(x), 1.0 - local_share(x), 0.0);
      return serving::requests_per_second(x) * (states + serving::fetches(x) * (1.0 - fetch_share(x)));
    });

inline constexpr auto nodes_enough = formula<"service.nodes_enough", Count>(
    {.symbol = "N_loc",
     .title = "Nodes whose drives hold all states",
     .why =
         "With fewer, turns wait for shared storage; with more, drives gain nothing. None where nodes have no drives.",
     .source = "derived: states over the drives of a node",
     .whole = true},
    [](const auto& x) {
      const auto room = node::nvme_capacity(x);
      const auto needed = ceil(state_held(x) / larger(1.0 * byte, room));
      return choose(less(0.0 * byte, room), needed, 0.0);
    });

inline constexpr auto added_time = formula<"service.added_time", Seconds>(
    {.symbol = "t_ext",
     .title = "Time added to the first token",
     .why = "The state from where it rests, and fetches one after the other.",
     .source = service_source},
    [](const auto& x) {
      const auto each = state(x) / (layout::tensor(x) * layout::pipeline(x));
      const auto far = 1.0 - local_share(x);
      const auto local =
          choose(less(far, 1.0), (1.0 - far) * tier::reading_time(code(Tier::nvme), each, x), 0.0 * second);
      const auto shared = choose(less(0.0, far), far * tier::reading_time(code(Tier::shared), each, x), 0.0 * second);
      const auto states = choose(has_sessions(x), local + shared, 0.0 * second);
      return states + serving::fetches(x) * (1.0 - fetch_share(x)) * serving::fetch_latency(x);
    });

inline constexpr auto formulas = std::tie(
    state, state_held, local_room, local_share, fetch_share, state_read, state_written, fetched, shared_read,
    shared_iops, nodes_enough, added_time);

inline constexpr auto breaks_hierarchy = finding<"serving.state_breaks_hierarchy">(
    {.severity = Severity::warning,
     .sentence = "Sessions hold {service.state_held}, the nodes' drives {service.local_room}: a share of "
                 "{service.local_share} of the turns finds its state there, shared storage has to deliver "
                 "{service.shared_read}. {service.nodes_enough} nodes would hold all.",
     .remedy = "More nodes, smaller states, or shared storage for the whole rate: tiers of the nodes "
               "relieve it only of what they hold.",
     .brief = "states outgrow the nodes"},
    [](const auto& x) { return serving::judged_here(x, choose(has_sessions(x), local_share(x) - 0.9, 0.0)); });
inline constexpr auto findings = std::tie(breaks_hierarchy);

}  // namespace llmsize::service
