// SPDX-License-Identifier: Apache-2.0
// Columns one after another, A transposed, bf16 or fp16: what the program asks of cuBLASLt, or of hipBLASLt. Algorithm
// 3 is the fastest.
#include "fake.hpp"

#include <cmath>
#include <cstdint>

#ifdef FAKE_HIPBLASLT
#define NAMED(function) hipblasLt##function
#else
#define NAMED(function) cublasLt##function
#endif
#define STRING_OF(text) #text
#define STRING(text) STRING_OF(text)
#define ENTER(function) enter(STRING(NAMED(function)))

namespace {

constexpr double fastest_call = 0.02;

struct Layout {
  int type;
  std::uint64_t rows, columns;
};

#ifdef FAKE_HIPBLASLT
constexpr int transpose_a = 0, transposed = 112, invalid = 3, broken = 6, compute_fp32 = 2;
constexpr std::size_t most_workspace = std::size_t{128} << 20;
struct Algorithm {
  std::uint64_t number, rest[2];
};
#else
constexpr int transpose_a = 3, transposed = 1, invalid = 7, broken = 14, compute_fp32 = 68;
constexpr std::size_t most_workspace = std::size_t{32} << 20;
struct Algorithm {
  std::uint64_t number, rest[7];
};
#endif

struct Heuristic {
  Algorithm algorithm;
  std::size_t workspace;
  int status;
  float waves;
  int reserved[4];
};

int enter(const char* name) { return fake_enter(name, broken); }

int make(void** handle, const char* name) {
  *handle = reinterpret_cast<void*>(1);
  return enter(name);
}

}  // namespace

extern "C" {

#ifdef FAKE_HIPBLASLT
int hipblasLtGetVersion(void*, int* version) {
  *version = 1200;
  return ENTER(GetVersion);
}
#else
std::size_t cublasLtGetVersion() { return 130100; }
#endif
int NAMED(Create)(void** handle) { return make(handle, STRING(NAMED(Create))); }
int NAMED(MatmulDescCreate)(void** handle, int compute, int scale) {
  return compute == compute_fp32 && scale == 0 ? make(handle, STRING(NAMED(MatmulDescCreate))) : invalid;
}
int NAMED(MatmulDescSetAttribute)(void*, int attribute, const void* value, std::size_t size) {
  if (attribute != transpose_a || size != 4 || *static_cast<const int*>(value) != transposed) return invalid;
  return ENTER(MatmulDescSetAttribute);
}
int NAMED(MatmulDescDestroy)(void*) { return ENTER(MatmulDescDestroy); }
int NAMED(MatrixLayoutCreate)(void** handle, int type, std::uint64_t rows, std::uint64_t columns, std::int64_t apart) {
  if (const int code = ENTER(MatrixLayoutCreate)) return code;
  if (apart != static_cast<std::int64_t>(rows)) return invalid;
  *handle = new Layout{type, rows, columns};
  return 0;
}
int NAMED(MatrixLayoutDestroy)(void* handle) {
  delete static_cast<Layout*>(handle);
  return ENTER(MatrixLayoutDestroy);
}
int NAMED(MatmulPreferenceCreate)(void** handle) { return make(handle, STRING(NAMED(MatmulPreferenceCreate))); }
int NAMED(MatmulPreferenceSetAttribute)(void*, int attribute, const void* value, std::size_t size) {
  if (attribute != 1 || size != 8 || *static_cast<const std::size_t*>(value) != most_workspace) return invalid;
  return ENTER(MatmulPreferenceSetAttribute);
}
int NAMED(MatmulPreferenceDestroy)(void*) { return ENTER(MatmulPreferenceDestroy); }
int NAMED(MatmulAlgoGetHeuristic)(
    void*, void*, void*, void*, void*, void*, void*, int wanted, Heuristic* found, int* count) {
  *count = wanted;
  for (int at = 0; at < wanted; ++at) {
    found[at] = {};
    found[at].algorithm.number = static_cast<std::uint64_t>(at);
  }
  return ENTER(MatmulAlgoGetHeuristic);
}
int NAMED(Matmul)(
    void*, void*, const void*, const void* a, void* a_layout, const void* b, void* b_layout, const void*, const void*,
    void*, void* d, void* d_layout, const Algorithm* algorithm, void*, std::size_t, void*) {
  if (const int code = ENTER(Matmul)) return code;
  const auto *left = static_cast<Layout*>(a_layout), *right = static_cast<Layout*>(b_layout),
             *out = static_cast<Layout*>(d_layout);
  if (left->rows != right->rows || out->rows != left->columns || out->columns != right->columns) return invalid;
  if (out->type != left->type || out->type != right->type || (out->type != 14 && out->type != 2)) return invalid;
  const bool half = out->type == 2;
  const auto* x = static_cast<const std::uint16_t*>(a);
  const auto* y = static_cast<const std::uint16_t*>(b);
  for (std::uint64_t column = 0; column < out->columns; ++column)
    for (std::uint64_t row = 0; row < out->rows; ++row) {
      float sum = 0;
      for (std::uint64_t k = 0; k < left->rows; ++k)
        sum += fake::from_16(x[row * left->rows + k], half) * fake::from_16(y[column * left->rows + k], half);
      static_cast<std::uint16_t*>(d)[column * out->rows + row] = fake::to_16(sum, half);
    }
  // One wrong element in the last row of the result.
  if (fake_wrong("gemm")) static_cast<std::uint16_t*>(d)[out->rows * out->columns - 1] = fake::to_16(100, half);
  fake_pass(fastest_call * (1 + 0.1 * std::abs(static_cast<double>(algorithm->number) - 3)));
  return 0;
}

}  // extern "C"
