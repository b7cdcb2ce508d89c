// SPDX-License-Identifier: GPL-3.0-or-later
// Takes a study apart.
#include "gui/models/cases.hpp"

#include "core/inputs/list.hpp"
#include "gui/models/document.hpp"
#include "gui/models/text.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace llmsize::gui {
namespace {

/// An entry that the file names by a path relative to itself, from wherever the program was started.
Scenario::Said found_beside(const Scenario::Said& said, const QDir& folder) {
  if (!said.value.word.ends_with(".json")) return said;
  const QString entry = QFile::decodeName(QByteArray::fromStdString(said.value.word));
  if (QFileInfo(entry).isAbsolute() || QFileInfo::exists(entry) || !folder.exists(entry)) return said;
  const std::string found = QFile::encodeName(folder.absoluteFilePath(entry)).toStdString();
  return {Value{{}, found}, found, said.giver};
}

/// The values first: what tells the case from the others stays in sight on a narrow tab.
Study named(const Study& study, Scenario scenario) {
  std::string values;
  for (const Axis& axis : study.axes) {
    const std::string& text = scenario.find(axis.key)->text;
    if (!values.empty()) values += ", ";
    values += find_input(axis.key) ? to_core(label_of(axis.key)) + " " + text : text;
  }
  return {
      study.name.empty() ? values : values + " · " + study.name, study.notes, study.results, std::move(scenario), {}};
}

}  // namespace

Study study_in(const QString& path) {
  const std::string file = QFile::encodeName(path).toStdString();
  Study study = read_study(read_file(file), file);
  const QDir folder = QFileInfo(path).absoluteDir();
  for (const Reference* reference : references())
    if (const Scenario::Said* said = study.base.find(reference->key)) {
      const Scenario::Said found = found_beside(*said, folder);
      study.base.set(reference->key, found.value, found.text, found.giver);
    }
  for (Axis& axis : study.axes)
    if (find_reference(axis.key)) {
      AxisValues found;
      for (const Scenario::Said& said : axis.values) found.add(found_beside(said, folder));
      axis.values = std::move(found);
    }
  return study;
}

Study first_case(const Study& study) {
  if (study.axes.empty()) return study;
  Scenario scenario = study.base;
  for (const Axis& axis : study.axes) {
    const Scenario::Said& first = axis.values.front();
    scenario.set(axis.key, first.value, first.text, first.giver);
  }
  return named(study, std::move(scenario));
}

std::vector<Study> other_cases(const Study& study) {
  std::vector<Study> cases;
  for (Scenario& scenario : study.scenarios()) cases.push_back(named(study, std::move(scenario)));
  cases.erase(cases.begin());
  return cases;
}

}  // namespace llmsize::gui
