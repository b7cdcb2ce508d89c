// SPDX-License-Identifier: Apache-2.0
#include "core/record/record.hpp"

#include "core/files/bad_input.hpp"
#include "core/quantity/absent.hpp"
#include "core/quantity/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// As the schema has them.
constexpr std::string_view probe_units[] = {"FLOP/s", "B/s", "1/s", "s", "B", "1"};

/// Members of one object of a record: what is read is ticked off, the rest is what this version does not know.
class Members {
 public:
  Members(const Json& json, std::string place) : json_(json), rest_(json), place_(std::move(place)) {
    if (!json.is_object()) refuse("expected an object");
  }

  [[noreturn]] void refuse(const std::string& expectation) const {
    throw BadInput(BadInput::Kind::data, fmt::format("{}: {}", place_, expectation));
  }
  const Json* find(const char* key) {
    const auto found = json_.find(key);
    if (found == json_.end()) return nullptr;
    rest_.erase(key);
    return &*found;
  }
  std::string text(const char* key, bool required = false) {
    const Json* value = find(key);
    if (!value && required) refuse(fmt::format("'{}' is missing", key));
    if (value && !value->is_string()) refuse(fmt::format("'{}': expected a text", key));
    return value ? value->get<std::string>() : std::string{};
  }
  double number(const char* key, double otherwise) {
    const Json* value = find(key);
    if (!value || value->is_null()) return otherwise;
    if (!value->is_number()) refuse(fmt::format("'{}': expected a number", key));
    return value->get<double>();
  }
  bool flag(const char* key) {
    const Json* value = find(key);
    if (value && !value->is_boolean()) refuse(fmt::format("'{}': expected true or false", key));
    return value && value->get<bool>();
  }
  Json object(const char* key) {
    const Json* value = find(key);
    if (value && !value->is_object()) refuse(fmt::format("'{}': expected an object", key));
    return value ? *value : Json::object();
  }
  std::vector<std::string> texts(const char* key) {
    std::vector<std::string> all;
    for (const Json& item : list(key)) {
      if (!item.is_string()) refuse(fmt::format("'{}': expected texts", key));
      all.push_back(item.get<std::string>());
    }
    return all;
  }
  std::vector<double> numbers(const char* key) {
    std::vector<double> all;
    for (const Json& item : list(key)) {
      if (!item.is_number()) refuse(fmt::format("'{}': expected numbers", key));
      all.push_back(item.get<double>());
    }
    return all;
  }
  Json list(const char* key) {
    const Json* value = find(key);
    if (value && !value->is_array()) refuse(fmt::format("'{}': expected a list", key));
    return value ? *value : Json::array();
  }
  /// A count or rank, which has to be whole and of a sensible size.
  int whole(const char* key, int otherwise) {
    const double value = number(key, otherwise);
    if (!(value >= 0 && value <= 1e9) || value != std::floor(value)) refuse(fmt::format("'{}': expected a count", key));
    return static_cast<int>(value);
  }
  Json rest() const { return rest_; }

 private:
  const Json& json_;
  Json rest_;
  std::string place_;
};

Json result_json(const ProbeResult& result) {
  const Repeats in_short = repeats(result.raw);
  Json json{{"probe", result.probe}, {"params", result.params}, {"metric", result.metric}, {"unit", result.unit}};
  json["stat"] = "median";
  json["value"] = number_json(in_short.median);
  json["n"] = in_short.n;
  json["min"] = number_json(in_short.min);
  json["p10"] = number_json(in_short.p10);
  json["p90"] = number_json(in_short.p90);
  json["max"] = number_json(in_short.max);
  json["raw"] = result.raw;
  json["verified"] = result.verified;
  json["flags"] = result.flags;
  json["state"] = result.state;
  json["details"] = result.details;
  json["wall_s"] = result.wall;
  json.update(result.more);
  return json;
}

ProbeResult read_result(const Json& json, const std::string& place) {
  Members members(json, place);
  ProbeResult result;
  result.probe = members.text("probe", true);
  result.params = members.object("params");
  result.metric = members.text("metric", true);
  result.unit = members.text("unit", true);
  if (std::find(std::begin(probe_units), std::end(probe_units), result.unit) == std::end(probe_units))
    members.refuse(fmt::format("'unit': expected {}, not {}", fmt::join(probe_units, ", "), in_quotes(result.unit)));
  result.raw = members.numbers("raw");
  const double value = members.number("value", absent);
  if (result.raw.empty() && !is_absent(value)) result.raw = {value};
  result.verified = members.flag("verified");
  result.flags = members.texts("flags");
  result.state = members.object("state");
  result.details = members.object("details");
  result.wall = members.number("wall_s", 0);
  for (const char* told_by_raw : {"stat", "n", "min", "p10", "p90", "max"}) members.find(told_by_raw);
  result.more = members.rest();
  return result;
}

Json fit_json(const SaturationFit& fit) {
  Json json{{"probe", fit.probe}, {"form", "pnorm"}, {"params", fit.params}, {"unit", fit.unit}};
  json["x1"] = number_json(fit.x1);
  json["xmax"] = number_json(fit.xmax);
  json["p"] = number_json(fit.p);
  json["rms_rel"] = number_json(fit.rms);
  json["best"] = number_json(fit.best);
  json["flags"] = fit.flags;
  json.update(fit.more);
  return json;
}

SaturationFit read_fit(const Json& json, const std::string& place) {
  Members members(json, place);
  SaturationFit fit{};
  fit.probe = members.text("probe", true);
  if (members.text("form", true) != "pnorm") members.refuse("'form': expected pnorm");
  fit.params = members.object("params");
  fit.unit = members.text("unit", true);
  fit.x1 = members.number("x1", absent);
  fit.xmax = members.number("xmax", absent);
  fit.p = members.number("p", absent);
  if (!(fit.x1 > 0) || !(fit.xmax > 0) || !(fit.p >= 1))
    members.refuse("expected 'x1' and 'xmax' above 0 and 'p' from 1");
  fit.rms = members.number("rms_rel", absent);
  fit.best = members.number("best", absent);
  fit.flags = members.texts("flags");
  fit.more = members.rest();
  return fit;
}

/// "llmsize.probe/1" and its later minor versions can be read.
void require_version(const std::string& schema, const Members& members) {
  constexpr std::string_view name = "llmsize.probe/";
  if (schema.rfind("llmsize.calibration/", 0) == 0)
    members.refuse("expected a probe record; this is a calibration, which --calibration takes");
  if (schema.rfind(name, 0) != 0) members.refuse(fmt::format("expected a probe record with schema {}", probe_schema));
  const std::string version = schema.substr(name.size());
  if (version.substr(0, version.find('.')) != probe_schema.substr(name.size()))
    members.refuse(fmt::format("a record of version {}; this program reads {}", in_quotes(version), probe_schema));
}

}  // namespace

Repeats repeats(const std::vector<double>& raw) {
  return {raw.size(), median(raw), quantile(raw, 0.1), quantile(raw, 0.9), quantile(raw, 0), quantile(raw, 1)};
}

bool ProbeResult::valid() const {
  return !raw.empty() && std::find(flags.begin(), flags.end(), "invalid") == flags.end();
}

std::string ProbeRecord::node() const {
  const auto text = [&](const char* key) {
    const auto found = host.find(key);
    return found != host.end() && found->is_string() ? found->get<std::string>() : std::string{};
  };
  constexpr std::size_t of_id = 12;
  if (std::string name = text("name"); !name.empty()) return name;
  return text("id").substr(0, of_id);
}

Json write_record(const ProbeRecord& record) {
  Json json{
      {"schema", probe_schema},
      {"created", record.created},
      {"tool", {{"name", "llmsize"}, {"version", record.version}}}};
  json["host"] = record.host;
  json["launch"] = {{"kind", record.launch.kind}, {"rank", record.launch.rank}, {"size", record.launch.size}};
  json["launch"].update(record.launch.more);
  json["preset"] = record.preset;
  json["args"] = record.args;
  json["results"] = Json::array();
  for (const ProbeResult& result : record.results) json["results"].push_back(result_json(result));
  json["fits"] = Json::array();
  for (const SaturationFit& fit : record.fits) json["fits"].push_back(fit_json(fit));
  json["errors"] = Json::array();
  for (const ProbeError& error : record.errors)
    json["errors"].push_back({{"probe", error.probe}, {"message", error.message}, {"missing", error.missing}});
  if (record.truncated) json["truncated"] = true;
  json.update(record.more);
  return json;
}

ProbeRecord read_record(const Json& json, const std::string& source) {
  Members members(json, source);
  require_version(members.text("schema"), members);
  ProbeRecord record;
  record.created = members.text("created", true);
  if (const Json* tool = members.find("tool")) record.version = Members(*tool, source + ": tool").text("version");
  record.host = members.object("host");
  if (const Json* launch = members.find("launch")) {
    Members told(*launch, source + ": launch");
    record.launch.kind = told.text("kind");
    record.launch.rank = told.whole("rank", 0);
    record.launch.size = told.whole("size", 1);
    record.launch.more = told.rest();
  }
  record.preset = members.text("preset");
  record.args = members.texts("args");
  std::size_t number = 0;
  if (!json.contains("results")) members.refuse("'results' is missing");
  for (const Json& result : members.list("results"))
    record.results.push_back(read_result(result, fmt::format("{}: results.{}", source, number++)));
  number = 0;
  for (const Json& fit : members.list("fits"))
    record.fits.push_back(read_fit(fit, fmt::format("{}: fits.{}", source, number++)));
  number = 0;
  for (const Json& error : members.list("errors")) {
    Members told(error, fmt::format("{}: errors.{}", source, number++));
    record.errors.push_back({told.text("probe"), told.text("message"), told.flag("missing")});
  }
  record.truncated = members.flag("truncated");
  record.more = members.rest();
  return record;
}

}  // namespace llmsize
