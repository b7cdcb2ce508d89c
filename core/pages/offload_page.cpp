// SPDX-License-Identifier: Apache-2.0
// The page of the offload experiment.
#include "core/pages/pages.hpp"
#include "core/pages/reader.hpp"
#include "core/tables/storage_rows.hpp"

#include <algorithm>
#include <cctype>

namespace llmsize {
namespace {

constexpr std::string_view target_names[] = {"GPU memory", "CPU memory", "Local NVMe", "Shared storage"};

/// What is missing for a result of a row, or nothing.
std::string needs(const AnsweredRow& row, ResultKey id) {
  return row.plan ? Reader(*row.plan, row.answer).note(id) : row.message;
}

std::string throughput_note(const AnsweredRow& row) {
  if (row.status != AnsweredRow::Status::ok) {
    std::string reason = row.message.substr(0, row.message.find(". "));
    if (!reason.empty()) reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
    return "does not fit: " + reason;
  }
  if (is_absent(value_of(row, "offload.throughput"))) return needs(row, "offload.throughput");
  const double efficiency = value_of(row, "offload.gpu_efficiency");
  const double link = value_of(row, "offload.limiting_link");
  const std::string limit =
      link > 0 ? fmt::format("{} limit", word("offload.limiting_link", link)) : std::string("GPUs do not wait");
  return fmt::format("GPU efficiency {}, {}", percent(efficiency), limit);
}

Section throughput_section(const std::vector<AnsweredRow>& rows, bool trains) {
  double most = 0;
  for (const AnsweredRow& row : rows)
    if (row.status == AnsweredRow::Status::ok) most = std::max(most, known(value_of(row, "offload.throughput")));
  Section section{trains ? "Tokens per second, training" : "Tokens per second, decoding", {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool fits = rows[i].status == AnsweredRow::Status::ok;
    const double rate = value_of(rows[i], "offload.throughput");
    Line line{std::string(target_names[i]), fits ? pretty(rate, Unit::per_second) : "–", throughput_note(rows[i])};
    if (fits && most > 0 && !is_absent(rate)) line.bar = rate / most;
    section.lines.push_back(std::move(line));
  }
  return section;
}

Section traffic_section(const std::vector<AnsweredRow>& rows, bool trains) {
  Section section{trains ? "Traffic of a node per step" : "Traffic of a node per pass", {}};
  std::string notes;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double written = value_of(rows[i], "offload.write_bytes");
    std::string note =
        written > 0 ? fmt::format("read, {} written", shown_of(rows[i], "offload.write_bytes")) : std::string("read");
    if (!is_absent(value_of(rows[i], "offload.required_bandwidth")))
      note += fmt::format(
          "; {} hide the streams, {} keep GPUs {} busy", shown_of(rows[i], "offload.required_bandwidth"),
          shown_of(rows[i], "offload.goal_bandwidth"), percent((*rows[i].plan)["goal.efficiency"]));
    const bool same = i > 1 && note == notes;
    notes = note;
    section.lines.push_back(
        {std::string(target_names[i]), shown_of(rows[i], "offload.read_bytes"), same ? "the same" : std::move(note)});
  }
  return section;
}

Section nodes_section(const std::vector<AnsweredRow>& rows, bool trains) {
  const ResultKey id = trains ? ResultKey("capacity.nodes_states") : ResultKey("capacity.nodes_weights");
  Section section{trains ? "Nodes that hold the model states" : "Nodes that hold the weights", {}};
  for (std::size_t i = 0; i < rows.size(); ++i)
    section.lines.push_back(
        {i == 0 ? "GPU memory" : fmt::format("+ {}", target_names[i]), shown_of(rows[i], id), needs(rows[i], id)});
  return section;
}

/// Which target fits first and which is faster, in one sentence.
std::string offload_verdict(const std::vector<AnsweredRow>& rows, const Reader& read) {
  const auto fits = [](const AnsweredRow& row) { return row.status == AnsweredRow::Status::ok; };
  const auto first = std::find_if(rows.begin(), rows.end(), fits);
  const std::string nodes = counted(read.shown("cluster.nodes"), "node");
  if (first == rows.end()) return fmt::format("Nothing fits on {}, whatever lives where.", nodes);
  std::string text = fmt::format("{} is the first target that fits on {}", target_names[first - rows.begin()], nodes);
  const double nvme = value_of(rows[2], "offload.throughput"), shared = value_of(rows[3], "offload.throughput");
  if (fits(rows[2]) && fits(rows[3]) && nvme > 0 && shared > 0)
    text += fmt::format("; shared storage gives {} times the tokens per second of local NVMe", times(shared / nvme));
  return text + ".";
}

}  // namespace

Page offload_page(const Scenario& scenario, const Case& plan, const Answer& answer, const AnsweredRows& table) {
  const Reader read(plan, answer);
  const bool trains = read.input("workload.trains") == 1;
  const std::string batch = trains ? fmt::format("global batch {}", read.shown("workload.global_batch"))
                                   : fmt::format("batch {}", read.shown("serving.batch"));
  return {
      title(plan),
      fmt::format(
          "{}, {} × {} tokens · {} GPUs · ZeRO {} · {} bytes per weight", read.word("workload.mode"), batch,
          read.shown("workload.sequence"), read.shown("cluster.gpus"), read.word("layout.zero"),
          exact(read.input("memory.weight_bytes"))),
      offload_verdict(table.rows, read),
      {throughput_section(table.rows, trains), traffic_section(table.rows, trains), nodes_section(table.rows, trains)},
      answer.findings,
      explain_line("offload.throughput", scenario)};
}

}  // namespace llmsize
