// SPDX-License-Identifier: Apache-2.0
#include "cli/run_sheet.hpp"

#include "cli/parser.hpp"
#include "cli/picture.hpp"
#include "cli/row_stream.hpp"
#include "cli/shard.hpp"
#include "cli/stop_signals.hpp"
#include "core/files/memory_limit.hpp"
#include "core/files/sheet_file.hpp"
#include "core/files/version.hpp"
#include "core/questions/sheet.hpp"
#include "core/report/catalog_digest.hpp"
#include "core/view/plan_rows.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>

namespace llmsize::cli {
namespace {

constexpr int bad_data = 3;
constexpr std::string_view standard_input = "-";

CellUnits units_of(const SheetOptions& options) {
  if (options.units == "human") return CellUnits::human;
  if (options.units == "base") return CellUnits::base;
  refuse_word("--units", options.units, {"base", "human"});
}

/// What options say of every row.
Scenario said_of_all(const SheetOptions& options, const std::string& file) {
  const Study study = override_study({}, options);
  if (study.axes.empty()) return study.base;
  throw BadInput(
      BadInput::Kind::usage, fmt::format(
                                 "{}: {} values, expected one: the rows of {} are the scenarios",
                                 study.axes.front().values.front().giver, study.axes.front().values.size(), file));
}

std::string path_of(const std::string& file) { return file == standard_input ? "/dev/stdin" : file; }
std::string source_of(const std::string& file) { return file == standard_input ? "standard input" : file; }

void warn(const SheetOptions& options, const std::vector<std::string>& warnings) {
  if (!options.quiet)
    for (const std::string& warning : warnings) tell(warning);
}

class SheetRun {
 public:
  SheetRun(const SheetOptions& options, const Catalog& catalog, const std::string& file)
      : options_(options),
        shard_(shard_of(options.shard)),
        asking_{said_of_all(options, file), chosen_rows(options), options.ranges, units_of(options)},
        file_(path_of(file), source_of(file), {is_input_heading, options.worksheet}),
        sheet_(header(), file_.separator(), file_.source(), asking_, catalog) {
    warn(options, file_.notes());
    warn(options, sheet_.warnings());
    if (shard_.is_part()) begin_digest(catalog);
  }

  RowsOut run() {
    std::vector<std::string> columns = sheet_.header();
    if (shard_.is_part()) columns.insert(columns.begin(), shard_.heading());
    SheetOut out(options_, columns);
    RowSource source{[&] { return next(); }, [&] { return file_.share_read(); }, shard_.is_part()};
    if (shard_.is_part())
      source.last_cells = [&] {
        std::vector<std::string> cells{SheetEnd{read_, digest_.taken()}.text()};
        cells.resize(columns.size());
        return cells;
      };
    const RowsOut done = write_rows(options_, out, source);
    warn(options_, file_.late_notes());
    return done;
  }

 private:
  CsvRow header() {
    auto first = file_.next();
    if (!first) refuse_without_header(file_.source());
    if (shard_.is_part()) digest_.add(first->cells);
    return std::move(*first);
  }

  /// Answers follow from these as well as from the rows.
  void begin_digest(const Catalog& catalog) {
    digest_.add(llmsize::version());
    digest_.add(catalog_digest(catalog));
    digest_.add(options_.units);
    for (const auto& [key, said] : asking_.over.all()) {
      digest_.add(key);
      digest_.add(said.text);
    }
  }

  std::optional<std::function<RowOut()>> next() {
    for (auto row = file_.next(); row; row = file_.next()) {
      if (shard_.is_part()) digest_.add(row->cells);
      if (const std::size_t place = ++read_; shard_.takes(place))
        return [this, place, row = std::move(*row)] { return answered(place, row); };
    }
    return {};
  }

  RowOut answered(std::size_t place, CsvRow cells) const {
    AskedSheet::Row answer = sheet_.answered(std::move(cells));
    RowOut row{std::move(answer.kept), answer.status, answer.passes};
    if (shard_.is_part()) row.cells.insert(row.cells.begin(), fmt::format("{}", place));
    std::move(answer.answers.begin(), answer.answers.end(), std::back_inserter(row.cells));
    return row;
  }

  const SheetOptions& options_;
  Shard shard_;
  SheetDigest digest_{};
  SheetAsking asking_;
  SheetFile file_;
  AskedSheet sheet_;
  std::size_t read_ = 0;
};

int exit_code(const SheetOptions& options, bool invalid, bool failed) {
  if (invalid && !options.keep_going) return bad_data;
  return options.check && failed ? 1 : 0;
}

int answer_rows(const SheetOptions& options, const Catalog& catalog, const std::string& file) {
  // Nobody types a sheet to the end whom Ctrl-C does not let go.
  std::optional<StopSignals> signals;
  if (file != standard_input || !isatty(STDIN_FILENO)) signals.emplace().let_readers_leave();
  const RowsOut done = SheetRun(options, catalog, file).run();
  return StopSignals::asked() != 0 ? StopSignals::exit_code() : exit_code(options, done.invalid, done.failed);
}

constexpr const char* sheets_group = "Sheets";

/// An option that is never an empty text, as of a variable that is not set.
void add_filled(Parser& app, const std::string& name, std::string& value, const std::string& help, const char* type) {
  app.add_option(name, value, help)->type_name(type)->group(sheets_group)->check([](const std::string& given) {
    return given.empty() ? "expected a value" : "";
  });
}

}  // namespace

void add_worksheet_option(Parser& app, std::string& worksheet) {
  add_filled(
      app, "--worksheet", worksheet, "Worksheet of a workbook, by name or place [default: the first with a header]",
      "NAME");
}

void add_sheet_options(Parser& app, SheetOptions& options) {
  add_worksheet_option(app, options.worksheet);
  add_filled(
      app, "--units", options.units, "Units in CSV and workbooks: base (s, B, W), human (days, GB, kW) [default: base]",
      "WORD");
  add_filled(app, "--shard", options.shard, "Evaluate only rows K, K + N, K + 2N, …, as one of N jobs", "K/N");
  add_flag(app, "--keep-going", options.keep_going, "Exit with 0 even if rows are invalid", sheets_group);
}

void refuse_without_sheet(const SheetOptions& options) {
  for (const auto& [option, given] :
       {std::pair{"--shard", !options.shard.empty()}, std::pair{"--units", options.units != "base"},
        std::pair{"--worksheet", !options.worksheet.empty()}})
    if (given) throw BadInput(BadInput::Kind::usage, fmt::format("{}: expected a sheet (*.csv, *.xlsx)", option));
}

int run_sheet(const SheetOptions& options, const Catalog& catalog, const std::string& file) {
  const std::string format = format_of(options);
  if (SheetOut::takes(format)) return answer_rows(options, catalog, file);
  if (units_of(options) == CellUnits::human && format != "table" && format != "md")
    throw BadInput(
        BadInput::Kind::usage, fmt::format("--units human: {} holds base units", format), "use --format csv or xlsx");
  // All other formats show a table as a whole.
  const Shard shard = shard_of(options.shard);
  Batch batch = read_batch(read_sheet(path_of(file), source_of(file), options.worksheet));
  warn(options, batch.warnings);
  std::size_t read = 0;
  std::erase_if(batch.rows, [&](const BatchRow&) { return !shard.takes(++read); });
  const Scenario over = said_of_all(options, file);
  warn(options, notes_of_replaced(batch.header, source_of(file), over));
  const Query query{chosen_rows(options, view(asked_of(over), {Use::headline, Use::bought})), options.ranges};
  require_memory(
      fmt::format("{} rows", batch.rows.size()), kept_bytes(batch.rows.size(), batch.header.size() + query.rows.size()),
      "--csv takes any number of rows");
  if (!options.drawing.file.empty()) {
    std::vector<std::pair<std::string, Scenario>> named;
    named.reserve(batch.rows.size());
    for (const BatchRow& row : batch.rows) named.emplace_back(row.place, row.scenario);
    require_drawable(options, named);
  }
  const AnsweredRows table = sheet_rows(batch, over, query, catalog, progress(options, batch.rows.size()));
  const bool invalid = std::any_of(table.rows.begin(), table.rows.end(), [](const AnsweredRow& row) {
    return row.status == AnsweredRow::Status::invalid;
  });
  const int code = finish(options, "run", table, catalog, [&] { return rows_text(table); });
  return exit_code(options, invalid, false) == bad_data ? bad_data : code;
}

}  // namespace llmsize::cli
