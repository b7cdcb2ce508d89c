// SPDX-License-Identifier: Apache-2.0
// The shape of a model while it is read from a config: facts about inputs, each told once, and notes.
#pragma once

#include "core/catalog/hugging_face/config.hpp"

namespace llmsize {

class Shape {
 public:
  explicit Shape(const Config& config) : config_(config) {}

  /// Tells an input of the model ("layers"), or of another group ("serving.kv_value_bytes"), unless it is told already.
  /// Throws BadInput: data, when it is out of bounds.
  void tell(std::string_view input, const Told& told);
  void tell(std::string_view input, const std::optional<Told>& told);
  /// Tells an input that the type itself knows, replacing what was told: a number, flag or word.
  void tell_of_type(std::string_view input, const Json& value);
  /// Tells an input, replacing what was told.
  void tell_instead(std::string_view input, const Told& told);
  /// Tells an input for a reason that no field and no type gives.
  void tell_because(std::string_view input, double value, const std::string& source);

  bool has(std::string_view input) const { return entry_.find(key(input)) != nullptr; }
  /// The number told for an input; 0 where none is.
  double value(std::string_view input) const;
  /// The word told for a choice; empty where none is.
  std::string_view word(std::string_view input) const;

  void note(const std::string& text);
  /// The entry, facts in the order of the inputs.
  Entry entry(const std::string& id, const std::string& name) const;

 private:
  static std::string key(std::string_view input) {
    return (input.find('.') == std::string_view::npos ? "model." : "") + std::string(input);
  }
  void put(Fact fact);

  const Config& config_;
  Entry entry_;
};

/// The parts of a config, each in its own file.
void read_sizes(const Config& config, Shape& shape);
/// What a config says of layers one by one.
struct LayerList {
  bool windows = false;  ///< which of them have a window
  bool chunks = false;   ///< that some attend in chunks
};
/// Layers of every kind that lists or periods of the config tell apart.
LayerList read_kinds(const Config& config, Shape& shape);
void read_attention(const Config& config, Shape& shape);
void read_mixture(const Config& config, Shape& shape);
/// Bytes of weights as the files hold them, and of what a server keeps beside them.
void read_stored(const Config& config, Shape& shape);

}  // namespace llmsize
