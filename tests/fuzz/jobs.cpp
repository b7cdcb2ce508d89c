// SPDX-License-Identifier: Apache-2.0
// Sheets of services and of jobs that share a cluster.
#include "core/portfolio/job.hpp"
#include "core/portfolio/service.hpp"
#include "tests/fuzz/reader.hpp"

namespace llmsize::fuzz {

const Register jobs("jobs", [](std::string_view text) {
  done([&] {
    for (const FleetService& each : read_fleet(text, "fleet.csv", {}))
      require(each.utc_offset >= -12 && each.utc_offset <= 14);
  });
  for (const PortfolioJob& each : read_portfolio(text, "jobs.csv", {}).jobs)
    require(each.start >= 1 && each.start <= 12 && each.months >= 0);
});

}  // namespace llmsize::fuzz
