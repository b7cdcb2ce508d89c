// SPDX-License-Identifier: Apache-2.0
#include "core/catalog/names.hpp"
#include "core/catalog/catalog.hpp"

#include <catch2/catch.hpp>

namespace llmsize {
namespace {

const Catalog& catalog() {
  static const Catalog built_in;
  return built_in;
}

TEST_CASE("a machine or model is found by what people call it", "[names]") {
  struct Row {
    std::string_view kind;
    std::string name;
    std::string_view id;
  };
  const auto [kind, name, id] = GENERATE(values<Row>({
      {"systems", "DGX H100", "dgx-h100"},
      {"systems", "NVIDIA DGX H100", "dgx-h100"},
      {"systems", "dgx_h100", "dgx-h100"},
      {"systems", "gb300", "gb300-nvl72"},
      {"models", "Llama 3 70B", "llama-3-70b"},
      {"models", "Llama-3.1-405B", "llama-3.1-405b"},
      {"models", "meta-llama/Llama-3.1-70B", "llama-3.1-70b"},
      {"models", "meta-llama/Llama-3.1-70B-Instruct", "llama-3.1-70b"},
      {"models", "meta-llama/Meta-Llama-3-8B", "llama-3-8b"},
      {"models", "deepseek-ai/DeepSeek-V3", "deepseek-v3"},
      {"models", "gpt3-175", "gpt3-175b"},
      {"models", "megatron-1t", "megatron-1008b"},
      {"networks", "hdr", "ib-hdr"},
  }));
  INFO(name);
  CHECK(catalog().id_of(kind, name) == id);
  CHECK(catalog().entry(kind, name).id == id);
}

TEST_CASE("a name of several is nobody's: they are offered, the largest first", "[names]") {
  CHECK(catalog().id_of("models", "gpt3") == "gpt3");
  CHECK_THROWS_WITH(
      catalog().entry("systems", "dgx-a100"), Catch::Contains("did you mean 'dgx-a100-640', 'dgx-a100-320'"));
  CHECK_THROWS_WITH(catalog().entry("models", "gpt 3"), Catch::Contains("did you mean 'gpt3-175b', 'gpt3-13b'"));
}

/// What is said of a name that means no entry of a kind.
std::string refusal_of(std::string_view kind, std::string_view name) {
  try {
    catalog().entry(kind, name);
  } catch (const BadInput& refused) {
    return refused.what();
  }
  return {};
}

TEST_CASE("of a family the newest and largest is offered first, of networks the fastest", "[names]") {
  CHECK_THAT(refusal_of("models", "llama"), Catch::Contains("did you mean 'llama-4-"));
  CHECK_THAT(refusal_of("networks", "infiniband"), Catch::Contains("did you mean 'ib-xdr', 'ib-ndr', 'ib-hdr'"));
  CHECK_THAT(refusal_of("systems", "h100"), Catch::Contains("did you mean 'dgx-h100'"));
  const std::vector<NamedEntry> family{
      {"x-1-70b", "X 1 70B", {}, {}, 2023}, {"x-2-7b", "X 2 7B", {}, {}, 2025}, {"x-2-70b", "X 2 70B", {}, {}, 2025}};
  CHECK(ids_meant("x", family) == std::vector<std::string_view>{"x-2-70b", "x-2-7b", "x-1-70b"});
}

TEST_CASE("a maker, a product line and a thing of another kind are offered what they stand for", "[names]") {
  CHECK_THAT(refusal_of("storage", "exascaler"), Catch::Contains("'ddn-ai400x2'"));
  CHECK_THAT(refusal_of("storage", "vast"), Catch::Contains("'cscs-ritom'"));
  CHECK_THAT(
      refusal_of("systems", "superpod-h100"),
      Catch::Contains("did you mean 'dgx-h100'") && Catch::Contains("or '--fabric superpod-h100'"));
}

TEST_CASE("an entry is found by every name that it is known as", "[names]") {
  const std::vector<NamedEntry> entries{{"x-1008b", "X 1008B", "X 1T; Big X"}, {"x-1b", "X 1B"}};
  for (const char* name : {"X 1T", "x-1t", "big x"}) {
    INFO(name);
    CHECK(ids_meant(name, entries) == std::vector<std::string_view>{"x-1008b"});
  }
  CHECK(ids_meant("X 1", entries).size() == 1);
}

TEST_CASE("a number is found whole or not at all", "[names]") {
  CHECK(ids_meant("dgx-h10", {{"dgx-h100", "DGX H100"}}).empty());
  CHECK(ids_meant("llama 3", {{"llama-3.1-8b", "Llama 3.1 8B"}}).empty());
  CHECK(ids_meant("100", {{"dgx-h100", "DGX H100"}}).size() == 1);
}

TEST_CASE("a path of a file is no name, and a model of others is none of ours", "[names]") {
  for (const std::string path : {"./nofile/Llama-3-8B", "/llama-3-8b", "../llama-3-8b", "a/b/llama-3-8b", "org/kimi"}) {
    INFO(path);
    CHECK(catalog().id_of("models", path) == path);
    CHECK_THROWS_AS(catalog().entry("models", path), BadInput);
  }
}

TEST_CASE("every entry is found by its id and is nobody else's", "[names]") {
  for (const std::string_view kind : Catalog::kinds())
    for (const std::string_view id : catalog().ids(kind)) CHECK(catalog().id_of(kind, std::string(id)) == id);
}

TEST_CASE("every name that pages show is that of its entry, or is asked back", "[names]") {
  for (const std::string_view kind : Catalog::kinds())
    for (const std::string_view id : catalog().ids(kind)) {
      const std::string& name = catalog().entry(kind, id).name;
      INFO(kind << ": " << name);
      const std::string found = catalog().id_of(kind, name);
      CHECK((found == id || found == name || catalog().entry(kind, found).name == name));
    }
}

}  // namespace
}  // namespace llmsize
