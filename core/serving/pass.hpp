// SPDX-License-Identifier: Apache-2.0
// Times of the parts of one pass of so many tokens through all layers of a replica: what it reads against what it
// computes, and what GPUs send each other.
#pragma once

#include "core/serving/bytes.hpp"
#include "core/training/rates.hpp"

#include <numbers>

namespace llmsize::serving {

inline constexpr std::string_view pass_source =
    "roofline of Williams et al. 2009, bent smoothly; efficiencies fitted to published conditions of serving";

/// How sharply the longer of reading and computing decides, and of GPU and host.
inline constexpr double bend = 3;

inline constexpr auto memory_rate = formula<"serving.memory_rate", Bandwidth>(
    {.symbol = "W",
     .title = "Memory bandwidth of a GPU",
     .why = "Of which passes reach a share.",
     .source = "derived: data sheet"},
    [](const auto& x) { return accelerator::memory_bandwidth(x) / accelerator::devices(x); });

inline constexpr auto product_rate = formula<"serving.product_rate", FlopRate>(
    {.symbol = "R_g",
     .title = "Rate of matrix products",
     .why = "A share of the peak of the precision, smaller where operands have fewer bits.",
     .source = pass_source},
    [](const auto& x) {
      const auto narrow =
          choose(less(workload::linear_bytes(x), 1.0 * byte), engine::product_share_4(x), engine::product_share_8(x));
      return training::clock(x) * training::gpu_peak(x) * engine::product_efficiency(x) *
             choose(workload::quantised(x), narrow, 1.0);
    });

inline constexpr auto half_rate = formula<"serving.half_rate", FlopRate>(
    {.symbol = "F_16",
     .title = "Peak of attention and logits",
     .why = "Both stay in 16 bit.",
     .source = "derived: data sheet"},
    [](const auto& x) { return training::clock(x) * accelerator::half_peak(x) / accelerator::devices(x); });

/// Products of so many tokens with so many weights of these bytes, all on one GPU: read once, or computed.
template <class Tokens, class Weights, class Size, class Rate, class Case>
auto products_time(const Tokens& tokens, const Weights& weights, const Size& bytes, const Rate& rate, const Case& x) {
  const auto reading = weights * bytes / (engine::weight_efficiency(x) * memory_rate(x));
  return smooth_larger(reading, 2.0 * flop * tokens * weights / rate, bend);
}

/// Rate of the products of experts over that of wide dense ones: narrow experts run slowly.
template <class Case>
auto expert_speed(const Case& x) {
  const auto width = model::expert_hidden(x);
  return smaller(1.0, engine::expert_efficiency(x) * width / (width + engine::expert_half_width(x)));
}

/// Share of the experts that so many tokens hit together.
template <class Tokens, class Case>
auto experts_hit(const Tokens& tokens, const Case& x) {
  const auto each = engine::expert_spread(x) * tokens * model::experts_per_token(x) / model::experts(x);
  return 1.0 - power(std::numbers::e, 0.0 - each);
}

/// Products of attention and MLPs of so many tokens, routed experts left out.
template <class Tokens, class Case>
auto linear_of(const Tokens& tokens, const Case& x) {
  const auto t = layout::tensor(x), own = tokens / layout::expert(x);
  const auto rate = product_rate(x);
  const auto bytes = memory::layer_weight_bytes(x);
  const auto speed = choose(less(0.0, model::moe_layers(x)), expert_speed(x), 1.0);
  const auto mixing = otherwise(products_time(own, attention_weights(x) / t, bytes, rate, x), 0.0 * second);
  const auto moved = own * 2.0 * byte * model::hidden(x) * model::layers(x) * engine::activation_traffic(x);
  return mixing + products_time(own, common_weights(x) / t, bytes, speed * rate, x) +
         otherwise(moved / (engine::weight_efficiency(x) * memory_rate(x)), 0.0 * second);
}

/// Products of routed experts of so many tokens of the replica, and the copies of tokens that they work on.
template <class Tokens, class Case>
auto experts_of(const Tokens& tokens, const Case& x) {
  const auto gpus = layout::tensor(x) * layout::expert(x);
  const auto hit = experts_hit(tokens, x);
  const auto reading = model::routed_parameters(x) * hit * memory::expert_weight_bytes(x) /
                       (gpus * engine::weight_efficiency(x) * engine::expert_reading(x) * memory_rate(x));
  const auto rows = tokens * model::experts_per_token(x) + model::experts(x) * hit * engine::expert_padding(x);
  const auto uneven = choose(less(1.0, layout::expert(x)), 1.0 + engine::expert_imbalance(x), 1.0);
  const auto work = 2.0 * flop * rows * chosen_weights(x) / model::experts_per_token(x) * uneven;
  const auto copies = tokens * model::experts_per_token(x) / layout::expert(x) * 2.0 * byte * model::hidden(x) *
                      model::moe_layers(x) * engine::copy_traffic(x);
  return smooth_larger(reading, work / (gpus * product_rate(x) * expert_speed(x)), bend) +
         copies / (engine::weight_efficiency(x) * memory_rate(x));
}

/// The output head, for so many tokens that are put out.
template <class Tokens, class Case>
auto head_of(const Tokens& tokens, const Case& x) {
  return products_time(
      tokens / layout::expert(x), head_weights(x) / layout::tensor(x), 2.0 * byte,
      half_rate(x) * engine::product_efficiency(x), x);
}

/// What so many bytes take from GPU to GPU inside a scale-up domain, and between domains.
template <class Size, class Case>
auto over_link(const Size& bytes, const Case& x) {
  return bytes / (node::scale_up_bandwidth(x) / accelerator::devices(x) * engine::link_efficiency(x));
}
template <class Size, class Case>
auto over_network(const Size& bytes, const Case& x) {
  return bytes / training::network_rate(x);
}

/// Exchanges of so many tokens: twice a layer inside tensor-parallel groups; to experts and back; from stage to stage.
/// What leaves a scale-up domain goes through the network. Nothing is exchanged where only a model's size is known.
template <class Tokens, class Case>
auto exchange_of(const Tokens& tokens, const Case& x) {
  const auto t = layout::tensor(x), e = layout::expert(x), p = layout::pipeline(x);
  const auto domain = training::domain_gpus(x);
  const auto message = otherwise(tokens / e * 2.0 * byte * model::hidden(x), 0.0 * byte);
  const auto layers = otherwise(model::layers(x), 0.0);
  const auto level = [&](const auto& near, const auto& domains) {
    return engine::collective_time(x) + engine::collective_level(x) * log2(near) +
           engine::network_level(x) * log2(domains);
  };

  const auto inside = smaller(t, domain), domains = t / inside;
  const auto across = 2.0 * (domains - 1.0) / domains * message / inside;
  const auto reduce = level(inside, domains) + over_link(2.0 * (inside - 1.0) / inside * message, x) +
                      choose(less(1.0, domains), over_network(across, x), 0.0 * second);

  const auto copies = 1.5 * message * smaller(model::experts_per_token(x), e) / e;
  const auto ranks = smaller(e, larger(1.0, domain / t));
  const auto dispatch = 2.0 * level(ranks, e / ranks) + over_link((ranks - 1.0) * copies, x) +
                        choose(less(ranks, e), over_network((e - ranks) * copies, x), 0.0 * second);

  const auto stages = smaller(p, larger(1.0, domain / (t * e)));
  const auto far_hops = p / stages - 1.0, hops = p - 1.0 - far_hops;
  const auto handing = (p - 1.0) * engine::stage_time(x) +
                       choose(less(0.0, hops), hops * over_link(message, x), 0.0 * second) +
                       choose(less(0.0, far_hops), far_hops * over_network(message, x), 0.0 * second);
  return choose(less(1.0, t), 2.0 * layers * reduce, 0.0 * second) +
         choose(less(1.0, e) * less(0.0, model::moe_layers(x)), model::moe_layers(x) * dispatch, 0.0 * second) +
         choose(less(1.0, p), handing, 0.0 * second);
}

/// Time of all layers beside what they read and compute, over that of plain dense layers.
template <class Case>
auto layer_kind(const Case& x) {
  const auto experts = choose(less(0.0, model::moe_layers(x)), engine::expert_layer(x), 1.0);
  const auto latent = choose(less(0.0, model::kv_rank(x)), engine::latent_layer(x), 1.0);
  const auto linear = choose(less(0.0, model::mixer_layers(x)), engine::linear_layer(x), 1.0);
  const auto indexed = choose(less(0.0, model::indexers(x)), engine::indexed_layer(x), 1.0);
  return experts * latent * linear * indexed;
}

inline constexpr auto pass_formulas = std::tie(memory_rate, product_rate, half_rate);

}  // namespace llmsize::serving
