// SPDX-License-Identifier: Apache-2.0
// Names what a page is about.
#include "core/view/title.hpp"

#include "core/catalog/entry_words.hpp"
#include "core/inputs/list.hpp"
#include "core/planning/space.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/ranges.hpp"
#include "core/registry/registry.hpp"
#include "core/view/state.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

namespace llmsize {
namespace {

std::string said(const Case& plan, InputKey key) { return pretty(plan[key], about_of(key).unit); }

/// "64 GPUs of 80 GB": with the memory that they are sold by, beside what their driver reports.
std::string gpus_text(const Case& plan) {
  const double label = plan["accelerator.memory_label"];
  const std::string gpus = counted_text(plan["cluster.gpus"], "GPU");
  return is_absent(label) ? gpus : fmt::format("{} of {}", gpus, pretty(label, Unit::bytes));
}

/// "64 GPUs of 80 GB: TP 8 · PP 8 · DP 1".
std::string parallelism_line(const Case& plan) {
  return fmt::format("{}: {}", gpus_text(plan), degrees_words(plan.values));
}

/// "batch size", "batch size (9% larger)" where a plan moved it from the recipe's.
std::string batch_words(const Case& plan) {
  const double moved = plan["workload.global_batch"] * plan["workload.sequence"] / plan["workload.batch_tokens"] - 1;
  if (!(std::abs(moved) >= 0.005)) return "batch size";
  return fmt::format("batch size ({} {})", share_text(std::abs(moved)), moved > 0 ? "larger" : "smaller");
}

/// "sequence length and batch size from the model's published recipe; precision assumed": what the user did not set.
std::string not_said(const Scenario& scenario, const Case& plan) {
  std::vector<std::string> trained, assumed;
  const auto take = [&](std::string name, const Origin& origin) {
    if (origin.kind == Origin::Kind::user) return;
    (origin.kind == Origin::Kind::preset ? trained : assumed).push_back(std::move(name));
  };
  take("sequence length", plan.origin("workload.sequence"));
  const Scenario::Said* batch = scenario.find("workload.global_batch");
  if (!batch || is_taken_batch(*batch)) take(batch_words(plan), plan.origin("workload.batch_tokens"));
  if (const auto word = plan.words.find("workload.precision"); word != plan.words.end())
    take("precision", word->second.origin);
  if (plan.has("workload.tokens")) take("tokens", plan.origin("workload.tokens"));
  std::string text;
  if (!trained.empty()) text = listed(trained) + " from the model's published recipe";
  if (!assumed.empty()) text += fmt::format("{}{} assumed", text.empty() ? "" : "; ", listed(assumed));
  return text;
}

/// The month of the newest measured runs of a stack or an engine; empty where it was not measured, or trained only.
std::string software_date(const Around& around) {
  const std::string name = around.word("software.id");
  if (name.empty()) return {};
  const Entry& software = around.catalog().entry("software", name);
  return serves(around) && software.fitted ? std::string{} : word_of(software, "date");
}

/// "default software profile, typical operational overhead".
std::string who_runs(const Case& plan) {
  constexpr std::pair<std::string_view, std::string_view> meanings[] = {
      {"none", "no operational overhead"},
      {"tuned", "tuned operational overhead"},
      {"typical", "typical operational overhead"},
      {"measured", "measured step times"}};
  const auto software = plan.words.find("software.id");
  const bool named = software == plan.words.end() || software->second.origin.kind == Origin::Kind::user;
  std::string text = named ? plan.word("software.id") : "default software profile";
  if (is_absent(plan["workload.tokens"])) return text;
  for (const auto& [word, meaning] : meanings)
    if (plan.word("workload.run_overhead") == word) text += fmt::format("{}{}", text.empty() ? "" : ", ", meaning);
  return text;
}

/// "no recomputation", "recompute full".
std::string recomputation_words(const Case& plan) {
  const std::string word = recompute_word(plan);
  return word == "none" ? "no recomputation" : "recompute " + word;
}

std::string model_words(const Case& plan) {
  if (std::string model = plan.name("model"); !model.empty()) return model;
  return plan.has("model.parameters_given") ? said(plan, "model.parameters_given") + " parameters" : "A model";
}

/// " with NVIDIA B200" where the user named an accelerator beside the system.
std::string other_accelerator_words(const Case& plan) {
  const auto word = plan.words.find("accelerator.id");
  const bool named = word != plan.words.end() && word->second.origin.kind == Origin::Kind::user;
  return named ? " with " + plan.name("accelerator.id") : std::string{};
}

/// "48 × NVIDIA DGX H100"; empty where there is neither a system nor an accelerator.
std::string machine_words(const Case& plan) {
  if (const std::string system = plan.name("cluster.system"); !system.empty())
    return fmt::format(
        "{} × {}{}", pretty(result_row("planning.nodes").value(Once(plan.values, dependents())), Unit::count), system,
        other_accelerator_words(plan));
  if (const std::string accelerator = plan.name("accelerator.id"); !accelerator.empty())
    return fmt::format("{} × {}", said(plan, "cluster.gpus"), accelerator);
  return {};
}

/// "300B tokens"; of a service its load: "20 req/s, 1,024 in, 1,024 out".
std::string work_words(const Case& plan) {
  if (plan.word("workload.mode") != "infer")
    return plan.has("workload.tokens") ? said(plan, "workload.tokens") + " tokens" : std::string{};
  std::vector<std::string> parts;
  for (const InputKey rate : {InputKey("goal.request_rate"), InputKey("serving.rate")})
    if (parts.empty() && !is_absent(plan[rate])) parts.push_back(said(plan, rate));
  for (const auto& [tokens, way] :
       {std::pair{InputKey("serving.input_tokens"), "in"}, std::pair{InputKey("serving.output_tokens"), "out"}})
    if (!is_absent(plan[tokens])) parts.push_back(fmt::format("{} {}", said(plan, tokens), way));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string degrees_words(const Values& values) {
  const auto degree = [&](std::string_view name, InputKey key) {
    return fmt::format("{} {}", name, pretty(values[key], Unit::count));
  };
  std::string text = degree("TP", "layout.tensor") + " · " + degree("PP", "layout.pipeline");
  if (values["layout.context"] > 1) text += " · " + degree("CP", "layout.context");
  text += " · " + degree("DP", "layout.data");
  if (values["layout.expert"] > 1) text += " · " + degree("EP", "layout.expert");
  return text;
}

std::string title(const Case& plan) {
  const std::string machine = machine_words(plan);
  return machine.empty() ? model_words(plan) : fmt::format("{} on {}", model_words(plan), machine);
}

std::string subject_words(const Case& plan) { return subject_words(plan, {}); }

std::string subject_words(const Case& plan, const std::vector<std::string>& differing) {
  const auto differ = [&](std::initializer_list<std::string_view> starts) {
    return std::any_of(differing.begin(), differing.end(), [&](const std::string& key) {
      return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return key.starts_with(start); });
    });
  };
  std::vector<std::string> parts;
  if (!differ({"model"})) parts.push_back(model_words(plan));
  if (!differ({"workload.tokens", "workload.mode", "goal.request_rate", "serving.", "service.", "traffic."}))
    parts.push_back(work_words(plan));
  const bool counted = !differ({"cluster.nodes", "cluster.gpus"});
  if (!differ({"cluster.system", "accelerator.", "node."}))
    parts.push_back(counted ? machine_words(plan) : plan.name("cluster.system"));
  std::erase(parts, std::string{});
  return fmt::format("{}", fmt::join(parts, " · "));
}

std::string layout_line(const Case& plan) {
  return parallelism_line(plan) + fmt::format(
                                      " · micro-batch {} × {} tokens · global batch size {} · ZeRO-{} · {}",
                                      said(plan, "layout.micro_batch"), said(plan, "workload.sequence"),
                                      said(plan, "workload.global_batch"), plan.word("layout.zero"),
                                      recomputation_words(plan));
}

std::string subtitle_of(const Subject& subject, const Around& around) {
  const Case& plan = around.plan();
  const auto known = [&](InputKey key) { return !is_absent(plan[key]); };
  const bool open = is_pending(subject, around) || is_unplanned(subject) || is_estimated(around);
  std::vector<std::string> parts;
  if (plan["cluster.spare_nodes"] > 0) parts.push_back(counted_text(plan["cluster.spare_nodes"], "spare node"));
  if (known("cluster.gpus") && open) parts.push_back(gpus_text(plan));
  if (known("cluster.gpus") && !open) parts.push_back(serves(around) ? parallelism_line(plan) : layout_line(plan));
  const bool has_sequence = known("cluster.gpus") && !open && !serves(around);
  if (known("workload.sequence") && !has_sequence) {
    const std::string each = fmt::format("{} tokens per sequence", said(plan, "workload.sequence"));
    parts.push_back(serves(around) ? fmt::format("batch {}, {}", said(plan, "serving.batch"), each) : each);
  }
  parts.push_back(plan.word("workload.precision"));
  if (serves(around))
    parts.push_back("inference");
  else if (known("workload.tokens"))
    parts.push_back(fmt::format("{} training tokens", said(plan, "workload.tokens")));
  if (known("goal.deadline") && !serves(around))
    parts.push_back(fmt::format("deadline {}", said(plan, "goal.deadline")));
  if (std::string missing =
          plan.name("model").empty() || serves(around) ? std::string{} : not_said(around.scenario(), plan);
      !missing.empty())
    parts.push_back(std::move(missing));
  if (!plan.name("model").empty() && !serves(around)) parts.push_back(who_runs(plan));
  return fmt::format("{}", fmt::join(parts, " · "));
}

std::string recipe_words(const Around& around) {
  std::string text = upper_first(not_said(around.scenario(), around.plan()));
  if (!text.empty()) text += ". ";
  if (const std::string who = who_runs(around.plan()); !who.empty()) text += upper_first(who) + ".";
  if (const std::string date = software_date(around); !date.empty()) text += fmt::format(" Software as of {}.", date);
  return text;
}

Scenario as_it_stands(Scenario scenario) {
  const auto& all = scenario.all();
  const bool chosen = std::any_of(all.begin(), all.end(), [](const auto& said) { return said.second.giver == "plan"; });
  if (chosen && !scenario.find("layout.search")) scenario.set("layout.search", "plain", Giver{"plan"});
  return scenario;
}

void offer_explanation(Page& page, NumberId name, const Scenario& scenario) {
  const std::string options = as_options(as_it_stands(scenario));
  page.explains = name.text();
  page.hint = fmt::format("Explain a number: llmsize explain {}{}{}", name.text(), options.empty() ? "" : " ", options);
}

}  // namespace llmsize
