// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/file_system.hpp"

#include "core/probe/step.hpp"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <sstream>

namespace llmsize {
namespace {

/// File systems over a network or over disks that several machines share. Those in user space are told by their source
/// or name below.
constexpr std::array<std::string_view, 28> network_types = {
    "9p",    "acfs",      "afs",  "beegfs", "ceph",     "cifs",   "coda",   "daos",  "exafs",    "fhgfs",
    "gfs2",  "glusterfs", "gpfs", "lustre", "ncpfs",    "nfs",    "nfs4",   "ocfs2", "orangefs", "panfs",
    "pvfs2", "quobyte",   "smb3", "smbfs",  "virtiofs", "vboxsf", "wekafs", "yrfs",
};

/// Numbers by which the kernel tells a file system apart from others, without any list of mounts. Those that
/// linux/magic.h lacks are of the file systems' own sources.
struct Magic {
  std::uint32_t number;
  std::string_view type;
};
constexpr Magic magics[] = {
    {EXT4_SUPER_MAGIC, "ext4"},   {XFS_SUPER_MAGIC, "xfs"},     {BTRFS_SUPER_MAGIC, "btrfs"},
    {0x2FC12FC1, "zfs"},          {F2FS_SUPER_MAGIC, "f2fs"},   {0xCA451A4E, "bcachefs"},
    {TMPFS_MAGIC, "tmpfs"},       {RAMFS_MAGIC, "ramfs"},       {OVERLAYFS_SUPER_MAGIC, "overlay"},
    {MSDOS_SUPER_MAGIC, "vfat"},  {EXFAT_SUPER_MAGIC, "exfat"}, {NFS_SUPER_MAGIC, "nfs"},
    {0x0BD00BD0, "lustre"},       {0x47504653, "gpfs"},         {0x19830326, "beegfs"},
    {CEPH_SUPER_MAGIC, "ceph"},   {CIFS_SUPER_MAGIC, "cifs"},   {SMB2_SUPER_MAGIC, "smb3"},
    {V9FS_MAGIC, "9p"},           {AFS_SUPER_MAGIC, "afs"},     {CODA_SUPER_MAGIC, "coda"},
    {OCFS2_SUPER_MAGIC, "ocfs2"}, {0x01161970, "gfs2"},         {0xAAD7AAEA, "panfs"},
    {0x20030528, "orangefs"},
};

/// "\040" is a space in mountinfo.
std::string unescaped(const std::string& text) {
  const auto is_octal = [](char c) { return c >= '0' && c <= '7'; };
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool escape = text[at] == '\\' && at + 3 < text.size() &&
                        std::all_of(
                            text.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                            text.begin() + static_cast<std::ptrdiff_t>(at) + 4, is_octal);
    plain += escape ? static_cast<char>(std::stoi(text.substr(at + 1, 3), nullptr, 8)) : text[at];
    if (escape) at += 3;
  }
  return plain;
}

bool lies_under(std::string_view path, std::string_view folder) {
  if (folder == "/") return true;
  return path.substr(0, folder.size()) == folder && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

Mount mount_of(std::istream& mountinfo, std::string_view path) {
  Mount found;
  std::size_t longest = 0;
  for (std::string line; std::getline(mountinfo, line);) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::istringstream before(line.substr(0, dash)), after(line.substr(dash + 3));
    std::string id, parent, device, root, point;
    before >> id >> parent >> device >> root >> point;
    point = unescaped(point);
    // Of several mounts on one point the last one covers the others.
    if (!lies_under(path, point) || point.size() < longest) continue;
    longest = point.size();
    after >> found.type >> found.source;
    found.source = unescaped(found.source);
  }
  return found;
}

bool is_network(const Mount& mount) {
  if (std::find(network_types.begin(), network_types.end(), mount.type) != network_types.end()) return true;
  // Programs in user space serve disks of this machine as well; "host:/folder" or "//host/folder" tells that another
  // machine does.
  if (mount.source.substr(0, 2) == "//" || mount.source.find(":/") != std::string::npos) return true;
  return mount.type.substr(0, 5) == "fuse." && mount.type != "fuse.mergerfs" && mount.type != "fuse.fuse-overlayfs";
}

Mount mount_by_number(std::uint32_t number) {
  if (number == FUSE_SUPER_MAGIC) return {"fuse.unknown", ""};  // of which most are served by other machines
  for (const Magic& each : magics)
    if (each.number == number) return {std::string(each.type), ""};
  return {fmt::format("0x{:x}", number), ""};
}

FileSystem file_system(int folder, const std::string& path, const std::string& mounts) {
  struct statvfs told {};
  if (fstatvfs(folder, &told) != 0 || told.f_blocks == 0)
    throw ProbeFailure(ProbeFailure::Kind::failed, fmt::format("{}: the file system does not report its size", path));
  std::ifstream mountinfo(mounts);
  Mount mount = mount_of(mountinfo, path);
  // After chroot, in some containers and where /proc is missing, no line is about this folder.
  struct statfs numbers {};
  if (mount.type.empty() && fstatfs(folder, &numbers) == 0)
    mount = mount_by_number(static_cast<std::uint32_t>(numbers.f_type));
  const double block = static_cast<double>(told.f_frsize);
  FileSystem all{mount.type, is_network(mount), mount.type == "tmpfs" || mount.type == "ramfs"};
  all.total = block * static_cast<double>(told.f_blocks);
  all.available = block * static_cast<double>(told.f_bavail);
  return all;
}

}  // namespace llmsize
