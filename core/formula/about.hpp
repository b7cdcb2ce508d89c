// SPDX-License-Identifier: Apache-2.0
// What a reader may ask of a number: the words that stand beside every input, every formula and every finding.
#pragma once

#include "core/formula/id.hpp"
#include "core/quantity/unit.hpp"

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace llmsize {

/// Words of a formula. `symbol`, `title`, `why` and `source` are required; the registry refuses to compile without
/// them.
struct About {
  std::string_view id{};                 ///< filled by formula<"id", …>
  std::string_view symbol;               ///< as in the literature: "F", "t_step"; one underscore starts the subscript
  std::string_view title;                ///< a noun phrase for tables and forms
  std::string_view why;                  ///< one sentence that a newcomer understands
  std::string_view source;               ///< publication or "derived: …"
  std::string_view assumes{};            ///< what the formula takes for granted, empty if nothing
  std::optional<InputKey> counted_by{};  ///< the convention of the count, which explanations show beside it
  Unit unit = Unit::count;  ///< of a Count only: Unit::ratio for shares, Unit::flag for yes or no; other types say it
                            ///< themselves
  std::span<const std::string_view> words{};  ///< what the numbers 0, 1, 2 … stand for; nothing where a number is one
  bool whole = false;                         ///< a count of things: its range is whole too
  std::string_view teller{};  ///< who tells it where no formula does: "llmsize plan"; filled by told<"id", …>
  std::string_view of{};      ///< of a function: its arguments as symbols, "λ, B"
};

/// Words and bounds of an input. `symbol`, `label` and `help` are required.
struct InputAbout {
  std::string_view key{};    ///< filled by input<"group.field", …>
  std::string_view symbol;   ///< as in the literature
  std::string_view label;    ///< for forms and tables
  std::string_view help;     ///< one sentence, with an example where it helps
  std::string_view flags{};  ///< short forms on the command line: "--tp,--tensor-parallel"
  double least = 0;          ///< smallest sensible value, base units
  double most = 1e30;        ///< largest sensible value, base units
  std::optional<double>
      initial{};  ///< default in base units; nothing: absent unless given, found in the catalog, derived or assumed
  std::string_view source{};                  ///< where the default comes from
  double spread = 0;                          ///< relative standard deviation of the default
  Unit unit = Unit::count;                    ///< as above
  std::span<const std::string_view> words{};  ///< as above
  bool whole = false;                         ///< fractions make no sense
};

/// The word that a number stands for; empty where it stands for itself.
std::string_view word(std::span<const std::string_view> words, double value);

/// A number as people read it: its word, or the number with its unit.
std::string pretty(double value, const About& about);
std::string pretty(double value, const InputAbout& about);

enum class Severity { info, warning, error };
std::string_view word(Severity severity);

/// A change of the scenario that might mend a finding. It is tried before anybody is offered it.
struct Try {
  enum class How {
    said,      ///< `text` as it stands
    doubled,   ///< the value of `from`, else of the key itself, times 2, 4, 8 … up to `times`
    reached,   ///< what `from` comes to, rounded up to what one would type
    multiple,  ///< the multiples of `from` around the key's own value
  };
  std::string_view label;  ///< "Shard states (ZeRO-3)"; {} is the value: "Use batch size {}"
  ScenarioKey key;
  How how = How::said;
  std::string_view text{};
  std::optional<NumberId> from{};
  double times = 16;
};

/// Words of a finding. `{id}` in a sentence stands for the value of that input or result, or the id of what a
/// reference names; those ids are the finding's fields. `{}` in the sentence of a told finding is filled by whoever
/// tells it.
struct FindingAbout {
  std::string_view id{};  ///< stable, filled by finding<"id", …>
  Severity severity;
  std::string_view sentence;             ///< what is wrong, with the numbers
  std::string_view remedy{};             ///< what would mend it, in words
  std::string_view brief{};              ///< the sentence in two or three words: "GPU memory exceeded"
  std::string_view check{};              ///< what is checked, for lists of checks: "GPU memory"; empty: the brief
  std::span<const Try> tries{};          ///< what would mend it, likeliest first
  std::optional<ResultKey> effect{};     ///< what a remedy is judged by
  std::string_view effect_words = "{}";  ///< "{} per GPU"
  bool undecided = false;                ///< leaves what was asked unjudged, whatever the severity
};

}  // namespace llmsize
