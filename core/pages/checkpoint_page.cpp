// SPDX-License-Identifier: Apache-2.0
// The Checkpoint page: size, interval, stall and required storage.
#include "core/pages/checkpoint_charts.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/serving.hpp"
#include "core/pages/storage_offers.hpp"
#include "core/quantity/print.hpp"
#include "core/view/settled.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

/// "14 bytes × 174.6B" where that is the size.
std::string size_note(const Around& around) {
  const double bytes = around.input("checkpoint.weight_bytes") + around.input("checkpoint.optimizer_bytes");
  const double parameters = around.result("checkpoint.parameters");
  if (!(std::abs(bytes * parameters / around.result("checkpoint.size") - 1) < 1e-3)) return "set by you";
  return fmt::format("{} bytes × {}", exact(bytes), pretty(parameters, Unit::count));
}

std::string goodput_text(const Around& around) {
  return value_and_unit(around.result("reliability.goodput"), Unit::ratio).first + "%";
}

/// "needs a system", of a system and shared storage: five figures have no room for all of it, and the page says it
/// once.
Figure with_first_need(Figure figure, const Subject& subject, const Around& around, ResultKey id) {
  const Obstacle why = obstacle(subject, around, id);
  if (!figure.known && why.kind == Obstacle::Kind::missing)
    figure.qualifier = fmt::format("needs {}", names_of(why.keys).front());
  return figure;
}

const SavingMode* find_mode(const std::vector<SavingMode>& modes, std::string_view word) {
  const auto found =
      std::find_if(modes.begin(), modes.end(), [&](const SavingMode& mode) { return mode.word == word; });
  return found != modes.end() ? &*found : nullptr;
}

/// The mode that a figure is compared with: direct, or hierarchical where the scenario is direct.
const SavingMode* other_mode(const std::vector<SavingMode>& modes, const Around& around) {
  return find_mode(modes, around.word("checkpoint.mode") == "direct" ? "hierarchical" : "direct");
}

std::vector<Figure> figures(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes) {
  const SavingMode* other = other_mode(modes, around);
  const auto compared = [&](ResultKey id, bool as_share) {
    if (!other || !other->around.knows(id)) return std::string{};
    return fmt::format(
        "{} {}", as_share ? goodput_text(other->around) : other->around.shown(id), lower_first(other->title));
  };
  const std::string steps = around.knows("checkpoint.interval_steps")
                                ? fmt::format("every {} steps", around.shown("checkpoint.interval_steps"))
                                : std::string{};
  std::string often = is_absent(around.input("checkpoint.interval_given"))
                          ? fmt::format("optimal{}{}", steps.empty() ? "" : ", ", steps)
                          : fmt::format("optimal {}", around.shown("checkpoint.optimal_interval"));
  const auto shown = [&](std::string label, ResultKey id, std::string qualifier) {
    return with_first_need(figure_of(subject, around, std::move(label), id, std::move(qualifier)), subject, around, id);
  };
  Figure written = shown(
      "Write volume", "checkpoint.bytes_per_day",
      fmt::format("{} required", around.shown("checkpoint.required_bandwidth")));
  if (written.known) written.unit += "/day";
  return {
      with_first_need(
          figure(around, "Checkpoint", "checkpoint.size", size_note(around)), subject, around, "checkpoint.size"),
      shown("Interval", "checkpoint.interval", often),
      shown("Stall", "checkpoint.stall", compared("checkpoint.stall", false)),
      shown("Goodput", "reliability.goodput", compared("reliability.goodput", true)), std::move(written)};
}

/// Of the time, to saves, rework and restarts: storage may keep up with saves and training hardly go on.
constexpr double much_lost = 0.1;

/// What an interval costs where the time of a checkpoint is stated: " Checkpoints every 30.0 min stall training 25% of
/// the time, above the stall budget of 5%; the optimal interval is 3.95 h."
std::string interval_words(const Around& around) {
  if (!around.knows("checkpoint.overhead") || !around.knows("checkpoint.optimal_interval")) return {};
  const double stalled = around.result("checkpoint.overhead"), allowed = around.input("goal.save_overhead");
  const std::string above =
      stalled > allowed ? fmt::format(", above the stall budget of {}", share_text(allowed)) : std::string{};
  if (is_absent(around.input("checkpoint.interval_given")))
    return fmt::format(
        " At the optimal interval of {} checkpoints stall training {} of the time{}.",
        around.shown("checkpoint.optimal_interval"), share_text(stalled), above);
  return fmt::format(
      " Checkpoints every {} stall training {} of the time{}; the optimal interval is {}.",
      around.shown("checkpoint.interval"), share_text(stalled), above, around.shown("checkpoint.optimal_interval"));
}

/// What shared storage has to take in, where none is said.
void judge_without_storage(const Around& around, const std::vector<SavingMode>& modes, Page& page) {
  page.verdict = Page::Verdict::incomplete;
  page.verdict_label = "No storage selected";
  const SavingMode* direct = find_mode(modes, "direct");
  const Around& waiting = direct ? direct->around : around;
  const auto in_mode = [&](const char* word) {
    const SavingMode* mode = find_mode(modes, word);
    return mode ? mode->around.shown("checkpoint.required_bandwidth") : std::string("–");
  };
  const std::string often =
      is_absent(around.input("checkpoint.interval_given"))
          ? std::string("at the optimal interval")
          : fmt::format("every {}", pretty(around.input("checkpoint.interval_given"), Unit::seconds));
  if (const double given = around.input("checkpoint.write_time_given"); !is_absent(given))
    page.sentence = fmt::format(
        "Writing a {} checkpoint in {} requires {}.{}", around.shown("checkpoint.size"), pretty(given, Unit::seconds),
        around.shown("checkpoint.required_bandwidth"), interval_words(around));
  else
    page.sentence = fmt::format(
        "Checkpoints of {} {} require {} direct (stall budget {}), {} asynchronous.", around.shown("checkpoint.size"),
        often, in_mode("direct"), share_text(around.input("goal.save_overhead")), in_mode("async"));
  const double needed = waiting.result("checkpoint.required_bandwidth");
  if (const std::string enough = offers_text(storage_offers(around.catalog(), needed)); !enough.empty())
    page.sentence += fmt::format(" Storage with {}: {}.", waiting.shown("checkpoint.required_bandwidth"), enough);
}

void judge_checkpoint(const Subject& subject, const Around& around, const std::vector<SavingMode>& modes, Page& page) {
  if (is_misfit(subject, around, page)) return;
  if (!around.knows("tier.store_write_rate") && around.knows("checkpoint.required_bandwidth"))
    return judge_without_storage(around, modes, page);
  if (is_open_question(subject, around, "checkpoint.stall", page)) return;
  const double ratio = around.result("checkpoint.supply_ratio");
  const FoundFinding* error = first_error(page.findings);
  if (error) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label = "Checkpointing fails";
  } else if (ratio < 1) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label = "Storage too slow";
  } else if (const double lost = 1 - around.result("reliability.goodput"); lost > much_lost) {
    page.verdict = Page::Verdict::just;
    page.verdict_label = fmt::format("{} of the time lost", share_text(lost));
  } else if (ratio < 1.25) {
    page.verdict = Page::Verdict::just;
    page.verdict_label = "Storage sufficient, no headroom";
  } else {
    page.verdict_label = "Storage sufficient";
  }
  page.sentence = fmt::format(
      "Shared storage ({}) writes one checkpoint in {}. Stall: {}.", around.shown("tier.store_write_rate"),
      around.shown("checkpoint.write_time"), around.shown("checkpoint.stall"));
  if (around.knows("reliability.goodput"))
    page.sentence += fmt::format(
        " Stalls, rework and restarts lose {} of the time.", share_text(1 - around.result("reliability.goodput")));
  const SavingMode* nvme = find_mode(modes, "hierarchical");
  if (nvme && !nvme->own && nvme->around.result("checkpoint.stall") < 0.8 * around.result("checkpoint.stall") &&
      nvme->around.knows("checkpoint.optimal_interval"))
    page.sentence += fmt::format(
        " Hierarchical checkpoints cut the stall to {} at an optimal interval of {}.",
        nvme->around.shown("checkpoint.stall"), nvme->around.shown("checkpoint.optimal_interval"));
}

std::string checkpoint_summary(const Subject& subject, const Around& around) {
  std::string text = fmt::format("{} checkpoint", around.shown("checkpoint.size"));
  if (obstacle(subject, around, "checkpoint.stall")) return text;
  if (around.knows("checkpoint.interval")) text += fmt::format(" every {}", around.shown("checkpoint.interval"));
  if (around.knows("checkpoint.stall")) text += fmt::format(" · stall {}", around.shown("checkpoint.stall"));
  if (around.knows("reliability.goodput")) text += fmt::format(" · goodput {}", goodput_text(around));
  if (around.knows("checkpoint.required_bandwidth"))
    text += fmt::format(" · {} write", around.shown("checkpoint.required_bandwidth"));
  return text;
}

Page trained_checkpoint_page(const Subject& subject, const Around& around) {
  const std::vector<SavingMode> modes = saving_modes(around);
  Page page;
  page.id = "checkpoint";
  page.title = title(around.plan());
  page.subtitle = subtitle_of(subject, around);
  page.figures = figures(subject, around, modes);
  page.first = checkpoint_first(subject, around, modes);
  page.findings = findings_of(
      subject, around,
      {"reliability.goodput", "checkpoint.stall", "checkpoint.required_bandwidth", "checkpoint.supply_ratio",
       "restart.read_time"});
  judge_checkpoint(subject, around, modes, page);
  if (around.knows("checkpoint.size")) page.summary = checkpoint_summary(subject, around);
  page.charts = {
      lost_time_chart(subject, around, modes), write_bandwidth_chart(subject, around, modes),
      one_save_chart(subject, around, modes), restart_chart(subject, around), kept_chart(subject, around)};
  say_once(page.charts);
  add_checkpoint_numbers(subject, around, modes, page);
  offer_explanation(page, "checkpoint.stall", subject.scenario);
  settle_verdict(page);
  return page;
}

}  // namespace

Page checkpoint_page(const Subject& subject, const Catalog& catalog) {
  return by_mode<trained_checkpoint_page, serving_checkpoint_page>(subject, catalog);
}

const PageKind checkpoint_page_kind{
    .id = "checkpoint",
    .title = "Checkpoint",
    .group = "Store",
    .summary = "Checkpoint size, stall, interval and goodput",
    .place = 50,
    .make = of_first<checkpoint_page>,
    .inputs = "model cluster storage checkpoint reliability",
    .decisions =
        {.training =
             {"model", "cluster.system", "cluster.nodes", "storage.id", "checkpoint.mode", "checkpoint.interval_given",
              "goal.save_overhead"},
         .service = {}},
    .keys = "checkpoint.",
    .icon = R"(<path d="M3 3h11l3 3v11H3zM6 3v4h6V3M6 17v-6h8v6"/>)"};

}  // namespace llmsize
