// SPDX-License-Identifier: Apache-2.0
// The part of NCCL that we use, declared by ourselves.
#pragma once

#include "core/probe/gpu/library.hpp"

namespace llmsize {

struct NcclCodes {
  static std::string name(int code);
};

inline constexpr int nccl_float = 7, nccl_sum = 0;

struct NcclCalls {
  template <class... Arguments>
  using Call = VendorCall<NcclCodes, Arguments...>;
  using Handle = void*;

  Call<int*> version{"ncclGetVersion"};
  Call<Handle*, int, const int*> init{"ncclCommInitAll"};
  Call<const void*, void*, std::size_t, int, int, Handle, Handle> all_reduce{"ncclAllReduce"};
  Call<const void*, void*, std::size_t, int, Handle, Handle> all_gather{"ncclAllGather"};
  Call<const void*, void*, std::size_t, int, int, Handle, Handle> reduce_scatter{"ncclReduceScatter"};
  Call<const void*, std::size_t, int, int, Handle, Handle> send{"ncclSend"};
  Call<void*, std::size_t, int, int, Handle, Handle> receive{"ncclRecv"};
  Call<> group_start{"ncclGroupStart"};
  Call<> group_end{"ncclGroupEnd"};

  void find_in(const Library& library);
};

}  // namespace llmsize
