// SPDX-License-Identifier: Apache-2.0
// Inputs of the path from a slower tier to a GPU: what software that streams over it makes of its hops.
#pragma once

#include "core/inputs/declare.hpp"

namespace llmsize::path {

inline constexpr auto efficiency = input<"path.efficiency", Count>(
    {.symbol = "η_path",
     .label = "Offload engine efficiency",
     .help = "Fraction of the CPU–GPU link bandwidth that the offload engine reaches for weights and states",
     .flags = "--path-efficiency",
     .least = 1e-3,
     .most = 1,
     .initial = 0.69,
     .source = "fitted to 8 published rates of ZeRO-Inference from CPU memory, 10.1 to 11.0 of 15.75 GB/s per GPU; "
               "other engines differ by 20%",
     .spread = 0.2,
     .unit = Unit::ratio});
inline constexpr auto rate = input<"path.rate", Bandwidth>(
    {.symbol = "r_eng",
     .label = "Offload engine bandwidth limit per GPU",
     .help = "Max bandwidth of the offload engine per GPU, e.g. 4.5GB/s",
     .flags = "--path-rate",
     .least = 1,
     .most = 1e15,
     .initial = 1e15,
     .source = "no limit by default"});
inline constexpr auto sharpness = input<"path.sharpness", Count>(
    {.symbol = "p_path",
     .label = "Prefetch pipelining exponent",
     .help = "Pipelining exponent of tier reads and CPU–GPU copies with prefetch: 1 sequential, 16 fully overlapped",
     .least = 1,
     .most = 16,
     .initial = 1.5,
     .source = "fitted to 6 published rates of ZeRO-Inference from local NVMe, 1 to 4 GPUs on drives of 25.6 GB/s",
     .spread = 0.15});
inline constexpr auto cache_rate = input<"path.cache_rate", Bandwidth>(
    {.symbol = "r_kv",
     .label = "Offloaded KV-cache bandwidth per GPU",
     .help = "Max bandwidth to an offloaded KV cache per GPU, including CPU attention or small copies",
     .least = 1,
     .most = 1e15,
     .initial = 12e9,
     .source = "fitted to 7 published rates of ZeRO-Inference and FlexGen with KV caches in CPU memory, 8 to 17 GB/s",
     .spread = 0.35});
inline constexpr auto direct = input<"path.direct", Count>(
    {.symbol = "gds",
     .label = "GPUDirect Storage",
     .help = "Use GPUDirect Storage",
     .flags = "--gpudirect",
     .most = 1,
     .initial = 0,
     .source = "offload passes through CPU memory by default",
     .unit = Unit::flag,
     .whole = true});

inline constexpr auto inputs = std::tie(efficiency, rate, sharpness, cache_rate, direct);

}  // namespace llmsize::path
