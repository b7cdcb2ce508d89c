// SPDX-License-Identifier: Apache-2.0
// Files that look written but are not.
#include "core/probe/storage/file_set.hpp"
#include "tests/probe/storage_setting.hpp"

#include <catch2/catch.hpp>

#include <random>

using namespace llmsize;
using namespace llmsize::tests;
using Catch::Contains;

namespace {

constexpr std::size_t mib = 1 << 20;

std::string noise(std::size_t size) {
  std::mt19937 random(1);
  std::string text(size, '\0');
  for (char& one : text) one = static_cast<char>(random());
  return text;
}

}  // namespace

TEST_CASE("a file full of data passes") {
  const OpenFolder folder;
  folder.folder.write("data", noise(mib));
  CHECK(failure_of([&] { check_written(folder.number, "data", 16, 2); }).empty());
}

TEST_CASE("a file with holes is found by its blocks") {
  const OpenFolder folder;
  folder.folder.write("data", noise(64 * 1024));
  std::filesystem::resize_file(folder.folder / "data", 16 * mib);
  CHECK_THAT(
      failure_of([&] { check_written(folder.number, "data", 16); }),
      Contains("data is sparse") && Contains("of 16 MiB"));
}

TEST_CASE("a file whose blocks were reserved but not written is found by its content") {
  const OpenFolder folder;
  folder.folder.write("data", "");
  const int file = open((folder.folder / "data").c_str(), O_RDWR);
  const bool reserved = posix_fallocate(file, 0, 4 * mib) == 0;
  close(file);
  REQUIRE(reserved);
  CHECK_THAT(failure_of([&] { check_written(folder.number, "data", 16); }), Contains("contains zeros"));
}

TEST_CASE("a file that repeats one block is found") {
  const OpenFolder folder;
  const std::string block = noise(4096);
  std::string text;
  for (int count = 0; count < 256; ++count) text += block;
  folder.folder.write("data", text);
  CHECK_THAT(failure_of([&] { check_written(folder.number, "data", 16); }), Contains("repeated blocks"));
}

TEST_CASE("missing and empty files, and links, were not written") {
  const OpenFolder folder;
  folder.folder.write("elsewhere", noise(mib));
  folder.folder.write("empty", "");
  std::filesystem::create_symlink(folder.folder / "elsewhere", folder.folder / "link");
  for (const char* name : {"missing", "empty", "link"})
    CHECK_THAT(failure_of([&] { check_written(folder.number, name, 4); }), Contains("was not written"));
}

TEST_CASE("a set is as long as what a slow disk had time for") {
  const OpenFolder folder;
  folder.folder.write("data.0", noise(3 * mib));
  folder.folder.write("data.1", noise(2 * mib + 5));
  CHECK(as_written(folder.number, {2, 8.0 * mib}).bytes_each == 2.0 * mib);
  CHECK(as_written(folder.number, {3, 8.0 * mib}).bytes_each == 0);
}
