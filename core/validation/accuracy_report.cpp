// SPDX-License-Identifier: Apache-2.0
// Groups errors and lays them out.
#include "core/validation/accuracy_report.hpp"

#include "core/answer/answer.hpp"
#include "core/quantity/print.hpp"
#include "core/registry/registry.hpp"
#include "core/validation/error_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace llmsize {
namespace {

constexpr ResultKey time_metric = "training.step_time";

using Predictions = std::vector<Prediction>;
using GroupOf = std::function<std::string(const Prediction&)>;

Predictions only(const Predictions& all, const std::function<bool(const Prediction&)>& keep) {
  Predictions kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept), keep);
  return kept;
}
bool is_time(const Prediction& each) { return each.metric == time_metric; }

std::map<std::string, Predictions> grouped(const Predictions& all, const GroupOf& group) {
  std::map<std::string, Predictions> groups;
  for (const Prediction& each : all) groups[group(each)].push_back(each);
  return groups;
}

/// Rows of which a time, or a memory, could be predicted if the formulas covered them.
std::size_t usable(const AccuracyReport& report, bool memory) {
  return static_cast<std::size_t>(std::count_if(report.rows.begin(), report.rows.end(), [&](const Measurement& row) {
    if (row.status == Measurement::Status::unusable) return false;
    return row.status == Measurement::Status::unpredicted ? !memory : memory ? row.memory > 0 : row.step_time > 0;
  }));
}

/// A number that other predictions have of the same row.
using OfRow = std::map<const Measurement*, double>;
OfRow by_row(const Predictions& all) {
  OfRow found;
  for (const Prediction& each : all) found[each.row] = each.predicted;
  return found;
}

std::string kind_of(const Prediction& each) { return each.row->mixture() ? "MoE models" : "dense models"; }

std::string release_of(const Prediction& each) { return each.row->release.empty() ? "not stated" : each.row->release; }
std::string precision_of(const Prediction& each) { return each.row->plan->word("workload.precision"); }

Json row_json(const Prediction& each, const OfRow& left_out, const OfRow& other_source) {
  Json json{
      {"id", each.row->id},
      {"source", each.row->source},
      {"metric", each.metric},
      {"software.id", each.row->software},
      {"kind", kind_of(each)},
      {"precision", precision_of(each)},
      {"release", each.row->release},
      {"measured", number_json(each.measured)},
      {"predicted", number_json(each.predicted)},
      {"error", number_json(each.error())}};
  if (each.p10) json["p10"] = number_json(*each.p10);
  if (each.p90) json["p90"] = number_json(*each.p90);
  if (!is_time(each)) return json;
  if (const auto found = left_out.find(each.row); found != left_out.end())
    json["left_out"] = number_json(found->second);
  if (const auto found = other_source.find(each.row); found != other_source.end())
    json["other_source"] = number_json(found->second);
  return json;
}

std::vector<Unused> unused_rows(const AccuracyReport& report) {
  std::vector<Unused> all;
  for (const Measurement& row : report.rows)
    if (row.status != Measurement::Status::usable) all.emplace_back(row.id, row.reason);
  return all;
}

/// Errors per group: as the catalog predicts, in level and in shape, left out of the fit, and of a constant
/// utilisation.
TitledTable by_group(
    const AccuracyReport& report, const std::string& title, const std::string& what, const GroupOf& group) {
  const auto predicted = grouped(only(report.predicted, is_time), group), left_out = grouped(report.left_out, group),
             null = grouped(report.null, group);
  TitledTable table{title, {{what}, {}}};
  for (std::string& column : error_columns()) table.table.header.push_back(std::move(column));
  table.table.header.insert(table.table.header.end(), {"level of the series", "shape within the series"});
  if (!report.left_out.empty())
    table.table.header.insert(
        table.table.header.end(),
        {"leave-one-out: mean", "median", "P90", "P10–P90 coverage", "constant-MFU baseline: mean"});
  for (const auto& [name, all] : predicted) {
    std::vector<std::string> cells{name};
    for (std::string& cell : error_cells(summary(all))) cells.push_back(std::move(cell));
    const LevelAndShape parts = level_and_shape(all);
    cells.insert(cells.end(), {tenth_percent(parts.level), tenth_percent(parts.shape)});
    if (!report.left_out.empty()) {
      const ErrorSummary out = summary(left_out.at(name)), constant = summary(null.at(name));
      cells.insert(
          cells.end(), {tenth_percent(out.mean), tenth_percent(out.median), tenth_percent(out.p90),
                        whole_percent(out.coverage), tenth_percent(constant.mean)});
    }
    table.table.rows.push_back(std::move(cells));
  }
  return table;
}

/// Groups whose rows are predicted worst where they are left out, the worst first: what nobody should buy on.
TitledTable worst_table(const AccuracyReport& report) {
  constexpr double far_off = 0.1, seldom_inside = 0.7;
  constexpr std::size_t least_rows = 4;
  TitledTable table{
      "Least accurate (leave-one-out mean error above 10% or P10–P90 coverage below 70%)",
      {{"group", "rows", "leave-one-out: mean", "median", "bias", "P10–P90 coverage"}, {}}};
  std::vector<std::pair<std::string, ErrorSummary>> worst;
  const std::pair<const char*, GroupOf> groupings[] = {
      {"stack", [](const Prediction& each) { return each.row->software; }},
      {"accelerator", [](const Prediction& each) { return each.row->accelerator; }},
      {"precision", precision_of},
      {"source", [](const Prediction& each) { return each.row->source; }}};
  for (const auto& [what, group] : groupings)
    for (const auto& [name, all] : grouped(report.left_out, group))
      if (const ErrorSummary of = summary(all);
          of.rows >= least_rows && (of.mean > far_off || of.coverage < seldom_inside))
        worst.emplace_back(fmt::format("{}: {}", what, name), of);
  std::stable_sort(
      worst.begin(), worst.end(), [](const auto& a, const auto& b) { return a.second.mean > b.second.mean; });
  for (const auto& [name, of] : worst)
    table.table.rows.push_back(
        {name, fmt::format("{}", of.rows), tenth_percent(of.mean), tenth_percent(of.median), tenth_percent(of.bias),
         whole_percent(of.coverage)});
  return table;
}

/// "Hopper": what accelerators of one architecture have in common; the accelerator where it is another.
std::string generation_of(const Measurement& row) {
  constexpr std::pair<std::string_view, const char*> generations[] = {
      {"v100", "Volta"},      {"a100", "Ampere"},    {"l40", "Ada"},         {"h100", "Hopper"},
      {"h200", "Hopper"},     {"h800", "Hopper"},    {"gh200", "Hopper"},    {"b200", "Blackwell"},
      {"gb200", "Blackwell"}, {"b300", "Blackwell"}, {"gb300", "Blackwell"}, {"mi", "AMD Instinct"}};
  const std::string accelerator = row.plan->word("accelerator.id");
  for (const auto& [start, name] : generations)
    if (accelerator.starts_with(start)) return name;
  return row.accelerator;
}

/// Errors of a group of predictions.
TitledTable by(const Predictions& predictions, std::string title, std::string what, const GroupOf& group) {
  TitledTable table{
      std::move(title),
      {{std::move(what), "rows", "mean absolute error", "median", "P90", "bias", "P10–P90 coverage"}, {}}};
  for (const auto& [name, all] : grouped(predictions, group)) {
    const ErrorSummary of = summary(all);
    table.table.rows.push_back(
        {name, fmt::format("{}", of.rows), tenth_percent(of.mean), tenth_percent(of.median), tenth_percent(of.p90),
         tenth_percent(of.bias), whole_percent(of.coverage)});
  }
  return table;
}

/// What runs took over the stack that is usual on their accelerator.
TitledTable typical_table(const AccuracyReport& report) {
  TitledTable table{
      "Default software profile: dense models vs. the usual stack of their accelerator",
      {{"accelerator", "rows", "stacks", "factor", "spread", "in the catalog", "spread"}, {}}};
  for (const TypicalFit& each : report.typical)
    table.table.rows.push_back(
        {each.accelerator, fmt::format("{}", each.rows), fmt::format("{}", each.stacks),
         fmt::format("× {:.3f}", each.factor), fmt::format("{:.3f}", each.spread), fmt::format("× {:.3f}", each.used),
         fmt::format("{:.3f}", each.used_spread)});
  return table;
}

/// What the first run of one's own is worth, on the other runs of its series.
TitledTable one_run_table(const AccuracyReport& report) {
  TitledTable table{
      "Calibrated with one run, tested on the other runs of its series",
      {{"kind", "rows", "default profile: mean error", "median", "calibrated: mean error", "median", "P90", "bias",
        "P10–P90 coverage"},
       {}}};
  std::map<const Measurement*, const Prediction*> by_stack;
  for (const Prediction& each : report.predicted)
    if (is_time(each)) by_stack[each.row] = &each;
  for (const auto& [name, all] : grouped(report.one_run, kind_of)) {
    Predictions before;
    for (const Prediction& each : all) before.push_back(*by_stack.at(each.row));
    const ErrorSummary stack = summary(before), of = summary(all);
    table.table.rows.push_back(
        {name, fmt::format("{}", of.rows), tenth_percent(stack.mean), tenth_percent(stack.median),
         tenth_percent(of.mean), tenth_percent(of.median), tenth_percent(of.p90), tenth_percent(of.bias),
         whole_percent(of.coverage)});
  }
  return table;
}

TitledTable memory_table(const AccuracyReport& report) {
  TitledTable table{
      "GPU memory",
      {{"source", "metric", "rows", "mean absolute error", "median", "P90", "largest", "bias", "P10–P90 coverage"},
       {}}};
  const auto memory = only(report.predicted, [](const Prediction& each) { return !is_time(each); });
  for (const auto& [name, all] :
       grouped(memory, [](const Prediction& each) { return each.row->source + "\n" + each.metric; })) {
    const ErrorSummary of = summary(all);
    const auto end = name.find('\n');
    table.table.rows.push_back(
        {name.substr(0, end), name.substr(end + 1), fmt::format("{}", of.rows), tenth_percent(of.mean),
         tenth_percent(of.median), tenth_percent(of.p90), tenth_percent(of.max), tenth_percent(of.bias),
         whole_percent(of.coverage)});
  }
  return table;
}

/// Rows that ran and rows that ran out of memory, beside what is said of them: a range that ends below the capacity
/// fits, one that starts above it does not.
TitledTable fit_table(const AccuracyReport& report) {
  struct Count {
    std::size_t rows = 0, fits = 0, perhaps = 0, full = 0;
    std::string wrong{};
  };
  Count ran, failed;
  const ResultRow& total = result_row("memory.gpu_total");
  for (const Measurement& row : report.rows) {
    if (row.status != Measurement::Status::usable || !row.tells_recomputation) continue;
    const Once values(row.plan->values, dependents());
    const double needed = total.value(values), capacity = result_row("memory.gpu_capacity").value(values);
    if (is_absent(needed) || is_absent(capacity)) continue;
    const auto ends = range(*row.plan, total).value_or(std::pair{needed, needed});
    Count& count = row.out_of_memory ? failed : ran;
    const bool fits = ends.second <= capacity, full = ends.first > capacity;
    ++count.rows;
    ++(fits ? count.fits : full ? count.full : count.perhaps);
    if ((row.out_of_memory ? fits : full) && count.wrong.size() < 60)
      count.wrong += (count.wrong.empty() ? "" : ", ") + row.id;
  }
  const auto line = [](const char* what, const Count& count) {
    return std::vector<std::string>{
        what,
        fmt::format("{}", count.rows),
        fmt::format("{}", count.fits),
        fmt::format("{}", count.perhaps),
        fmt::format("{}", count.full),
        count.wrong};
  };
  TitledTable table{
      "Fit in GPU memory (rows with stated recomputation)",
      {{"rows with result", "rows", "P90 fits", "perhaps", "P10 does not fit", "mispredicted, e.g."}, {}}};
  table.table.rows = {line("ran", ran), line("ran out of memory", failed)};
  return table;
}

constexpr std::string_view peers = R"(| tool | rows | mean error | largest |
|---|---|---|---|
| SimuMax | 27 published A100 runs | 6.8% | 16.8% |
| constant MFU of 50% | the same | 10.3% | 27.3% |
| Calculon | the same | 10.5% | 31% |
| llm-analysis | the same | 56% | 138% |
)";

}  // namespace

Json accuracy_document(const AccuracyReport& report) {
  const Predictions times = only(report.predicted, is_time);
  const Predictions memory = only(report.predicted, [](const Prediction& each) { return !is_time(each); });
  Json rows = Json::array();
  const OfRow left_out = by_row(report.left_out), other_source = by_row(report.other_source);
  for (const Prediction& each : report.predicted) rows.push_back(row_json(each, left_out, other_source));
  for (const Measurement& row : report.rows)
    if (row.status != Measurement::Status::usable)
      rows.push_back({{"id", row.id}, {"source", row.source}, {"skipped", row.reason}});
  Json json = document("validate", nullptr, {}, std::move(rows));
  json["results"] = error_results(summary(times), usable(report, false), "validation.");
  json["results"].update(error_results(summary(memory), usable(report, true), "validation.memory."));
  const auto add = [&](const Predictions& predictions, const std::string& prefix) {
    if (predictions.empty()) return;
    json["results"].update(error_results(summary(predictions), usable(report, false), prefix));
    for (const bool mixtures : {false, true}) {
      const Predictions some =
          only(predictions, [&](const Prediction& each) { return each.row->mixture() == mixtures; });
      json["results"].update(error_results(summary(some), some.size(), prefix + (mixtures ? "mixtures." : "dense.")));
    }
  };
  add(report.left_out, "validation.left_out.");
  add(report.other_source, "validation.other_source.");
  add(report.hidden, "validation.typical.");
  add(report.hidden_left_out, "validation.typical_left_out.");
  add(report.unseen, "validation.unseen_accelerator.");
  add(report.one_run, "validation.one_run.");
  if (!report.plans.runs.empty()) {
    json["results"].update(plans_results(report.plans));
    for (Json& row : plans_rows(report.plans)) json["rows"].push_back(std::move(row));
  }
  if (!report.totals.rows.empty()) {
    json["results"].update(totals_results(report.totals));
    for (Json& row : totals_rows(report.totals)) json["rows"].push_back(std::move(row));
  }
  if (!report.storage.rows.empty()) {
    json["results"].update(storage_results(report.storage));
    for (Json& row : storage_rows(report.storage)) json["rows"].push_back(std::move(row));
  }
  return json;
}

Table accuracy_rows(const AccuracyReport& report) {
  Table table{
      {"id", "source", "software_id", "metric", "measured", "predicted", "error_ratio", "p10", "p90", "skipped"}, {}};
  const auto cell = [](const std::optional<double>& value) { return value ? exact(*value) : std::string{}; };
  for (const Prediction& each : report.predicted)
    table.rows.push_back(
        {each.row->id,
         each.row->source,
         each.row->software,
         each.metric,
         exact(each.measured),
         exact(each.predicted),
         exact(each.error()),
         cell(each.p10),
         cell(each.p90),
         {}});
  for (const PlannedRun& each : report.plans.runs)
    table.rows.push_back(
        {each.row->id,
         each.row->source,
         each.row->software,
         std::string(plan_metric),
         exact(each.row->step_time),
         exact(each.planned),
         exact(each.planned / each.row->step_time - 1),
         {},
         exact(each.p90),
         {}});
  for (const Measurement& row : report.rows)
    if (row.status != Measurement::Status::usable)
      table.rows.push_back({row.id, row.source, {}, {}, {}, {}, {}, {}, {}, row.reason});
  for (const PredictedNumber& each : report.storage.predicted)
    table.rows.push_back(
        {each.row->id,
         each.row->source,
         {},
         std::string(each.row->metric->text()),
         exact(each.measured),
         exact(each.predicted),
         exact(each.error()),
         cell(each.p10),
         cell(each.p90),
         {}});
  for (const StorageNumber& row : report.storage.rows)
    if (!row.reason.empty()) table.rows.push_back({row.id, row.source, {}, {}, {}, {}, {}, {}, {}, row.reason});
  return table;
}

std::vector<TitledTable> accuracy_tables(const AccuracyReport& report) {
  const Predictions times = only(report.predicted, is_time);
  const ErrorSummary of = summary(times);
  std::vector<TitledTable> tables;
  tables.push_back(
      {fmt::format(
           "{} of {} usable rows predicted: mean absolute error {}, median {}, P10–P90 coverage {}", of.rows,
           usable(report, false), tenth_percent(of.mean), tenth_percent(of.median), whole_percent(of.coverage)),
       {}});
  if (TitledTable worst = worst_table(report); !worst.table.rows.empty()) tables.push_back(std::move(worst));
  tables.push_back(by_group(report, "Step time", "kind", kind_of));
  tables.push_back(
      by_group(report, "By software stack", "stack", [](const Prediction& each) { return each.row->software; }));
  tables.push_back(
      by_group(report, "By accelerator", "accelerator", [](const Prediction& each) { return each.row->accelerator; }));
  tables.push_back(by_group(report, "By source", "source", [](const Prediction& each) { return each.row->source; }));
  tables.push_back(by_group(report, "By release", "release", release_of));
  tables.push_back(by_group(report, "By precision", "precision", precision_of));
  const auto add = [&](const Predictions& predictions, const char* title) {
    if (!predictions.empty()) tables.push_back(by(predictions, title, "kind", kind_of));
  };
  add(report.generic, "Leave-one-family-out, one profile for all software");
  add(report.other_source, "Leave-one-source-out");
  add(report.hidden, "Default software profile (`--software typical`)");
  add(report.hidden_left_out, "Default software profile, leave-one-out");
  if (!report.hidden_left_out.empty())
    tables.push_back(
        by(report.hidden_left_out, "Default software profile, leave-one-out, by generation", "generation",
           [](const Prediction& each) { return generation_of(*each.row); }));
  add(report.unseen, "Leave-one-accelerator-out, default software profile");
  if (!report.unseen.empty())
    tables.push_back(by(report.unseen, "Leave-one-accelerator-out", "accelerator", [](const Prediction& each) {
      return each.row->accelerator;
    }));
  if (!report.by_distance.empty())
    for (TitledTable& each : distance_tables(report.by_distance)) tables.push_back(std::move(each));
  if (!report.typical.empty()) tables.push_back(typical_table(report));
  if (!report.one_run.empty()) tables.push_back(one_run_table(report));
  if (const TitledTable memory = memory_table(report); !memory.table.rows.empty()) tables.push_back(memory);
  tables.push_back(fit_table(report));
  if (TitledTable unused = unused_table("Rows not used", "rows", unused_rows(report)); !unused.table.rows.empty())
    tables.push_back(std::move(unused));
  return tables;
}

std::string accuracy_page(const AccuracyReport& report, const std::string& picture) {
  std::string text =
      "# Prediction accuracy\n\nGenerated by `llmsize validate --format md`; not edited by hand.\n\nError is predicted "
      "/ measured − 1, for step time or for memory on the most-loaded GPU. *Leave-one-out* rows are predicted by a fit "
      "without their model at their precision. The *constant-MFU baseline* is the median MFU of the same stack, "
      "accelerator and precision for other models. A series is all rows of one stack, source, model and accelerator. "
      "Its "
      "*level* is the error that all its rows have in common, its *shape* the error that remains after one factor per "
      "series. "
      "`presets/measurements/training.json` defines how rows are read. "
      "`hardware-db/software` holds the software profiles.\n\n";
  if (!picture.empty()) text += fmt::format("![Predicted vs. measured step time]({})\n\n", picture);
  text += as_sections(accuracy_tables(report));
  if (!report.plans.runs.empty())
    text +=
        "# Accuracy of plans\n\nllmsize plans the layout of every measured configuration (model, accelerators, batch "
        "size, sequence length, precision and stack; the fastest row of several). *Parts* is the step time of the best "
        "layout as the sum of its parts. *Planned* adds the search margin (`software.search_margin`). Stacks with "
        "tuned published runs use the margin of those runs, other stacks that of all rows. A plan is *sufficient* if "
        "the measured step takes at most the planned time. *Leave-one-out* uses a margin without the source of the "
        "row. "
        "Runs of tuned stacks are vendor recipes, and a search rarely finds better layouts.\n\n" +
        as_sections(plans_tables(report.plans));
  if (!report.totals.predicted.empty()) text += std::string(about_totals) + as_sections(totals_tables(report.totals));
  if (!report.storage.predicted.empty())
    text += std::string(about_storage) + as_sections(storage_tables(report.storage));
  return text +
         "## Other tools\n\nStep-time error on published A100 runs, run by the authors of each tool or by us:\n\n" +
         std::string(peers);
}

namespace {

/// A run in the picture: a circle for a dense model, a diamond for a mixture of experts.
std::string mark_of(const Prediction& each, double x, double y) {
  if (each.row->mixture())
    return fmt::format(
        "<path d=\"M{:.1f} {:.1f}l4 4l-4 4l-4 -4z\" fill=\"#c2410c\" fill-opacity=\"0.7\"/>\n", x, y - 4);
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"#1d4ed8\" fill-opacity=\"0.5\"/>\n", x, y);
}

}  // namespace

std::string accuracy_picture(const AccuracyReport& report) {
  constexpr double size = 640, margin = 70, top = 24;
  const Predictions times = only(report.predicted, is_time);
  const Drawing distance = report.by_distance.empty() ? Drawing() : distance_drawing(report.by_distance, size);
  double low = 1e300, high = 0;
  for (const Prediction& each : times) {
    low = std::min({low, each.measured, each.predicted});
    high = std::max({high, each.measured, each.predicted});
  }
  const double from = std::floor(std::log10(low)), to = std::ceil(std::log10(high));
  const auto across = [&](double seconds) {
    return margin + (std::log10(seconds) - from) / (to - from) * (size - margin - top);
  };
  const auto down = [&](double seconds) { return size - across(seconds); };
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n"
      "<title>Predicted vs. measured step time</title>\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "fill=\"#ffffff\"/>\n",
      size, size + distance.height);
  for (double decade = from; decade <= to; ++decade) {
    const double seconds = std::pow(10, decade), x = across(seconds), y = down(seconds);
    const std::string label = pretty(seconds, Unit::seconds);
    svg += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}M{3:.1f} {4:.1f}H{5:.1f}\" stroke=\"#dddddd\"/>\n", x, top, size - margin,
        margin, y, size - top);
    svg += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"#444444\">{}</text>\n", x, size - margin + 20,
        label);
    svg += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"#444444\">{}</text>\n", margin - 8, y + 4, label);
  }
  const double first = std::pow(10, from), last = std::pow(10, to);
  for (const double ratio : {0.8, 1.0, 1.25})
    svg += fmt::format(
        "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"#888888\"{}/>\n", across(first * std::max(1.0, 1 / ratio)),
        down(first * std::max(1.0, ratio)), across(last * std::min(1.0, 1 / ratio)), down(last * std::min(1.0, ratio)),
        ratio == 1 ? "" : " stroke-dasharray=\"4 4\"");
  for (const Prediction& each : times) svg += mark_of(each, across(each.measured), down(each.predicted));
  const double middle = margin + (size - margin - top) / 2;
  svg += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">measured step time</text>\n", middle, size - 18);
  svg += fmt::format(
      "<text transform=\"translate(18 {:.1f}) rotate(-90)\" text-anchor=\"middle\">predicted</text>\n",
      (size - margin + top) / 2);
  svg += fmt::format(
      "<circle cx=\"{0:.1f}\" cy=\"44\" r=\"4\" fill=\"#1d4ed8\"/><text x=\"{1:.1f}\" y=\"48\">dense models</text>\n"
      "<path d=\"M{0:.1f} 62l5 5l-5 5l-5 -5z\" fill=\"#c2410c\"/><text x=\"{1:.1f}\" y=\"71\">MoE models</text>\n"
      "<path d=\"M{2:.1f} 90h14\" stroke=\"#888888\" stroke-dasharray=\"4 4\"/><text x=\"{1:.1f}\" y=\"94\">25% "
      "error</text>\n",
      margin + 20, margin + 34, margin + 13);
  if (!distance.marks.empty())
    svg += fmt::format("<g transform=\"translate(0 {:.0f})\">\n{}</g>\n", size, distance.marks);
  return svg + "</svg>\n";
}

}  // namespace llmsize
