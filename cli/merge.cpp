// SPDX-License-Identifier: Apache-2.0
// llmsize merge: the answers of `run --shard` as those of one run.
#include "cli/shard.hpp"
#include "cli/sheet_out.hpp"
#include "core/files/sheet_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace llmsize::cli {
namespace {

struct Options : Common {
  std::vector<std::string> files;
};

/// A file of answers, read row by row.
struct Part {
  std::string path;
  SheetFile file;
  std::vector<std::string> columns;  ///< without the first, which says the shard
  Shard shard;
  std::optional<SheetEnd> end{};  ///< once its last row was read
};

Part open_part(const std::string& path) {
  SheetFile file(path, path, {[](std::string_view heading) { return shard_of_heading(heading).has_value(); }, {}});
  auto header = file.next();
  const auto shard = header ? shard_of_heading(header->cells.front()) : std::nullopt;
  if (!shard)
    throw BadInput(
        BadInput::Kind::data,
        fmt::format("{}: expected the answers of a shard, with the first column {}", path, Shard{1, 2}.heading()),
        "llmsize run SHEET --shard 1/2 -o FILE writes them");
  header->cells.erase(header->cells.begin());
  return {path, std::move(file), std::move(header->cells), *shard, {}};
}

void require_same_run(const Part& one, const Part& other) {
  if (one.shard.of != other.shard.of)
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("{} is one of {} shards, {} one of {}", one.path, one.shard.of, other.path, other.shard.of));
  if (one.columns != other.columns)
    throw BadInput(
        BadInput::Kind::data, fmt::format("{}: expected the same columns as in {}", other.path, one.path),
        "evaluate all shards with the same options");
}

/// "2, 5, 6 and 13 more"
std::string listed(const std::vector<std::size_t>& numbers) {
  constexpr std::size_t most = 8;
  if (numbers.size() <= most) return fmt::format("{}", fmt::join(numbers, ", "));
  return fmt::format("{} and {} more", fmt::join(numbers.begin(), numbers.begin() + most, ", "), numbers.size() - most);
}

/// Throws BadInput: usage, where shards are missing or come twice.
void require_all(const std::vector<Part>& parts) {
  std::vector<std::size_t> missing;
  std::size_t next = 1;
  for (const Part& part : parts) {
    for (; next < part.shard.part; ++next) missing.push_back(next);
    if (next > part.shard.part)
      throw BadInput(
          BadInput::Kind::usage,
          fmt::format("{} is shard {}/{}, as a file before it", part.path, part.shard.part, part.shard.of));
    ++next;
  }
  const std::size_t all = parts.front().shard.of;
  for (; next <= all; ++next) missing.push_back(next);
  if (missing.empty()) return;
  throw BadInput(
      BadInput::Kind::usage, fmt::format("expected {} shards, missing: {}", all, listed(missing)),
      fmt::format("llmsize run SHEET --shard {}/{} -o FILE", missing.front(), all));
}

/// All shards of one run, in the order of their first rows.
std::vector<Part> open_all(const std::vector<std::string>& files) {
  std::vector<Part> parts;
  parts.reserve(files.size());
  for (const std::string& path : files) {
    parts.push_back(open_part(path));
    require_same_run(parts.front(), parts.back());
  }
  std::stable_sort(
      parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.shard.part < b.shard.part; });
  require_all(parts);
  return parts;
}

/// The next row of a shard; nothing where it is the last one, which says how the sheet ends. Throws BadInput: data,
/// where the file ends before it.
std::optional<CsvRow> next_row(Part& part) {
  auto row = part.file.next();
  if (!row)
    throw BadInput(
        BadInput::Kind::data,
        fmt::format(
            "{}: expected a last row end_of_…: the file was cut, or another version of llmsize wrote it", part.path),
        fmt::format("write it again: llmsize run SHEET --shard {}/{} -o FILE", part.shard.part, part.shard.of));
  // Workbooks leave out the empty ends of rows.
  const std::size_t all = part.columns.size() + 1;
  if (part.file.holds_workbook() && row->cells.size() < all) row->cells.resize(all);
  if (row->cells.size() != all)
    refuse_contents(
        part.path, fmt::format(
                       "row {}: {} cell{}, expected {} as in the header", row->number, row->cells.size(),
                       row->cells.size() == 1 ? "" : "s", all));
  part.end = sheet_end_of(row->cells.front());
  if (!part.end) return row;
  if (const auto behind = part.file.next())
    refuse_contents(part.path, fmt::format("row {}: expected nothing behind the last row", behind->number));
  return {};
}

/// Row `place` of the sheet from the shard that holds it; nothing at its end.
std::optional<std::vector<std::string>> take_row(Part& part, std::size_t place) {
  auto row = next_row(part);
  if (!row) return {};
  if (row->cells.front() != fmt::format("{}", place))
    throw BadInput(
        BadInput::Kind::data, fmt::format(
                                  "{}: row {}: expected row {} of the sheet, not {}", part.path, row->number, place,
                                  in_quotes(row->cells.front())));
  row->cells.erase(row->cells.begin());
  return std::move(row->cells);
}

/// Throws BadInput: data, where a shard goes on behind the last row, or is of a sheet that ends otherwise.
void require_end(std::vector<Part>& parts, std::size_t last) {
  for (Part& part : parts)
    if (!part.end && next_row(part))
      throw BadInput(
          BadInput::Kind::data, fmt::format(
                                    "{}: expected row {} of the sheet, as {} has later ones",
                                    parts[last % parts.size()].path, last + 1, part.path));
  for (const Part& part : parts) {
    if (part.end != parts.front().end)
      throw BadInput(
          BadInput::Kind::data,
          fmt::format("{}: expected a shard of the sheet and options of {}", part.path, parts.front().path),
          "evaluate all shards of one sheet with the same options, catalog and version");
    if (part.end->rows != last)
      refuse_contents(
          part.path, fmt::format("expected {} rows of the sheet in all shards, found {}", part.end->rows, last));
  }
}

/// The format of the answers: one with a header.
Common for_sheets(Common common) {
  const bool has_ending = std::filesystem::path(common.output_file).has_extension();
  if (common.format.empty() && !common.json && !has_ending) common.csv = true;
  if (const std::string format = format_of(common); !SheetOut::takes(format))
    throw BadInput(
        BadInput::Kind::usage, fmt::format("--format {}: expected csv, tsv or xlsx", format), "use -o FILE.csv");
  return common;
}

int run(const Options& options) {
  const Common common = for_sheets(options);
  if (options.files.empty())
    throw BadInput(
        BadInput::Kind::usage, "expected the files of all shards",
        "llmsize run SHEET --shard 1/2 -o FILE writes the first of two");
  std::vector<Part> parts = open_all(options.files);
  SheetOut out(common, parts.front().columns);
  constexpr std::size_t together = 1024;
  std::vector<std::vector<std::string>> rows;
  std::size_t read = 0;
  while (auto row = take_row(parts[read % parts.size()], read + 1)) {
    ++read;
    rows.push_back(std::move(*row));
    if (rows.size() == together) out.write(out.block(std::exchange(rows, {})));
  }
  require_end(parts, read);
  out.write(out.block(std::move(rows)));
  out.finish();
  return 0;
}

}  // namespace

Command merge_command() {
  return {
      .name = "merge",
      .summary = "Merge the answers of 'run --shard' into those of one run",
      .usage = "FILE… [OPTIONS]",
      .examples =
          {"llmsize merge answers-1.csv answers-2.csv -o merged.csv",
           "llmsize merge answers-1.csv answers-2.csv -o merged.xlsx",
           "llmsize merge answers-1.csv answers-2.csv --csv"},
      .topics = {{"Shards", {"SHARD", "--output", "--force"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        add_texts(app, "SHARD", options->files, "Files that 'run --shard' wrote, all N of them in any order");
        add_output_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
