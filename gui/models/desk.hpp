// SPDX-License-Identifier: GPL-3.0-or-later
// The desk: all open documents and the one that is looked at.
#pragma once

#include "core/answer/views.hpp"
#include "gui/models/document.hpp"

#include <QStringList>

#include <vector>

namespace llmsize::gui {

class Desk : public QObject {
  Q_OBJECT

 public:
  struct Example {
    QString id, name, notes;
    QString page;  ///< that answers it: "serve"
  };

  /// The catalog has to outlive the desk.
  explicit Desk(const Catalog& catalog, QObject* parent = nullptr);

  const Catalog& catalog() const { return catalog_; }
  int count() const { return static_cast<int>(documents_.size()); }
  Document* at(int index) const { return documents_.at(static_cast<std::size_t>(index)); }
  /// -1 and nullptr while nothing is open.
  int current_index() const { return current_; }
  Document* current() const { return current_ < 0 ? nullptr : at(current_); }
  int index_of(const Document* document) const;
  void set_current(int index);

  /// The worked example: GPT-3 on DGX H100 within 30 days.
  Document* add_new();
  Document* duplicate(int index);
  void move(int from, int to);
  /// Unsaved changes are lost: ask before.
  void close(int index);

  /// Opens a *.llmsize file, the rows of a *.csv file or a model's *.json; a file that is open already becomes current.
  /// Of a file of several cases the first is opened and `first_opened` tells of the others; `sheet_found` tells of a
  /// sheet with many rows. The message where it cannot be opened; then nothing has changed.
  [[nodiscard]] QString open(const QString& path);
  /// Opens a model's *.json in a scenario of its own: the worked example of what is asked, with that model.
  [[nodiscard]] QString open_model(const QString& path, Asked asked);
  [[nodiscard]] QString recover(const Recovered& recovered);
  /// The scenarios of the catalog.
  std::vector<Example> examples() const;
  [[nodiscard]] QString open_example(const QString& id);
  /// Scenarios, each as a document of its own; the last becomes current.
  void open_cases(const std::vector<Study>& cases);

 Q_SIGNALS:
  void added(int index);
  void removed(int index);
  void moved(int from, int to);
  /// Another document is looked at, or none: -1.
  void current_changed(int index);
  /// Name, path or modified state of a document is another one.
  void title_changed(int index);
  /// The first case of a study is open now, as a document without a file.
  void first_opened(const Study& study);
  /// A sheet has more rows than are opened as documents: nothing has changed.
  void sheet_found(const QString& path);

 private:
  Document* add(std::unique_ptr<Document> document);
  /// Documents of one title are called by what they say otherwise than the first of them.
  void tell_apart();

  const Catalog& catalog_;
  std::vector<Document*> documents_;
  int current_ = -1;
  bool telling_apart_ = false;
};

/// Files opened or saved last, latest first; those that are gone are left out.
QStringList recent_files();
void remember_file(const QString& path);

}  // namespace llmsize::gui
