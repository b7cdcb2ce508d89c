// SPDX-License-Identifier: Apache-2.0
// What each option of fio is for: HOWTO.rst of fio, and what was seen to go wrong without it.
#include "core/probe/storage/point.hpp"
#include "core/probe/storage/sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

using Words = std::vector<std::string>;

double whole_mebibytes(double bytes) { return std::floor(bytes / mebibyte) * mebibyte; }

std::string milliseconds(double seconds) { return fmt::format("{:.0f}ms", seconds * 1e3); }

void add(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

/// What all commands share. Options before the first --name hold for all jobs, hence the name "global".
Words common(const Engine& engine, bool reading) {
  Words words = {"fio", "--output-format=json", "--eta=never"};
  if (reading) words.push_back("--readonly");
  add(words, {"--name=global", "--ioengine=" + engine.name, fmt::format("--direct={:d}", engine.direct), "--iodepth=1",
              "--thread", "--group_reporting"});
  // Otherwise every run visits the same places, and percentiles leave out the time before the block is handed over.
  add(words, {"--randrepeat=0", "--lat_percentiles=1", "--clat_percentiles=0", "--percentile_list=50:90:95:99:99.9"});
  if (reading) words.push_back("--allow_file_create=0");
  return words;
}

/// The part of the set that each thread works on: a region of one file, or files of its own.
void add_parts(Words& words, const Point& point, const FileSet& set) {
  const std::string name = point.probe + "." + name_of(point.work);
  if (set.files == 1) {
    const double region = whole_mebibytes(set.bytes_each / point.threads);
    add(words, {"--filename=" + set.name(0), fmt::format("--size={:.0f}", region),
                fmt::format("--offset_increment={:.0f}", region)});
    add(words, {fmt::format("--numjobs={}", point.threads), "--name=" + name});
    return;
  }
  add(words, {fmt::format("--size={:.0f}", set.bytes_each * std::max(1, set.files / point.threads)),
              "--file_service_type=sequential"});
  const int each = std::max(1, set.files / point.threads);
  for (int thread = 0; thread < point.threads; ++thread) {
    std::string files;
    for (int number = thread * each; number < (thread + 1) * each; ++number)
      files += (files.empty() ? "" : ":") + set.name(number);
    add(words, {fmt::format("--name={}.{}", name, thread), "--filename=" + files});
  }
}

/// New files, one per thread, as writers of a checkpoint make them. io_size is ignored where time_based is set.
void add_new_files(Words& words, const Point& point) {
  const double cap = whole_mebibytes(point.cap / point.threads);
  const double size = std::min(cap, whole_mebibytes(point.kept / point.threads));
  add(words,
      {"--filename_format=new.$jobnum", fmt::format("--size={:.0f}", size), fmt::format("--io_size={:.0f}", cap)});
  add(words, {"--fallocate=none", "--end_fsync=1", fmt::format("--numjobs={}", point.threads)});
  if (point.until_steady) add(words, {"--steadystate=bw:5%", "--ss_dur=30", "--ss_ramp=10"});
  words.push_back("--name=" + point.probe + ".write");
}

}  // namespace

std::string name_of(Work work) {
  switch (work) {
    case Work::read: return "read";
    case Work::write: return "write";
    case Work::random_read: return "random_read";
    case Work::random_write: return "random_write";
  }
  return {};
}

bool writes(Work work) { return work == Work::write || work == Work::random_write; }
bool random(Work work) { return work == Work::random_read || work == Work::random_write; }
double block_of(Work work) { return random(work) ? 4096 : mebibyte; }

std::string FileSet::name(int number) const { return files == 1 ? "data" : fmt::format("data.{}", number); }

bool enough_for(const Point& point, const FileSet& set) {
  if (point.work == Work::write) return whole_mebibytes(std::min(point.cap, point.kept) / point.threads) > 0;
  return set.files == 1 ? set.bytes_each >= mebibyte * point.threads
                        : set.bytes_each >= mebibyte && set.files >= point.threads;
}

double planned_seconds(const Point& point) { return point.ramp + point.seconds + 0.6; }

Words layout_command(const FileSet& set, double seconds, bool refill, const Engine& engine) {
  Words words = common(engine, false);
  // Without fallocate a file is as long as what was written of it, in order.
  add(words, {"--rw=write", "--bs=1M", "--fallocate=none", "--end_fsync=1", "--runtime=" + milliseconds(seconds)});
  if (refill) words.push_back("--refill_buffers");
  const int writers = std::min(set.files, 8), each = set.files / writers;
  words.push_back(fmt::format("--size={:.0f}", set.bytes_each * each));
  for (int writer = 0; writer < writers; ++writer) {
    std::string files;
    for (int number = writer * each; number < (writer + 1) * each; ++number)
      files += (files.empty() ? "" : ":") + set.name(number);
    add(words, {fmt::format("--name=layout.{}", writer), "--filename=" + files});
  }
  return words;
}

Words trial_command(const Engine& engine) {
  Words words = common(engine, false);
  add(words, {"--rw=write", "--bs=1M", "--size=1M", "--name=try", "--filename=try"});
  return words;
}

Words fio_command(const Point& point, const FileSet& set, const Engine& engine) {
  Words words = common(engine, !writes(point.work));
  add(words, {fmt::format("--rw={}{}", random(point.work) ? "rand" : "", writes(point.work) ? "write" : "read"),
              fmt::format("--bs={}", random(point.work) ? "4k" : "1M"), "--runtime=" + milliseconds(point.seconds)});
  if (point.ramp > 0) words.push_back("--ramp_time=" + milliseconds(point.ramp));
  if (random(point.work)) words.push_back("--norandommap");
  if (writes(point.work) && point.refill) words.push_back("--refill_buffers");
  if (!writes(point.work)) words.push_back("--time_based");
  if (point.work == Work::random_write)
    add(words,
        {"--allow_file_create=0", "--end_fsync=1",
         fmt::format("--io_size={:.0f}", std::max(4096.0, std::floor(point.cap / point.threads / 4096) * 4096))});
  if (point.work == Work::write)
    add_new_files(words, point);
  else
    add_parts(words, point, set);
  return words;
}

}  // namespace llmsize
