// SPDX-License-Identifier: Apache-2.0
// AMD's runtime with the host as its GPUs: device addresses are pointers, streams do their work at once. Kernels are
// libraries of the host, compiled from the program's own text by the fake runtime compiler; how they are called is
// written here once more, apart from the program.
#include "fake.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>

namespace {

constexpr int broken = 999;
constexpr std::size_t memory_bytes = std::size_t{12} << 20;
constexpr unsigned most_blocks = 4;

int enter(const char* name) { return fake_enter(name, broken); }

struct Event {
  double at = 0;
};

struct Module {
  void* library;
  int device;
};

struct Function {
  std::string name;
  void* code;
  int device;
};

/// Where a thread of the GPU is, for kernels: the variables of the compiled library.
struct Grid {
  unsigned *thread, *block, *threads, *blocks;
};
std::deque<Module> modules;
std::deque<Function> functions;
Grid grid{};
int current = 0;

/// Work of one GPU put on a stream of another is refused.
bool is_of(const void* stream) { return reinterpret_cast<std::intptr_t>(stream) == current + 1; }

template <class Type>
Type get(void** arguments, int at) {
  Type value;
  std::memcpy(&value, arguments[at], sizeof value);
  return value;
}

void* pointer(void** arguments, int at) { return get<void*>(arguments, at); }
std::uint64_t number(void** arguments, int at) { return get<std::uint64_t>(arguments, at); }
std::uint32_t word(void** arguments, int at) { return get<std::uint32_t>(arguments, at); }

using Number = std::uint64_t;
using Word = std::uint32_t;

void call(const Function& function, void** a) {
  const std::string& name = function.name;
  if (name == "llmsize_pattern")
    reinterpret_cast<void (*)(void*, Number, Word, Word, Word)>(function.code)(
        pointer(a, 0), number(a, 1), word(a, 2), word(a, 3), word(a, 4));
  if (name == "llmsize_differences")
    reinterpret_cast<void (*)(void*, Number, Word, Word, Word, void*)>(function.code)(
        pointer(a, 0), number(a, 1), word(a, 2), word(a, 3), word(a, 4), pointer(a, 5));
  if (name == "llmsize_triad")
    reinterpret_cast<void (*)(void*, void*, void*, Number, float)>(function.code)(
        pointer(a, 0), pointer(a, 1), pointer(a, 2), number(a, 3), get<float>(a, 4));
  if (name == "llmsize_copy")
    reinterpret_cast<void (*)(void*, void*, Number)>(function.code)(pointer(a, 0), pointer(a, 1), number(a, 2));
  if (name == "llmsize_normal")
    reinterpret_cast<void (*)(void*, Number, Word, Word)>(function.code)(
        pointer(a, 0), number(a, 1), word(a, 2), word(a, 3));
  if (name == "llmsize_rows" || name == "llmsize_columns")
    reinterpret_cast<void (*)(void*, void*, void*, Number, Number, Word)>(function.code)(
        pointer(a, 0), pointer(a, 1), pointer(a, 2), number(a, 3), number(a, 4), word(a, 5));
}

/// What a kernel costs on the GPU's clock, and what it gets wrong on demand.
void account(const std::string& name, void** a) {
  if (name == "llmsize_triad") fake_pass(48.0 * static_cast<double>(number(a, 3)) / 2e12);
  if (name == "llmsize_copy") fake_pass(32.0 * static_cast<double>(number(a, 2)) / 2e12);
  if (fake_wrong("kernel") && (name == "llmsize_triad" || name == "llmsize_copy"))
    static_cast<float*>(pointer(a, 0))[0] = 0;
  if (fake_wrong("hold") && name == "llmsize_spin") static_cast<Word*>(pointer(a, 0))[1] = 1;
}

/// The seconds that a copy takes.
void copied(void* to, std::size_t bytes, double rate) {
  if (fake_wrong("copy")) static_cast<char*>(to)[bytes / 2] ^= 1;
  fake_pass(static_cast<double>(bytes) / rate);
}

}  // namespace

extern "C" {

int hipInit(unsigned) {
  const int code = fake_number("FAKE_INIT", 0);
  return code != 0 ? code : enter("hipInit");
}
int hipRuntimeGetVersion(int* version) {
  *version = fake_number("FAKE_DRIVER", 60443484);
  return enter("hipRuntimeGetVersion");
}
int hipGetDeviceCount(int* count) {
  *count = fake_number("FAKE_GPUS", 1);
  return enter("hipGetDeviceCount");
}
int hipDeviceGetName(char* name, int size, int) {
  std::snprintf(name, static_cast<std::size_t>(size), "AMD Instinct MI300X");
  return enter("hipDeviceGetName");
}
int hipDeviceGetUuid(unsigned char* uuid, int device) {
  std::memset(uuid, 0x20 + device, 16);
  return enter("hipDeviceGetUuid");
}
int hipDeviceTotalMem(std::size_t* bytes, int) {
  *bytes = memory_bytes;
  return enter("hipDeviceTotalMem");
}
int hipDeviceGetAttribute(int* value, int attribute, int) {
  switch (attribute) {
    case 16: *value = fake_number("FAKE_INTEGRATED", 0); break;
    case 19: *value = 4 << 20; break;
    case 23: *value = 9; break;
    case 61: *value = 4; break;
    case 63: *value = 304; break;
    case 10017: *value = 100000; break;
    default: *value = 0; break;
  }
  return enter("hipDeviceGetAttribute");
}
int hipDeviceGetPCIBusId(char* text, int size, int device) {
  std::snprintf(text, static_cast<std::size_t>(size), "0000:%02x:00.0", 0x1b + device);
  return enter("hipDeviceGetPCIBusId");
}
int hipSetDevice(int device) {
  current = device;
  return enter("hipSetDevice");
}
int hipMemGetInfo(std::size_t* free, std::size_t* total) {
  *free = *total = memory_bytes;
  return enter("hipMemGetInfo");
}
int hipMalloc(void** address, std::size_t bytes) {
  if (const int code = enter("hipMalloc")) return code;
  *address = std::malloc(bytes);
  return *address ? 0 : 2;
}
int hipFree(void* address) {
  std::free(address);
  return enter("hipFree");
}
int hipHostMalloc(void** host, std::size_t bytes, unsigned flags) {
  if (const int code = enter("hipHostMalloc")) return code;
  if (flags != 0x40000003) return 1;
  *host = std::malloc(bytes);
  return *host ? 0 : 2;
}
int hipHostGetDevicePointer(void** address, void* host, unsigned) {
  *address = host;
  return enter("hipHostGetDevicePointer");
}
int hipHostFree(void* host) {
  std::free(host);
  return enter("hipHostFree");
}
int hipStreamCreateWithFlags(void** stream, unsigned) {
  *stream = reinterpret_cast<void*>(static_cast<std::intptr_t>(current) + 1);
  return enter("hipStreamCreateWithFlags");
}
int hipStreamSynchronize(void*) { return enter("hipStreamSynchronize"); }
int hipEventCreateWithFlags(void** event, unsigned) {
  static std::deque<Event> events;
  *event = &events.emplace_back();
  return enter("hipEventCreateWithFlags");
}
int hipEventRecord(void* event, void*) {
  static_cast<Event*>(event)->at = fake_now();
  return enter("hipEventRecord");
}
int hipEventSynchronize(void*) { return enter("hipEventSynchronize"); }
int hipEventElapsedTime(float* milliseconds, void* begin, void* end) {
  *milliseconds = static_cast<float>(1e3 * (static_cast<Event*>(end)->at - static_cast<Event*>(begin)->at));
  return enter("hipEventElapsedTime");
}
int hipMemcpyAsync(void* to, const void* from, std::size_t bytes, int kind, void*) {
  if (kind != 1 && kind != 2) return 1;
  std::memcpy(to, from, bytes);
  copied(to, bytes, kind == 1 ? 25e9 : 20e9);
  return enter("hipMemcpyAsync");
}
int hipMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, void*) {
  std::memcpy(to, from, bytes);
  copied(to, bytes, 100e9);
  return enter("hipMemcpyPeerAsync");
}
int hipMemsetAsync(void* to, int byte, std::size_t bytes, void*) {
  std::memset(to, byte, bytes);
  return enter("hipMemsetAsync");
}
int hipDeviceCanAccessPeer(int* can, int, int) {
  *can = 1;
  return enter("hipDeviceCanAccessPeer");
}
int hipDeviceEnablePeerAccess(int, unsigned) { return enter("hipDeviceEnablePeerAccess"); }

/// The code of a module is the path of a library.
int hipModuleLoadData(void** module, const void* code) {
  if (const int failed = enter("hipModuleLoadData")) return failed;
  void* library = dlopen(static_cast<const char*>(code), RTLD_NOW | RTLD_LOCAL);
  if (!library) return 200;
  *module = &modules.emplace_back(Module{library, current});
  grid = {
      static_cast<unsigned*>(dlsym(library, "threadIdx")), static_cast<unsigned*>(dlsym(library, "blockIdx")),
      static_cast<unsigned*>(dlsym(library, "blockDim")), static_cast<unsigned*>(dlsym(library, "gridDim"))};
  return grid.thread && grid.block && grid.threads && grid.blocks ? 0 : 200;
}
int hipModuleGetFunction(void** function, void* module, const char* name) {
  if (const int failed = enter("hipModuleGetFunction")) return failed;
  const auto* from = static_cast<Module*>(module);
  void* code = dlsym(from->library, name);
  if (!code) return 98;
  *function = &functions.emplace_back(Function{name, code, from->device});
  return 0;
}
int hipModuleLaunchKernel(
    void* function, unsigned blocks, unsigned, unsigned, unsigned threads, unsigned, unsigned, unsigned, void* stream,
    void** arguments, void**) {
  if (const int failed = enter("hipModuleLaunchKernel")) return failed;
  const Function& kernel = *static_cast<Function*>(function);
  if (kernel.device != current || !is_of(stream)) return 1;
  // Our kernels take strides of the whole grid, so that a small one computes the same.
  *grid.blocks = std::min(blocks, most_blocks);
  *grid.threads = threads;
  for (*grid.block = 0; *grid.block < *grid.blocks; ++*grid.block)
    for (*grid.thread = 0; *grid.thread < threads; ++*grid.thread) call(kernel, arguments);
  account(kernel.name, arguments);
  return 0;
}

}  // extern "C"
