// SPDX-License-Identifier: Apache-2.0
// The Calibration page: what records say is what it shows, slow nodes are named, nothing is claimed that was not
// measured.
#include "tests/unit/measured.hpp"
#include "tests/unit/subjects.hpp"

#include "core/answer/explanation.hpp"
#include "core/calibration/accuracy.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/print.hpp"
#include "core/record/saturation.hpp"
#include "core/validation/calibration.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace llmsize::test {
namespace {

constexpr double h100_peak = 989.4e12, h100_memory = 3350e9;

std::vector<double> near(double value) {
  return {value * 0.99, value, value, value, value, value * 1.005, value * 1.01};
}

void add_sweep(ProbeRecord& record, const std::string& probe, const SaturationCurve& curve, bool random = false) {
  for (double threads = 1; threads <= 256; threads *= 2) {
    ProbeResult point{
        probe,
        {{"threads", threads}, {"block_bytes", random ? 4096 : 1048576}},
        random ? "operations" : "bandwidth",
        random ? "1/s" : "B/s",
        {},
        true};
    for (const double pass : {0.98, 1.0, 1.02}) point.raw.push_back(curve.at(threads) * pass);
    point.details = {{"p50", 1e-4 * threads}, {"p95", 2e-4 * threads}, {"p99", 3e-4 * threads}};
    record.results.push_back(std::move(point));
  }
}

/// A node of eight H100 with a share of what the others compute.
ProbeRecord node(const std::string& name, double speed = 1) {
  ProbeRecord record;
  record.created = "2026-01-31T12:00:00Z";
  record.host = {{"id", "id of " + name}, {"name", name}, {"gpus", Json::array()}};
  for (int gpu = 0; gpu < 8; ++gpu) {
    record.host["gpus"].push_back(
        {{"name", "NVIDIA H100 80GB HBM3"}, {"driver", "550.54.15"}, {"pcie", {{"gen", 5}, {"width", 16}}}});
    record.results.push_back(
        {"gemm-soak", {{"gpu", gpu}, {"dtype", "bf16"}}, "rate", "FLOP/s", near(0.75 * h100_peak * speed)});
    record.results.push_back(
        {"hbm", {{"gpu", gpu}, {"kernel", "triad"}}, "bandwidth", "B/s", near(0.92 * h100_memory)});
  }
  add_sweep(record, "fs.read", {3e9, 4e10, 2});
  add_sweep(record, "nvme.read", {3e9, 8e9, 8});
  add_sweep(record, "fs.random_read", {1e4, 4e5, 1}, true);
  return record;
}

std::vector<ProbeRecord> eight_nodes(double slow = 0.85) {
  std::vector<ProbeRecord> records;
  for (int i = 1; i <= 8; ++i) records.push_back(node(fmt::format("gpu-0{}", i), i == 5 ? slow : 1));
  return records;
}

const Subject& subject() {
  static const Subject given = given_subject(gpt3_on_128_dgx);
  return given;
}
const Scenario& one_by_one() {
  static const Scenario said = scenario_of({{"cluster.nodes", "8"}});
  return said;
}
Measured measured(std::vector<ProbeRecord> records) {
  return measured_by(std::move(records), built_in(), one_by_one());
}
Catalog calibrated(const Measured& told) {
  Catalog catalog;
  catalog.calibrate(read_calibration(write_calibration(*told.merged), "test"));
  return catalog;
}
const FoundFinding* finding(const Page& page, FindingId id, std::string_view beginning = {}) {
  for (const auto& [found, remedies] : page.findings)
    if (found.id == id && found.message.starts_with(beginning)) return &found;
  return nullptr;
}
bool has_chart(const Page& page, std::string_view id) {
  return std::any_of(page.charts.begin(), page.charts.end(), [&](const Chart& chart) { return chart.id == id; });
}

TEST_CASE("without records the page says that nothing is measured, and what the answer rests on", "[pages]") {
  const Page page = shown_page("calibration", subject());
  CHECK(page.verdict_label == "Uncalibrated");
  CHECK(page.figures[0].value == "–");
  CHECK(page.figures[1].qualifier == "default, not measured");
  CHECK(page.findings.empty());
  CHECK_FALSE(has_chart(page, "calibration.saturation"));
  CHECK_FALSE(has_chart(page, "calibration.nodes"));
  for (const Grid::Row& row : std::get<Grid>(chart_of(page, "calibration.efficiencies").body).rows) {
    CHECK(row.dull);
    CHECK(row.cells[2].text == "–");
  }
}

TEST_CASE("eight nodes, one of them slow: it is named, with a way to leave it out", "[pages]") {
  const Measured told = measured(eight_nodes());
  const Page page = calibration_page(subject(), built_in(), told);
  CHECK(page.figures[0].value == "8");
  CHECK(page.figures[0].qualifier == "gpu-01, gpu-02 and 6 more");
  CHECK(page.verdict == Page::Verdict::just);
  CHECK(page.verdict_label == "1 slow node");
  CHECK(speaks_of(page.sentence, "gpu-05 is up to 15% slower than the median of 8 nodes"));
  const auto& [found, remedies] = page.findings.front();
  CHECK(found.id == "calibration.straggler");
  CHECK(speaks_of(found.message, "gpu-05 is slow: 16-bit GEMM"));
  REQUIRE(remedies.size() == 1);
  CHECK(remedies.front().label == "Exclude gpu-05");
  CHECK(remedies.front().apply.changes == Changes{{std::string(leave_out_key), "gpu-05"}});
  const Chart& nodes = chart_of(page, "calibration.nodes");
  CHECK(nodes.title == "gpu-05 is 15% slower than the other 7");
  const auto& rows = std::get<Grid>(nodes.body).rows;
  REQUIRE(rows.size() == 8);
  CHECK(rows.front().cells.front().text == "gpu-05");
  CHECK(rows.front().strong);
  CHECK_FALSE(rows[1].strong);

  const Page rest = calibration_page(subject(), built_in(), measured(without_nodes(eight_nodes(), {"gpu-05"})));
  CHECK(rest.verdict == Page::Verdict::good);
  CHECK(rest.verdict_label == "Ready to use");
  CHECK(finding(rest, "calibration.straggler") == nullptr);
}

TEST_CASE("figures and tables show what was measured beside the default, and grey where nothing was", "[pages]") {
  const Measured told = measured(eight_nodes(1));
  const Page page = calibration_page(subject(), built_in(), told);
  const Case plain = completed(gpt3_on_128_dgx);
  CHECK(page.figures[1].value == "0.75");
  CHECK(page.figures[1].unit == "of peak");
  CHECK(page.figures[1].qualifier == "default was " + fmt::format("{:.2f}", given(plain, "accelerator.sustained_16")));
  CHECK(page.figures[2].unit == "GB/s");
  CHECK(page.figures[4].value.ends_with("%"));
  CHECK(speaks_of(page.figures[4].qualifier, "time to train, was "));
  CHECK(speaks_of(page.sentence, "8 nodes agree within"));
  CHECK(speaks_of(page.sentence, "not measured; llmsize uses the default"));
  const auto& rows = std::get<Grid>(chart_of(page, "calibration.efficiencies").body).rows;
  for (const Grid::Row& row : rows) {
    const bool told_here = row.cells[0].text == "16-bit GEMM" || row.cells[0].text == "GPU memory bandwidth";
    CAPTURE(row.cells[0].text);
    CHECK(row.dull != told_here);
    CHECK((row.cells[2].text != "–") == told_here);
  }
  CHECK(speaks_of(chart_of(page, "calibration.efficiencies").title, "Two of "));
  CHECK(finding(page, "calibration.default") != nullptr);
}

TEST_CASE("the numbers of the page are explained with what was measured in place", "[pages]") {
  const Measured told = measured(eight_nodes());
  for (const Catalog& catalog : {Catalog(), calibrated(told)}) {
    const Page page = calibration_page(subject(), catalog, told);
    for (const Figure& figure : page.figures) {
      if (figure.source.name.empty()) continue;
      Scenario changed = subject().scenario;
      for (const auto& [key, text] : figure.source.changes) changed.set(key, text, {key});
      const double value = explain(complete(changed, catalog), figure.source.name).value;
      const bool share = figure.unit == "of peak";
      CHECK(
          figure.value ==
          (share ? fmt::format("{:.2f}", value) : value_and_unit(value, find_input(figure.source.name)->unit).first));
    }
  }
}

TEST_CASE("a calibration in use is told, and its range is what the scenario then has", "[pages]") {
  const Measured told = measured(eight_nodes(1));
  const Catalog catalog = calibrated(told);
  const Page page = calibration_page(subject(), catalog, told),
             without_records = calibration_page(subject(), catalog, {});
  CHECK(page.verdict_label == "In use");
  CHECK(page.figures[1].source.changes.empty());
  CHECK(without_records.verdict_label == "In use");
  CHECK(without_records.figures[1].value == page.figures[1].value);
  CHECK(without_records.figures[0].label == "Measured");
  CHECK(without_records.figures[4].value == page.figures[4].value);
  const auto range = *Around(subject().scenario, catalog).range("training.calendar_time");
  const double half =
      (range.second - range.first) / 2 / result(complete(subject().scenario, catalog), "training.calendar_time");
  CHECK(page.figures[4].value == share_text(half));
  // What differs from the calibration in use is not in use.
  CHECK(calibration_page(subject(), catalog, measured(eight_nodes(0.96))).verdict_label == "Ready to use");
}

TEST_CASE("the curve over threads goes through what was measured, and says where it bends", "[pages]") {
  const Page page = calibration_page(subject(), built_in(), measured(eight_nodes()));
  const Chart& chart = chart_of(page, "calibration.saturation");
  CHECK(chart.view == "Bandwidth");
  REQUIRE(chart.views.size() == 2);
  CHECK(chart.views.front().view == "IOPS");
  CHECK(speaks_of(chart.title, "Shared storage: reads 5× as fast as local NVMe"));
  const auto& plot = std::get<Plot>(chart.body);
  REQUIRE(plot.series.size() == 4);
  CHECK(plot.series[0].title == "shared read");
  CHECK(plot.series[0].hue == Hue::shared);
  CHECK(plot.series[1].title == "local read");
  std::size_t callouts = 0;
  for (const Plot::Point& point : plot.series[0].points) {
    CHECK(point.low < point.y);
    CHECK(point.high > point.y);
    if (point.callout.empty()) continue;
    ++callouts;
    // Nine tenths of 40 GB/s are reached by so many threads, and by one less they are not.
    const SaturationCurve truth{3e9, 4e10, 2};
    CHECK(truth.at(point.x) >= 0.89 * 4e10);
    CHECK(truth.at(point.x - 2) < 0.9 * 4e10);
    CHECK(speaks_of(point.callout, fmt::format("Knee at {:.0f} threads\n90% of ", point.x)));
  }
  CHECK(callouts == 1);
  CHECK(plot.series[2].points.size() == 9);
  CHECK(plot.series[2].points[3].y == Approx(SaturationCurve{3e9, 4e10, 2}.at(8)));
  CHECK(plot.x.ticks.size() == 9);
  CAPTURE(view_of(chart, "Latency").title);
  CHECK(speaks_of(view_of(chart, "Latency").title, "99% of shared random reads complete within 300 µs"));
}

TEST_CASE("points that do not count, early ends, other machines and what the scenario says are findings", "[pages]") {
  auto records = eight_nodes(1);
  records[0].results[0].flags = {"invalid"};
  records[1].truncated = true;
  records[2].errors.push_back({"coll-local", "libnccl.so.2 is not here", true});
  for (ProbeResult& result : records[3].results)
    if (result.probe == "fs.read") result.flags = {"burst"};
  const Measured told = measured(records);
  Subject saying = subject();
  saying.scenario.set("accelerator.memory_efficiency", "0.5", {"test"});
  const Page page = calibration_page(saying, built_in(), told);
  REQUIRE(finding(page, "calibration.points", "Invalid: 1 point"));
  CHECK(finding(page, "calibration.points", "Invalid")->severity == Severity::warning);
  CHECK(speaks_of(finding(page, "calibration.points", "Invalid")->message, "1 point of sustained GEMMs"));
  CHECK(finding(page, "calibration.points", "Short bursts")->severity == Severity::info);
  CHECK(speaks_of(finding(page, "calibration.truncated")->message, "the record of gpu-02 ends"));
  CHECK(speaks_of(finding(page, "calibration.missing")->message, "Not measured on gpu-03: collectives within a node"));
  CAPTURE(finding(page, "calibration.said")->message);
  CHECK(speaks_of(finding(page, "calibration.said")->message, "the scenario uses 0.50"));
  for (std::size_t i = 1; i < page.findings.size(); ++i)
    CHECK(page.findings[i - 1].first.severity >= page.findings[i].first.severity);
  const Page other =
      calibration_page(given_subject({{"model", "gpt3-175b"}, {"cluster.system", "dgx-a100-640"}}), built_in(), told);
  CHECK(other.verdict_label == "Different hardware");
  CHECK(finding(other, "calibration.machine"));
}

/// A virtual machine of two cores: no GPU, little CPU memory, short writes.
ProbeRecord small_machine() {
  ProbeRecord record;
  record.created = "2026-01-31T12:00:00Z";
  record.host = {{"id", "id of vm"}, {"name", "vm"}, {"gpus", Json::array()}};
  record.results.push_back({"dram", {{"numa", "all"}, {"threads", 2}}, "bandwidth", "B/s", near(6.7e9)});
  add_sweep(record, "nvme.read", {1e9, 1.05e9, 8});
  add_sweep(record, "nvme.write", {1e9, 4e9, 2});
  for (ProbeResult& result : record.results)
    if (result.probe == "nvme.write") result.flags = {"burst"};
  return record;
}

TEST_CASE(
    "a machine without GPUs is hardly a node of the system: that is said first, and nothing is green", "[pages]") {
  const Page page = calibration_page(subject(), built_in(), measured({small_machine()}));
  CHECK(page.verdict == Page::Verdict::just);
  CHECK(page.verdict_label == "Hardware mismatch");
  CHECK(speaks_of(page.sentence, "no GPU and 6.70 GB/s of CPU memory. Nodes of this system have 8 and 614 GB/s"));
  REQUIRE_FALSE(page.findings.empty());
  CHECK(page.findings.front().first.id == "calibration.machine");
  CHECK(page.findings.front().first.severity == Severity::warning);
  // A node that tells nothing of its GPUs, and whose memory is a little slow, may well be one of them.
  ProbeRecord untold = small_machine();
  untold.host.erase("gpus");
  untold.results.front().raw = near(400e9);
  CHECK(calibration_page(subject(), built_in(), measured({untold})).verdict_label == "Ready to use");
}

TEST_CASE("what was measured and sets nothing is grey, with the reason and without a curve", "[pages]") {
  const Page page = calibration_page(subject(), built_in(), measured({small_machine()}));
  const Chart& chart = chart_of(page, "calibration.saturation");
  const auto& plot = std::get<Plot>(chart.body);
  for (const Plot::Series& series : plot.series)
    if (series.title.starts_with("local write")) {
      CHECK(series.hue == Hue::waiting);
      CHECK(series.stroke == Plot::Stroke::none);
    }
  CHECK(speaks_of(chart.subtitle, "gray: not used, short writes may be cached"));
  for (const auto& [found, remedies] : page.findings) {
    CAPTURE(found.message);
    CHECK(found.message.find("nvme.") == std::string::npos);
    CHECK(found.message.find("dram") == std::string::npos);
  }
}

TEST_CASE("storage that one thread fills has no knee", "[pages]") {
  const Page page = calibration_page(subject(), built_in(), measured({small_machine()}));
  const Chart& chart = chart_of(page, "calibration.saturation");
  CHECK(speaks_of(chart.title, "Local read reaches 1.0"));
  CHECK(chart.title.ends_with("with one thread"));
  for (const Plot::Series& series : std::get<Plot>(chart.body).series)
    for (const Plot::Point& point : series.points) CHECK(point.callout.empty());
}

TEST_CASE("records that tell nothing are refused in words", "[pages]") {
  ProbeRecord nothing;
  nothing.created = "2026-01-31T12:00:00Z";
  nothing.host = {{"name", "a"}};
  const Page page = calibration_page(subject(), built_in(), measured({nothing}));
  CHECK(page.verdict == Page::Verdict::bad);
  CHECK(page.verdict_label == "No usable records");
  CHECK(speaks_of(page.sentence, "No record measures any input"));
}

TEST_CASE("what the page shows of published runs is what is predicted today; scripts/approve rewrites it", "[pages]") {
  const Json runs = built_in().document("measurements", "predicted")->at("runs");
  std::vector<const Measurement*> timed;
  for (const Measurement& row : published_rows())
    if (row.status == Measurement::Status::usable && row.step_time > 0) timed.push_back(&row);
  REQUIRE(runs.size() == timed.size());
  for (std::size_t i = 0; i < timed.size(); ++i) {
    CHECK(runs[i].at("id") == timed[i]->id);
    CHECK(runs[i].at("measured").get<double>() == Approx(timed[i]->step_time).epsilon(1e-4));
    CHECK(runs[i].at("predicted").get<double>() == Approx(result(*timed[i]->plan, "training.step_time")).epsilon(1e-3));
  }
  const Chart parity = parity_chart(built_in());
  CHECK(parity.title == "Median absolute error 2.6% on 761 published runs");
}

}  // namespace
}  // namespace llmsize::test
