// SPDX-License-Identifier: Apache-2.0
#include "core/probe/storage/fio_answer.hpp"

#include "core/files/bad_input.hpp"
#include "core/probe/step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace llmsize {
namespace {

/// Seconds of writing that outlast the caches of drives in most cases.
constexpr double least_sustained = 30;

/// "99.900000" is p99.9.
std::string percentile_name(const std::string& text) {
  return fmt::format("p{:g}", std::strtod(text.c_str(), nullptr));
}

FioAnswer from(const Json& all, Work work) {
  const Json& job = all.at("jobs").at(0);
  const Json& told = job.at(writes(work) ? "write" : "read");
  FioAnswer answer;
  const std::string version = all.value("fio version", "");
  answer.version = version.substr(version.rfind("fio-", 0) == 0 ? 4 : 0);
  answer.error = job.at("error").get<int>();
  answer.bytes = told.at("io_bytes").get<double>();
  answer.bandwidth = told.at("bw_bytes").get<double>();
  answer.operations = told.at("iops").get<double>();
  answer.count = told.at("total_ios").get<double>();
  answer.seconds = told.at("runtime").get<double>() * 1e-3;
  answer.thread_seconds = job.at("job_runtime").get<double>() * 1e-3;
  const Json& latency = told.at("lat_ns");
  if (latency.value("N", 0.0) > 0) answer.latency = latency.at("mean").get<double>() * 1e-9;
  if (latency.contains("percentile"))
    for (const auto& [name, value] : latency["percentile"].items())
      answer.percentiles[percentile_name(name)] = value.get<double>() * 1e-9;
  answer.cpu = (job.value("usr_cpu", 0.0) + job.value("sys_cpu", 0.0)) / 100;
  if (job.contains("steadystate")) answer.steady = job["steadystate"].value("attained", 0) != 0;
  // What was written before belongs to the caches.
  if (answer.steady) answer.bandwidth = job["steadystate"].at("data").at("bw_mean").get<double>();
  return answer;
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  const std::size_t before = text.rfind('\n', end);
  return text.substr(before == std::string::npos ? 0 : before + 1, end - before);
}

}  // namespace

FioAnswer read_fio(const std::string& output, Work work) {
  const std::size_t begin = output.find('{'), end = output.rfind('}');
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    throw ProbeFailure(ProbeFailure::Kind::failed, fmt::format("fio returned no result: {}", in_quotes(output)));
  try {
    return from(parse_json(std::string_view(output).substr(begin, end - begin + 1), "fio"), work);
  } catch (const BadInput& error) {
    throw ProbeFailure(ProbeFailure::Kind::failed, fmt::format("cannot read the fio output: {}", error.what()));
  } catch (const Json::exception& error) {
    throw ProbeFailure(ProbeFailure::Kind::failed, fmt::format("incomplete fio output: {}", error.what()));
  }
}

double busy_share(const FioAnswer& answer) {
  return answer.thread_seconds > 0 ? answer.count * answer.latency / answer.thread_seconds : 0;
}

std::vector<std::string> flags_of(const Point& point, const FioAnswer& answer, const Engine& engine, bool own_files) {
  std::vector<std::string> flags;
  const double cores = std::max(1u, std::thread::hardware_concurrency());
  const bool cut = writes(point.work) && answer.seconds < std::min(2.0, 0.95 * point.seconds);
  const bool cpu_bound = answer.cpu > 0.7 || answer.cpu * point.threads > 0.9 * cores;
  // Threads that were cut by their cap start and end one after the other, which is no sign of waiting inside fio.
  const bool waits = !cut && answer.latency > 0 && busy_share(answer) < 0.9;
  const bool sustained = point.until_steady && (answer.steady || answer.seconds >= least_sustained);
  const bool cached = !engine.direct && own_files && !writes(point.work);
  if (answer.count == 0 || waits || cpu_bound || cached) flags.push_back("invalid");
  if (cpu_bound) flags.push_back("cpu-bound");
  if (waits) flags.push_back("waits-in-fio");
  if (cut) flags.push_back("short");
  if (!engine.direct) flags.push_back("buffered");
  if (point.until_steady && !answer.steady) flags.push_back("unsteady");
  if (writes(point.work) && !sustained) flags.push_back("burst");
  return flags;
}

std::string what_failed(const FioAnswer& answer, const std::string& errors) {
  if (answer.error == ENOSPC) return "the file system is full";
  if (answer.error == EDQUOT) return "the disk quota of this user is exhausted";
  const std::string line = printable(last_line(errors));
  if (answer.error != 0) return fmt::format("fio: {}{}", std::strerror(answer.error), line.empty() ? "" : ": " + line);
  return line.empty() ? "fio failed without a message" : fmt::format("fio failed: {}", line);
}

}  // namespace llmsize
