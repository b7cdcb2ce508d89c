// SPDX-License-Identifier: Apache-2.0
#include "core/study/jobs.hpp"

#include "core/answer/certainties.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"
#include "core/tables/row_values.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace llmsize {
namespace {

struct JobWord {
  std::string_view key, text;
};
struct Job {
  std::string_view name;
  std::array<JobWord, 4> said;
};

/// Interactive chat: the first token within two seconds, twenty tokens a second to each user.
constexpr JobWord ttft{"serving.ttft_limit", "2s"}, tpot{"serving.tpot_limit", "50ms"}, infer{"workload.mode", "infer"},
    finetune{"workload.mode", "finetune"};
constexpr Job jobs[] = {
    {"Pre-train Llama 3 8B on 15T tokens", {{{"model", "llama-3-8b"}, {"workload.tokens", "15T"}}}},
    {"Pre-train Llama 3 70B on 15T tokens", {{{"model", "llama-3-70b"}, {"workload.tokens", "15T"}}}},
    {"Pre-train DeepSeek-V3 on 14.8T tokens", {{{"model", "deepseek-v3"}, {"workload.tokens", "14.8T"}}}},
    {"Fine-tune Llama 3.1 70B on 1B tokens", {{{"model", "llama-3.1-70b"}, {"workload.tokens", "1B"}, finetune}}},
    {"LoRA of Llama 3.1 405B on 1B tokens",
     {{{"model", "llama-3.1-405b"}, {"workload.tokens", "1B"}, finetune, {"workload.adapter", "lora"}}}},
    {"Serve Llama 3.1 8B", {{{"model", "llama-3.1-8b"}, infer, ttft, tpot}}},
    {"Serve Llama 3.1 70B", {{{"model", "llama-3.1-70b"}, infer, ttft, tpot}}},
    {"Serve Llama 3.1 405B", {{{"model", "llama-3.1-405b"}, infer, ttft, tpot}}},
    {"Serve DeepSeek-R1", {{{"model", "deepseek-r1"}, infer, ttft, tpot}}},
};

constexpr ResultKey trained_in = "training.calendar_time", served_at = "serving.rate_at_limit";

/// "91.2 days, P80 139 days".
std::string time_text(const Result& time) {
  std::string p50 = pretty(time.value, Unit::seconds);
  if (!time.p90) return p50;
  return fmt::format("{}, P80 {}", p50, pretty(at_certainty(certainties[1], time.value, *time.p90), Unit::seconds));
}

/// "41.3 req/s (P10–P90 18–77)".
std::string rate_text(const Result& rate) {
  const Unit unit = rate.row->about->unit;
  const std::string median = pretty(rate.value, unit);
  return rate.p10 ? fmt::format("{} (P10–P90 {})", median, range_text(*rate.p10, *rate.p90, unit)) : median;
}

std::string answer_text(const AnsweredRow& row) {
  const bool trains = asked_of(row.scenario) == Asked::training;
  const Result* found = row.answer.find((trains ? trained_in : served_at).text());
  if (!found || is_absent(found->value)) return {};
  return trains ? time_text(*found) : rate_text(*found);
}

/// Tokens per second of a training, lengths of the requests of a service.
std::string load_text(const AnsweredRow& row) {
  if (asked_of(row.scenario) == Asked::training) {
    const Result* found = row.answer.find("training.tokens_per_second");
    return found && !is_absent(found->value) ? pretty(found->value, found->row->about->unit) : std::string{};
  }
  const double input = input_value(row, "serving.input_tokens"), output = input_value(row, "serving.output_tokens");
  return is_absent(input) || is_absent(output)
             ? std::string{}
             : fmt::format("ISL {}, OSL {}", pretty(input, Unit::count), pretty(output, Unit::count));
}

}  // namespace

std::vector<std::pair<std::string, Scenario>> usual_jobs(const Scenario& nodes) {
  std::vector<std::pair<std::string, Scenario>> all;
  for (const Job& job : jobs) {
    Scenario scenario = nodes;
    for (const JobWord& each : job.said) {
      if (each.key.empty()) continue;
      if (const Scenario::Said* said = nodes.find(each.key))
        throw BadInput(
            BadInput::Kind::usage, fmt::format("{}: usual jobs have one of their own", said->giver),
            "name a model to ask for a job of yours");
      scenario.set(each.key, each.text, Giver{std::string(each.key)});
    }
    all.emplace_back(job.name, std::move(scenario));
  }
  return all;
}

std::vector<const ResultRow*> job_results() {
  return rows_of({trained_in, "training.tokens_per_second", served_at, "serving.ttft", "serving.tpot"});
}

void keep_own_results(AnsweredRows& table) {
  for (AnsweredRow& row : table.rows) {
    const std::string_view other = asked_of(row.scenario) == Asked::training ? "serving." : "training.";
    std::erase_if(row.answer.results, [&](const Result& each) { return each.row->about->id.starts_with(other); });
  }
}

TitledTable jobs_table(const AnsweredRows& table) {
  Table all{{"Job", "Time to train, or goodput", "Tokens/s, or lengths", ""}, {}};
  for (const AnsweredRow& row : table.rows)
    if (holds(row))
      all.rows.push_back({row.name, answer_text(row), load_text(row), {}});
    else
      all.rows.push_back({row.name, "–", {}, row.sentence});
  return {"Usual jobs, each on all nodes. Services: TTFT within 2 s and TPOT within 50 ms at P99.", std::move(all)};
}

}  // namespace llmsize
