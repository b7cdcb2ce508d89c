// SPDX-License-Identifier: Apache-2.0
// Published recipes of a training stack: what each turns on for a model, an accelerator and a precision, by release.
#pragma once

#include "core/catalog/catalog.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llmsize {

/// One recipe: what it is for, its layout by column ("tp", "pp", "cp", "ep", "vpp"; a degree of 1 is left out), and the
/// inputs that it says.
struct Recipe {
  std::string release, model, gpu, precision, task;
  std::map<std::string, std::string, std::less<>> layout;
  std::vector<std::pair<std::string, std::string>> say;
};

/// What a run asks the recipes: `gpu` is its accelerator as printed, `layout` what it says of its degrees.
struct RecipeQuestion {
  std::string release, model, gpu, precision, task;
  std::map<std::string, std::string, std::less<>> layout;
};

class Recipes {
 public:
  /// The recipes of the catalog (measurements/recipes). Throws BadInput: data.
  explicit Recipes(const Catalog& catalog);

  /// Whether runs of a stack follow them.
  bool are_of(const std::string& software) const;

  /// The recipe that a run followed: of its model, accelerator, task and, where there are any, precision the newest one
  /// up to its release, else the first one there is; of several the one whose layout is most like its own. Nothing
  /// where none is of its model and accelerator.
  std::optional<Recipe> followed(const RecipeQuestion& run) const;

  /// What most recipes for an accelerator say of mixtures, whatever their model: what to expect of a model that has
  /// none. Nothing where none is for it.
  std::vector<std::pair<std::string, std::string>> usual(const RecipeQuestion& run) const;

 private:
  std::vector<std::string> software_;
  std::vector<Recipe> all_;
};

}  // namespace llmsize
