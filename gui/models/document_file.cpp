// SPDX-License-Identifier: GPL-3.0-or-later
// Documents and files: a file is read whole before anything changes, and written beside the old one before that goes.
#include "core/files/version.hpp"
#include "core/inputs/list.hpp"
#include "core/inputs/value.hpp"
#include "gui/models/cases.hpp"
#include "gui/models/document.hpp"
#include "gui/models/safe_file.hpp"
#include "gui/models/text.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace llmsize::gui {
namespace {

std::string file_name(const QString& path) { return QFile::encodeName(path).toStdString(); }

/// Entries below the folder of the file are named relative to it, so that both can be moved together.
Scenario named_beside(Scenario scenario, const QDir& folder) {
  for (const Reference* reference : references()) {
    const Scenario::Said* said = scenario.find(reference->key);
    if (!said || !said->value.word.ends_with(".json")) continue;
    const QString entry = QFile::decodeName(QByteArray::fromStdString(said->value.word));
    const QString relative = folder.relativeFilePath(entry);
    if (QFileInfo(entry).isRelative() || relative.startsWith(QLatin1String(".."))) continue;
    const std::string giver = said->giver;
    scenario.set(reference->key, Value{{}, file_name(relative)}, file_name(relative), giver);
  }
  return scenario;
}

/// Inputs as they were typed, "30d" and "300B": whoever reads the file reads what was meant.
Json inputs_of(const Scenario& scenario) {
  Json inputs = write_scenario(scenario);
  for (const auto& [key, said] : scenario.all()) {
    const bool has_unit = said.value.number && said.text.find_first_not_of("0123456789.") != std::string::npos;
    const auto point = key.find('.');
    if (!has_unit || point == std::string::npos) continue;
    try {
      if (value_of(key, said.text, Giver{key}).number == said.value.number)
        inputs[key.substr(0, point)][key.substr(point + 1)] = said.text;
    } catch (const BadInput&) {
      // Said by a file or a plan in words of its own: the number holds.
    }
  }
  return inputs;
}

std::string text_of(const Study& study, const Scenario& scenario, const std::optional<Saved>& saved = {}) {
  Json json{{"schema_version", scenario_version}};
  if (!study.name.empty()) json["name"] = study.name;
  if (const std::string notes = saved ? with_saved(study.notes, *saved) : study.notes; !notes.empty())
    json["notes"] = notes;
  if (!study.results.empty()) json["results"] = study.results;
  const Json inputs = inputs_of(scenario);
  for (const auto& [group, fields] : inputs.items())
    if (!json.contains(group)) json[group] = fields;
  return json.dump(2) + "\n";
}

/// What the notes of a file say of who saved it.
std::optional<Saved> saved_in(const QString& path) {
  const Json json = parse_json(read_file(file_name(path)), file_name(path));
  const auto notes = json.find("notes");
  if (notes == json.end() || !notes->is_string()) return {};
  std::string text = notes->get<std::string>();
  return take_saved(text);
}

}  // namespace

std::string Document::text() const { return text_of(content_, content_.base); }

void Document::start(Content content, const QString& path) {
  history_.clear();
  later_.stop();
  recovery_.remove();
  const bool typed = !pending_.empty();
  pending_.clear();
  take(std::move(content));
  take_path(path);
  if (typed) Q_EMIT pending_changed();
  Q_EMIT changed();
  Q_EMIT name_changed();
  Q_EMIT modified_changed();
}

QString Document::open(const QString& path, Study* whole) {
  try {
    const Study study = study_in(path);
    const bool one = study.axes.empty();
    CalibrationInUse calibration = read_beside(path);
    if (whole) *whole = study;
    saved_ = one ? saved_in(path) : std::nullopt;
    start({first_case(study), std::move(calibration)}, one ? QFileInfo(path).absoluteFilePath() : QString());
    return {};
  } catch (const BadInput& error) {
    return to_qt(error.what());
  }
}

QString Document::save_as(const QString& path) {
  const std::string written = text_of(
      content_, named_beside(content_.base, QFileInfo(path).absoluteDir()),
      answer_.value_or(Saved{std::string(version())}));
  if (const QString reason = write_safely(path, written); !reason.isEmpty())
    return tr("Cannot write %1: %2").arg(QDir::toNativeSeparators(path), reason);
  if (QString reason = write_beside(path, content_.calibration); !reason.isEmpty()) return reason;
  const QString name_before = name();
  take_path(QFileInfo(path).absoluteFilePath());
  history_.setClean();
  later_.stop();
  recovery_.remove();
  Q_EMIT modified_changed();
  if (name() != name_before) Q_EMIT name_changed();
  return {};
}

QString Document::import_model(const QString& path) {
  const std::string file = file_name(QFileInfo(path).absoluteFilePath());
  try {
    if (!file.ends_with(".json")) throw BadInput(BadInput::Kind::data, file + ": expected a *.json file");
    catalog_.entry("models", file);
  } catch (const BadInput& error) {
    return to_qt(error.what());
  }
  return apply({{}, {{"model", file}}}, tr("Import model"));
}

QString Document::recover(const Recovered& recovered) {
  try {
    Study study =
        read_study(recovered_text(recovered), file_name(recovered.path.isEmpty() ? recovered.file : recovered.path));
    CalibrationInUse calibration;
    if (const std::string kept = recovered_calibration(recovered); !kept.empty())
      calibration = calibration_of(kept, file_name(recovered.file));
    start({std::move(study), std::move(calibration)}, recovered.path);
    history_.resetClean();
    keep_for_recovery();
    discard(recovered);
    return {};
  } catch (const BadInput& error) {
    return to_qt(error.what());
  }
}

void Document::keep_for_recovery() {
  later_.stop();
  if (!is_modified()) return recovery_.remove();
  const std::string kept = content_.calibration ? content_.calibration->text : std::string();
  if (const QString message = recovery_.keep(text(), path_, name(), place_, kept); !message.isEmpty())
    Q_EMIT recovery_failed(message);
}

}  // namespace llmsize::gui
