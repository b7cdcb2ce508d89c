// SPDX-License-Identifier: Apache-2.0
// The page of the offload experiment.
#include "core/report/pages.hpp"
#include "core/report/reader.hpp"
#include "core/report/storage_rows.hpp"

#include <algorithm>

namespace llmsize {
namespace {

constexpr std::string_view target_names[] = {"GPU memory", "CPU memory", "Local NVMe", "Shared storage"};

double value(const AnsweredRow& row, std::string_view id) {
  const Result* found = row.answer.find(id);
  return found ? found->value : absent;
}
std::string shown(const AnsweredRow& row, std::string_view id) { return pretty(value(row, id), find_result(id)->about->unit); }

/// What is missing for a result of a row, or nothing.
std::string needs(const AnsweredRow& row, std::string_view id) { return row.plan ? Reader(*row.plan, row.answer).note(id) : row.message; }

std::string throughput_note(const AnsweredRow& row) {
  if (row.status == AnsweredRow::Status::infeasible) return "does not fit";
  if (is_absent(value(row, "offload.throughput"))) return needs(row, "offload.throughput");
  const double efficiency = value(row, "offload.gpu_efficiency");
  const std::string_view link = limiting_link(value(row, "offload.limiting_link"));
  const std::string limit = link.empty() ? std::string("GPUs do not wait") : fmt::format("{} limit", link);
  return fmt::format("GPU efficiency {}, {}", percent(efficiency), limit);
}

Section throughput_section(const std::vector<AnsweredRow>& rows, bool trains) {
  double most = 0;
  for (const AnsweredRow& row : rows)
    if (row.status == AnsweredRow::Status::ok) most = std::max(most, known(value(row, "offload.throughput")));
  Section section{trains ? "Tokens per second, training" : "Tokens per second, decoding", {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool fits = rows[i].status == AnsweredRow::Status::ok;
    const double rate = value(rows[i], "offload.throughput");
    Line line{std::string(target_names[i]), fits ? pretty(rate, Unit::per_second) : "–", throughput_note(rows[i])};
    if (fits && most > 0 && !is_absent(rate)) line.bar = rate / most;
    section.lines.push_back(std::move(line));
  }
  return section;
}

Section traffic_section(const std::vector<AnsweredRow>& rows, bool trains) {
  Section section{trains ? "Traffic of a node per step" : "Traffic of a node per pass", {}};
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double written = value(rows[i], "offload.write_bytes");
    std::string note = written > 0 ? fmt::format("read, {} written", shown(rows[i], "offload.write_bytes")) : std::string("read");
    if (!is_absent(value(rows[i], "offload.required_bandwidth")))
      note += fmt::format(
          "; {} hide the streams, {} keep GPUs {} busy", shown(rows[i], "offload.required_bandwidth"),
          shown(rows[i], "offload.goal_bandwidth"), percent(rows[i].plan->values.value[find_slot("goal.efficiency")]));
    section.lines.push_back({std::string(target_names[i]), shown(rows[i], "offload.read_bytes"), std::move(note)});
  }
  return section;
}

Section nodes_section(const std::vector<AnsweredRow>& rows, bool trains) {
  const std::string_view id = trains ? "capacity.nodes_states" : "capacity.nodes_weights";
  Section section{trains ? "Nodes that hold the model states" : "Nodes that hold the weights", {}};
  for (std::size_t i = 0; i < rows.size(); ++i)
    section.lines.push_back({i == 0 ? "GPU memory" : fmt::format("+ {}", target_names[i]), shown(rows[i], id), needs(rows[i], id)});
  return section;
}

/// Which tiers are fast, in one sentence.
std::string verdict(const std::vector<AnsweredRow>& rows, const Reader& read) {
  constexpr std::string_view tiers[] = {"GPU memory", "CPU memory", "local NVMe", "shared storage"};
  const double lowest = read.result("offload.lowest_tier");
  std::string text = is_absent(lowest)
                         ? std::string{}
                         : fmt::format("{} {} the first tier at which one node holds the weights", tiers[static_cast<int>(lowest)], "is");
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  const double nvme = value(rows[2], "offload.throughput"), shared = value(rows[3], "offload.throughput");
  if (rows[2].status == AnsweredRow::Status::ok && rows[3].status == AnsweredRow::Status::ok && nvme > 0 && shared > 0)
    text += fmt::format(
        "{}hared storage gives {} times the tokens per second of local NVMe", text.empty() ? "S" : "; s",
        pretty(shared / nvme, Unit::ratio));
  return text.empty() ? text : text + ".";
}

}  // namespace

Page offload_page(const Scenario& scenario, const Case& plan, const Answer& answer, const AnsweredRows& table) {
  const Reader read(plan, answer);
  const bool trains = read.input("workload.trains") == 1;
  const std::string batch =
      trains ? fmt::format("global batch {}", read.shown("workload.global_batch")) : fmt::format("batch {}", read.shown("serving.batch"));
  return {
      title(plan),
      fmt::format(
          "{}, {} × {} tokens · {} GPUs · ZeRO {} · {} bytes per weight", read.word("workload.mode"), batch,
          read.shown("workload.sequence"), read.shown("cluster.gpus"), read.word("layout.zero"), exact(read.input("memory.weight_bytes"))),
      verdict(table.rows, read),
      {throughput_section(table.rows, trains), traffic_section(table.rows, trains), nodes_section(table.rows, trains)},
      answer.findings,
      explain_line("offload.throughput", scenario)};
}

}  // namespace llmsize
