// SPDX-License-Identifier: Apache-2.0
// A page: what a command says to a person, free of how it is drawn. Written as terminal text or Markdown.
#pragma once

#include "core/answer/answer.hpp"

#include <string>
#include <vector>

namespace llmsize {

struct Line {
  std::string label;
  std::string value;
  std::string note{};
  double bar = -1;      ///< length from 0 to 1, negative for none
  bool strong = false;  ///< a sum or an answer
};

struct Section {
  std::string title;
  std::vector<Line> lines;
};

struct Page {
  std::string title;
  std::string subtitle;
  std::string verdict{};  ///< one sentence: what decides
  std::vector<Section> sections;
  std::vector<FoundFinding> findings;
  std::string footer;
};

/// For a terminal; `colour` adds weight and colour, never meaning.
std::string as_text(const Page& page, bool colour);
std::string as_markdown(const Page& page);

}  // namespace llmsize
