// SPDX-License-Identifier: Apache-2.0
// The stages of an LLM project, from raw text to serving.
#pragma once

#include "core/formula/id.hpp"

#include <string_view>
#include <vector>

namespace llmsize {

/// A stage, and the results that tell its bytes and bandwidth.
struct ProjectStage {
  std::string_view name;
  std::string_view direction;  ///< of shared storage: "read", "write"
  ResultKey bytes_id, bandwidth_id;
};
const std::vector<ProjectStage>& project_stages();

}  // namespace llmsize
