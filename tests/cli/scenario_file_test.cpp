// SPDX-License-Identifier: Apache-2.0
// Bad scenario files: refused by exit code and one sentence with the file, the place in it and what is expected.
#include "folder.hpp"
#include "program.hpp"
#include "refusal.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <unistd.h>

namespace llmsize::tests {
namespace {

std::string repeated(std::size_t times, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

struct BadFile {
  std::string text;
  Exit exit;
  std::vector<std::string> phrases;
};

const BadFile bad_json[] = {
    {"", data, {"line 1, column 1", "the file is empty"}},
    {" \n\n", data, {"line 1, column 1", "the file is empty"}},
    {R"({"model": {"layers": 96)", data, {"line 1, column 24", "unexpected end"}},
    {"{\n  \"model\": {\n    \"layers\": 96,\n  }\n}", data, {"line 4"}},
    {R"({"model": {"layers": 96}} x)", data, {"line 1, column 27"}},
    {R"({"model": {"layers": NaN}})", data, {"line 1, column 22"}},
    {R"({"model": {"layers": Infinity}})", data, {"line 1, column 22"}},
    {R"({"model": {"layers": 1e999}})", data, {"1e999"}},
    {R"({'model': {}})", data, {"line 1, column 2"}},
    {R"({"model": {"layers": 96, "layers": 97}})", data, {"'layers'", "twice"}},
    {R"({"model": {"layers": 96}, "model": {"layers": 97}})", data, {"'model'", "twice"}},
    {std::string("\0\1\2\xff\xfe\x80", 6), data, {"line 1, byte 1", "UTF-8"}},
    {"\177ELF\2\1\1", data, {"line 1, column 1"}},
    {"{\"model\": {\"layers\": \"\xff\xfe\"}}", data, {"line 1", "UTF-8"}},
    {"{\"mod\xff\": 3}", data, {"line 1", "UTF-8"}},
    {repeated(100'000, "["), data, {"deep"}},
    {repeated(200, "["), data, {"deep"}},
    {repeated(100'000, R"({"a":)"), data, {"deep"}},
    {repeated(200, "[") + repeated(200, "]"), data, {"deep"}},
};
TEST_CASE("What is no JSON is refused with line and column") {
  const Folder folder;
  for (const BadFile& bad : bad_json) {
    const std::string path = folder.write("plan.llmsize", bad.text);
    std::vector<std::string> phrases = bad.phrases;
    phrases.push_back("plan.llmsize");
    check_line_refused("memory --scenario " + path, bad.exit, phrases);
  }
}

const BadFile bad_scenarios[] = {
    {"[]", data, {"object"}},
    {"96", data, {"object"}},
    {"null", data, {"object"}},
    {R"("gpt3-175b")", data, {"object"}},
    {R"({"model": {"layes": 96}})", data, {"'model.layes'", "did you mean 'model.layers'"}},
    {R"({"modl": {"layers": 96}})", data, {"'modl.layers'", "did you mean 'model.layers'"}},
    {R"({"layers": 96})", data, {"'layers'", "did you mean 'model.layers'"}},
    {R"({"": 3})", data, {"''"}},
    {R"({"model": {"": 3}})", data, {"model"}},
    {R"({"model": {"layers": null}})", data, {"model.layers", "number or a text"}},
    {R"({"model": {"layers": [96]}})", data, {"model.layers", "list", "expected one value"}},
    {R"({"model": {"layers": {"value": 96}}})", data, {"model.layers", "number or a text"}},
    {R"({"model": {"layers": true}})", data, {"model.layers", "expected a count"}},
    {R"({"model": {"layers": "many"}})", data, {"model.layers", "'many'", "expected a count"}},
    {R"({"model": {"layers": 96.5}})", data, {"model.layers", "'96.5'", "expected a whole number"}},
    {R"({"model": {"layers": -96}})", data, {"model.layers", "'-96'", "expected a value from"}},
    {R"({"model": {"layers": 1e30}})", data, {"model.layers", "expected a value from"}},
    {R"({"model": {"tied_embeddings": 2}})", data, {"model.tied_embeddings", "'2'"}},
    {R"({"goal": {"deadline": "30GB"}})", data, {"goal.deadline", "'30GB'", "expected a duration"}},
    {R"({"node": {"host_memory": "80G"}})", data, {"node.host_memory", "'80G'", "expected a size"}},
    {R"({"layout": {"zero": "three"}})", data, {"layout.zero", "'three'", "hybrid"}},
    {R"({"memory": {"recipe": null}})", data, {"memory.recipe", "number or a text"}},
    {R"({"memory": {"recipe": "adm16"}})", data, {"memory.recipe", "did you mean 'adam16'?"}},
    {R"({"schema_version": 2})", data, {"schema_version", "2", "expected 1"}},
    {R"({"schema_version": 0})", data, {"schema_version", "expected 1"}},
    {R"({"schema_version": "1"})", data, {"schema_version", "expected 1"}},
    {R"({"schema_version": null})", data, {"schema_version", "expected 1"}},
};
TEST_CASE("What is no scenario is refused with the field") {
  const Folder folder;
  for (const BadFile& bad : bad_scenarios) {
    const std::string path = folder.write("plan.llmsize", bad.text);
    std::vector<std::string> phrases = bad.phrases;
    phrases.push_back("plan.llmsize");
    check_line_refused("memory --scenario " + path, bad.exit, phrases);
  }
}

TEST_CASE("A field with a long or strange name is refused in one short sentence") {
  const Folder folder;
  for (const std::string& name : {std::string(100'000, 'a'), std::string(R"(a\nb\u001b[31m)")}) {
    check_line_refused(
        "memory --scenario " + folder.write("a.llmsize", R"({"model": {")" + name + R"(": 3}})"), data, {"a.llmsize"});
    check_line_refused(
        "memory --scenario " + folder.write("a.llmsize", R"({"model": {"layers": ")" + name + R"("}})"), data,
        {"model.layers"});
    check_line_refused(
        "memory --scenario " + folder.write("a.llmsize", R"({"schema_version": ")" + name + R"("})"), data,
        {"schema_version"});
    check_line_refused(
        "memory --scenario " + folder.write("a.llmsize", "{\"model\": {\"layers\": " + name + "}}"), data, {"line 1"});
  }
}

TEST_CASE("An unknown id in a file is an unknown id") {
  const Folder folder;
  for (const std::string text : {R"({"model": {"id": "gtp3-175b"}})", R"({"model": "gtp3-175b"})"})
    check_line_refused(
        "memory --scenario " + folder.write("plan.llmsize", text), unknown_id,
        {"'gtp3-175b'", "did you mean 'gpt3-175b'?"});
}

TEST_CASE("Degrees that contradict each other in a file name the file") {
  const Folder folder;
  check_line_refused(
      "memory --scenario " + folder.write("plan.llmsize", R"({"cluster": {"gpus": 12}, "layout": {"tensor": 8}})"),
      usage, {"plan.llmsize: cluster.gpus", "12", "TP 8"});
}

TEST_CASE("What cannot be read is refused as a file") {
  const Folder folder;
  check_line_refused("memory --scenario " + (folder / "none.llmsize"), file, {"none.llmsize", "no such file"});
  check_line_refused("memory --scenario " + folder.path(), file, {folder.path(), "directory"});
  check_line_refused("memory --scenario " + folder.write("plan.llmsize", "{}") + "/x", file, {"plan.llmsize/x"});
}

TEST_CASE("A file that may not be read is refused as a file") {
  if (geteuid() == 0) {
    WARN("skipped: root may read everything");
    return;
  }
  const Folder folder;
  const std::string path = folder.write("plan.llmsize", "{}");
  chmod(path.c_str(), 0);
  check_line_refused("memory --scenario " + path, file, {"plan.llmsize"});
}

TEST_CASE("A file over 64 MiB is refused before it is parsed") {
  const Folder folder;
  const std::string path = folder.write("plan.llmsize", "{");
  std::filesystem::resize_file(path, std::uintmax_t{65} << 20);
  check_line_refused("memory --scenario " + path, file, {"plan.llmsize", "64 MiB"});
  check_line_refused("memory --scenario /dev/zero", file, {"/dev/zero", "expected a regular file"});
}

TEST_CASE("A scenario file says what options say, and options override it") {
  const Folder folder;
  const std::string path = folder.write(
      "plan.llmsize",
      R"({"schema_version": 1, "model": {"id": "gpt3-175b"}, "cluster": {"system": "dgx-h100", "nodes": 32},
    "layout": {"search": "best", "tensor": 8, "pipeline": "16", "zero": 1, "sequence_parallel": true}})");
  const std::string options =
      "--model gpt3-175b --system dgx-h100 --nodes 32 --layout best --tp 8 --pp 16 --sequence-parallel --zero";
  const auto output = [](const std::string& line) {
    const Outcome outcome = run({words(line)});
    CHECK(outcome.exit == done);
    return outcome.out;
  };
  CHECK(output("memory --csv --scenario " + path) == output("memory --csv " + options + " 1"));
  CHECK(output("memory --csv --zero 3 --scenario " + path) == output("memory --csv " + options + " 3"));
  CHECK(output("memory --csv --set layout.zero=3 --scenario " + path) == output("memory --csv " + options + " 3"));
}

TEST_CASE("A byte order mark is no error") {
  const Folder folder;
  CHECK(
      run({{"memory", "--scenario", folder.write("plan.llmsize", "\xef\xbb\xbf{\"model\": {\"id\": \"gpt3-175b\"}}")}})
          .exit == done);
}

}  // namespace
}  // namespace llmsize::tests
