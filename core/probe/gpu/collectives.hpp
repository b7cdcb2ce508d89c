// SPDX-License-Identifier: Apache-2.0
// Collective operations over the GPUs of this machine, from one process: NCCL, or RCCL by the same names.
#pragma once

#include "core/probe/gpu/runtime.hpp"

#include <memory>
#include <string>
#include <vector>

namespace llmsize {

/// Names as in nccl-tests.
enum class Collective { all_reduce, all_gather, reduce_scatter, all_to_all };
const char* collective_name(Collective collective);

/// What one GPU brings.
struct Rank {
  DeviceAddress send, receive;
  Stream stream;
};

class CollectiveLibrary {
 public:
  virtual ~CollectiveLibrary() = default;
  virtual std::string name() const = 0;  ///< "nccl"
  virtual int version() = 0;
  /// Puts one operation on the streams of all GPUs, one rank each. `floats`: of the whole array, a multiple of the
  /// number of ranks. All-gather and all-to-all: each rank sends a share to all and to each; reduce-scatter leaves it a
  /// share.
  virtual void queue(Collective collective, const std::vector<Rank>& ranks, std::size_t floats) = 0;
};

}  // namespace llmsize
