// SPDX-License-Identifier: Apache-2.0
// What fio is told, and what it must always or never be told.
#include "core/probe/storage/point.hpp"

#include <fmt/ranges.h>
#include <catch2/catch.hpp>

#include <algorithm>

using namespace llmsize;
using Catch::Contains;
using Catch::StartsWith;

namespace {

constexpr double mib = 0x1p20;

std::string words(const Point& point, const FileSet& set = {1, 256 * mib}) {
  return fmt::format("{} ", fmt::join(fio_command(point, set, {}), " "));
}

Point point(Work work, int threads = 4) {
  Point one{"nvme", work, threads, 1, 5};
  one.cap = one.kept = 64 * mib;
  return one;
}

}  // namespace

TEST_CASE("a read in full") {
  CHECK(
      words(point(Work::read)) ==
      "fio --output-format=json --eta=never --readonly --name=global --ioengine=io_uring --direct=1 --iodepth=1 "
      "--thread --group_reporting "
      "--randrepeat=0 --lat_percentiles=1 --clat_percentiles=0 --percentile_list=50:90:95:99:99.9 "
      "--allow_file_create=0 --rw=read --bs=1M "
      "--runtime=5000ms --ramp_time=1000ms --time_based --filename=data --size=67108864 --offset_increment=67108864 "
      "--numjobs=4 "
      "--name=nvme.read ");
}

TEST_CASE("reads can neither write nor make files") {
  for (const Work work : {Work::read, Work::random_read}) {
    CHECK_THAT(
        words(point(work)), Contains("--readonly ") && Contains("--allow_file_create=0 ") && Contains("--time_based "));
    CHECK_THAT(words(point(work)), !Contains("write"));
  }
}

TEST_CASE("writes end at their cap: fio ignores it where a time is all that counts") {
  for (const Work work : {Work::write, Work::random_write})
    CHECK_THAT(
        words(point(work)),
        Contains("--io_size=16777216 ") && Contains("--runtime=5000ms ") && !Contains("time_based"));
}

TEST_CASE("writes of a checkpoint make new files, reach the disk and may write them again") {
  Point one = point(Work::write);
  CHECK_THAT(
      words(one), Contains("--filename_format=new.$jobnum --size=16777216 ") && Contains("--end_fsync=1 ") &&
                      Contains("--fallocate=none "));
  one.kept = 8 * mib;
  CHECK_THAT(words(one), Contains("--size=2097152 --io_size=16777216 "));
}

TEST_CASE("small blocks go to random places that differ from run to run") {
  for (const Work work : {Work::random_read, Work::random_write})
    CHECK_THAT(
        words(point(work)),
        Contains("--bs=4k ") && Contains("--rw=rand") && Contains("--randrepeat=0 ") && Contains("--norandommap "));
  CHECK_THAT(words(point(Work::random_write)), Contains("--allow_file_create=0 "));
}

TEST_CASE("shared storage gets fresh content and a file per thread, and all files are read by any number of threads") {
  Point one = point(Work::write, 2);
  one.refill = true;
  CHECK_THAT(words(one), Contains("--refill_buffers "));
  const FileSet eight{8, 16 * mib};
  CHECK_THAT(
      words(point(Work::read, 2), eight),
      Contains("--name=nvme.read.0 --filename=data.0:data.1:data.2:data.3 --name=nvme.read.1 --filename=data.4:"));
  CHECK_THAT(words(point(Work::read, 2), eight), Contains("--size=67108864 --file_service_type=sequential "));
  CHECK_THAT(words(point(Work::read, 8), eight), Contains("--name=nvme.read.7 --filename=data.7 "));
}

TEST_CASE("the files that are read hold real data that reached the disk") {
  const std::string all = fmt::format("{}", fmt::join(layout_command({1, 64 * mib}, 4, true, {"psync", true}), " "));
  CHECK_THAT(
      all, Contains("--rw=write") && Contains("--end_fsync=1") && Contains("--fallocate=none") &&
               Contains("--refill_buffers") && Contains("--runtime=4000ms"));
}

TEST_CASE("sustained writes go on until they are steady or their cap is reached") {
  Point one{"fs-sustained", Work::write, 8, 0, 600};
  one.cap = one.kept = 800 * mib;
  one.until_steady = true;
  CHECK_THAT(words(one), Contains("--steadystate=bw:5% ") && Contains("--io_size=104857600 "));
}

TEST_CASE("nothing that is told to fio leads out of its folder") {
  for (const Work work : {Work::read, Work::write, Work::random_read, Work::random_write})
    for (const FileSet& set : {FileSet{1, 256 * mib}, FileSet{16, 16 * mib}})
      CHECK_THAT(words(point(work), set), !Contains("/") && !Contains("directory") && StartsWith("fio "));
}
