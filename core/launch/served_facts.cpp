// SPDX-License-Identifier: Apache-2.0
// What every engine is told of a service.
#include "core/files/utf8.hpp"
#include "core/inputs/tier.hpp"
#include "core/inputs/weight_format.hpp"
#include "core/launch/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <iterator>

namespace llmsize {
namespace {

namespace fs = std::filesystem;

/// "owner/name", as repositories of Hugging Face are called.
bool is_repository(std::string_view text) {
  const auto slash = text.find('/');
  const auto is_sign = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.' || letter == '_' || letter == '-' ||
           letter == '/';
  };
  return slash != std::string_view::npos && slash > 0 && slash + 1 < text.size() && text.front() != '.' &&
         text.find('/', slash + 1) == std::string_view::npos && std::all_of(text.begin(), text.end(), is_sign);
}

/// What a terminal or an editor would not show as it is.
bool has_controls(const std::string& text) {
  return text.find_first_of("\n\r\t") != std::string::npos || cleaned(text) != text;
}

/// The folder of a model that is named by one of its files; empty where a name is of no file that engines load.
std::string folder_of(const std::string& text) {
  std::error_code ignored;
  if (fs::is_directory(text, ignored) || text.ends_with(".gguf")) return text;
  const fs::path file(text);
  if (file.filename() != "config.json" && !text.ends_with(".safetensors") && !text.ends_with(".index.json")) return {};
  return file.has_parent_path() ? file.parent_path().string() : ".";
}

/// The argument that names the model: its repository or folder where the user named one, else a variable.
std::string model_argument(const Subject& subject) {
  const Scenario::Said* said = subject.said.find("model");
  const std::string text = said ? said->text : std::string();
  if (text.empty() || has_controls(text)) return "\"$MODEL\"";
  std::string folder = folder_of(text);
  if (folder.empty()) return is_repository(text) ? quoted_argument(text) : "\"$MODEL\"";
  if (folder.starts_with('-')) folder.insert(0, "./");  // an engine would take it for a flag
  return quoted_argument(folder);
}

bool is_mixture(const LaunchFacts& facts) { return facts.number("model.moe_layers") > 0; }

void add_experts(LaunchFacts& facts) {
  const double ranks = facts.input("layout.attention_data");
  const bool spread = is_mixture(facts) && (facts.input("layout.expert") > 1 || ranks > 1);
  facts.numbers["experts"] = spread ? 1 : 0;
  facts.numbers["expert_gpus"] = spread ? facts.input("layout.tensor") * ranks : 1;
  facts.numbers["attention_ranks"] = ranks > 1 ? 1 : 0;
}

/// The share of a GPU's memory that an engine may fill: weights and KV cache, with the engine's own overhead or
/// without.
void add_memory(LaunchFacts& facts) {
  const double all = facts.around->result("memory.gpu_capacity"),
               weights = facts.around->result("serving.weights_per_gpu"),
               overhead = facts.around->result("serving.reserve_per_gpu");
  const double cache = facts.input("serving.memory_fraction") * std::max(0.0, all - weights - overhead);
  facts.numbers["static_memory"] = (weights + cache) / all;
  facts.numbers["engine_memory"] = (weights + overhead + cache) / all;
}

/// The longest sequence, where all are alike: a mean is no maximum.
void add_context(LaunchFacts& facts) {
  const double tokens = facts.input("serving.input_tokens") + facts.input("serving.output_tokens");
  const double most = facts.number("model.max_sequence");
  const bool varies = facts.input("serving.input_cv2") > 0 || facts.input("serving.output_cv2") > 0;
  facts.numbers["context"] = varies || tokens > most ? absent : std::ceil(tokens);
  if (varies)
    facts.notes.emplace_back("The context length is left out. Lengths vary, and only their mean is known.");
  else if (tokens > most)
    facts.notes.emplace_back("The context length is left out. It exceeds the context length of the model.");
  else if (is_absent(tokens))
    facts.notes.emplace_back("The context length is left out. Input or output length is not known.");
}

void add_cache(LaunchFacts& facts) {
  const double hits = facts.input("serving.prefix_hit"), shared = facts.input("serving.shared_tokens");
  facts.numbers["prefixes"] = hits > 0 || shared > 0 ? 1 : 0;
  const WeightFormat* format = find_format(facts.word("serving.kv_dtype"));
  if (const double bytes = facts.input("serving.kv_value_bytes"); format && bytes != format->bytes()) {
    facts.words["serving.kv_dtype"] = "";
    facts.notes.push_back(fmt::format("The KV cache dtype is left out. {:g} bytes per value have no name.", bytes));
  }
  if (facts.input("serving.store_tier") > code(Tier::gpu))
    facts.notes.push_back(
        fmt::format("KV cache offload to {} is left out. Its size is not an input.", facts.word("serving.kv_tier")));
}

/// Whether the checkpoint has weights of fewer than 16 bits.
bool is_packed(const LaunchFacts& facts) {
  constexpr InputKey stored[] = {"model.stored_attention_bytes", "model.stored_mlp_bytes", "model.stored_expert_bytes"};
  return facts.input("model.storage_unread") == 1 ||
         std::any_of(std::begin(stored), std::end(stored), [&](InputKey key) { return facts.input(key) < 2; });
}

void add_weights(LaunchFacts& facts) {
  std::string format = facts.word("serving.weight_dtype");
  if (format.empty()) format = facts.word("workload.precision");
  constexpr std::string_view wide[] = {"", "bf16", "fp16", "fp32", "tf32", "best"};
  facts.words["weights"] = "";
  if (is_packed(facts)) return;  // the checkpoint decides
  if (format == "fp8")
    facts.words["weights"] = "fp8";
  else if (std::find(std::begin(wide), std::end(wide), format) == std::end(wide))
    facts.notes.push_back(
        fmt::format("Weights in {} need a checkpoint in this format. No flag converts 16-bit weights to it.", format));
}

/// Drafts of the model's own MTP modules; other drafts are models that nobody names.
void add_drafts(LaunchFacts& facts) {
  for (const char* name : {"draft_steps", "draft_paths", "draft_verified"}) facts.numbers[name] = absent;
  const double tokens = facts.input("serving.draft_tokens");
  if (!(tokens > 0)) return;
  if (!(facts.number("model.further_predictions") > 0)) {
    facts.notes.push_back(
        fmt::format("Speculative decoding ({:.0f} tokens) is left out. The draft model is not an input.", tokens));
    return;
  }
  facts.words["drafts"] = fmt::format(R"({{"method":"mtp","num_speculative_tokens":{:.0f}}})", tokens);
  facts.words["draft_method"] = "EAGLE";
  facts.numbers["draft_steps"] = tokens;
  facts.numbers["draft_paths"] = 1;
  facts.numbers["draft_verified"] = tokens + 1;
}

void add_other_notes(LaunchFacts& facts) {
  if (const double count = facts.input("serving.adapters"); count > 0)
    facts.notes.push_back(fmt::format("{:.0f} LoRA adapters are left out. Their paths are not an input.", count));
  if (facts.input("serving.exchange_overlap") > 0)
    facts.notes.emplace_back("Communication overlap is left out. Engines limit it to some models and backends.");
}

void add_served_reasons(LaunchFacts& facts) {
  const auto refuse = [&](bool condition, const char* sentence) {
    if (condition) facts.reasons.emplace_back(sentence);
  };
  refuse(facts.input("serving.prefill_workers") > 0, "Disaggregated workers need a launch line per role.");
  refuse(facts.input("layout.context") > 1, "Context parallelism of a whole replica has no serving flag.");
  refuse(facts.input("memory.parameters_tier") > code(Tier::gpu), "Offloaded weights have no matching flag.");
  refuse(facts.input("memory.activations_tier") > code(Tier::gpu), "An offloaded KV cache has no matching flag.");
  refuse(facts.input("serving.cpu_experts") == 1, "Experts on the CPU have no matching flag.");
  const double heads = facts.input("model.heads"), tensor = facts.input("layout.tensor");
  if (std::fmod(heads, tensor) > 0)
    facts.reasons.push_back(fmt::format("TP {:.0f} does not divide {:.0f} attention heads.", tensor, heads));
}

}  // namespace

LaunchFacts served_facts(const Subject& subject, const Around& around) {
  LaunchFacts facts{&around, model_argument(subject)};
  if (facts.model.starts_with('"'))
    facts.notes.push_back(fmt::format("Set MODEL to the folder or repository of {}.", around.name("model")));
  add_experts(facts);
  add_memory(facts);
  add_context(facts);
  add_cache(facts);
  add_weights(facts);
  add_drafts(facts);
  add_other_notes(facts);
  add_served_reasons(facts);
  return facts;
}

double host_gpus(const LaunchFacts& facts) {
  const double trays = facts.input("node.trays");
  return facts.input("node.gpus") / (trays > 1 ? trays : 1);
}

double replica_gpus(const LaunchFacts& facts) {
  return facts.input("layout.tensor") * facts.input("layout.pipeline") * facts.input("layout.attention_data");
}

double replica_nodes(const LaunchFacts& facts) {
  const double gpus = replica_gpus(facts), each = host_gpus(facts);
  if (is_absent(each) || gpus <= each) return 1;
  const double nodes = std::ceil(gpus / each);
  return std::fmod(gpus, nodes) > 0 ? 0 : nodes;
}

}  // namespace llmsize
