// SPDX-License-Identifier: Apache-2.0
// The list of questions, made from the files of this folder.
#include "core/questions/question.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize {

std::vector<std::string_view> question_names() {
  std::vector<std::string_view> names;
  for (const QuestionKind* kind : question_list) names.push_back(kind->name);
  std::sort(names.begin(), names.end());
  return names;
}

const QuestionKind& question_of_name(std::string_view name) {
  const auto found = std::find_if(
      std::begin(question_list), std::end(question_list), [&](const QuestionKind* kind) { return kind->name == name; });
  if (found != std::end(question_list)) return **found;
  const std::vector<std::string_view> names = question_names();
  throw BadInput(
      BadInput::Kind::usage, fmt::format("unknown question {}: expected {}", in_quotes(name), any_of(names)),
      did_you_mean(name, names));
}

}  // namespace llmsize
