// SPDX-License-Identifier: Apache-2.0
// The part of cuBLASLt that we use, declared by ourselves. hipBLASLt has the same functions with other numbers.
#pragma once

#include "core/probe/gpu/library.hpp"

#include <cstdint>

namespace llmsize {

struct CublasLt {
  static constexpr const char *name = "cublasLt", *absent = "no cuBLASLt";
  static std::vector<std::string> libraries() {
    return {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11"};
  }
  static constexpr int bf16 = 14, fp16 = 2, fp32 = 0;              // cudaDataType
  static constexpr int compute_fp32 = 68;                          // cublasComputeType_t
  static constexpr int transposed = 1;                             // CUBLAS_OP_T
  static constexpr int transpose_a = 3, most_workspace = 1;        // of a product, of a preference
  static constexpr std::size_t workspace = std::size_t{32} << 20;  // bytes
  /// cublasLtMatmulAlgo_t
  struct Algorithm {
    std::uint64_t data[8];
  };
  struct Codes {
    static std::string name(int code);
  };
};

struct HipblasLt {
  static constexpr const char *name = "hipblasLt", *absent = "no hipBLASLt";
  static std::vector<std::string> libraries() { return {"libhipblaslt.so.1", "libhipblaslt.so.0"}; }
  static constexpr int bf16 = 14, fp16 = 2, fp32 = 0;               // hipDataType
  static constexpr int compute_fp32 = 2;                            // hipblasComputeType_t
  static constexpr int transposed = 112;                            // HIPBLAS_OP_T
  static constexpr int transpose_a = 0, most_workspace = 1;         // of a product, of a preference
  static constexpr std::size_t workspace = std::size_t{128} << 20;  // bytes
  /// hipblasLtMatmulAlgo_t
  struct Algorithm {
    std::uint8_t data[16];
    std::size_t most_workspace;
  };
  struct Codes {
    static std::string name(int code);
  };
};

/// cublasLtMatmulHeuristicResult_t, hipblasLtMatmulHeuristicResult_t
template <class Api>
struct BlasLtHeuristic {
  typename Api::Algorithm algorithm;
  std::size_t workspace;
  int status;
  float waves;
  int reserved[4];
};

template <class Api>
struct BlasLtCalls {
  template <class... Arguments>
  using Call = VendorCall<typename Api::Codes, Arguments...>;
  using Handle = void*;

  static std::string named(const char* function) { return std::string(Api::name) + function; }

  Call<Handle*> create{named("Create")};
  Call<Handle*, int, int> create_product{named("MatmulDescCreate")};
  Call<Handle, int, const void*, std::size_t> set_product{named("MatmulDescSetAttribute")};
  Call<Handle> destroy_product{named("MatmulDescDestroy")};
  Call<Handle*, int, std::uint64_t, std::uint64_t, std::int64_t> create_layout{named("MatrixLayoutCreate")};
  Call<Handle> destroy_layout{named("MatrixLayoutDestroy")};
  Call<Handle*> create_preference{named("MatmulPreferenceCreate")};
  Call<Handle, int, const void*, std::size_t> set_preference{named("MatmulPreferenceSetAttribute")};
  Call<Handle> destroy_preference{named("MatmulPreferenceDestroy")};
  Call<Handle, Handle, Handle, Handle, Handle, Handle, Handle, int, BlasLtHeuristic<Api>*, int*> heuristic{
      named("MatmulAlgoGetHeuristic")};
  Call<
      Handle, Handle, const void*, const void*, Handle, const void*, Handle, const void*, const void*, Handle, void*,
      Handle, const typename Api::Algorithm*, void*, std::size_t, Handle>
      matmul{named("Matmul")};
};

}  // namespace llmsize
