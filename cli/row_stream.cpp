// SPDX-License-Identifier: Apache-2.0
#include "cli/row_stream.hpp"

#include "cli/stop_signals.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <chrono>
#include <memory>

namespace llmsize::cli {
namespace {

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
    const std::string part = share ? fmt::format(", {:.0f}%", 100 * *share) : std::string{};
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
  std::vector<std::function<RowOut()>> rows{};
  std::optional<double> share_read{};
  SheetOut::Block out{};
  std::size_t answered = 0;
  bool invalid = false, failed = false;
};

std::shared_ptr<Block> next_block(const RowSource& source) {
  constexpr std::size_t most = 32;
  auto block = std::make_shared<Block>();
  while (block->rows.size() < most && StopSignals::asked() == 0) {
    auto row = source.next();
    if (!row) break;
    block->rows.push_back(std::move(*row));
  }
  block->share_read = source.share_read();
  return block;
}

void answer(Block& block, const SheetOut& out) {
  std::vector<std::vector<std::string>> cells;
  cells.reserve(block.rows.size());
  for (const auto& row : block.rows) {
    if (StopSignals::asked() != 0) break;
    RowOut answered = row();
    cells.push_back(std::move(answered.cells));
    block.invalid = block.invalid || answered.status == AnsweredRow::Status::invalid;
    block.failed = block.failed || !answered.passes;
  }
  block.answered = cells.size();
  block.out = out.block(std::move(cells));
}

void tell_stopped(const Common& common, std::size_t rows) {
  tell(fmt::format(
      "stopped: {} row{} answered, {} whole", rows, rows == 1 ? " is" : "s are",
      goes_to_file(common) ? common.output_file + " holds them" : "they are"));
}

}  // namespace

RowsOut write_rows(const Common& common, SheetOut& out, const RowSource& source) {
  RowsDone told(common);
  RowsOut done;
  bool cut = false;
  using Shared = std::shared_ptr<Block>;
  const auto read = [&](tbb::flow_control& control) {
    Shared block = next_block(source);
    if (block->rows.empty()) control.stop();
    return block;
  };
  const auto answered = [&](Shared block) {
    answer(*block, out);
    return block;
  };
  const auto write = [&](const Shared& block) {
    // Behind a block that was cut short the rows that follow have no place.
    if (cut) return;
    out.write(std::move(block->out));
    done.rows += block->answered;
    done.invalid = done.invalid || block->invalid;
    done.failed = done.failed || block->failed;
    cut = block->answered < block->rows.size();
    told.tell(done.rows, block->share_read);
  };
  const auto blocks = 4 * static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  tbb::parallel_pipeline(
      blocks, tbb::make_filter<void, Shared>(tbb::filter_mode::serial_in_order, read) &
                  tbb::make_filter<Shared, Shared>(tbb::filter_mode::parallel, answered) &
                  tbb::make_filter<Shared, void>(tbb::filter_mode::serial_in_order, write));
  told.end();
  if (StopSignals::asked() == 0) {
    if (source.last_cells) out.write(out.block({source.last_cells()}));
    out.finish();
  } else if (source.all_or_none && goes_to_file(common))
    tell(fmt::format("stopped: {} is not written, as rows would be missing", common.output_file));
  else {
    out.finish();
    tell_stopped(common, done.rows);
  }
  return done;
}

}  // namespace llmsize::cli
