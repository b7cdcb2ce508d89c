// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/file_set.hpp"
#include "core/probe/storage/sizes.hpp"

#include "core/probe/step.hpp"
#include "core/probe/storage/descriptor.hpp"
#include "core/quantity/print.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <thread>

namespace llmsize {
namespace {

constexpr std::size_t block = 4096;

[[noreturn]] void fail(const std::string& sentence) { throw ProbeFailure(ProbeFailure::Kind::failed, sentence); }

void check_blocks(const Descriptor& open, const std::string& file, double patience) {
  struct stat about {};
  for (double waited = 0;; waited += 0.5) {
    fstat(open.number(), &about);
    if (about.st_blocks * 512 >= about.st_size) return;
    if (waited >= patience) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  fail(fmt::format(
      "{} is sparse: {} of {} are on disk", file, binary(512.0 * static_cast<double>(about.st_blocks)),
      binary(static_cast<double>(about.st_size))));
}

}  // namespace

double size_of(int folder, const std::string& file) {
  struct stat about {};
  return fstatat(folder, file.c_str(), &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(about.st_mode)
             ? static_cast<double>(about.st_size)
             : 0;
}

void check_written(int folder, const std::string& file, int samples, double patience) {
  const Descriptor open(openat(folder, file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  const double size = size_of(folder, file);
  if (!open || size < block) fail(fmt::format("{} was not written", file));
  check_blocks(open, file, patience);
  std::mt19937_64 random(std::random_device{}());
  std::uniform_int_distribution<std::int64_t> place(0, static_cast<std::int64_t>(size / block) - 1);
  std::set<std::int64_t> places;
  for (int count = 0; count < samples; ++count) places.insert(place(random));
  std::set<std::array<char, block>> seen;
  for (const std::int64_t at : places) {
    std::array<char, block> text{};
    if (pread(open.number(), text.data(), block, at * static_cast<std::int64_t>(block)) != static_cast<ssize_t>(block))
      fail(fmt::format("cannot read back {}", file));
    if (std::all_of(text.begin(), text.end(), [](char one) { return one == 0; }))
      fail(fmt::format("{} contains zeros instead of the written data", file));
    if (!seen.insert(text).second) fail(fmt::format("{} contains repeated blocks", file));
  }
}

FileSet as_written(int folder, FileSet set) {
  double shortest = std::numeric_limits<double>::infinity();
  for (int number = 0; number < set.files; ++number) shortest = std::min(shortest, size_of(folder, set.name(number)));
  set.bytes_each = std::floor(shortest / 0x1p20) * 0x1p20;
  return set;
}

bool takes_direct([[maybe_unused]] int folder, [[maybe_unused]] const std::string& file) {
#ifdef STATX_DIOALIGN
  struct statx about {};
  if (statx(folder, file.c_str(), AT_SYMLINK_NOFOLLOW, STATX_DIOALIGN, &about) == 0 &&
      (about.stx_mask & STATX_DIOALIGN) != 0)
    return about.stx_dio_offset_align != 0;
#endif
  return true;
}

}  // namespace llmsize
