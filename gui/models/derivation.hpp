// SPDX-License-Identifier: GPL-3.0-or-later
// The derivation of one number: what the panel on the right says, and the way back through what was looked at before.
#pragma once

#include "core/answer/explanation.hpp"
#include "gui/models/planner.hpp"
#include "gui/models/text.hpp"

#include <QObject>

#include <optional>
#include <vector>

namespace llmsize::gui {

/// The input that a result owes most of its range to.
struct WeakestInput {
  std::string key;
  QString label;
  QString value;            ///< "0.62"
  QString low, high;        ///< its own P10 and P90
  QString origin;           ///< "default"
  double share = 0;         ///< of the range, 0 to 1
  bool measurable = false;  ///< a probe would narrow it: it is an assumption or default of machine or software
};

class Derivation : public QObject {
  Q_OBJECT

 public:
  explicit Derivation(QObject* parent = nullptr);

  /// The case that numbers are explained from. What is shown is explained again; what no longer exists closes.
  void set_case(const Subject& subject, const Catalog& catalog, const Case& completed);
  void follow(Planner* planner);

  /// Shows a result or input, after some changes of the scenario. Nothing happens where it cannot be explained.
  void show(const Source& source);
  void close();
  void back();
  void forward();
  bool can_go_back() const { return position_ > 0; }
  bool can_go_forward() const { return position_ + 1 < static_cast<int>(visited_.size()); }

  bool is_open() const { return explanation_.has_value(); }
  /// The rest is valid while it is open.
  const Explanation& explanation() const { return *explanation_; }
  const Source& source() const { return visited_[static_cast<std::size_t>(position_)]; }
  const Case& plan() const { return case_; }
  /// "with Nodes 64": what was changed before explaining; empty where nothing was.
  QString condition() const;
  Shown number() const;        ///< "24.6", "days"
  QString range_text() const;  ///< "P10–P90 22.9–26.5"; empty where nothing is uncertain
  /// The formula as HTML with fractions as <span class="frac">: symbols, then numbers.
  QString symbol_text() const;  ///< of the number itself, as HTML
  QString formula_html() const;
  QString numbers_html() const { return numbers_html_; }
  QString why() const;
  QString source_text() const;
  /// Nothing where no input is uncertain.
  const std::optional<WeakestInput>& weakest() const { return weakest_; }
  /// The limit that the result is held against, base units, and its words: the deadline of a training time. Absent
  /// where there is none.
  double limit() const;
  QString limit_label() const;

  QString as_plain_text() const;

 Q_SIGNALS:
  /// Another number, or none.
  void changed();

 private:
  void explain_current();
  Case after(const Source& source) const;

  QPointer<Planner> planner_;
  Subject subject_;
  const Catalog* catalog_ = nullptr;
  Case completed_;  ///< of the subject
  Case case_;       ///< of what is shown: after its changes
  std::vector<Source> visited_;
  int position_ = -1;
  std::optional<Explanation> explanation_;
  std::optional<WeakestInput> weakest_;
  QString numbers_html_;
};

/// The parts of a name that the branch which applies is made of; of a function where `root` asks for it. Throws
/// BadInput as `explain` does.
std::vector<Part> applied_parts(const Case& plan, std::string_view name, std::string_view root = {});

/// The letter of an origin's chip: Y, P, S, M, D, = or A.
QString letter_of(const Origin& origin);
/// The origin in the words of the user: "you", "preset gpt3-175b", "chosen by the planner".
QString words_of(const Origin& origin);

}  // namespace llmsize::gui
