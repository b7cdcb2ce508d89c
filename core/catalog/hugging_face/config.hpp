// SPDX-License-Identifier: Apache-2.0
// Fields of a config.json: looked up under all names that models use for them, in the file first and then in the
// defaults of its type.
#pragma once

#include "core/catalog/hugging_face/model_type.hpp"

namespace llmsize {

/// A number or flag, and the field that tells it.
struct Told {
  double value = 0;
  std::string field;
  bool in_file = true;  ///< or a default of the type
};

class Config {
 public:
  /// `file` is the part that describes the text decoder.
  Config(Json file, ModelType type, std::string path)
      : file_(std::move(file)), type_(std::move(type)), path_(std::move(path)) {}

  const Json& file() const { return file_; }
  const ModelType& type() const { return type_; }
  const std::string& path() const { return path_; }

  /// A whole number; absent where the field is absent or null, also when null overrides a default. Throws BadInput:
  /// data, naming the field and what is expected of it.
  std::optional<Told> number(std::string_view field) const;
  /// The same, refusing absence.
  Told needed(std::string_view field) const;
  /// true or false.
  std::optional<Told> flag(std::string_view field) const;
  bool is(std::string_view field) const;
  /// A field or number, or two of them joined by + - * or /: "max_position_embeddings + 2". Flags count as 0 and 1;
  /// "#attn_layer_indices" is how many a list holds.
  std::optional<Told> calculated(std::string_view text) const;
  /// The elements of a list, or nullptr.
  const Json* list(std::string_view field) const;
  /// Whether the field is told by file or type, whatever it holds.
  bool tells(std::string_view field) const { return find(field).value != nullptr; }
  /// Whether it is told by the file.
  bool file_tells(std::string_view field) const { return tells(field) && find(field).in_file; }
  /// The value of a field as text, empty when absent: "true", "gated-gelu".
  std::string text(std::string_view field) const;
  /// Whether models of the type may lack the field.
  bool may_lack(std::string_view field) const;

  /// Where a value is from: "config.json: hidden_size", or the type and its source.
  std::string source(const Told& told) const;
  std::string type_source() const;

  [[noreturn]] void refuse(std::string_view field, std::string_view reason) const;

 private:
  struct Found {
    std::string_view name;
    const Json* value = nullptr;
    bool in_file = true;
  };
  Found find(std::string_view field) const;

  Json file_;
  ModelType type_;
  std::string path_;
};

}  // namespace llmsize
