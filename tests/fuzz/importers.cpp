// SPDX-License-Identifier: Apache-2.0
// Outputs of measuring tools: a record that can be written and read.
#include "core/probe/importers/importer.hpp"
#include "tests/fuzz/reader.hpp"

namespace llmsize::fuzz {

const Register importers_reader("importers", [](std::string_view text) {
  for (const Importer* tool : importers())
    done([&] {
      ImportOptions options;
      options.tool = std::string(tool->tool);
      const ProbeRecord record = import_record(text, "fuzz.txt", options);
      require(!record.results.empty());
      const ProbeRecord again = read_record(write_record(record), "written.json");
      require(again.results.size() == record.results.size());
    });
  import_record(text, "fuzz.txt", {});  // recognised by the text
});

}  // namespace llmsize::fuzz
