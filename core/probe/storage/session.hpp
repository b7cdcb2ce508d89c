// SPDX-License-Identifier: Apache-2.0
// One storage probe at work: its folder, its files, its runs of fio. Whatever ends it, its files are removed.
#pragma once

#include "core/probe/step.hpp"
#include "core/probe/storage/clients.hpp"
#include "core/probe/storage/file_system.hpp"
#include "core/probe/storage/fio_answer.hpp"
#include "core/probe/storage/folder.hpp"
#include "core/probe/storage/workspace.hpp"

#include <memory>
#include <optional>
#include <set>

namespace llmsize {

class StorageSession {
 public:
  StorageSession(std::string probe, const std::string& directory, const FileSet& set, const Launch& launch);

  /// Writes the files that are read later and checks that they hold data.
  void lay_out(double seconds, const Running& running);
  /// Measures a point and adds what it gave to the record; `number` counts points in the same order on all clients.
  void measure(const Point& point, int number, const Running& running);
  /// Removes the files. Throws ProbeFailure: failed, where something has to stay.
  void close(const Running& running);

 private:
  bool prepared(const Running& running);
  std::optional<FioAnswer> run(const Point& point, int folder, const Running& running);
  void measure_alone(const Point& point, const Running& running);
  void measure_together(const Point& point, int number, const Running& running);
  void check_new_files(const Point& point) const;
  void add(
      const Point& point, const FioAnswer& answer, std::vector<std::string> flags, double wall,
      const Running& running) const;
  template <class Do>
  void guarded(const Running& running, Do&& work);

  std::string probe_;
  ProbeFolder folder_;
  FileSystem files_;
  FileSet set_;
  Launch launch_;
  std::set<int> left_out_{};  ///< numbers of threads for which there is too little to read
  bool given_up_ = false;     ///< the record tells why
  Engine engine_{};
  std::unique_ptr<Workspace> workspace_{};
  std::unique_ptr<Clients> clients_{};
};

/// Adds a pass to the result of the same probe and setting, or begins one. A pass that is flagged "invalid" is told in
/// its details, but its value does not count.
void add_pass(ProbeRecord& record, const ProbeResult& pass);

}  // namespace llmsize
