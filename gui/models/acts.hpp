// SPDX-License-Identifier: GPL-3.0-or-later
// What was typed as changes of the scenario: "64 nodes", "deadline 20d", "tp=8", "fp8", "b200".
#pragma once

#include "core/catalog/catalog.hpp"
#include "gui/models/called.hpp"

#include <QString>

#include <map>
#include <string>
#include <vector>

namespace llmsize::gui {

class InputsModel;

/// One input that takes another value.
struct Act {
  std::string key, text;  ///< what the scenario says then
  QString label;          ///< "Nodes"
  QString before, after;  ///< as the form shows them: "48", "64"
  Called::Fit fit{};      ///< how well the words fit the input or, without one, its value
  bool asked = false;     ///< an input that is asked for most
  bool is_there = false;  ///< the input has that value already
};

class Acts {
 public:
  /// Both have to outlive it. Inputs are found by their labels and options, those of earlier versions and of other
  /// tools too.
  Acts(const InputsModel& inputs, const Catalog& catalog);

  /// What may be meant, the best first and of several alike what the page asks for first. Nothing that the scenario
  /// says already.
  std::vector<Act> find(const QString& typed, const QString& page) const;

 private:
  struct Name {
    std::string_view key;
    Called called;
  };
  struct Entry {
    QString id, name;
    Called called;
  };
  const std::vector<Entry>& entries(std::string_view kind) const;
  void add_named(const QString& name, const QString& value, Called::Fit worst, std::vector<Act>& acts) const;
  void add_words(const QString& typed, std::vector<Act>& acts) const;
  void add_entries(std::string_view key, const QString& typed, Called::Fit fit, std::vector<Act>& acts) const;
  void add(std::string_view key, const QString& text, Called::Fit fit, std::vector<Act>& acts) const;
  int place(std::string_view key, const QStringList& groups) const;

  const InputsModel& inputs_;
  const Catalog& catalog_;
  std::vector<Name> names_;
  mutable std::map<std::string, std::vector<Entry>, std::less<>> entries_{};  ///< read when first asked for
};

}  // namespace llmsize::gui
