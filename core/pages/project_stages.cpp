// SPDX-License-Identifier: Apache-2.0
// Lists the stages of a project.
#include "core/pages/project_stages.hpp"

namespace llmsize {

const std::vector<ProjectStage>& project_stages() {
  static const std::vector<ProjectStage> stages{
      {"raw", "read", "ingest.raw_size", "project.collect_rate"},
      {"cleaned", "write", "ingest.text_size", "project.clean_rate"},
      {"tokenized", "write", "ingest.dataset_size", "project.tokenize_rate"},
      {"training", "read", "project.trained_bytes", "ingest.required_bandwidth"},
      {"checkpoint", "write", "project.saved_bytes", "checkpoint.required_bandwidth"},
      {"export", "write", "project.export_bytes", "tier.store_write_rate"},
      {"serving", "read", "project.served_bytes", "tier.store_read_rate"},
  };
  return stages;
}

}  // namespace llmsize
