// SPDX-License-Identifier: Apache-2.0
// Matrix products by a vendor's library.
#pragma once

#include "core/probe/gpu/runtime.hpp"

#include <memory>
#include <string>

namespace llmsize {

/// Y[m×n] = X[m×k] W[n×k]^T, rows one after another, 16-bit numbers, sums in fp32: a linear layer as frameworks keep
/// it.
struct MatmulShape {
  std::size_t m = 0, n = 0, k = 0;
  bool half = false;  ///< fp16 instead of bf16
};

/// One product, prepared. Throws ProbeFailure, naming the call and its code.
class Matmul {
 public:
  virtual ~Matmul() = default;
  /// How many algorithms the library proposes, best guess first.
  virtual int algorithms() const = 0;
  /// Puts one product on the stream.
  virtual void queue(int algorithm, DeviceAddress x, DeviceAddress w, DeviceAddress y, Stream stream) = 0;
};

class MatmulLibrary {
 public:
  virtual ~MatmulLibrary() = default;
  virtual std::string name() const = 0;  ///< "cublasLt"
  virtual int version() = 0;
  /// For the GPU that is in use.
  virtual std::unique_ptr<Matmul> prepare(const MatmulShape& shape) = 0;
};

inline constexpr int most_algorithms = 8;

}  // namespace llmsize
