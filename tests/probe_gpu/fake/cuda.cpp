// SPDX-License-Identifier: Apache-2.0
// A driver library whose GPUs are the host: device addresses are pointers, streams do their work at once.
#include "fake.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <set>
#include <string>

extern "C" int fake_kernel(const char* name, void** arguments);

namespace {

constexpr int unknown_error = 999;
constexpr std::size_t memory_bytes = std::size_t{12} << 20;

int current_gpu = 0;

struct Event {
  double at = 0;
};

int enter(const char* name) { return fake_enter(name, unknown_error); }

}  // namespace

extern "C" {

int cuInit(unsigned) {
  const int code = fake_number("FAKE_INIT", 0);
  return code != 0 ? code : enter("cuInit");
}
int cuDriverGetVersion(int* version) {
  *version = fake_number("FAKE_DRIVER", 13000);
  return enter("cuDriverGetVersion");
}
int cuDeviceGetCount(int* count) {
  *count = fake_number("FAKE_GPUS", 1);
  return enter("cuDeviceGetCount");
}
int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return enter("cuDeviceGet");
}
int cuDeviceGetName(char* name, int size, int) {
  std::snprintf(name, static_cast<std::size_t>(size), "Fake GPU");
  return enter("cuDeviceGetName");
}
int cuDeviceGetUuid(unsigned char* uuid, int device) {
  std::memset(uuid, 0x10 + device, 16);
  return enter("cuDeviceGetUuid");
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = memory_bytes;
  return enter("cuDeviceTotalMem_v2");
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  switch (attribute) {
    case 16: *value = 132; break;
    case 36: *value = 2619000; break;
    case 37: *value = 5120; break;
    case 38: *value = 64 << 10; break;
    case 75: *value = fake_number("FAKE_MAJOR", 9); break;
    default: *value = 0; break;
  }
  return enter("cuDeviceGetAttribute");
}
int cuDeviceGetPCIBusId(char* text, int size, int device) {
  std::snprintf(text, static_cast<std::size_t>(size), "0000:%02X:00.0", 0x1b + device);
  return enter("cuDeviceGetPCIBusId");
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
  *context = reinterpret_cast<void*>(static_cast<std::intptr_t>(device) + 1);
  return enter("cuDevicePrimaryCtxRetain");
}
int cuCtxSetCurrent(void* context) {
  current_gpu = static_cast<int>(reinterpret_cast<std::intptr_t>(context)) - 1;
  return enter("cuCtxSetCurrent");
}
int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  *free = *total = memory_bytes;
  return enter("cuMemGetInfo_v2");
}
int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  if (const int code = enter("cuMemAlloc_v2")) return code;
  *address = reinterpret_cast<std::uint64_t>(std::malloc(bytes));
  return *address ? 0 : 2;
}
int cuMemFree_v2(std::uint64_t address) {
  std::free(reinterpret_cast<void*>(address));
  return enter("cuMemFree_v2");
}
int cuMemHostAlloc(void** host, std::size_t bytes, unsigned) {
  if (const int code = enter("cuMemHostAlloc")) return code;
  *host = std::malloc(bytes);
  return *host ? 0 : 2;
}
int cuMemHostGetDevicePointer_v2(std::uint64_t* address, void* host, unsigned) {
  *address = reinterpret_cast<std::uint64_t>(host);
  return enter("cuMemHostGetDevicePointer_v2");
}
int cuMemFreeHost(void* host) {
  std::free(host);
  return enter("cuMemFreeHost");
}
int cuStreamCreate(void** stream, unsigned) {
  *stream = reinterpret_cast<void*>(1);
  return enter("cuStreamCreate");
}
int cuStreamSynchronize(void*) { return enter("cuStreamSynchronize"); }
int cuEventCreate(void** event, unsigned) {
  static std::deque<Event> events;
  *event = &events.emplace_back();
  return enter("cuEventCreate");
}
int cuEventRecord(void* event, void*) {
  static_cast<Event*>(event)->at = fake_now();
  return enter("cuEventRecord");
}
int cuEventSynchronize(void*) { return enter("cuEventSynchronize"); }
int cuEventElapsedTime(float* milliseconds, void* begin, void* end) {
  *milliseconds = static_cast<float>(1e3 * (static_cast<Event*>(end)->at - static_cast<Event*>(begin)->at));
  return enter("cuEventElapsedTime");
}
int cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t bytes, void*) {
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  if (fake_wrong("copy")) *reinterpret_cast<char*>(to + bytes / 2) ^= 1;
  fake_pass(static_cast<double>(bytes) / 25e9);
  return enter("cuMemcpyHtoDAsync_v2");
}
int cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t bytes, void*) {
  std::memcpy(to, reinterpret_cast<void*>(from), bytes);
  if (fake_wrong("copy")) static_cast<char*>(to)[bytes / 2] ^= 1;
  fake_pass(static_cast<double>(bytes) / 20e9);
  return enter("cuMemcpyDtoHAsync_v2");
}
int cuMemcpyPeerAsync(std::uint64_t to, void*, std::uint64_t from, void*, std::size_t bytes, void*) {
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
  if (fake_wrong("copy")) *reinterpret_cast<char*>(to + bytes / 2) ^= 1;
  fake_pass(static_cast<double>(bytes) / 100e9);
  return enter("cuMemcpyPeerAsync");
}
int cuMemsetD8Async(std::uint64_t to, unsigned char byte, std::size_t bytes, void*) {
  std::memset(reinterpret_cast<void*>(to), byte, bytes);
  return enter("cuMemsetD8Async");
}
int cuDeviceCanAccessPeer(int* can, int, int) {
  *can = 1;
  return enter("cuDeviceCanAccessPeer");
}
int cuCtxEnablePeerAccess(void*, unsigned) { return enter("cuCtxEnablePeerAccess"); }
int cuModuleLoadData(void** module, const void* text) {
  *module = reinterpret_cast<void*>(1);
  if (std::strncmp(static_cast<const char*>(text), ".version 7.0", 12) != 0) return 218;
  return enter("cuModuleLoadData");
}
int cuModuleGetFunction(void** function, void*, const char* name) {
  static std::set<std::string> names;
  *function = const_cast<char*>(names.insert(name).first->c_str());
  return enter("cuModuleGetFunction");
}
int cuLaunchKernel(
    void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void** arguments,
    void**) {
  if (const int code = enter("cuLaunchKernel")) return code;
  return fake_kernel(static_cast<const char*>(function), arguments);
}

}  // extern "C"
