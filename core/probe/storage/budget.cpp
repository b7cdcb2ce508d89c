// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/budget.hpp"
#include "core/probe/storage/sizes.hpp"

#include "core/probe/step.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {
namespace {

constexpr double least = 64 * mebibyte;

}  // namespace

double kept_free(const FileSystem& files) { return std::min(0.1 * files.total, 20 * gibibyte); }

StorageBudget storage_budget(const FileSystem& files, double max_bytes, int clients) {
  StorageBudget budget;
  budget.kept = std::min(0.25 * files.available, files.available - kept_free(files));
  budget.written = std::min(0.01 * files.total, 256 * gibibyte);
  if (files.memory) budget.written = 0.5 * files.total;  // memory does not wear
  for (double* bytes : {&budget.kept, &budget.written}) {
    if (max_bytes > 0) *bytes = std::min(*bytes, max_bytes);
    *bytes /= std::max(1, clients);
  }
  if (std::min(budget.kept, budget.written) < least)
    throw ProbeFailure(
        ProbeFailure::Kind::failed,
        fmt::format(
            "storage probes may store {} and write {} here ({} available of {}); they need {} of each",
            binary(std::max(0.0, budget.kept)), binary(budget.written), binary(files.available), binary(files.total),
            binary(least)));
  return budget;
}

void check_space(int folder, const std::string& path, double bytes) {
  const FileSystem now = file_system(folder, path);
  if (now.available - bytes >= kept_free(now)) return;
  throw ProbeFailure(
      ProbeFailure::Kind::failed, fmt::format(
                                      "{}: {} available, too little to write {} and leave {} free", path,
                                      binary(now.available), binary(bytes), binary(kept_free(now))));
}

}  // namespace llmsize
