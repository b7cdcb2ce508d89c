// SPDX-License-Identifier: Apache-2.0
// Weights as files hold them: which formats a quantization_config names, and for which modules of which layers.
#include "core/catalog/hugging_face/shape.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace llmsize {
namespace {

constexpr double unquantised = 2;  ///< bytes of a weight that files leave as it is

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

double number_in(const Json& json, const char* field, double otherwise) {
  const auto found = json.find(field);
  return found != json.end() && found->is_number() && *found > 0 ? found->get<double>() : otherwise;
}
bool flag_in(const Json& json, const char* field) { return json.value(field, Json(false)) == true; }
std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// StoredBytes of a weight under an algorithm by name: NVIDIA's, and AMD's data types.
std::optional<double> bytes_of(const std::string& algorithm, double group) {
  const std::string name = lower(algorithm);
  if (contains(name, "nvfp4")) return 0.5 + 1.0 / 16;
  if (contains(name, "mxfp4") || name == "fp4") return 0.5 + 1.0 / 32;
  if (contains(name, "mxfp8")) return 1 + 1.0 / 32;
  if (contains(name, "fp8_pb") || contains(name, "fp8_block")) return 1 + 4.0 / (128 * 128);
  if (contains(name, "w4a") || contains(name, "int4")) return 0.5 + 2 / (group > 0 ? group : 128);
  if (contains(name, "fp8") || contains(name, "float8") || contains(name, "int8") || contains(name, "w8a")) return 1;
  return {};
}

/// StoredBytes of a weight by its description in compressed-tensors: bits, and a scale for every group.
std::optional<double> bytes_of(const Json& weights) {
  const double bits = number_in(weights, "num_bits", 0), group = number_in(weights, "group_size", 0);
  if (bits < 1 || bits > 16) return {};
  const bool small_scale =
      weights.value("type", Json("int")) == "float" || contains(text_of(weights, "scale_dtype"), "8");
  const double zero = weights.value("symmetric", Json(true)) == false ? bits / 8 : 0;
  return bits / 8 + (group > 0 ? ((small_scale ? 1 : 2) + zero) / group : 0);
}

/// StoredBytes of a weight by the method and settings of Transformers; none where the method is not known.
std::optional<double> bytes_of_method(const std::string& method, const Json& config) {
  const double bits = number_in(config, "bits", 4), group = number_in(config, "group_size", 0);
  if (method == "fp8" || method == "fbgemm_fp8" || method == "eetq") {
    const auto block = config.find("weight_block_size");
    const bool blocks = block != config.end() && block->is_array() && block->size() == 2 && (*block)[0].is_number() &&
                        (*block)[1].is_number() && (*block)[0] > 0 && (*block)[1] > 0;
    return 1 + (blocks ? 4 / ((*block)[0].get<double>() * (*block)[1].get<double>()) : 0);
  }
  if (method == "mxfp4") return 0.5 + 1.0 / 32;
  if (contains(method, "gptq") || contains(method, "awq") || contains(method, "auto-round"))
    return bits / 8 + (group > 0 ? (2 + bits / 8) / group : 0);
  if (method == "bitsandbytes") {
    if (flag_in(config, "load_in_8bit") || flag_in(config, "_load_in_8bit")) return 1;
    return 0.5 + (flag_in(config, "bnb_4bit_use_double_quant") ? 1.0 / 64 + 4.0 / (64 * 256) : 4.0 / 64);
  }
  if (method == "quanto") return bytes_of(text_of(config, "weights"), group);
  if (method == "quark") {
    const Json global = config.value("global_quant_config", Json::object());
    Json weight = global.is_object() ? global.value("weight", Json::object()) : Json::object();
    if (weight.is_array() && !weight.empty()) weight = weight[0];
    return weight.is_object() ? bytes_of(text_of(weight, "dtype"), number_in(weight, "group_size", 0))
                              : std::optional<double>{};
  }
  return bytes_of(text_of(config, "quant_algo"), group);
}

enum Group { attention, mlp, experts };

/// The modules that a name or pattern of a list means: groups of weights, one layer or all, and what share of a layer's
/// weights of the group.
struct Modules {
  std::vector<Group> groups{};
  std::optional<int> layer{};
  double share = 1;
};

/// Which weights the names of modules mean in a model.
class ModuleNames {
 public:
  explicit ModuleNames(const Shape& shape) : shape_(shape) {}

  Modules meant(const std::string& name) const {
    Modules meant;
    const std::string_view last = std::string_view(name).substr(name.find_last_of('.') + 1);
    // Beside the decoder's large matrices: other parts of the model, ends, and what is small.
    for (const char* other :
         {"vision", "visual", "audio", "projector", "patch", "mtp", "lm_head", "embed", "norm", "bias", "e_score",
          "router", "conv1d", "indexer", "shared_expert_gate"})
      if (contains(name, other)) return meant;
    if (last == "gate") return meant;
    meant.layer = layer_in(name);
    if (meant.layer && *meant.layer >= shape_.value("layers")) return meant;  // prediction of further tokens
    if (contains(name, "shared") || contains(name, "mixer.up_") || contains(name, "mixer.down_"))
      meant.groups = {mlp}, meant.share = share_of_mlp(last);
    else if (contains(name, "experts"))
      meant.groups = {experts}, meant.share = share_of_experts(name, last);
    else if (contains(name, "attn") || contains(name, "attention") || contains(name, "mixer") || contains(name, "conv"))
      meant.groups = {attention}, meant.share = share_of_attention(last);
    else if (contains(name, "mlp") || contains(name, "ffn") || contains(name, "feed_forward") || contains(name, "moe"))
      meant.groups = groups_of_mlp(last, meant.layer), meant.share = share_of_mlp(last);
    else if (contains(name, "layers."))
      meant.groups = has_experts(meant.layer) ? std::vector{attention, mlp, experts} : std::vector{attention, mlp};
    return meant;
  }

  /// How many layers have weights of a group.
  double layers_with(Group group) const {
    const double layers = shape_.value("layers"), mixtures = shape_.value("moe_layers");
    if (group == attention) return layers - shape_.value("layers_without_mixer");
    if (group == experts) return mixtures;
    return layers - shape_.value("layers_without_mlp") - (has_mlp_beside_experts() ? 0 : mixtures);
  }

 private:
  static std::optional<int> layer_in(const std::string& name) {
    const auto at = name.find("layers.");
    if (at == std::string::npos) return {};
    int layer = 0;
    std::size_t digits = 0;
    for (std::size_t i = at + 7; i < name.size() && digits < 6 && name[i] >= '0' && name[i] <= '9'; ++i, ++digits)
      layer = 10 * layer + (name[i] - '0');
    return digits > 0 ? std::optional<int>(layer) : std::nullopt;
  }

  bool has_mlp_beside_experts() const {
    return shape_.value("shared_hidden") > 0 || shape_.value("residual_hidden") > 0;
  }

  /// Dense layers lead.
  bool has_experts(std::optional<int> layer) const {
    return shape_.value("moe_layers") > 0 &&
           (!layer ||
            *layer >= shape_.value("layers") - shape_.value("layers_without_mlp") - shape_.value("moe_layers"));
  }

  /// All of an MLP is its experts where there are no others beside them.
  std::vector<Group> groups_of_mlp(std::string_view last, std::optional<int> layer) const {
    const bool whole = contains(last, "mlp") || contains(last, "ffn") || contains(last, "moe");
    return whole && has_experts(layer) && !has_mlp_beside_experts() ? std::vector{experts} : std::vector{mlp};
  }

  double share_of_mlp(std::string_view part) const {
    const double matrices = shape_.word("mlp") == "gated" ? 3 : 2;
    if (part.starts_with("gate_up")) return 2 / matrices;
    for (const char* one : {"gate_", "up_", "down_", "w1", "w2", "w3"})
      if (part.starts_with(one)) return 1 / matrices;
    return 1;
  }

  double share_of_experts(const std::string& name, std::string_view part) const {
    const auto at = name.find("experts.");
    const bool one = at != std::string::npos && std::isdigit(static_cast<unsigned char>(name[at + 8]));
    return share_of_mlp(part) / (one ? std::max(1.0, shape_.value("experts")) : 1);
  }

  double share_of_attention(std::string_view part) const {
    const auto given = [&](const char* input, double otherwise) {
      return shape_.has(input) ? shape_.value(input) : otherwise;
    };
    const double h = shape_.value("hidden"), a = shape_.value("heads"), d = given("head_dim", a > 0 ? h / a : 0),
                 dv = given("value_head_dim", d), k = given("kv_heads", a), q = shape_.value("query_rank"),
                 c = shape_.value("kv_rank"), r = shape_.value("rope_head_dim");
    const std::pair<const char*, double> parts[] = {
        {"q_proj", c > 0 && q > 0 ? 0 : h * a * d},
        {"k_proj", c > 0 ? 0 : h * k * d},
        {"v_proj", c > 0 ? 0 : h * k * dv},
        {"o_proj", a * dv * h},
        {"q_a_proj", h * q},
        {"q_b_proj", q * a * d},
        {"kv_a_proj", c > 0 ? h * (c + r) : 0},
        {"kv_b_proj", c * a * (d - r + dv)}};
    double whole = 0, meant = 0;
    for (const auto& [name, weights] : parts) {
      whole += weights;
      if (part.starts_with(name)) meant = weights;
    }
    return meant > 0 ? meant / whole : 1;
  }

  const Shape& shape_;
};

/// StoredBytes of a weight, by group: a format for all, and other ones for modules by name.
class StoredBytes {
 public:
  StoredBytes(const Shape& shape, double of_most) : names_(shape), of_most_(of_most) {}

  void set(const std::string& name, double bytes) {
    const Modules modules = names_.meant(lower(name));
    for (const Group group : modules.groups) {
      auto& [share, sum] = (modules.layer ? by_layer_[{group, *modules.layer}] : everywhere_[group]);
      const double more = std::min(modules.share, 1 - share);
      share += more, sum += more * bytes;
    }
  }

  /// Mean over all layers, or nothing where no layer has such weights.
  std::optional<double> of(Group group) const {
    const double layers = names_.layers_with(group);
    if (layers <= 0) return {};
    const auto all = everywhere_.find(group);
    const Part part = all == everywhere_.end() ? Part{} : all->second;
    const double otherwise = (1 - part.share) * of_most_ + part.sum;
    Part own;
    for (const auto& [place, there] : by_layer_)
      if (place.first == group) own.share += there.share, own.sum += there.sum;
    return otherwise + (own.sum - own.share * otherwise) / layers;
  }

 private:
  struct Part {
    double share = 0;  ///< of the layer's weights of the group
    double sum = 0;    ///< of share times bytes
  };
  ModuleNames names_;
  double of_most_;
  std::map<Group, Part> everywhere_;
  std::map<std::pair<Group, int>, Part> by_layer_;
};

/// Whether a group of compressed-tensors means all linear layers, not some by name.
bool means_all(const Json& group) {
  const Json targets = group.value("targets", Json::array());
  return !targets.is_array() || targets.empty() ||
         std::any_of(targets.begin(), targets.end(), [](const Json& target) { return target == "Linear"; });
}

/// The format of all layers that no list names; none where it cannot be read.
std::optional<double> bytes_of_most(const Json& config) {
  const std::string method = lower(text_of(config, "quant_method"));
  if (const auto listed = config.find("quantized_layers"); listed != config.end() && listed->is_object())
    return unquantised;
  if (const auto groups = config.find("config_groups"); groups != config.end() && groups->is_object()) {
    double most = unquantised;
    for (const auto& [name, group] : groups->items()) {
      if (!group.is_object() || !group.contains("weights") || !group["weights"].is_object()) return {};
      const auto bytes = bytes_of(group["weights"]);
      if (!bytes) return {};
      if (means_all(group)) most = *bytes;
    }
    return most;
  }
  return bytes_of_method(method, config);
}

/// Modules that a config leaves as they are, and those that it gives formats of their own.
void set_modules(const Json& config, StoredBytes& bytes) {
  for (const char* field :
       {"modules_to_not_convert", "ignore", "exclude_modules", "llm_int8_skip_modules", "ignored_layers", "exclude"})
    if (const auto list = config.find(field); list != config.end() && list->is_array())
      for (const Json& name : *list)
        if (name.is_string()) bytes.set(name.get<std::string>(), unquantised);
  if (const auto listed = config.find("quantized_layers"); listed != config.end() && listed->is_object())
    for (const auto& [name, format] : listed->items())
      if (format.is_object())
        bytes.set(
            name, bytes_of(text_of(format, "quant_algo"), number_in(format, "group_size", 0)).value_or(unquantised));
  if (const auto groups = config.find("config_groups"); groups != config.end() && groups->is_object())
    for (const auto& [name, group] : groups->items())
      if (group.is_object() && group.contains("weights") && group["weights"].is_object() && !means_all(group))
        for (const Json& target : group["targets"])
          if (target.is_string())
            bytes.set(target.get<std::string>(), bytes_of(group["weights"]).value_or(unquantised));
}

/// StoredBytes of what a server keeps beside the weights: an 8-bit cache, and states in the type that the model asks
/// for.
void read_cache(const Config& config, const Json& quantised, Shape& shape) {
  const Json scheme = quantised.value("kv_cache_scheme", Json());
  const std::string cache =
      lower(scheme.is_string() ? scheme.get<std::string>() : text_of(quantised, "kv_cache_quant_algo"));
  const bool eight_bits = contains(cache, "fp8") || (scheme.is_object() && number_in(scheme, "num_bits", 16) == 8);
  if (eight_bits) shape.tell_because("serving.kv_value_bytes", 1, "config.json: 8-bit KV cache");
  const std::string states = config.text("mamba_ssm_dtype");
  if (states == "float32" || states == "bfloat16" || states == "float16")
    shape.tell_because("serving.state_value_bytes", states == "float32" ? 4 : 2, "config.json: mamba_ssm_dtype");
}

}  // namespace

void read_stored(const Config& config, Shape& shape) {
  Json quantised = config.file().value("quantization_config", Json());
  if (!quantised.is_object()) quantised = config.file().value("compression_config", Json());
  read_cache(config, quantised.is_object() ? quantised : Json::object(), shape);
  if (!quantised.is_object()) return;
  const std::string source = "config.json: quantization_config";
  const auto most = bytes_of_most(quantised);
  if (!most) return shape.tell_because("storage_unread", 1, source);
  // OpenAI's MXFP4 is of experts alone, whatever is listed.
  const bool of_experts = text_of(quantised, "quant_method") == "mxfp4";
  StoredBytes bytes(shape, *most), untouched(shape, unquantised);
  set_modules(quantised, bytes);
  const StoredBytes& others = of_experts ? untouched : bytes;
  const auto tell = [&](const char* input, const std::optional<double>& value) {
    if (value) shape.tell_because(input, *value, source);
  };
  tell("stored_attention_bytes", others.of(attention));
  tell("stored_mlp_bytes", others.of(mlp));
  tell("stored_expert_bytes", bytes.of(experts));
  shape.tell_because("stored_end_bytes", unquantised, source);
}

}  // namespace llmsize
