// SPDX-License-Identifier: Apache-2.0
// Our declarations against AMD's own, where its headers are at hand. Compiled, never run.
#define __HIP_PLATFORM_AMD__ 1
#include "core/probe/gpu/hip_calls.hpp"
#include "signatures.hpp"

#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>

using namespace llmsize;

static_assert(
    hipErrorNoDevice == hip_no_device && hipErrorInvalidDevice == hip_invalid_device &&
    hipErrorPeerAccessAlreadyEnabled == hip_peer_known);
static_assert(hipDeviceAttributeIntegrated == static_cast<int>(HipAttribute::integrated));
static_assert(hipDeviceAttributeL2CacheSize == static_cast<int>(HipAttribute::cache_bytes));
static_assert(hipDeviceAttributeComputeCapabilityMajor == static_cast<int>(HipAttribute::major));
static_assert(hipDeviceAttributeComputeCapabilityMinor == static_cast<int>(HipAttribute::minor));
static_assert(hipDeviceAttributeMultiprocessorCount == static_cast<int>(HipAttribute::processors));
#if HIP_VERSION_MAJOR >= 6
static_assert(hipDeviceAttributeWallClockRate == static_cast<int>(HipAttribute::wall_clock_kilohertz));
#endif
static_assert(
    (hipHostMallocPortable | hipHostMallocMapped | hipHostMallocCoherent) == hip_host_portable_mapped_coherent);
static_assert(hipStreamNonBlocking == hip_non_blocking && hipEventDefault == 0);
static_assert(hipMemcpyHostToDevice == hip_to_device && hipMemcpyDeviceToHost == hip_to_host);
static_assert(sizeof(hipUUID) == sizeof(HipUuid) && sizeof(hipDevice_t) == sizeof(int));

using Hip = HipCalls;
static_assert(
    same<decltype(Hip::init), decltype(&hipInit)> && same<decltype(Hip::version), decltype(&hipRuntimeGetVersion)>);
static_assert(
    same<decltype(Hip::device_name), decltype(&hipDeviceGetName)> &&
    same<decltype(Hip::uuid), decltype(&hipDeviceGetUuid)>);
static_assert(
    same<decltype(Hip::total_memory), decltype(&hipDeviceTotalMem)> &&
    same<decltype(Hip::attribute), decltype(&hipDeviceGetAttribute)>);
static_assert(
    same<decltype(Hip::bus), decltype(&hipDeviceGetPCIBusId)> && same<decltype(Hip::memory), decltype(&hipMemGetInfo)>);
// Overloaded by templates: those of C are meant.
static_assert(same<decltype(Hip::allocate), decltype(static_cast<hipError_t (*)(void**, std::size_t)>(&hipMalloc))>);
static_assert(same<
              decltype(Hip::allocate_host),
              decltype(static_cast<hipError_t (*)(void**, std::size_t, unsigned)>(&hipHostMalloc))>);
static_assert(same<decltype(Hip::release), decltype(&hipFree)>);
static_assert(
    same<decltype(Hip::device_count), decltype(&hipGetDeviceCount)> &&
    same<decltype(Hip::set_device), decltype(&hipSetDevice)>);
static_assert(
    same<decltype(Hip::synchronize), decltype(&hipStreamSynchronize)> &&
    same<decltype(Hip::wait), decltype(&hipEventSynchronize)>);
static_assert(
    same<decltype(Hip::address_of_host), decltype(&hipHostGetDevicePointer)> &&
    same<decltype(Hip::release_host), decltype(&hipHostFree)>);
static_assert(
    same<decltype(Hip::create_stream), decltype(&hipStreamCreateWithFlags)> &&
    same<decltype(Hip::create_event), decltype(&hipEventCreateWithFlags)>);
static_assert(
    same<decltype(Hip::record), decltype(&hipEventRecord)> &&
    same<decltype(Hip::elapsed), decltype(&hipEventElapsedTime)>);
static_assert(
    same<decltype(Hip::copy), decltype(&hipMemcpyAsync)> &&
    same<decltype(Hip::to_peer), decltype(&hipMemcpyPeerAsync)>);
static_assert(
    same<decltype(Hip::fill), decltype(&hipMemsetAsync)> &&
    same<decltype(Hip::can_access), decltype(&hipDeviceCanAccessPeer)>);
static_assert(
    same<decltype(Hip::enable_peer), decltype(&hipDeviceEnablePeerAccess)> &&
    same<decltype(Hip::load_module), decltype(&hipModuleLoadData)>);
static_assert(
    same<decltype(Hip::function), decltype(&hipModuleGetFunction)> &&
    same<decltype(Hip::launch), decltype(&hipModuleLaunchKernel)>);

using Rtc = HiprtcCalls;
static_assert(
    same<decltype(Rtc::create), decltype(&hiprtcCreateProgram)> &&
    same<decltype(Rtc::compile), decltype(&hiprtcCompileProgram)>);
static_assert(
    same<decltype(Rtc::log_size), decltype(&hiprtcGetProgramLogSize)> &&
    same<decltype(Rtc::log), decltype(&hiprtcGetProgramLog)>);
static_assert(
    same<decltype(Rtc::code_size), decltype(&hiprtcGetCodeSize)> &&
    same<decltype(Rtc::code), decltype(&hiprtcGetCode)>);
static_assert(same<decltype(Rtc::destroy), decltype(&hiprtcDestroyProgram)>);
