// SPDX-License-Identifier: Apache-2.0
// NVIDIA GPUs through the driver library: primary contexts, which cuBLASLt and NCCL use too.
#include "core/probe/gpu/cuda_calls.hpp"
#include "core/probe/gpu/ptx.hpp"
#include "core/probe/gpu/vendor.hpp"

#include <array>
#include <map>

namespace llmsize {
namespace {

using Failure = ProbeFailure;

constexpr int oldest_driver = 11000;

class CudaRuntime : public GpuRuntime {
 public:
  explicit CudaRuntime(const std::string& folder) : library_({"libcuda.so.1"}, folder, "no NVIDIA driver") {
    cuda_.find_in(library_);
    const int started = cuda_.init.status(0);
    if (started == cuda_stub)
      throw Failure(
          Failure::Kind::missing,
          fmt::format("no NVIDIA driver: {} is a stub, found before the driver", library_.name()));
    if (started == cuda_no_device) throw Failure(Failure::Kind::missing, "no GPU: the NVIDIA driver lists none");
    if (started != 0) throw cuda_.init.failure(started);
    if (version() < oldest_driver)
      throw Failure(
          Failure::Kind::failed, fmt::format(
                                     "the NVIDIA driver is too old: CUDA {}.{}, 11.0 or later required",
                                     version() / 1000, version() % 1000 / 10));
    if (devices() == 0) throw Failure(Failure::Kind::missing, "no GPU: the NVIDIA driver lists none");
  }

  std::string name() const override { return "cuda"; }
  int version() override {
    int number = 0;
    cuda_.driver_version(&number);
    return number;
  }
  int devices() override {
    int count = 0;
    cuda_.device_count(&count);
    return count;
  }
  GpuFacts facts(int gpu) override;
  void use(int gpu) override;
  GpuMemory memory() override {
    GpuMemory memory;
    cuda_.memory(&memory.free, &memory.total);
    return memory;
  }

  DeviceAddress allocate(std::size_t bytes) override {
    DeviceAddress address = 0;
    cuda_.allocate(&address, bytes);
    return address;
  }
  void release(DeviceAddress address) noexcept override { cuda_.release.status(address); }
  void* allocate_host(std::size_t bytes) override {
    void* host = nullptr;
    cuda_.allocate_host(&host, bytes, cuda_host_portable_mapped);
    return host;
  }
  DeviceAddress address_of_host(void* host) override {
    DeviceAddress address = 0;
    cuda_.address_of_host(&address, host, 0);
    return address;
  }
  void release_host(void* host) noexcept override { cuda_.release_host.status(host); }

  Stream stream() override {
    Stream made = nullptr;
    cuda_.create_stream(&made, cuda_non_blocking);
    return made;
  }
  void synchronize(Stream stream) override { cuda_.synchronize(stream); }
  Event event() override {
    Event made = nullptr;
    cuda_.create_event(&made, 0);
    return made;
  }
  void record(Event event, Stream stream) override { cuda_.record(event, stream); }
  void wait(Event event) override { cuda_.wait(event); }
  double seconds(Event begin, Event end) override {
    float milliseconds = 0;
    cuda_.elapsed(&milliseconds, begin, end);
    return static_cast<double>(milliseconds) * 1e-3;
  }

  void to_device(DeviceAddress to, const void* from, std::size_t bytes, Stream stream) override {
    cuda_.to_device(to, from, bytes, stream);
  }
  void to_host(void* to, DeviceAddress from, std::size_t bytes, Stream stream) override {
    cuda_.to_host(to, from, bytes, stream);
  }
  void to_peer(
      DeviceAddress to, int to_gpu, DeviceAddress from, int from_gpu, std::size_t bytes, Stream stream) override {
    cuda_.to_peer(to, context(to_gpu), from, context(from_gpu), bytes, stream);
  }
  void fill(DeviceAddress to, unsigned char byte, std::size_t bytes, Stream stream) override {
    cuda_.fill(to, byte, bytes, stream);
  }
  bool enable_peer(int from, int to) override;
  void launch(Kernel kernel, unsigned blocks, unsigned threads, void** arguments, Stream stream) override {
    cuda_.launch(function(kernel), blocks, 1, 1, threads, 1, 1, 0, stream, arguments, nullptr);
  }

 private:
  struct Context {
    void* handle = nullptr;
    std::array<void*, kernel_count> functions{};
  };

  int device(int gpu) {
    int handle = 0;
    cuda_.device(&handle, gpu);
    return handle;
  }
  int attribute(CudaAttribute attribute, int device) {
    int value = 0;
    cuda_.attribute(&value, static_cast<int>(attribute), device);
    return value;
  }
  void* context(int gpu);
  void* function(Kernel kernel);

  Library library_;
  CudaCalls cuda_;
  std::map<int, Context> contexts_;
  int in_use_ = -1;
};

GpuFacts CudaRuntime::facts(int gpu) {
  const int handle = device(gpu);
  GpuFacts facts;
  facts.vendor = "nvidia";
  std::array<char, 128> name{};
  cuda_.device_name(name.data(), static_cast<int>(name.size()) - 1, handle);
  facts.name = name.data();
  CudaUuid uuid{};
  cuda_.uuid(&uuid, handle);
  facts.uuid = uuid_text(uuid.bytes);
  std::array<char, 32> bus{};
  cuda_.bus(bus.data(), static_cast<int>(bus.size()) - 1, handle);
  facts.bus = bus.data();
  std::size_t memory = 0;
  cuda_.total_memory(&memory, handle);
  facts.memory = static_cast<double>(memory);
  facts.cache = facts.largest_cache = attribute(CudaAttribute::cache_bytes, handle);
  // Two transfers per clock, on each wire of the bus.
  facts.memory_rate =
      2e3 * attribute(CudaAttribute::memory_kilohertz, handle) * attribute(CudaAttribute::bus_bits, handle) / 8;
  facts.processors = attribute(CudaAttribute::processors, handle);
  facts.major = attribute(CudaAttribute::major, handle);
  facts.minor = attribute(CudaAttribute::minor, handle);
  facts.host_link = attribute(CudaAttribute::host_page_tables, handle) != 0 ? "nvlink-c2c" : "pcie";
  if (facts.major < 8)
    facts.unfit = fmt::format("has compute capability {}.{}; 8.0 or later required", facts.major, facts.minor);
  return facts;
}

void* CudaRuntime::context(int gpu) {
  Context& context = contexts_[gpu];
  if (!context.handle) cuda_.retain(&context.handle, device(gpu));
  return context.handle;
}

void CudaRuntime::use(int gpu) {
  cuda_.set_current(context(gpu));
  in_use_ = gpu;
}

bool CudaRuntime::enable_peer(int from, int to) {
  int can = 0;
  cuda_.can_access(&can, device(from), device(to));
  if (can == 0) return false;
  use(from);
  const int enabled = cuda_.enable_peer.status(context(to), 0);
  if (enabled != 0 && enabled != cuda_peer_known) throw cuda_.enable_peer.failure(enabled);
  return true;
}

void* CudaRuntime::function(Kernel kernel) {
  Context& context = contexts_.at(in_use_);
  if (!context.functions.front()) {
    void* module = nullptr;
    cuda_.load_module(&module, ptx_text().c_str());
    for (std::size_t at = 0; at < kernel_count; ++at)
      cuda_.function(&context.functions[at], module, kernel_name(static_cast<Kernel>(at)));
  }
  return context.functions[static_cast<std::size_t>(kernel)];
}

}  // namespace

std::unique_ptr<GpuRuntime> open_cuda(const std::string& folder) { return std::make_unique<CudaRuntime>(folder); }

}  // namespace llmsize
