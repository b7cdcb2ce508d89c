// SPDX-License-Identifier: Apache-2.0
// What lies under a folder: a file system of this machine or one that other machines use too.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>

namespace llmsize {

struct FileSystem {
  std::string type{};    ///< "ext4", "nfs4", "lustre"
  bool network = false;  ///< other machines use it too
  bool memory = false;   ///< it lies in main memory: tmpfs
  double total = 0;      ///< bytes
  double available = 0;  ///< bytes that this user may still fill
};

/// Of an open folder, whose resolved path tells the mount; where the list of mounts does not hold it, the file system's
/// own number does. Throws ProbeFailure: failed, where the system tells no size.
FileSystem file_system(int folder, const std::string& path, const std::string& mounts = "/proc/self/mountinfo");

/// Type and source of the mount that a resolved path lies on, as /proc/self/mountinfo tells; both empty where none
/// does.
struct Mount {
  std::string type{}, source{};
};
Mount mount_of(std::istream& mountinfo, std::string_view path);

/// The type of a file system by the number that statfs tells, without a source: "ext4", or "0x…" for an unknown one.
Mount mount_by_number(std::uint32_t number);

bool is_network(const Mount& mount);

}  // namespace llmsize
