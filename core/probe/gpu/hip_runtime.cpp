// SPDX-License-Identifier: Apache-2.0
// AMD GPUs through ROCm's runtime library. Its compiler, a library of its own, is opened when the first kernel is
// needed.
#include "core/probe/gpu/amdgpu.hpp"
#include "core/probe/gpu/hip_calls.hpp"
#include "core/probe/gpu/hip_kernels.hpp"
#include "core/probe/gpu/vendor.hpp"
#include "core/probe/host/kfd.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>

namespace llmsize {
namespace {

using Failure = ProbeFailure;

/// ROCm's version as its runtime tells it. That of hipBLASLt before 6.1 has other numbers for types.
constexpr int oldest_rocm = 60'100'000;
/// Bytes of the last cache before the memory, which the runtime does not tell: it tells the second level.
/// Source: AMD CDNA 3 Architecture white paper (2023), "256MB AMD Infinity Cache".
constexpr double infinity_cache = 256 << 20;

class HipCompiler {
 public:
  explicit HipCompiler(const std::string& folder)
      : library_({"libhiprtc.so.7", "libhiprtc.so.6"}, folder, "no runtime compiler of ROCm") {
    calls_.find_in(library_);
  }

  /// Our kernels for an architecture ("gfx942"); where it is empty for the GPU in use, which the compiler then asks the
  /// runtime for.
  std::string code(const std::string& architecture, int kilohertz) {
    void* program = nullptr;
    const std::string text(hip_text()), clock = fmt::format("-DLLMSIZE_KILOHERTZ={}", kilohertz);
    const std::string target = fmt::format("--offload-arch={}", architecture);
    calls_.create(&program, text.c_str(), "llmsize.hip", 0, nullptr, nullptr);
    std::vector<const char*> options{clock.c_str()};
    if (!architecture.empty()) options.push_back(target.c_str());
    if (const int status = calls_.compile.status(program, static_cast<int>(options.size()), options.data());
        status != 0)
      throw Failure(
          Failure::Kind::failed,
          fmt::format("{}: {}", calls_.compile.failure(status).what(), first_line_of_log(program)));
    std::size_t size = 0;
    calls_.code_size(program, &size);
    std::string code(size, '\0');
    calls_.code(program, code.data());
    calls_.destroy.status(&program);
    return code;
  }

 private:
  std::string first_line_of_log(void* program) {
    std::size_t size = 0;
    if (calls_.log_size.status(program, &size) != 0 || size == 0) return "without a message";
    std::string log(size, '\0');
    if (calls_.log.status(program, log.data()) != 0) return "without a message";
    return log.substr(0, std::min(log.find('\n'), log.find('\0')));
  }

  Library library_;
  HiprtcCalls calls_;
};

class HipRuntime : public GpuRuntime {
 public:
  explicit HipRuntime(const std::string& folder)
      : library_({"libamdhip64.so.7", "libamdhip64.so.6"}, folder, "no ROCm"), folder_(folder) {
    hip_.find_in(library_);
    const int started = hip_.init.status(0);
    if (started == hip_no_device || started == hip_invalid_device) throw Failure(Failure::Kind::missing, none());
    if (started != 0) throw hip_.init.failure(started);
    if (const int rocm = version(); rocm < oldest_rocm)
      throw Failure(
          Failure::Kind::failed,
          fmt::format("ROCm is too old: {}.{}, 6.1 or later required", rocm / 10'000'000, rocm / 100'000 % 100));
    if (devices() == 0) throw Failure(Failure::Kind::missing, none());
  }

  std::string name() const override { return "hip"; }
  int version() override {
    int number = 0;
    hip_.version(&number);
    return number;
  }
  int devices() override {
    int count = 0;
    const int status = hip_.device_count.status(&count);
    if (status != 0 && status != hip_no_device) throw hip_.device_count.failure(status);
    return count;
  }
  GpuFacts facts(int gpu) override;
  void use(int gpu) override {
    hip_.set_device(gpu);
    in_use_ = gpu;
  }
  GpuMemory memory() override {
    GpuMemory memory;
    hip_.memory(&memory.free, &memory.total);
    return memory;
  }

  DeviceAddress allocate(std::size_t bytes) override {
    void* address = nullptr;
    hip_.allocate(&address, bytes);
    return address_of(address);
  }
  void release(DeviceAddress address) noexcept override { hip_.release.status(pointer_of(address)); }
  void* allocate_host(std::size_t bytes) override {
    void* host = nullptr;
    hip_.allocate_host(&host, bytes, hip_host_portable_mapped_coherent);
    return host;
  }
  DeviceAddress address_of_host(void* host) override {
    void* address = nullptr;
    hip_.address_of_host(&address, host, 0);
    return address_of(address);
  }
  void release_host(void* host) noexcept override { hip_.release_host.status(host); }

  Stream stream() override {
    Stream made = nullptr;
    hip_.create_stream(&made, hip_non_blocking);
    return made;
  }
  void synchronize(Stream stream) override { hip_.synchronize(stream); }
  Event event() override {
    Event made = nullptr;
    hip_.create_event(&made, 0);
    return made;
  }
  void record(Event event, Stream stream) override { hip_.record(event, stream); }
  void wait(Event event) override { hip_.wait(event); }
  double seconds(Event begin, Event end) override {
    float milliseconds = 0;
    hip_.elapsed(&milliseconds, begin, end);
    return static_cast<double>(milliseconds) * 1e-3;
  }

  void to_device(DeviceAddress to, const void* from, std::size_t bytes, Stream stream) override {
    hip_.copy(pointer_of(to), from, bytes, hip_to_device, stream);
  }
  void to_host(void* to, DeviceAddress from, std::size_t bytes, Stream stream) override {
    hip_.copy(to, pointer_of(from), bytes, hip_to_host, stream);
  }
  void to_peer(
      DeviceAddress to, int to_gpu, DeviceAddress from, int from_gpu, std::size_t bytes, Stream stream) override {
    hip_.to_peer(pointer_of(to), to_gpu, pointer_of(from), from_gpu, bytes, stream);
  }
  void fill(DeviceAddress to, unsigned char byte, std::size_t bytes, Stream stream) override {
    hip_.fill(pointer_of(to), byte, bytes, stream);
  }
  bool enable_peer(int from, int to) override;
  void launch(Kernel kernel, unsigned blocks, unsigned threads, void** arguments, Stream stream) override {
    hip_.launch(function(kernel), blocks, 1, 1, threads, 1, 1, 0, stream, arguments, nullptr);
  }

 private:
  static std::string none() {
    constexpr const char* driver = "/dev/kfd";
    const bool closed = access(driver, F_OK) == 0 && access(driver, R_OK | W_OK) != 0;
    return fmt::format(
        "no GPU: ROCm lists none{}",
        closed ? fmt::format("; no permission for {}; add this user to the group render", driver) : "");
  }
  using Functions = std::array<void*, kernel_count>;

  static DeviceAddress address_of(void* pointer) { return reinterpret_cast<DeviceAddress>(pointer); }
  int attribute(HipAttribute attribute, int gpu) {
    int value = 0;
    hip_.attribute(&value, static_cast<int>(attribute), gpu);
    return value;
  }
  std::string bus(int gpu) {
    std::array<char, 32> text{};
    hip_.bus(text.data(), static_cast<int>(text.size()) - 1, gpu);
    return text.data();
  }
  /// What the driver in the kernel tells of it; nothing where it cannot be asked.
  KfdGpu of_driver(int gpu) {
    const std::vector<KfdGpu> found = kfd_gpus(amd_files(folder_), bus(gpu));
    return found.empty() ? KfdGpu{} : found.front();
  }
  void* function(Kernel kernel);

  Library library_;
  HipCalls hip_;
  std::string folder_;
  std::map<std::string, std::string> codes_;  ///< compiled kernels by architecture
  std::map<int, Functions> functions_;
  int in_use_ = -1;
};

GpuFacts HipRuntime::facts(int gpu) {
  GpuFacts facts;
  facts.vendor = "amd";
  std::array<char, 256> name{};
  hip_.device_name(name.data(), static_cast<int>(name.size()) - 1, gpu);
  facts.name = name.data();
  HipUuid uuid{};
  hip_.uuid(&uuid, gpu);
  facts.uuid = uuid_text(uuid.bytes);
  facts.bus = bus(gpu);
  std::size_t memory = 0;
  hip_.total_memory(&memory, gpu);
  facts.memory = static_cast<double>(memory);
  facts.cache = attribute(HipAttribute::cache_bytes, gpu);
  facts.largest_cache = std::max(facts.cache, infinity_cache);
  // The peak of the memory stays unknown: how many transfers a clock tick carries differs from one generation to the
  // next.
  facts.processors = attribute(HipAttribute::processors, gpu);
  facts.major = attribute(HipAttribute::major, gpu);
  facts.minor = attribute(HipAttribute::minor, gpu);
  facts.host_link = attribute(HipAttribute::integrated, gpu) != 0 ? "package" : of_driver(gpu).xgmi ? "xgmi" : "pcie";
  return facts;
}

bool HipRuntime::enable_peer(int from, int to) {
  int can = 0;
  hip_.can_access(&can, from, to);
  if (can == 0) return false;
  use(from);
  const int enabled = hip_.enable_peer.status(to, 0);
  if (enabled != 0 && enabled != hip_peer_known) throw hip_.enable_peer.failure(enabled);
  return true;
}

void* HipRuntime::function(Kernel kernel) {
  auto at = functions_.find(in_use_);
  if (at == functions_.end()) {
    const std::string architecture = of_driver(in_use_).architecture;
    std::string& code = codes_[architecture];
    if (code.empty())
      code = HipCompiler(folder_).code(architecture, attribute(HipAttribute::wall_clock_kilohertz, in_use_));
    void* module = nullptr;
    hip_.load_module(&module, code.data());
    Functions functions{};
    for (std::size_t each = 0; each < kernel_count; ++each)
      hip_.function(&functions[each], module, kernel_name(static_cast<Kernel>(each)));
    at = functions_.emplace(in_use_, functions).first;
  }
  return at->second[static_cast<std::size_t>(kernel)];
}

}  // namespace

std::unique_ptr<GpuRuntime> open_hip(const std::string& folder) { return std::make_unique<HipRuntime>(folder); }

}  // namespace llmsize
