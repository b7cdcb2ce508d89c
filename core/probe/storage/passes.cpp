// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/session.hpp"
#include "core/quantity/statistics.hpp"

#include <algorithm>

namespace llmsize {
namespace {

bool invalid(const std::vector<std::string>& flags) {
  return std::find(flags.begin(), flags.end(), "invalid") != flags.end();
}

/// What each pass told, by name, becomes the median over the passes.
void merge_details(Json& details) {
  const Json passes = details["passes"];
  for (const auto& [name, value] : passes.front().items()) {
    std::vector<double> all;
    for (const Json& pass : passes)
      if (pass.contains(name) && pass[name].is_number()) all.push_back(pass[name].get<double>());
    details[name] = value.is_number() && all.size() == passes.size() ? number_json(median(all)) : value;
  }
}

}  // namespace

void add_pass(ProbeRecord& record, const ProbeResult& pass) {
  const auto same = [&](const ProbeResult& one) { return one.probe == pass.probe && one.params == pass.params; };
  auto found = std::find_if(record.results.begin(), record.results.end(), same);
  if (found == record.results.end()) {
    found = record.results.insert(found, pass);
    found->raw.clear();
    found->flags = {"invalid"};
    found->details = Json::object();
    found->wall = 0;
  }
  ProbeResult& result = *found;
  result.wall += pass.wall;
  if (invalid(pass.flags)) {
    result.details["rejected"].push_back({{"value", pass.raw.front()}, {"flags", pass.flags}, {"told", pass.details}});
    if (!result.raw.empty()) return;
  } else {
    // A valid pass takes the place of what invalid ones before it said.
    if (result.raw.empty()) result.flags.clear();
    result.raw.push_back(pass.raw.front());
    result.verified = pass.verified;
    result.details["passes"].push_back(pass.details);
    merge_details(result.details);
  }
  for (const std::string& flag : pass.flags)
    if (std::find(result.flags.begin(), result.flags.end(), flag) == result.flags.end()) result.flags.push_back(flag);
}

}  // namespace llmsize
