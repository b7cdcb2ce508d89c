// SPDX-License-Identifier: GPL-3.0-or-later
// A list of engines above the script of the chosen one.
#include "gui/window/launch_dialog.hpp"

#include "core/launch/flags.hpp"
#include "core/launch/launch.hpp"
#include "core/pages/pages.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/choice_box.hpp"
#include "gui/theme/metrics.hpp"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace llmsize::gui {
namespace {

/// Letters of one width, as large as the others.
QFont script_font() {
  QFont letters = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  letters.setPixelSize(font(TextRole::body).pixelSize());
  return letters;
}

}  // namespace

LaunchDialog::LaunchDialog(const Subject& answered, bool served, const Catalog& catalog, QWidget* parent)
    : QDialog(parent), engines_(new ChoiceBox(this)), script_(new QPlainTextEdit(this)) {
  setWindowTitle(tr("Launch lines"));
  const bool plans = served && !answered.service();
  const Subject subject = plans ? llmsize::served(answered.name, answered.said, catalog) : answered;
  const Page page = served ? serve_page(subject, catalog) : training_page(subject, catalog);
  for (const std::string_view engine : served ? serving_engines() : training_engines())
    engines_->addItem(
        to_qt(launch_flags(engine).front().engine),
        to_qt(as_script(launch_of(engine, subject, catalog, launch_problems(page)))));
  engines_->setAccessibleName(tr("Engine"));
  script_->setAccessibleName(tr("Launch lines"));
  script_->setReadOnly(true);
  // Tab leads on to the buttons.
  script_->setTabChangesFocus(true);
  script_->setLineWrapMode(QPlainTextEdit::NoWrap);
  script_->setFont(script_font());
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  auto* copies = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
  copies->setDefault(true);
  auto* column = new QVBoxLayout(this);
  column->addWidget(engines_);
  column->addWidget(script_, 1);
  column->addWidget(buttons);
  const Metrics m = metrics();
  resize(m.px(860), m.px(520));
  const auto show_script = [this] { script_->setPlainText(script()); };
  connect(engines_, &QComboBox::currentIndexChanged, this, show_script);
  connect(copies, &QAbstractButton::clicked, this, &LaunchDialog::copy);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  show_script();
}

QString LaunchDialog::engine() const { return engines_->currentText(); }

QString LaunchDialog::script() const { return engines_->currentData().toString(); }

void LaunchDialog::copy() {
  QGuiApplication::clipboard()->setText(script());
  accept();
}

}  // namespace llmsize::gui
