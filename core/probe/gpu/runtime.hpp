// SPDX-License-Identifier: Apache-2.0
// What a probe asks of a GPU, whoever made it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace llmsize {

using DeviceAddress = std::uint64_t;
/// The same for libraries that want a pointer; drivers hand out addresses as numbers.
inline void* pointer_of(DeviceAddress address) {
  return reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
}
using Stream = void*;
using Event = void*;

struct GpuFacts {
  std::string vendor, name, uuid, bus;
  double memory = 0;         ///< bytes
  double cache = 0;          ///< as the library tells it, bytes
  double largest_cache = 0;  ///< no cache of it is larger, bytes
  double memory_rate = 0;    ///< peak of the memory, B/s; 0: unknown
  int processors = 0;        ///< multiprocessors or compute units
  int major = 0, minor = 0;  ///< compute capability
  std::string host_link;     ///< "pcie", "nvlink-c2c", "xgmi", or "package" where host and GPU are one
  std::string unfit;         ///< why our kernels do not run on it, after its name; empty where they do
};

struct GpuMemory {
  std::size_t free = 0, total = 0;
};

/// Our own kernels; 16-bit numbers are bf16, or fp16 where `half` is 1.
enum class Kernel {
  pattern,      ///< out, words, seed, keep, set: every 32-bit word gets its pattern
  differences,  ///< in, words, seed, keep, set, counter: counts words that differ from their pattern
  triad,        ///< a, b, c, groups of 4 floats, s: a = b + s c
  copy,         ///< a, b, groups of 16 bytes: a = b
  normal,       ///< out, count, seed, half: random normal numbers of 16 bits
  rows,         ///< y, M, v, rows, columns, half: y = M v in fp32
  columns,      ///< y, M, v, rows, columns, half: y = M^T v in fp32
  spin,         ///< latch, nanoseconds: waits until latch[0] is set; sets latch[1] where that took too long
};
inline constexpr std::size_t kernel_count = 8;
const char* kernel_name(Kernel kernel);

/// GPUs of one vendor. Calls mean the GPU that `use` named last. All throw ProbeFailure, naming the call and its code.
class GpuRuntime {
 public:
  virtual ~GpuRuntime() = default;

  virtual std::string name() const = 0;  ///< "cuda"
  virtual int version() = 0;             ///< as the vendor counts: 13000
  virtual int devices() = 0;
  virtual GpuFacts facts(int gpu) = 0;
  virtual void use(int gpu) = 0;
  virtual GpuMemory memory() = 0;

  virtual DeviceAddress allocate(std::size_t bytes) = 0;
  virtual void release(DeviceAddress address) noexcept = 0;
  virtual void* allocate_host(std::size_t bytes) = 0;  ///< pinned, seen by all GPUs
  virtual DeviceAddress address_of_host(void* host) = 0;
  virtual void release_host(void* host) noexcept = 0;

  virtual Stream stream() = 0;
  virtual void synchronize(Stream stream) = 0;
  virtual Event event() = 0;
  virtual void record(Event event, Stream stream) = 0;
  virtual void wait(Event event) = 0;  ///< until the GPU has come to it
  virtual double seconds(Event begin, Event end) = 0;

  virtual void to_device(DeviceAddress to, const void* from, std::size_t bytes, Stream stream) = 0;
  virtual void to_host(void* to, DeviceAddress from, std::size_t bytes, Stream stream) = 0;
  virtual void to_peer(
      DeviceAddress to, int to_gpu, DeviceAddress from, int from_gpu, std::size_t bytes, Stream stream) = 0;
  virtual void fill(DeviceAddress to, unsigned char byte, std::size_t bytes, Stream stream) = 0;
  virtual bool enable_peer(int from, int to) = 0;  ///< false where the two cannot reach each other

  virtual void launch(Kernel kernel, unsigned blocks, unsigned threads, void** arguments, Stream stream) = 0;
};

/// "GPU-1b2c…", as NVIDIA writes identifiers of 16 bytes.
std::string uuid_text(const unsigned char* bytes);

/// Launches with the arguments that `Kernel` lists, in their exact types: addresses and counts 64-bit, the rest 32-bit.
template <class... Arguments>
void launch(GpuRuntime& gpu, Kernel kernel, unsigned blocks, Stream stream, Arguments... arguments) {
  void* pointers[] = {&arguments...};
  gpu.launch(kernel, blocks, 256, pointers, stream);
}

/// Memory of a GPU, given back at the end.
class DeviceBuffer {
 public:
  DeviceBuffer(GpuRuntime& gpu, std::size_t bytes) : gpu_(&gpu), address_(gpu.allocate(bytes)), bytes_(bytes) {}
  ~DeviceBuffer() {
    if (address_) gpu_->release(address_);
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : gpu_(other.gpu_), address_(std::exchange(other.address_, 0)), bytes_(other.bytes_) {}
  DeviceBuffer& operator=(DeviceBuffer&&) = delete;

  DeviceAddress address() const { return address_; }
  std::size_t bytes() const { return bytes_; }

 private:
  GpuRuntime* gpu_;
  DeviceAddress address_;
  std::size_t bytes_;
};

/// Pinned memory of the host, given back at the end.
class HostBuffer {
 public:
  HostBuffer(GpuRuntime& gpu, std::size_t bytes) : gpu_(gpu), data_(gpu.allocate_host(bytes)), bytes_(bytes) {}
  ~HostBuffer() { gpu_.release_host(data_); }
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;

  std::uint32_t* words() const { return static_cast<std::uint32_t*>(data_); }
  std::size_t bytes() const { return bytes_; }

 private:
  GpuRuntime& gpu_;
  void* data_;
  std::size_t bytes_;
};

}  // namespace llmsize
