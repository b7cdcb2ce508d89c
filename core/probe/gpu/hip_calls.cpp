// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/hip_calls.hpp"

namespace llmsize {

std::string HipCodes::name(int code) {
  static const std::vector<CodeName> names{
      {1, "hipErrorInvalidValue"},
      {2, "hipErrorOutOfMemory"},
      {3, "hipErrorNotInitialized"},
      {35, "hipErrorInsufficientDriver"},
      {98, "hipErrorInvalidDeviceFunction"},
      {100, "hipErrorNoDevice"},
      {101, "hipErrorInvalidDevice"},
      {200, "hipErrorInvalidImage"},
      {209, "hipErrorNoBinaryForGpu"},
      {214, "hipErrorECCNotCorrectable"},
      {700, "hipErrorIllegalAddress"},
      {702, "hipErrorLaunchTimeOut"},
      {704, "hipErrorPeerAccessAlreadyEnabled"},
      {719, "hipErrorLaunchFailure"},
      {801, "hipErrorNotSupported"},
      {999, "hipErrorUnknown"},
      {1052, "hipErrorRuntimeMemory"},
      {1053, "hipErrorRuntimeOther"},
  };
  return code_name(names, code);
}

void HipCalls::find_in(const Library& library) {
  const auto find = [&](auto&... calls) { (library.find(calls), ...); };
  find(
      init, version, device_count, device_name, uuid, total_memory, attribute, bus, set_device, memory, allocate,
      release);
  find(allocate_host, address_of_host, release_host, create_stream, synchronize, create_event, record, wait, elapsed);
  find(copy, to_peer, fill, can_access, enable_peer, load_module, function, launch);
}

std::string HiprtcCodes::name(int code) {
  static const std::vector<CodeName> names{
      {1, "HIPRTC_ERROR_OUT_OF_MEMORY"},
      {2, "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE"},
      {3, "HIPRTC_ERROR_INVALID_INPUT"},
      {4, "HIPRTC_ERROR_INVALID_PROGRAM"},
      {5, "HIPRTC_ERROR_INVALID_OPTION"},
      {6, "HIPRTC_ERROR_COMPILATION"},
      {7, "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE"},
      {11, "HIPRTC_ERROR_INTERNAL_ERROR"},
  };
  return code_name(names, code);
}

void HiprtcCalls::find_in(const Library& library) {
  const auto find = [&](auto&... calls) { (library.find(calls), ...); };
  find(create, compile, log_size, log, code_size, code, destroy);
}

}  // namespace llmsize
