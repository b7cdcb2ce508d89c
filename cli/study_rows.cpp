// SPDX-License-Identifier: Apache-2.0
#include "cli/study_rows.hpp"

#include "cli/row_stream.hpp"
#include "cli/stop_signals.hpp"
#include "core/files/memory_limit.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/questions/sheet_answers.hpp"
#include "core/scenario/completer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::cli {
namespace {

/// Keys that some of the studies leave open: their rows show what is chosen there.
std::vector<std::string_view> open_keys(const NamedStudies& studies, const std::vector<std::string>& keys) {
  std::vector<std::string_view> open;
  for (const std::string& key : keys)
    if (!std::all_of(studies.begin(), studies.end(), [&](const auto& each) { return each.second.says(key); }))
      open.push_back(key);
  return open;
}

std::string cell_of(const Value& value) { return value.number ? exact(*value.number) : value.word; }

class PointRows {
 public:
  PointRows(
      const Common& common, const NamedStudies& studies, std::vector<std::string> keys,
      const std::vector<const ResultRow*>& results, const Catalog& catalog)
      : studies_(studies),
        keys_(std::move(keys)),
        named_(studies.size() > 1),
        answer_columns_(
            {results, common.ranges ? results : std::vector<const ResultRow*>{}, open_keys(studies, keys_)},
            CellUnits::base),
        answers_(catalog, answer_columns_, {}) {
    for (const auto& [name, study] : studies) all_ += study.points();
  }

  std::vector<AnswerColumn> columns() const {
    std::vector<AnswerColumn> columns;
    if (named_) columns.push_back({"name", "name", false});
    for (const std::string& key : keys_) {
      const InputAbout* about = find_input(key);
      const std::string header = about ? column(key, about->unit) : column(key);
      columns.push_back({header, key, about != nullptr, AnswerColumn::Empty::null});
    }
    const auto& answers = answer_columns_.columns();
    columns.insert(columns.end(), answers.begin() + open_count(), answers.end());
    return columns;
  }

  RowSource source() {
    return {[this] { return next(); }, [this] { return static_cast<double>(given_) / static_cast<double>(all_); }};
  }

 private:
  std::ptrdiff_t open_count() const { return static_cast<std::ptrdiff_t>(answer_columns_.told().chosen.size()); }

  std::optional<std::function<RowOut()>> next() {
    while (study_ < studies_.size() && point_ == studies_[study_].second.points()) ++study_, point_ = 0;
    if (study_ == studies_.size()) return {};
    ++given_;
    return [this, at = study_, point = point_++] { return answered(studies_[at].first, studies_[at].second, point); };
  }

  RowOut answered(const std::string& name, const Study& study, std::size_t point) const {
    const BatchRow said{{}, study.scenario(point), {}, {}, {}};
    SheetAnswers::Row answer = answers_.of(said);
    RowOut row{{}, answer.status, answer.passes};
    if (named_) row.cells.push_back(name);
    auto cell = answer.cells.begin();
    const auto& open = answer_columns_.told().chosen;
    for (const std::string& key : keys_) {
      const bool is_open = std::find(open.begin(), open.end(), key) != open.end();
      const std::string chosen = is_open ? *cell++ : std::string{};
      const Scenario::Said* told = said.scenario.find(key);
      row.cells.push_back(told ? cell_of(told->value) : chosen);
    }
    std::move(cell, answer.cells.end(), std::back_inserter(row.cells));
    return row;
  }

  const NamedStudies& studies_;
  std::vector<std::string> keys_;
  bool named_;
  AnswerColumns answer_columns_;
  SheetAnswers answers_;
  std::size_t all_ = 0, given_ = 0, study_ = 0, point_ = 0;  ///< of points; the study and point that come next
};

/// The first combination with a value of one axis.
Scenario first_with(const Study& study, const Axis& axis, const Scenario::Said& said) {
  Scenario scenario = study.scenario(0);
  scenario.set(axis.key, said.value, said.text, said.giver);
  return scenario;
}

/// Throws BadInput for what a scenario names and is not there; what contradicts itself is told in its row.
void require_names(const Scenario& scenario, Completer& completer) {
  try {
    completer.complete(scenario);
  } catch (const BadInput& error) {
    if (error.kind() != BadInput::Kind::usage) throw;
  }
}

void require_names(const Study& study, const Catalog& catalog) {
  Completer completer(catalog);
  require_names(study.scenario(0), completer);
  for (const Axis& axis : study.axes)
    if (find_reference(axis.key))
      for (const Scenario::Said& said : axis.values) require_names(first_with(study, axis, said), completer);
}

}  // namespace

bool shows_rows_alone(const Common& common) {
  const std::string format = format_of(common);
  return common.drawing.file.empty() && (SheetOut::takes(format) || format == "ndjson");
}

void require_few(const NamedStudies& studies, std::size_t results) {
  std::size_t all = 0;
  for (const auto& [name, study] : studies) {
    llmsize::require_few(study, results);
    all += study.points();
  }
  if (all > most_kept)
    throw BadInput(
        BadInput::Kind::usage, fmt::format("{} combinations, expected at most {}", all, most_kept), "--csv takes more");
  require_memory(fmt::format("{} combinations", all), kept_bytes(all, results), "--csv takes any number");
}

int write_points(
    const Common& common, const NamedStudies& studies, std::vector<std::string> keys,
    const std::vector<const ResultRow*>& results, const Catalog& catalog) {
  for (const auto& [name, study] : studies) require_names(study, catalog);
  PointRows rows(common, studies, std::move(keys), results, catalog);
  StopSignals signals;
  signals.let_readers_leave();
  SheetOut out(common, rows.columns());
  const RowsOut done = write_rows(common, out, rows.source());
  if (StopSignals::asked() != 0) return StopSignals::exit_code();
  return common.check && done.failed ? 1 : 0;
}

void require_any(const Study& study, const Catalog& catalog) {
  Completer completer(catalog);
  std::optional<BadInput> first;
  const std::size_t count = study.points();
  for (std::size_t i = 0; i < count; ++i) {
    try {
      completer.complete(study.scenario(i));
      return;
    } catch (const BadInput& error) {
      if (error.kind() != BadInput::Kind::usage) throw;
      if (!first) first = error;
    }
  }
  throw *first;
}

}  // namespace llmsize::cli
