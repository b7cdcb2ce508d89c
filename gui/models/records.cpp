// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/records.hpp"

#include "core/calibration/records.hpp"
#include "gui/models/text.hpp"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace llmsize::gui {
namespace {

Json read(const QString& path) {
  const std::string file = QFile::encodeName(path).toStdString();
  return parse_json(read_file(file), file);
}

bool has_schema(const QString& path, std::string_view schema) {
  if (!path.endsWith(u".json", Qt::CaseInsensitive)) return false;
  try {
    const Json json = read(path);
    return json.is_object() && json.value("schema", Json()) == Json(schema);
  } catch (const BadInput&) {
    // Whoever opens it tells what is wrong.
    return false;
  }
}

}  // namespace

bool Records::is_record(const QString& path) { return has_schema(path, probe_schema); }

bool Records::is_calibration(const QString& path) { return has_schema(path, calibration_schema); }

QString Records::open(const QStringList& paths) {
  QStringList troubles;
  for (const QString& path : paths) {
    const QString file = QFileInfo(path).absoluteFilePath();
    try {
      ProbeRecord record = read_record(read(file), to_core(file));
      const auto found = std::find_if(all_.begin(), all_.end(), [&](const auto& each) { return each.first == file; });
      if (found == all_.end())
        all_.emplace_back(file, std::move(record));
      else
        found->second = std::move(record);
    } catch (const BadInput& error) {
      troubles << to_qt(error.what());
    }
  }
  if (troubles.size() < paths.size()) Q_EMIT changed();
  return troubles.join(u'\n');
}

void Records::close() {
  all_.clear();
  left_out_.clear();
  Q_EMIT changed();
}

void Records::leave_out(const QString& node) {
  if (left_out_.contains(node)) return;
  left_out_ << node;
  Q_EMIT changed();
}

void Records::take_back() {
  left_out_.clear();
  Q_EMIT changed();
}

std::vector<ProbeRecord> Records::used() const {
  std::vector<ProbeRecord> records;
  records.reserve(all_.size());
  for (const auto& [path, record] : all_) records.push_back(record);
  std::vector<std::string> out;
  for (const QString& node : left_out_) out.push_back(to_core(node));
  return without_nodes(std::move(records), out);
}

}  // namespace llmsize::gui
