// SPDX-License-Identifier: Apache-2.0
// How many rows of a sheet are answered per second: read, computed or planned, and written as CSV, on one core.
#include "core/files/sheet_file.hpp"
#include "core/questions/sheet_answers.hpp"
#include "core/registry/registry.hpp"
#include "core/tables/csv_line.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>
#include <utility>

namespace llmsize::bench {
namespace {

/// Twenty columns, seven of them the user's own: the layout is stated.
std::string stated(std::size_t rows) {
  constexpr const char* models[] = {"gpt3-175b,8,8", "llama-3-70b,8,4", "llama-3-8b,1,1", "llama-2-70b,4,4"};
  constexpr const char* systems[] = {"dgx-h100", "dgx-a100-640", "dgx-b200"};
  constexpr const char* recomputed[] = {"none", "selective", "full"};
  std::string text =
      "Lot,Site,model,tp,pp,system,nodes,tokens,sequence,micro-batch,global-batch,zero,recompute,Node price,"
      "deadline,Note,Owner,Priority,Date,Reference\n";
  for (std::size_t i = 0; i < rows; ++i)
    text += fmt::format(
        "L{},FRA,{},{},{},{}B,4096,{},{},1,{},{}k,30d,\"note, {}\",me,{},2026-11-25,R-{}\n", i, models[i % 4],
        systems[i % 3], 16 << (i % 3), 100 * (1 + i % 29), 1 + i % 2, 512 << (i % 3), recomputed[i % 3], 200 + i % 300,
        i, i % 5, i);
  return text;
}

/// Rows that say a model, a system and a goal.
std::string open(std::size_t rows) {
  constexpr const char* models[] = {"gpt3-175b", "llama-3-70b", "llama-3-8b"};
  constexpr const char* systems[] = {"dgx-h100", "dgx-h200", "dgx-b200"};
  std::string text = "Lot,model,system,tokens,deadline\n";
  for (std::size_t i = 0; i < rows; ++i)
    text +=
        fmt::format("L{},{},{},{}B,{}d\n", i, models[i % 3], systems[i / 3 % 3], 500 * (1 + i % 4), 20 + 10 * (i % 5));
  return text;
}

void answer(benchmark::State& state, const std::string& text, const ToldInSheet& told) {
  const Catalog catalog;
  const AnswerColumns columns(told, CellUnits::base);
  const SheetAnswers answers(catalog, columns, {});
  std::size_t answered = 0;
  std::string written;
  for (auto _ : state) {
    std::string_view rest = text;
    CsvRows rows([&] { return std::exchange(rest, {}); }, "lots.csv");
    const SheetColumns said(*rows.next(), rows.separator(), "lots.csv");
    while (auto row = rows.next()) {
      const BatchRow read = said.read(std::move(*row));
      std::vector<std::string> cells = read.cells;
      for (std::string& cell : answers.of(read).cells) cells.push_back(std::move(cell));
      written.clear();
      append_csv_line(written, cells);
      benchmark::DoNotOptimize(written.data());
      ++answered;
    }
  }
  state.counters["rows/s"] = benchmark::Counter(static_cast<double>(answered), benchmark::Counter::kIsRate);
}

void rows(benchmark::State& state, const ToldInSheet& told) { answer(state, stated(2000), told); }
void planned_rows(benchmark::State& state, const ToldInSheet& told) { answer(state, open(60), told); }

BENCHMARK_CAPTURE(rows, memory, ToldInSheet{rows_of({"memory.gpu_total", "memory.gpu_capacity"}), {}, {}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(
    rows, step_time,
    ToldInSheet{rows_of({"training.step_time", "training.tokens_per_second", "training.total_step_time"}), {}, {}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rows, for_buyers, told_to_buyers())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(planned_rows, for_buyers, told_to_buyers())->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace llmsize::bench
