// SPDX-License-Identifier: Apache-2.0
// The part of cuBLASLt that we use, declared by ourselves.
#pragma once

#include "core/probe/gpu/library.hpp"

#include <cstdint>

namespace llmsize {

struct CublasCodes {
  static std::string name(int code);
};

inline constexpr int cublas_bf16 = 14, cublas_fp16 = 2, cublas_fp32 = 0;  // cudaDataType
inline constexpr int cublas_compute_fp32 = 68;                            // cublasComputeType_t
inline constexpr int cublas_transposed = 1;                               // CUBLAS_OP_T
inline constexpr int cublaslt_transpose_a = 3, cublaslt_workspace = 1;    // of a product, of a preference

struct CublasLtAlgorithm {
  std::uint64_t data[8];
};

/// cublasLtMatmulHeuristicResult_t
struct CublasLtHeuristic {
  CublasLtAlgorithm algorithm;
  std::size_t workspace;
  int status;
  float waves;
  int reserved[4];
};

struct CublasLtCalls {
  template <class... Arguments>
  using Call = VendorCall<CublasCodes, Arguments...>;
  using Handle = void*;

  Call<Handle*> create{"cublasLtCreate"};
  Call<Handle*, int, int> create_product{"cublasLtMatmulDescCreate"};
  Call<Handle, int, const void*, std::size_t> set_product{"cublasLtMatmulDescSetAttribute"};
  Call<Handle> destroy_product{"cublasLtMatmulDescDestroy"};
  Call<Handle*, int, std::uint64_t, std::uint64_t, std::int64_t> create_layout{"cublasLtMatrixLayoutCreate"};
  Call<Handle> destroy_layout{"cublasLtMatrixLayoutDestroy"};
  Call<Handle*> create_preference{"cublasLtMatmulPreferenceCreate"};
  Call<Handle, int, const void*, std::size_t> set_preference{"cublasLtMatmulPreferenceSetAttribute"};
  Call<Handle> destroy_preference{"cublasLtMatmulPreferenceDestroy"};
  Call<Handle, Handle, Handle, Handle, Handle, Handle, Handle, int, CublasLtHeuristic*, int*> heuristic{"cublasLtMatmulAlgoGetHeuristic"};
  Call<
      Handle, Handle, const void*, const void*, Handle, const void*, Handle, const void*, const void*, Handle, void*, Handle,
      const CublasLtAlgorithm*, void*, std::size_t, Handle>
      matmul{"cublasLtMatmul"};
  std::size_t (*version)() = nullptr;  ///< cublasLtGetVersion

  void find_in(const Library& library);
};

}  // namespace llmsize
