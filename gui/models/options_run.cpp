// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/options_run.hpp"

#include "core/view/title.hpp"
#include "gui/models/document.hpp"
#include "gui/models/text.hpp"

namespace llmsize::gui {

void OptionsRun::take_other() {
  if (!usual_) return;
  QStringList systems;
  for (const std::string& id : usual_systems(planner_->answered(), planner_->document()->catalog()))
    systems << to_qt(id);
  set_systems(systems);
}

void OptionsRun::set_systems(QStringList systems) {
  if (systems == systems_) return;
  systems_ = std::move(systems);
  look_.kept.clear(), look_.pinned.clear();
  Q_EMIT systems_changed();
}

QString OptionsRun::ask(const QStringList& systems) {
  QStringList asked;
  if (!planner_ || !planner_->document()) return {};
  try {
    for (const QString& each : systems) {
      const QString id = each.trimmed();
      if (id.isEmpty() || asked.contains(id)) continue;
      planner_->document()->catalog().entry("systems", to_core(id));
      asked << id;
    }
  } catch (const BadInput& error) {
    return to_qt(error.what());
  }
  usual_ = false;
  set_systems(asked);
  restart();
  return {};
}

void OptionsRun::ask_as_usual() {
  usual_ = true;
  forget_scenario();
  take_subject();
}

RowsRun::Task OptionsRun::asked() const {
  std::vector<std::string> systems;
  systems.reserve(static_cast<std::size_t>(systems_.size()));
  for (const QString& each : systems_) systems.push_back(to_core(each));
  const Catalog& catalog = planner_->document()->catalog();
  const Offers offers = offers_of(planner_->answered(), systems, catalog);
  return {offers.size(), [offers, catalog](const std::function<void(std::size_t)>& done, const Stopped& stopped) {
            return answered_offers(offers, catalog, done, stopped);
          }};
}

/// The rows name the systems.
QString OptionsRun::about() const {
  return planner_ ? to_qt(subject_words(planner_->answered_case(), {"cluster.system"})) : QString();
}

Page OptionsRun::page() const {
  const bool open = planner_ && planner_->document();
  Page page = options_page(title_, rows(), made_of_, look_, open ? planner_->document()->catalog() : Catalog());
  const bool plans = is_busy() || (open && planner_->is_busy());
  if (!plans || !rows().rows.empty()) return page;
  // Until there are the first offers, nobody knows that there are none.
  page.verdict_label = to_core(tr("Planning"));
  page.sentence = to_core(tr("Each system is planned for the job."));
  for (Figure& each : page.figures) each.qualifier = to_core(tr("planning"));
  for (Chart& each : page.charts) {
    each.title = page.verdict_label;
    each.empty = page.sentence;
  }
  return page;
}

}  // namespace llmsize::gui
