// SPDX-License-Identifier: Apache-2.0
#include "fake.hpp"

#include <cstdio>
#include <utility>

namespace {

int enter(const char* name) { return fake_enter(name, 999); }

int give(unsigned* to, unsigned value, const char* name) {
  *to = value;
  return enter(name);
}

}  // namespace

extern "C" {

int nvmlInit_v2() { return enter("nvmlInit_v2"); }
int nvmlSystemGetDriverVersion(char* text, unsigned size) {
  std::snprintf(text, size, "580.65.06");
  return enter("nvmlSystemGetDriverVersion");
}
int nvmlDeviceGetHandleByPciBusId_v2(const char*, void** device) {
  *device = reinterpret_cast<void*>(1);
  return enter("nvmlDeviceGetHandleByPciBusId_v2");
}
int nvmlDeviceGetComputeRunningProcesses(void*, unsigned* count, void*) {
  static bool first = true;
  *count = static_cast<unsigned>(fake_number(std::exchange(first, false) ? "FAKE_BUSY" : "FAKE_BUSY_LATER", 0));
  const int code = enter("nvmlDeviceGetComputeRunningProcesses");
  return code != 0 ? code : (*count > 0 ? 7 : 0);
}
int nvmlDeviceGetUtilizationRates(void*, unsigned* both) {
  both[0] = static_cast<unsigned>(fake_number("FAKE_PERCENT", 0));
  both[1] = 0;
  return enter("nvmlDeviceGetUtilizationRates");
}
int nvmlDeviceGetClockInfo(void*, int, unsigned* value) { return give(value, 1980, "nvmlDeviceGetClockInfo"); }
int nvmlDeviceGetTemperature(void*, int, unsigned* value) { return give(value, 45, "nvmlDeviceGetTemperature"); }
int nvmlDeviceGetPowerUsage(void*, unsigned* value) { return give(value, 650000, "nvmlDeviceGetPowerUsage"); }
int nvmlDeviceGetEnforcedPowerLimit(void*, unsigned* value) {
  return give(value, 700000, "nvmlDeviceGetEnforcedPowerLimit");
}
int nvmlDeviceGetMaxPcieLinkGeneration(void*, unsigned* value) {
  return give(value, 5, "nvmlDeviceGetMaxPcieLinkGeneration");
}
int nvmlDeviceGetMaxPcieLinkWidth(void*, unsigned* value) { return give(value, 16, "nvmlDeviceGetMaxPcieLinkWidth"); }
int nvmlDeviceGetMigMode(void*, unsigned* value, unsigned*) { return give(value, 0, "nvmlDeviceGetMigMode"); }
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* bits) {
  *bits = 4;
  return enter("nvmlDeviceGetCurrentClocksThrottleReasons");
}

}  // extern "C"
