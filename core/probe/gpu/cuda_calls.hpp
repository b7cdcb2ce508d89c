// SPDX-License-Identifier: Apache-2.0
// The part of NVIDIA's driver library that we use, declared by ourselves. Names are those of the library, with the
// version that we mean.
#pragma once

#include "core/probe/gpu/library.hpp"

#include <cstdint>

namespace llmsize {

struct CudaCodes {
  static std::string name(int code);
};
/// CUDA_ERROR_STUB_LIBRARY, CUDA_ERROR_NO_DEVICE, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED.
inline constexpr int cuda_stub = 34, cuda_no_device = 100, cuda_peer_known = 704;

/// CUdevice_attribute.
enum class CudaAttribute : int {
  processors = 16,
  memory_kilohertz = 36,
  bus_bits = 37,
  cache_bytes = 38,
  major = 75,
  minor = 76,
  host_page_tables = 100,
};

inline constexpr unsigned cuda_host_portable_mapped = 3;  // CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP
inline constexpr unsigned cuda_non_blocking = 1;          // CU_STREAM_NON_BLOCKING

struct CudaUuid {
  unsigned char bytes[16];
};

struct CudaCalls {
  template <class... Arguments>
  using Call = VendorCall<CudaCodes, Arguments...>;
  using Handle = void*;

  Call<unsigned> init{"cuInit"};
  Call<int*> driver_version{"cuDriverGetVersion"};
  Call<int*> device_count{"cuDeviceGetCount"};
  Call<int*, int> device{"cuDeviceGet"};
  Call<char*, int, int> device_name{"cuDeviceGetName"};
  Call<CudaUuid*, int> uuid{"cuDeviceGetUuid"};
  Call<std::size_t*, int> total_memory{"cuDeviceTotalMem_v2"};
  Call<int*, int, int> attribute{"cuDeviceGetAttribute"};
  Call<char*, int, int> bus{"cuDeviceGetPCIBusId"};
  Call<Handle*, int> retain{"cuDevicePrimaryCtxRetain"};
  Call<Handle> set_current{"cuCtxSetCurrent"};
  Call<std::size_t*, std::size_t*> memory{"cuMemGetInfo_v2"};
  Call<std::uint64_t*, std::size_t> allocate{"cuMemAlloc_v2"};
  Call<std::uint64_t> release{"cuMemFree_v2"};
  Call<void**, std::size_t, unsigned> allocate_host{"cuMemHostAlloc"};
  Call<std::uint64_t*, void*, unsigned> address_of_host{"cuMemHostGetDevicePointer_v2"};
  Call<void*> release_host{"cuMemFreeHost"};
  Call<Handle*, unsigned> create_stream{"cuStreamCreate"};
  Call<Handle> synchronize{"cuStreamSynchronize"};
  Call<Handle*, unsigned> create_event{"cuEventCreate"};
  Call<Handle, Handle> record{"cuEventRecord"};
  Call<Handle> wait{"cuEventSynchronize"};
  Call<float*, Handle, Handle> elapsed{"cuEventElapsedTime"};
  Call<std::uint64_t, const void*, std::size_t, Handle> to_device{"cuMemcpyHtoDAsync_v2"};
  Call<void*, std::uint64_t, std::size_t, Handle> to_host{"cuMemcpyDtoHAsync_v2"};
  Call<std::uint64_t, Handle, std::uint64_t, Handle, std::size_t, Handle> to_peer{"cuMemcpyPeerAsync"};
  Call<std::uint64_t, unsigned char, std::size_t, Handle> fill{"cuMemsetD8Async"};
  Call<int*, int, int> can_access{"cuDeviceCanAccessPeer"};
  Call<Handle, unsigned> enable_peer{"cuCtxEnablePeerAccess"};
  Call<Handle*, const void*> load_module{"cuModuleLoadData"};
  Call<Handle*, Handle, const char*> function{"cuModuleGetFunction"};
  Call<Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**, void**> launch{
      "cuLaunchKernel"};

  /// Throws ProbeFailure: failed, naming the first function that is not there.
  void find_in(const Library& library);
};

}  // namespace llmsize
