// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a scenario as steps that can be undone.
#include "gui/models/document.hpp"

#include "core/inputs/list.hpp"
#include "core/scenario/bare.hpp"
#include "core/scenario/one_load.hpp"
#include "gui/models/cases.hpp"
#include "gui/models/text.hpp"

#include <QFileInfo>
#include <QUndoCommand>

#include <chrono>
#include <utility>

namespace llmsize::gui {
namespace {

/// Changes are kept for recovery this long after the last one.
constexpr std::chrono::milliseconds recovery_delay{400};

bool same_scenario(const Scenario& a, const Scenario& b) {
  const auto equal = [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.text == y.second.text && x.second.value.number == y.second.value.number &&
           x.second.value.word == y.second.value.word;
  };
  return std::equal(a.all().begin(), a.all().end(), b.all().begin(), b.all().end(), equal);
}

/// Says a value; another load of the service gives way to it.
void say(Scenario& scenario, std::string_view key, const Value& value, const std::string& text) {
  make_way(scenario, key);
  scenario.set(key, value, text, to_core(label_of(key)));
}

}  // namespace

QString label_of(std::string_view key) {
  if (const Reference* reference = find_reference(key)) return to_qt(reference->label);
  if (const Choice* choice = find_choice(key)) return to_qt(choice->label);
  const InputAbout* about = find_input(key);
  return to_qt(about ? about->label : key);
}

bool Document::same(const Content& a, const Content& b) {
  return a.name == b.name && a.notes == b.notes && a.calibration == b.calibration && same_scenario(a.base, b.base);
}

/// From one content to another. Steps of one key and one visit become one.
class Document::Step : public QUndoCommand {
 public:
  Step(Document& document, std::string_view key, const QString& label, Content after)
      : QUndoCommand(label),
        document_(document),
        key_(key),
        visit_(document.visit_),
        before_(document.content_),
        after_(std::move(after)) {}

  int id() const override { return key_.empty() ? -1 : 1; }
  bool mergeWith(const QUndoCommand* other) override {
    const auto& next = static_cast<const Step&>(*other);
    if (next.key_ != key_ || next.visit_ != visit_) return false;
    after_ = next.after_;
    setObsolete(same(before_, after_));
    return true;
  }
  void undo() override { document_.show(before_); }
  /// What was there before the visit to a key that is still going on; nullptr where this is no step of it.
  const Content* before(std::string_view key) const {
    return key_ == key && visit_ == document_.visit_ ? &before_ : nullptr;
  }
  void redo() override { document_.show(after_); }

 private:
  Document& document_;
  std::string key_;
  int visit_;
  Content before_, after_;
};

Document::Document(const Catalog& catalog, QObject* parent) : Document(catalog, Study{}, parent) {}

Document::Document(const Catalog& catalog, const Study& study, QObject* parent)
    : QObject(parent), catalog_(catalog), content_{first_case(study)} {
  later_.setSingleShot(true);
  later_.setInterval(recovery_delay);
  connect(&later_, &QTimer::timeout, this, &Document::keep_for_recovery);
  // A window that is open for weeks stays as small as it was.
  constexpr int most_changes = 1000;
  history_.setUndoLimit(most_changes);
  connect(&history_, &QUndoStack::cleanChanged, this, &Document::modified_changed);
}

QString Document::name() const { return difference_.isEmpty() ? title() : tr("%1, %2").arg(title(), difference_); }

QString Document::title() const {
  if (!content_.name.empty()) return to_qt(content_.name);
  return file_is_title_ ? QFileInfo(path_).completeBaseName() : generated_title();
}

void Document::set_difference(const QString& difference) {
  if (difference == difference_) return;
  difference_ = difference;
  Q_EMIT name_changed();
}

void Document::set_place(int place) {
  if (std::exchange(place_, place) != place && is_modified()) later_.start();
}

void Document::take_path(const QString& path) {
  path_ = path;
  // A file that was called what was proposed says no more than the scenario itself, which may change.
  const auto letters = [](const QString& text) {
    QString kept;
    for (const QChar each : text.toLower())
      if (each.isLetterOrNumber()) kept += each;
    return kept;
  };
  const QString file = letters(QFileInfo(path).completeBaseName()), proposed = generated_title();
  file_is_title_ = !path.isEmpty() && file != letters(proposed) && file != letters(proposed + difference_);
}

void Document::borrow_title() { content_.borrowed_title = !content_.name.empty(); }

QString Document::generated_title() const {
  const auto named = [&](std::string_view key) {
    const Scenario::Said* said = content_.base.find(key);
    if (!said) return QString();
    const Entry& entry = catalog_.entry(find_reference(key)->kind, said->value.word);
    // Who makes a machine is no part of what people call it.
    for (const auto& [word, vendor] : entry.words)
      if (word == "vendor" && entry.name.starts_with(vendor + " ")) return to_qt(entry.name.substr(vendor.size() + 1));
    return to_qt(entry.name);
  };
  try {
    const QString model = named("model"), system = named("cluster.system");
    if (!model.isEmpty() && !system.isEmpty()) return tr("%1 on %2").arg(model, system);
    if (!model.isEmpty() || !system.isEmpty()) return model + system;
  } catch (const BadInput&) {
    // What is not in the catalog has no name there.
  }
  return tr("Untitled");
}

QString Document::notes() const { return to_qt(content_.notes); }

Value Document::checked(std::string_view key, const std::string& text) const {
  const Giver giver{to_core(label_of(key))};
  Value value = value_of(key, text, giver);
  if (const Reference* reference = find_reference(key)) catalog_.entry(reference->kind, value.word);
  return value;
}

void Document::edit(std::string_view key, const QString& text) {
  const std::string typed = to_core(text.trimmed());
  if (typed.empty()) return unset(key);
  try {
    refuse_bare(key, typed, Giver{to_core(label_of(key))});
    const Value value = checked(key, typed);
    set_pending(key, nullptr);
    const Scenario::Said* said = content_.base.find(key);
    if (said && said->text == typed) return;
    Content content = content_;
    say(content.base, key, value, typed);
    push(key, label_of(key), std::move(content));
  } catch (const BadInput& error) {
    const Pending pending{text, find_reference(key) ? to_qt(error.what()) : without_giver(error.what())};
    set_pending(key, &pending);
  }
}

void Document::refuse(std::string_view key, const QString& text, const QString& reason) {
  const Pending pending{text, reason};
  set_pending(key, &pending);
}

void Document::drop_pending() {
  if (pending_.empty()) return;
  pending_.clear();
  Q_EMIT pending_changed();
}

void Document::unset(std::string_view key) {
  set_pending(key, nullptr);
  if (!content_.base.find(key)) return;
  Content content = content_;
  content.base.unset(key);
  push(key, tr("Reset %1").arg(label_of(key)), std::move(content));
}

void Document::put_back(std::string_view key, const std::optional<Scenario::Said>& before) {
  set_pending(key, nullptr);
  const auto* last = static_cast<const Step*>(history_.command(history_.index() - 1));
  const Content* visited = last ? last->before(key) : nullptr;
  Content content = visited ? *visited : content_;
  if (before)
    content.base.set(key, before->value, before->text, before->giver);
  else
    content.base.unset(key);
  push(key, label_of(key), std::move(content));
}

QString Document::apply(const Source& changes, const QString& label) {
  Content content = content_;
  try {
    for (const auto& [key, text] : changes.changes) {
      if (text.empty())
        content.base.unset(key);
      else
        say(content.base, key, checked(key, text), text);
    }
  } catch (const BadInput& error) {
    return to_qt(error.what());
  }
  for (const auto& change : changes.changes) set_pending(change.first, nullptr);
  push({}, label, std::move(content));
  return {};
}

void Document::replace(const Scenario& scenario, const QString& label) {
  Content content = content_;
  content.base = scenario;
  push({}, label, std::move(content));
}

void Document::rename(const QString& name) {
  Content content = content_;
  content.name = to_core(name.trimmed());
  content.borrowed_title = false;
  push({}, tr("Rename"), std::move(content));
}

void Document::push(std::string_view key, const QString& label, Content content) {
  const auto word = [](const Scenario& scenario, std::string_view of) {
    const Scenario::Said* said = scenario.find(of);
    return said ? said->value.word : std::string();
  };
  for (const std::string_view of : {"model", "cluster.system"})
    if (content.borrowed_title && word(content.base, of) != word(content_.base, of)) {
      content.name.clear();
      content.borrowed_title = false;
    }
  if (!same(content, content_)) history_.push(new Step(*this, key, label, std::move(content)));
}

void Document::calibrate(CalibrationInUse calibration, const QString& label) {
  Content content = content_;
  content.calibration = std::move(calibration);
  push({}, label, std::move(content));
}

/// The catalog follows the content.
void Document::take(Content content) {
  const bool calibrated = content.calibration != content_.calibration;
  content_ = std::move(content);
  if (calibrated) catalog_.calibrate(content_.calibration ? content_.calibration->facts : std::vector<Fact>{});
}

void Document::show(const Content& content) {
  const QString name_before = name();
  const bool renamed = content.name != content_.name,
             another = content.calibration != content_.calibration || !same_scenario(content.base, content_.base);
  // What was typed over a value that is gone speaks of nothing any more.
  AllPending kept;
  const auto text = [](const Scenario& scenario, std::string_view key) {
    const Scenario::Said* said = scenario.find(key);
    return said ? said->text : std::string();
  };
  for (const auto& [key, pending] : pending_)
    if (text(content.base, key) == text(content_.base, key)) kept.emplace(key, pending);
  const bool fewer = kept.size() < pending_.size();
  take(content);
  pending_ = std::move(kept);
  later_.start();
  if (fewer) Q_EMIT pending_changed();
  if (another) Q_EMIT changed();
  if (renamed || name() != name_before) Q_EMIT name_changed();
}

const Document::Pending* Document::pending(std::string_view key) const {
  const auto found = pending_.find(key);
  return found == pending_.end() ? nullptr : &found->second;
}

void Document::set_pending(std::string_view key, const Pending* pending) {
  const auto found = pending_.find(key);
  if (!pending && found == pending_.end()) return;
  if (pending)
    pending_[std::string(key)] = *pending;
  else
    pending_.erase(found);
  Q_EMIT pending_changed();
}

}  // namespace llmsize::gui
