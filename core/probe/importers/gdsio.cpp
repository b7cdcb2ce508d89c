// SPDX-License-Identifier: Apache-2.0
// gdsio: one line per run, "IoType: READ XferType: GPUD Threads: 8 … Throughput: 6.5 GiB/sec, Avg_Latency: 1197.3 usecs
// …".
#include "core/probe/importers/reading.hpp"

namespace llmsize {
namespace {

using namespace importing;

bool is_gdsio(std::string_view text) {
  return text.find("IoType:") != std::string_view::npos && text.find("XferType:") != std::string_view::npos;
}

Imported read_gdsio(std::string_view text, const std::string& source) {
  Imported imported{source};
  for (const std::string& line : lines_of(text)) {
    const auto kind = after(line, "IoType:"), path = after(line, "XferType:"), threads = after(line, " Threads:");
    const auto rate = after(line, "Throughput:"), block = after(line, "IOSize:"), latency = after(line, "Avg_Latency:");
    if (!kind || !path || !threads || !rate || !number_of(*rate) || !number_of(*threads)) continue;
    StoragePoint point;
    const std::string type = first_word(*kind), way = first_word(*path);
    point.write = type.find("WRITE") != std::string::npos;
    if (way.empty() || (!point.write && type.find("READ") == std::string::npos)) continue;
    point.random = type.rfind("RAND", 0) == 0;
    point.threads = *number_of(*threads);
    point.bandwidth = *number_of(*rate) * gibibyte;
    if (block && number_of(*block)) point.block = *number_of(*block) * kibibyte;
    if (latency && number_of(*latency)) point.latency = *number_of(*latency) * 1e-6;
    if (const auto seconds = after(line, "total_time"); seconds && number_of(*seconds))
      point.seconds = *number_of(*seconds);
    point.details["path"] = way;
    add_point(imported, "gdsio", point);
  }
  if (imported.results.empty()) refuse_output(gdsio_importer, source);
  return imported;
}

}  // namespace

const Importer gdsio_importer{"gdsio", "the output of gdsio", is_gdsio, read_gdsio};

}  // namespace llmsize
