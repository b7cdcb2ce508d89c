// SPDX-License-Identifier: Apache-2.0
// What the fake vendor libraries share. They do by host loops what a GPU would do, tell times of a clock of their own,
// and go wrong on demand. Environment: FAKE_LOG=FILE gets the name of each function that is called, once; FAKE_FAIL,
// FAKE_HANG, FAKE_CRASH=NAME: what that function does; FAKE_GPUS=N, FAKE_DRIVER=VERSION, FAKE_INIT=CODE,
// FAKE_BUSY=PROCESSES and, from the second look on, FAKE_BUSY_LATER=PROCESSES, FAKE_PERCENT=USE,
// FAKE_WRONG=gemm|copy|kernel|collective|hold|text, FAKE_INTEGRATED=1.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
/// Notes the call; 0, or `failure` where this function is to fail.
int fake_enter(const char* name, int failure);
int fake_number(const char* variable, int otherwise);
bool fake_wrong(const char* what);
/// The GPU's clock moves on.
void fake_pass(double seconds);
double fake_now();
}

namespace fake {

inline float from_bf16(std::uint16_t bits) {
  const std::uint32_t word = std::uint32_t{bits} << 16;
  return __builtin_bit_cast(float, word);
}

inline std::uint16_t to_bf16(float value) {
  const auto word = __builtin_bit_cast(std::uint32_t, value);
  return static_cast<std::uint16_t>((word + 0x7fff + ((word >> 16) & 1)) >> 16);
}

/// Without infinities, and with zero for what is too small: matrices have neither.
inline float from_fp16(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16, rest = bits & 0x7fffu;
  return __builtin_bit_cast(float, rest < 0x400 ? sign : sign | ((rest << 13) + 0x38000000));
}

inline std::uint16_t to_fp16(float value) {
  const auto word = __builtin_bit_cast(std::uint32_t, value);
  const std::uint32_t sign = (word >> 16) & 0x8000, rest = word & 0x7fffffff;
  if (rest < 0x38800000) return static_cast<std::uint16_t>(sign);
  return static_cast<std::uint16_t>(sign | ((rest - 0x38000000 + 0xfff + ((rest >> 13) & 1)) >> 13));
}

inline float from_16(std::uint16_t bits, bool half) { return half ? from_fp16(bits) : from_bf16(bits); }
inline std::uint16_t to_16(float value, bool half) { return half ? to_fp16(value) : to_bf16(value); }

}  // namespace fake
