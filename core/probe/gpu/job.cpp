// SPDX-License-Identifier: Apache-2.0
// The language between the program and its workers.
#include "core/files/bad_input.hpp"
#include "core/probe/gpu/work.hpp"

namespace llmsize {

Json write_job(const GpuJob& job) {
  Json json{{"probe", job.probe},       {"gpu", job.gpu},
            {"together", job.together}, {"library_folder", job.library_folder},
            {"force", job.force},       {"dtype", job.dtype},
            {"repeats", job.repeats},   {"seconds", job.seconds},
            {"meeting", job.meeting},   {"workers", job.workers},
            {"sizes", job.sizes}};
  json["shapes"] = Json::array();
  for (const GemmShape& shape : job.shapes)
    json["shapes"].push_back({{"name", shape.name}, {"m", shape.m}, {"n", shape.n}, {"k", shape.k}});
  return json;
}

GpuJob read_job(const Json& json) {
  GpuJob job;
  try {
    job.probe = json.at("probe").get<std::string>();
    job.gpu = json.value("gpu", job.gpu);
    job.together = json.value("together", job.together);
    job.library_folder = json.value("library_folder", job.library_folder);
    job.force = json.value("force", job.force);
    job.dtype = json.value("dtype", job.dtype);
    job.repeats = json.value("repeats", job.repeats);
    job.seconds = json.value("seconds", job.seconds);
    job.meeting = json.value("meeting", job.meeting);
    job.workers = json.value("workers", job.workers);
    job.sizes = json.value("sizes", job.sizes);
    for (const Json& shape : json.value("shapes", Json::array()))
      job.shapes.push_back(
          {shape.at("name").get<std::string>(), shape.at("m").get<double>(), shape.at("n").get<double>(),
           shape.at("k").get<double>()});
  } catch (const Json::exception& error) {
    throw BadInput(BadInput::Kind::data, std::string("job of a GPU worker: ") + error.what());
  }
  return job;
}

Json write_result(const ProbeResult& result) {
  return {{"probe", result.probe}, {"params", result.params}, {"metric", result.metric},
          {"unit", result.unit},   {"raw", result.raw},       {"verified", result.verified},
          {"flags", result.flags}, {"state", result.state},   {"details", result.details},
          {"wall_s", result.wall}};
}

ProbeResult read_result(const Json& json) {
  ProbeResult result;
  const auto object = [&](const char* key) {
    Json told = json.value(key, Json::object());
    if (!told.is_object()) throw Json::type_error::create(302, std::string(key) + " has to be an object", &json);
    return told;
  };
  result.probe = json.at("probe").get<std::string>();
  result.params = object("params");
  result.metric = json.at("metric").get<std::string>();
  result.unit = json.at("unit").get<std::string>();
  result.raw = json.at("raw").get<std::vector<double>>();
  result.verified = json.value("verified", false);
  result.flags = json.value("flags", result.flags);
  result.state = object("state");
  result.details = object("details");
  result.wall = json.value("wall_s", 0.0);
  return result;
}

}  // namespace llmsize
