// SPDX-License-Identifier: Apache-2.0
// What the fake vendor libraries share. They do by host loops what a GPU would do, tell times of a clock of their own, and go wrong on
// demand. Environment: FAKE_LOG=FILE gets the name of each function that is called, once; FAKE_FAIL, FAKE_HANG, FAKE_CRASH=NAME: what that
// function does; FAKE_GPUS=N, FAKE_DRIVER=VERSION, FAKE_INIT=CODE, FAKE_BUSY=PROCESSES and, from the second look on,
// FAKE_BUSY_LATER=PROCESSES, FAKE_PERCENT=USE, FAKE_WRONG=gemm|copy|kernel|collective|hold.
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

}  // namespace fake
