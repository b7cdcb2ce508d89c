// SPDX-License-Identifier: Apache-2.0
// The Serve page.
#include "core/calibration/served_fit.hpp"
#include "core/inputs/serving_load.hpp"
#include "core/pages/pages.hpp"
#include "core/pages/serve.hpp"
#include "core/pages/serving.hpp"
#include "core/quantity/print.hpp"
#include "core/view/remedies.hpp"
#include "core/view/settled.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace llmsize {
namespace {

/// Whether the service takes GPUs of a node that others may share.
bool is_rented_by_gpu(const Around& around) {
  return around.word("cluster.unit") == "gpu" && !around.name("cluster.system").empty();
}

/// "9 replicas", "2 prefill workers, 6 decode workers"; nothing where their number is not known.
std::string replicas_text(const Around& around) {
  const double each = around.result("serving.engine_replicas"), prefill = around.input("serving.prefill_workers");
  if (is_absent(each)) return {};
  if (!(prefill > 0)) return counted_text(each, "replica");
  return fmt::format("{}, {}", counted_text(prefill, "prefill worker"), counted_text(each, "decode worker"));
}

/// Whether GPUs are counted instead of nodes: those of a node that others may share, or of no named system.
bool counts_gpus(const Around& around) { return is_rented_by_gpu(around) || around.name("cluster.system").empty(); }

/// "1 GPU of 1 × DGX H100", "8 × H100 SXM5 80GB".
Figure gpus_figure(const Around& around) {
  Figure gpus = figure(around, "GPUs", "cluster.gpus");
  if (!gpus.known) return gpus;
  gpus.unit = fmt::format("× {}", around.name("accelerator.id"));
  if (is_rented_by_gpu(around))
    gpus.unit = fmt::format(
        "{} of {} × {}", around.input("cluster.gpus") == 1 ? "GPU" : "GPUs", around.shown("cluster.nodes"),
        around.name("cluster.system"));
  gpus.qualifier = replicas_text(around);
  return gpus;
}

Figure machine_figure(const Around& around) {
  if (around.name("cluster.system").empty() && around.name("accelerator.id").empty())
    return unknown_figure("Nodes", "needs a system");
  if (counts_gpus(around)) return gpus_figure(around);
  Figure nodes = figure(around, "Nodes", "cluster.nodes");
  if (!nodes.known) return nodes;
  if (const std::string system = around.name("cluster.system"); !system.empty()) nodes.unit = "× " + system;
  nodes.qualifier = fmt::format("{}, {}", counted_text(around.input("cluster.gpus"), "GPU"), replicas_text(around));
  if (const double idle = around.result("planning.idle_gpus"); idle > 0)
    nodes.qualifier += fmt::format("; {} idle", counted_text(idle, "GPU"));
  return nodes;
}

Figure rate_figure(const Around& around) {
  const ResultKey id = generates(around) ? ResultKey("serving.throughput") : ResultKey("serving.throughput_input");
  Figure rate = figure(around, generates(around) ? "Output" : "Input", id);
  if (!rate.known) return rate;
  rate.qualifier = range_of(around, id);
  return rate;
}

Figure limit_figure(const Around& around) {
  constexpr ResultKey id = "serving.rate_at_limit";
  Figure rate = figure(around, "Goodput", id, range_of(around, id));
  if (!rate.known) return rate;
  rate.value = promised(around.result(id));
  return rate;
}

Figure time_figure(const Around& around, std::string label, ResultKey id, const std::string& otherwise) {
  Figure time = figure(around, std::move(label), id, range_of(around, id));
  if (!time.known && around.missing(id) == std::vector<std::string_view>{"serving.concurrency"})
    time.qualifier = otherwise;
  return time;
}

Figure batch_figure(const Around& around) {
  return figure(
      around, "Batch size", "serving.running_batch",
      fmt::format("per replica, max {}", around.shown("serving.max_batch")));
}

/// What the load is, in words.
std::string load_words(const Around& around) {
  if (!is_absent(around.input("serving.rate")))
    return fmt::format("{} req/s", pretty(around.input("serving.rate"), Unit::ratio));
  if (!is_absent(around.input("serving.concurrency")))
    return fmt::format("concurrency {}", around.shown("serving.concurrency"));
  return "full batches";
}

/// " within TTFT 1 s and TPOT 40 ms (P99)"
std::string limits_words(const Around& around) {
  if (has_classes(around) && has_slo(around))
    return fmt::format(" within the SLOs of each class ({})", slo_basis(around));
  std::vector<std::string> parts;
  if (!is_absent(around.input("serving.ttft_limit")))
    parts.push_back(fmt::format("TTFT {}", around.shown("serving.ttft_limit")));
  if (!is_absent(around.input("serving.tpot_limit")))
    parts.push_back(fmt::format("TPOT {}", around.shown("serving.tpot_limit")));
  if (!is_absent(around.input("serving.latency_limit")))
    parts.push_back(fmt::format("E2EL {}", around.shown("serving.latency_limit")));
  if (parts.empty()) return {};
  return fmt::format(" within {} ({})", listed(parts), slo_basis(around));
}

std::string bound_words(const Around& around) {
  if (!generates(around)) return {};
  const double code = around.result("serving.bound");
  if (is_absent(code)) return {};
  constexpr std::string_view words[] = {
      "weight reads", "compute", "KV-cache reads", "experts", "communication", "kernel launch gaps", "CPU overhead"};
  return fmt::format(" Decode bottleneck: {}.", words[static_cast<std::size_t>(code)]);
}

void judge_serve(const Around& around, const ServingPlan& plan, Page& page) {
  if (const std::string needs = around.needs("serving.max_batch"); !needs.empty()) {
    page.verdict = Page::Verdict::incomplete;
    page.verdict_label = "Missing inputs";
    page.sentence = missing_sentence(needs);
    return;
  }
  const double fits = around.result("serving.max_batch"), rate = around.input("serving.rate");
  const std::string system = around.name("cluster.system");
  const std::string gpus = counted_text(around.input("cluster.gpus"), "GPU");
  const std::string machine = system.empty() ? gpus
                              : is_rented_by_gpu(around)
                                  ? fmt::format("{} of {}", gpus, system)
                                  : fmt::format("{} × {}", around.shown("cluster.nodes"), system);
  if (!(fits >= 1)) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label = "Does not fit";
    page.sentence = fmt::format(
        "GPU memory exceeded: {} of weights leave no KV cache in {} per GPU.", around.shown("serving.weights_per_gpu"),
        around.shown("memory.gpu_capacity"));
    if (!is_absent(plan.holding_nodes))
      page.sentence += fmt::format(" Use at least {}.", counted_text(plan.holding_nodes, "node"));
    return;
  }
  const double within = around.result("serving.rate_at_limit"), asked = around.result("serving.wanted_rate");
  const FoundFinding* error = first_error(page.findings);
  const bool limited = !limits_words(around).empty();
  const double possible = limited ? within : around.result("serving.capacity");
  if (error || (!is_absent(asked) && possible < asked)) {
    page.verdict = Page::Verdict::bad;
    page.verdict_label =
        error && !error->about->brief.empty() ? upper_first(std::string(error->about->brief)) : "SLO missed";
  } else {
    page.verdict = around.result("serving.utilisation") > around.input("serving.max_utilization") && !is_absent(rate)
                       ? Page::Verdict::just
                       : Page::Verdict::good;
    page.verdict_label = is_absent(asked) ? "Fits" : "Meets the target";
  }
  if (error && is_absent(within)) {
    page.sentence = error->sentence;
    return;
  }
  page.sentence = fmt::format(
      "{} {} {} req/s of {} (ISL {}, OSL {}){}.{}", machine,
      around.input(is_rented_by_gpu(around) ? InputKey("cluster.gpus") : InputKey("cluster.nodes")) == 1 ? "serves"
                                                                                                         : "serve",
      promised(within), around.name("model").empty() ? "the model" : around.name("model"),
      around.shown("serving.input_tokens"), around.shown("serving.output_tokens"),
      limits_words(around).empty()
          ? fmt::format(" at {} utilization", share_text(around.input("serving.max_utilization")))
          : limits_words(around),
      bound_words(around));
  if (!generates(around) || (is_absent(around.input("serving.rate")) && is_absent(around.input("serving.concurrency"))))
    return;
  page.sentence +=
      fmt::format(" {}/user at {}.", tokens_text(around.result("serving.throughput_per_user")), load_words(around));
}

/// The headline number whose range is widest, where that is more than twice as much at its end as at its beginning.
/// What a calibration covers needs none: its error factor is measured.
void advise_calibration(const Around& around, Page& page) {
  constexpr double wide = 2;
  struct Headline {
    ResultKey result;
    InputKey error;
  };
  constexpr Headline headlines[] = {
      {"serving.throughput", "engine.model_error"},
      {"serving.tpot", "engine.model_error"},
      {"serving.ttft", "engine.prompt_error"}};
  double widest = wide;
  std::string_view name;
  for (const auto& [result, error] : headlines) {
    const auto ends = around.range(result);
    if (!generates(around) && result != ResultKey("serving.ttft")) continue;
    if (around.plan().origin(error).kind == Origin::Kind::measured || !ends) continue;
    if (ends->second > widest * ends->first) {
      widest = ends->second / ends->first;
      name = result_row(result).about->title;
    }
  }
  if (!name.empty())
    page.findings.emplace_back(
        found(calibrate_me, {std::string(name), fmt::format("{:.2g}", widest)}), std::vector<Remedy>{});
}

/// What a router at random would need, where that is more.
void compare_routers(const Around& around, Page& page) {
  const double needed = around.result("serving.replicas_needed");
  Once at_random(around.plan().values, dependents());
  at_random.change("serving.router_kind", code(serving::Router::random));
  const double more = result_row("serving.replicas_needed").value(at_random);
  if (more > needed && std::isfinite(more))
    page.findings.emplace_back(
        found(router_matters, {counted_text(more, "replica"), fmt::format("{}", needed)}), std::vector<Remedy>{});
}

constexpr std::string_view chosen_drafts = "serving.draft_tokens";

/// What is said, with another word in place of what nobody says; of what the planner chose these keys stay.
Scenario with_word_more(
    const Subject& subject, std::string_view key, std::string_view word,
    std::initializer_list<std::string_view> kept = {chosen_drafts}) {
  Scenario other = subject.said;
  for (const std::string_view each : kept)
    if (const Scenario::Said* chosen = subject.scenario.find(each); chosen && !other.find(each))
      other.set(each, chosen->text, Giver{"plan"});
  other.set(key, std::string(word), Giver{"plan"});
  return other;
}

/// Nodes that a service takes as another scenario has it, where they are far fewer: a third less.
double far_fewer_nodes(const Around& around, const Catalog& catalog, const Scenario& other) {
  constexpr double worth_saying = 0.7;
  // The most that would be worth saying are tried first: one plan, where the fewest take many.
  const double most = std::floor(worth_saying * around.input("cluster.nodes"));
  if (!(most >= 1)) return absent;
  Scenario fewer = other;
  fewer.set("cluster.nodes", fmt::format("{}", most), Giver{"plan"});
  try {
    if (const ServingPlan plan = plan_serving(fewer, catalog); plan.layouts.empty() || !plan.layouts.front().met)
      return absent;
    const ServingPlan plan = plan_serving(other, catalog);
    const double nodes = plan.layouts.empty() ? absent : plan.layouts.front().nodes;
    return nodes <= most ? nodes : absent;
  } catch (const BadInput&) {
    return absent;  // A replica with the split that is kept takes more GPUs than that.
  }
}

/// Whether more than one node was chosen for a service that does what is asked.
bool chose_nodes(const Subject& subject, const Around& around, const Page& page) {
  const bool open = !subject.said.find("cluster.nodes") && !subject.said.find("cluster.gpus");
  return open && around.input("cluster.nodes") > 1 && page.verdict != Page::Verdict::bad;
}

/// A note that far fewer nodes would do with one word more.
struct FewerNodes {
  double nodes;
  std::pair<FoundFinding, std::vector<Remedy>> note;
};

/// The format of the weights, of those that the GPU computes in, with which far fewer nodes would do.
std::optional<FewerNodes> with_narrower_weights(
    const Subject& subject, const Around& around, const Catalog& catalog, const Page& page) {
  constexpr std::string_view weights = "serving.weight_dtype";
  if (!chose_nodes(subject, around, page) || subject.said.find(weights)) return {};
  struct Format {
    std::string_view word;
    InputKey peak;
  };
  constexpr Format formats[] = {{"fp8", "accelerator.peak_fp8"}, {"nvfp4", "accelerator.peak_fp4"}};
  for (const auto& [format, peak] : formats) {
    if (is_absent(around.input(peak))) continue;
    const double fewer = far_fewer_nodes(around, catalog, with_word_more(subject, weights, format));
    if (is_absent(fewer)) continue;
    FoundFinding note =
        found(smaller_format, {std::string(format), counted_text(fewer, "node"), around.shown("cluster.nodes")});
    return FewerNodes{fewer, {std::move(note), std::vector<Remedy>{}}};
  }
  return {};
}

std::optional<FewerNodes> with_word(
    const Subject& subject, const Around& around, const Catalog& catalog, const Page& page, const FindingAbout& finding,
    std::string_view key, std::string_view word, std::string step,
    std::initializer_list<std::string_view> kept = {chosen_drafts}) {
  if (subject.said.find(key) || !chose_nodes(subject, around, page)) return {};
  const double fewer = far_fewer_nodes(around, catalog, with_word_more(subject, key, word, kept));
  if (is_absent(fewer)) return {};
  Remedy remedy{std::move(step), {}};
  remedy.apply.changes = {{std::string(key), std::string(word)}};
  FoundFinding note = found(finding, {counted_text(fewer, "node"), around.shown("cluster.nodes")});
  return FewerNodes{fewer, {std::move(note), std::vector<Remedy>{std::move(remedy)}}};
}

/// Whether far fewer nodes would do with prefill workers of their own. Those that decode keep their split, as all
/// splits of both take long to search.
std::optional<FewerNodes> with_prefill_workers(
    const Subject& subject, const Around& around, const Catalog& catalog, const Page& page) {
  if (subject.said.find("serving.prefill_workers")) return {};
  return with_word(
      subject, around, catalog, page, fewer_disaggregated, "serving.disaggregation", "best", "Use prefill workers",
      {chosen_drafts, "layout.tensor", "layout.pipeline", "layout.attention_data", "layout.expert"});
}

/// Whether far fewer nodes would do if CPU memory kept what the GPUs forget.
std::optional<FewerNodes> with_cpu_memory(
    const Subject& subject, const Around& around, const Catalog& catalog, const Page& page) {
  constexpr double most_is_kept = 0.9;
  const bool forgets = around.input("traffic.turns") > 1 &&
                       around.input("serving.prefix_hit") < most_is_kept * around.result("serving.prefix_hit_ceiling");
  if (!forgets || subject.said.find("serving.prefix_hit") || is_absent(around.input("node.host_memory"))) return {};
  return with_word(
      subject, around, catalog, page, fewer_offloaded, "serving.kv_tier", "cpu", "Offload the KV cache to CPU memory");
}

/// The notes that lower the price are read before all others, the fewest nodes first.
void note_fewer_nodes(const Subject& subject, const Around& around, const Catalog& catalog, Page& page) {
  std::vector<FewerNodes> notes;
  for (auto& each :
       {with_narrower_weights(subject, around, catalog, page), with_cpu_memory(subject, around, catalog, page),
        with_prefill_workers(subject, around, catalog, page)})
    if (each) notes.push_back(*each);
  std::stable_sort(
      notes.begin(), notes.end(), [](const FewerNodes& a, const FewerNodes& b) { return a.nodes < b.nodes; });
  auto place = std::find_if(page.findings.begin(), page.findings.end(), [](const auto& each) {
    return each.first.severity == Severity::info;
  });
  for (FewerNodes& each : notes) place = std::next(page.findings.insert(place, std::move(each.note)));
}

std::string split_words(const Around& around, InputKey tensor, InputKey pipeline, InputKey copies, InputKey experts) {
  std::string words = fmt::format("TP {}", around.shown(tensor));
  if (around.input(pipeline) > 1) words += fmt::format(" · PP {}", around.shown(pipeline));
  if (around.input(copies) > 1) words += fmt::format(" · DP attention {}", around.shown(copies));
  if (around.input(experts) > 1) words += fmt::format(" · EP {}", around.shown(experts));
  return words;
}

/// "5 × DGX H200 (40 GPUs), 10 replicas, TP 4".
std::string machine_words(const Around& around) {
  const Figure machine = machine_figure(around);
  std::vector<std::string> parts{with_unit(machine.value, machine.unit)};
  if (!counts_gpus(around)) parts.front() += fmt::format(" ({})", counted_text(around.input("cluster.gpus"), "GPU"));
  if (const std::string replicas = replicas_text(around); !replicas.empty()) parts.push_back(replicas);
  parts.push_back(split_words(around, "layout.tensor", "layout.pipeline", "layout.attention_data", "layout.expert"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// "ISL 1,024, OSL 1,024, TensorRT-LLM, bf16 weights and bf16 KV cache.": what nobody stated of a service.
std::string served_assumptions(const Around& around) {
  const Case& plan = around.plan();
  std::vector<std::string> parts;
  const auto open = [&](InputKey key) { return plan.origin(key).kind != Origin::Kind::user; };
  const auto chosen = [&](std::string_view key) {
    const auto found = plan.words.find(key);
    return found == plan.words.end() || found->second.origin.kind != Origin::Kind::user;
  };
  if (open("serving.input_tokens")) parts.push_back(fmt::format("ISL {}", around.shown("serving.input_tokens")));
  if (open("serving.output_tokens")) parts.push_back(fmt::format("OSL {}", around.shown("serving.output_tokens")));
  const bool each_alone = is_absent(around.input("serving.attainment_goal"));
  if (has_slo(around) && each_alone && chosen("serving.limit_percentile"))
    parts.push_back(fmt::format("SLO at {}", slo_percentile(around)));
  if (chosen("software.id")) parts.push_back(around.catalog().entry("software", base_engine).name);
  if (const std::string format = around.word("serving.weight_dtype"); chosen("serving.weight_dtype") && !format.empty())
    parts.push_back(format + " weights");
  return parts.empty() ? std::string{} : fmt::format("{}.", fmt::join(parts, ", "));
}

std::string served_subtitle(const Around& around) {
  const Case& plan = around.plan();
  std::vector<std::string> parts;
  const auto of = [&](InputKey key) { return plan[key]; };
  std::string split = split_words(around, "layout.tensor", "layout.pipeline", "layout.attention_data", "layout.expert");
  const double workers = of("serving.prefill_workers"), replicas = around.result("serving.engine_replicas");
  if (workers > 0)
    split = fmt::format(
        "{} of {}, {} of {}", counted_text(workers, "prefill worker"),
        split_words(
            around, "serving.prefill_tensor", "serving.prefill_pipeline", "serving.prefill_attention_data",
            "serving.prefill_expert"),
        counted_text(replicas, "decode worker"), split);
  else if (replicas > 1)
    split += fmt::format(" × {}", counted_text(replicas, "replica"));
  parts.push_back(fmt::format("{}: {}", counted_text(of("cluster.gpus"), "GPU"), split));
  parts.push_back(
      fmt::format("ISL {} · OSL {}", around.shown("serving.input_tokens"), around.shown("serving.output_tokens")));
  if (has_classes(around)) parts.push_back(around.name("traffic.id"));
  parts.push_back(load_words(around));
  parts.push_back(
      plan.words.contains("software.id") && plan.words.at("software.id").origin.kind == Origin::Kind::user
          ? around.name("software.id")
          : around.catalog().entry("software", base_engine).name + " (default)");
  return fmt::format("{}", fmt::join(parts, " · "));
}

}  // namespace

Page serve_page(const Subject& given, const Catalog& catalog) {
  const Subject subject = given.service() ? given : served(given.name, given.said, catalog);
  const ServingPlan& plan = *subject.service();
  const Around from = around_of(given, catalog);
  const Around around = from.with(changes_to(from.scenario(), plan.scenario));
  Page page;
  page.id = "serve";
  if (!given.service()) page.of = std::make_shared<const Case>(around.plan());
  page.title = title(around.plan());
  page.subtitle = around.knows("serving.engine_replicas") ? served_subtitle(around) : subtitle_of(subject, around);
  page.figures = {
      machine_figure(around), rate_figure(around),
      time_figure(
          around, "TTFT", "serving.ttft", around.knows("serving.capacity") ? "queue grows without bound" : "unknown"),
      limit_figure(around)};
  if (generates(around))
    page.figures.insert(
        page.figures.end() - 1, {time_figure(around, "TPOT", "serving.tpot", {}), batch_figure(around)});
  page.findings = findings_of(
      subject, around,
      {"serving.throughput", "serving.tpot", "serving.ttft", "serving.rate_at_limit", "serving.max_batch",
       "serving.utilisation", "serving.kv_breakeven_rate", "serving.kv_read_time", "service.local_share",
       "service.shared_read", "memory.model_states", "serving.reuse_room", "serving.prefix_hit_ceiling"});
  judge_serve(around, plan, page);
  advise_calibration(around, page);
  compare_routers(around, page);
  judge_drafts(around, plan, page);
  note_fewer_nodes(subject, around, catalog, page);
  page.summary = summary_of(page.figures);
  if (around.knows("serving.capacity")) page.first = serve_first(around, plan, machine_words(around));
  page.first.assumed = served_assumptions(around);
  page.charts = {
      load_line_chart(around), front_chart(around, plan), serving_memory_chart(around), step_parts_chart(around),
      ttft_tail_chart(around)};
  page.charts.front().wide = true;
  if (generates(around)) {
    page.charts.push_back(tpot_tail_chart(around));
    page.charts.push_back(latency_tail_chart(around));
  }
  if (has_classes(around)) page.charts.push_back(classes_chart(around));
  if (around.input("serving.prefix_hit") > 0) page.charts.push_back(reuse_chart(around));
  if (!day_parts(around).empty()) page.charts.push_back(day_chart(around));
  if (around.knows("serving.cost_per_million_output") || around.knows("serving.energy_per_token"))
    page.charts.push_back(token_cost_chart(around));
  Chart cold = load_chart(subject, around);
  cold.id = "serve.load";
  page.charts.push_back(std::move(cold));
  if (plan.searched() && !plan.layouts.empty()) page.charts.push_back(splits_chart(plan));
  if (around.knows("serving.capacity")) add_serving_numbers(around, page);
  offer_explanation(page, generates(around) ? ResultKey("serving.tpot") : ResultKey("serving.ttft"), subject.scenario);
  settle_verdict(page);
  return page;
}

const PageKind serve_page_kind{
    .id = "serve",
    .title = "Serve",
    .group = "Serve",
    .summary = "Serving throughput, latency and cost",
    .place = 45,
    .make = of_first<serve_page>,
    .inputs = "model serving cluster",
    .decisions = Decisions::alike(Decisions{}.service),
    .keys = "serving.",
    .icon = R"(<path d="M3 3.500h14v10H9l-4 3.500v-3.500H3zM7 8.500h.01M10 8.500h.01M13 8.500h.01"/>)"};

}  // namespace llmsize
