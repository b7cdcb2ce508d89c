// SPDX-License-Identifier: Apache-2.0
// Outputs of tools that people trust, read as results of probes.
#pragma once

#include "core/probe/importers/importer_list.hpp"
#include "core/record/record.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// What a tool told: results, and what it says of the machine ("gpus", "name").
struct Imported {
  std::string source;  ///< what messages call the text
  std::vector<ProbeResult> results{};
  Json host = Json::object();
};

/// One tool: `const Importer NAME_importer{…}` in a file of this folder is all it takes. `read` throws BadInput: data,
/// in one sentence, where a text is not of the tool or tells no value.
struct Importer {
  std::string_view tool;    ///< "nvbandwidth"
  std::string_view output;  ///< what is read: "JSON of nvbandwidth -j"
  bool (*recognises)(std::string_view text);
  Imported (*read)(std::string_view text, const std::string& source);
};

/// All of them by name. No text is recognised by two.
std::vector<const Importer*> importers();

/// What to make of a text besides what it says itself.
struct ImportOptions {
  std::string tool{};     ///< empty: recognised by the text
  std::string created{};  ///< "2026-01-31T12:00:00Z"
  std::string node{};     ///< name of the node that was measured; empty: what the text says
  std::string gpu{};      ///< model of its GPUs; empty: what the text says
  bool local = false;     ///< storage that was measured is a drive of the node, not shared by others
};

/// The record that a tool's output makes, with the fits of its sweeps. Throws BadInput: usage for an unknown tool, data
/// as the tools do.
ProbeRecord import_record(std::string_view text, const std::string& source, const ImportOptions& options);

}  // namespace llmsize
