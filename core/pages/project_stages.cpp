// SPDX-License-Identifier: Apache-2.0
// Lists the stages of a project.
#include "core/pages/project_stages.hpp"

namespace llmsize {

const std::vector<ProjectStage>& project_stages() {
  static const std::vector<ProjectStage> stages{
      {"raw", "read", "ingest.raw_size", "project.collect_rate"},
      {"cleaned", "written", "ingest.text_size", "project.clean_rate"},
      {"tokenized", "written", "ingest.dataset_size", "project.tokenize_rate"},
      {"training", "read", "project.trained_bytes", "ingest.required_bandwidth"},
      {"checkpoint", "written", "project.saved_bytes", "checkpoint.required_bandwidth"},
      {"export", "written", "project.export_bytes", "tier.store_write_rate"},
      {"serving", "read", "project.served_bytes", "tier.store_read_rate"},
  };
  return stages;
}

}  // namespace llmsize
