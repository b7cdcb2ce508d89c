// SPDX-License-Identifier: Apache-2.0
// The folder of our own inside the folder that was given: everything that storage probes write lies here and is removed
// again.
#pragma once

#include "core/probe/storage/descriptor.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// A new folder with mode 0700 and a lock file, held open. Deletes are relative to it and only of names that we write.
class Workspace {
 public:
  /// Throws ProbeFailure: failed, where it cannot be made.
  explicit Workspace(int parent);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  int folder() const { return folder_.number(); }
  const std::string& name() const { return name_; }

  /// Writes a small file at once as a whole, so that other clients never read half of it.
  void write(const std::string& file, const std::string& text) const;
  void remove(const std::string& file) const;
  /// Removes everything of ours and the folder; says in one sentence what had to stay, or nothing.
  std::string remove_all();

 private:
  Descriptor parent_, folder_, lock_;
  std::string name_;
};

/// A workspace that its process did not remove.
struct Leftover {
  std::string name;   ///< inside the folder
  std::string owner;  ///< "process 4711 on node17"
  bool dead = false;  ///< of this machine, and nobody holds its lock
  double bytes = 0;   ///< on the disk
};

/// Workspaces of this user in an open folder, those that are in use as well.
std::vector<Leftover> leftovers(int parent);

/// Removes a dead one; says in one sentence what had to stay, or nothing.
std::string remove_leftover(int parent, const Leftover& leftover);

/// All workspaces in an open folder begin with this.
inline constexpr std::string_view workspace_prefix = ".llmsize-probe-";

/// Small files that are there to be read by others: contents, or empty where there is none.
std::string text_of(int folder, const std::string& file);

/// Names of what lies in an open folder.
std::vector<std::string> entries_of(int folder);

}  // namespace llmsize
