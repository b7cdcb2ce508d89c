// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/applied_calibration.hpp"

#include "core/calibration/calibration.hpp"
#include "gui/models/safe_file.hpp"
#include "gui/models/text.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace llmsize::gui {

CalibrationInUse calibration_of(const std::string& text, const std::string& source) {
  const Json json = parse_json(text, source);
  auto calibration =
      std::make_shared<AppliedCalibration>(AppliedCalibration{text, llmsize::read_calibration(json, source), {}, {}});
  if (const auto told = json.find("accelerator"); told != json.end() && told->is_string())
    calibration->accelerator = *told;
  if (const auto told = json.find("nodes"); told != json.end() && told->is_array())
    for (const Json& node : *told)
      if (node.is_string()) calibration->nodes.push_back(node);
  return calibration;
}

bool same_values(const CalibrationInUse& a, const CalibrationInUse& b) {
  if (!a || !b) return a == b;
  const auto same = [](const Fact& one, const Fact& other) {
    return one.key == other.key && one.number == other.number;
  };
  return std::equal(a->facts.begin(), a->facts.end(), b->facts.begin(), b->facts.end(), same);
}

namespace {

/// Whether a file can be read and has that text.
bool holds(const QString& path, const std::string& text) {
  try {
    return read_file(QFile::encodeName(path).toStdString()) == text;
  } catch (const BadInput&) {
    return false;
  }
}

}  // namespace

QString calibration_beside(const QString& path) {
  const QFileInfo file(path);
  return file.absoluteDir().filePath(file.completeBaseName() + QStringLiteral(".calibration.json"));
}

QString write_beside(const QString& path, const CalibrationInUse& calibration) {
  const QString beside = calibration_beside(path);
  if (QFile there(beside); there.exists()) {
    if (calibration && holds(beside, calibration->text)) return {};
    const QString kept = beside + u'~';
    QFile::remove(kept);
    if (!there.rename(kept))
      return QCoreApplication::translate("llmsize::gui::Document", "Cannot move %1 to %2")
          .arg(QDir::toNativeSeparators(beside), QDir::toNativeSeparators(kept));
  }
  if (!calibration) return {};
  const QString reason = write_safely(beside, calibration->text);
  if (reason.isEmpty()) return {};
  return QCoreApplication::translate("llmsize::gui::Document", "Cannot write %1: %2")
      .arg(QDir::toNativeSeparators(beside), reason);
}

CalibrationInUse read_beside(const QString& path) {
  const QString beside = calibration_beside(path);
  if (!QFileInfo::exists(beside)) return {};
  const std::string file = QFile::encodeName(beside).toStdString();
  return calibration_of(read_file(file), file);
}

}  // namespace llmsize::gui
