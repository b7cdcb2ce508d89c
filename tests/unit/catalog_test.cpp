// SPDX-License-Identifier: Apache-2.0
// The built-in catalog is complete and sourced; a folder takes precedence; what is not there is named with what is
// near.
#include "tests/unit/cases.hpp"

#include "core/catalog/embedded.hpp"
#include "core/inputs/list.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

#include <filesystem>
#include <fstream>
#include <set>

#include <unistd.h>

namespace llmsize::test {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

/// Calls with every entry of every kind.
template <class Visit>
void for_each_entry(Visit visit) {
  for (const std::string_view kind : Catalog::kinds())
    for (const std::string_view id : built_in().ids(kind)) {
      CAPTURE(kind, id);
      visit(built_in().entry(kind, id));
    }
}

/// A folder of catalog files that goes away again.
class Folder {
 public:
  explicit Folder(std::string_view name)
      : path_(fs::temp_directory_path() / ("llmsize-" + std::string(name) + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const std::string& file, std::string_view text) const {
    fs::create_directories((path_ / file).parent_path());
    std::ofstream(path_ / file) << text;
  }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

template <class Attempt>
std::pair<std::string, BadInput::Kind> refusal(Attempt attempt) {
  try {
    attempt();
  } catch (const BadInput& error) {
    return {error.what(), error.kind()};
  }
  return {"accepted", BadInput::Kind::usage};
}

TEST_CASE("every entry can be read, has a name, and its id is the name of its file", "[catalog]") {
  for (const std::string_view kind : Catalog::kinds()) {
    CAPTURE(kind);
    // Prices are the users' own.
    CHECK(built_in().ids(kind).empty() == (kind == "price-lists"));
    for (const std::string_view id : built_in().ids(kind)) {
      const Entry& entry = built_in().entry(kind, id);
      CHECK(entry.id == id);
      CHECK(entry.kind == kind);
      CHECK_FALSE(entry.name.empty());
      // Of one link nothing but its name is known; typical software is told by the accelerator.
      CHECK(entry.facts.empty() == (id == "xelink-max1550" || id == "typical"));
    }
  }
}

TEST_CASE(
    "every data file is an entry of a kind, a model type, a scenario, a template, a list of prices or of assumptions",
    "[catalog]") {
  std::set<std::string, std::less<>> known{"assumptions"};
  for (const std::string_view kind : {"model-types", "scenarios", "sheets", "measurements", "prices", "docs", "flags"})
    for (const std::string_view id : built_in().ids(kind)) known.emplace(id);
  for_each_entry([&](const Entry& entry) { known.insert(entry.id); });
  for (const EmbeddedFile& file : embedded_files()) {
    CAPTURE(file.path);
    CHECK(known.count(fs::path(file.path).stem().string()) == 1);
  }
}

TEST_CASE("the data files of the source tree are all built in", "[catalog]") {
  std::set<std::string> embedded, in_tree{"docs/glossary.csv"};
  for (const EmbeddedFile& file : embedded_files()) embedded.insert(std::string(file.path));
  for (const char* folder : {"hardware-db", "presets", "core/launch/flags"})
    for (const auto& file : fs::recursive_directory_iterator(tests::in_tree(folder)))
      if (file.is_regular_file()) in_tree.insert(fs::relative(file.path(), tests::in_tree(".")).string());
  CHECK(embedded == in_tree);
}

TEST_CASE("every fact says where it comes from and is told once", "[catalog]") {
  for_each_entry([](const Entry& entry) {
    std::set<std::string> keys;
    for (const Fact& fact : entry.facts) {
      CAPTURE(fact.key);
      CHECK_FALSE(fact.source.empty());
      CHECK((fact.number.has_value() || !fact.word.empty()));
      CHECK(keys.insert(fact.key).second);
      CHECK(entry.find(fact.key) == &fact);
    }
    CHECK(entry.find("no.such.key") == nullptr);
  });
}

TEST_CASE("what an entry refers to is in the catalog", "[catalog]") {
  std::size_t referring = 0;
  for_each_entry([&](const Entry& entry) {
    for (const Fact& fact : entry.facts)
      if (const Reference* reference = find_reference(fact.key)) {
        CAPTURE(fact.key, fact.word);
        CHECK_NOTHROW(built_in().entry(reference->kind, fact.word));
        ++referring;
      }
  });
  CHECK(referring > 0);
}

TEST_CASE("every entry completes a case", "[catalog]") {
  for (const Reference* reference : references())
    for (const std::string_view id : built_in().ids(reference->kind)) {
      CAPTURE(reference->key, id);
      Said said{{std::string(reference->key), std::string(id)}};
      const auto stacks = built_in().training_stacks();
      const bool trains = std::find(stacks.begin(), stacks.end(), id) != stacks.end();
      if (reference->kind == "software" && !trains) said.emplace_back("workload.mode", "infer");
      const Case plan = completed(said);
      if (id != "typical")
        CHECK(plan.names.at(std::string(reference->key)) == built_in().entry(reference->kind, id).name);
    }
}

TEST_CASE("every model tells its shape and every system what a node needs", "[catalog]") {
  for (const std::string_view id : built_in().ids("models")) {
    CAPTURE(id);
    CHECK_FALSE(is_absent(result(completed({{"model", std::string(id)}}), "model.parameters")));
  }
  for (const std::string_view id : built_in().ids("systems")) {
    CAPTURE(id);
    const Case plan = completed({{"cluster.system", std::string(id)}});
    CHECK(result(plan, "capacity.gpu_bytes") > 0);
    CHECK((given(plan, "accelerator.peak_fp16") > 0 || given(plan, "accelerator.peak_bf16") > 0));
    CHECK(given(plan, "network.rate") > 0);
  }
}

TEST_CASE("a system's accelerator and network are looked up with it", "[catalog]") {
  const Case plan = completed({{"cluster.system", "dgx-h100"}});
  CHECK(plan.words.at("accelerator.id").word == "h100-sxm5-80gb");
  CHECK(plan.words.at("network.id").word == "ib-ndr");
  CHECK(given(plan, "network.rate") == 50e9);

  const Case other = completed({{"cluster.system", "dgx-h100"}, {"accelerator.id", "b200-sxm-180gb"}});
  CHECK(given(other, "accelerator.memory_label") == 180e9);
  CHECK(text(origin(other, "accelerator.memory_label")) == "data sheet b200-sxm-180gb");
}

TEST_CASE("an assumption is for an input that no choice sets, with a reason and a spread", "[catalog][assumptions]") {
  std::set<std::string_view> set_by_choices;
  for (const Choice* choice : choices())
    for (const Option& option : choice->options)
      for (const Setting& setting : option.settings)
        if (setting.key) set_by_choices.insert(setting.key->text());
  const std::set<std::string_view> are_spreads{
      "software.unseen_accelerator", "software.unseen_precision", "software.single_model",  "software.longer_sequence",
      "software.more_gpus",          "software.ageing",           "software.mixture_ageing"};
  CHECK_FALSE(built_in().assumptions().empty());
  for (const Assumption& assumption : built_in().assumptions()) {
    CAPTURE(assumption.key);
    CHECK(InputKey::find(assumption.key));
    CHECK(set_by_choices.count(assumption.key) == 0);
    CHECK_FALSE(find_input(assumption.key)->initial.has_value());
    CHECK_FALSE(assumption.reason.empty());
    // What is asked is not uncertain, unlike what a machine does; a spread has none of its own.
    CHECK((assumption.spread > 0 || assumption.key.starts_with("workload.") || are_spreads.contains(assumption.key)));
    CHECK(assumption.spread < 1);
    for (const std::string& key : assumption.times) CHECK(InputKey::find(key));
    if (!assumption.when_key.empty()) {
      const Choice* choice = find_choice(assumption.when_key);
      REQUIRE(choice);
      CHECK(std::any_of(choice->options.begin(), choice->options.end(), [&](const Option& option) {
        return option.word == assumption.when_word;
      }));
    }
  }
}

const Assumption& assumption_for(std::string_view key, std::string_view when_word) {
  const auto& all = built_in().assumptions();
  return *std::find_if(
      all.begin(), all.end(), [&](const Assumption& each) { return each.key == key && each.when_word == when_word; });
}

TEST_CASE(
    "an assumption steps in only where nothing else tells, and only where what it multiplies is known",
    "[catalog][assumptions]") {
  CHECK(given(completed({}), "software.utilisation") == assumption_for("software.utilisation", "").value);
  CHECK(
      given(completed({{"workload.precision", "fp8"}}), "software.utilisation") ==
      assumption_for("software.utilisation", "fp8").value);
  CHECK(given(completed({{"software.utilisation", "0.3"}}), "software.utilisation") == 0.3);
  CHECK(origin(completed({}), "software.utilisation").kind == Origin::Kind::assumed);

  CHECK_FALSE(completed({}).has(key_named("node.nvme_read")));
  CHECK(
      given(completed({{"node.nvme_drives", "8"}}), "node.nvme_read") ==
      8 * assumption_for("node.nvme_read", "").value);
  CHECK(given(completed({{"cluster.system", "dgx-a100-640"}}), "node.nvme_read") == 50e9);
  CHECK(origin(completed({{"cluster.system", "dgx-a100-640"}}), "node.nvme_read").kind == Origin::Kind::data_sheet);
}

TEST_CASE("an id that is not there is named with the nearest one", "[catalog]") {
  struct Row {
    const char* kind;
    const char* id;
    const char* says;
  };
  const Row rows[] = {
      {"models", "gtp3-175b", "unknown model 'gtp3-175b'; did you mean 'gpt3-175b'?"},
      {"systems", "dgx-h10", "did you mean 'dgx-h100'?"},
      {"accelerators", "h100", "'h100-nvl-94gb', 'h100-pcie-80gb'"},
      {"systems", "dgx-a100", "did you mean 'dgx-a100-640', 'dgx-a100-320' or 'selene'?"},
      {"models", "gpt3", "'gpt3-175b'"},
      {"networks", "ib-nrd", "did you mean 'ib-ndr'?"},
      {"storage", "superpod-h100-god", "did you mean 'superpod-h100-good'?"},
      {"models", "zzzzzzzz",
       "unknown model 'zzzzzzzz'; list models with 'llmsize catalog models', or pass a config.json"},
      {"models", "", "unknown model ''"},
      {"models", "../secrets", "unknown model '../secrets'"},
  };
  for (const auto& [kind, id, says] : rows) {
    CAPTURE(kind, id);
    const auto [sentence, reason] = refusal([&, kind = kind, id = id] { built_in().entry(kind, id); });
    CHECK_THAT(sentence, Contains(says));
    CHECK(reason == BadInput::Kind::unknown_id);
  }
  CHECK_THAT(refusal([] { built_in().entry("systems", "zzzzzzzz"); }).first, EndsWith("'llmsize catalog systems'"));
}

constexpr const char* tiny_model = R"({"id": "tiny", "name": "Tiny", "source": "this test",
  "model": {"layers": 2, "hidden": 64, "heads": 4, "vocabulary": 1000, "norm": {"value": "rmsnorm", "source": "elsewhere", "confidence": "guess"}}})";

TEST_CASE("a broken file of one's own is told where it is named alone", "[catalog][folder][names]") {
  const Folder folder("broken");
  folder.write("presets/models/own.json", "{");
  const Catalog own(folder.path());
  CHECK(own.entry("models", "Llama 3 70B").id == "llama-3-70b");
  CHECK_THROWS_WITH(own.entry("models", "own"), Contains("own.json"));
}

TEST_CASE("a folder adds entries and its entries take precedence", "[catalog][folder]") {
  const Folder folder("override");
  folder.write("presets/models/tiny.json", tiny_model);
  folder.write(
      "hardware-db/networks/ib-ndr.json",
      R"({"id": "ib-ndr", "name": "Our fabric", "source": "our own test", "network": {"rate": "800Gb/s"}})");
  const Catalog catalog(folder.path());

  const Entry& tiny = catalog.entry("models", "tiny");
  CHECK(tiny.name == "Tiny");
  CHECK(tiny.find("model.layers")->number == 2);
  CHECK(tiny.find("model.layers")->source == "this test");
  CHECK(tiny.find("model.norm")->word == "rmsnorm");
  CHECK(tiny.find("model.norm")->source == "elsewhere");
  CHECK(tiny.find("model.norm")->confidence == "guess");

  const Case plan = complete(scenario_of({{"model", "tiny"}, {"cluster.system", "dgx-h100"}}), catalog);
  CHECK(given(plan, "network.rate") == 100e9);
  CHECK(plan.names.at("network.id") == "Our fabric");
  CHECK(origin(plan, "network.efficiency").kind == Origin::Kind::assumed);

  CHECK(catalog.ids("models").size() == built_in().ids("models").size() + 1);
  CHECK(catalog.ids("networks") == built_in().ids("networks"));
  CHECK(built_in().entry("networks", "ib-ndr").find("network.rate")->number == 50e9);
}

TEST_CASE("a folder's storage guideline takes precedence too", "[catalog][folder]") {
  const Folder folder("guideline");
  folder.write(
      "hardware-db/guidelines/superpod-h100-good.json",
      R"({"id": "superpod-h100-good", "name": "Ours", "source": "our own test", "storage": {"read": "1GB/s"}})");
  folder.write(
      "hardware-db/guidelines/in-house.json",
      R"({"id": "in-house", "name": "In-house", "source": "our own test", "storage": {"read": "2GB/s"}})");
  const Catalog catalog(folder.path());
  CHECK(catalog.entry("storage", "superpod-h100-good").name == "Ours");
  CHECK_NOTHROW(catalog.entry("storage", "in-house"));
}

TEST_CASE("a folder's assumptions replace the built-in ones", "[catalog][folder]") {
  const Folder folder("assumptions");
  folder.write(
      "hardware-db/assumptions.json",
      R"({"assumptions": [{"input": "software.utilisation", "value": 0.6, "spread": 0.05, "reason": "our own runs"}]})");
  const Case plan = complete(scenario_of({}), Catalog(folder.path()));
  CHECK(given(plan, "software.utilisation") == 0.6);
  CHECK(plan.spread(key_named("software.utilisation")) == 0.05);
  CHECK(origin(plan, "software.utilisation").source == "our own runs");
}

TEST_CASE("a bad file in a folder does no harm until its entry is asked for, and is then named", "[catalog][folder]") {
  struct Row {
    const char* text;
    const char* says;
  };
  const Row rows[] = {
      {"{", "syntax error"},
      {"[]", "expected an object"},
      {R"({"name": "Tiny"})", "'id' or 'name' is missing"},
      {R"({"id": "bad"})", "'id' or 'name' is missing"},
      {R"({"id": "bad", "name": "Bad", "model": {"layers": 2}})", "model.layers has no source"},
      {R"({"id": "bad", "name": "Bad", "source": "x", "model": {"leyers": 2}})", "did you mean 'model.layers'?"},
      {R"({"id": "bad", "name": "Bad", "source": "x", "model": 3})", "group 'model' is not an object"},
      {R"({"id": "bad", "name": "Bad", "source": "x", "model": {"layers": {"source": "y"}}})",
       "model.layers has no 'value'"},
      {R"({"id": "bad", "name": "Bad", "source": "x", "model": {"layers": "two"}})",
       "invalid value 'two': expected a count"},
      {R"({"id": "bad", "name": "Bad", "source": "x", "model": {"layers": 0}})", "expected a value from"},
      {R"({"id": "bad", "name": "Bad", "source": "x", "model": {"layers": 2, "layers": 3}})", "comes twice"},
  };
  for (const auto& [text, says] : rows) {
    CAPTURE(text);
    const Folder folder("bad");
    folder.write("models/bad.json", text);
    const Catalog catalog(folder.path());
    CHECK_NOTHROW(catalog.entry("models", "gpt3-175b"));
    const auto [sentence, kind] = refusal([&] { catalog.entry("models", "bad"); });
    CHECK_THAT(sentence, Contains(says));
    CHECK_THAT(sentence, Contains("models/bad.json"));
    CHECK(kind == BadInput::Kind::data);
  }
}

TEST_CASE("a bad assumption in a folder is refused as bad data", "[catalog][folder]") {
  for (
      const char* text :
      {"{}", "[]", R"({"assumptions": [{"input": "software.utilisation"}]})",
       R"({"assumptions": [{"input": "no.such", "value": 1, "spread": 0.1, "reason": "x"}]})",
       R"({"assumptions": [{"input": "software.utilisation", "value": 0.5, "spread": "wide", "reason": "x"}]})",
       R"({"assumptions": [{"input": "workload.mode", "value": "train", "spread": 0.1, "reason": "x"}]})",
       R"({"assumptions": [{"input": "software.utilisation", "value": 0.5, "times": ["no.such"], "spread": 0.1, "reason": "x"}]})",
       R"({"assumptions": [{"input": "software.utilisation", "value": 0.5, "when": {"no.such": "x"}, "spread": 0.1, "reason": "x"}]})"}) {
    CAPTURE(text);
    const Folder folder("bad-assumptions");
    folder.write("hardware-db/assumptions.json", text);
    const Catalog catalog(folder.path());
    CHECK_THROWS_AS(complete({}, catalog), BadInput);
  }
}

TEST_CASE("a folder that is not there is refused", "[catalog][folder]") {
  const auto [sentence, kind] = refusal([] { Catalog("/no/such/folder"); });
  CHECK(sentence == "/no/such/folder: no such catalog folder");
  CHECK(kind == BadInput::Kind::file);
}

TEST_CASE("a file that cannot be read is refused with the reason", "[catalog][document]") {
  const Folder folder("files");
  CHECK_THAT(refusal([&] { read_file(folder.path() + "/none.json"); }).first, EndsWith("no such file"));
  CHECK_THAT(refusal([&] { read_file(folder.path()); }).first, Contains("is a directory"));
  folder.write("large.json", "");
  fs::resize_file(fs::path(folder.path()) / "large.json", largest_file + 1);
  CHECK_THAT(refusal([&] { read_file(folder.path() + "/large.json"); }).first, EndsWith("larger than 64 MiB"));
  CHECK(refusal([&] { read_file(folder.path()); }).second == BadInput::Kind::file);
  CHECK_THAT(refusal([] { read_file("/dev/zero"); }).first, Contains("expected a regular file"));
}

}  // namespace
}  // namespace llmsize::test
