// SPDX-License-Identifier: Apache-2.0
// Declarations and numbers: nvml.h as NVIDIA/go-nvml publishes it.
#include "core/probe/gpu/library.hpp"
#include "core/probe/gpu/vendor.hpp"

#include <array>

namespace llmsize {
namespace {

struct NvmlCodes {
  static std::string name(int code) {
    static const std::vector<CodeName> names{
        {1, "NVML_ERROR_UNINITIALIZED"},
        {2, "NVML_ERROR_INVALID_ARGUMENT"},
        {3, "NVML_ERROR_NOT_SUPPORTED"},
        {4, "NVML_ERROR_NO_PERMISSION"},
        {6, "NVML_ERROR_NOT_FOUND"},
        {7, "NVML_ERROR_INSUFFICIENT_SIZE"},
        {9, "NVML_ERROR_DRIVER_NOT_LOADED"},
        {12, "NVML_ERROR_LIBRARY_NOT_FOUND"},
        {15, "NVML_ERROR_GPU_IS_LOST"},
        {17, "NVML_ERROR_OPERATING_SYSTEM"},
        {18, "NVML_ERROR_LIB_RM_VERSION_MISMATCH"},
        {999, "NVML_ERROR_UNKNOWN"},
    };
    return code_name(names, code);
  }
};

constexpr int nvml_more_than_room = 7;
constexpr int nvml_sm_clock = 1, nvml_gpu_sensor = 0;

struct NvmlUtilization {
  unsigned gpu, memory;
};

struct Reason {
  unsigned long long bit;
  const char* name;
};
constexpr Reason reasons[] = {
    {0x2, "application_clocks"}, {0x4, "sw_power_cap"}, {0x8, "hw_slowdown"},  {0x10, "sync_boost"},
    {0x20, "sw_thermal"},        {0x40, "hw_thermal"},  {0x80, "power_brake"}, {0x100, "display_clocks"},
};

class Nvml : public GpuMonitor {
 public:
  explicit Nvml(const std::string& folder) : library_({"libnvidia-ml.so.1"}, folder, "no NVML") {
    const auto find = [&](auto&... calls) { (library_.find(calls), ...); };
    find(
        init_, by_bus_, processes_, utilization_, clock_, temperature_, power_, power_limit_, throttle_, driver_,
        generation_, width_, mig_);
    init_();
  }

  GpuUse use(const std::string& bus) override {
    void* gpu = handle(bus);
    GpuUse use;
    unsigned count = 0;
    // Without room for the list it tells how long the list is.
    const int listed = processes_.status(gpu, &count, nullptr);
    if (listed != 0 && listed != nvml_more_than_room) throw processes_.failure(listed);
    use.processes = static_cast<int>(count);
    NvmlUtilization share{};
    if (utilization_.status(gpu, &share) == 0) use.percent = static_cast<int>(share.gpu);  // not told where MIG is on
    return use;
  }

  Json identity(const std::string& bus) override {
    void* gpu = handle(bus);
    Json all = Json::object();
    std::array<char, 96> text{};
    if (driver_.status(text.data(), static_cast<unsigned>(text.size()) - 1) == 0) all["driver"] = text.data();
    unsigned value = 0, pending = 0;
    if (power_limit_.status(gpu, &value) == 0) all["power_limit_w"] = value / 1000.0;
    unsigned generation = 0, width = 0;
    if (generation_.status(gpu, &generation) == 0 && width_.status(gpu, &width) == 0)
      all["pcie"] = {{"gen", generation}, {"width", width}};
    all["mig"] = mig_.status(gpu, &value, &pending) == 0 && value != 0;
    return all;
  }

  Json state(const std::string& bus) override {
    void* gpu = handle(bus);
    Json all = Json::object();
    unsigned value = 0;
    if (clock_.status(gpu, nvml_sm_clock, &value) == 0) all["sm_clock_mhz"] = value;
    if (temperature_.status(gpu, nvml_gpu_sensor, &value) == 0) all["temp_c"] = value;
    if (power_.status(gpu, &value) == 0) all["power_w"] = value / 1000.0;
    unsigned long long bits = 0;
    if (throttle_.status(gpu, &bits) == 0) {
      all["throttle"] = Json::array();
      for (const Reason& reason : reasons)
        if ((bits & reason.bit) != 0) all["throttle"].push_back(reason.name);
    }
    return all;
  }

 private:
  template <class... Arguments>
  using Call = VendorCall<NvmlCodes, Arguments...>;
  using Handle = void*;

  void* handle(const std::string& bus) {
    void* gpu = nullptr;
    by_bus_(bus.c_str(), &gpu);
    return gpu;
  }

  Library library_;
  Call<> init_{"nvmlInit_v2"};
  Call<const char*, Handle*> by_bus_{"nvmlDeviceGetHandleByPciBusId_v2"};
  Call<Handle, unsigned*, void*> processes_{"nvmlDeviceGetComputeRunningProcesses"};
  Call<Handle, NvmlUtilization*> utilization_{"nvmlDeviceGetUtilizationRates"};
  Call<Handle, int, unsigned*> clock_{"nvmlDeviceGetClockInfo"};
  Call<Handle, int, unsigned*> temperature_{"nvmlDeviceGetTemperature"};
  Call<Handle, unsigned*> power_{"nvmlDeviceGetPowerUsage"};
  Call<Handle, unsigned*> power_limit_{"nvmlDeviceGetEnforcedPowerLimit"};
  Call<Handle, unsigned long long*> throttle_{"nvmlDeviceGetCurrentClocksThrottleReasons"};
  Call<char*, unsigned> driver_{"nvmlSystemGetDriverVersion"};
  Call<Handle, unsigned*> generation_{"nvmlDeviceGetMaxPcieLinkGeneration"};
  Call<Handle, unsigned*> width_{"nvmlDeviceGetMaxPcieLinkWidth"};
  Call<Handle, unsigned*, unsigned*> mig_{"nvmlDeviceGetMigMode"};
};

}  // namespace

std::unique_ptr<GpuMonitor> open_nvml(const std::string& folder) { return std::make_unique<Nvml>(folder); }

}  // namespace llmsize
