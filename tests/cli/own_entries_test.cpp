// SPDX-License-Identifier: Apache-2.0
// Entries of the user's own: schemas to write them by, conditions to pick them by, import of Hugging Face configs,
// folders that hold them.
#include "answers.hpp"
#include "folder.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

namespace llmsize::tests {
namespace {

using Catch::Contains;
using Json = nlohmann::json;

const std::string hugging_face = fixture("hf-configs") + "/";

TEST_CASE("The catalog gives a schema for every kind, as JSON alone") {
  for (const char* kind :
       {"models", "systems", "accelerators", "networks", "storage", "guidelines", "drives", "scenarios",
        "assumptions"}) {
    CAPTURE(kind);
    CHECK(
        Json::parse(output(std::string("catalog --schema ") + kind)).at("$schema") ==
        "http://json-schema.org/draft-07/schema#");
  }
  check_line_refused("catalog --schema modle", unknown_id, {"did you mean 'models'?"});
  CHECK(run_line("catalog --schema models --csv").exit == usage);
}

TEST_CASE("The catalog gives the entries that all conditions hold for") {
  const Json large = rows("catalog accelerators --where vendor=AMD --where memory_label>=192GB");
  REQUIRE(large.size() == 5);
  CHECK(large[0]["id"] == "mi300x");
  CHECK(rows("catalog systems --where id=dgx-h100").size() == 1);
  CHECK(lines(output("catalog models --where no-such-model --csv")) == 1);
  check_line_refused(
      "catalog accelerators --where memry_label>=80GB", usage, {"--where", "did you mean 'memory_label'?"});
  check_line_refused("catalog accelerators --where memory_label>=big", usage, {"--where", "'big'", "expected a size"});
  check_line_refused("catalog models --where memory_label>=big", usage, {"--where", "'big'", "expected a size"});
}

TEST_CASE("A config.json of Hugging Face gives the same answer imported and as it is") {
  const std::string results =
      " --csv --results model.parameters,model.parameters_active,model.kv_bytes_per_sequence,training.model_flop";
  const auto numbers = [&](const std::string& model) {
    const std::string text = output("memory --model " + model + results);
    return text.substr(text.find('\n') + 1 + model.size());
  };
  for (const char* name :
       {"qwen3-30b-a3b.json", "deepseek-v3.json", "gpt-oss-20b.json", "bloom-176b.json", "gemma-3-4b-it.json"}) {
    CAPTURE(name);
    const Folder folder;
    CHECK(output("import " + hugging_face + name + " -o " + (folder / "my-model.json")).empty());
    CHECK(Json::parse(folder.read("my-model.json")).at("id") == "my-model");
    CHECK(numbers(folder / "my-model.json") == numbers(hugging_face + name));
  }
  const Folder folder;
  check_line_refused(
      "import " + folder.write("a.json", "{}"), data, {"a.json", "expected the config.json of a Hugging Face model"});
}

const std::string my_accelerator = R"({"id": "my-gpu", "name": "My GPU", "source": "me",
  "accelerator": {"memory_label": "100GB", "memory_reported": "96GiB", "peak_bf16": "500TFLOP/s"}})";
const std::string my_system = R"({"id": "my-node", "name": "My node", "source": "me",
  "accelerator": {"id": "my-gpu"}, "network": {"id": "ib-ndr"}, "node": {"accelerators": 4, "host_memory": "1TB"}})";
const std::string my_model =
    R"({"id": "my-model", "name": "My model", "source": "me", "model": {"parameters_given": "7B"}})";

TEST_CASE("Entries of the user's own work together, from --catalog and from the data folder") {
  const Folder folder;
  for (const std::string& root : {std::string("catalog/"), std::string("data/llmsize/")}) {
    folder.write(root + "hardware-db/accelerators/my-gpu.json", my_accelerator);
    folder.write(root + "hardware-db/systems/my-node.json", my_system);
    folder.write(root + "presets/models/my-model.json", my_model);
  }
  const std::string line =
      "memory --model my-model --system my-node --json --results "
      "model.parameters,memory.gpu_capacity,capacity.gpu_bytes";
  const std::string found = output(line + " --catalog " + (folder / "catalog"));
  const Json results = Json::parse(found).at("results");
  CHECK(results.at("model.parameters").at("value") == 7000000000);
  CHECK(results.at("memory.gpu_capacity").at("value") == 96LL << 30);
  CHECK(results.at("capacity.gpu_bytes").at("value") == 4 * (96LL << 30));
  CHECK(output(line, {{"XDG_DATA_HOME", folder / "data"}}) == found);
  CHECK_THAT(output("catalog models", {{"XDG_DATA_HOME", folder / "data"}}), Contains("my-model"));
  check_line_refused(line, unknown_id, {"'my-model'"});
}

TEST_CASE("A wrong file of the user's is refused with file, place and what is expected") {
  const Folder folder;
  folder.write("hardware-db/accelerators/my-gpu.json", my_accelerator);
  const auto refused = [&](const std::string& text, const std::vector<std::string>& phrases) {
    folder.write("hardware-db/systems/my-node.json", text);
    check_line_refused("memory --model gpt3-13b --system my-node --catalog " + folder.path(), data, phrases);
  };
  const std::string head = R"({"id": "my-node", "name": "My node", "source": "me", )",
                    file = "hardware-db/systems/my-node.json";
  refused(head + R"("node": {"accelerators": [4]}})", {file, "node.accelerators", "expected a number or a text"});
  refused(head + R"("node": {"acelerators": 4}})", {file, "node.acelerators", "did you mean 'node.accelerators'?"});
  refused(head + R"("node": {"accelerators": 0}})", {file, "node.accelerators", "from 1"});
  refused(
      head + R"("model": {"layers": 4}, "node": {"accelerators": 4}})", {file, "'model'", "catalog --schema systems"});
  refused(head + R"("node": {"accelerators": {"value": 4, "sorce": "x"}}})", {file, "node.accelerators", "'sorce'"});
  refused(head + R"("year": "soon", "node": {"accelerators": 4}})", {file, "year", "catalog --schema systems"});
  refused(R"({"id": "my-node", "name": "My node", "node": {"accelerators": 4}})", {file, "source"});
}

}  // namespace
}  // namespace llmsize::tests
