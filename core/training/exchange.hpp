// SPDX-License-Identifier: Apache-2.0
// Communication within a micro-batch: TP, CP, EP and PP. Per micro-batch, for all layers as if one GPU group held them.
#pragma once

#include "core/training/layers.hpp"

namespace llmsize::training {

inline constexpr std::string_view exchange_source =
    "derived: ring volumes over link rates, plus one latency per message between domains (trees: Thakur et al. 2005); "
    "exposed fractions fitted to published step times";

inline constexpr auto tensor_collectives = formula<"training.tensor_collectives", Count>(
    {.symbol = "n_t",
     .title = "TP collectives per layer",
     .why = "Two all-reduces forward and two backward, or the same number of all-gather and reduce-scatter pairs. A "
            "recomputed layer adds two.",
     .source = "Shoeybi et al. 2019; Korthikanti et al. 2022"},
    [](const auto& x) { return 4.0 + 2.0 * layout::recompute_fraction(x); });

inline constexpr auto tensor_rate = formula<"training.tensor_rate", Bandwidth>(
    {.symbol = "R_tp",
     .title = "TP communication bandwidth",
     .why =
         "Ring collectives send a message nearly twice. In-network reduction (NVLink SHARP) sends it once and receives "
         "the sum: up to twice the ring bandwidth. Sequence parallelism uses no all-reduces and does not gain.",
     .source = "derived: a GPU sends a message and its part of the sum; confirmed by all-reduces of 5 to 8 B200 with "
               "and without NVLink SHARP (stas00/ml-engineering, network)"},
    [](const auto& x) {
      const auto t = layout::tensor(x);
      const auto ring = ring_rate(t, 1.0, x);
      const auto links = node::scale_up_bandwidth(x) / accelerator::devices(x);
      const auto added = 2.0 * (t - 1.0) / (t + 1.0) * node::scale_up_reduction(x) * links;
      const auto reduces = choose(less(domain_gpus(x), t), ring, larger(ring, added));
      return choose(layout::sequence_parallel(x), ring, reduces);
    });

inline constexpr auto tensor_exchange = formula<"training.tensor_exchange", Seconds>(
    {.symbol = "t_tp",
     .title = "TP communication time, all layers",
     .why = "Each collective sends and receives the activations of one micro-batch around the TP group, over its "
            "slowest link. Small messages do not saturate the links.",
     .source = exchange_source},
    [](const auto& x) {
      const auto t = layout::tensor(x);
      const auto message = 2.0 * byte * model::micro_batch_tokens(x) * model::hidden(x) + software::tensor_message(x);
      const auto one =
          2.0 * ((t - 1.0) / t * message / tensor_rate(x) + software::tensor_latency(x) + tree_latency(t, 1.0, x));
      // Experts with a TP of 1 take the part of the sequence that their GPU has; shared ones are split like dense MLPs.
      const auto split = larger(less(1.0, layout::expert_tensor(x)), less(0.0, model::shared_hidden(x)));
      const auto alone = choose(less(0.0, model::moe_layers(x)), (1.0 - split) * model::moe_layers(x) / 2.0, 0.0);
      const auto layers = model::layers(x) * model::blocks_per_layer(x) / 2.0 - alone;
      return choose(less(1.0, t), software::tensor_exposed(x) * layers * tensor_collectives(x) * one, 0.0 * second);
    });

inline constexpr auto context_exchange = formula<"training.context_exchange", Seconds>(
    {.symbol = "t_cp",
     .title = "CP communication time, all layers",
     .why = "Keys and values circulate around the CP group in the forward pass, and with their gradients in the "
            "backward pass. They overlap with the attention of the same pass.",
     .source =
         "Liu et al. 2023 (ring attention); exposed fractions: judgment, confirmed by published long-context runs"},
    [](const auto& x) {
      const auto c = layout::context(x);
      const auto each = model::head_dim(x) + (1.0 - model::one_kv_entry(x)) * model::value_head_dim(x);
      const auto values = model::kv_heads(x) * each / layout::tensor(x);
      const auto volume =
          3.0 * 2.0 * byte * values * model::micro_batch_tokens(x) * (c - 1.0) * model::attention_layers(x);
      const auto far = less(domain_gpus(x), c * layout::tensor(x));
      const auto waiting =
          choose(far, 3.0 * model::attention_layers(x) * (c - 1.0) * network::latency(x), 0.0 * second);
      const auto whole = volume / ring_rate(c, layout::tensor(x), x) + waiting;
      const auto hidden = software::context_overlap(x) * (core_time(x) + core_backward_time(x));
      const auto exposed = larger(0.0 * second, whole - hidden) + software::context_exposed(x) * whole;
      return choose(less(1.0, c), exposed, 0.0 * second);
    });

inline constexpr auto experts_near = formula<"training.experts_near", Count>(
    {.symbol = "g_e",
     .title = "EP ranks within the scale-up domain",
     .why = "Tokens for these ranks use the scale-up fabric, all others the network. An EP group occupies neighboring "
            "GPUs, whatever their TP, CP and DP ranks.",
     .source = "derived: ranks of the group that fit the domain; Megatron-Core, MoE parallel folding"},
    [](const auto& x) { return larger(1.0, smaller(layout::expert(x), domain_gpus(x) / layout::expert_tensor(x))); });

inline constexpr auto expert_copies_far = formula<"training.expert_copies_far", Count>(
    {.symbol = "K_far",
     .title = "Token copies sent across the network",
     .why = "One copy per expert outside the scale-up domain. With deduplicated dispatch, one copy per remote domain "
            "that holds one of the token's experts.",
     .source = "derived: experts chosen uniformly; deduplication: DeepEP, DeepSeek-V3 2024"},
    [](const auto& x) {
      const auto domains = layout::expert(x) / experts_near(x), chosen = model::experts_per_token(x);
      const auto plain = chosen * (1.0 - 1.0 / domains);
      const auto merged = (domains - 1.0) * (1.0 - power(1.0 - 1.0 / domains, chosen));
      return choose(less(1.0, domains), choose(software::merged_dispatch(x), merged, plain), 0.0);
    });

inline constexpr auto expert_exchange = formula<"training.expert_exchange", Seconds>(
    {.symbol = "t_ep",
     .title = "EP all-to-all time, all MoE layers",
     .why = "Every token goes to its experts and back, forward and backward. Copies within the scale-up domain use its "
            "fabric, all others the network. All ranks wait for the GPU with the most tokens.",
     .source = exchange_source},
    [](const auto& x) {
      const auto e = layout::expert(x), chosen = model::experts_per_token(x), far = expert_copies_far(x);
      const auto near = chosen * (1.0 - 1.0 / e) - chosen * (1.0 - experts_near(x) / e);
      const auto token = 4.0 * 2.0 * byte * model::micro_batch_tokens(x) / layout::tensor(x) * model::hidden(x);
      const auto local = node::scale_up_bandwidth(x) / accelerator::devices(x) * node::scale_up_exchange(x) *
                         used_links(experts_near(x), x);
      const auto nodes = e * layout::expert_tensor(x) / fabric::tray_gpus(x);
      const auto reached = network_rate(x) * fabric::exchange_share(nodes, x);
      const auto wire = choose(less(0.0, near), token * near / local, 0.0 * second) +
                        choose(less(0.0, far), token * far / reached + 4.0 * network::latency(x), 0.0 * second);
      // A plain all-to-all is exposed more, at most in full.
      const auto merged = software::expert_exposed(x);
      const auto plain = smaller(larger(1.0, merged), merged * software::plain_exposed(x));
      const auto exposed = choose(software::merged_dispatch(x), merged, plain) *
                           choose(software::overlapped_dispatch(x), software::overlapped_exposed(x), 1.0);
      const auto whole = model::moe_layers(x) * software::expert_imbalance(x) * exposed * wire;
      return choose(less(0.0, model::moe_layers(x)), whole, 0.0 * second);
    });

inline constexpr auto stage_exchange = formula<"training.stage_exchange", Seconds>(
    {.symbol = "t_pp",
     .title = "PP communication time per micro-batch",
     .why = "Activations go to the next stage and their gradients come back, once per virtual stage of a rank.",
     .source = "Narayanan et al. 2021; exposed fraction fitted to published step times"},
    [](const auto& x) {
      const auto split = layout::tensor(x);
      const auto volume =
          2.0 * layout::interleave(x) * 2.0 * byte * model::micro_batch_tokens(x) * model::hidden(x) / split;
      const auto distance = layout::pipeline(x) * layout::tensor(x) * layout::context(x);
      // Ranks of a stage are neighbors; the next stage is as far away as a stage is large.
      const auto away = layout::tensor(x) * layout::context(x) * layout::data(x) / fabric::tray_gpus(x);
      const auto reached = network_rate(x) * fabric::neighbor_share(away, x);
      const auto far = volume / reached + 2.0 * layout::interleave(x) * network::latency(x);
      const auto transfer =
          choose(less(domain_gpus(x), distance), far, volume / (scale_up_rate(x) * used_links(2.0, x)));
      return choose(less(1.0, layout::pipeline(x)), software::pipeline_exposed(x) * transfer, 0.0 * second);
    });

inline constexpr auto exchange_formulas = std::tie(
    tensor_collectives, tensor_rate, tensor_exchange, context_exchange, experts_near, expert_copies_far,
    expert_exchange, stage_exchange);

}  // namespace llmsize::training
