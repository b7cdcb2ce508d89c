// SPDX-License-Identifier: Apache-2.0
#include "core/probe/importers/reading.hpp"

#include "core/files/bad_input.hpp"
#include "core/files/version.hpp"
#include "core/record/saturation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

const Importer& chosen_importer(std::string_view text, const std::string& source, const std::string& tool) {
  std::vector<std::string_view> names;
  std::string known;
  for (const Importer* each : importers()) {
    if (tool.empty() ? each->recognises(text) : each->tool == tool) return *each;
    names.push_back(each->tool);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", each->tool);
  }
  if (tool.empty()) throw BadInput(BadInput::Kind::data, fmt::format("{}: the output of none of {}", source, known));
  refuse_word("--as", tool, names);
}

/// "nvme.read" of "fs.read" and of "fs-sustained.read" "nvme-sustained.read".
void make_local(ProbeResult& result) {
  if (result.probe.rfind("fs.", 0) == 0 || result.probe.rfind("fs-sustained.", 0) == 0)
    result.probe.replace(0, 2, "nvme");
}

}  // namespace

std::vector<const Importer*> importers() { return {std::begin(importer_list), std::end(importer_list)}; }

ProbeRecord import_record(std::string_view text, const std::string& source, const ImportOptions& options) {
  const Importer& importer = chosen_importer(text, source, options.tool);
  constexpr std::ptrdiff_t most_lines = 1'000'000;
  if (std::count(text.begin(), text.end(), '\n') > most_lines)
    refuse_contents(source, fmt::format("more than {} lines; expected the output of one run", most_lines));
  Imported imported = importer.read(text, source);
  for (const auto& [option, name] : {std::pair("--node", &options.node), std::pair("--gpu", &options.gpu)})
    if (!importing::is_readable(*name))
      throw BadInput(BadInput::Kind::usage, fmt::format("{}: {} is not a valid name", option, in_quotes(*name)));
  ProbeRecord record;
  record.created = options.created;
  record.version = version();
  record.host = imported.host;
  if (!options.node.empty()) record.host["name"] = options.node;
  if (!options.gpu.empty()) {
    if (!record.host.contains("gpus") || record.host.at("gpus").empty())
      record.host["gpus"] = Json::array({Json::object()});
    for (Json& gpu : record.host["gpus"]) gpu["name"] = options.gpu;
  }
  record.preset = "imported";
  record.args = {"import", "--as", std::string(importer.tool)};
  record.results = std::move(imported.results);
  if (options.local)
    for (ProbeResult& result : record.results) make_local(result);
  record.fits = fit_results(record.results);
  // Points that differ by more than a curve can follow leave none that a record could hold.
  std::erase_if(
      record.fits, [](const SaturationFit& fit) { return !std::isfinite(fit.x1 + fit.xmax + fit.p + fit.rms); });
  return record;
}

}  // namespace llmsize
