// SPDX-License-Identifier: Apache-2.0
// Columns one after another, A transposed, bf16: what the program asks of cuBLASLt. Algorithm 3 is the fastest.
#include "fake.hpp"

#include <cmath>
#include <cstdint>

namespace {

constexpr double fastest_call = 0.02;

struct Layout {
  int type;
  std::uint64_t rows, columns;
};

struct Algorithm {
  std::uint64_t number, rest[7];
};

struct Heuristic {
  Algorithm algorithm;
  std::size_t workspace;
  int status;
  float waves;
  int reserved[4];
};

int enter(const char* name) { return fake_enter(name, 14); }

int make(void** handle, const char* name) {
  *handle = reinterpret_cast<void*>(1);
  return enter(name);
}

}  // namespace

extern "C" {

std::size_t cublasLtGetVersion() { return 130100; }
int cublasLtCreate(void** handle) { return make(handle, "cublasLtCreate"); }
int cublasLtMatmulDescCreate(void** handle, int, int) { return make(handle, "cublasLtMatmulDescCreate"); }
int cublasLtMatmulDescSetAttribute(void*, int attribute, const void* value, std::size_t size) {
  if (attribute != 3 || size != 4 || *static_cast<const int*>(value) != 1) return 7;
  return enter("cublasLtMatmulDescSetAttribute");
}
int cublasLtMatmulDescDestroy(void*) { return enter("cublasLtMatmulDescDestroy"); }
int cublasLtMatrixLayoutCreate(void** handle, int type, std::uint64_t rows, std::uint64_t columns, std::int64_t) {
  if (const int code = enter("cublasLtMatrixLayoutCreate")) return code;
  *handle = new Layout{type, rows, columns};
  return 0;
}
int cublasLtMatrixLayoutDestroy(void* handle) {
  delete static_cast<Layout*>(handle);
  return enter("cublasLtMatrixLayoutDestroy");
}
int cublasLtMatmulPreferenceCreate(void** handle) { return make(handle, "cublasLtMatmulPreferenceCreate"); }
int cublasLtMatmulPreferenceSetAttribute(void*, int, const void*, std::size_t) { return enter("cublasLtMatmulPreferenceSetAttribute"); }
int cublasLtMatmulPreferenceDestroy(void*) { return enter("cublasLtMatmulPreferenceDestroy"); }
int cublasLtMatmulAlgoGetHeuristic(void*, void*, void*, void*, void*, void*, void*, int wanted, Heuristic* found, int* count) {
  *count = wanted;
  for (int at = 0; at < wanted; ++at) {
    found[at] = {};
    found[at].algorithm.number = static_cast<std::uint64_t>(at);
  }
  return enter("cublasLtMatmulAlgoGetHeuristic");
}
int cublasLtMatmul(
    void*, void*, const void*, const void* a, void* a_layout, const void* b, void* b_layout, const void*, const void*, void*, void* d,
    void* d_layout, const Algorithm* algorithm, void*, std::size_t, void*) {
  if (const int code = enter("cublasLtMatmul")) return code;
  const auto *left = static_cast<Layout*>(a_layout), *right = static_cast<Layout*>(b_layout), *out = static_cast<Layout*>(d_layout);
  if (left->rows != right->rows || out->rows != left->columns || out->columns != right->columns || out->type != 14) return 7;
  const auto* x = static_cast<const std::uint16_t*>(a);
  const auto* y = static_cast<const std::uint16_t*>(b);
  for (std::uint64_t column = 0; column < out->columns; ++column)
    for (std::uint64_t row = 0; row < out->rows; ++row) {
      float sum = 0;
      for (std::uint64_t k = 0; k < left->rows; ++k)
        sum += fake::from_bf16(x[row * left->rows + k]) * fake::from_bf16(y[column * left->rows + k]);
      static_cast<std::uint16_t*>(d)[column * out->rows + row] = fake::to_bf16(sum);
    }
  // One wrong element in the last row of the result.
  if (fake_wrong("gemm")) static_cast<std::uint16_t*>(d)[out->rows * out->columns - 1] = fake::to_bf16(100);
  fake_pass(fastest_call * (1 + 0.1 * std::abs(static_cast<double>(algorithm->number) - 3)));
  return 0;
}

}  // extern "C"
