// SPDX-License-Identifier: Apache-2.0
// Commands over measured runs: validate and calibrate, what a calibration changes, and the document of train.
#include "answers.hpp"
#include "folder.hpp"

#include "core/registry/registry.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <set>

namespace llmsize::tests {
namespace {

using Catch::Contains;
using Json = nlohmann::json;

/// Five runs of a cluster of one's own and a row without a time.
const std::string runs =
    "id,source,model_name,gpu,gpus,seq,iteration_s,layers,hidden,heads,vocab,tp,pp,micro_batch,global_batch,software,"
    "memory_GB_per_gpu,"
    "memory_kind\n"
    "a,mine,2B,H100-SXM-80GB,8,2048,1.20,24,2560,20,51200,1,1,4,128,nemo,,\n"
    "b,mine,7B,H100-SXM-80GB,8,4096,8.40,32,4096,32,51200,2,1,2,128,nemo,60,max allocated GB\n"
    "c,mine,13B,H100-SXM-80GB,16,4096,9.00,40,5120,40,51200,4,1,1,128,nemo,,\n"
    "d,mine,30B,H100-SXM-80GB,32,4096,10.5,48,7168,56,51200,8,1,1,128,nemo,,\n"
    "e,mine,70B,H100-SXM-80GB,64,4096,11.8,80,8192,64,51200,8,2,1,128,nemo,,\n"
    "f,mine,7B,H100-SXM-80GB,8,4096,,32,4096,32,51200,2,1,2,128,nemo,,\n";

const std::string llama =
    "--model llama-3-70b --system dgx-h100 --nodes 8 --tp 8 --pp 4 --global-batch 128 --zero 1 --layout plain";

void check_summary(const Json& results, const std::string& prefix) {
  for (const char* name :
       {"rows_usable", "rows_used", "mean_abs_error", "median_abs_error", "p90_abs_error", "max_abs_error", "bias",
        "range_coverage"}) {
    INFO(prefix << name);
    REQUIRE(results.contains(prefix + name));
    CHECK(results.at(prefix + name).at("value").is_number());
    CHECK(results.at(prefix + name).at("unit") == "1");
  }
}

TEST_CASE("A measured cell that is no number, share or precision is refused with its row, column and value") {
  const Folder folder;
  const std::string header =
      "id,model,system,nodes,tp,pp,sequence,micro_batch,global_batch,zero,software,dtype,iteration_s,mfu_pct\n";
  for (const auto& [cells, column] :
       {std::pair{"fp7,10,", "column 'dtype': invalid value 'fp7'"},
        std::pair{"bf16,inf,40", "column 'iteration_s': invalid value 'inf'"},
        std::pair{"bf16,\"1,5\",40", "column 'iteration_s': invalid value '1,5'"},
        std::pair{"bf16,10,440", "column 'mfu_pct': invalid value '440'"}}) {
    CAPTURE(cells);
    const std::string row = std::string("a,llama-3-70b,dgx-h100,8,8,4,8192,1,128,1,nemo,") + cells + "\n";
    check_refused({"validate", "--measurements", folder.write("odd.csv", header + row)}, data, {"row 2", column});
  }
}

TEST_CASE("A calibration for software that the catalog does not have is refused as an unknown ID") {
  const Folder folder;
  const std::string file = folder.write("runs.csv", runs);
  check_refused(
      {"calibrate", "--measurements", file, "--software", "nemoo"}, unknown_id, {"'nemoo'", "did you mean 'nemo"});
  check_refused({"validate", "--measurements", file, "--system", "dgx-h10"}, unknown_id, {"'dgx-h10'", "dgx-h100"});
}

TEST_CASE("A validation sums up errors and has a row per measurement") {
  const Folder folder;
  const Json found = document("validate --measurements " + folder.write("runs.csv", runs));
  CHECK(found.at("tool").at("command") == "validate");
  check_summary(found.at("results"), "validation.");
  check_summary(found.at("results"), "validation.memory.");
  CHECK(found.at("results").at("validation.rows_used").at("value") == 5);
  CHECK(found.at("results").at("validation.memory.rows_used").at("value") == 1);
  std::size_t skipped = 0;
  double sum = 0;
  for (const Json& row : found.at("rows")) {
    INFO(row.dump());
    CHECK(row.at("source") == "mine");
    if (row.contains("skipped")) {
      CHECK(row.at("id") == "f");
      ++skipped;
      continue;
    }
    CHECK(
        row.at("error").get<double>() ==
        Approx(row.at("predicted").get<double>() / row.at("measured").get<double>() - 1));
    if (row.at("metric") == "training.step_time") sum += std::abs(row.at("error").get<double>());
    CHECK(row.at("p10") <= row.at("predicted"));
    CHECK(row.at("predicted") <= row.at("p90"));
  }
  CHECK(skipped == 1);
  CHECK(found.at("rows").size() == 7);
  CHECK(found.at("results").at("validation.mean_abs_error").at("value").get<double>() == Approx(sum / 5));
}

TEST_CASE("A validation leaves rows out when asked, draws a picture, and speaks every format") {
  const Folder folder;
  const std::string line = "validate --measurements " + folder.write("runs.csv", runs);
  const Json crossed = document(line + " --cross-validate");
  CHECK(crossed.at("results").contains("validation.left_out.mean_abs_error"));
  CHECK_FALSE(document(line).at("results").contains("validation.left_out.mean_abs_error"));
  CHECK_THAT(
      output(line), Contains("5 of 5 usable rows predicted") && Contains("By software stack") && Contains("no time"));
  CHECK(lines(output(line + " --csv")) == 8);
  const std::string page = output(line + " --format md --picture " + (folder / "picture.svg"));
  CHECK_THAT(page, Catch::StartsWith("# ") && Contains("(picture.svg)"));
  CHECK_THAT(folder.read("picture.svg"), Catch::StartsWith("<svg ") && Contains("</svg>"));
}

TEST_CASE("Published results are validated as they are: a folder, JSON, files of their own columns") {
  const Json runs_of_folder = document("validate --quiet --measurements " + fixture("mlperf-results"));
  CHECK(runs_of_folder.at("results").at("validation.rows_used").at("value") == 1);
  CHECK(runs_of_folder.at("rows").at(0).at("release") == "26.04");
  CHECK(runs_of_folder.at("rows").at(0).at("precision") == "fp8");
  const Outcome told = run_line("validate --measurements " + fixture("mlperf-results"));
  CHECK_THAT(told.err, Contains("result_0.txt: line 25: no event of MLLOG"));

  const Folder folder;
  const std::string served = folder.write(
      "results.json",
      R"([{"hw": "h200", "model": "openai/gpt-oss-120b", "framework": "vllm", "precision": "fp4", "tp": 1, "conc": 4,
           "isl": 1024, "osl": 1024, "mean_tpot": 0.005}])");
  CHECK(document("validate --quiet --measurements " + served).at("rows").size() == 1);

  const Json stored = document("validate --quiet --storage-numbers " + fixture("mlperf-storage-v3-kvcache.csv"));
  CHECK(stored.at("results").at("validation.storage.rows_used").at("value") == 20);
}

TEST_CASE("Published numbers of storage are validated alone or beside measured steps") {
  const Folder folder;
  const std::string line = "--storage-numbers " + folder.write(
                                                      "numbers.csv",
                                                      "id,metric,measured,basis,options\n"
                                                      "size,checkpoint.size,2.5TB,measured,--parameters 175B\n"
                                                      "wrong,checkpoint.sice,2.5TB,measured,--parameters 175B\n");
  const Json alone = document("validate " + line);
  CHECK(alone.at("results").at("validation.storage.rows_used").at("value") == 1);
  CHECK(alone.at("results").at("validation.storage.mean_abs_error").at("value").get<double>() == Approx(0.02));
  CHECK(alone.at("rows").size() == 2);
  CHECK_THAT(output("validate " + line), Contains("1 of 1 usable storage measurements predicted"));
  CHECK(lines(output("validate " + line + " --csv")) == 3);

  const std::string both = "validate --measurements " + folder.write("runs.csv", runs) + " " + line;
  CHECK(document(both).at("results").contains("validation.storage.mean_abs_error"));
  CHECK(document(both).at("results").contains("validation.mean_abs_error"));
  CHECK(lines(output(both + " --csv")) == 10);
  CHECK_THAT(output(both + " --format md"), Contains("# Storage accuracy"));
}

TEST_CASE("A validation plans measured configurations anew when asked") {
  const Folder folder;
  const std::string line = "validate --measurements " + folder.write("runs.csv", runs);
  const Json planned = document(line + " --plan");
  CHECK(planned.at("results").at("validation.plan.rows").at("value") == 5);
  for (const char* name : {"median_ratio", "enough_p50", "enough_p90"})
    CHECK(planned.at("results").at(std::string("validation.plan.") + name).at("value").is_number());
  CHECK(planned.at("results").at("validation.plan.left_out.enough_p50").at("value").is_null());
  std::size_t rows = 0;
  for (const Json& row : planned.at("rows")) {
    if (row.value("metric", "") != "validation.plan") continue;
    INFO(row.dump());
    CHECK(row.at("parts") <= row.at("planned"));
    CHECK(row.at("planned") < row.at("p90"));
    CHECK(row.at("considered") > 1);
    ++rows;
  }
  CHECK(rows == 5);
  CHECK_THAT(output(line + " --plan"), Contains("Plan accuracy, by software stack") && Contains("tuned stacks"));
  CHECK(lines(output(line + " --plan --csv")) == lines(output(line + " --csv")) + 5);
}

TEST_CASE("What one says of one's software takes the place of what rows say") {
  const Folder folder;
  const std::string line = "validate --measurements " + folder.write("runs.csv", runs);
  CHECK(rows(line).at(0).at("software.id") == "nemo");
  CHECK(rows(line + " --software torchtitan").at(0).at("software.id") == "torchtitan");
}

TEST_CASE("A calibration changes the answer and tells that it was measured") {
  const Folder folder;
  const std::string measured = folder.write("runs.csv", runs), file = folder / "cal.json";
  CHECK(output("calibrate --measurements " + measured + " -o " + file).empty());
  const Json calibration = Json::parse(folder.read("cal.json"));
  CHECK(calibration.at("schema") == "llmsize.calibration/1");
  CHECK(calibration.at("software") == "nemo");
  const Json& gemm = calibration.at("values").at("software.gemm_efficiency");
  CHECK(gemm.at("p10") < gemm.at("median"));
  CHECK(gemm.at("median") < gemm.at("p90"));
  CHECK(gemm.at("n") == 5);
  CHECK(gemm.at("origin") == "fitted to 5 rows of runs.csv");

  const Json before = document("train " + llama), after = document("train " + llama + " --calibration " + file);
  const auto step = [](const Json& found) {
    return found.at("results").at("training.step_time").at("value").get<double>();
  };
  CHECK(step(before) != step(after));
  const auto efficiency = [](const Json& found) { return found.at("scenario").at("software.gemm_efficiency"); };
  CHECK(efficiency(after).at("value") == gemm.at("median"));
  CHECK_THAT(efficiency(after).at("origin").get<std::string>(), Contains("fitted to 5 rows of runs.csv"));
  CHECK_THAT(efficiency(before).at("origin").get<std::string>(), Contains("stack nemo"));
  // What is calibrated predicts its own runs no worse.
  const auto error = [&](const std::string& more) {
    return document("validate --measurements " + measured + more)
        .at("results")
        .at("validation.mean_abs_error")
        .at("value")
        .get<double>();
  };
  CHECK(error(" --calibration " + file) < error(""));
}

TEST_CASE("A calibration by one run answers with that run, and tells of those that contradict the others") {
  const Folder folder;
  const std::string shape = "R1,mine,dgx-h100,H100-SXM-80GB,64,8192,4,4,8,1,128,nemo,1,yes,llama-3-70b,",
                    header =
                        "id,source,cluster.system,gpu,gpus,seq,tp,pp,vpp,micro_batch,global_batch,software,"
                        "zero,sequence_parallel,model,iteration_s\n",
                    layout =
                        " --model llama-3-70b --system dgx-h100 --nodes 8 --tp 4 --pp 4 --interleave 8 "
                        "--micro-batch 1 --global-batch 128 --sequence 8192 --software nemo --zero 1 "
                        "--sequence-parallel",
                    file = folder / "one.json";
  CHECK(
      output("calibrate --measurements " + folder.write("one.csv", header + shape + "17.5\n") + " -o " + file).empty());
  const Json one = Json::parse(folder.read("one.json"));
  REQUIRE(one.at("rows").size() == 1);
  CHECK(one.at("rows").at(0).at("measured") == 17.5);
  CHECK(one.at("rows").at(0).at("before") < 17.0);
  CHECK(one.at("rows").at(0).at("after").get<double>() == Approx(17.5).epsilon(0.01));
  const Json answer = document("train" + layout + " --layout plain --calibration " + file);
  CHECK(answer.at("results").at("training.step_time").at("value").get<double>() == Approx(17.5).epsilon(0.01));

  const auto named = [&](const std::string& id) { return id + shape.substr(2); };
  const std::string three = header + named("R1") + "14.2\n" + named("R2") + "14.3\n" + named("R3") + "19\n";
  const Outcome said = run_line("calibrate --measurements " + folder.write("three.csv", three));
  CHECK(said.exit == done);
  CHECK_THAT(said.err, Contains("run R3 took 19.0 s") && Contains("check the layout in its row"));
  CHECK_THAT(said.err, !Contains("run R1"));
  CHECK_THAT(said.out, Contains("Step-time error of these 3 runs, mean:"));
}

TEST_CASE("Runs faster than the peak of their GPUs are neither compared nor calibrated from") {
  const Folder folder;
  const std::string header =
      "id,model,system,nodes,software,precision,tp,pp,micro_batch,global_batch,sequence,zero,recompute,iteration_s\n";
  const std::string run = ",gpt3-175b,dgx-h100,1,NeMo 24.12,bf16,2,1,1,128,8192,1,none,";
  const std::string fast = folder.write("fast.csv", header + "a" + run + "15\n");
  for (const char* command : {"calibrate", "validate"})
    check_line_refused(
        std::string(command) + " --measurements " + fast, data, {"fast.csv", "15.0 s", "peak FLOP/s of 8 GPUs"});
  const std::string mixed = folder.write("mixed.csv", header + "a" + run + "15\nb" + run + "400\n");
  const Outcome told = run_line("calibrate --measurements " + mixed + " -o " + (folder / "cal.json"));
  CHECK(told.exit == done);
  CHECK_THAT(told.err, Contains("1 row is left out; a: a step of 15.0 s"));

  const std::string served = "model,system,tp,gpus,input_len,output_len,concurrency,metric,value,unit\n";
  const std::string of = "llama-3.1-70b,dgx-h100,4,4,1000,1000,16,";
  const auto refused = [&](const std::string& row, const std::vector<std::string>& phrases) {
    check_line_refused("calibrate --measurements " + folder.write("s.csv", served + of + row + "\n"), data, phrases);
  };
  refused("tpot_mean,1,ms", {"s.csv", "1 ms is less", "peak memory bandwidth", "10.4 ms"});
  refused("throughput_output,1e6,tokens/s", {"s.csv", "peak FLOP/s", "at most"});
  refused("tpot_mean,-5,ms", {"'-5' is not a number above zero"});
  refused("tpot_mean,5,km", {"invalid unit 'km'"});
}

TEST_CASE("A calibration from records changes exactly the inputs that were measured, and compare shows both") {
  const Folder folder;
  const std::string file = folder / "cal.json";
  CHECK(output("calibrate " + in_tree("docs/examples/probe-record.json") + " -o " + file).empty());
  const Json measured = Json::parse(folder.read("cal.json")).at("values");
  const std::string line = "train " + llama + " --offload cpu";
  const Json before = document(line).at("scenario"), after = document(line + " --calibration " + file).at("scenario");
  std::set<std::string> changed;
  for (const auto& [key, input] : after.items()) {
    const bool same = before.contains(key) && before.at(key).at("value") == input.at("value");
    if (!same) changed.insert(key);
    const bool is_measured = input.at("origin").get<std::string>().starts_with("measured");
    CHECK((key + (is_measured ? " measured" : "")) == key + (measured.contains(key) ? " measured" : ""));
  }
  CHECK(changed == std::set<std::string>{"data.cache_rate", "node.host_bandwidth", "node.nvme_read"});
  CHECK_THAT(
      output("explain node.host_bandwidth " + llama + " --calibration " + file),
      Contains("Source: measured here on be63cab81358"));

  const Json both = rows(
      "compare " + llama + " --offload cpu --results training.step_time,offload.throughput --calibration none," + file);
  REQUIRE(both.size() == 2);
  CHECK(both.at(0).at("training.step_time") == document(line).at("results").at("training.step_time").at("value"));
  CHECK(
      both.at(1).at("training.step_time") ==
      document(line + " --calibration " + file).at("results").at("training.step_time").at("value"));
  CHECK(both.at(0).at("training.step_time") < both.at(1).at("training.step_time"));
  check_line_refused(
      "compare " + llama + " --calibration " + file, usage,
      {"expected two scenarios or more", "--calibration none,FILE"});
}

TEST_CASE("A calibration of one GPU is not taken for another, wherever it is given") {
  const Folder folder;
  const std::string file = folder.write(
      "cal.json",
      R"({"schema": "llmsize.calibration/1", "accelerator": "h100-sxm5-80gb", "values": {"accelerator.sustained_16": )"
      R"({"median": 0.5, "p10": 0.49, "p90": 0.51, "n": 1, "origin": "measured here on gpu-01, 2026-01-31"}}})");
  const std::string machine = "--model llama-3-70b --nodes 8 --tp 8 --pp 4 --global-batch 128 --zero 1";
  const std::string said = "calibration.other_accelerator The calibration was measured on NVIDIA H100 SXM5 80GB";
  CHECK_THAT(output("train " + machine + " --system dgx-b200 --detail --calibration " + file), Contains(said));
  CHECK_THAT(
      output("train " + machine + " --system dgx-h100 --detail --calibration " + file), !Contains("other_accelerator"));
  const std::string both = "compare " + machine + " --system dgx-h100,dgx-b200 --calibration " + file;
  CHECK_THAT(output(both), Contains(said));
  CHECK(document(both).at("findings").at(0).at("id") == "calibration.other_accelerator");
  CHECK(document(both).at("findings").size() == 1);
}

TEST_CASE("What explains a calibrated answer names the calibration") {
  const Folder folder;
  const std::string file = folder / "my cal.json";
  CHECK(run({{"calibrate", in_tree("docs/examples/probe-record.json"), "-o", file}, {}}).exit == done);
  std::vector<std::string> line = words("train --detail " + llama);
  line.insert(line.end(), {"--calibration", file});
  const std::string told = run({line, {}}).out;
  CHECK_THAT(told, Catch::EndsWith("--calibration '" + file + "'\n"));
}

TEST_CASE("Records and calibrations in each other's place are told apart") {
  const Folder folder;
  const std::string record = in_tree("docs/examples/probe-record.json"), file = folder / "cal.json";
  CHECK(output("calibrate " + record + " -o " + file).empty());
  check_line_refused("calibrate " + file, data, {"cal.json: expected a probe record; this is a calibration"});
  check_line_refused("train " + llama + " --calibration " + record, data, {"expected a calibration; this is a record"});
  const std::string copy = folder.write("copy.json", Json::parse(std::ifstream(record)).dump());
  check_refused({"calibrate", copy, "-o", copy, "--force"}, usage, {"copy.json is read by this command"});
  CHECK(Json::parse(folder.read("copy.json")).at("schema") == "llmsize.probe/1");
}

TEST_CASE("A calibration is shown beside the stack it starts from") {
  const Folder folder;
  const std::string line = "calibrate --measurements " + folder.write("runs.csv", runs);
  CHECK_THAT(
      output(line), Contains("5 rows of runs.csv, starting from stack nemo") && Contains("software.gemm_efficiency"));
  CHECK_THAT(output(line + " --software torchtitan --quiet"), Contains("starting from stack torchtitan"));
  CHECK(lines(output(line + " --csv")) > 10);
}

TEST_CASE("Measurements and calibrations that cannot be read are refused") {
  const Folder folder;
  const std::string wrong = folder.write("wrong.csv", "model,tp\ngpt3-13b,2\n"), empty = folder.write("empty.csv", "");
  const std::string unusable =
      folder.write("unusable.csv", "id,source,gpu,gpus,seq,iteration_s\na,mine,H100-SXM-80GB,8,2048,1\n");
  const std::string broken =
      folder.write("broken.json", R"({"schema": "llmsize.calibration/1", "values": {"software.none": 1}})");
  for (const std::string command : {"validate", "calibrate"}) {
    check_line_refused(command, usage, {"--measurements"});
    check_line_refused(command + " --measurements " + (folder / "none.csv"), file, {"none.csv: no such file"});
    check_line_refused(command + " --measurements " + wrong, data, {"wrong.csv", "one of the columns iteration_s"});
    check_line_refused(command + " --measurements " + empty, data, {"empty.csv", "expected a header"});
    check_line_refused(command + " --measurements " + unusable, data, {"unusable.csv: no row"});
  }
  check_line_refused("train " + llama + " --calibration " + (folder / "none.json"), file, {"none.json"});
  check_line_refused("train " + llama + " --calibration " + broken, data, {"broken.json", "'software.none'"});
  check_line_refused("train " + llama + " --calibration " + wrong, data, {"wrong.csv"});
}

TEST_CASE("Titles above the header of measured rows are left out, as in sheets of scenarios") {
  const Folder folder;
  const std::string plain = folder.write("runs.csv", runs);
  const std::string titled = folder.write("titled.csv", "Runs of our cluster,May 2026\n\n" + runs);
  const auto answer_of = [](const std::string& file) {
    return document("validate --quiet --measurements " + file).at("results");
  };
  CHECK(answer_of(titled) == answer_of(plain));
  const Outcome found = run_line("calibrate --measurements " + titled);
  CHECK(found.exit == done);
  CHECK_THAT(found.err, Contains("titled.csv: header in row 3; 1 row above it is left out"));
  const std::string served =
      "model,gpu,gpus,input_tokens,output_tokens,concurrency,metric,value\nllama-3.1-8b,H100-SXM-80GB,1,1000,100,8,"
      "tpot,0.01\n";
  const auto rows_of = [&](const std::string& name, const std::string& text) {
    return run_line("validate --csv --measurements " + folder.write(name, text)).out;
  };
  CHECK(lines(rows_of("served.csv", "Load tests\n" + served)) == lines(rows_of("served.csv", served)));
}

TEST_CASE("A training answers with every result of its room, and with the parts of a step") {
  const Json found = document("train " + llama + " --tokens 1T");
  for (const ResultRow& row : results()) {
    if (row.about->id.substr(0, 9) != "training.") continue;
    INFO(row.about->id);
    REQUIRE(found.at("results").contains(std::string(row.about->id)));
    CHECK(found.at("results").at(std::string(row.about->id)).at("value").is_number());
  }
  CHECK(found.at("results").at("training.step_time").contains("p10"));
  CHECK_THAT(
      output("train --detail " + llama + " --tokens 1T"),
      Contains("Pipeline bubble") && Contains("Step time") && Contains("P10–P90"));
}

}  // namespace
}  // namespace llmsize::tests
