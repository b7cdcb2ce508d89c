// SPDX-License-Identifier: Apache-2.0
// Times of the parts of one pass of so many tokens through all layers of a replica: what it reads against what it
// computes, and what GPUs send each other.
#pragma once

#include "core/serving/bytes.hpp"
#include "core/training/rates.hpp"

namespace llmsize::serving {

inline constexpr std::string_view pass_source =
    "roofline of Williams et al. 2009 with a smooth transition; efficiencies fitted to published serving benchmarks";

/// How sharply the longer of reading and computing decides, and of GPU and host.
inline constexpr double bend = 3;

inline constexpr auto memory_rate = formula<"serving.memory_rate", Bandwidth>(
    {.symbol = "W",
     .title = "Memory bandwidth per GPU",
     .why = "Peak bandwidth. Kernels reach a fraction of it.",
     .source = "derived: data sheet"},
    [](const auto& x) { return accelerator::memory_bandwidth(x) / accelerator::devices(x); });

inline constexpr auto half_rate = formula<"serving.half_rate", FlopRate>(
    {.symbol = "F_16",
     .title = "16-bit peak FLOP/s (attention, logits)",
     .why = "Attention and logits are computed in 16 bits.",
     .source = "derived: data sheet"},
    [](const auto& x) { return training::clock(x) * accelerator::half_peak(x) / accelerator::devices(x); });

/// Share of the peak that products of many tokens reach.
template <class Case>
auto product_share(const Case& x) {
  return engine::product_efficiency(x) * engine::chip_products(x);
}

/// Peak of units that multiply so few bits, as far as products reach it; nothing where the chip has none.
template <class Peak, class Share, class Case>
auto narrow_rate(const Peak& peak, const Share& share, const Case& x) {
  return otherwise(training::clock(x) * peak / accelerator::devices(x) * share, 0.0 * half_rate(x));
}

inline constexpr auto eight_bit_rate = formula<"serving.eight_bit_rate", FlopRate>(
    {.symbol = "F_8",
     .title = "8-bit GEMM rate",
     .why = "The 8-bit peak times its efficiency relative to 16-bit GEMMs. Chips without faster 8-bit units run at the "
            "16-bit peak.",
     .source = pass_source},
    [](const auto& x) {
      return larger(half_rate(x), narrow_rate(accelerator::peak_fp8(x), engine::product_share_8(x), x));
    });

/// 1 where the chip has units that multiply 4-bit numbers, else 0.
template <class Case>
auto multiplies_4_bits(const Case& x) {
  return less(0.0 * half_rate(x), known(accelerator::peak_fp4(x)));
}
/// Peak of 4-bit numbers that are widened before they are multiplied: to 8 bits by chips that know such numbers.
template <class Case>
auto widened_rate(const Case& x) {
  return choose(multiplies_4_bits(x), eight_bit_rate(x), half_rate(x));
}

inline constexpr auto four_bit_rate = formula<"serving.four_bit_rate", FlopRate>(
    {.symbol = "F_4",
     .title = "4-bit GEMM rate",
     .why = "The 4-bit peak times its efficiency relative to 16-bit GEMMs, or the 8-bit rate if that is as fast. Chips "
            "without 4-bit units dequantize to 16 bits.",
     .source = pass_source},
    [](const auto& x) {
      return larger(widened_rate(x), narrow_rate(accelerator::peak_fp4(x), engine::product_share_4(x), x));
    });

/// Peak of 8-bit integers; that of 8-bit floats where none is known, of 16 bits where that is faster.
template <class Case>
auto integer_rate(const Case& x) {
  const auto narrow = narrow_rate(accelerator::peak_int8(x), engine::product_share_8(x), x);
  return larger(half_rate(x), choose(less(0.0 * narrow, narrow), narrow, eight_bit_rate(x)));
}

/// Rate of products with weights that are multiplied so.
template <class Multiplied, class Case>
auto rate_of(const Multiplied& units, const Case& x) {
  const auto for_4 = choose(are(units, Units::fp4_by_8), widened_rate(x), four_bit_rate(x));
  const auto for_8 = choose(are(units, Units::int8), integer_rate(x), eight_bit_rate(x));
  const auto narrow = choose(are_for_4(units), for_4, for_8);
  return product_share(x) * choose(less(units, code(Units::fp8)), half_rate(x), narrow);
}

/// Rate of reading weights that are multiplied so over that of 16-bit ones: of dense layers, of routed experts.
template <class Multiplied, class Case>
auto dense_reading(const Multiplied& units, const Case& x) {
  const auto blocks = are_for_4(units) * multiplies_4_bits(x);
  return choose(are_read_in_8(units), engine::reading_8(x), choose(blocks, engine::reading_4(x), 1.0));
}
template <class Multiplied, class Case>
auto expert_reading(const Multiplied& units, const Case& x) {
  const auto unpacked = are(units, Units::wide_from_4) + are_for_4(units) * (1.0 - multiplies_4_bits(x));
  const auto share = choose(unpacked, engine::unpacked_reading(x), 1.0);
  return engine::expert_reading(x) * choose(are_read_in_8(units), engine::reading_8(x), share);
}

inline constexpr auto product_rate = formula<"serving.product_rate", FlopRate>(
    {.symbol = "R_g",
     .title = "GEMM rate",
     .why = "Achieved FLOP/s for MLP weights: the peak for their format times the GEMM efficiency.",
     .source = pass_source},
    [](const auto& x) { return rate_of(memory::other_units(x), x); });

inline constexpr auto expert_rate = formula<"serving.expert_rate", FlopRate>(
    {.symbol = "R_g,x",
     .title = "Expert GEMM rate",
     .why = "Achieved FLOP/s for routed-expert weights, before the penalty for narrow experts.",
     .source = pass_source},
    [](const auto& x) {
      return choose(less(0.0, model::moe_layers(x)), rate_of(memory::expert_units(x), x), 0.0 * half_rate(x));
    });

/// Reading so many weights of these bytes on one GPU, and multiplying a token with them.
template <class Weights, class Size, class Case>
auto reading_of(const Weights& weights, const Size& bytes, const Case& x) {
  return weights * bytes / (engine::weight_efficiency(x) * memory_rate(x));
}
template <class Weights, class Rate>
auto product_of(const Weights& weights, const Rate& rate) {
  return 2.0 * flop * weights / rate;
}

/// A token's hidden state; nothing where only a model's size is known.
template <class Case>
auto hidden_state(const Case& x) {
  return otherwise(2.0 * byte * model::hidden(x), 0.0 * byte);
}
inline constexpr auto mixing_reading = formula<"serving.mixing_reading", Seconds>(
    {.symbol = "t_at",
     .title = "Attention weight read time",
     .why = "Time to read one GPU's shard of the attention projections once.",
     .source = pass_source},
    [](const auto& x) {
      const auto whole = reading_of(attention_weights(x) / layout::tensor(x), memory::served_mixing(x), x);
      return otherwise(whole / dense_reading(memory::mixing_units(x), x), 0.0 * second);
    });
inline constexpr auto mixing_product = formula<"serving.mixing_product", Seconds>(
    {.symbol = "c_at",
     .title = "Attention GEMM time per token",
     .why = "Time for one token on a GPU of its attention-DP rank.",
     .source = pass_source},
    [](const auto& x) {
      const auto rate = rate_of(memory::mixing_units(x), x);
      return otherwise(product_of(attention_weights(x) / layout::tensor(x), rate), 0.0 * second);
    });

/// Rate of the products of experts over that of wide dense ones: narrow experts run slowly.
template <class Case>
auto expert_speed(const Case& x) {
  const auto width = model::expert_hidden(x);
  const auto wide = engine::expert_efficiency(x) * engine::chip_experts(x);
  return smaller(1.0, wide * width / (width + engine::expert_half_width(x)));
}
template <class Case>
auto is_mixture(const Case& x) {
  return less(0.0, model::moe_layers(x));
}

inline constexpr auto common_reading = formula<"serving.common_reading", Seconds>(
    {.symbol = "t_sh",
     .title = "MLP weight read time",
     .why = "Time to read one GPU's shard of MLPs and shared experts once.",
     .source = pass_source},
    [](const auto& x) {
      const auto whole = reading_of(common_weights(x) / layout::tensor(x), memory::served_other(x), x);
      return whole / dense_reading(memory::other_units(x), x);
    });
inline constexpr auto common_product = formula<"serving.common_product", Seconds>(
    {.symbol = "c_sh",
     .title = "MLP GEMM time per token",
     .why = "Time for MLPs and shared experts. Shared experts are as narrow as routed experts.",
     .source = pass_source},
    [](const auto& x) {
      const auto speed = choose(is_mixture(x), expert_speed(x), 1.0);
      return product_of(common_weights(x) / layout::tensor(x), speed * product_rate(x));
    });
inline constexpr auto moving_each = formula<"serving.moving_each", Seconds>(
    {.symbol = "c_mv",
     .title = "Hidden-state traffic per token",
     .why = "Norms, residuals and activations read and write the hidden state in every layer. TP does not divide this "
            "traffic.",
     .source = pass_source},
    [](const auto& x) {
      const auto moved = hidden_state(x) * otherwise(model::layers(x), 0.0) * engine::activation_traffic(x);
      return moved / (engine::weight_efficiency(x) * memory_rate(x));
    });

inline constexpr auto head_reading = formula<"serving.head_reading", Seconds>(
    {.symbol = "t_hd",
     .title = "LM head read time",
     .why = "Time to read one GPU's shard of the LM head once.",
     .source = pass_source},
    [](const auto& x) { return reading_of(head_weights(x) / layout::tensor(x), 2.0 * byte, x); });
inline constexpr auto head_product = formula<"serving.head_product", Seconds>(
    {.symbol = "c_hd",
     .title = "LM head GEMM time per token",
     .why = "Time per generated token, on its attention-DP rank.",
     .source = pass_source},
    [](const auto& x) { return product_of(head_weights(x) / layout::tensor(x), half_rate(x) * product_share(x)); });

inline constexpr auto experts_reading = formula<"serving.experts_reading", Seconds>(
    {.symbol = "t_x",
     .title = "Routed-expert weight read time",
     .why = "Time to read one GPU's shard of all routed experts. Experts on the CPU are read at a fraction of CPU "
            "memory bandwidth.",
     .source = pass_source},
    [](const auto& x) {
      const auto read = reading_of(model::routed_parameters(x) / expert_gpus(x), memory::served_expert(x), x);
      const auto on_gpu = read / expert_reading(memory::expert_units(x), x);
      const auto on_cpu = model::routed_parameters(x) * memory::served_expert(x) /
                          (engine::host_expert_rate(x) * node::host_bandwidth(x) * cluster::nodes(x));
      return choose(is_mixture(x), choose(cpu_experts(x), on_cpu, on_gpu), 0.0 * second);
    });
inline constexpr auto expert_row = formula<"serving.expert_row", Seconds>(
    {.symbol = "c_x",
     .title = "Expert GEMM time per token and expert",
     .why = "Time for all MoE layers on the most-loaded GPU.",
     .source = pass_source},
    [](const auto& x) {
      const auto uneven = choose(less(1.0, layout::expert(x)), 1.0 + engine::expert_imbalance(x), 1.0);
      const auto rate = expert_rate(x) * expert_speed(x);
      const auto row = product_of(chosen_weights(x) / model::experts_per_token(x) * uneven / expert_gpus(x), rate);
      return choose(is_mixture(x) * (1.0 - cpu_experts(x)), row, 0.0 * second);
    });
inline constexpr auto expert_copies = formula<"serving.expert_copies", Seconds>(
    {.symbol = "c_cp",
     .title = "Expert dispatch copies per token",
     .why = "Time to read and write the hidden state once per selected expert (permute and unpermute).",
     .source = pass_source},
    [](const auto& x) {
      const auto copied = model::experts_per_token(x) / layout::expert(x) * 2.0 * byte * model::hidden(x) *
                          model::moe_layers(x) * engine::copy_traffic(x);
      return choose(is_mixture(x), copied / (engine::weight_efficiency(x) * memory_rate(x)), 0.0 * second);
    });

inline constexpr auto turns = formula<"serving.turns", Count>(
    {.symbol = "n_h",
     .title = "Micro-batches per pass (TBO)",
     .why = "Two-batch overlap (TBO) hides communication of one half behind compute of the other. Each half reads the "
            "weights. 1 plus the hidden fraction of communication.",
     .source = "derived: the input"},
    [](const auto& x) { return 1.0 + exchange_overlap(x); });

/// Share of the experts that so many tokens hit together.
template <class Tokens, class Case>
auto experts_hit(const Tokens& tokens, const Case& x) {
  return 1.0 - exp(0.0 - engine::expert_spread(x) * tokens * model::experts_per_token(x) / model::experts(x));
}

/// GPUs that reach each other without the network: those of the local fabric or, over PCIe, of a node; all of a replica
/// where nobody knows.
template <class Case>
auto domain(const Case& x) {
  const auto fabric = otherwise(training::domain_gpus(x), expert_gpus(x) * layout::pipeline(x));
  return larger(fabric, otherwise(node::gpus(x), fabric));
}
/// Starting an exchange of so many near GPUs in so many domains.
template <class Near, class Domains, class Case>
auto starting(const Near& near, const Domains& domains, const Case& x) {
  return engine::collective_time(x) * engine::chip_collective(x) + engine::collective_level(x) * log2(near) +
         engine::network_level(x) * log2(domains);
}
template <class Case>
auto local_rate(const Case& x) {
  return node::scale_up_bandwidth(x) / accelerator::devices(x) * engine::link_efficiency(x);
}
/// What `near` and `far` parts of a token's hidden state take over links and over the network, of which the fabric lets
/// `share` through.
template <class Near, class Far, class Share, class Case>
auto carrying(const Near& near, const Far& far, const Share& share, const Case& x) {
  return choose(less(0.0, near), near * hidden_state(x) / local_rate(x), 0.0 * second) +
         choose(less(0.0, far), far * hidden_state(x) / (training::network_rate(x) * share), 0.0 * second);
}
/// Copies of attention of a replica that lie in one domain; stages that do.
template <class Case>
auto near_copies(const Case& x) {
  return smaller(layout::attention_data(x), larger(1.0, domain(x) / layout::tensor(x)));
}
template <class Case>
auto far_hops(const Case& x) {
  const auto near = smaller(layout::pipeline(x), larger(1.0, domain(x) / expert_gpus(x)));
  return layout::pipeline(x) / near - 1.0;
}
template <class Case>
auto dispatches(const Case& x) {
  return less(1.0, layout::attention_data(x)) * is_mixture(x);
}

inline constexpr std::string_view exchange_source =
    "derived: ring volumes over link bandwidth, and a latency per doubling of the group";
inline constexpr auto exchange_start = formula<"serving.exchange_start", Seconds>(
    {.symbol = "t_ex",
     .title = "Collective latency per pass",
     .why = "Launch latency of two all-reduces per layer in TP groups, of dispatch and combine per MoE layer, and of "
            "pipeline sends.",
     .source = exchange_source},
    [](const auto& x) {
      const auto inside = smaller(layout::tensor(x), domain(x));
      const auto reducing = 2.0 * otherwise(model::layers(x), 0.0) * starting(inside, layout::tensor(x) / inside, x);
      const auto dispatching =
          model::moe_layers(x) * 2.0 * starting(near_copies(x), layout::attention_data(x) / near_copies(x), x);
      const auto once = choose(less(1.0, layout::tensor(x)), reducing, 0.0 * second) +
                        choose(dispatches(x), dispatching, 0.0 * second) +
                        (layout::pipeline(x) - 1.0) * engine::stage_time(x);
      return turns(x) * once;
    });
inline constexpr auto reducing_each = formula<"serving.reducing_each", Seconds>(
    {.symbol = "c_ar",
     .title = "TP all-reduce time per token",
     .why = "Two all-reduces per layer in a TP group. Traffic beyond a scale-up domain uses the network.",
     .source = exchange_source},
    [](const auto& x) {
      const auto t = layout::tensor(x), inside = smaller(t, domain(x)), domains = t / inside;
      const auto layers = 2.0 * otherwise(model::layers(x), 0.0);
      const auto near = layers * 2.0 * (inside - 1.0) / inside,
                 far = layers * 2.0 * (domains - 1.0) / (domains * inside);
      const auto reducing = carrying(near, far, fabric::ring_share(domains, inside / fabric::tray_gpus(x), x), x);
      return choose(less(1.0, t), reducing, 0.0 * second);
    });
inline constexpr auto dispatching_each = formula<"serving.dispatching_each", Seconds>(
    {.symbol = "c_a2a",
     .title = "EP all-to-all time per token",
     .why = "Dispatch and combine between attention-DP ranks that share experts. Traffic beyond a scale-up domain uses "
            "the network.",
     .source = exchange_source},
    [](const auto& x) {
      const auto e = layout::expert(x), copies = layout::attention_data(x);
      const auto both_ways = 1.0 + engine::dispatch_bytes(x) / (2.0 * byte);
      const auto sent = model::moe_layers(x) * both_ways * smaller(model::experts_per_token(x), e) * (e - 1.0) / e;
      const auto far = (copies - near_copies(x)) / larger(1.0, copies - 1.0);
      const auto share = fabric::exchange_share(layout::tensor(x) * copies / fabric::tray_gpus(x), x);
      return choose(dispatches(x), carrying((1.0 - far) * sent, far * sent, share, x), 0.0 * second);
    });
inline constexpr auto exchange_each = formula<"serving.exchange_each", Seconds>(
    {.symbol = "c_ex",
     .title = "Communication time per token",
     .why = "TP all-reduces, EP all-to-all and pipeline sends of one pass.",
     .source = exchange_source},
    [](const auto& x) {
      const auto away = layout::tensor(x) * layout::attention_data(x) / fabric::tray_gpus(x);
      const auto share = fabric::neighbor_share(away, x);
      const auto handing = carrying(layout::pipeline(x) - 1.0 - far_hops(x), far_hops(x), share, x);
      return reducing_each(x) + dispatching_each(x) + choose(less(1.0, layout::pipeline(x)), handing, 0.0 * second);
    });

/// 1 where all heads share one latent as keys and values, which kernels of MLA read, else 0.
template <class Case>
auto shares_latent(const Case& x) {
  return larger(less(0.0, model::kv_rank(x)), model::one_kv_entry(x));
}
/// Factor on `engine.layer_time`: 1 for plain dense layers, others where layers have experts, latent or linear
/// attention, or an index.
template <class Case>
auto layer_kind(const Case& x) {
  const auto experts = choose(is_mixture(x), engine::expert_layer(x) * engine::chip_expert_layer(x), 1.0);
  const auto latent = choose(shares_latent(x), engine::latent_layer(x), 1.0);
  const auto linear = choose(less(0.0, model::mixer_layers(x)), engine::linear_layer(x), 1.0);
  const auto indexed = choose(less(0.0, model::indexers(x)), engine::indexed_layer(x), 1.0);
  return experts * latent * linear * indexed;
}
/// What releases have made of a time since the middle of those that constants are fitted to; at their ends it is held.
template <class Drift, class Case>
auto released(const Drift& drift, const Case& x) {
  constexpr double middle = 2025.75, first = -0.75, last = 1.25;
  const auto years = smaller(last, larger(first, engine::release_year(x) - middle));
  return exp(0.0 - drift * years);
}
inline constexpr auto layer_time = formula<"serving.layer_time", Seconds>(
    {.symbol = "T_layer",
     .title = "Kernel launch gaps per step",
     .why = "Fixed time per layer in addition to memory reads and compute.",
     .source = pass_source},
    [](const auto& x) {
      const auto once = model::layers(x) * engine::layer_time(x) * engine::chip_layer(x) * layer_kind(x);
      return otherwise(turns(x) * once * released(engine::drift(x), x), 0.0 * second);
    });
inline constexpr auto launch_time = formula<"serving.launch_time", Seconds>(
    {.symbol = "T_launch",
     .title = "Prefill launch time",
     .why = "Kernel launches of all layers. No CUDA graph covers the prompt length.",
     .source = pass_source},
    [](const auto& x) {
      const auto kind = choose(is_mixture(x), engine::launch_experts(x), 1.0) *
                        choose(shares_latent(x), engine::launch_latent(x), 1.0);
      const auto once = model::layers(x) * engine::launch_time(x) * kind;
      return otherwise(turns(x) * once * released(engine::launch_drift(x), x), 0.0 * second);
    });

inline constexpr auto pass_formulas = std::tie(
    memory_rate, half_rate, turns, eight_bit_rate, four_bit_rate, product_rate, expert_rate, mixing_reading,
    mixing_product, common_reading, common_product, moving_each, head_reading, head_product, experts_reading,
    expert_row, expert_copies, exchange_start, reducing_each, dispatching_each, exchange_each, layer_time, launch_time);

}  // namespace llmsize::serving
