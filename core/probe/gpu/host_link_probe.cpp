// SPDX-License-Identifier: Apache-2.0
// Copies between the host and a GPU, alone or by all GPUs at once; in one direction or both.
#include "core/probe/gpu/pattern.hpp"
#include "core/probe/gpu/probe.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <fstream>
#include <sstream>

namespace llmsize {
namespace {

constexpr int copies = 16, warm_ups = 4;
constexpr double host_share = 0.25;  // of the host's free memory, all GPUs together
constexpr std::uint32_t link_seed = 7;
constexpr int most_gpus = 16;

/// "0-15,32-47" as a set of processors; false where it is none.
bool read_processors(const std::string& list, cpu_set_t& set) {
  CPU_ZERO(&set);
  std::istringstream ranges(list);
  for (std::string range; std::getline(ranges, range, ',');) {
    int first = 0, last = 0;
    const int read = std::sscanf(range.c_str(), "%d-%d", &first, &last);
    for (int cpu = first; read > 0 && cpu <= (read == 2 ? last : first) && cpu < CPU_SETSIZE; ++cpu) CPU_SET(cpu, &set);
  }
  return CPU_COUNT(&set) > 0;
}

/// Memory that this thread pins from now on lies near the GPU. Where the system does not tell what is near, or forbids
/// it, nothing changes.
void stay_near(std::string bus) {
  for (char& letter : bus) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  std::ifstream file("/sys/bus/pci/devices/" + bus + "/local_cpulist");
  std::string list;
  cpu_set_t set;
  if (std::getline(file, list) && read_processors(list, set)) sched_setaffinity(0, sizeof set, &set);
}

/// Which ways a probe copies.
struct Ways {
  bool in, out;
};

class Link {
 public:
  Link(GpuWork& work, Ways ways, std::size_t bytes)
      : gpu_(work.gpu()),
        ways_(ways),
        device_in_(gpu_, bytes),
        device_out_(gpu_, bytes),
        host_in_(gpu_, bytes),
        host_out_(gpu_, bytes),
        watch_(gpu_) {
    for (std::size_t word = 0; word < bytes / 4; ++word) host_in_.words()[word] = pattern(word, link_seed);
    write_pattern(gpu_, device_out_, link_seed, false, watch_.stream());
    gpu_.synchronize(watch_.stream());
  }

  void queue(std::size_t bytes) {
    if (ways_.in) gpu_.to_device(device_in_.address(), host_in_.words(), bytes, watch_.stream());
    if (ways_.out)
      gpu_.to_host(host_out_.words(), device_out_.address(), bytes, ways_.in ? watch_.second() : watch_.stream());
  }

  /// Seconds of `count` copies in each way.
  double seconds(std::size_t bytes, int count) {
    const auto all = [&] {
      for (int copy = 0; copy < count; ++copy) queue(bytes);
    };
    return ways_.in && ways_.out ? watch_.both(all) : watch_(all);
  }

  /// Copies once more into cleared memory and looks at every word.
  bool verified() {
    gpu_.fill(device_in_.address(), 0, device_in_.bytes(), watch_.stream());
    gpu_.synchronize(watch_.stream());
    std::fill_n(host_out_.words(), host_out_.bytes() / 4, 0u);
    seconds(device_in_.bytes(), 1);
    bool good = !ways_.in || count_differences(gpu_, device_in_, link_seed, watch_.stream()) == 0;
    for (std::size_t word = 0; ways_.out && good && word < host_out_.bytes() / 4; ++word)
      good = host_out_.words()[word] == pattern(word, link_seed);
    return good;
  }

  std::size_t bytes() const { return device_in_.bytes(); }
  bool overrun() const { return watch_.overrun(); }
  int ways() const { return (ways_.in ? 1 : 0) + (ways_.out ? 1 : 0); }

  /// Seconds of one copy from or to memory that is not pinned, by the host's clock: such copies do not wait for a held
  /// GPU.
  double pageable(std::vector<std::uint32_t>& memory) {
    const auto start = std::chrono::steady_clock::now();
    if (ways_.in) gpu_.to_device(device_in_.address(), memory.data(), 4 * memory.size(), watch_.stream());
    if (ways_.out) gpu_.to_host(memory.data(), device_out_.address(), 4 * memory.size(), watch_.stream());
    gpu_.synchronize(watch_.stream());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  GpuRuntime& gpu_;
  Ways ways_;
  DeviceBuffer device_in_, device_out_;
  HostBuffer host_in_, host_out_;
  Stopwatch watch_;
};

Json params(const GpuWork& work, std::size_t bytes, const char* memory) {
  return {{"together", work.job().together}, {"gpus", work.job().workers}, {"bytes", bytes}, {"memory", memory}};
}

void measure(GpuWork& work, Link& link, std::size_t bytes) {
  link.seconds(bytes, warm_ups);
  ProbeResult result = work.begin("bandwidth", "B/s");
  result.params.update(params(work, bytes, "pinned"));
  for (int repeat = 0; repeat < work.job().repeats; ++repeat) {
    work.meet();
    result.raw.push_back(copies * link.ways() * static_cast<double>(bytes) / link.seconds(bytes, copies));
  }
  result.verified = link.verified();
  if (!result.verified) result.flags.emplace_back("invalid");
  result.details["host_link"] = work.facts(work.job().gpu).host_link;
  work.end(std::move(result), link.overrun());
}

void measure_pageable(GpuWork& work, Link& link) {
  std::vector<std::uint32_t> memory(link.bytes() / 4, 1);
  link.pageable(memory);
  ProbeResult result = work.begin("bandwidth", "B/s");
  result.params.update(params(work, link.bytes(), "pageable"));
  for (int repeat = 0; repeat < work.job().repeats; ++repeat)
    result.raw.push_back(static_cast<double>(link.bytes()) / link.pageable(memory));
  work.end(std::move(result), false);
}

/// The most that is copied at once: four buffers lie in memory, two of them pinned.
std::size_t most_bytes(GpuWork& work) {
  const double host = static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const double most = std::min(
      static_cast<double>(work.room()) / 2, host_share * host / (2.0 * std::clamp(work.job().workers, 1, most_gpus)));
  return static_cast<std::size_t>(most) / 4096 * 4096;
}

void probe_host_link(GpuWork& work) {
  const GpuJob& job = work.job();
  work.require_idle(job.gpu);
  stay_near(work.facts(job.gpu).bus);
  work.gpu().use(job.gpu);
  work.alive("pin memory");
  const Ways ways{job.probe != "d2h", job.probe != "h2d"};
  std::vector<std::size_t> sizes;
  sizes.reserve(job.sizes.size());
  for (const double size : job.sizes)
    sizes.push_back(std::min(static_cast<std::size_t>(size) / 4 * 4, most_bytes(work)));
  if (sizes.empty()) return;
  Link link(work, ways, *std::max_element(sizes.begin(), sizes.end()));
  for (std::size_t at = 0; at < sizes.size(); ++at) {
    work.alive(fmt::format("copies of {} bytes", sizes[at]));
    measure(work, link, sizes[at]);
    work.share(static_cast<double>(at + 1) / static_cast<double>(sizes.size()));
  }
  if (!job.together && job.probe != "bidir") measure_pageable(work, link);
}

std::vector<double> copy_sizes(Preset preset) {
  if (preset == Preset::quick) return {512 * MiB};
  if (preset == Preset::standard) return {512 * MiB, 64 * KiB, MiB, 16 * MiB};
  std::vector<double> sizes{512 * MiB};
  for (double size = 64 * KiB; size <= GiB; size *= 2)
    if (size != sizes.front()) sizes.push_back(size);
  return sizes;
}

void add_copies(GpuJob& job, const ProbeOptions& options) { job.sizes = copy_sizes(options.preset); }

}  // namespace

const GpuProbe h2d_probe{
    "h2d",
    probe_host_link,
    {{Start::together, Preset::quick, 8, 8, "copies to all GPUs at once"},
     {Start::each, Preset::standard, 8, 4, "copies to each GPU alone"}},
    add_copies};

const GpuProbe d2h_probe{
    "d2h",
    probe_host_link,
    {{Start::together, Preset::standard, 8, 7, "copies from all GPUs at once"},
     {Start::each, Preset::standard, 8, 3, "copies from each GPU alone"}},
    add_copies};

const GpuProbe bidir_probe{
    "bidir",
    probe_host_link,
    {{Start::together, Preset::standard, 8, 2, "copies to and from all GPUs at once"},
     {Start::each, Preset::full, 8, 2, "copies to and from each GPU alone"}},
    add_copies};

}  // namespace llmsize
