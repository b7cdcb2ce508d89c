// SPDX-License-Identifier: GPL-3.0-or-later
// Recovery files: an object with the scenario file inside, beside a lock that a dead program no longer holds.
#include "gui/models/recovery.hpp"

#include "core/files/document.hpp"
#include "gui/models/safe_file.hpp"
#include "gui/models/text.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace llmsize::gui {
namespace {

QString folder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QLatin1String("/recovery");
}

QString lock_of(const QString& file) { return file + QLatin1String(".lock"); }

/// A lock that belongs to a program and not to a moment.
std::unique_ptr<QLockFile> lock_for(const QString& file) {
  auto lock = std::make_unique<QLockFile>(lock_of(file));
  lock->setStaleLockTime(0);
  return lock;
}

Json read_kept(const QString& file) {
  const std::string path = QFile::encodeName(file).toStdString();
  return parse_json(read_file(path), path);
}

QString word(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? to_qt(found->get<std::string>()) : QString();
}

int place_in(const Json& json) {
  const auto found = json.find("place");
  return found != json.end() && found->is_number_integer() ? found->get<int>() : 0;
}

}  // namespace

QString Recovery::keep(
    const std::string& text, const QString& path, const QString& name, int place, const std::string& calibration) {
  if (file_.isEmpty()) {
    if (!QDir().mkpath(folder())) return folder();
    file_ = QStringLiteral("%1/%2.json").arg(folder(), QUuid::createUuid().toString(QUuid::WithoutBraces));
    lock_ = lock_for(file_);
    lock_->tryLock(0);
  }
  Json json{{"path", to_core(path)}, {"name", to_core(name)}, {"place", place}, {"scenario", text}};
  if (!calibration.empty()) json["calibration"] = calibration;
  return write_safely(file_, json.dump(2) + "\n");
}

void Recovery::remove() {
  if (file_.isEmpty()) return;
  QFile::remove(file_);
  lock_.reset();
  file_.clear();
}

std::vector<Recovered> recoverable() {
  std::vector<Recovered> all;
  const QDir there(folder());
  for (const QFileInfo& info : there.entryInfoList({QStringLiteral("*.json")}, QDir::Files)) {
    const auto lock = lock_for(info.filePath());
    if (!lock->tryLock(0)) continue;
    try {
      const Json kept = read_kept(info.filePath());
      if (kept.is_object())
        all.push_back({info.filePath(), word(kept, "path"), word(kept, "name"), place_in(kept), info.lastModified()});
    } catch (const BadInput&) {
      // Not one of ours: left where it is.
    }
  }
  std::sort(all.begin(), all.end(), [](const Recovered& a, const Recovered& b) {
    return std::pair(a.place, a.saved) < std::pair(b.place, b.saved);
  });
  return all;
}

std::string recovered_text(const Recovered& recovered) {
  const Json kept = read_kept(recovered.file);
  return to_core(kept.is_object() ? word(kept, "scenario") : QString());
}

std::string recovered_calibration(const Recovered& recovered) {
  const Json kept = read_kept(recovered.file);
  return to_core(kept.is_object() ? word(kept, "calibration") : QString());
}

void discard(const Recovered& recovered) {
  QFile::remove(recovered.file);
  QFile::remove(lock_of(recovered.file));
}

}  // namespace llmsize::gui
