// SPDX-License-Identifier: Apache-2.0
// Everything that storage probes write lies in a folder of their own, and only what they wrote is removed.
#include "core/probe/storage/storage.hpp"
#include "core/probe/storage/workspace.hpp"
#include "tests/probe/storage_setting.hpp"

#include <catch2/catch.hpp>

using namespace llmsize;
using namespace llmsize::tests;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

/// A workspace with a file, whose process was killed.
void leave_one(const OpenFolder& parent) {
  in_another_process([&]() -> int {
    const Workspace workspace(parent.number);
    workspace.write("data", std::string(100000, 'x'));
    _exit(0);
  });
}

}  // namespace

TEST_CASE("a workspace is a new folder for this user alone, gone at the end") {
  const OpenFolder parent;
  {
    const Workspace first(parent.number), second(parent.number);
    first.write("data.12", "text");
    CHECK(first.name() != second.name());
    CHECK(parent.folder.entries() == 2);
    CHECK(fs::status(parent.folder / first.name()).permissions() == fs::perms::owner_all);
  }
  CHECK(parent.folder.entries() == 0);
}

TEST_CASE("what others put into a workspace stays, and so does what lies beside it") {
  const OpenFolder parent;
  parent.folder.write("data", "mine");
  Workspace workspace(parent.number);
  parent.folder.write(workspace.name() + "/thesis.tex", "mine");
  workspace.remove("thesis.tex");
  workspace.remove("../data");
  const std::string stays = workspace.remove_all();
  CHECK_THAT(stays, Contains("thesis.tex"));
  CHECK(parent.folder.read(workspace.name() + "/thesis.tex") == "mine");
  CHECK(parent.folder.read("data") == "mine");
}

TEST_CASE("deletes follow the open folder, not its name") {
  const OpenFolder parent;
  Workspace workspace(parent.number);
  workspace.write("data", "ours");
  fs::rename(parent.folder / workspace.name(), parent.folder / "elsewhere");
  parent.folder.write(workspace.name() + "/data", "of somebody else");
  CHECK_THAT(workspace.remove_all(), Contains("was moved"));
  CHECK(parent.folder.read(workspace.name() + "/data") == "of somebody else");
  CHECK(fs::is_empty(parent.folder / "elsewhere"));
}

TEST_CASE("a link in place of the workspace is not followed") {
  const OpenFolder parent;
  leave_one(parent);
  const Leftover left = leftovers(parent.number).at(0);
  fs::rename(parent.folder / left.name, parent.folder / "elsewhere");
  fs::create_directory_symlink(parent.folder / "elsewhere", parent.folder / left.name);
  CHECK(leftovers(parent.number).empty());
  remove_leftover(parent.number, left);
  CHECK(fs::exists(parent.folder / "elsewhere/data"));
}

TEST_CASE("what a killed run left is recognised and removed") {
  const OpenFolder parent;
  leave_one(parent);
  const auto all = storage_leftovers(parent.folder.path());
  REQUIRE(all.size() == 1);
  CHECK_THAT(all.front(), Contains("process ") && Contains("KiB"));
  CHECK(remove_storage_leftovers(parent.folder.path()).empty());
  CHECK(parent.folder.entries() == 0);
}

TEST_CASE("runs that go on, runs of other machines and folders that only look alike are left alone") {
  const OpenFolder parent;
  const Workspace alive(parent.number);
  fs::create_directory(parent.folder / ".llmsize-probe-abc");
  parent.folder.write(".llmsize-probe-other/lock", "17 another-machine\n");
  CHECK(storage_leftovers(parent.folder.path()).empty());
  CHECK(remove_storage_leftovers(parent.folder.path()).empty());
  for (const Leftover& one : leftovers(parent.number))
    CHECK_THAT(remove_leftover(parent.number, one), Contains("not removed"));
  CHECK(parent.folder.entries() == 3);
}
