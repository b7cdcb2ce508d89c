// SPDX-License-Identifier: GPL-3.0-or-later
// A document: one scenario with its name, its file, its undo history and what was typed but is not valid yet.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/charts/chart.hpp"
#include "core/scenario/saved.hpp"
#include "core/scenario/study.hpp"
#include "gui/models/applied_calibration.hpp"
#include "gui/models/recovery.hpp"

#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include <map>
#include <optional>
#include <string_view>

namespace llmsize::gui {

class Document : public QObject {
  Q_OBJECT

 public:
  /// What was typed and why it is no value.
  struct Pending {
    QString text;
    QString message;
  };
  using AllPending = std::map<std::string, Pending, std::less<>>;

  /// With a copy of the catalog, which its calibration stands in front of.
  explicit Document(const Catalog& catalog, QObject* parent = nullptr);
  /// With the first case of a study.
  Document(const Catalog& catalog, const Study& study, QObject* parent = nullptr);

  /// With the calibration in use.
  const Catalog& catalog() const { return catalog_; }
  /// What was measured and is in use; nullptr where nothing is.
  const CalibrationInUse& calibration() const { return content_.calibration; }
  const Scenario& scenario() const { return content_.base; }
  /// The title that the user gave; else the name of the file that the user chose; else of model and machine: "GPT-3
  /// 175B on DGX H100". Behind it what tells this document from others of that title.
  QString name() const;
  QString title() const;
  void set_difference(const QString& difference);
  /// Which tab it is: recovered documents come back in this order.
  void set_place(int place);
  bool has_own_title() const { return !content_.name.empty(); }
  /// Whether the user called it otherwise than after its model and machine.
  bool is_named() const { return has_own_title() || file_is_title_; }
  bool has_borrowed_title() const { return content_.borrowed_title; }
  /// What the scenario is about; may be empty.
  QString notes() const;
  /// Empty until saved.
  const QString& path() const { return path_; }
  bool is_modified() const { return !history_.isClean(); }
  QUndoStack& history() { return history_; }

  /// Takes what was typed for a key as a step that can be undone; nothing typed forgets the key. What is no value stays
  /// pending.
  void edit(std::string_view key, const QString& text);
  /// Keeps what was typed for a key pending, with the reason why it is no value.
  void refuse(std::string_view key, const QString& text, const QString& reason);
  /// Forgets whatever is pending.
  void drop_pending();
  /// Forgets what was said for a key: the catalog, a default or the planner tells it again.
  void unset(std::string_view key);
  /// Says for a key again what was said before, or nothing; what is pending goes.
  void put_back(std::string_view key, const std::optional<Scenario::Said>& before);
  /// Makes several changes one step; a change without text forgets its key. What is wrong with them, empty where they
  /// are made.
  [[nodiscard]] QString apply(const Source& changes, const QString& label);
  /// Makes another scenario this one's in one step.
  void replace(const Scenario& scenario, const QString& label);
  void rename(const QString& name);
  /// Rests on a calibration from now on, or on none: a step that can be undone. It is saved beside the scenario.
  void calibrate(CalibrationInUse calibration, const QString& label);
  /// The title came with the scenario: it holds while model and machine are those that it speaks of.
  void borrow_title();
  /// Ends the step that edits of one key are joined in: a field was left, a slider released.
  void end_visit() { ++visit_; }

  /// What is typed but not taken, or nullptr.
  const Pending* pending(std::string_view key) const;
  const AllPending& all_pending() const { return pending_; }

  /// By which version the file was saved, and with which answer; nothing where it does not say, or once it was told.
  const std::optional<Saved>& saved() const { return saved_; }
  void forget_saved() { saved_.reset(); }
  /// The version and the answer that the next file says.
  void set_answer(const Saved& answer) { answer_ = answer; }

  /// Reads a *.llmsize file in place of everything here. Of a file of several cases the first is taken, without the
  /// path: saving it does not write over the others; `whole` receives all of them. The message where the file cannot be
  /// read; then nothing has changed.
  [[nodiscard]] QString open(const QString& path, Study* whole = nullptr);
  /// Writes the file; a message where it cannot be written, and then the old one is still whole.
  [[nodiscard]] QString save() { return save_as(path_); }
  [[nodiscard]] QString save_as(const QString& path);
  /// Takes the model of a config.json of Hugging Face or of a catalog file; the message where it is none.
  [[nodiscard]] QString import_model(const QString& path);
  /// Takes over what was kept of a document that was not closed. The message where it cannot be read.
  [[nodiscard]] QString recover(const Recovered& recovered);

 Q_SIGNALS:
  /// The scenario is another one.
  void changed();
  void name_changed();
  /// Something pending came or went.
  void pending_changed();
  /// `is_modified` or `path` is another one.
  void modified_changed();
  /// What was changed could not be kept for recovery: why.
  void recovery_failed(const QString& message);

 private:
  class Step;
  struct Content : Study {
    CalibrationInUse calibration{};
    bool borrowed_title = false;
  };
  static bool same(const Content& a, const Content& b);
  void push(std::string_view key, const QString& label, Content content);
  QString generated_title() const;
  void take_path(const QString& path);
  void show(const Content& content);
  void take(Content content);
  void set_pending(std::string_view key, const Pending* pending);
  void start(Content content, const QString& path);
  std::string text() const;
  /// Throws BadInput where a reference names nothing in the catalog.
  Value checked(std::string_view key, const std::string& text) const;
  void keep_for_recovery();

  Catalog catalog_;
  Content content_;
  QString path_, difference_;
  bool file_is_title_ = false;  ///< the user called the file otherwise than the scenario
  std::optional<Saved> saved_, answer_;
  QUndoStack history_;
  AllPending pending_;
  int visit_ = 0, place_ = 0;
  QTimer later_;
  Recovery recovery_;
};

/// The words that a form shows for a key: "Training tokens".
QString label_of(std::string_view key);

}  // namespace llmsize::gui
