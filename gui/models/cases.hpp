// SPDX-License-Identifier: GPL-3.0-or-later
// Cases: what a file with lists holds, each as a study of its own that a document can show.
#pragma once

#include "core/scenario/study.hpp"

#include <QString>

#include <vector>

namespace llmsize::gui {

/// More documents are not opened at once.
inline constexpr std::size_t most_cases = 20;

/// What a *.llmsize file says; entries that it names by a path relative to itself are found. Throws BadInput.
Study study_in(const QString& path);

/// With the first values of its axes and without these, named by the values.
Study first_case(const Study& study);
/// Every case after the first. Throws BadInput as `Study::scenarios` does.
std::vector<Study> other_cases(const Study& study);

}  // namespace llmsize::gui
