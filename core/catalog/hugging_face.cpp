// SPDX-License-Identifier: Apache-2.0
// From a config.json to an entry: finds the text decoder and its type, refuses hybrids, gathers the parts.
#include "core/catalog/hugging_face.hpp"

#include "core/catalog/hugging_face/shape.hpp"
#include "core/files/bad_input.hpp"
#include "core/quantity/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <initializer_list>

namespace llmsize {
namespace {

namespace fs = std::filesystem;

bool tells(const Json& json, std::string_view field) {
  const auto found = json.find(std::string(field));
  return found != json.end() && !found->is_null();
}

/// The object that describes the text decoder of a model of several parts, or nullptr.
const Json* nested(const Json& json) {
  for (const char* field : {"text_config", "llm_config", "language_config", "thinker_config"})
    if (const auto found = json.find(field); found != json.end() && found->is_object()) {
      const Json* deeper = nested(*found);
      return deeper ? deeper : &*found;
    }
  return nullptr;
}

/// The text decoder's fields, completed by those around it.
Json decoder_of(const Json& json) {
  Json fields = json;
  if (const Json* inner = nested(json))
    for (const auto& [field, value] : inner->items())
      if (!value.is_null() || !fields.contains(field)) fields[field] = value;
  return fields;
}

/// Fields of layers that our formulas do not describe. Counting them as attention would be wrong without looking wrong.
bool is_hybrid(std::string_view field) {
  constexpr std::string_view beginnings[] = {"mamba_",      "ssm_",          "rwkv",        "time_mix_",
                                             "linear_key_", "linear_value_", "linear_num_", "linear_conv_"};
  constexpr std::string_view fields[] = {
      "attn_layer_indices",
      "attn_layer_period",
      "block_configs",
      "block_types",
      "conv_L_cache",
      "conv_kernel",
      "full_attention_interval",
      "full_attn_idxs",
      "hybrid_layer_ids",
      "hybrid_override_pattern",
      "cross_layer_interval",
      "hybrid_layer_pattern",
      "layer_group_size",
      "lora_rank_decay",
      "lora_rank_tokenshift",
      "num_key_value_heads_per_layer",
      "swa_num_key_value_heads",
      "layers_block_type",
      "linear_attn_config",
      "lru_width",
      "state_size",
      "time_step_rank"};
  return std::any_of(
             std::begin(beginnings), std::end(beginnings),
             [&](std::string_view start) { return field.starts_with(start); }) ||
         std::find(std::begin(fields), std::end(fields), field) != std::end(fields);
}

/// Whether a type tells its kinds of layers itself.
bool tells_kinds(const ModelType& type) {
  const auto counts = [](std::string_view input) { return input.ends_with("_layers") || input == "indexers"; };
  return !type.layers.empty() ||
         std::any_of(type.model.items().begin(), type.model.items().end(), [&](const auto& item) {
           return counts(item.key()) && item.key() != "encoder_layers";
         });
}

void refuse_hybrids(const Json& file, const std::string& path) {
  for (const auto& [field, value] : file.items())
    if (!value.is_null() && is_hybrid(field))
      refuse_contents(
          path,
          fmt::format(
              "a model with the field {} cannot be counted: its layers are not all plain attention", in_quotes(field)));
  if (file.value("use_cla", Json(false)) == true)
    refuse_contents(path, "a model with 'use_cla' cannot be counted: its layers share keys and values");
}

std::optional<ModelType> known_type(
    const Json& json, const Json& file, const Catalog& catalog, const std::string& path) {
  std::optional<ModelType> known;
  for (const std::string& id : {text_of(file, "model_type"), text_of(json, "model_type")}) {
    const auto type = find_model_type(catalog, id);
    if (type && !type->refused.empty())
      refuse_contents(path, fmt::format("model type {} cannot be counted: {}", in_quotes(id), type->refused));
    if (!known) known = type;
  }
  return known;
}

/// What is said of a type that nobody knows.
std::string unknown(const std::string& id) {
  return id.empty() ? "model_type is missing" : fmt::format("model type {} is not known", in_quotes(id));
}

/// Fields of encoders, of layers that share weights, and of models of sound: none is a LLaMA, whatever else they are
/// called.
bool is_no_llama(std::string_view field) {
  constexpr std::string_view fields[] = {"type_vocab_size",   "num_hidden_groups", "conv_dim",
                                         "feat_extract_norm", "pos_att_type",      "global_attn_every_n_layers"};
  return std::find(std::begin(fields), std::end(fields), field) != std::end(fields);
}

/// LLaMA's hidden facts without its sizes, for a file that has all of these by LLaMA's names.
ModelType as_llama(const Json& file, const Catalog& catalog, const std::string& path) {
  const std::string id = text_of(file, "model_type");
  const std::string near = id.empty() ? std::string{} : did_you_mean(id, catalog.ids("model-types"));
  std::string missing;
  for (const char* field :
       {"hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size", "vocab_size"})
    if (!tells(file, field)) missing += (missing.empty() ? "" : ", ") + std::string(field);
  if (!missing.empty())
    refuse_contents(path, fmt::format("{}, and without {} it cannot be read as a LLaMA", unknown(id), missing), near);
  for (const auto& [field, value] : file.items())
    if (!value.is_null() && is_no_llama(field))
      refuse_contents(
          path, fmt::format("{}, and with {} it cannot be read as a LLaMA", unknown(id), in_quotes(field)), near);
  if (file.value("is_encoder_decoder", Json(false)) == true)
    refuse_contents(path, fmt::format("{}, and with an encoder it cannot be read as a LLaMA", unknown(id)), near);
  ModelType type = *find_model_type(catalog, "llama");
  type.config = Json::object();
  return type;
}

void read_type(const Config& config, Shape& shape) {
  for (const auto& [input, value] : config.type().model.items()) shape.tell_of_type(input, value);
  for (const auto& [field, cases] : config.type().when.items())
    if (const auto found = cases.find(config.text(field)); found != cases.end())
      for (const auto& [input, value] : found->items()) shape.tell_of_type(input, value);
}

/// The first of some fields that is a positive count; 0 where none is.
double count_in(const Json& part, std::initializer_list<const char*> fields) {
  for (const char* field : fields)
    if (const auto found = part.find(field); found != part.end() && found->is_number())
      if (const double count = found->get<double>(); count >= 1 && count < 1e6) return count;
  return 0;
}

/// What an encoder's blocks of attention and a plain MLP hold: " (some 0.41B parameters in 27 layers)"; empty where the
/// file does not tell.
std::string size_of_part(const Json& part) {
  if (!part.is_object()) return {};
  const double layers = count_in(part, {"num_hidden_layers", "depth", "num_layers", "encoder_layers"});
  const double width = count_in(part, {"embed_dim", "hidden_size", "d_model", "width"});
  const double inner = count_in(part, {"intermediate_size", "encoder_ffn_dim"});
  const double ratio = count_in(part, {"mlp_ratio"});
  const double parameters = layers * width * (4 * width + 2 * (inner > 0 ? inner : ratio * width));
  if (!(parameters > 0 && (inner > 0 || ratio > 0))) return {};
  return fmt::format(" (some {} parameters in {} layers)", pretty(parameters, Unit::count), layers);
}

/// Parts of the model beside its decoder, with their sizes where the file tells these.
void read_left_out(const Json& json, const Config& config, Shape& shape) {
  std::string parts = config.type().left_out;
  const Json thinker = json.value("thinker_config", Json::object());
  for (const char* field :
       {"vision_config", "audio_config", "speech_config", "talker_config", "token2wav_config", "code2wav_config",
        "img_processor"}) {
    const Json& file = tells(json, field) ? json : thinker;
    if (tells(file, field)) parts += (parts.empty() ? "" : ", ") + std::string(field) + size_of_part(file.at(field));
  }
  if (parts.empty()) return;
  shape.tell_because("left_out", 1, fmt::format("not counted: {}", parts));
  shape.note(fmt::format("not counted: {}", parts));
}

/// Whether a word names a type of numbers: "bfloat16", "torch.float8_e4m3fn", "fp16", "int8".
bool is_number_type(std::string_view word) {
  constexpr std::string_view module = "torch.";
  if (word.starts_with(module)) word.remove_prefix(module.size());
  for (const std::string_view plain : {"auto", "half", "float", "double"})
    if (word == plain) return true;
  for (const std::string_view kind : {"bfloat", "float", "bf", "fp", "mxfp", "nvfp", "uint", "int"}) {
    if (!word.starts_with(kind)) continue;
    const std::string_view rest = word.substr(kind.size());
    const std::string_view bits = rest.substr(0, rest.find_first_not_of("0123456789"));
    for (const std::string_view known : {"4", "6", "8", "16", "32", "64"})
      if (bits == known) return true;
  }
  return false;
}

/// A type that cannot be points to a damaged file.
void read_number_type(const Config& config, std::string_view field, Shape& shape) {
  if (!tells(config.file(), field)) return;
  const Json& said = config.file().at(field);
  const std::string word = said.is_string() ? said.get<std::string>() : said.dump();
  if (!is_number_type(word))
    config.refuse(field, fmt::format("{} is not a number format: expected e.g. bfloat16", in_quotes(word)));
  shape.note(fmt::format("{} {}", field, printable(word)));
}

void read_notes(const Config& config, Shape& shape) {
  if (!config.type().notes.empty()) shape.note(config.type().notes);
  for (const char* field : {"num_nextn_predict_layers", "num_mtp_modules"})
    if (const auto extra = config.number(field); extra && extra->value > 0)
      shape.note(fmt::format(
          "{} more layer{} for multi-token prediction, not counted", extra->value, extra->value == 1 ? "" : "s"));
  for (const char* field : {"torch_dtype", "dtype"}) read_number_type(config, field, shape);
  if (const std::string method = config.text("quantization_config.quant_method"); !method.empty())
    shape.note(fmt::format("weights ship quantized: {}", printable(method)));
}

/// Words that say nothing of a model: where files come to lie, and what they are.
constexpr std::string_view places[] = {"config",    "configs", "desktop", "documents", "download",
                                       "downloads", "file",    "files",   "hf",        "home",
                                       "main",      "model",   "models",  "temp",      "tmp"};

/// The letters of a name in lower case: "Config (1)" is "config".
std::string letters_of(const std::string& name) {
  std::string letters;
  for (const char each : name)
    if (const auto c = static_cast<unsigned char>(each); std::isalpha(c)) letters += static_cast<char>(std::tolower(c));
  return letters;
}

/// What a file is called: its folder where the name is config.json, the repository where the folder is a snapshot of
/// the Hub's cache. Where that names only a place, what the file says of itself, else the type of model.
std::string name_of(const std::string& path, const Json& json, const std::string& type) {
  const fs::path file = fs::absolute(path).lexically_normal(), folder = file.parent_path();
  const fs::path snapshots = folder.parent_path();
  std::string name = file.filename() != "config.json"      ? file.stem().string()
                     : snapshots.filename() == "snapshots" ? snapshots.parent_path().filename().string()
                                                           : folder.filename().string();
  if (const auto repository = name.rfind("--"); repository != std::string::npos) name.erase(0, repository + 2);
  if (std::find(std::begin(places), std::end(places), letters_of(name)) != std::end(places)) {
    name = fs::path(text_of(json, "_name_or_path")).filename().string();
    if (name.empty()) name = type;
  }
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '_') c = '-';
  return name.empty() ? "config" : name;
}

}  // namespace

bool is_hugging_face_config(const Json& json) {
  if (!json.is_object() || (json.contains("id") && json.contains("model"))) return false;
  for (const char* field :
       {"model_type", "architectures", "text_config", "llm_config", "language_config", "thinker_config", "hidden_size",
        "n_embd", "d_model", "num_hidden_layers", "n_layer"})
    if (json.contains(field)) return true;
  return false;
}

Json with_quantisation_beside(Json config, const std::string& path) {
  const fs::path beside = fs::path(path).parent_path() / "hf_quant_config.json";
  std::error_code none;
  if (tells(decoder_of(config), "quantization_config") || !fs::is_regular_file(beside, none)) return config;
  const Json said = parse_json(read_file(beside), beside);
  const Json inner = said.is_object() ? said.value("quantization", said) : said;
  if (inner.is_object()) config["quantization_config"] = inner;
  return config;
}

Entry read_hugging_face(const Json& json, const Catalog& catalog, const std::string& path) {
  const Json file = decoder_of(json);
  const auto known = known_type(json, file, catalog, path);
  if (!known || !tells_kinds(*known)) refuse_hybrids(file, path);
  const std::string id = text_of(file, "model_type");
  const Config config(file, known ? *known : as_llama(file, catalog, path), path);
  Shape shape(config);
  if (known)
    shape.note(fmt::format("model type {}", config.type().id));
  else
    shape.note(fmt::format("{}: read as a LLaMA", unknown(id)));
  read_type(config, shape);
  read_sizes(config, shape);
  read_attention(config, shape);
  read_mixture(config, shape);
  read_stored(config, shape);
  if (!known) shape.tell_because("read_as_llama", 1, unknown(id));
  read_left_out(json, config, shape);
  read_notes(config, shape);
  const std::string name = name_of(path, json, known ? config.type().name : id);
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return shape.entry(lower, name);
}

}  // namespace llmsize
