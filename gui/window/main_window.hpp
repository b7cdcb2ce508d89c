// SPDX-License-Identifier: GPL-3.0-or-later
// The window: top line, rail, inputs, page, derivation, and what menus and keys do.
#pragma once

#include "gui/charts/export.hpp"
#include "gui/models/find_model.hpp"
#include "gui/models/session.hpp"
#include "gui/theme/theme.hpp"

#include <QMainWindow>
#include <QThreadPool>

#include <atomic>

class QMenu;
class QSplitter;

namespace llmsize::gui {

class PageView;
class CalibrationBar;
class DerivationPanel;
class FindPopup;
class InputsPanel;
class MessageBar;
class Rail;
class StartPage;
class OptionsBar;
class StudyBar;
class TopBar;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// The session has to outlive the window.
  explicit MainWindow(Session& session, QWidget* parent = nullptr);
  ~MainWindow() override;

  PageView* page() const { return page_; }
  StartPage* start() const { return start_; }
  InputsPanel* inputs() const { return inputs_; }
  DerivationPanel* derivation() const { return derivation_; }
  MessageBar* messages() const { return messages_; }
  CalibrationBar* calibration() const { return calibration_; }
  StudyBar* study() const { return study_; }
  OptionsBar* options() const { return options_; }

  /// Opens files where some are named, and nothing else; otherwise what was open last, or the worked example, and what
  /// was not saved when the program ended.
  void restore(const QStringList& files = {});
  /// Opens files of scenarios, tables of them, models, probe records or calibrations; trouble is told above the page.
  void open_files(const QStringList& paths);
  /// Notes on three controls, for the first start.
  void coach();
  /// Explains a result or input in the panel on the right.
  void explain(const Source& source);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void wire();
  void wire_find();
  void wire_start();
  void wire_rows();
  void set_timers();
  void make_menus();
  void make_file_menu();
  void make_edit_menu();
  void make_view_menu();
  void make_tools_menu();
  void make_help_menu();
  void make_export_menu();
  void list_actions();
  QAction* action(QMenu* menu, const QString& words, const QKeySequence& keys, const std::function<void()>& act);

  void reopen();
  void show_document();
  void show_page();
  void show_state();
  void show_progress(Planner::Stage stage, int done, int all);
  void show_calibration();
  void fit_width();
  void scale_panels();
  void preview(const Source& changes, const std::function<void(const QString&)>& show);
  void show_preview(const Source& changes, const QString& name);
  void show_entry(const QString& key, const QString& id);
  void act(const FindModel::Item& item);
  void apply(const Source& changes, const QString& words);
  void tell(const QString& trouble);
  void close_topmost();
  void show_leading();
  void show_field(const QString& key);
  void compute_again();
  void show_why();
  void cycle_panels();

  void show_start(bool shown);
  void new_document();
  void open();
  void import_model();
  void import_here();
  void offer_cases(const Study& study);
  void stamp(Document& document);
  void tell_what_moved();
  bool save(Document* document);
  bool save_as(Document* document);
  void close_document(int index);
  void rename();
  void export_page();
  void export_report();
  void export_charts(const QString& title, const QStringList& endings, ExportOptions options);
  void copy_answer();
  void show_launch();
  void set_theme(Theme theme);
  void set_zoom(double zoom);

  Session& session_;
  TopBar* top_;
  Rail* rail_;
  QSplitter* split_;
  InputsPanel* inputs_;
  MessageBar* messages_ = nullptr;
  PageView* page_;
  StartPage* start_;
  CalibrationBar* calibration_;
  StudyBar* study_;
  OptionsBar* options_;
  DerivationPanel* derivation_;
  FindPopup* find_;
  QAction *undo_ = nullptr, *redo_ = nullptr;
  std::vector<std::pair<QString, QAction*>> actions_;
  QTimer dim_, leading_;
  QThreadPool previews_;
  std::atomic<std::uint64_t> preview_ = 0;
  double zoom_, scale_;  ///< of the letters, and of lengths
  bool inputs_wanted_ = true;
};

}  // namespace llmsize::gui
