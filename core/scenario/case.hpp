// SPDX-License-Identifier: Apache-2.0
// A case: a scenario completed from the catalog, choices, assumptions and defaults. Every value remembers where it
// comes from.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/inputs/worlds.hpp"
#include "core/scenario/scenario.hpp"

#include <map>
#include <string>

namespace llmsize {

/// Where a value comes from.
struct Origin {
  enum class Kind { absent, user, preset, data_sheet, stack, measured, choice, derived, planned, assumed, initial };
  Kind kind = Kind::absent;
  std::string detail;      ///< "gpt3-175b", "dgx-h100", "recipe adam16"
  std::string source;      ///< publication or reason
  std::string confidence;  ///< as the catalog says; may be empty
};

/// One or two words for tables: "user", "preset gpt3-175b", "data sheet dgx-h100", "stack nemo", "from recipe adam16",
/// "assumed", "default".
std::string text(const Origin& origin);

struct Case {
  /// A choice or reference and where its word comes from.
  struct Word {
    std::string word;
    Origin origin;
  };

  Values values;
  std::array<Origin, input_count> origins;
  std::array<double, input_count> spreads{};  ///< relative standard deviation of each value
  std::map<std::string, Word, std::less<>> words;
  std::map<std::string, std::string, std::less<>>
      names;                      ///< of the entries that references name: "model" is "GPT-3 175B"
  std::string measured_on_other;  ///< name of the accelerator whose measured values were not taken, since this case has
                                  ///< another; or empty
  std::string currency;           ///< that the user states a price or budget in: "EUR"; empty where none is stated
  std::vector<InputKey> unplanned;  ///< for which no layout was found: what reads them is not known

  /// A value set over whatever was there.
  void put(InputKey key, double value, Origin origin, double spread = 0);
  /// A value in base units; absent where nobody tells it.
  double operator[](InputKey key) const { return values[key]; }
  /// Whether a value was given: by whomever, but not derived.
  bool has(InputKey key) const { return values.has(key); }
  /// Says otherwise where a value comes from.
  void explain(InputKey key, Origin origin) { origins[key.slot()] = std::move(origin); }
  const Origin& origin(InputKey key) const { return origins[key.slot()]; }
  double spread(InputKey key) const { return spreads[key.slot()]; }
  /// The word of a choice or reference; empty where there is none.
  std::string word(WordKey key) const;
  /// Name of the entry that a reference names; empty where there is none.
  std::string name(WordKey key) const;
};

/// An input or result of a case as people read it: "43.7 GB", "nvme", money with its currency: "14.4M EUR".
std::string pretty(double value, NumberId name, const Case& plan);

/// The word for software as it is usual on an accelerator: the same as naming none.
inline constexpr std::string_view usual_software = "typical";

/// Whether nobody said how the model is split.
bool layout_is_open(const Scenario& scenario);

/// Throws BadInput where the scenario contradicts itself or names what the catalog does not have.
Case complete(const Scenario& scenario, const Catalog& catalog);

}  // namespace llmsize
