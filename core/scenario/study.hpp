// SPDX-License-Identifier: Apache-2.0
// A study: scenarios that differ in a few inputs. What a *.llmsize file holds when it gives lists, and what sweeps run
// over.
#pragma once

#include "core/scenario/scenario.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace llmsize {

/// Values that come one after the other, each said by itself or as part of a range, of which the ends alone are kept: a
/// million of them take no more room than two.
class AxisValues {
 public:
  /// From a first value on by steps or, where they are factors, by factors.
  struct Range {
    double from, step;
    bool factors;
    std::size_t count;
    std::string giver;

    double at(std::size_t place) const;
  };

  class Iterator {
   public:
    Iterator(const AxisValues& values, std::size_t place) : values_(&values), place_(place) {}
    Scenario::Said operator*() const { return (*values_)[place_]; }
    Iterator& operator++() { return ++place_, *this; }
    bool operator!=(const Iterator& other) const { return place_ != other.place_; }

   private:
    const AxisValues* values_;
    std::size_t place_;
  };

  void add(Scenario::Said value);
  void add(Range range);

  std::size_t size() const { return ends_.empty() ? 0 : ends_.back(); }
  bool empty() const { return ends_.empty(); }
  Scenario::Said operator[](std::size_t place) const;
  Scenario::Said front() const { return (*this)[0]; }
  Scenario::Said back() const { return (*this)[size() - 1]; }
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

 private:
  std::vector<std::variant<Scenario::Said, Range>> parts_{};
  std::vector<std::size_t> ends_{};  ///< places behind the last value of each part
};

/// An input and the values it takes one after the other.
struct Axis {
  std::string key;
  AxisValues values{};
};

struct Study {
  std::string name;                  ///< a title for people; may be empty
  std::string notes;                 ///< what the question is and where it comes from; may be empty
  std::vector<std::string> results;  ///< ids of the results that answer it; may be empty
  Scenario base;
  std::vector<Axis> axes;
  std::vector<std::string> claims{};  ///< published numbers that `audit` checks, as its option --claim; may be empty
  std::vector<std::string> hidden{};  ///< ranges of unpublished inputs, as its option --hidden; may be empty

  /// Whether its scenarios say something for a key.
  bool says(std::string_view key) const;
  /// How many combinations there are, 1 without axes. Throws BadInput: usage, beyond `most_points`.
  std::size_t points() const;
  /// One of them, the last axis changing fastest.
  Scenario scenario(std::size_t point) const;
  /// Every combination in this order; the base alone without axes. Throws BadInput: usage, beyond `most_kept`.
  std::vector<Scenario> scenarios() const;
};

/// More combinations are refused: a hundred times as many are an evening of computing.
inline constexpr std::size_t most_points = 10'000'000;
/// More are answered one by one alone; of a file, more values of a list are refused.
inline constexpr std::size_t most_kept = 100'000;
/// Bytes that answered rows take where they are kept until all are there, with the text or document that is made of
/// them. `cells` of a row: its results, and the columns of its sheet.
double kept_bytes(std::size_t rows, std::size_t cells);
/// Throws BadInput: usage, beyond `most_kept`, and where so many answers with so many results take more memory than the
/// limit.
void require_few(const Study& study, std::size_t results = 0);

/// What parts the values of a list: a comma, or a semicolon where a comma parts traffic classes on the same replicas.
char list_sign(std::string_view key);
/// Whether a text gives several values for a key.
bool is_several(std::string_view key, std::string_view text);

/// "1024" of "1,024": the number that a text may mean by thousands separators, which no number has here. Empty where it
/// cannot mean one.
std::string without_separators(std::string_view text);

/// The values of a list or range: "1,2,4", "1..8" (whole numbers), "8..64+8" (steps), "1..1024x2" (factors). Ends are
/// included, and units are allowed: "10GB/s..90GB/s+10GB/s". Throws BadInput as `value_of` does.
Axis read_axis(std::string_view key, std::string_view text, const Giver& giver);

/// A study from the text of a *.llmsize file; a list there is an axis. Throws BadInput: data.
Study read_study(std::string_view text, const std::string& source);

}  // namespace llmsize
