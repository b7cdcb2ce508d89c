// SPDX-License-Identifier: Apache-2.0
// Where storage probes may work: an existing folder on a disk, and nowhere else.
#include "core/files/bad_input.hpp"
#include "core/probe/storage/file_system.hpp"
#include "core/probe/storage/folder.hpp"
#include "tests/probe/storage_setting.hpp"

#include <catch2/catch.hpp>

#include <sstream>

using namespace llmsize;
using namespace llmsize::tests;
using Catch::Contains;

namespace {

std::string refusal(const std::string& directory) {
  try {
    open_probe_folder(directory);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "no refusal";
}

std::string a_block_device() {
  for (const auto& entry : std::filesystem::directory_iterator("/dev"))
    if (entry.is_block_file()) return entry.path();
  return {};
}

}  // namespace

TEST_CASE("storage probes need a folder that exists and make none") {
  const Folder folder;
  CHECK_THAT(refusal(""), Contains("--dir"));
  CHECK_THAT(refusal(folder / "mistyped"), Contains("no such folder"));
  CHECK(folder.entries() == 0);
  CHECK_THAT(refusal(folder.write("file", "text")), Contains("is not a folder"));
}

TEST_CASE("storage probes refuse a path that a record cannot hold") {
  const Folder folder;
  std::filesystem::create_directory(folder / "caf\xE9");
  std::filesystem::create_directory_symlink(folder / "caf\xE9", folder / "link");
  CHECK_THAT(refusal(folder / "caf\xE9"), Contains("caf?': its path is not valid"));
  CHECK_THAT(refusal(folder / "link"), Contains("its path is not valid"));
}

TEST_CASE("storage probes refuse devices, also behind a link") {
  const Folder folder;
  CHECK_THAT(refusal("/dev/null"), Contains("is a device"));
  std::filesystem::create_symlink("/dev/null", folder / "link");
  CHECK_THAT(refusal(folder / "link"), Contains("is a device"));
  if (const std::string device = a_block_device(); !device.empty())
    CHECK_THAT(refusal(device), Contains("is a device"));
  else
    WARN("this machine shows no block device to refuse");
}

TEST_CASE("storage probes refuse what is no disk") {
  const Folder folder;
  for (const std::string system : {"/dev", "/dev/shm", "/proc", "/proc/self", "/sys"})
    CHECK_THAT(refusal(system), Contains("is under /"));
  std::filesystem::create_symlink("/proc", folder / "scratch");
  CHECK_THAT(refusal(folder / "scratch"), Contains("is under /proc"));
  CHECK(refusal("/device") != "no refusal");
  CHECK_THAT(refusal("/device"), Contains("no such folder"));
}

TEST_CASE("storage probes refuse a folder that this user may not write") {
  const Folder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const int code = in_another_process([&] {
    // Whoever is root may write everywhere.
    if (geteuid() == 0) {
      std::filesystem::permissions(folder.path(), std::filesystem::perms(0555));
      if (setresuid(65534, 65534, 65534) != 0) return 98;
    }
    return refusal(folder.path()).find("is not writable") == std::string::npos ? 1 : 0;
  });
  CHECK(code == 0);
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
}

TEST_CASE("links are resolved once, and the folder behind them is shown") {
  const Folder folder;
  std::filesystem::create_directory(folder / "scratch:7");
  std::filesystem::create_directory_symlink(folder / "scratch:7", folder / "link");
  const ProbeFolder open = open_probe_folder(folder / "link");
  CHECK(open.path == std::filesystem::canonical(folder / "scratch:7"));
  CHECK(open.open);
}

TEST_CASE("a mount that does not report its size is refused") {
  const int proc = open("/proc", O_RDONLY | O_DIRECTORY);
  CHECK_THAT(failure_of([&] { file_system(proc, "/proc"); }), Contains("does not report its size"));
  close(proc);
}

TEST_CASE("the mount of a folder is the longest that holds it, and of several on one place the last") {
  const std::string all =
      "21 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw\n"
      "22 21 0:40 / /scratch rw - nfs4 filer:/scratch rw\n"
      "23 21 8:2 / /scr rw - xfs /dev/sdb rw\n"
      "24 21 0:41 / /my\\040disk rw shared:2 master:1 - lustre 10.0.0.1@o2ib:/work rw\n"
      "25 22 0:42 / /scratch rw - beegfs beegfs_nodev rw\n";
  const auto type = [&](const std::string& path) {
    std::istringstream text(all);
    return mount_of(text, path).type;
  };
  CHECK(type("/home/me") == "ext4");
  CHECK(type("/scr/me") == "xfs");
  CHECK(type("/scratch/me") == "beegfs");
  CHECK(type("/scratchpad") == "ext4");
  CHECK(type("/my disk/run") == "lustre");
}

TEST_CASE("a mount that the system does not list is told by its number") {
  const OpenFolder folder;
  const FileSystem listed = file_system(folder.number, std::filesystem::canonical(folder.folder.path()));
  const std::string others = folder.folder.write("mountinfo", "22 21 0:40 / /proc rw - proc proc rw\nno line\n");
  for (const std::string& mounts : {others, std::string("/dev/null"), folder.folder / "missing"}) {
    const FileSystem told = file_system(folder.number, "/scratch", mounts);
    CHECK(told.type == listed.type);
    CHECK(told.network == listed.network);
    CHECK(told.memory == listed.memory);
    CHECK(told.total == listed.total);
  }
  CHECK(mount_by_number(0xEF53).type == "ext4");
  CHECK(is_network(mount_by_number(0x6969)));
  CHECK(is_network(mount_by_number(0x0BD00BD0)));
  CHECK(is_network(mount_by_number(0x65735546)));
  CHECK(mount_by_number(0x1234).type == "0x1234");
}

TEST_CASE("storage can be probed where another root hides the mounts") {
  const Folder folder;
  const int code = in_another_process([&] {
    if (unshare(CLONE_NEWUSER) != 0 || chroot(folder.path().c_str()) != 0 || chdir("/") != 0) return no_disk;
    const ProbeFolder root = open_probe_folder("/");
    const FileSystem told = file_system(root.open.number(), root.path);
    return told.type.empty() || told.total <= 0 ? 1 : 0;
  });
  if (code == no_disk)
    WARN("this machine lets nobody change the root folder");
  else
    CHECK(code == 0);
}

TEST_CASE("shared storage is told from a disk of this machine") {
  for (const char* type :
       {"nfs", "nfs4", "lustre", "gpfs", "beegfs", "ceph", "wekafs", "cifs", "9p", "fuse.sshfs", "fuse.juicefs"})
    CHECK(is_network({type, "none"}));
  CHECK(is_network({"unheard-of", "server:/export"}));
  CHECK(is_network({"unheard-of", "//server/export"}));
  for (const char* type : {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay"})
    CHECK_FALSE(is_network({type, "/dev/nvme0n1"}));
}
