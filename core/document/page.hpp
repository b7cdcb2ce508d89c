// SPDX-License-Identifier: Apache-2.0
// A page as data: what answers one question, free of how it is painted. Painters (terminal, Markdown, HTML, the
// desktop app) add nothing but ink.
#pragma once

#include "core/answer/findings.hpp"
#include "core/charts/chart.hpp"
#include "core/verdict/verdict.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llmsize {

/// One of the figures that answer a page.
struct Figure {
  std::string label;      ///< "Time to train"
  std::string value;      ///< "24.6"
  std::string unit;       ///< "days"; may be empty
  std::string qualifier;  ///< "22.9–26.5 days", "14 bytes × 174.6 billion"
  Source source{};
  Hue hue = Hue::waiting;  ///< a mark before the value where it is a tier
  bool marked = false;
  bool known = true;               ///< else the value is a dash and the qualifier says why
  std::optional<double> number{};  ///< what its source explains, base units; empty where the value is words
  bool operator==(const Figure&) const = default;
};

/// What can be done about a finding: changes of the scenario.
struct Remedy {
  std::string label;  ///< "Use batch size 1,600"
  Source apply;
};

/// Findings with what mends them.
using Findings = std::vector<std::pair<FoundFinding, std::vector<Remedy>>>;

/// What a terminal shows of a page until somebody asks for more: the answer, how sure it is, what it rests on.
struct FirstScreen {
  struct Line {
    std::string label, text;
  };
  std::string headline{};     ///< subject, answer and limit; empty: the title of the page
  Grid table{};               ///< sizes by confidence, layouts, modes: what there is to choose from
  std::vector<Line> lines{};  ///< at most eight; empty: the figures of the page
  std::string assumed{};      ///< what nobody stated, in sentences
};

/// Figures, a verdict, findings, charts.
struct Page {
  enum class Verdict { good, just, bad, incomplete, neutral };  ///< neutral: what differs is neither good nor bad
  std::string id;                                               ///< "size"
  std::string title;                                            ///< "GPT-3 175B on 48 × NVIDIA DGX H100"
  std::string subtitle;                                         ///< what is sized: the layout, the goal
  std::vector<Figure> figures;
  Verdict verdict = Verdict::good;
  llmsize::Verdict settled{};  ///< what its findings make of it, for programs
  std::string verdict_label;   ///< "Meets the deadline"
  std::string sentence;        ///< the reserve and the catch
  /// What a reader asks of the first figure, and the chart that answers.
  struct Asked {
    std::string words, chart;  ///< "Why 49 nodes?", "size.ladder"; empty: nothing
  } asked{};
  std::string summary;  ///< for the clipboard: "48 × DGX H100 · 24.6 days (22.9–26.5) · 56 TB"
  Findings findings;
  std::vector<Remedy> chips{};  ///< changes to weigh, with what each does: "FP8: −11 nodes"
  std::vector<Chart> charts;
  FirstScreen first{};
  std::shared_ptr<const Case> of{};  ///< what its numbers are of, where that is not the plan of its scenario
  std::string explains{};            ///< id of the result that a reader would have explained
  std::string hint;                  ///< what a reader of the terminal may ask next; a window has better ways
};

}  // namespace llmsize
