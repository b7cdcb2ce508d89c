// SPDX-License-Identifier: Apache-2.0
// How many appliances a job needs: the most that bandwidth, capacity or a guideline asks for.
#pragma once

#include "core/inputs/economics.hpp"
#include "core/offload/sharing.hpp"
#include "core/serving/store.hpp"
#include "core/storage/capacity.hpp"
#include "core/storage/ingest.hpp"

namespace llmsize::storage {

/// A number where the model is trained, else nothing of it.
template <class Value, class Nothing, class Case>
auto in_training(const Value& value, const Nothing& nothing, const Case& x) {
  return choose(workload::trains(x), known(value), nothing);
}

inline constexpr auto stored_data = formula<"storage.stored_data", Bytes>(
    {.symbol = "M_data",
     .title = "Datasets and other data",
     .why = "Dataset of the training, and other data with the growth of the lifetime.",
     .source = "derived: sum"},
    [](const auto& x) {
      const auto years = economics::lifetime(x) / of<Seconds>(365.25 * 86400);
      const auto today = in_training(ingest::dataset_size(x), 0.0 * byte, x) + other_data(x);
      return today * (1.0 + data_growth(x) * years);
    });
inline constexpr auto required_capacity = formula<"storage.required_capacity", Bytes>(
    {.symbol = "M_need",
     .title = "Shared storage capacity needed",
     .why = "Data, retained checkpoints and offloaded states, over the usable fraction.",
     .source = "Bekman, Machine Learning Engineering, storage: 80% is usable"},
    [](const auto& x) {
      const auto all =
          stored_data(x) + in_training(checkpoint::capacity(x), 0.0 * byte, x) + known(memory::shared_total(x));
      return all / usable_share(x);
    });
inline constexpr auto appliances_by_capacity = formula<"storage.appliances_by_capacity", Count>(
    {.symbol = "n_app,all",
     .title = "Appliances by capacity",
     .why = "Capacity needed over the capacity of one appliance.",
     .source = "derived: demand over supply of one",
     .whole = true},
    [](const auto& x) { return ceil(required_capacity(x) / llmsize::storage::capacity(x)); });
inline constexpr auto appliances_by_kv = formula<"storage.appliances_by_kv", Count>(
    {.symbol = "n_app,kv",
     .title = "Appliances by KV cache",
     .why = "KV cache read from and written to shared storage over the bandwidth of one appliance, or its capacity "
            "added to the data, whichever needs more.",
     .source = "derived: demand over supply of one",
     .whole = true},
    [](const auto& x) {
      const auto reads = serving::kv_read_rate(x) / read(x);
      const auto writes = serving::kv_write_rate(x) / write(x);
      const auto kept = required_capacity(x) + serving::kv_store_capacity(x) / usable_share(x);
      const auto room = known(ceil(kept / llmsize::storage::capacity(x)));
      return choose(is_on(serving::store_tier(x), Tier::shared), larger(ceil(reads + writes), room), 0.0);
    });
inline constexpr auto appliances_needed = formula<"storage.appliances_needed", Count>(
    {.symbol = "n_app,need",
     .title = "Appliances needed",
     .why = "The most of what checkpoints, ingest, offload, KV cache, capacity and the guideline need.",
     .source = "derived: maximum",
     .whole = true},
    [](const auto& x) {
      const auto training =
          larger(in_training(checkpoint::appliances(x), 0.0, x), in_training(ingest::appliances(x), 0.0, x));
      const auto offloaded =
          choose(less(0.0 * byte, known(memory::shared_total(x))), known(offload::appliances(x)), 0.0);
      const auto by_guideline = known(ceil(cluster::nodes(x) / nodes_each(x)));
      const auto by_use = larger(larger(training, offloaded), known(appliances_by_kv(x)));
      return larger(1.0, larger(larger(by_use, by_guideline), known(appliances_by_capacity(x))));
    });

inline constexpr auto need_formulas =
    std::tie(stored_data, required_capacity, appliances_by_capacity, appliances_by_kv, appliances_needed);

inline constexpr Try appliance_tries[] = {
    {"Use {} appliances", "storage.count", Try::How::reached, {}, NumberId("storage.appliances_needed")}};
inline constexpr auto too_few_appliances = finding<"bom.too_few_appliances">(
    {.severity = Severity::warning,
     .sentence = "{storage.appliances_needed} appliances are needed for bandwidth and capacity, the order has "
                 "{storage.count}.",
     .remedy = "Order more appliances (--appliances), or use others (--storage).",
     .tries = appliance_tries},
    [](const auto& x) { return count(x) - appliances_needed(x); });
inline constexpr auto need_findings = std::tie(too_few_appliances);

}  // namespace llmsize::storage
