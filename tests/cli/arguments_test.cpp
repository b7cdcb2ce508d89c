// SPDX-License-Identifier: Apache-2.0
// Bad arguments: every slip is refused by its exit code and one sentence that names the culprit and what would have
// been right.
#include "answers.hpp"
#include "program.hpp"
#include "refusal.hpp"

#include <catch2/catch.hpp>

namespace llmsize::tests {
namespace {

struct Refusal {
  std::string line;
  Exit exit;
  std::vector<std::string> phrases;
};

template <std::size_t size>
void check_all(const Refusal (&refusals)[size]) {
  for (const Refusal& refusal : refusals) check_line_refused(refusal.line, refusal.exit, refusal.phrases);
}

const Refusal names[] = {
    {"memry", usage, {"unknown command 'memry'", "did you mean 'memory'?"}},
    {"--modle gpt3-175b", usage, {"unknown option '--modle'"}},
    {"memory --modle gpt3-175b", usage, {"unknown option '--modle'", "did you mean '--model'"}},
    {"memory --modl gpt3-175b", usage, {"unknown option '--modl'", "did you mean '--model' or '--mode'?"}},
    {"memory --recomputation full", usage, {"unknown option '--recomputation'"}},
    {"size --operatoin tuned", usage, {"did you mean '--overhead'?"}},
    {"memory --model.layer 3", usage, {"unknown option '--model.layer'", "did you mean '--model.layers'?"}},
    {"memory -x", usage, {"unknown option '-x'"}},
    {"memory gpt3-175b", usage, {"unexpected argument 'gpt3-175b'", "--model gpt3-175b"}},
    {"bom dgx-h100", usage, {"unexpected argument 'dgx-h100'", "--system dgx-h100"}},
    {"bom lots.csv", usage, {"unexpected argument 'lots.csv'", "llmsize run lots.csv"}},
    {"train plan.llmsize", usage, {"unexpected argument 'plan.llmsize'", "--scenario plan.llmsize"}},
    {"audit ddn-bloom-176b", usage, {"unexpected argument 'ddn-bloom-176b'", "--scenario ddn-bloom-176b"}},
    {"bom --system dgx-h100 --nodes 20 --switch qm9701", unknown_id, {"unknown switch 'qm9701'", "'qm9700'"}},
    {"catalog gpu", unknown_id, {"unknown kind or ID 'gpu'", "'accelerators'"}},
    {"catalog results training.step_time", usage, {"llmsize explain training.step_time"}},
    {"catalog results training.step_tim", usage, {"did you mean 'training.step_time'?"}},
    {"catalog inputs tp", usage, {"llmsize explain layout.tensor"}},
    {"catalog accelerators --where memory=80GB", usage, {"accelerators have no field 'memory'", "'memory_label'"}},
    {"explain dgx-h100", unknown_id, {"an entry of the catalog", "llmsize catalog dgx-h100"}},
    {"memory size", usage, {"unexpected argument 'size'"}},
    {"memory --set model.layer=3", usage, {"'model.layer'", "did you mean 'model.layers'"}},
    {"memory --set layers=3", usage, {"'layers'", "did you mean 'model.layers'"}},
    {"memory --set =3", usage, {"--set", "''"}},
    {"size --precision best --layout plain",
     usage,
     {"--precision and --layout exclude each other", "use --precision bf16"}},
    {"memory --set model.layers", usage, {"--set", "'model.layers'", "expected KEY=VALUE"}},
    {"memory --model gtp3-175b", unknown_id, {"'gtp3-175b'", "model", "did you mean 'gpt3-175b'?"}},
    {"memory --system dgx-h10", unknown_id, {"'dgx-h10'", "system", "did you mean 'dgx-h100'?"}},
    {"memory --accelerator h100", unknown_id, {"'h100'", "accelerator", "'h100-sxm5-80gb'"}},
    {"memory --network ib-ndx", unknown_id, {"'ib-ndx'", "network", "did you mean 'ib-ndr'?"}},
    {"memory --storage ai400x2", unknown_id, {"'ai400x2'", "storage", "did you mean 'ddn-ai400x2'"}},
    {"memory --results memory.weigts", unknown_id, {"'memory.weigts'", "did you mean 'memory.weights'?"}},
    {"size --results all,memory.weigts", unknown_id, {"'memory.weigts'", "did you mean 'memory.weights'?"}},
    {"explain training.tiem", unknown_id, {"did you mean 'training.total_step_time'"}},
    {"explain memory.gpu_totl", unknown_id, {"'memory.gpu_totl'", "did you mean 'memory.gpu_total'?"}},
    {"catalog systms", unknown_id, {"'systms'", "did you mean 'systems'?"}},
    {"catalog dgx-h10", unknown_id, {"'dgx-h10'", "did you mean 'dgx-h100'?"}},
    {"catalog systems dgx-h10", unknown_id, {"'dgx-h10'", "did you mean 'dgx-h100'?"}},
    {"memory --zero 4", usage, {"--zero", "'4'", "0, 1, 2, 3 or hybrid"}},
    {"memory --recipe adm16", usage, {"--recipe", "'adm16'", "did you mean 'adam16'?"}},
    {"memory --offload disk", usage, {"--offload", "'disk'", "gpu, cpu, nvme or shared"}},
    {"memory --precision fb16", usage, {"--precision", "'fb16'", "bf16"}},
    {"memory --recompute partial", usage, {"--recompute", "'partial'", "none, selective or full"}},
    {"memory --memory-basis lable", usage, {"--memory-basis", "did you mean 'label'?"}},
    {"memory --set layout.zero=4", usage, {"--set layout.zero", "'4'"}},
};
TEST_CASE("A misspelt name is refused with the nearest one") { check_all(names); }

const Refusal beyond[] = {
    {"size --mode rl --model llama-3-8b", data, {"--mode: reinforcement learning is not modeled; nearest"}},
    {"size --sites 2", data, {"--sites: training across several sites is not modeled"}},
    {"plan --spot", data, {"--spot: spot capacity is not modeled"}},
    {"data --set data.images=1M", data, {"image and video ingest is not modeled"}},
};
TEST_CASE("What is not modeled is refused with the nearest question") { check_all(beyond); }

const Refusal numbers[] = {
    {"size --deadline 400Gb", usage, {"--deadline", "'400Gb'", "expected a duration"}},
    {"size --deadline 30m", usage, {"--deadline", "'30m'", "expected a duration"}},
    {"memory --parameters 80GB", usage, {"--parameters", "'80GB'", "expected a count"}},
    {"size --tokens 30d", usage, {"--tokens", "'30d'", "expected a count"}},
    {"memory --node.host_memory 30d", usage, {"--node.host_memory", "'30d'", "expected a size"}},
    {"memory --node.host_memory 80G", usage, {"--node.host_memory", "'80G'", "expected a size", "80GB, 80GiB"}},
    {"memory --node.nic_rate 400GB", usage, {"--node.nic_rate", "'400GB'", "expected a bandwidth"}},
    {"memory --accelerator.peak 989TB/s", usage, {"--accelerator.peak", "'989TB/s'", "expected a rate of computation"}},
    {"size --utilisation 40W", usage, {"--utilisation", "'40W'", "expected a ratio"}},
    {"memory --sequence-parallel=maybe", usage, {"--sequence-parallel", "'maybe'", "expected yes or no"}},
    {"memory --tp eight", usage, {"--tp", "'eight'", "expected a count"}},
    {"memory --tp 0x8", usage, {"--tp", "'0x8'", "expected a count"}},
    {"memory --tp 1,024", usage, {"--tp", "'1,024'", "expected a count", "write 1024, or 'llmsize sweep'"}},
    {"sweep --tokens 300,000", usage, {"--tokens", "'300,000'", "without thousands separators", "write 300000"}},
    {"memory --tp nan", usage, {"--tp", "'nan'", "expected a count"}},
    {"memory --tp inf", usage, {"--tp", "'inf'", "expected a count"}},
    {"memory --tp 1e999", usage, {"--tp", "'1e999'", "expected a count"}},
    {"memory --set workload.tokens=infinity", usage, {"--set workload.tokens", "'infinity'", "expected a count"}},
    {"memory --tp -1", usage, {"--tp", "'-1'", "expected a value from", "from 1 to"}},
    {"memory --tp 0", usage, {"--tp", "'0'", "expected a value from", "from 1 to"}},
    {"memory --parameters -17B", usage, {"--parameters", "'-17B'", "expected a value from"}},
    {"memory --node.host_memory -1GB", usage, {"--node.host_memory", "'-1GB'", "expected a value from"}},
    {"size --deadline -30d", usage, {"--deadline", "'-30d'", "expected a value from"}},
    {"memory --tp 1e30", usage, {"--tp", "'1e30'", "expected a value from"}},
    {"memory --parameters 1e300", usage, {"--parameters", "'1e300'", "expected a value from"}},
    {"size --utilisation 150%", usage, {"--utilisation", "'150%'", "expected a value from"}},
    {"memory --recompute-fraction 1.5", usage, {"--recompute-fraction", "'1.5'", "expected a value from"}},
    {"memory --tp 1.5", usage, {"--tp", "'1.5'", "expected a whole number"}},
    {"memory --nodes 0.5", usage, {"--nodes", "'0.5'"}},
    {"memory --set model.layers=96.5", usage, {"--set model.layers", "'96.5'", "expected a whole number"}},
};
TEST_CASE("A value of the wrong kind, sign or size is refused with what is expected") { check_all(numbers); }

TEST_CASE("A short list that may be meant as one number is answered and told") {
  const std::string sweep = "sweep --model gpt3-175b --system dgx-h100 --results model.parameters --nodes ";
  const Outcome outcome = run_line(sweep + "8,192");
  CHECK(outcome.exit == done);
  CHECK(outcome.err == "note: --nodes: '8,192' is a list of 8 and 192; write 8192 for one number\n");
  for (const char* list : {"16,128", "256,512", "8,16", "8,192 --quiet"}) CHECK(run_line(sweep + list).err.empty());
}

const Refusal shapes[] = {
    {"memory --tp", usage, {"--tp", "value"}},
    {"memory --model", usage, {"--model", "value"}},
    {"memory --set", usage, {"--set", "value"}},
    {"memory --format=", usage, {"--format", "value"}},
    {"memory --set model.layers=", usage, {"--set model.layers", "''"}},
    {"memory --tp 2 --tp 4", usage, {"--tp", "more than once"}},
    {"memory --tp 2 --tensor-parallel 4", usage, {"--tp", "more than once"}},
    {"memory --tp 2 --layout.tensor 4", usage, {"--tp", "more than once"}},
    {"memory --model gpt3-175b --model bloom-176b", usage, {"--model", "more than once"}},
    {"memory --format json --format csv", usage, {"--format", "more than once"}},
    {"explain", usage, {"ID"}},
    {"explain memory.weights --depth x", usage, {"--depth", "x"}},
    {"explain memory.weights --depth 21", usage, {"--depth", "21", "20"}},
    {"memory --format xml", usage, {"--format", "'xml'", "json, csv"}},
    {"memory --format jsn", usage, {"--format", "'jsn'", "did you mean 'json'?"}},
    {"memory --color sometimes", usage, {"--color", "'sometimes'", "auto, always or never"}},
    {"catalog systems --format yaml", usage, {"--format", "'yaml'"}},
};
TEST_CASE("A missing, repeated or superfluous value is refused") { check_all(shapes); }

TEST_CASE("Two options that say different things are refused") {
  check_line_refused("memory --json --csv", usage, {"--json", "--csv"});
  check_line_refused("memory --format csv --json", usage, {"--json"});
  check_line_refused("memory --set model.layers=3 --set model.layers=4", usage, {"model.layers", "more than once"});
  check_line_refused("memory --tp 2 --set layout.tensor=4", usage, {"layout.tensor", "more than once"});
}

const Refusal degrees[] = {
    // More GPUs than the nodes have.
    {"memory --model gpt3-175b --system dgx-h100 --gpus 16 --nodes 1", usage, {"--gpus", "16", "8"}},
    {"memory --model gpt3-175b --system hpe-ex235n --nodes 2 --gpus 9", usage, {"--gpus", "9", "4"}},
    // Degrees whose product is another number of GPUs.
    {"memory --model gpt3-175b --gpus 16 --tp 2 --dp 4", usage, {"--gpus", "16", "TP 2", "DP 4", "= 8"}},
    {"memory --model gpt3-175b --system dgx-h100 --nodes 1 --tp 4 --pp 2 --dp 2",
     usage,
     {"--nodes 1", "--dp 2", "16 GPUs", "use 2"}},
    {"size --model gpt3-175b --system dgx-h100 --nodes 2 --cp 2 --dp 3 --layout plain",
     usage,
     {"--nodes", "16", "CP 2 × DP 3 = 6"}},
    // Degrees that do not divide the GPUs.
    {"memory --model gpt3-175b --gpus 12 --tp 8", usage, {"--gpus", "12", "TP 8", "--gpus 16 gives DP 2"}},
    {"memory --model gpt3-175b --system dgx-h100 --nodes 3 --tp 5 --layout plain",
     usage,
     {"24 GPUs (--nodes 3)", "TP 5", "--nodes 5 gives DP 8"}},
    {"explain memory.gpu_total --model gpt3-175b --gpus 100 --pp 3", usage, {"--gpus", "100", "PP 3", "= 3"}},
};
TEST_CASE("Degrees that contradict the number of GPUs are refused with both numbers") { check_all(degrees); }

TEST_CASE("A model that cannot be is refused or found") {
  const std::string experts = "memory --model gpt3-175b --model.experts 8 --check ";
  for (const std::string more :
       {"--model.experts_per_token 9", "--model.experts_per_token 2 --model.moe_layers 97",
        "--model.experts_per_token 0"}) {
    const Outcome outcome = run({words(experts + more)});
    INFO(more);
    CHECK((outcome.exit == usage || outcome.exit == check_failed));
  }
}

TEST_CASE("Help for an unknown command names that command") {
  check_refused({"help", "memry"}, usage, {"'memry'", "did you mean 'memory'?"});
  check_refused({"help", "--foo"}, usage, {"'--foo'"});
}

TEST_CASE("An option in front of the command is refused with where it belongs") {
  const Outcome outcome = run({{"--model", "gpt3-175b", "memory"}});
  CHECK(outcome.exit == usage);
  CHECK_THAT(outcome.err, Catch::Contains("'--model'") && !Catch::Contains("did you mean '--model'"));
}

TEST_CASE("What a value that is not used is given for is refused") {
  check_line_refused("memory --json=3", usage, {"--json"});
  check_line_refused("catalog inputs foo", usage, {"'foo'"});
  check_line_refused("memory --results ,", usage, {"--results"});
}

TEST_CASE("A setting of the environment is checked like its option") {
  const Outcome format = run({{"memory"}, {{"LLMSIZE_FORMAT", "xml"}}});
  CHECK(format.exit == usage);
  CHECK_THAT(format.err, Catch::Contains("'xml'"));
  const Outcome catalog = run({{"memory"}, {{"LLMSIZE_CATALOG", "/no/such/folder"}}});
  CHECK(catalog.exit == file);
  CHECK_THAT(catalog.err, Catch::Contains("/no/such/folder"));
}

TEST_CASE("Hostile text comes back as one short sentence without control characters") {
  const std::string lines = "a\nb\x1b[31m\t",
                    accents = "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9";
  const std::string long_name(100'000, 'a'), long_accents = "a" + accents + accents + accents + accents + accents,
                                             no_utf8 = "\xff\xfe";
  for (const std::string& text : {lines, long_name, long_accents, no_utf8}) {
    check_refused({text}, usage, {"command"});
    check_refused({"memory", text}, usage, {"argument"});
    check_refused({"memory", "--" + text}, usage, {"option"});
    check_refused({"memory", "--model", text}, unknown_id, {"model"});
    check_refused({"memory", "--tp", text}, usage, {"--tp"});
    check_refused({"memory", "--zero", text}, usage, {"--zero"});
    check_refused({"memory", "--set", text}, usage, {"--set"});
    check_refused({"memory", "--set", text + "=3"}, usage, {"--set"});
    check_refused({"memory", "--results", text}, unknown_id, {"--results"});
    check_refused({"memory", "--format", text}, usage, {"--format"});
    check_refused({"memory", "--color", text}, usage, {"--color"});
    check_refused({"memory", "--scenario", text}, file, {});
    check_refused({"memory", "--catalog", text}, file, {});
    check_refused({"memory", "-o", "/no/such/folder/" + text}, file, {});
    check_refused({"explain", text}, unknown_id, {});
    check_refused({"explain", "memory.weights", "--depth", text}, usage, {"--depth"});
    check_refused({"catalog", text}, unknown_id, {});
    check_refused({"catalog", "models", text}, unknown_id, {});
  }
}

TEST_CASE("An empty argument is refused") {
  check_refused({""}, usage, {"command"});
  check_refused({"memory", ""}, usage, {"argument"});
  check_refused({"memory", "--model", ""}, usage, {"--model"});
  check_refused({"memory", "--tp", ""}, usage, {"--tp"});
  check_refused({"memory", "--scenario", ""}, usage, {"--scenario"});
  check_refused({"memory", "-o", ""}, usage, {"-o"});
  check_refused({"memory", "--results", ""}, usage, {"--results"});
}

TEST_CASE("--check tells by exit code 1 that a finding is an error, and nothing else does") {
  const auto exit_of = [](const std::string& line) { return run({words(line)}).exit; };
  const std::string too_large = "memory --parameters 17B --accelerator h100-sxm5-80gb --gpus 1";
  CHECK(exit_of(too_large) == done);
  CHECK(exit_of(too_large + " --check") == check_failed);
  CHECK(exit_of(too_large + " --check --json") == check_failed);
  CHECK(exit_of("memory --parameters 1B --accelerator h100-sxm5-80gb --gpus 1 --check") == done);
  CHECK(
      exit_of("size --model gpt3-175b --system dgx-h100 --nodes 8 --tokens 300B --deadline 30d --check") ==
      check_failed);
  CHECK(exit_of("size --model gpt3-175b --system dgx-h100 --tokens 300B --deadline 30d --check") == done);
  CHECK(exit_of("memory --model gpt3-175b --gpus 5 --tp 5 --check") == check_failed);
}

}  // namespace
}  // namespace llmsize::tests
