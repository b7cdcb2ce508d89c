// SPDX-License-Identifier: Apache-2.0
#include "cli/run_sheet.hpp"

#include "cli/sheet_out.hpp"
#include "cli/stop_signals.hpp"
#include "core/files/sheet_file.hpp"
#include "core/pages/plan_rows.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "core/questions/sheet.hpp"

#include <fmt/format.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

namespace llmsize::cli {
namespace {

constexpr int bad_data = 3;
constexpr std::string_view standard_input = "-";

/// Every so many rows, from which one on: all rows where they are not dealt out.
struct Shard {
  std::size_t first = 0, of = 1;

  bool takes(std::size_t row) const { return row % of == first; }
};

Shard shard_of(const SheetOptions& options) {
  if (options.shard.empty()) return {};
  const auto slash = options.shard.find('/');
  const auto number = [&](std::string_view text) {
    constexpr double most = 1e6;
    const auto found = parse(text, Unit::count);
    return found && *found >= 1 && *found <= most && *found == static_cast<double>(static_cast<std::size_t>(*found))
               ? static_cast<std::size_t>(*found)
               : 0;
  };
  const std::string_view text = options.shard;
  const std::size_t part = slash == std::string::npos ? 0 : number(text.substr(0, slash));
  const std::size_t all = slash == std::string::npos ? 0 : number(text.substr(slash + 1));
  if (part == 0 || all == 0 || part > all)
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("--shard: {} is not K/N with K from 1 to N, such as 1/8", in_quotes(options.shard)));
  return {part - 1, all};
}

CellUnits units_of(const SheetOptions& options) {
  if (options.units == "human") return CellUnits::human;
  if (options.units == "base") return CellUnits::base;
  throw BadInput(
      BadInput::Kind::usage, fmt::format(
                                 "--units: {} is not one of base, human{}", in_quotes(options.units),
                                 did_you_mean(options.units, {"base", "human"})));
}

/// What options say of every row.
Scenario said_of_all(const SheetOptions& options, const std::string& file) {
  const Study study = override_study({}, options);
  if (study.axes.empty()) return study.base;
  throw BadInput(
      BadInput::Kind::usage, fmt::format(
                                 "{}: {} values, one is expected: the rows of {} are the scenarios",
                                 study.axes.front().values.front().giver, study.axes.front().values.size(), file));
}

std::string path_of(const std::string& file) { return file == standard_input ? "/dev/stdin" : file; }
std::string source_of(const std::string& file) { return file == standard_input ? "standard input" : file; }

void warn(const SheetOptions& options, const std::vector<std::string>& warnings) {
  if (!options.quiet)
    for (const std::string& warning : warnings) tell(warning);
}

/// Says on a terminal how many rows are done.
class RowsDone {
 public:
  explicit RowsDone(const Common& common) : shows_(!common.quiet && isatty(STDERR_FILENO)) {}

  void tell(std::size_t rows, std::optional<double> share) {
    const auto now = std::chrono::steady_clock::now();
    constexpr auto often = std::chrono::milliseconds(250);
    if (!shows_ || now - last_ < often) return;
    last_ = now;
    shown_ = true;
    const std::string part = share ? fmt::format(", {:.0f} % read", 100 * *share) : std::string{};
    say(fmt::format("\r\033[K{} rows{}", pretty(static_cast<double>(rows), Unit::count), part));
  }
  void end() {
    if (shown_) say("\r\033[K");
  }

 private:
  bool shows_, shown_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Rows that are answered together: as many as keep a core busy for a moment, so that their order costs nothing.
struct Block {
  std::vector<CsvRow> rows{};
  std::optional<double> share_read{};
  SheetOut::Block out{};
  std::size_t answered = 0;
  bool invalid = false, infeasible = false;
};

/// What came of all rows.
struct Done {
  std::size_t rows = 0;
  bool invalid = false, infeasible = false;
};

class SheetRun {
 public:
  SheetRun(const SheetOptions& options, const Catalog& catalog, const std::string& file)
      : options_(options),
        shard_(shard_of(options)),
        asking_{said_of_all(options, file), chosen_rows(options), options.ranges, units_of(options)},
        file_(path_of(file), source_of(file)),
        sheet_(header_of(file), file_.separator(), source_of(file), asking_, catalog) {
    warn(options, sheet_.warnings());
  }

  Done run() {
    SheetOut out(options_, sheet_.header());
    RowsDone told(options_);
    Done done;
    bool cut = false;
    const auto read = [&](tbb::flow_control& control) { return next_block(control); };
    const auto answer = [&](std::shared_ptr<Block> block) { return answered(std::move(block), out); };
    const auto write = [&](const std::shared_ptr<Block>& block) {
      // Behind a block that was cut short the rows that follow have no place.
      if (cut) return;
      out.write(std::move(block->out));
      done.rows += block->answered;
      done.invalid = done.invalid || block->invalid;
      done.infeasible = done.infeasible || block->infeasible;
      cut = block->answered < block->rows.size();
      told.tell(done.rows, block->share_read);
    };
    using Shared = std::shared_ptr<Block>;
    const auto blocks = 4 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    tbb::parallel_pipeline(
        blocks, tbb::make_filter<void, Shared>(tbb::filter_mode::serial_in_order, read) &
                    tbb::make_filter<Shared, Shared>(tbb::filter_mode::parallel, answer) &
                    tbb::make_filter<Shared, void>(tbb::filter_mode::serial_in_order, write));
    told.end();
    out.finish();
    return done;
  }

 private:
  CsvRow header_of(const std::string& file) {
    auto first = file_.next();
    if (!first) refuse_without_header(source_of(file));
    return std::move(*first);
  }

  std::shared_ptr<Block> next_block(tbb::flow_control& control) {
    constexpr std::size_t most = 32;
    auto block = std::make_shared<Block>();
    while (block->rows.size() < most && StopSignals::asked() == 0) {
      auto row = file_.next();
      if (!row) break;
      if (shard_.takes(read_++)) block->rows.push_back(std::move(*row));
    }
    block->share_read = file_.share_read();
    if (block->rows.empty()) control.stop();
    return block;
  }

  std::shared_ptr<Block> answered(std::shared_ptr<Block> block, const SheetOut& out) const {
    std::vector<std::vector<std::string>> rows;
    rows.reserve(block->rows.size());
    for (CsvRow& each : block->rows) {
      if (StopSignals::asked() != 0) break;
      Sheet::Row answer = sheet_.answered(std::move(each));
      rows.push_back(std::move(answer.kept));
      std::move(answer.answers.begin(), answer.answers.end(), std::back_inserter(rows.back()));
      block->invalid = block->invalid || answer.status == AnsweredRow::Status::invalid;
      block->infeasible = block->infeasible || answer.status == AnsweredRow::Status::infeasible;
    }
    block->answered = rows.size();
    block->out = out.block(std::move(rows));
    return block;
  }

  const SheetOptions& options_;
  Shard shard_;
  SheetAsking asking_;
  SheetFile file_;
  Sheet sheet_;
  std::size_t read_ = 0;
};

int exit_code(const SheetOptions& options, bool invalid, bool infeasible) {
  if (invalid && !options.keep_going) return bad_data;
  return options.check && (invalid || infeasible) ? 1 : 0;
}

int write_rows(const SheetOptions& options, const Catalog& catalog, const std::string& file) {
  // Nobody types a sheet to the end whom Ctrl-C does not let go.
  std::optional<StopSignals> signals;
  if (file != standard_input || !isatty(STDIN_FILENO)) signals.emplace().let_readers_leave();
  const Done done = SheetRun(options, catalog, file).run();
  if (StopSignals::asked() != 0) {
    tell(fmt::format(
        "stopped: {} row{} answered, {} whole", done.rows, done.rows == 1 ? " is" : "s are",
        goes_to_file(options) ? options.output_file + " holds them" : "they are"));
    return StopSignals::exit_code();
  }
  return exit_code(options, done.invalid, done.infeasible);
}

}  // namespace

void add_sheet_options(Parser& app, SheetOptions& options) {
  const std::string group = "Sheets";
  add_text(
      app, "--units", options.units,
      "Units of answers in CSV and workbooks: base (s, B, W) or human (days, GB, kW). Default base.", {"WORD", group});
  add_text(
      app, "--shard", options.shard, "Answer the rows K, K + N, K + 2 N, … alone, as one of N jobs.", {"K/N", group});
  add_flag(app, "--keep-going", options.keep_going, "Exit with 0 although rows of a sheet are invalid.", group);
}

void refuse_without_sheet(const SheetOptions& options) {
  for (const auto& [option, given] :
       {std::pair{"--shard", !options.shard.empty()}, std::pair{"--units", options.units != "base"}})
    if (given) throw BadInput(BadInput::Kind::usage, fmt::format("{}: it is of sheets, and none is given", option));
}

int run_sheet(const SheetOptions& options, const Catalog& catalog, const std::string& file) {
  const std::string format = format_of(options);
  if (SheetOut::takes(format)) return write_rows(options, catalog, file);
  if (units_of(options) == CellUnits::human && format != "table" && format != "md")
    throw BadInput(
        BadInput::Kind::usage, fmt::format("--units human: {} holds base units; csv or xlsx takes it", format));
  // All other formats show a table as a whole.
  const Shard shard = shard_of(options);
  Batch batch = read_batch(read_table(path_of(file)), source_of(file));
  warn(options, batch.warnings);
  std::size_t read = 0;
  std::erase_if(batch.rows, [&](const BatchRow&) { return !shard.takes(read++); });
  const Scenario over = said_of_all(options, file);
  const Query query{chosen_rows(options, compared_rows(asked_of(over))), options.ranges};
  const AnsweredRows table = sheet_rows(batch, over, query, catalog, progress(options, batch.rows.size()));
  const bool invalid = std::any_of(table.rows.begin(), table.rows.end(), [](const AnsweredRow& row) {
    return row.status == AnsweredRow::Status::invalid;
  });
  const int code = finish(options, "run", table, catalog, [&] { return rows_text(table); });
  return exit_code(options, invalid, false) == bad_data ? bad_data : code;
}

}  // namespace llmsize::cli
