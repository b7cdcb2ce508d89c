// SPDX-License-Identifier: Apache-2.0
// What each kernel does and takes is written at `Kernel`; pattern.hpp has the same hash for the host.
#include "core/probe/gpu/hip_kernels.hpp"

namespace llmsize {
namespace {

constexpr std::string_view kernels = R"(
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

__device__ inline u64 own_index() { return (u64)blockIdx.x * blockDim.x + threadIdx.x; }
__device__ inline u64 all_threads() { return (u64)gridDim.x * blockDim.x; }

__device__ inline u32 hash_of(u64 index, u32 seed) {
  u32 h = (u32)index + (u32)(index >> 32) * 0x9e3779b9u + seed;
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  return h ^ (h >> 16);
}

__device__ inline float of_bits(u32 bits) {
  union { u32 word; float number; } both;
  both.word = bits;
  return both.number;
}

__device__ inline u32 to_bits(float number) {
  union { u32 word; float number; } both;
  both.number = number;
  return both.word;
}

__device__ inline float wide(u16 narrow, u32 half) {
  if (!half) return of_bits((u32)narrow << 16);
  union { u16 bits; _Float16 number; } both;
  both.bits = narrow;
  return (float)both.number;
}

// bf16 is rounded to the nearest, ties to even.
__device__ inline u16 narrow(float number, u32 half) {
  if (!half) {
    u32 bits = to_bits(number);
    return (u16)((bits + 0x7fffu + ((bits >> 16) & 1)) >> 16);
  }
  union { u16 bits; _Float16 number; } both;
  both.number = (_Float16)number;
  return both.bits;
}

extern "C" __global__ void llmsize_pattern(u32* out, u64 words, u32 seed, u32 keep, u32 set) {
  for (u64 i = own_index(); i < words; i += all_threads()) out[i] = (hash_of(i, seed) & keep) | set;
}

extern "C" __global__ void llmsize_differences(const u32* in, u64 words, u32 seed, u32 keep, u32 set, u32* counter) {
  for (u64 i = own_index(); i < words; i += all_threads())
    if (in[i] != ((hash_of(i, seed) & keep) | set)) atomicAdd(counter, 1u);
}

extern "C" __global__ void llmsize_triad(float4* a, const float4* b, const float4* c, u64 groups, float s) {
  for (u64 i = own_index(); i < groups; i += all_threads()) {
    float4 x = b[i], y = c[i];
    x.x = fmaf(s, y.x, x.x);
    x.y = fmaf(s, y.y, x.y);
    x.z = fmaf(s, y.z, x.z);
    x.w = fmaf(s, y.w, x.w);
    a[i] = x;
  }
}

extern "C" __global__ void llmsize_copy(float4* a, const float4* b, u64 groups) {
  for (u64 i = own_index(); i < groups; i += all_threads()) a[i] = b[i];
}

// Box and Muller: one of their two numbers.
extern "C" __global__ void llmsize_normal(u16* out, u64 count, u32 seed, u32 half) {
  for (u64 i = own_index(); i < count; i += all_threads()) {
    float u = fmaf((float)hash_of(i, seed), 2.3283064e-10f, 1.1641532e-10f), v = (float)hash_of(i, seed ^ 0x5bd1e995u) * 2.3283064e-10f;
    out[i] = narrow(sqrtf(fmaxf(-2.0f * logf(u), 0.0f)) * cosf(6.2831853f * v), half);
  }
}

// One thread sums one row or one column, in fp32 from the first to the last term: slow, but used once per matrix.
extern "C" __global__ void llmsize_rows(float* y, const u16* matrix, const float* v, u64 rows, u64 columns, u32 half) {
  for (u64 row = own_index(); row < rows; row += all_threads()) {
    float sum = 0;
    for (u64 column = 0; column < columns; ++column) sum = fmaf(wide(matrix[row * columns + column], half), v[column], sum);
    y[row] = sum;
  }
}

extern "C" __global__ void llmsize_columns(float* y, const u16* matrix, const float* v, u64 rows, u64 columns, u32 half) {
  for (u64 column = own_index(); column < columns; column += all_threads()) {
    float sum = 0;
    for (u64 row = 0; row < rows; ++row) sum = fmaf(wide(matrix[row * columns + column], half), v[row], sum);
    y[column] = sum;
  }
}

extern "C" __global__ void llmsize_spin(volatile u32* latch, u64 nanoseconds) {
  u64 begin = (u64)wall_clock64(), limit = nanoseconds / 1000000 * LLMSIZE_KILOHERTZ;
  while (latch[0] == 0)
    if ((u64)wall_clock64() - begin >= limit) {
      latch[1] = 1;
      return;
    }
}
)";

}  // namespace

std::string_view hip_text() { return kernels; }

}  // namespace llmsize
