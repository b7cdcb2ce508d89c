// SPDX-License-Identifier: Apache-2.0
#include "core/calibration/recipes.hpp"

#include "core/files/bad_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace llmsize {
namespace {

constexpr std::array<const char*, 5> degrees{"tp", "pp", "cp", "ep", "vpp"};

Recipe recipe_of(const Json& json) {
  const auto text = [&](const char* key) { return json.at(key).get<std::string>(); };
  Recipe recipe{text("release"), text("model"), text("gpu"), text("precision"), text("task"), {}, {}};
  for (const char* degree : degrees)
    if (json.contains(degree)) recipe.layout.emplace(degree, text(degree));
  for (const auto& [key, value] : json.at("say").items()) recipe.say.emplace_back(key, value.get<std::string>());
  return recipe;
}

/// Whether a printed name ("H100-SXM-80GB") is of this accelerator ("H100").
bool is_gpu(const std::string& printed, const std::string& gpu) {
  return printed.starts_with(gpu) && (printed.size() == gpu.size() || !std::isalnum(printed[gpu.size()]));
}

/// Degrees in which two layouts are the same. A blank cell is any.
int alike(const RecipeQuestion& run, const Recipe& recipe) {
  int same = 0;
  for (const char* degree : degrees) {
    const auto own = run.layout.find(degree);
    if (own == run.layout.end() || own->second.empty()) continue;
    const auto found = recipe.layout.find(degree);
    same += own->second == (found == recipe.layout.end() ? "1" : found->second);
  }
  return same;
}

}  // namespace

Recipes::Recipes(const Catalog& catalog) {
  const std::optional<Json> document = catalog.document("measurements", "recipes");
  if (!document) return;
  try {
    for (const Json& id : document->at("software")) software_.push_back(id.get<std::string>());
    for (const Json& each : document->at("recipes")) all_.push_back(recipe_of(each));
  } catch (const Json::exception& error) {
    throw BadInput(BadInput::Kind::data, fmt::format("measurements/recipes.json: {}", error.what()));
  }
}

bool Recipes::are_of(const std::string& software) const {
  return std::find(software_.begin(), software_.end(), software) != software_.end();
}

std::optional<Recipe> Recipes::followed(const RecipeQuestion& run) const {
  const Recipe* best = nullptr;
  const auto is_better = [&](const Recipe& one, const Recipe& other) {
    const auto rank = [&](const Recipe& each) {
      return std::pair(each.precision == run.precision, run.release.empty() || each.release <= run.release);
    };
    if (rank(one) != rank(other)) return rank(one) > rank(other);
    // Up to the run's release, the newer the better; after it, the older.
    if (one.release != other.release) return (one.release > other.release) == rank(one).second;
    return alike(run, one) > alike(run, other);
  };
  for (const Recipe& each : all_)
    if (each.model == run.model && each.task == run.task && is_gpu(run.gpu, each.gpu))
      if (!best || is_better(each, *best)) best = &each;
  return best ? std::optional(*best) : std::nullopt;
}

std::vector<std::pair<std::string, std::string>> Recipes::usual(const RecipeQuestion& run) const {
  std::map<std::string, std::map<std::string, int>> counts;
  for (const Recipe& each : all_)
    if (is_gpu(run.gpu, each.gpu) && each.task == run.task && each.layout.contains("ep"))
      for (const auto& [key, value] : each.say)
        if (key.starts_with("software.")) ++counts[key][value];
  int all = 0;
  for (const auto& [value, times] : counts["software.dispatch"]) all += times;
  std::vector<std::pair<std::string, std::string>> says;
  for (const auto& [key, values] : counts) {
    const auto most = std::max_element(
        values.begin(), values.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most != values.end() && 2 * most->second > all) says.emplace_back(key, most->first);
  }
  return says;
}

}  // namespace llmsize
