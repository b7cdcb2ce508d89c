// SPDX-License-Identifier: Apache-2.0
// Request traces: requests that have lengths, and an entry that the catalog reads.
#include "core/files/temporary_file.hpp"
#include "core/trace/entry.hpp"
#include "tests/fuzz/reader.hpp"

#include <fstream>

namespace llmsize::fuzz {

const Register traces_reader("traces", [](std::string_view text) {
  const TemporaryFile file;
  std::ofstream(file.path(), std::ios::binary) << text;
  for (const TraceFormat& format : trace_formats())
    done([&] {
      const TraceSummary trace = read_trace(format, file.path());
      require(trace.requests > 0 && trace.input.mean >= 0 && trace.input.p50 <= trace.input.p95);
      require(!(trace.conversations.reuse.ceiling > 1) && !(trace.conversations.sessions.turns < 1));
      const Entry entry = trace_entry(trace);
      read_entry(write_entry(entry), "traffic", "fuzz.json");
    });
});

}  // namespace llmsize::fuzz
