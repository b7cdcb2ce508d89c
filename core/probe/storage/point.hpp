// SPDX-License-Identifier: Apache-2.0
// One point of a sweep and the fio command that measures it.
#pragma once

#include <string>
#include <vector>

namespace llmsize {

enum class Work { read, write, random_read, random_write };

/// "read", "random_write".
std::string name_of(Work work);
/// It changes what lies on the disk.
bool writes(Work work);
/// Small blocks at random places instead of large ones in order.
bool random(Work work);
/// Bytes of a block: 1 MiB or 4 KiB.
double block_of(Work work);

struct Point {
  std::string probe{};  ///< "nvme", "fs", "fs-clients", "fs-sustained"
  Work work = Work::read;
  int threads = 1;
  double ramp = 0, seconds = 0;  ///< not counted; counted
  double cap = 0;                ///< most bytes that it may write
  double kept = 0;               ///< bytes of new files at most; a larger cap writes them again
  bool refill = false;           ///< fresh content for every block, for storage that finds similar blocks
  bool until_steady = false;     ///< ends once the rate stays within 5 % for half a minute
};

/// How fio gives its blocks to the system.
struct Engine {
  std::string name = "io_uring";
  bool direct = true;  ///< past the cache of this machine
};

/// Files that are read: one for all threads on a disk of this machine, many on shared storage, where threads of one
/// file wait for locks.
struct FileSet {
  int files = 1;
  double bytes_each = 0;

  double bytes() const { return files * bytes_each; }
  /// "data", or "data.0" of many.
  std::string name(int number) const;
};

/// Whether each thread gets a MiB or more of the files that it reads or writes.
bool enough_for(const Point& point, const FileSet& set);

/// Seconds that a point is planned to take, start and end included.
double planned_seconds(const Point& point);

/// Writes the files of a set, at most `seconds` long: shorter files are those that a slow disk had time for.
std::vector<std::string> layout_command(const FileSet& set, double seconds, bool refill, const Engine& engine);

/// Writes one block, to try whether an engine works here.
std::vector<std::string> trial_command(const Engine& engine);

/// fio's words for a point. Reads and random writes use the set, other writes make files new.0, new.1, …
std::vector<std::string> fio_command(const Point& point, const FileSet& set, const Engine& engine);

}  // namespace llmsize
