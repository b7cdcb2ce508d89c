// SPDX-License-Identifier: Apache-2.0
// llmsize for C++ programs: all that is included to ask what the command line asks.
//
//   auto reply = llmsize::Question("size").set("model", "gpt3-175b").set("system", "dgx-h100").set("tokens", "300B")
//                    .set("deadline", "30d").ask();
//   llmsize::Seconds time = reply["training.calendar_time"];
//
// What is wrong with an input is thrown as llmsize::BadInput, with the sentence that the command line prints.
#pragma once

#include "core/files/bad_input.hpp"
#include "core/formula/id.hpp"
#include "core/quantity/unit.hpp"
#include "core/tables/data.hpp"
#include "core/verdict/verdict.hpp"

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace llmsize {

/// What is said before a question is asked.
struct QuestionSettings {
  /// A name and what is said for it: a text as people type it, or a number in base units.
  struct Value {
    std::string name, text{};
    std::optional<double> number{};
  };
  std::vector<Value> values{};
  std::vector<std::string> results{};
  std::string scenario{}, catalog{}, calibration{};
  bool ranges = false;
};

/// Says it; every setter returns the question, so that they can be chained.
template <class Asker>
class Asks {
 public:
  /// An input by its key ("workload.tokens") or option ("tokens", "node price") as people type it: "300B", "30d".
  Asker& set(std::string_view name, std::string_view text) {
    settings_.values.push_back({std::string(name), std::string(text)});
    return self();
  }
  /// The same as a number in base units: s, B, W.
  Asker& set(std::string_view name, double base_units) {
    settings_.values.push_back({std::string(name), {}, base_units});
    return self();
  }
  /// Results that are told, by id, or "all"; what the command tells where none is named.
  Asker& results(std::vector<std::string> ids) {
    settings_.results = std::move(ids);
    return self();
  }
  /// P10 and P90 of every result.
  Asker& ranges(bool wanted = true) {
    settings_.ranges = wanted;
    return self();
  }
  /// A folder whose entries take precedence over the built-in catalog.
  Asker& catalog(std::string_view folder) {
    settings_.catalog = folder;
    return self();
  }
  /// What `llmsize calibrate` wrote.
  Asker& calibration(std::string_view file) {
    settings_.calibration = file;
    return self();
  }

 protected:
  QuestionSettings settings_{};

 private:
  Asker& self() { return static_cast<Asker&>(*this); }
};

class Reply;
struct ReplyState;

/// A question about one scenario.
class Question : public Asks<Question> {
 public:
  /// "size", "memory", "train", "plan", "serve", "offload", "checkpoint", "data" or "trend", as the command of the same
  /// name. Throws BadInput.
  explicit Question(std::string_view name);
  /// A *.llmsize file or a scenario of the catalog; what is set overrides what it says.
  Question& scenario(std::string_view file_or_id) {
    settings_.scenario = file_or_id;
    return *this;
  }
  /// Throws BadInput.
  Reply ask() const;

 private:
  std::string name_;
};

/// The answer to a question.
class Reply {
 public:
  /// A result, or an input as the answer took it.
  class Number {
   public:
    /// As the quantity that it is: Seconds, Bytes, Watts, …, or double for counts and shares. Throws BadInput where it
    /// is not known, naming what is missing, or is another kind of quantity.
    template <class Quantity>
      requires(std::same_as<Quantity, double> || unit_of<Quantity>() != Unit::count)
    operator Quantity() const {
      return of<Quantity>(checked(unit_of<Quantity>()));
    }
    /// In base units. Throws BadInput where it is not known.
    double value() const;
    bool is_known() const;
    Unit unit() const;
    /// P10 and P90 in base units; nothing where no uncertain input moves it.
    std::optional<std::pair<double, double>> range() const;
    /// As people read it: "28.7 days".
    std::string text() const;

   private:
    friend class Reply;
    Number(const Reply& reply, NumberId id) : state_(reply.state_), id_(id) {}
    double checked(Unit wanted) const;

    std::shared_ptr<const ReplyState> state_;
    NumberId id_;
  };

  /// Any result or input, also one that the question does not tell; a misspelt id does not compile.
  Number operator[](NumberId id) const { return Number(*this, id); }
  /// By an id that comes at run time. Throws BadInput with the nearest id.
  Number at(std::string_view id) const;

  /// Whether it fits and meets what was asked for, and why not.
  const Verdict& verdict() const;
  /// What does not fit, was assumed or changes nothing, most severe first.
  std::vector<FoundFinding> findings() const;
  /// The document that `--json` writes.
  std::string json() const;
  /// The page that a terminal shows.
  std::string text() const;

 private:
  friend class Question;
  explicit Reply(std::shared_ptr<const ReplyState> state) : state_(std::move(state)) {}

  std::shared_ptr<const ReplyState> state_;
};

/// Scenarios in the rows of a table, answered on all cores as `llmsize run` answers a sheet; what is set is said of
/// every row.
class Rows : public Asks<Rows> {
 public:
  struct Answers {
    Table columns;                      ///< that answers add: a row for each scenario, empty cells are not known
    std::vector<std::string> warnings;  ///< of columns that are no inputs
  };
  /// Columns are named by keys or options of inputs, cells hold what people type. What is wrong with a row stands in
  /// its columns status and message. Throws BadInput where no column is an input.
  Answers answer(const Table& scenarios) const;
};

}  // namespace llmsize
