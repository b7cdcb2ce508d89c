// SPDX-License-Identifier: Apache-2.0
// Sheets as procurement keeps them: rows in, rows out, in their order, however long the sheet is.
#include "tests/cli/answers.hpp"
#include "tests/cli/folder.hpp"
#include "tests/cli/refusal.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <sstream>
#include <system_error>
#include <thread>

namespace llmsize::tests {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using Lines = std::vector<std::string>;

/// Lots that say everything, some of which do not fit or cannot be read.
std::string lots(int count) {
  constexpr const char* models[] = {"gpt3-175b,8,8", "llama-3-70b,8,4", "llama-3-8b,1,1", "gpt3-175x,8,8"};
  std::string text = "Lot,model,tp,pp,system,nodes,Note\n";
  for (int i = 0; i < count; ++i)
    text += fmt::format("L{},{},dgx-h100,{},\"a, {}\"\n", i, models[i % 4], 4 << (i % 5), i);
  return text;
}

Lines lines_in(const std::string& text) {
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

const std::string memory = " --results memory.gpu_total,memory.gpu_capacity --keep-going --quiet";

/// What a command leaves in a file where it may use so many cores.
std::string on_cores(const std::string& line, const Folder& folder, std::size_t cores) {
  cpu_set_t all, some;
  sched_getaffinity(0, sizeof all, &all);
  CPU_ZERO(&some);
  for (std::size_t cpu = 0, taken = 0; cpu < CPU_SETSIZE && taken < cores; ++cpu)
    if (CPU_ISSET(cpu, &all)) CPU_SET(cpu, &some), ++taken;
  sched_setaffinity(0, sizeof some, &some);
  const std::string file = folder / fmt::format("{}-cores.csv", cores);
  CHECK(run_line(line + " -o " + file).exit == done);
  sched_setaffinity(0, sizeof all, &all);
  return folder.read(fmt::format("{}-cores.csv", cores));
}

TEST_CASE("A sheet is answered in its order, alike on one core and on two") {
  const Folder folder;
  const std::string line = "run " + folder.write("lots.csv", lots(2000)) + memory;
  const std::string one = on_cores(line, folder, 1);
  CHECK(one == on_cores(line, folder, 2));
  const Lines lines = lines_in(one);
  REQUIRE(lines.size() == 2001);
  CHECK(
      lines[0] ==
      "Lot,model,tp,pp,system,nodes,Note,memory_gpu_total_bytes,memory_gpu_capacity_bytes,verdict,status,message");
  for (std::size_t i = 1; i < lines.size(); ++i) CHECK_THAT(lines[i], StartsWith(fmt::format("L{},", i - 1)));
  CHECK_THAT(lines[4], Contains(",invalid,") && Contains("lots.csv: row 5") && Contains("did you mean"));
}

/// Answers lots in so many shards; the files, separated by blanks.
std::string sharded(const Folder& folder, const std::string& line, int count, const std::string& ending = "csv") {
  std::string files;
  for (int i = 1; i <= count; ++i) {
    const std::string file = folder / fmt::format("shard-{}-of-{}.{}", i, count, ending);
    CHECK(run_line(fmt::format("{} --shard {}/{} -o {}", line, i, count, file)).exit == done);
    files += " " + file;
  }
  return files;
}

TEST_CASE("The shards of a sheet are its rows, dealt out, with their numbers") {
  const Folder folder;
  const std::string line = "run " + folder.write("lots.csv", lots(100)) + memory + " --csv";
  const Lines whole = lines_in(output(line));
  std::vector<Lines> shards;
  for (int i = 1; i <= 3; ++i) {
    shards.push_back(lines_in(output(line + fmt::format(" --shard {}/3", i))));
    CHECK(shards.back()[0] == fmt::format("row_{}_of_3,{}", i, whole[0]));
  }
  // The last row is the same of all: how many rows the sheet has, and its digest.
  CHECK_THAT(shards[0].back(), StartsWith("end_of_100_rows_"));
  for (const Lines& shard : shards) CHECK(shard.back() == shards[0].back());
  for (std::size_t i = 1; i < whole.size(); ++i)
    CHECK(shards[(i - 1) % 3].at((i + 2) / 3) == fmt::format("{},{}", i, whole[i]));
  for (const char* bad : {"0/3", "4/3", "1", "a/b", "1/0", "1.5/2", "-1/2"})
    check_line_refused(line + " --shard " + bad, usage, {"--shard", "expected K/N"});
  check_line_refused("run gpt3-on-1024-a100 --shard 1/2", usage, {"--shard", "expected a sheet"});
}

TEST_CASE("Merged shards are the bytes of one run, in any order and format") {
  const Folder folder;
  // Cells that need quotes and apostrophes, and more shards than rows.
  const std::string sheet = folder.write(
      "lots.csv", lots(10) + "\"L\"\"10\",llama-3-8b,1,1,dgx-h100,4,'=1+1\nL11,llama-3-8b,1,1,dgx-h100,4,\" a;\tb\"\n");
  const std::string line = "run " + sheet + memory;
  const std::string whole = output(line + " --csv");
  for (const int count : {1, 5, 13}) CHECK(output("merge" + sharded(folder, line, count)) == whole);
  CHECK(output("merge --csv" + sharded(folder, line, 2, "tsv")) == whole);
  std::vector<std::string> files = words(sharded(folder, line + " --force", 5));
  std::rotate(files.begin(), files.begin() + 2, files.end());
  std::string merge = "merge -o " + folder / "merged.csv";
  for (const std::string& each : files) merge += " " + each;
  CHECK(run_line(merge).exit == done);
  CHECK(folder.read("merged.csv") == whole);
}

TEST_CASE("Shards that do not belong together, or miss rows, are refused by name") {
  const Folder folder;
  const std::string line = "run " + folder.write("lots.csv", lots(10)) + memory;
  const std::vector<std::string> all = words(sharded(folder, line, 3));
  const std::string two = sharded(folder, line, 2);
  check_line_refused("merge", usage, {"expected the files of all shards", "--shard 1/2"});
  check_line_refused("merge " + all[0], usage, {"expected 3 shards, missing: 2, 3", "--shard 2/3"});
  check_line_refused("merge " + all[0] + " " + all[0], usage, {"shard-1-of-3.csv", "shard 1/3"});
  check_line_refused("merge " + all[0] + two, usage, {"one of 3 shards", "one of 2"});
  check_line_refused("merge " + folder / "lots.csv", data, {"lots.csv", "row_1_of_2"});
  CHECK_THAT(run_line("merge" + two + " --json").err, Contains("expected csv, tsv or xlsx"));
  // A file that was cut, one with a row of another shard, one of other results.
  const Lines third = lines_in(folder.read("shard-3-of-3.csv"));
  const auto with_third = [&](const std::string& text) {
    return "merge " + all[0] + " " + all[1] + " " + folder.write("third.csv", text);
  };
  CHECK_THAT(
      run_line(with_third(third[0] + "\n" + third[1] + "\n")).err, Contains("third.csv: expected a last row end_of_"));
  CHECK_THAT(
      run_line(with_third(third[0] + "\n" + third[2] + "\n")).err, Contains("row 2: expected row 3 of the sheet"));
  CHECK_THAT(run_line(with_third("row_3_of_3,Lot\n3,L2\n")).err, Contains("expected the same columns"));
}

TEST_CASE("A shard that was cut, has a cell too many or is of another sheet is not merged") {
  const Folder folder;
  const std::string line = "run " + folder.write("lots.csv", lots(10)) + memory;
  const std::vector<std::string> all = words(sharded(folder, line, 2));
  const std::string first = folder.read("shard-1-of-2.csv");
  // Rows may be on standard output before the last one is read; a file is not there.
  const auto merge_refused = [&](const std::string& file, const std::string& phrase) {
    const Outcome found = run_line("merge " + file + " " + all[1] + " -o " + (folder / "merged.csv"));
    CHECK(found.exit == data);
    CHECK_THAT(found.err, Contains(phrase));
    CHECK_FALSE(std::filesystem::exists(folder / "merged.csv"));
  };
  const auto refused = [&](const std::string& text, const std::string& phrase) {
    merge_refused(folder.write("cut.csv", text), phrase);
  };
  // Behind a row, inside a row, inside the last line.
  for (const std::size_t size :
       {first.find("\n5,"), first.find("\n5,") + 9, first.size() - 20, first.rfind("\nend") + 12})
    refused(first.substr(0, size), "cut.csv");
  std::string wide = first;
  wide.insert(wide.find('\n', wide.find("\n3,") + 1), ",more");
  refused(wide, "cut.csv: row 3: 14 cells, expected 13 as in the header");
  refused(first + "11,more\n", "cut.csv: row 8");
  // Of a sheet with the same columns, or asked otherwise.
  std::string other = lots(10);
  other.replace(other.find("L9,"), 3, "X9,");
  const std::string changed = "run " + folder.write("other.csv", other) + memory;
  for (const std::string& each : {changed, line + " --precision fp8"}) {
    const std::string file = folder / "other-1.csv";
    CHECK(run_line(each + " --shard 1/2 --force -o " + file).exit == done);
    merge_refused(file, "expected a shard of the sheet and options of");
  }
}

TEST_CASE("Rows of blanks are left out, and a note tells how many") {
  const Folder folder;
  const std::string text = "Model,System,Nodes\nllama-3-8b,dgx-h100,2\n,,\n  , ,\t\nllama-3-8b,dgx-h100,x\n";
  const Outcome found = run_line("run " + folder.write("b.csv", text) + " --csv --keep-going --results planning.nodes");
  CHECK(lines_in(found.out).size() == 3);
  CHECK_THAT(found.err, Contains("b.csv: 2 blank rows are left out"));
  CHECK_THAT(found.out, Contains("b.csv: row 5"));
}

/// Whether a process has written rows of lots into a file of the folder, which has no name before it is whole.
bool has_written_rows(int process, const Folder& folder) {
  constexpr std::uintmax_t more_than_a_header = 1000;
  std::error_code gone;
  for (const auto& open : std::filesystem::directory_iterator(fmt::format("/proc/{}/fd", process), gone)) {
    const std::string file = std::filesystem::read_symlink(open, gone);
    if (!file.starts_with(folder.path()) || file.ends_with("lots.csv")) continue;
    const std::uintmax_t size = std::filesystem::file_size(open, gone);
    if (!gone && size > more_than_a_header) return true;
  }
  return false;
}

/// Sends a signal in the middle of the rows, however slow the program is.
std::function<void(int)> stop_among_rows(const Folder& folder, int signal) {
  return [&folder, signal](int process) {
    constexpr auto patience = std::chrono::minutes(5);
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!has_written_rows(process, folder) && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    kill(process, signal);
  };
}

TEST_CASE("A shard that is stopped leaves no file") {
  const Folder folder;
  const std::string sheet = folder.write("lots.csv", lots(400000));
  Invocation stopped{words("run " + sheet + memory + " --shard 1/2 -o " + (folder / "some.csv"))};
  stopped.meanwhile = stop_among_rows(folder, SIGTERM);
  const Outcome outcome = run(stopped);
  CHECK(outcome.exit == 128 + SIGTERM);
  CHECK_THAT(outcome.err, Contains("some.csv is not written"));
  CHECK(folder.entries() == 1);
}

TEST_CASE("What would take more than the limit of memory is refused before it begins, with figures") {
  const std::string study =
      "sweep --model llama-3-8b --system dgx-h100 --nodes 1 --layout plain --results model.parameters --tokens ";
  check_line_refused(
      study + "1B..100000B+1B --memory-limit 1GB", usage,
      {"100000 combinations", "1.44 GB", "at most 1 GB (--memory-limit)", "--csv"});
  const Folder folder;
  check_line_refused(
      "run " + folder.write("lots.csv", lots(20000)) + memory + " --json --memory-limit 120MB", usage,
      {"20000 rows", "--memory-limit", "--csv"});
  CHECK_THAT(
      run_line("portfolio " + folder.write("long.csv", lots(400000)) + " --memory-limit 100MB").err,
      Contains("long.csv would take") && Contains("at most 100 MB"));
  // Rows that are written as they are answered need no more than the program itself.
  CHECK(lines(output(study + "1B..20000B+1B --csv --memory-limit 100MB")) == 20001);
  for (const char* bad : {"1MB", "0", "much", "-1GB"})
    check_line_refused(study + "1B,2B --memory-limit=" + bad, usage, {"--memory-limit", "from 100MB on"});
}

TEST_CASE("What goes out comes in again and is answered the same, in either units") {
  const Folder folder;
  const std::string sheet = folder.write(
      "lots.csv",
      "Lot;Model;System;Number of nodes;tp;pp;Tokens;Node price;Deadline (days)\n"
      "A;llama-3-70b;dgx-h100;16;8;4;1,5T;287.500,5;60\nB;llama-3-8b;dgx-h100;;;;2T;300k;45\nC;llama-3-8b;;x;;;;;\n");
  for (const std::string units : {"base", "human"}) {
    const std::string first = folder / (units + ".csv");
    CHECK(run_line("run " + sheet + " --units " + units + " -o " + first).exit == data);
    const std::string once = folder.read(units + ".csv");
    const Outcome again = run_line("run " + first + " --csv --units " + units);
    // Messages name the file.
    std::string expected = once;
    for (std::size_t at = 0; (at = expected.find(sheet, at)) != std::string::npos;)
      expected.replace(at, sheet.size(), first);
    CHECK(again.out == expected);
    CHECK(again.err.find("training_time") == std::string::npos);
    CHECK(
        lines_in(run_line("run " + first + " --csv").out).at(1) ==
        lines_in(run_line("run " + sheet + " --csv").out).at(1));
  }
  CHECK_THAT(
      folder.read("human.csv"),
      Contains("training_total_step_time_days,training_total_step_time_p10_days,training_total_step_time_p90_days") &&
          Contains("memory_gpu_total_gb") && Contains("\"287.500,5\""));
  check_line_refused("run " + sheet + " --units metric", usage, {"--units", "base or human"});
  check_line_refused("run " + sheet + " --units human --json", usage, {"--units human", "csv"});
}

TEST_CASE("A column that an answer takes the place of is told, but not where it was an answer") {
  const Folder folder;
  const std::string sheet = folder.write("lots.csv", "model,status\nllama-3-8b,ordered\n");
  const std::string line = " --csv --results model.parameters";
  const Outcome outcome = run_line("run " + sheet + line);
  CHECK(outcome.out == "model,model_parameters_count,verdict,status,message\nllama-3-8b,8030261248,ok,ok,\n");
  CHECK_THAT(outcome.err, Contains("column 'status' is that of the answers now"));
  CHECK(output("run " + folder.write("again.csv", outcome.out) + line) == outcome.out);
}

TEST_CASE("A signal leaves whole rows and says how many") {
  const Folder folder;
  const std::string sheet = folder.write("lots.csv", lots(400000));
  Invocation stopped{words("run " + sheet + memory + " -o " + (folder / "some.csv"))};
  stopped.meanwhile = stop_among_rows(folder, SIGINT);
  const Outcome outcome = run(stopped);
  CHECK(outcome.exit == 128 + SIGINT);
  const std::string some = folder.read("some.csv");
  const Lines lines = lines_in(some);
  CHECK(some.back() == '\n');
  REQUIRE(lines.size() > 1);
  REQUIRE(lines.size() < 400000);
  CHECK_THAT(outcome.err, Contains(fmt::format("stopped: {} rows are answered", lines.size() - 1)));
  for (std::size_t i = 1; i < lines.size(); ++i) REQUIRE_THAT(lines[i], StartsWith(fmt::format("L{},", i - 1)));
}

TEST_CASE("A broken sheet leaves no file") {
  const Folder folder;
  const std::string sheet = folder.write("lots.csv", lots(20000) + "\"open,gpt3-175b\n");
  check_line_refused("run " + sheet + memory, data, {"lots.csv: row 20002: a quote is not closed"});
}

TEST_CASE("A row without a model or a system is incomplete, whatever is asked for") {
  const Folder folder;
  const std::string sheet = folder.write(
      "blank.csv",
      "model,system,nodes,tokens\nllama-3-8b,dgx-h100,4,1T\n,,8,1T\n,dgx-h100,8,1T\nllama-3-8b,,8,1T\n,,,1T\n");
  for (const char* results : {"training.step_time", "training.step_time,planning.nodes", "planning.nodes"}) {
    CAPTURE(results);
    const Outcome answer = run_line("run " + sheet + " --csv --results " + results);
    CHECK(answer.exit == done);
    const Lines lines = lines_in(answer.out);
    REQUIRE(lines.size() == 6);
    CHECK_THAT(lines[1], Contains(",ok,ok,"));
    for (std::size_t row = 2; row < lines.size(); ++row)
      CHECK_THAT(lines[row], Contains(",incomplete,incomplete,Add a "));
  }
  // What needs no model is known without one.
  CHECK_THAT(
      run_line("run " + sheet + " --csv --results economics.power").out, Contains(",dgx-h100,8,1T,81600,ok,ok,"));
}

TEST_CASE("An option for every row is written into the column of that input") {
  const Folder folder;
  const std::string sheet = folder.write(
      "case.csv", "MODEL,SYSTEM,NODES,Deadline (days),workload_tokens_count\nLLAMA-3-8B,DGX-H100,4,30,1e12\n");
  const Outcome answer = run_line(
      "run " + sheet + " --csv --nodes 8 --model llama-3-70b --deadline 60d --tokens 2T --results model.parameters");
  CHECK_THAT(answer.out, Contains("\nllama-3-70b,DGX-H100,8,60d,2000000000000,"));
  for (const char* note : {"--nodes replaces column 'NODES'", "--model replaces column 'MODEL'"})
    CHECK_THAT(answer.err, Contains(note));
  CHECK_THAT(
      run_line("run " + sheet + " --csv --results model.parameters").out, Contains("\nLLAMA-3-8B,DGX-H100,4,30,"));
}

TEST_CASE("A heading that is nearly an input names it, and one with another unit is refused") {
  const Folder folder;
  for (const auto& [heading, meant] :
       {std::pair{"sytem", "did you mean 'system'?"}, std::pair{"tokns", "did you mean 'tokens'?"},
        std::pair{"Model Name", "did you mean 'model'?"}, std::pair{"training.tokens", "'workload.tokens'?"}}) {
    CAPTURE(heading);
    const std::string sheet = folder.write("typo.csv", std::string("pp,nodes,") + heading + "\n1,4,1\n");
    CHECK_THAT(run_line("run " + sheet + " --csv --results planning.nodes").err, Contains(meant));
  }
  const std::string days = folder.write("days.csv", "model,system,nodes,tokens (days)\nllama-3-8b,dgx-h100,4,1000\n");
  check_refused({"run", days, "--csv"}, data, {"column 'tokens (days)'", "'days' is not a unit of workload.tokens"});
  const std::string own = folder.write("own.csv", "model,Nodes (old),Nodes (min)\nllama-3-8b,4,1\n");
  CHECK(run_line("run " + own + " --csv --results model.parameters").exit == done);
}

}  // namespace
}  // namespace llmsize::tests
