// SPDX-License-Identifier: Apache-2.0
#include "core/catalog/weights/model.hpp"

#include "core/catalog/hugging_face.hpp"
#include "core/catalog/weights/gguf_config.hpp"
#include "core/catalog/weights/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace llmsize {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view index_name = "model.safetensors.index.json";

bool is_file(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}
bool is_folder(const fs::path& path) {
  std::error_code none;
  return fs::is_directory(path, none);
}

std::vector<std::string> files_in(const fs::path& folder, std::string_view ending) {
  std::vector<std::string> files;
  std::error_code none;
  for (const auto& file : fs::directory_iterator(folder, none))
    if (file.path().extension() == ending && is_file(file.path())) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Files of weights that an index names, each in its own folder.
std::vector<std::string> files_of_index(const fs::path& index) {
  const Json json = parse_json(read_file(index), index);
  const Json map = json.is_object() ? json.value("weight_map", Json()) : Json();
  if (!map.is_object()) refuse_contents(index.string(), "is not a safetensors index: 'weight_map' is missing");
  std::set<std::string> names;
  for (const auto& [tensor, file] : map.items()) {
    const std::string name = file.is_string() ? file.get<std::string>() : std::string{};
    if (name.empty() || name.find('/') != std::string::npos)
      refuse_contents(
          index.string(),
          fmt::format("tensor {} is in {}, which is not in the folder of the index", in_quotes(tensor), file.dump()));
    names.insert(name);
  }
  std::vector<std::string> files;
  files.reserve(names.size());
  for (const std::string& name : names) files.push_back(index.parent_path() / name);
  return files;
}

/// All parts of a GGUF file that is split: "model-00002-of-00005.gguf".
std::vector<std::string> parts_of(const std::string& path) {
  constexpr std::string_view form = "-00000-of-00000.gguf";
  const auto is_part = [&](std::string_view end) {
    return std::equal(
        end.begin(), end.end(), form.begin(), [](char c, char f) { return f == '0' ? c >= '0' && c <= '9' : c == f; });
  };
  if (path.size() < form.size() || !is_part(std::string_view(path).substr(path.size() - form.size()))) return {path};
  const std::string start = path.substr(0, path.size() - form.size());
  const int count = std::stoi(path.substr(path.size() - 10, 5));
  std::vector<std::string> parts;
  for (int part = 1; part <= count; ++part) parts.push_back(fmt::format("{}-{:05}-of-{:05}.gguf", start, part, count));
  return parts;
}

Entry entry_of_gguf(const std::string& path, const Catalog& catalog) {
  std::vector<StoredTensor> tensors;
  Json config;
  for (const std::string& part : parts_of(path)) {
    GgufHeader header = read_gguf(part);
    if (header.said.contains("general.architecture")) config = gguf_config(header, path);
    tensors.insert(tensors.end(), header.tensors.begin(), header.tensors.end());
  }
  if (config.is_null()) refuse_contents(path, "GGUF: 'general.architecture' is missing");
  complete_from_tensors(config, tensors);
  Entry entry = read_hugging_face(config, catalog, path);
  tell_stored(tensors, fs::path(path).filename().string(), entry);
  return entry;
}

Entry entry_of_safetensors(const fs::path& folder, const std::vector<std::string>& files, const Catalog& catalog) {
  const std::string config = folder / "config.json";
  if (!is_file(config))
    throw BadInput(
        BadInput::Kind::file, fmt::format("{}: expected a config.json next to the weight files", folder.string()));
  Entry entry = read_hugging_face(
      with_quantisation_beside(parse_python_json(read_file(config), config), config), catalog, config);
  std::vector<StoredTensor> tensors;
  for (const std::string& file : files) {
    if (!is_file(file)) {
      entry.notes +=
          fmt::format("; {} is missing: weight formats from config.json only", fs::path(file).filename().string());
      return entry;
    }
    const auto more = read_safetensors(file);
    tensors.insert(tensors.end(), more.begin(), more.end());
  }
  if (!tensors.empty()) tell_stored(tensors, "headers of safetensors", entry);
  return entry;
}

}  // namespace

bool is_of_weights(const std::string& path) {
  return is_folder(path) || path.ends_with(".gguf") || path.ends_with(".safetensors") ||
         path.ends_with(".safetensors.index.json");
}

Entry read_weights(const std::string& path, const Catalog& catalog) {
  if (path.ends_with(".gguf")) return entry_of_gguf(path, catalog);
  const fs::path folder = is_folder(path) ? fs::path(path) : fs::absolute(path).parent_path();
  if (!is_folder(path))
    return entry_of_safetensors(
        folder, path.ends_with(".json") ? files_of_index(path) : std::vector<std::string>{path}, catalog);
  const auto gguf = files_in(folder, ".gguf");
  if (!is_file(folder / "config.json") && !gguf.empty()) {
    if (parts_of(gguf.front()).size() != gguf.size())
      refuse_contents(path, fmt::format("holds {} GGUF files: name one of them", gguf.size()));
    return entry_of_gguf(gguf.front(), catalog);
  }
  return entry_of_safetensors(
      folder, is_file(folder / index_name) ? files_of_index(folder / index_name) : files_in(folder, ".safetensors"),
      catalog);
}

}  // namespace llmsize
