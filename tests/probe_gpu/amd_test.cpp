// SPDX-License-Identifier: Apache-2.0
// AMD GPUs: which they are, who else uses them, what their compiler makes of our kernels.
#include "core/probe/child.hpp"
#include "core/probe/gpu/hip_kernels.hpp"
#include "core/probe/gpu/runtime.hpp"
#include "core/probe/host/kfd.hpp"
#include "worker.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

using namespace llmsize;

namespace {

namespace fs = std::filesystem;

/// What HIP's runtime compiler predefines, as far as our kernels need it.
constexpr const char* predefined = R"(
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define LLMSIZE_KILOHERTZ 100000
struct float4 { float x, y, z, w; };
struct Place { unsigned x; };
extern __device__ const Place threadIdx, blockIdx, blockDim, gridDim;
extern "C" __device__ float fmaf(float, float, float);
extern "C" __device__ float fmaxf(float, float);
extern "C" __device__ float sqrtf(float);
extern "C" __device__ float logf(float);
extern "C" __device__ float cosf(float);
__device__ unsigned atomicAdd(unsigned*, unsigned);
__device__ long long wall_clock64();
)";

/// The fakes once more, with files of their own, in which tests may write.
std::string own_machine(const std::string& name) {
  const std::string folder = fakes(name);
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (const fs::directory_entry& each : fs::directory_iterator(fakes("amd")))
    if (each.path().filename().string().rfind("lib", 0) == 0)
      fs::create_symlink(each.path(), fs::path(folder) / each.path().filename());
  write_amd_files(folder);
  return folder;
}

void write(const std::string& file, const std::string& text) {
  fs::create_directories(fs::path(file).parent_path());
  std::ofstream(file) << text << "\n";
}

}  // namespace

TEST_CASE("the identity of AMD's GPUs") {
  const Said said = run_fake(small_job("identity", "amd"), {"FAKE_GPUS=2"});
  REQUIRE(said.failed == "");
  REQUIRE(said.host.at("gpus").size() == 2);
  const Json gpu = said.host.at("gpus").at(1);
  CHECK(gpu.at("vendor") == "amd");
  CHECK(gpu.at("name") == "AMD Instinct MI300X");
  CHECK(gpu.at("pci") == "0000:1c:00.0");
  CHECK(gpu.at("processors") == 304);
  CHECK(gpu.at("capability") == "9.4");
  CHECK(gpu.at("host_link") == "pcie");
  CHECK(gpu.at("driver") == "6.10.5");
  CHECK(gpu.at("power_limit_w") == 750.0);
  CHECK(gpu.at("pcie") == Json({{"gen", 5}, {"width", 16}}));
  CHECK(gpu.at("partition") == "SPX");
  CHECK(gpu.at("uuid").get<std::string>().size() == 64);
  CHECK(said.host.at("libs").at("hip") == 60443484);
  CHECK(
      run_fake(small_job("identity", "amd"), {"FAKE_INTEGRATED=1"}).host.at("gpus").at(0).at("host_link") == "package");
}

TEST_CASE("where ROCm shows no GPU, is too old or lacks its compiler, that is said") {
  CHECK(run_fake(small_job("identity", "amd"), {"FAKE_INIT=100"}).failed == "no GPU: ROCm lists none");
  CHECK(run_fake(small_job("identity", "amd"), {"FAKE_GPUS=0"}).missing);
  CHECK(run_fake(small_job("identity", "amd"), {"FAKE_INIT=3"}).failed == "hipInit failed: hipErrorNotInitialized (3)");
  CHECK(
      run_fake(small_job("identity", "amd"), {"FAKE_DRIVER=60032830"}).failed ==
      "ROCm is too old: 6.0, 6.1 or later required");
  const std::string folder = own_machine("amd-without-compiler");
  fs::remove(folder + "/libhiprtc.so.6");
  const Said said = run_fake(small_job("hbm", "amd-without-compiler"));
  CHECK(said.failed == "no runtime compiler of ROCm: none of libhiprtc.so.7, libhiprtc.so.6 was found");
  CHECK(said.missing);
}

TEST_CASE("an AMD GPU that others use is left alone") {
  const std::string folder = own_machine("amd-in-use"), kfd = folder + "/sys/class/kfd/kfd/proc/";
  write(kfd + "4711/queues/0/gpuid", "51546");  // works on the second
  CHECK(run_fake(small_job("hbm", "amd-in-use"), {"FAKE_GPUS=2"}).failed == "");
  GpuJob second = small_job("hbm", "amd-in-use");
  second.gpu = 1;
  CHECK(
      run_fake(second, {"FAKE_GPUS=2"}).failed ==
      "GPU 1 is in use (1 compute processes, 0% utilization); use --force to measure anyway");
  write(kfd + "4712/queues/0/gpuid", "");  // not readable to us
  CHECK(run_fake(small_job("hbm", "amd-in-use"), {"FAKE_GPUS=2"}).failed == "");
  write(folder + "/sys/bus/pci/devices/0000:1b:00.0/gpu_busy_percent", "97");
  CHECK(
      run_fake(small_job("hbm", "amd-in-use")).failed ==
      "GPU 0 is in use (0 compute processes, 97% utilization); use --force to measure anyway");
}

TEST_CASE("AMD's GPUs that the driver does not show, or that are divided, are not measured") {
  const std::string folder = own_machine("amd-divided"), nodes = folder + "/sys/class/kfd/kfd/topology/nodes/";
  write(nodes + "4/gpu_id", "60000");
  write(nodes + "4/properties", fmt::format("location_id {}\ndomain 0\ngfx_target_version 90402", 0x1b << 8 | 1));
  CHECK(
      run_fake(small_job("hbm", "amd-divided")).failed ==
      "the GPU at 0000:1b:00.0 is partitioned into 2 parts; llmsize measures only SPX mode");
  fs::remove_all(nodes + "2");
  fs::remove_all(nodes + "4");
  CHECK(
      run_fake(small_job("hbm", "amd-divided")).failed ==
      "the GPU at 0000:1b:00.0 is not listed by the AMD driver; cannot check whether it is in use");
}

TEST_CASE("AMD's GPUs on Infinity Fabric say so, and architectures are those of their driver") {
  const std::string sys = own_machine("amd-fabric") + "/sys", node = sys + "/class/kfd/kfd/topology/nodes/2/";
  CHECK_FALSE(kfd_gpus(sys, "0000:1b:00.0").at(0).xgmi);
  CHECK(kfd_gpus(sys, "0000:1b:00.0").at(0).architecture == "gfx942");
  write(node + "io_links/0/properties", "type 11\nnode_from 2\nnode_to 0");
  write(node + "properties", fmt::format("location_id {}\ndomain 0\ngfx_target_version 90010", 0x1b << 8));
  CHECK(kfd_gpus(sys, "0000:1B:00.0").at(0).xgmi);
  CHECK(kfd_gpus(sys, "0000:1b:00.0").at(0).architecture == "gfx90a");
  CHECK(kfd_gpus(sys, "0000:1d:00.0").empty());
  CHECK(kfd_gpus(sys, "nonsense").empty());
}

TEST_CASE("the kernel that holds a GPU goes on when it is told to, or after its time") {
  void* compiler = dlopen((fakes("amd") + "/libhiprtc.so.6").c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(compiler);
  const auto call = [&](const char* name, auto... arguments) {
    return reinterpret_cast<int (*)(decltype(arguments)...)>(dlsym(compiler, name))(arguments...);
  };
  void* program = nullptr;
  const std::string text(hip_text());
  const char* clock[] = {"-DLLMSIZE_KILOHERTZ=1000"};
  REQUIRE(call("hiprtcCreateProgram", &program, text.c_str(), "", 0, nullptr, nullptr) == 0);
  REQUIRE(call("hiprtcCompileProgram", program, 1, &clock[0]) == 0);
  std::size_t size = 0;
  REQUIRE(call("hiprtcGetCodeSize", program, &size) == 0);
  std::string path(size, '\0');
  REQUIRE(call("hiprtcGetCode", program, path.data()) == 0);
  REQUIRE(call("hiprtcDestroyProgram", &program) == 0);
  void* kernels = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(kernels);
  const auto spin = reinterpret_cast<void (*)(volatile unsigned*, unsigned long long)>(dlsym(kernels, "llmsize_spin"));
  REQUIRE(spin);
  volatile unsigned told[2] = {1, 0}, late[2] = {0, 0};
  spin(told, 2'000'000'000);
  CHECK(told[1] == 0);
  spin(late, 3'000'000);  // 3000 ticks of this clock
  CHECK(late[1] == 1);
}

TEST_CASE("the text of AMD's kernels has the names that the program asks for, and an error in it is told") {
  for (std::size_t at = 0; at < kernel_count; ++at)
    CHECK(
        hip_text().find("__global__ void " + std::string(kernel_name(static_cast<Kernel>(at))) + "(") !=
        std::string::npos);
  const Said said = run_fake(small_job("hbm", "amd"), {"FAKE_WRONG=text"});
  CHECK(said.failed.rfind("hiprtcCompileProgram failed: HIPRTC_ERROR_COMPILATION (6): ", 0) == 0);
  CHECK(said.failed.find("nonsense") != std::string::npos);
}

TEST_CASE("a compiler for AMD's GPUs takes the kernels") {
  const std::string compiler = find_program("clang-16");
  if (compiler.empty()) {
    WARN("clang-16 is not on this machine: the kernels were not compiled for a GPU");
    return;
  }
  const std::string source = fresh_file("kernels.hip");
  std::ofstream(source) << predefined << hip_text();
  for (const char* target : {"gfx908", "gfx90a", "gfx940", "gfx1100"}) {
    Child child;
    child.command = {
        compiler,
        "-x",
        "hip",
        "--cuda-device-only",
        std::string("--offload-arch=") + target,
        "-nogpulib",
        "-nogpuinc",
        "-std=c++14",
        "-Wall",
        "-O3",
        "-S",
        "-emit-llvm",
        "-o",
        "/dev/null",
        source};
    const ChildEnd end = run_child(child);
    INFO(target << ": " << end.errors);
    CHECK(end.exit_code == 0);
    CHECK(end.errors.empty());
  }
}
