// SPDX-License-Identifier: Apache-2.0
#include "cli/import_trace.hpp"

#include "cli/import_entry.hpp"
#include "core/document/page.hpp"
#include "core/files/bad_input.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"
#include "core/trace/entry.hpp"
#include "core/write/write.hpp"

#include <fmt/format.h>

#include <cmath>

namespace llmsize::cli {
namespace {

std::string plain(double value) { return pretty(value, Unit::count); }
std::string duration(double seconds) { return pretty(seconds, Unit::seconds); }

/// What the class of traffic has no input for.
std::vector<Listed> counted(const TraceSummary& trace) {
  std::vector<Listed> rows{
      {"Requests", plain(trace.requests), {}},
      {"Dropped as failed", plain(trace.failed), {}},
      {"Duplicates", plain(trace.duplicates), {}},
      {"Span", duration(trace.span), {}},
      {"Mean request rate", pretty(trace.rate, Unit::requests_per_second), {}}};
  for (const auto& [name, lengths] : {std::pair{"ISL", &trace.input}, {"OSL", &trace.output}}) {
    rows.push_back({fmt::format("{} P50", name), plain(lengths->p50), {}});
    rows.push_back({fmt::format("{} P95", name), plain(lengths->p95), {}});
  }
  for (const auto& [window, value] :
       {std::pair{"1 s", trace.dispersion_1s}, {"10 s", trace.dispersion_10s}, {"60 s", trace.dispersion_60s}})
    rows.push_back({fmt::format("Index of dispersion in {}", window), plain(value), {}});
  std::erase_if(rows, [](const Listed& row) { return row[1] == "0" || row[1] == pretty(absent, Unit::count); });
  return rows;
}

Chart prefix_cache(const TraceReuse& reuse) {
  Grid grid;
  grid.header = {"lifetime", "capacity, tokens", "hit rate"};
  for (const ReuseAtAge& each : reuse.ages)
    grid.rows.push_back(
        {{{std::isfinite(each.age) ? duration(each.age) : "unlimited"},
          {plain(each.room), true},
          {share_text(each.hit), true}}});
  Chart chart;
  chart.title = "Prefix cache by LRU lifetime";
  chart.body = std::move(grid);
  return chart;
}

Page page_of(const Common& options, const TraceSummary& trace, const Entry& entry) {
  Page page;
  page.title = fmt::format("{}: {} requests", trace.format->title, plain(trace.requests));
  page.verdict = Page::Verdict::neutral;
  page.charts = {listing("Traffic class", listed_facts(entry)), listing("Trace", counted(trace))};
  if (const TraceReuse& reuse = trace.conversations.reuse; !reuse.ages.empty())
    page.charts.push_back(prefix_cache(reuse));
  std::vector<Listed> remarks;
  for (const std::string& remark : trace_remarks(trace)) remarks.push_back({remark, {}, {}});
  if (!remarks.empty()) page.charts.push_back(listing("Notes", remarks));
  if (!options.quiet)
    page.hint =
        "Use it: -o my-traffic.json, then llmsize serve --model llama-3.1-8b --system dgx-h100 "
        "--traffic my-traffic.json --users 5k";
  return page;
}

}  // namespace

std::string trace_names() {
  std::string names;
  for (const TraceFormat& each : trace_formats()) names += fmt::format("{}{}", names.empty() ? "" : ", ", each.name);
  return names;
}

int run_trace(const Common& options, const TraceFormat& format, const std::string& file) {
  const TraceSummary trace = read_trace(format, file);
  if (trace.requests == 1) refuse_contents(file, "1 request: expected several, as a class of traffic is their mean");
  Entry entry = trace_entry(trace);
  name_by_output(options, entry);
  const Page page = page_of(options, trace, entry);
  write(
      options, {[&](bool colour) { return as_text(page, colour); }, [&] { return as_markdown(page); },
                [&] { return write_entry(entry); }, [&] { return facts_table(entry); }});
  // Of an entry that goes to a file, people would not see them.
  if (goes_to_file(options) && !options.quiet)
    for (const std::string& remark : trace_remarks(trace)) tell(remark);
  return 0;
}

}  // namespace llmsize::cli
