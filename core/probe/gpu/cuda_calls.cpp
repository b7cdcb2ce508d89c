// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/cuda_calls.hpp"

namespace llmsize {

std::string CudaCodes::name(int code) {
  static const std::vector<CodeName> names{
      {1, "CUDA_ERROR_INVALID_VALUE"},
      {2, "CUDA_ERROR_OUT_OF_MEMORY"},
      {3, "CUDA_ERROR_NOT_INITIALIZED"},
      {34, "CUDA_ERROR_STUB_LIBRARY"},
      {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
      {100, "CUDA_ERROR_NO_DEVICE"},
      {101, "CUDA_ERROR_INVALID_DEVICE"},
      {201, "CUDA_ERROR_INVALID_CONTEXT"},
      {209, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
      {214, "CUDA_ERROR_ECC_UNCORRECTABLE"},
      {218, "CUDA_ERROR_INVALID_PTX"},
      {221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND"},
      {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
      {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
      {702, "CUDA_ERROR_LAUNCH_TIMEOUT"},
      {704, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED"},
      {719, "CUDA_ERROR_LAUNCH_FAILED"},
      {800, "CUDA_ERROR_NOT_PERMITTED"},
      {801, "CUDA_ERROR_NOT_SUPPORTED"},
      {802, "CUDA_ERROR_SYSTEM_NOT_READY"},
      {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"},
      {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE"},
      {999, "CUDA_ERROR_UNKNOWN"},
  };
  return code_name(names, code);
}

void CudaCalls::find_in(const Library& library) {
  const auto find = [&](auto&... calls) { (library.find(calls), ...); };
  find(
      init, driver_version, device_count, device, device_name, uuid, total_memory, attribute, bus, retain, set_current);
  find(
      memory, allocate, release, allocate_host, address_of_host, release_host, create_stream, synchronize, create_event,
      record, wait, elapsed);
  find(to_device, to_host, to_peer, fill, can_access, enable_peer, load_module, function, launch);
}

}  // namespace llmsize
