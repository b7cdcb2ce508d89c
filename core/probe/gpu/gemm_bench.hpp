// SPDX-License-Identifier: Apache-2.0
// One matrix product on one GPU: operands, choice of the algorithm, check of the result.
#pragma once

#include "core/probe/gpu/matmul.hpp"
#include "core/probe/gpu/work.hpp"

#include <memory>
#include <vector>

namespace llmsize {

class GemmBench {
 public:
  /// Fills the operands with random normal numbers: as many sets as make them larger than twice the last-level cache.
  GemmBench(GpuWork& work, Stopwatch& watch, MatmulLibrary& library, const MatmulShape& shape);

  /// Bytes of one set of operands.
  static double set_bytes(const MatmulShape& shape);

  /// Tries the algorithms that the library proposes and keeps the fastest. Throws ProbeFailure where none works.
  void choose();
  int algorithm() const { return algorithm_; }
  int algorithms() const { return matmul_->algorithms(); }
  std::size_t sets() const { return sets_.size(); }
  double floating_operations() const;

  /// Puts a product on the stream; successive calls use different operands.
  void queue(int call);

  /// Whether Y r = X (W^T r) for a random vector r, within what rounding Y to 16 bits explains.
  bool verified();

 private:
  struct Set {
    DeviceBuffer x, w, y;
  };
  void fill(const DeviceBuffer& buffer, std::uint32_t seed);
  std::vector<float> read(const DeviceBuffer& buffer, std::size_t count);

  GpuRuntime& gpu_;
  Stopwatch& watch_;
  MatmulShape shape_;
  std::unique_ptr<Matmul> matmul_;
  std::vector<Set> sets_;
  int algorithm_ = 0;
};

}  // namespace llmsize
