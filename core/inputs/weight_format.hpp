// SPDX-License-Identifier: Apache-2.0
// Formats of weights: the bytes that one takes in memory, and what multiplies it, which the bytes alone cannot tell:
// 4-bit integers in groups of 32 take as many as NVFP4 and are multiplied in 16 bits.
#pragma once

#include "core/inputs/choice.hpp"

namespace llmsize {

/// What multiplies weights, and out of how many bits they are read where it takes 16: kernels unpack whatever a chip
/// has no units for. Inputs and results hold it as its number: scripts know 0 to 6. What is read as 8 bits stands
/// together, so does what floating-point units of 4 bits multiply.
enum class Units { wide, wide_from_4, wide_from_8, fp8, int8, fp4_by_8, fp4 };
inline constexpr std::string_view unit_words[] = {
    "16 bit", "16 bit, unpacked from 4", "16 bit, unpacked from 8", "fp8", "int8", "fp4 by fp8", "fp4"};

constexpr Count code(Units units) { return static_cast<Count>(units); }

/// 1 where weights are multiplied so, where they are read as 8 bits, where units for 4 bits multiply them, else 0;
/// absent where nobody knows.
template <class Multiplied>
constexpr auto are(const Multiplied& multiplied, Units units) {
  return equal(multiplied, code(units));
}
template <class Multiplied>
constexpr auto are_read_in_8(const Multiplied& multiplied) {
  return less(code(Units::wide_from_4), multiplied) * less(multiplied, code(Units::fp4_by_8));
}
template <class Multiplied>
constexpr auto are_for_4(const Multiplied& multiplied) {
  return less(code(Units::int8), multiplied);
}

struct WeightFormat {
  enum class Kind { floating, integer };

  double bits = 16;  ///< of a weight, scales apart
  Kind kind = Kind::floating;
  double activations = 16;  ///< bits of what it is multiplied with
  double group = 0;         ///< weights with scales of their own; 0 where scales are too few to count
  double scales = 0;        ///< bytes that they take, a zero point among them

  constexpr double bytes() const { return bits / 8 + (group > 0 ? scales / group : 0); }

  constexpr Units units() const {
    if (bits >= 16) return Units::wide;
    if (activations >= 16) return bits > 7 ? Units::wide_from_8 : Units::wide_from_4;
    if (kind == Kind::floating && bits <= 4) return activations > 4 ? Units::fp4_by_8 : Units::fp4;
    if (kind == Kind::floating) return Units::fp8;
    // No chip multiplies 4-bit integers at a rate worth having; beside 8-bit activations kernels make 8-bit floats of
    // them.
    return bits > 7 ? Units::int8 : activations > 4 ? Units::fp8 : Units::wide_from_4;
  }
};

struct NamedFormat {
  std::string_view word;
  std::string_view meaning;
  WeightFormat format;
};

// Sources: OCP Microscaling Formats 1.0 (2023); NVIDIA, NVFP4 2025; DeepSeek-V3 2024; Frantar et al. 2022 (GPTQ); Lin
// et al. 2023 (AWQ); Dettmers et al. 2023 (NF4); ggml repository, ggml-common.h.
namespace formats {

/// Integers that are unpacked to 16 bits, with a 16-bit scale for every group.
constexpr WeightFormat grouped(double bits, double group) {
  return {bits, WeightFormat::Kind::integer, 16, group, group > 0 ? 2.0 : 0.0};
}
/// The same with a zero point as wide as a weight.
constexpr WeightFormat with_zero_points(WeightFormat format) {
  if (format.group > 0) format.scales += format.bits / 8;
  return format;
}
/// Blocks of llama.cpp: so many bits of a weight, and bytes of scales for so many weights.
constexpr WeightFormat gguf(double bits, double group, double scales) {
  return {bits, WeightFormat::Kind::integer, 16, group, scales};
}

/// The format with activations of so many bits.
constexpr WeightFormat by(WeightFormat format, double activations) {
  format.activations = activations;
  return format;
}

inline constexpr WeightFormat fp16{};
inline constexpr WeightFormat fp32{.bits = 32};
inline constexpr WeightFormat fp8{.bits = 8, .activations = 8};
inline constexpr WeightFormat fp8_blocks{.bits = 8, .activations = 8, .group = 128 * 128, .scales = 4};
inline constexpr WeightFormat int8{.bits = 8, .kind = WeightFormat::Kind::integer};
inline constexpr WeightFormat mxfp8{.bits = 8, .activations = 8, .group = 32, .scales = 1};
inline constexpr WeightFormat mxfp6{.bits = 6, .activations = 8, .group = 32, .scales = 1};
inline constexpr WeightFormat mxfp4{.bits = 4, .activations = 8, .group = 32, .scales = 1};
inline constexpr WeightFormat nvfp4{.bits = 4, .activations = 4, .group = 16, .scales = 1};
inline constexpr WeightFormat nf4{.bits = 4, .group = 64, .scales = 4};
inline constexpr WeightFormat nf4_double{.bits = 4, .group = 64, .scales = 1 + 4.0 / 256};

inline constexpr NamedFormat named[] = {
    {"bf16", "16 bits", fp16},
    {"fp16", "16 bits", fp16},
    {"fp32", "32 bits", fp32},
    {"fp8", "8 bits", fp8},
    {"fp8-blocks", "8 bits, a scale per 128 × 128", fp8_blocks},
    {"int8", "8-bit integers, multiplied in 16 bits", int8},
    {"w8a8", "8-bit integers, activations too", by(int8, 8)},
    {"mxfp8", "8 bits, a scale per 32", mxfp8},
    {"mxfp6", "6 bits, a scale per 32", mxfp6},
    {"mxfp4", "4 bits, a scale per 32, activations in 8 bits", mxfp4},
    {"mxfp4a4", "4 bits, a scale per 32, activations too", by(mxfp4, 4)},
    {"nvfp4", "4 bits, a scale per 16, activations too", nvfp4},
    {"int4", "4-bit integers, a scale per 128, multiplied in 16 bits", grouped(4, 128)},
    {"int4-g64", "4-bit integers, a scale per 64, multiplied in 16 bits", grouped(4, 64)},
    {"int4-g32", "4-bit integers, a scale per 32, multiplied in 16 bits", grouped(4, 32)},
    {"awq", "4-bit integers, scale and zero point per 128, multiplied in 16 bits", with_zero_points(grouped(4, 128))},
    {"nf4", "4 bits, a scale per 64, multiplied in 16 bits", nf4},
    {"nf4-double", "4 bits, an 8-bit scale per 64, multiplied in 16 bits", nf4_double},
    {"q8_0", "llama.cpp: 8 bits, a scale per 32", gguf(8, 32, 2)},
    {"q6_k", "llama.cpp: 6 bits, scales in blocks of 256", gguf(6, 256, 18)},
    {"q5_k", "llama.cpp: 5 bits, scales in blocks of 256", gguf(5, 256, 16)},
    {"q4_k", "llama.cpp: 4 bits, scales in blocks of 256", gguf(4, 256, 16)},
    {"q4_k_m", "llama.cpp: files of this name, q4_k with some q6_k", gguf(4, 256, 25.6)},
    {"q4_0", "llama.cpp: 4 bits, a scale per 32", gguf(4, 32, 2)},
    {"iq4_xs", "llama.cpp: 4 bits, scales in blocks of 256", gguf(4, 256, 8)},
    {"q3_k", "llama.cpp: 3 bits, scales in blocks of 256", gguf(3, 256, 14)},
    {"q2_k", "llama.cpp: 2 bits, scales in blocks of 256", gguf(2, 256, 20)},
};

}  // namespace formats

/// The format of a name, or nullptr.
constexpr const WeightFormat* find_format(std::string_view word) {
  for (const NamedFormat& each : formats::named)
    if (each.word == word) return &each.format;
  return nullptr;
}

/// A choice among the formats of weights: sets the bytes of a weight, and what multiplies it.
constexpr auto format_options(InputKey bytes, InputKey units) {
  std::array<Option, std::size(formats::named)> options;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const auto& [word, meaning, format] = formats::named[i];
    options[i] = {word, meaning, {{{bytes, format.bytes()}, {units, code(format.units())}}}};
  }
  return options;
}

}  // namespace llmsize
