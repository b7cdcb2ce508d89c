// SPDX-License-Identifier: Apache-2.0
// Weights as files hold them: which formats a quantization_config names, and for which modules of which layers.
#include "core/catalog/hugging_face/shape.hpp"
#include "core/files/lowered.hpp"
#include "core/inputs/weight_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>

namespace llmsize {
namespace {

using Kind = WeightFormat::Kind;

constexpr WeightFormat unquantised = formats::fp16;  ///< of what files leave as it is

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool flag_in(const Json& json, const char* field, bool otherwise = false) {
  return json.value(field, Json(otherwise)) == true;
}

/// An object of a quantization_config: what it is called, for refusals, and its fields.
class Quantised {
 public:
  Quantised(const Json& json, std::string path) : json_(json), path_(std::move(path)) {}

  const Json& json() const { return json_; }
  /// A field that is there and not null, or nullptr.
  const Json* find(const char* field) const {
    const auto found = json_.find(field);
    return found != json_.end() && !found->is_null() ? &*found : nullptr;
  }
  std::string text(const char* field) const { return lowered(text_of(json_, field)); }
  Quantised inside(const std::string& field, const Json& json) const { return {json, path_ + "." + field}; }
  /// An object of its own; none where the field is absent.
  std::optional<Quantised> object(const char* field) const {
    const Json* found = find(field);
    if (found && !found->is_object()) refuse(field, *found, "an object");
    return found ? std::optional(inside(field, *found)) : std::nullopt;
  }

  /// Bits of a number; none where nothing says them.
  std::optional<double> bits(const char* field) const {
    const Json* found = find(field);
    if (!found) return {};
    if (!is_whole(*found, 1, 16)) refuse(field, *found, "a whole number of bits from 1 to 16");
    return found->get<double>();
  }
  /// Weights that share a scale; 0 where all of a column do.
  double group(const char* field = "group_size") const {
    const Json* found = find(field);
    if (!found || *found == -1) return 0;
    if (!is_whole(*found, 1, widest_group)) refuse(field, *found, "a group of 1 to 65,536 weights, or -1 for columns");
    return found->get<double>();
  }
  /// Weights of a block of rows and columns; 0 where none is said.
  double block(const char* field) const {
    const Json* found = find(field);
    if (!found) return 0;
    const bool two = found->is_array() && found->size() == 2 && is_whole((*found)[0], 1, widest_group) &&
                     is_whole((*found)[1], 1, widest_group);
    if (!two) refuse(field, *found, "a block of rows and columns, e.g. [128, 128]");
    return (*found)[0].get<double>() * (*found)[1].get<double>();
  }

 private:
  static constexpr double widest_group = 65536;

  static bool is_whole(const Json& json, double least, double most) {
    if (!json.is_number()) return false;
    const double number = json.get<double>();
    return number >= least && number <= most && number == std::floor(number);
  }
  [[noreturn]] void refuse(const char* field, const Json& found, std::string_view expected) const {
    const std::string said = in_quotes(found.is_string() ? found.get<std::string>() : found.dump());
    refuse_contents(path_, fmt::format("'{}' is {}: expected {}", field, said, expected));
  }

  const Json& json_;
  std::string path_;
};

/// Bits of activations that the name of an algorithm tells: "W4A16".
double activations_in(std::string_view name, double otherwise) {
  for (const auto& [word, bits] : {std::pair{"a16", 16.0}, {"a8", 8.0}, {"a4", 4.0}})
    if (contains(name, word)) return bits;
  return otherwise;
}

/// The format under an algorithm by name: NVIDIA's, and AMD's data types. Groups are said beside it.
std::optional<WeightFormat> format_of(const std::string& name, const Quantised& beside) {
  constexpr double usual_group = 128;
  if (contains(name, "nvfp4")) return formats::by(formats::nvfp4, activations_in(name, 4));
  if (contains(name, "mxfp4")) return formats::by(formats::mxfp4, activations_in(name, 8));
  if (name == "fp4") return formats::by(formats::mxfp4, 4);
  if (contains(name, "mxfp6")) return formats::mxfp6;
  if (contains(name, "mxfp8")) return formats::mxfp8;
  if (contains(name, "fp8_pb") || contains(name, "fp8_block")) return formats::fp8_blocks;
  if (contains(name, "w4a") || contains(name, "int4")) {
    const double group = beside.group();
    return formats::by(formats::grouped(4, group > 0 ? group : usual_group), activations_in(name, 16));
  }
  if (contains(name, "fp8") || contains(name, "float8")) return formats::by(formats::fp8, activations_in(name, 8));
  if (contains(name, "int8") || contains(name, "w8a"))
    return formats::by(formats::int8, activations_in(name, contains(name, "sq") ? 8 : 16));
  return {};
}

/// The format of a group of compressed-tensors: bits, and a scale for every group of weights.
std::optional<WeightFormat> format_of_group(const Quantised& scheme) {
  const auto weights = scheme.object("weights");
  const auto bits = weights ? weights->bits("num_bits") : std::nullopt;
  if (!bits) return {};
  const auto inputs = scheme.object("input_activations");
  const double activations = inputs ? inputs->bits("num_bits").value_or(16) : 16;
  const bool is_float = weights->text("type") == "float";
  WeightFormat format = formats::by(formats::grouped(*bits, weights->group()), activations);
  if (is_float) format.kind = Kind::floating;
  if (is_float || contains(weights->text("scale_dtype"), "8")) format.scales = 1;
  return flag_in(weights->json(), "symmetric", true) ? format : formats::with_zero_points(format);
}

/// GPTQ, AWQ and AutoRound: integers that engines unpack. Nobody says of which width where bits are missing.
std::optional<WeightFormat> format_of_integers(const std::string& method, const Quantised& config) {
  const auto bits = config.bits("bits");
  if (!bits) return {};
  const WeightFormat format = formats::grouped(*bits, config.group());
  const bool zero_points =
      contains(method, "awq") ? flag_in(config.json(), "zero_point", true) : !flag_in(config.json(), "sym", true);
  return zero_points ? formats::with_zero_points(format) : format;
}

std::optional<WeightFormat> format_of_bitsandbytes(const Quantised& config) {
  const auto says = [&](const std::string& field) {
    return flag_in(config.json(), field.c_str()) || flag_in(config.json(), ("_" + field).c_str());
  };
  if (says("load_in_8bit")) return formats::int8;
  if (!says("load_in_4bit")) return {};
  return says("bnb_4bit_use_double_quant") ? formats::nf4_double : formats::nf4;
}

std::optional<WeightFormat> format_of_quark(const Quantised& config) {
  const auto global = config.object("global_quant_config");
  const Json* weight = global ? global->find("weight") : nullptr;
  if (weight && weight->is_array() && !weight->empty()) weight = &weight->front();
  if (!weight || !weight->is_object()) return {};
  const Quantised said = global->inside("weight", *weight);
  const auto format = format_of(said.text("dtype"), said);
  const auto inputs = global->object("input_tensors");
  const auto activations = inputs ? format_of(inputs->text("dtype"), *inputs) : std::nullopt;
  return format ? std::optional(formats::by(*format, activations ? activations->bits : 16)) : format;
}

/// The format by the method and settings of Transformers; none where the method is not known.
std::optional<WeightFormat> format_of_method(const std::string& method, const Quantised& config) {
  if (method == "fp8" || method == "fbgemm_fp8") {
    const double block = config.block("weight_block_size");
    return WeightFormat{.bits = 8, .activations = 8, .group = block, .scales = 4};
  }
  if (method == "eetq") return formats::int8;
  if (method == "mxfp4") return formats::mxfp4;
  if (contains(method, "gptq") || contains(method, "awq") || contains(method, "auto-round"))
    return format_of_integers(method, config);
  if (method == "bitsandbytes") return format_of_bitsandbytes(config);
  if (method == "quanto") {
    const auto format = format_of(config.text("weights"), config);
    return format ? std::optional(formats::by(*format, 16)) : format;
  }
  if (method == "quark") return format_of_quark(config);
  return format_of(config.text("quant_algo"), config);
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

/// What a share of a layer's weights holds: bytes, and the shares that each kind of units multiplies.
struct Blend {
  double share = 0;
  double bytes = 0;
  std::array<double, std::size(unit_words)> units{};

  void add(double times, const Blend& other) {
    share += times * other.share, bytes += times * other.bytes;
    for (std::size_t i = 0; i < units.size(); ++i) units[i] += times * other.units[i];
  }
};
Blend blend_of(const WeightFormat& format, double share) {
  Blend blend{share, share * format.bytes()};
  blend.units[static_cast<std::size_t>(format.units())] = share;
  return blend;
}

/// What files hold of a weight: its mean bytes, and what multiplies most of them.
struct Held {
  double bytes;
  Units units;
};

/// Weights as files hold them, by group: a format for all, and other ones for modules by name.
class StoredFormats {
 public:
  StoredFormats(const Shape& shape, const WeightFormat& of_most) : names_(shape), of_most_(of_most) {}

  void set(const std::string& name, const WeightFormat& format) {
    const Modules modules = names_.meant(lowered(name));
    for (const Group group : modules.groups) {
      Blend& blend = modules.layer ? by_layer_[{group, *modules.layer}] : everywhere_[group];
      blend.add(1, blend_of(format, std::min(modules.share, 1 - blend.share)));
    }
  }

  /// Mean over all layers, or nothing where no layer has such weights.
  std::optional<Held> of(Group group) const {
    const double layers = names_.layers_with(group);
    if (layers <= 0) return {};
    const auto all = everywhere_.find(group);
    Blend usual = all == everywhere_.end() ? Blend{} : all->second;
    usual.add(1, blend_of(of_most_, 1 - usual.share));
    Blend own;
    for (const auto& [place, there] : by_layer_)
      if (place.first == group) own.add(1, there);
    Blend mean = usual;
    mean.add(1 / layers, own);
    mean.add(-own.share / layers, usual);
    const auto most = std::max_element(mean.units.begin(), mean.units.end());
    return Held{mean.bytes, static_cast<Units>(most - mean.units.begin())};
  }

 private:
  ModuleNames names_;
  WeightFormat of_most_;
  std::map<Group, Blend> everywhere_;
  std::map<std::pair<Group, int>, Blend> by_layer_;
};

/// Whether a group of compressed-tensors means all linear layers, not some by name.
bool means_all(const Quantised& group) {
  const Json* targets = group.find("targets");
  return !targets || !targets->is_array() || targets->empty() ||
         std::any_of(targets->begin(), targets->end(), [](const Json& target) { return target == "Linear"; });
}

/// The objects of a field that holds one for every name.
std::vector<std::pair<std::string, Quantised>> objects_of(const Quantised& config, const char* field) {
  std::vector<std::pair<std::string, Quantised>> objects;
  if (const auto all = config.object(field))
    for (const auto& [name, unused] : all->json().items())
      if (const auto each = all->object(name.c_str())) objects.emplace_back(name, *each);
  return objects;
}

/// What a list of layers says of all others; none where it has a format that is not known.
std::optional<WeightFormat> format_of_unlisted(const Quantised& config) {
  for (const auto& [name, layer] : objects_of(config, "quantized_layers"))
    if (!format_of(layer.text("quant_algo"), layer)) return {};
  return unquantised;
}

/// The format of all layers that no list names; none where it cannot be read.
std::optional<WeightFormat> format_of_most(const Quantised& config) {
  if (config.find("quantized_layers")) return format_of_unlisted(config);
  const auto groups = objects_of(config, "config_groups");
  if (groups.empty()) return format_of_method(config.text("quant_method"), config);
  WeightFormat most = unquantised;
  for (const auto& [name, group] : groups) {
    const auto format = format_of_group(group);
    if (!format) return {};
    if (means_all(group)) most = *format;
  }
  return most;
}

/// Modules that a config leaves as they are, and those that it gives formats of their own.
void set_modules(const Quantised& config, StoredFormats& stored) {
  for (const char* field :
       {"modules_to_not_convert", "ignore", "exclude_modules", "llm_int8_skip_modules", "ignored_layers", "exclude"})
    if (const Json* list = config.find(field); list && list->is_array())
      for (const Json& name : *list)
        if (name.is_string()) stored.set(name.get<std::string>(), unquantised);
  for (const auto& [name, layer] : objects_of(config, "quantized_layers"))
    stored.set(name, format_of(layer.text("quant_algo"), layer).value_or(unquantised));
  for (const auto& [name, group] : objects_of(config, "config_groups"))
    if (!means_all(group))
      for (const Json& target : *group.find("targets"))
        if (target.is_string()) stored.set(target.get<std::string>(), format_of_group(group).value_or(unquantised));
}

/// What a server keeps beside the weights: an 8-bit cache, and states in the type that the model asks for.
void read_cache(const Config& config, const Json& quantised, Shape& shape) {
  const Json scheme = quantised.value("kv_cache_scheme", Json());
  const std::string cache =
      lowered(scheme.is_string() ? scheme.get<std::string>() : text_of(quantised, "kv_cache_quant_algo"));
  const bool eight_bits = contains(cache, "fp8") || (scheme.is_object() && scheme.value("num_bits", Json()) == 8);
  if (eight_bits) shape.tell_because("serving.kv_value_bytes", 1, "config.json: 8-bit KV cache");
  const std::string states = config.text("mamba_ssm_dtype");
  if (states == "float32" || states == "bfloat16" || states == "float16")
    shape.tell_because("serving.state_value_bytes", states == "float32" ? 4 : 2, "config.json: mamba_ssm_dtype");
}

/// What a config says of its quantisation, or nothing; null where it says none.
Json quantisation_of(const Config& config) {
  for (const char* field : {"quantization_config", "compression_config"})
    if (Json said = config.file().value(field, Json()); !said.is_null()) {
      if (!said.is_object()) config.refuse(field, "expected an object");
      return said;
    }
  return {};
}

}  // namespace

void read_stored(const Config& config, Shape& shape) {
  const Json said = quantisation_of(config);
  read_cache(config, said.is_object() ? said : Json::object(), shape);
  if (said.is_null()) return;
  const std::string source = "config.json: quantization_config";
  const Quantised quantised(said, config.path() + ": quantization_config");
  const auto most = format_of_most(quantised);
  if (!most) return shape.tell_because("storage_unread", 1, source);
  // OpenAI's MXFP4 is of experts alone, whatever is listed.
  const bool of_experts = quantised.text("quant_method") == "mxfp4";
  StoredFormats stored(shape, *most), untouched(shape, unquantised);
  set_modules(quantised, stored);
  // DeepSeek-V4 says by a field of its own that experts are in 4 bits, and everything else in 8-bit blocks.
  if (lowered(config.text("expert_dtype")) == "fp4") stored.set("experts", formats::mxfp4);
  const auto tell = [&](const std::string& group, const std::optional<Held>& held) {
    if (!held) return;
    shape.tell_because("stored_" + group + "_bytes", held->bytes, source);
    shape.tell_because("stored_" + group + "_units", code(held->units), source);
  };
  const StoredFormats& others = of_experts ? untouched : stored;
  tell("attention", others.of(attention));
  tell("mlp", others.of(mlp));
  tell("expert", stored.of(experts));
  shape.tell_because("stored_end_bytes", unquantised.bytes(), source);
}

}  // namespace llmsize
