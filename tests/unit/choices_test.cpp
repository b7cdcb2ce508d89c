// SPDX-License-Identifier: Apache-2.0
// Choices: every word stands for inputs that exist, and what is said more precisely wins.
#include "tests/unit/cases.hpp"

#include "core/inputs/list.hpp"
#include "core/inputs/value.hpp"

#include <catch2/catch.hpp>

#include <set>

namespace llmsize::test {
namespace {

template <class Visit>
void for_each_setting(Visit visit) {
  for (const Choice* choice : choices())
    for (const Option& option : choice->options)
      for (const Setting& setting : option.settings)
        if (setting.key) visit(*choice, option, setting);
}

TEST_CASE("every word of every choice sets inputs that exist to values within their bounds", "[choices]") {
  for_each_setting([](const Choice& choice, const Option& option, const Setting& setting) {
    CAPTURE(choice.key, option.word, setting.key->text());
    if (setting.copy_of) {
      CHECK(base_kind(about_of(*setting.copy_of).unit) == base_kind(about_of(*setting.key).unit));
    } else if (!is_absent(setting.value)) {
      CHECK(setting.value >= about_of(*setting.key).least);
      CHECK(setting.value <= about_of(*setting.key).most);
    }
  });
}

TEST_CASE("a word that is a number may be written as another one of the same size", "[choices]") {
  CHECK(value_of("layout.zero", "1.0", {"--zero"}).word == "1");
  CHECK_THROWS_WITH(
      value_of("layout.zero", "1.5", {"--zero"}), Catch::Contains("invalid value '1.5' for --zero: expected 0, 1, 2"));
}

TEST_CASE("no choice sets an input that has a default of its own", "[choices]") {
  for_each_setting([](const Choice& choice, const Option& option, const Setting& setting) {
    CAPTURE(choice.key, option.word, setting.key);
    CHECK_FALSE(about_of(*setting.key).initial.has_value());
  });
}

TEST_CASE("all words of a choice set the same inputs, so that none keeps what another word meant", "[choices]") {
  for (const Choice* choice : choices()) {
    std::set<std::set<std::string_view>> sets;
    for (const Option& option : choice->options) {
      std::set<std::string_view> keys;
      for (const Setting& setting : option.settings)
        if (setting.key) keys.insert(setting.key->text());
      sets.insert(keys);
    }
    CAPTURE(choice->key);
    CHECK(sets.size() == 1);
  }
}

TEST_CASE("the words of a choice differ, say what they mean, and its default is one of them", "[choices]") {
  for (const Choice* choice : choices()) {
    CAPTURE(choice->key);
    CHECK_FALSE(choice->label.empty());
    CHECK_FALSE(choice->help.empty());
    std::set<std::string_view> words;
    for (const Option& option : choice->options) {
      CHECK(words.insert(option.word).second);
      CHECK_FALSE(option.meaning.empty());
    }
    CHECK((choice->initial.empty() || words.count(choice->initial) == 1));
  }
}

TEST_CASE("every word of every choice completes to a case that holds what the word sets", "[choices]") {
  for (const Choice* choice : choices())
    for (const Option& option : choice->options) {
      const Case plan = completed({{std::string(choice->key), std::string(option.word)}});
      CAPTURE(choice->key, option.word);
      CHECK(plan.words.find(choice->key)->second.word == option.word);
      for (const Setting& setting : option.settings)
        if (setting.key && !setting.copy_of) {
          CHECK(is_absent(plan[*setting.key]) == is_absent(setting.value));
          if (!is_absent(setting.value)) CHECK(plan[*setting.key] == setting.value);
        }
    }
}

TEST_CASE("keys, flags and words of all inputs are told apart", "[choices]") {
  std::set<std::string> options;
  std::set<std::string_view> keys;
  for (const std::string_view key : scenario_keys()) {
    CAPTURE(key);
    CHECK(keys.insert(key).second);
    for (const std::string& option : options_of(key)) CHECK(options.insert(option).second);
  }
}

TEST_CASE("the tier of one kind of state wins over the tier of all of them", "[choices]") {
  const Case plan = completed({{"memory.offload", "cpu"}, {"memory.offload_optimizer", "nvme"}});
  CHECK(given(plan, "memory.parameters_tier") == 1);
  CHECK(given(plan, "memory.gradients_tier") == 1);
  CHECK(given(plan, "memory.optimizer_tier") == 2);
  CHECK(given(plan, "memory.target_tier") == 1);
  CHECK(text(origin(plan, "memory.parameters_tier")) == "from offload cpu");
  CHECK(text(origin(plan, "memory.optimizer_tier")) == "from offload_optimizer nvme");
}

TEST_CASE("a number that the user says wins over the choice that would set it, a choice over a default", "[choices]") {
  const Case by_default = completed({});
  CHECK(given(by_default, "memory.weight_bytes") == 2);
  CHECK(text(origin(by_default, "memory.weight_bytes")) == "from recipe adam16");

  const Case chosen = completed({{"memory.recipe", "adam-fp32"}});
  CHECK(given(chosen, "memory.weight_bytes") == 4);
  CHECK(text(origin(chosen, "memory.weight_bytes")) == "from recipe adam-fp32");

  const Case said = completed({{"memory.recipe", "adam-fp32"}, {"memory.weight_bytes", "1"}});
  CHECK(given(said, "memory.weight_bytes") == 1);
  CHECK(given(said, "memory.gradient_bytes") == 4);
  CHECK(text(origin(said, "memory.weight_bytes")) == "user");
}

TEST_CASE("a word that the user says wins over the catalog's, the catalog's over the default", "[choices]") {
  const auto norm_vectors = [](const Said& said) { return given(completed(said), "model.norm_vectors"); };
  CHECK(norm_vectors({}) == 2);
  CHECK(norm_vectors({{"model", "gpt3-175b"}}) == 2);
  CHECK(norm_vectors({{"model", "gpt3-175b"}, {"model.norm", "rmsnorm"}}) == 1);
  CHECK(completed({{"model", "gpt3-175b"}}).words.at("model.norm").origin.kind == Origin::Kind::preset);
  CHECK(
      completed({{"model", "gpt3-175b"}, {"model.norm", "rmsnorm"}}).words.at("model.norm").origin.kind ==
      Origin::Kind::user);
  CHECK(completed({}).words.at("model.norm").origin.kind == Origin::Kind::initial);
}

TEST_CASE("a choice between data-sheet figures keeps their origin and spread", "[choices]") {
  const Said h100{{"cluster.system", "dgx-h100"}};
  const Case sixteen = completed(h100);
  CHECK(given(sixteen, "accelerator.peak") == 989.4e12);
  CHECK(text(origin(sixteen, "accelerator.peak")) == "from precision bf16, data sheet h100-sxm5-80gb");
  CHECK_FALSE(origin(sixteen, "accelerator.peak").source.empty());

  const Case eight = completed(h100 + Said{{"workload.precision", "fp8"}});
  CHECK(given(eight, "accelerator.peak") == 1978.9e12);

  const Case reported = completed(h100), label = completed(h100 + Said{{"accelerator.memory_basis", "label"}});
  CHECK(given(reported, "accelerator.memory") == 81559 * 0x1p20);
  CHECK(given(label, "accelerator.memory") == 80e9);
}

TEST_CASE("a choice of a figure that no data sheet has leaves it absent", "[choices]") {
  const Case plan = completed({{"cluster.system", "dgx-a100-640"}, {"workload.precision", "fp8"}});
  CHECK_FALSE(plan.has(key_named("accelerator.peak")));
  CHECK(origin(plan, "accelerator.peak").kind == Origin::Kind::absent);
}

TEST_CASE("a choice of an assumed figure is still an assumption, with its spread", "[choices]") {
  const Case plan = completed({{"accelerator.memory_label", "96GB"}});
  CHECK(given(plan, "accelerator.memory") == 96e9);
  CHECK(origin(plan, "accelerator.memory").kind == Origin::Kind::assumed);
  CHECK(plan.spread(key_named("accelerator.memory")) == plan.spread(key_named("accelerator.memory_reported")));
  CHECK(plan.spread(key_named("accelerator.memory")) > 0);
}

TEST_CASE("origins read as one or two words", "[choices]") {
  const Case plan = completed(gpt3_on_128_dgx);
  CHECK(text(origin(plan, "cluster.nodes")) == "user");
  CHECK(text(origin(plan, "model.layers")) == "preset gpt3-175b");
  CHECK(text(origin(plan, "node.accelerators")) == "data sheet dgx-h100");
  CHECK(text(origin(plan, "accelerator.design_power")) == "data sheet h100-sxm5-80gb");
  CHECK(text(origin(plan, "memory.weight_bytes")) == "from recipe adam16");
  CHECK(text(origin(plan, "layout.recompute_fraction")) == "from recompute full");
  CHECK(text(origin(plan, "software.utilisation")) == "assumed");
  CHECK(text(origin(plan, "layout.context")) == "default");
  CHECK(text(origin(plan, "cluster.gpus")) == "derived: nodes × GPUs per node");
  CHECK(text(origin(plan, "model.parameters_given")) == "absent");
}

TEST_CASE("every value has an origin and every origin a value", "[choices]") {
  for (const auto& [name, said] : typical_cases()) {
    const Case plan = completed(said);
    for (std::size_t slot = 0; slot < input_count; ++slot) {
      const InputKey key = InputKey::at(slot);
      CAPTURE(name, key.text());
      CHECK(plan.has(key) == (plan.origin(key).kind != Origin::Kind::absent));
      if (!plan.has(key)) CHECK(plan.spread(key) == 0);
    }
  }
}

}  // namespace
}  // namespace llmsize::test
