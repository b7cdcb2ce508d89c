// SPDX-License-Identifier: Apache-2.0
// Records of probes: what is read is written and read again.
#include "core/record/record.hpp"
#include "tests/fuzz/reader.hpp"

namespace llmsize::fuzz {

const Register record_reader("record", [](std::string_view text) {
  const ProbeRecord record = read_record(parse_json(text, "record.json"), "record.json");
  const ProbeRecord again = read_record(write_record(record), "again.json");
  require(again.results.size() == record.results.size() && again.fits.size() == record.fits.size());
});

}  // namespace llmsize::fuzz
