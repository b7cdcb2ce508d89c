// SPDX-License-Identifier: Apache-2.0
// Services with state and external data: what is held, read and written, which tier answers it, and where the tiers of
// the nodes stop helping.
#pragma once

#include "core/serving/findings.hpp"

namespace llmsize::service {

inline constexpr std::string_view service_source =
    "Lockwood and Kartik: inference with session state or external data; derived: rates × bytes";

inline constexpr auto state = formula<"service.state", Bytes>(
    {.symbol = "M_ses",
     .title = "State per session",
     .why = "The session state if set, otherwise the KV cache of the prompt and output.",
     .source = service_source},
    [](const auto& x) { return otherwise(serving::session_state(x), model::kv_bytes_per_sequence(x)); });

inline constexpr auto state_held = formula<"service.state_held", Bytes>(
    {.symbol = "M_held",
     .title = "Total session state",
     .why = "Active sessions × state per session.",
     .source = service_source},
    [](const auto& x) { return serving::sessions(x) * state(x); });

inline constexpr auto local_room = formula<"service.local_room", Bytes>(
    {.symbol = "M_loc",
     .title = "Local NVMe capacity (all nodes)",
     .why = "NVMe capacity of all nodes, for session state and fetched data.",
     .source = "derived: nodes × NVMe capacity per node"},
    [](const auto& x) { return cluster::nodes(x) * node::nvme_capacity(x); });

inline constexpr auto local_share = formula<"service.local_share", Count>(
    {.symbol = "h_loc",
     .title = "Session-state hit rate on local NVMe",
     .why = "Fraction of the session state that fits on local NVMe. The router sends a turn to the node that holds its "
            "state.",
     .source = service_source,
     .assumes = "session-aware routing",
     .unit = Unit::ratio},
    [](const auto& x) {
      const auto held = smaller(1.0, local_room(x) / larger(1.0 * byte, state_held(x)));
      return choose(less(0.0, serving::sessions(x)), held, 1.0);
    });

inline constexpr auto fetch_share = formula<"service.fetch_share", Count>(
    {.symbol = "h_fet",
     .title = "Fetch hit rate on local NVMe",
     .why = "Fraction of the corpus that fits on the remaining NVMe, raised by popularity skew, because popular items "
            "stay cached.",
     .source = "Breslau et al. 1999: Zipf-like popularity; hit rate f^(1 − s) for a cached fraction f",
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
     .title = "Session-state read bandwidth",
     .why = "Every turn reads the state of its session.",
     .source = service_source},
    [](const auto& x) {
      return choose(has_sessions(x), serving::requests_per_second(x) * state(x), 0.0 * byte / second);
    });
inline constexpr auto state_written = formula<"service.state_written", Bandwidth>(
    {.symbol = "Q_ses",
     .title = "Session-state write bandwidth",
     .why = "Every turn writes its new state.",
     .source = service_source},
    [](const auto& x) { return choose(has_sessions(x), serving::kv_write_rate(x), 0.0 * byte / second); });
inline constexpr auto fetched = formula<"service.fetched", Bandwidth>(
    {.symbol = "R_fet",
     .title = "External data bandwidth",
     .why = "Requests per second × bytes fetched per request.",
     .source = service_source},
    [](const auto& x) {
      const auto each = serving::fetches(x) * serving::fetch_bytes(x);
      return choose(less(0.0, serving::fetches(x)), serving::requests_per_second(x) * each, 0.0 * byte / second);
    });

inline constexpr auto shared_read = formula<"service.shared_read", Bandwidth>(
    {.symbol = "R_sha",
     .title = "Service read bandwidth from shared storage",
     .why = "Session state and fetches that miss local NVMe.",
     .source = service_source},
    [](const auto& x) { return (1.0 - local_share(x)) * state_read(x) + (1.0 - fetch_share(x)) * fetched(x); });
inline constexpr auto shared_iops = formula<"service.shared_iops", PerSecond>(
    {.symbol = "I_sha",
     .title = "Shared storage read IOPS",
     .why = "One read per session state and per fetch that misses local NVMe.",
     .source = service_source,
     .unit = Unit::iops},
    [](const auto& x) {
      const auto states = choose(has_sessions(x), 1.0 - local_share(x), 0.0);
      return serving::requests_per_second(x) * (states + serving::fetches(x) * (1.0 - fetch_share(x)));
    });

inline constexpr auto nodes_enough = formula<"service.nodes_enough", Count>(
    {.symbol = "N_loc",
     .title = "Nodes to hold all session state",
     .why = "With fewer nodes, some turns read shared storage. More nodes add no hits. Zero if nodes have no NVMe.",
     .source = "derived: session state over NVMe capacity per node",
     .whole = true},
    [](const auto& x) {
      const auto room = node::nvme_capacity(x);
      const auto needed = ceil(state_held(x) / larger(1.0 * byte, room));
      return choose(less(0.0 * byte, room), needed, 0.0);
    });

inline constexpr auto added_time = formula<"service.added_time", Seconds>(
    {.symbol = "t_ext",
     .title = "TTFT added by state and fetches",
     .why = "Time to load the session state from its tier, plus the fetches in sequence.",
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
     .sentence = "Session state of {service.state_held} exceeds the local NVMe capacity of {service.local_room}. Local "
                 "NVMe serves a fraction of {service.local_share} of the turns, and shared storage delivers "
                 "{service.shared_read}. {service.nodes_enough} nodes hold all session state.",
     .remedy = "Add nodes, reduce the state per session, or size shared storage for that read bandwidth.",
     .brief = "session state exceeds local NVMe",
     .check = "Session state"},
    [](const auto& x) { return serving::judged_here(x, choose(has_sessions(x), local_share(x) - 0.9, 0.0)); });
inline constexpr auto findings = std::tie(breaks_hierarchy);

}  // namespace llmsize::service
