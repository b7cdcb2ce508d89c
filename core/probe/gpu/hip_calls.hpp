// SPDX-License-Identifier: Apache-2.0
// The part of AMD's runtime and of its runtime compiler that we use, declared by ourselves: ROCm 6.1 and later.
#pragma once

#include "core/probe/gpu/library.hpp"

#include <cstdint>

namespace llmsize {

struct HipCodes {
  static std::string name(int code);
};
/// hipErrorNoDevice, hipErrorInvalidDevice (also of a runtime that could not begin), hipErrorPeerAccessAlreadyEnabled.
inline constexpr int hip_no_device = 100, hip_invalid_device = 101, hip_peer_known = 704;

/// hipDeviceAttribute_t.
enum class HipAttribute : int {
  integrated = 16,
  cache_bytes = 19,
  major = 23,
  minor = 61,
  processors = 63,
  wall_clock_kilohertz = 10017,
};

inline constexpr unsigned hip_host_portable_mapped_coherent =
    0x40000003;                                           // hipHostMallocPortable | …Mapped | …Coherent
inline constexpr unsigned hip_non_blocking = 1;           // hipStreamNonBlocking
inline constexpr int hip_to_device = 1, hip_to_host = 2;  // hipMemcpyKind

struct HipUuid {
  unsigned char bytes[16];
};

struct HipCalls {
  template <class... Arguments>
  using Call = VendorCall<HipCodes, Arguments...>;
  using Handle = void*;

  Call<unsigned> init{"hipInit"};
  Call<int*> version{"hipRuntimeGetVersion"};
  Call<int*> device_count{"hipGetDeviceCount"};
  Call<char*, int, int> device_name{"hipDeviceGetName"};
  Call<HipUuid*, int> uuid{"hipDeviceGetUuid"};
  Call<std::size_t*, int> total_memory{"hipDeviceTotalMem"};
  Call<int*, int, int> attribute{"hipDeviceGetAttribute"};
  Call<char*, int, int> bus{"hipDeviceGetPCIBusId"};
  Call<int> set_device{"hipSetDevice"};
  Call<std::size_t*, std::size_t*> memory{"hipMemGetInfo"};
  Call<void**, std::size_t> allocate{"hipMalloc"};
  Call<void*> release{"hipFree"};
  Call<void**, std::size_t, unsigned> allocate_host{"hipHostMalloc"};
  Call<void**, void*, unsigned> address_of_host{"hipHostGetDevicePointer"};
  Call<void*> release_host{"hipHostFree"};
  Call<Handle*, unsigned> create_stream{"hipStreamCreateWithFlags"};
  Call<Handle> synchronize{"hipStreamSynchronize"};
  Call<Handle*, unsigned> create_event{"hipEventCreateWithFlags"};
  Call<Handle, Handle> record{"hipEventRecord"};
  Call<Handle> wait{"hipEventSynchronize"};
  Call<float*, Handle, Handle> elapsed{"hipEventElapsedTime"};
  Call<void*, const void*, std::size_t, int, Handle> copy{"hipMemcpyAsync"};
  Call<void*, int, const void*, int, std::size_t, Handle> to_peer{"hipMemcpyPeerAsync"};
  Call<void*, int, std::size_t, Handle> fill{"hipMemsetAsync"};
  Call<int*, int, int> can_access{"hipDeviceCanAccessPeer"};
  Call<int, unsigned> enable_peer{"hipDeviceEnablePeerAccess"};
  Call<Handle*, const void*> load_module{"hipModuleLoadData"};
  Call<Handle*, Handle, const char*> function{"hipModuleGetFunction"};
  Call<Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**, void**> launch{
      "hipModuleLaunchKernel"};

  /// Throws ProbeFailure: failed, naming the first function that is not there.
  void find_in(const Library& library);
};

struct HiprtcCodes {
  static std::string name(int code);
};

struct HiprtcCalls {
  template <class... Arguments>
  using Call = VendorCall<HiprtcCodes, Arguments...>;
  using Program = void*;

  Call<Program*, const char*, const char*, int, const char**, const char**> create{"hiprtcCreateProgram"};
  Call<Program, int, const char**> compile{"hiprtcCompileProgram"};
  Call<Program, std::size_t*> log_size{"hiprtcGetProgramLogSize"};
  Call<Program, char*> log{"hiprtcGetProgramLog"};
  Call<Program, std::size_t*> code_size{"hiprtcGetCodeSize"};
  Call<Program, char*> code{"hiprtcGetCode"};
  Call<Program*> destroy{"hiprtcDestroyProgram"};

  void find_in(const Library& library);
};

}  // namespace llmsize
