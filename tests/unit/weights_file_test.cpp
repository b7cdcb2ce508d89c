// SPDX-License-Identifier: Apache-2.0
// Headers of GGUF and safetensors tell shapes and stored bytes; hostile ones are refused in a sentence.
#include "tests/unit/cases.hpp"

#include "core/catalog/weights/header.hpp"
#include "core/catalog/weights/model.hpp"
#include "core/inputs/weight_format.hpp"
#include "tests/support/fixtures.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace llmsize::test {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

/// A folder that is gone at the end.
class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("llmsize-weights-" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return path_ / name;
  }
  std::string path() const { return path_; }

 private:
  fs::path path_;
};

template <class T>
std::string number(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}
std::string text(const std::string& value) { return number<std::uint64_t>(value.size()) + value; }
std::string said(const std::string& key, std::uint32_t value) {
  return text(key) + number<std::uint32_t>(4) + number(value);
}
std::string said(const std::string& key, const std::string& value) {
  return text(key) + number<std::uint32_t>(8) + text(value);
}
std::string tensor(const std::string& name, const std::vector<std::uint64_t>& shape, std::uint32_t type) {
  std::string bytes = text(name) + number<std::uint32_t>(static_cast<std::uint32_t>(shape.size()));
  for (const std::uint64_t extent : shape) bytes += number(extent);
  return bytes + number(type) + number<std::uint64_t>(0);
}

/// Llama 3 8B as llama.cpp writes it: matrices in Q4_K, embedding and head in Q6_K, norms in 32 bits.
std::string llama_3_8b(std::uint32_t type) {
  std::vector<std::string> values{
      said("general.architecture", std::string("llama")),
      said("llama.block_count", 32),
      said("llama.embedding_length", 4096),
      said("llama.feed_forward_length", 14336),
      said("llama.attention.head_count", 32),
      said("llama.attention.head_count_kv", 8),
      said("llama.context_length", 8192),
      said("llama.vocab_size", 128256)};
  std::vector<std::string> tensors{
      tensor("token_embd.weight", {4096, 128256}, 14), tensor("output.weight", {4096, 128256}, 14),
      tensor("output_norm.weight", {4096}, 0)};
  for (int layer = 0; layer < 32; ++layer) {
    const std::string block = "blk." + std::to_string(layer) + ".";
    const std::pair<const char*, std::vector<std::uint64_t>> all[] = {
        {"attn_q", {4096, 4096}},      {"attn_k", {4096, 1024}},    {"attn_v", {4096, 1024}},
        {"attn_output", {4096, 4096}}, {"ffn_gate", {4096, 14336}}, {"ffn_up", {4096, 14336}},
        {"ffn_down", {14336, 4096}}};
    for (const auto& [name, shape] : all) tensors.push_back(tensor(block + name + ".weight", shape, type));
    for (const char* name : {"attn_norm", "ffn_norm"}) tensors.push_back(tensor(block + name + ".weight", {4096}, 0));
  }
  std::string bytes =
      "GGUF" + number<std::uint32_t>(3) + number<std::uint64_t>(tensors.size()) + number<std::uint64_t>(values.size());
  for (const auto& parts : {values, tensors})
    for (const std::string& part : parts) bytes += part;
  return bytes;
}

std::string refusal(const std::string& path) {
  try {
    read_weights(path, built_in());
  } catch (const BadInput& error) {
    return error.what();
  }
  return "nothing is refused";
}

TEST_CASE("a GGUF header gives the model and its bytes", "[weights_file]") {
  const Folder folder;
  const Said serve{{"workload.mode", "infer"}};
  const Case plan = completed(serve + Said{{"model", folder.write("llama.gguf", llama_3_8b(12))}});
  CHECK(result(plan, "model.parameters") == 8030261248);  // as published
  CHECK(result(plan, "memory.layer_weight_bytes") == Approx(144.0 / 256));
  CHECK(result(plan, "memory.end_weight_bytes") == Approx(210.0 / 256));
  CHECK(result(plan, "memory.served_weights") == Approx(4.79e9).epsilon(0.005));
  CHECK(given(plan, "model.stored_mlp_units") == code(Units::wide_from_4));
  const Case eight = completed(serve + Said{{"model", folder.write("q8_0.gguf", llama_3_8b(8))}});
  CHECK(given(eight, "model.stored_mlp_units") == code(Units::wide_from_8));
  const Case whole = completed(serve + Said{{"model", folder.write("f16.gguf", llama_3_8b(1))}});
  CHECK(given(whole, "model.stored_mlp_units") == code(Units::wide));
}

TEST_CASE("headers of safetensors give stored bytes, packed ones among them", "[weights_file]") {
  const Folder folder;
  Json config = parse_json(read_file(tests::fixture("hf-configs/llama-3.1-70b.json")), "config.json");
  folder.write("config.json", config.dump());
  // Two tensors of a group stand for all: 4-bit attention with a scale of one byte for every 16, MLPs in 8 bits.
  const Json header{
      {"model.layers.0.self_attn.q_proj.weight", {{"dtype", "U8"}, {"shape", {64, 32}}, {"data_offsets", {0, 2048}}}},
      {"model.layers.0.self_attn.q_proj.weight_scale",
       {{"dtype", "F8_E4M3"}, {"shape", {64, 4}}, {"data_offsets", {2048, 2304}}}},
      {"model.layers.0.mlp.up_proj.weight",
       {{"dtype", "F8_E4M3"}, {"shape", {64, 64}}, {"data_offsets", {2304, 6400}}}},
      {"lm_head.weight", {{"dtype", "BF16"}, {"shape", {64, 64}}, {"data_offsets", {6400, 14592}}}}};
  const std::string bytes = header.dump();
  folder.write("model-00001-of-00001.safetensors", number<std::uint64_t>(bytes.size()) + bytes);
  const std::string index = folder.write(
      "model.safetensors.index.json", R"({"weight_map": {"lm_head.weight": "model-00001-of-00001.safetensors"}})");
  for (const std::string& path : {folder.path(), index}) {
    const Entry entry = read_weights(path, built_in());
    CHECK(entry.find("model.stored_attention_bytes")->number == 0.5625);
    CHECK(entry.find("model.stored_mlp_bytes")->number == 1);
    CHECK(entry.find("model.stored_attention_units")->number == code(Units::wide_from_4));
    CHECK(entry.find("model.stored_mlp_units")->number == code(Units::fp8));
    CHECK(entry.find("model.stored_end_bytes")->number == 2);
    CHECK(entry.find("model.weights_in_files")->number == 3 * 4096);
  }
}

TEST_CASE("what is no header is refused by what is wrong", "[weights_file]") {
  const Folder folder;
  const std::string whole = llama_3_8b(12);
  CHECK_THAT(refusal(folder.write("a.gguf", "GGML")), Contains("first bytes"));
  CHECK_THAT(refusal(folder.write("a.gguf", "GGUF" + number<std::uint32_t>(9))), Contains("version 9"));
  CHECK_THAT(refusal(folder.write("a.gguf", whole.substr(0, 300))), Contains("ends within its header"));
  CHECK_THAT(refusal(folder.write("a.gguf", llama_3_8b(99))), Contains("unknown type 99"));
  CHECK_THAT(refusal(folder.path() + "/b.gguf"), Contains("no such file"));
  CHECK_THAT(refusal(folder.path() + "/b-00001-of-00002.gguf"), Contains("b-00001-of-00002.gguf"));
  CHECK_THAT(refusal(folder.path()), Contains("first bytes") || Contains("unknown type"));
  folder.write("config.json", read_file(tests::fixture("hf-configs/llama-3.1-70b.json")));
  CHECK_THAT(refusal(folder.write("c.safetensors", "short")), Contains("header length"));
  CHECK_THAT(
      refusal(folder.write("c.safetensors", number<std::uint64_t>(1000) + "{}")), Contains("ends within its header"));
  CHECK_THAT(
      refusal(folder.write("model.safetensors.index.json", R"({"weight_map": {"a": "../../etc/passwd"}})")),
      Contains("not in the folder of the index"));
}

}  // namespace
}  // namespace llmsize::test
