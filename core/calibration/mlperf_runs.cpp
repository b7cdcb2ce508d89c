// SPDX-License-Identifier: Apache-2.0
// Reads logs of MLLOG line by line, and what the folders around them tell.
#include "core/calibration/mlperf_runs.hpp"

#include "core/files/document.hpp"
#include "core/files/opened.hpp"
#include "core/files/text_file.hpp"
#include "core/quantity/absent.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <vector>

namespace llmsize {
namespace {

namespace fs = std::filesystem;

using Tell = std::function<void(const std::string&)>;

constexpr std::string_view mark = ":::MLLOG";
/// Longer lines are no events, and are not kept in memory.
constexpr std::size_t longest_line = 1 << 20, most_files = 100000, told_lines = 3;
constexpr int deepest_folder = 12;
/// A submission has its logs three folders below it, and its configurations four.
constexpr std::string_view results_folder = "results", systems_folder = "systems", benchmarks_folder = "benchmarks";

double number_of(const Json& json) {
  if (json.is_number()) return json.get<double>();
  if (!json.is_string()) return absent;
  const auto& text = json.get_ref<const std::string&>();
  double value = absent;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? value : absent;
}

std::string word_of(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  return json.is_number() ? exact(json.get<double>()) : std::string();
}

double field(const Json& json, const char* name) {
  return json.is_object() && json.contains(name) ? number_of(json.at(name)) : absent;
}

/// "config_….sh" in a line; empty where there is none.
std::string configuration_in(std::string_view line) {
  const std::size_t start = line.find("config_");
  if (start == std::string_view::npos) return {};
  std::size_t end = start;
  while (end < line.size() && (std::isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_' ||
                               line[end] == '-' || line[end] == '.'))
    ++end;
  const std::string_view name = line.substr(start, end - start);
  return name.ends_with(".sh") && name.size() < 200 ? std::string(name) : std::string();
}

/// Follows the events of a run: only sums of a block are kept.
class Log {
 public:
  Log(const std::string& path, const Tell& tell) : path_(path), tell_(tell) {
    run_.global_batch = run_.sequence = run_.accumulation = run_.step_time = run_.started = absent;
  }

  void take_line(std::string_view line, std::size_t number) {
    if (run_.configuration.empty()) run_.configuration = configuration_in(line);
    // Launchers write the rank before it: "0: :::MLLOG {…}".
    const std::size_t at = line.find(mark);
    if (at == std::string_view::npos) return;
    ++run_.lines;
    const Json event = Json::parse(line.substr(at + mark.size()), nullptr, false);
    if (event.is_discarded() || !event.is_object() || !event.contains("key") || !event.at("key").is_string())
      return refuse(number, "no event of MLLOG");
    take_event(event);
  }

  void refuse(std::size_t number, std::string_view why) {
    if (++run_.bad <= told_lines) tell_(fmt::format("{}: line {}: {}", path_, number, why));
    if (run_.bad == told_lines + 1) tell_(fmt::format("{}: further lines cannot be read", path_));
  }

  MlperfRun finished() {
    close_block();
    const Block& of = last_;
    if (of.step_times > 0) {
      run_.step_time = of.step_time / static_cast<double>(of.step_times);
      run_.steps = of.step_times;
      run_.of = "train_step_time";
    } else if (const double samples = of.stop_samples - of.start_samples;
               samples > 0 && of.stop > of.start && run_.global_batch > 0) {
      run_.steps = static_cast<std::size_t>(std::round(samples / run_.global_batch));
      run_.step_time = (of.stop - of.start) / 1000 * run_.global_batch / samples;
      run_.of = "samples of a block";
    } else if (of.throughputs > 0 && run_.global_batch > 0) {
      run_.steps = of.throughputs;
      run_.step_time = run_.global_batch * static_cast<double>(of.throughputs) / of.throughput;
      run_.of = "throughput in samples per second";
    }
    return run_;
  }

 private:
  struct Block {
    double start = absent, stop = absent, start_samples = absent, stop_samples = absent;
    double step_time = 0, throughput = 0;
    std::size_t step_times = 0, throughputs = 0;
    bool tells() const { return step_times > 0 || throughputs > 0 || stop_samples > start_samples; }
  };

  void close_block() {
    if (block_.tells()) last_ = block_;
    block_ = {};
  }

  void take_event(const Json& event) {
    const auto& key = event.at("key").get_ref<const std::string&>();
    const Json value = event.contains("value") ? event.at("value") : Json();
    const Json metadata = event.contains("metadata") ? event.at("metadata") : Json();
    const double time = field(event, "time_ms");
    const auto samples = [&] {
      const double counted = field(metadata, "samples_count");
      return is_absent(counted) ? field(metadata, "epoch_num") : counted;
    };
    if (key == "submission_benchmark")
      run_.benchmark = word_of(value);
    else if (key == "submission_org")
      run_.organization = word_of(value);
    else if (key == "submission_platform")
      run_.platform = word_of(value);
    else if (key == "global_batch_size")
      run_.global_batch = number_of(value);
    else if (key == "max_sequence_length")
      run_.sequence = number_of(value);
    else if (key == "gradient_accumulation_steps")
      run_.accumulation = number_of(value);
    else if (key == "run_start")
      run_.started = time / 1000;
    else if (key == "run_stop")
      run_.status = metadata.is_object() ? text_of(metadata, "status") : std::string();
    else if (key == "block_start") {
      close_block();
      block_.start = time;
      block_.start_samples = samples();
    } else if (key == "block_stop") {
      block_.stop = time;
      block_.stop_samples = samples();
    } else if (key == "tracked_stats") {
      if (const double step = field(value, "train_step_time"); step > 0) block_.step_time += step, ++block_.step_times;
      if (const double rate = field(value, "throughput"); rate > 0) block_.throughput += rate, ++block_.throughputs;
    }
  }

  const std::string& path_;
  const Tell& tell_;
  MlperfRun run_;
  Block block_{}, last_{};
};

bool is_regular(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(path, error));
}

/// Regular files below a folder, in order; links are passed by. Throws BadInput where there are too many.
void collect(
    const fs::path& folder, const std::function<bool(const std::string&)>& wanted, int depth, std::size_t& seen,
    std::vector<fs::path>& found) {
  std::error_code error;
  std::vector<fs::path> files, folders;
  fs::directory_iterator entry(folder, error);
  if (error) refuse_file(folder.string(), error.message());
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (++seen > most_files) refuse_file(folder.string(), fmt::format("more than {} files", most_files));
    std::error_code vanished;
    const fs::file_status status = entry->symlink_status(vanished);
    if (fs::is_directory(status)) folders.push_back(entry->path());
    if (fs::is_regular_file(status) && wanted(entry->path().filename().string())) files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  std::sort(folders.begin(), folders.end());
  found.insert(found.end(), files.begin(), files.end());
  if (depth < deepest_folder)
    for (const fs::path& each : folders) collect(each, wanted, depth + 1, seen, found);
}

bool is_result(const std::string& name) { return name.starts_with("result_") && name.ends_with(".txt"); }
bool is_configuration(const std::string& name) { return name.starts_with("config_") && name.ends_with(".sh"); }

/// Where a log stands: SUBMITTER/results/SYSTEM/BENCHMARK/result_0.txt. Names are empty where it stands elsewhere.
struct Place {
  fs::path submitter;
  std::string system, benchmark;
};
Place place_of(const fs::path& log) {
  const fs::path benchmark = log.parent_path(), system = benchmark.parent_path(), results = system.parent_path();
  if (results.filename() != results_folder) return {{}, system.filename().string(), benchmark.filename().string()};
  return {results.parent_path(), system.filename().string(), benchmark.filename().string()};
}

/// SUBMITTER/systems/SYSTEM.json; an empty object where there is none that can be read.
Json system_of(const Place& place, const Tell& tell) {
  if (place.submitter.empty()) return Json::object();
  const fs::path path = place.submitter / systems_folder / (place.system + ".json");
  if (!is_regular(path)) return Json::object();
  try {
    Json json = parse_json(read_file(path.string()), path.string());
    return json.is_object() ? json : Json::object();
  } catch (const BadInput& error) {
    tell(error.what());
    return Json::object();
  }
}

/// The configuration that the submission has for so many nodes and GPUs, where it has just one.
std::string configuration_of(const Place& place, double nodes, double gpus) {
  const fs::path folder = place.submitter / benchmarks_folder / place.benchmark;
  std::error_code error;
  if (place.submitter.empty() || !fs::is_directory(fs::symlink_status(folder, error))) return {};
  std::vector<fs::path> found;
  std::size_t seen = 0;
  collect(folder, is_configuration, 0, seen, found);
  std::string only;
  for (const fs::path& each : found) {
    const auto layout = layout_of_configuration(each.filename().string());
    if (!layout || layout->nodes != nodes || layout->gpus != gpus) continue;
    if (!only.empty() && only != each.filename().string()) return {};
    only = each.filename().string();
  }
  return only;
}

/// The first of the words of a list that a name contains; the whole name where it has none.
std::string first_word(const Json& words, const std::string& name, const std::string& otherwise) {
  for (const Json& word : words)
    if (name.find(word.get<std::string>()) != std::string::npos) return word.get<std::string>();
  return otherwise;
}

std::string year_of(double seconds) {
  if (is_absent(seconds)) return {};
  constexpr double days_of_year = 365.2425;
  return fmt::format("{:.0f}", std::floor(1970 + seconds / 86400 / days_of_year));
}

std::string whole(double value) { return value >= 1 ? exact(value) : std::string(); }

const std::vector<std::string> run_columns = {
    "id",   "source", "where_in_source", "year",         "model_name",  "model", "seq", "gpu",
    "gpus", "nodes",  "interconnect",    "dtype",        "tp",          "pp",    "vpp", "dp",
    "cp",   "ep",     "micro_batch",     "global_batch", "iteration_s", "notes", "kind"};

using NamedCells = std::map<std::string, std::string, std::less<>>;

/// The cells of a row in the order of the columns.
std::vector<std::string> in_order(NamedCells row) {
  std::vector<std::string> cells;
  cells.reserve(run_columns.size());
  for (const std::string& column : run_columns) cells.push_back(std::move(row[column]));
  return cells;
}

/// The row of a run.
std::vector<std::string> row_of(const fs::path& log, const fs::path& folder, const Json& words, const Tell& tell) {
  const MlperfRun run = read_mlperf_log(log.string(), tell);
  const Place place = place_of(log);
  const Json system = system_of(place, tell);
  const std::string benchmark = run.benchmark.empty() ? place.benchmark : run.benchmark;
  double nodes = field(system, "number_of_nodes"), each = field(system, "accelerators_per_node");
  std::string configuration = run.configuration;
  if (configuration.empty()) configuration = configuration_of(place, nodes, each);
  const auto layout = layout_of_configuration(configuration);
  if (is_absent(nodes) && layout) nodes = layout->nodes;
  if (is_absent(each) && layout) each = layout->gpus;
  const double gpus = nodes * each;
  NamedCells row;
  std::vector<std::string> notes;
  if (is_absent(run.step_time))
    notes.emplace_back("the log has no step time");
  else
    notes.push_back(fmt::format("{}, mean over the last block ({} steps)", run.of, run.steps));
  const std::string relative = log.lexically_relative(folder).generic_string();
  row["id"] = relative;
  row["source"] = "MLPerf Training results";
  row["where_in_source"] = relative + (configuration.empty() ? "" : "; " + configuration);
  row["year"] = year_of(run.started);
  row["model_name"] = benchmark;
  if (const Json& known = words.at("benchmarks"); known.contains(benchmark)) {
    row["model_name"] = known.at(benchmark).at("name").get<std::string>();
    row["model"] = known.at(benchmark).at("model").get<std::string>();
  }
  row["seq"] = whole(run.sequence);
  const std::string accelerator = text_of(system, "accelerator_model_name");
  row["gpu"] = first_word(words.at("accelerators"), accelerator.empty() ? run.platform : accelerator, accelerator);
  row["gpus"] = whole(gpus);
  row["nodes"] = whole(nodes);
  row["interconnect"] = text_of(system, "host_networking").substr(0, 500);
  row["dtype"] = first_word(words.at("precisions"), configuration, "");
  if (layout && !is_absent(layout->tensor)) {
    const double data = gpus / (layout->tensor * layout->pipeline * layout->context);
    row["tp"] = whole(layout->tensor);
    row["pp"] = whole(layout->pipeline);
    row["vpp"] = whole(layout->interleave);
    row["cp"] = whole(layout->context);
    row["ep"] = whole(layout->expert);
    if (data == std::floor(data)) row["dp"] = whole(data);
    const double accumulation = is_absent(run.accumulation) ? layout->accumulation : run.accumulation;
    if (const double micro = run.global_batch / (data * accumulation); micro >= 1 && micro == std::floor(micro)) {
      row["micro_batch"] = whole(micro);
      notes.push_back(fmt::format("accumulation {}", exact(accumulation)));
    }
  }
  row["global_batch"] = whole(run.global_batch);
  if (!is_absent(run.step_time)) row["iteration_s"] = exact(run.step_time);
  for (const char* about : {"framework", "software_stack"})
    if (const std::string text = text_of(system, about); !text.empty()) notes.push_back(text.substr(0, 200));
  if (!run.organization.empty()) notes.push_back("submitter " + run.organization);
  if (!run.status.empty() && run.status != "success") notes.push_back("run " + run.status);
  row["notes"] = fmt::format("{}", fmt::join(notes, "; "));
  row["kind"] = "measured";
  return in_order(std::move(row));
}

/// Reads "x" and a number, or a word and a number, from the front of a text.
double number_behind(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return absent;
  double value = absent;
  const char* start = text.data() + word.size();
  const auto [end, error] = std::from_chars(start, text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc() || !(value >= 1)) return absent;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

MlperfRun read_mlperf_log(const std::string& path, const Tell& tell) {
  TextFile file(path);
  Log log(path, tell);
  std::string line;
  std::size_t number = 1;
  bool too_long = false;
  const auto end_line = [&] {
    if (too_long)
      log.refuse(number, fmt::format("longer than {} bytes", longest_line));
    else
      log.take_line(line, number);
    line.clear();
    too_long = false;
    ++number;
  };
  for (std::string_view piece = file.next(); !piece.empty(); piece = file.next())
    while (!piece.empty()) {
      const std::size_t end = std::min(piece.find('\n'), piece.size());
      if (line.size() + end > longest_line) too_long = true;
      if (!too_long) line += piece.substr(0, end);
      if (end == piece.size()) break;
      end_line();
      piece.remove_prefix(end + 1);
    }
  if (!line.empty() || too_long) end_line();
  return log.finished();
}

std::optional<MlperfLayout> layout_of_configuration(std::string_view name) {
  // config_SYSTEM_NODESxGPUSxACCUMULATIONxtp…: the first part of that form.
  for (std::size_t at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1)) {
    std::string_view rest = name.substr(at + 1);
    MlperfLayout layout{};
    layout.nodes = number_behind(rest, "");
    layout.gpus = number_behind(rest, "x");
    layout.accumulation = number_behind(rest, "x");
    if (is_absent(layout.nodes) || is_absent(layout.gpus) || is_absent(layout.accumulation)) continue;
    layout.tensor = layout.pipeline = layout.context = layout.expert = layout.interleave = absent;
    if (!rest.starts_with("xtp")) return layout;
    rest.remove_prefix(1);
    layout.pipeline = layout.context = layout.expert = 1;
    while (!rest.empty()) {
      const std::size_t before = rest.size();
      for (const auto& [word, degree] :
           {std::pair{"tp", &layout.tensor},
            {"pp", &layout.pipeline},
            {"vp", &layout.interleave},
            {"cp", &layout.context},
            {"ep", &layout.expert}})
        if (const double value = number_behind(rest, word); !is_absent(value)) *degree = value;
      if (rest.size() == before) break;
    }
    return layout;
  }
  return {};
}

PublishedRows mlperf_rows(const std::string& folder, const Catalog& catalog, const Tell& tell) {
  const std::optional<Json> words = catalog.document("measurements", "mlperf");
  if (!words) throw BadInput(BadInput::Kind::unknown_id, "measurements: unknown rules 'mlperf'");
  std::vector<fs::path> logs;
  std::size_t seen = 0;
  collect(folder, is_result, 0, seen, logs);
  if (logs.empty())
    refuse_contents(
        folder, "no result_*.txt of MLPerf Training", "expected SUBMITTER/results/SYSTEM/BENCHMARK below it");
  PublishedRows table{run_columns, {}};
  table.rows.reserve(logs.size());
  for (const fs::path& log : logs) try {
      table.rows.push_back(row_of(log, folder, *words, tell));
    } catch (const BadInput& error) {
      tell(error.what());
    }
  if (table.rows.empty()) refuse_contents(folder, "no result_*.txt can be read");
  return table;
}

}  // namespace llmsize
