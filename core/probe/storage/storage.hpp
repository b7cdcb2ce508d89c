// SPDX-License-Identifier: Apache-2.0
// Storage probes: rates of reads and writes in a folder that was given, by number of threads. fio does the reading and
// writing.
#pragma once

#include "core/probe/step.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// Steps of the storage probes that `options.probes` names: "nvme" for a disk of this machine, "fs" for shared storage,
/// "storage" for whichever of the two the folder lies on ("fs-clients" where it is shared storage and several processes
/// were launched); "fs-clients" and "fs-sustained" by their own names. Empty where none is named. Nothing is written
/// before a step runs; files are removed by the last step, by a stop, and when the steps are destroyed. Throws BadInput
/// for a folder that cannot be used, ProbeFailure: missing, without fio, and failed, where too little space is left.
std::vector<ProbeStep> storage_steps(const ProbeOptions& options);

/// What dead runs of this user left in a folder, in one sentence each: "… 8 GiB of process 4711 on node17".
std::vector<std::string> storage_leftovers(const std::string& directory);

/// Removes them; sentences about what had to stay.
std::vector<std::string> remove_storage_leftovers(const std::string& directory);

}  // namespace llmsize
