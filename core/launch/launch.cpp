// SPDX-License-Identifier: Apache-2.0
// From an answer to a script: the header, then what each engine is started with.
#include "core/launch/launch.hpp"

#include "core/calibration/served_fit.hpp"
#include "core/files/utf8.hpp"
#include "core/files/version.hpp"
#include "core/launch/facts.hpp"
#include "core/quantity/print.hpp"
#include "core/verdict/verdict.hpp"
#include "core/view/state.hpp"
#include "core/view/title.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace llmsize {
namespace {

constexpr std::string_view services[] = {"vllm", "sglang"};
constexpr std::string_view trainings[] = {"megatron"};

using Commands = std::vector<LaunchCommand> (*)(LaunchFacts&);
constexpr std::pair<std::string_view, Commands> writers[] = {
    {"vllm", vllm_commands}, {"sglang", sglang_commands}, {"megatron", megatron_commands}};

bool trains(std::string_view engine) {
  return std::find(std::begin(trainings), std::end(trainings), engine) != std::end(trainings);
}

Commands writer_of(std::string_view engine) {
  return std::find_if(std::begin(writers), std::end(writers), [&](const auto& each) { return each.first == engine; })
      ->second;
}

std::string latency_text(const Around& around, std::string_view name, ResultKey mean, ResultKey tail) {
  if (!around.knows(mean)) return {};
  std::string text = fmt::format("{} mean {}", name, around.shown(mean));
  // Without a load all requests are in full batches, and no percentile describes them.
  const bool loaded = !is_absent(around.input("serving.rate")) || !is_absent(around.input("serving.concurrency"));
  if (loaded && around.knows(tail)) text += fmt::format(", P99 {}", around.shown(tail));
  return text;
}

bool names_software(const Around& around) {
  const auto word = around.plan().words.find("software.id");
  return word != around.plan().words.end() && word->second.origin.kind == Origin::Kind::user;
}

std::string software_words(const Around& around, std::string_view engine) {
  if (names_software(around)) return around.name("software.id");
  return trains(engine) ? "default" : around.catalog().entry("software", base_engine).name + " (default)";
}

/// "Predicted: step time 16.7 s (P10–P90 15.1–18.9). Software profile: NeMo."
std::string prediction(const Around& around, std::string_view engine) {
  std::string text;
  if (trains(engine)) {
    if (around.knows("training.step_time"))
      text = fmt::format(
          "step time {}{}", around.shown("training.step_time"),
          around.range("training.step_time") ? fmt::format(" (P10–P90 {})", range_of(around, "training.step_time"))
                                             : "");
  } else {
    text = latency_text(around, "TTFT", "serving.ttft", "serving.ttft_p99");
    const std::string tpot = latency_text(around, "TPOT", "serving.tpot", "serving.tpot_p99");
    text += (text.empty() || tpot.empty() ? "" : "; ") + tpot;
    if (!text.empty() && !around.plan().values.classes().empty())
      text += fmt::format("; traffic {}", around.name("traffic.id"));
  }
  text = text.empty() ? "Prediction: not known." : fmt::format("Predicted: {}.", text);
  return fmt::format("{} Software profile: {}.", text, software_words(around, engine));
}

/// How often the commands run; empty where they run once.
std::vector<std::string> replica_notes(const LaunchFacts& facts) {
  const double replicas = std::floor(facts.around->result("serving.decode_replicas"));
  if (!(replicas > 1)) return {};
  std::vector<std::string> notes{fmt::format("Start {:.0f} of these. Put a router before them.", replicas)};
  if (replica_gpus(facts) < host_gpus(facts))
    notes.emplace_back("Give each replica of a node its own GPUs (CUDA_VISIBLE_DEVICES) and port (--port).");
  return notes;
}

/// Why there is no layout to start; empty where there is one.
std::string missing_layout(const Subject& subject, const Around& around, bool training) {
  if (training) {
    std::string sentence = misfit(subject, around);
    return sentence.empty() ? obstacle(subject, around, "training.step_time").sentence : sentence;
  }
  const std::string needs = around.needs("serving.max_batch");
  return needs.empty() ? std::string() : missing_sentence(needs);
}

/// The sentences of findings that leave a layout as it is, or of those that no hardware can run.
std::vector<std::string> sentences_of(const std::vector<FoundFinding>& problems, bool fits) {
  std::vector<std::string> sentences;
  for (const FoundFinding& each : problems)
    if ((state_of(each) != State::does_not_fit) == fits) sentences.push_back(each.said());
  return sentences;
}

void add(std::vector<std::string>& all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// A header without a command: a script that starts nothing.
EngineLaunch refused(EngineLaunch launch, std::vector<std::string> reasons) {
  reasons.insert(reasons.begin(), "No launch line is written.");
  add(launch.header, reasons);
  return launch;
}

/// A sentence as comment lines; what it quotes of a user's files ends no comment.
std::string comment(const std::string& sentence) {
  constexpr std::size_t widest = 98;
  constexpr std::string_view indent = "  ";
  std::string text = cleaned(sentence), lines;
  std::replace(text.begin(), text.end(), '\n', ' ');
  while (text.size() > widest) {
    const auto space = text.rfind(' ', widest);
    if (space == std::string::npos || space <= indent.size()) break;
    lines += fmt::format("# {}\n", text.substr(0, space));
    text = std::string(indent) + text.substr(space + 1);
  }
  return lines + fmt::format("# {}\n", text);
}

}  // namespace

std::span<const std::string_view> serving_engines() { return services; }
std::span<const std::string_view> training_engines() { return trainings; }

std::vector<FoundFinding> launch_problems(const Page& page) {
  std::vector<FoundFinding> problems;
  for (const auto& [finding, remedies] : page.findings)
    if (is_bad(state_of(finding))) problems.push_back(finding);
  return problems;
}

EngineLaunch launch_of(
    std::string_view engine, const Subject& subject, const Catalog& catalog,
    const std::vector<FoundFinding>& problems) {
  const LaunchFlag& any = launch_flags(engine).front();
  const Around around = around_of(subject, catalog);
  EngineLaunch launch{
      {fmt::format("llmsize {}: {}", version(), title(around.plan())), prediction(around, engine),
       fmt::format("Flags: {}, {}", any.engine, any.release)}};
  add(launch.header, sentences_of(problems, true));
  if (const std::string why = missing_layout(subject, around, trains(engine)); !why.empty())
    return refused(std::move(launch), {why});
  if (const std::vector<std::string> why = sentences_of(problems, false); !why.empty())
    return refused(std::move(launch), why);
  LaunchFacts facts = trains(engine) ? LaunchFacts{&around, {}} : served_facts(subject, around);
  std::vector<LaunchCommand> commands = writer_of(engine)(facts);
  if (!facts.reasons.empty()) {
    launch.header.push_back(fmt::format("{} cannot run this layout.", any.engine));
    return refused(std::move(launch), std::move(facts.reasons));
  }
  if (!trains(engine) && !names_software(around))
    launch.header.push_back(fmt::format("Add --software {} for a prediction of {}.", engine, any.engine));
  if (!trains(engine)) add(launch.header, replica_notes(facts));
  add(launch.header, facts.notes);
  launch.commands = std::move(commands);
  return launch;
}

std::string as_script(const EngineLaunch& launch) {
  std::string text;
  for (const std::string& sentence : launch.header) text += comment(sentence);
  for (const LaunchCommand& command : launch.commands) {
    text += "\n";
    if (!command.place.empty()) text += comment(command.place);
    for (std::size_t i = 0; i < command.parts.size(); ++i)
      text += fmt::format("{}{}{}\n", i > 0 ? "  " : "", command.parts[i], i + 1 < command.parts.size() ? " \\" : "");
  }
  return text;
}

}  // namespace llmsize
