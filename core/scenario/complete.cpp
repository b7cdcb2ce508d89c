// SPDX-License-Identifier: Apache-2.0
// Completes a scenario into a case. What is said first wins: user, catalog, assumptions, choices, defaults; the rest is
// derived by formulas.
#include "core/scenario/completer.hpp"

#include "core/scenario/distance.hpp"

#include "core/catalog/entry_words.hpp"
#include "core/inputs/list.hpp"
#include "core/inputs/software.hpp"
#include "core/prices/price_list.hpp"
#include "core/prices/public_prices.hpp"
#include "core/quantity/date.hpp"
#include "core/quantity/print.hpp"
#include "core/quantity/statistics.hpp"
#include "core/registry/registry.hpp"
#include "core/scenario/known_entries.hpp"
#include "core/scenario/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace llmsize {

namespace {

/// An origin that is not put into words yet.
struct From {
  Origin::Kind kind;
  std::string_view detail{}, source{}, confidence{};
};

/// What is told of origins.
enum class Origins { whole, kinds };

class Completion {
 public:
  Completion(const Scenario& scenario, KnownEntries& known, Origins origins, Case& into)
      : scenario_(scenario), known_(known), catalog_(known.catalog()), origins_(origins), case_(into) {}

  void run() && {
    take_said();
    take_measured();
    for (const Reference* reference : references()) take_entry(*reference);
    take_practice();
    take_public_price();
    for (const auto& assumption : known_.assumptions()) take_assumption(assumption);
    for (const Choice* choice : choices()) take_choice(*choice);
    take_defaults();
    case_.values.settle();
    settle_cluster();
    case_.values.settle();
    take_usual_batch();
    take_distance();
  }

 private:
  bool tells() const { return origins_ == Origins::whole; }

  Origin told(const From& from) const {
    Origin origin{from.kind, {}, {}, {}};
    if (tells()) origin = {from.kind, std::string(from.detail), std::string(from.source), std::string(from.confidence)};
    return origin;
  }

  void fill(InputKey key, double value, const From& from, double spread = 0) {
    if (case_.has(key)) return;
    case_.values.give(key, value);
    case_.spreads[key.slot()] = spread;
    if (tells())
      case_.explain(key, told(from));
    else
      case_.origins[key.slot()].kind = from.kind;
  }

  void take_said() {
    for (const auto& [key, said] : scenario_.all()) {
      if (key == "software.id" && said.value.word == usual_software) continue;
      const From user{Origin::Kind::user, said.giver};
      if (said.value.number) {
        const InputKey input = InputKey::find(key).value();
        fill(input, *said.value.number, user);
        if (tells() && case_.currency.empty() && input_row(input).about->unit == Unit::money)
          case_.currency = currency(said.text);
      } else
        case_.words[key] = {id_of(key, said.value.word), told(user)};
    }
    refuse_two_loads(scenario_);
    if (scenario_.find("traffic.users") && !scenario_.find("traffic.id"))
      case_.words["traffic.id"] = {"chat", told({Origin::Kind::initial, {}, "no traffic class is named"})};
    refuse_unplanned_precision();
    refuse_two_models();
    if (scenario_.find("serving.batch")) fill("serving.at_batch", 1, {Origin::Kind::derived, "a batch is stated"});
    // Who states a utilisation wants it used.
    if (scenario_.find("software.utilisation")) {
      fill("software.at_utilisation", 1, {Origin::Kind::derived, "a utilization is stated"});
      take_measured_operation("a utilization is stated");
    }
  }

  /// The best precision is known once layouts are planned with each.
  void refuse_unplanned_precision() const {
    const Scenario::Said *precision = scenario_.find("workload.precision"), *search = scenario_.find("layout.search"),
                         *stated = scenario_.find("software.utilisation");
    const bool plain = search && search->value.word == "plain";
    if (!precision || precision->value.word != "best" || !(plain || stated)) return;
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format(
            "{} and {} exclude each other: the best precision is that of a plan", precision->giver,
            (plain ? search : stated)->giver),
        "use --precision bf16");
  }

  /// A model has its own parameters: work would be of one, memory of the other. Who sets the count by its id, as charts
  /// and sheets do, means it.
  void refuse_two_models() const {
    const Scenario::Said *model = scenario_.find("model"), *parameters = scenario_.find("model.parameters_given");
    if (!model || !parameters || !parameters->giver.starts_with("--param")) return;
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format(
            "{} and {} exclude each other: {} has its own parameters", parameters->giver, model->giver,
            in_quotes(model->text)),
        "leave one of them out");
  }

  /// What is measured of one GPU is not told of another.
  void take_measured() {
    if (catalog_.calibration().empty()) return;
    const std::string own = accelerator();
    for (const Fact& fact : catalog_.calibration())
      if (fact.accelerator.empty() || own.empty() || fact.accelerator == own) {
        fill(
            InputKey::find(fact.key).value(), *fact.number, {Origin::Kind::measured, fact.source, {}, fact.confidence},
            fact.spread);
        if (fact.key.starts_with("software.")) take_measured_operation("steps were measured here");
      } else
        case_.measured_on_other = name_of_accelerator(fact.accelerator);
  }

  /// What is known of one's own steps takes the place of what other teams took, unless somebody says who runs it.
  void take_measured_operation(std::string_view why) {
    case_.words.try_emplace("workload.run_overhead", Case::Word{"measured", told({Origin::Kind::derived, why})});
  }

  /// What a reference names, by its id.
  std::string id_of(const std::string& key, const std::string& word) const {
    const Reference* reference = find_reference(key);
    return reference ? catalog_.id_of(reference->kind, word) : word;
  }

  /// Its id where the catalog does not have it.
  std::string name_of_accelerator(const std::string& id) const {
    const auto known = catalog_.ids("accelerators");
    return std::find(known.begin(), known.end(), id) == known.end() ? id : catalog_.entry("accelerators", id).name;
  }

  /// The accelerator that the scenario names, or its system has; empty where neither tells one.
  std::string accelerator() const {
    if (const auto said = case_.words.find("accelerator.id"); said != case_.words.end()) return said->second.word;
    const auto system = case_.words.find("cluster.system");
    if (system == case_.words.end()) return {};
    for (const Fact& fact : known_.entry("systems", system->second.word).entry->facts)
      if (fact.key == "accelerator.id") return fact.word;
    return {};
  }

  static Origin::Kind kind_of(const Reference& reference) {
    if (reference.kind == "models" || reference.kind == "datasets" || reference.kind == "traffic")
      return Origin::Kind::preset;
    if (reference.kind == "price-lists") return Origin::Kind::user;
    return reference.kind == "software" ? Origin::Kind::stack : Origin::Kind::data_sheet;
  }

  /// Whether the user named a stack.
  bool names_stack() const {
    const auto word = case_.words.find("software.id");
    return word != case_.words.end() && word->second.origin.kind == Origin::Kind::user;
  }

  bool is_mixture() const { return given("model.experts") > 0; }

  static bool limits_layouts(std::string_view key) {
    return std::apply(
        [&](const auto&... input) { return ((input.about.key == key) || ...); }, software::support_inputs);
  }

  /// How a model was trained says nothing of fine-tuning or serving it; NICs are those of a network that is chosen; how
  /// stacks of an accelerator differ says nothing of one that is named, and was measured on dense
  /// models.
  bool is_unfit(const Reference& reference, const Fact& fact) const {
    const auto chosen = [&] { return scenario_.find("network.id") || scenario_.find("network.rate"); };
    if (reference.kind == "systems" && fact.key == "node.nic_rate" && chosen()) return true;
    if (reference.kind == "accelerators" && fact.key == "software.model_error" && (names_stack() || is_mixture()))
      return true;
    // What joins nodes says nothing of what joins accelerators, and the other way round.
    const bool joins_nodes = !fact.key.starts_with("node.");
    if (reference.kind == "networks" && joins_nodes != (reference.key == "network.id")) return true;
    return reference.kind == "models" && fact.key.starts_with("workload.") &&
           word_of(*find_choice("workload.mode")) != "train";
  }

  /// The stack that a mixture of experts runs on where a stack names another one for them; else the entry itself.
  std::string for_mixtures(const Entry& entry) const {
    if (!is_mixture()) return entry.id;
    for (const auto& [word, text] : entry.words)
      if (word == "mixtures") return text;
    return entry.id;
  }

  void take_entry(const Reference& reference) {
    if (!reference.initial.empty() && !case_.words.contains(reference.key))
      case_.words.emplace(
          reference.key,
          Case::Word{std::string(reference.initial), told({Origin::Kind::initial, {}, "nothing names another"})});
    const auto word = case_.words.find(reference.key);
    if (word == case_.words.end()) return;
    const bool named = word->second.origin.kind == Origin::Kind::user;
    if (!named) word->second.word = for_mixtures(*known_.entry(reference.kind, word->second.word).entry);
    const auto& [entry, facts] = known_.entry(reference.kind, word->second.word);
    if (reference.kind == "software" && named && trains()) require_training_stack(*entry);
    case_.names[std::string(reference.key)] = entry->name;
    if (reference.kind == "price-lists") take_listed(*entry);
    for (const auto& [fact, input] : facts) {
      // A stack that the user did not name tells how fast things are, not what is kept and which layouts run.
      const bool of_speed = fact->key.rfind("software.", 0) == 0 && !limits_layouts(fact->key);
      if (reference.kind == "software" && !named && !of_speed) continue;
      if (is_unfit(reference, *fact)) continue;
      const From from{kind_of(reference), entry->id, fact->source, fact->confidence};
      if (fact->number)
        fill(*input, *fact->number, from, fact->spread);
      else if (!case_.words.contains(fact->key))
        case_.words.emplace(fact->key, Case::Word{fact->word, told(from)});
    }
    if (entry->drafts) take_drafts(*entry, kind_of(reference));
    if (!entry->classes.empty()) take_classes(*entry);
  }

  /// Traffic classes on the same replicas: an SLO that the user states holds for each of them.
  void take_classes(const Entry& entry) {
    refuse_beside_classes();
    auto classes = std::make_shared<TrafficClasses>(entry.classes);
    for (const InputKey limit :
         {InputKey("serving.ttft_limit"), InputKey("serving.tpot_limit"), InputKey("serving.latency_limit")})
      if (case_.origin(limit).kind == Origin::Kind::user)
        for (TrafficClass& each : *classes) each.scale_of(limit) = 1;
    case_.values.mixture = std::move(classes);
  }

  /// Lengths and sessions are those of each class, and what is in flight of each follows from its rate.
  void refuse_beside_classes() const {
    const Scenario::Said* traffic = scenario_.find("traffic.id");
    const auto refuse_beside = [&](std::string_view key, const char* why, const std::string& hint) {
      const Scenario::Said* said = scenario_.find(key);
      if (!said || said->giver == "plan") return;
      throw BadInput(
          BadInput::Kind::usage,
          fmt::format(
              "{} and {} {} exclude each other: {}", said->giver, traffic->giver, in_quotes(traffic->text), why),
          hint);
    };
    for (const InputKey key : own_of_class)
      refuse_beside(
          key, "each class has its own", "describe a class of your own in a file: llmsize catalog traffic chat");
    for (const std::string_view key : {"serving.input_tokens", "serving.output_tokens"})
      refuse_beside(
          key, "each class has its own", "describe a class of your own in a file: llmsize catalog traffic chat");
    for (const std::string_view key : {"serving.concurrency", "serving.batch"})
      refuse_beside(key, "requests of several classes come at a rate", "use --rate or --users");
  }

  /// What makes the drafts, and the acceptance rate that was published for as many of them as are said.
  void take_drafts(const Entry& entry, Origin::Kind kind) {
    constexpr InputKey key = "serving.acceptance";
    fill("serving.draft_experts", entry.drafts->has_experts() ? 1 : 0, {kind, entry.id, entry.drafts->method()});
    if (case_.has(key)) return;
    const double said = given("serving.draft_tokens"), drafts = is_absent(said) ? 0 : said;
    const auto [rate, spread] = entry.drafts->at(drafts);
    const std::string source = tells() ? entry.drafts->source_at(drafts) : std::string{};
    fill(key, rate, {kind, entry.id, source}, spread);
  }

  /// What of a training is unlike the runs behind its stack widens the range of its times.
  void take_distance() {
    constexpr InputKey error = "software.distance_error";
    const auto stack = case_.words.find("software.id");
    const Origin::Kind told_by = case_.origin(error).kind;
    if (!trains() || stack == case_.words.end() || told_by == Origin::Kind::user || case_.spread(error) > 0) return;
    const Entry& entry = *known_.entry("software", stack->second.word).entry;
    const Distance far = distance_of(case_, entry, is_mixture());
    if (far.parts.empty()) return;
    case_.spreads[error.slot()] = far.spread();
    const std::string sentence = far.sentence();
    if (tells())
      case_.explain(error, told({Origin::Kind::stack, entry.id, sentence}));
    else
      case_.origins[error.slot()].kind = Origin::Kind::stack;
  }

  /// The year that a file of the catalog names; absent where it names none.
  static double year_of(const Entry& entry) {
    for (const auto& [word, text] : entry.words)
      if (word == "year") return std::stod(text);
    return absent;
  }

  /// What is practice since a year, where neither user nor catalog says otherwise: kernels of every chip since 2022
  /// keep no scores; stacks since 2024, of a chip or named, save behind training unless states are offloaded, and each
  /// rank reads its shards.
  void take_practice() {
    constexpr double fused_since = 2022, sharded_since = 2024;
    const auto take = [&](std::string_view key, std::string_view word, const From& from) {
      case_.words.try_emplace(std::string(key), Case::Word{std::string(word), told(from)});
    };
    if (const std::string chip = accelerator(); !chip.empty())
      if (const Entry& entry = *known_.entry("accelerators", chip).entry; year_of(entry) >= fused_since)
        take("software.attention_kernel", "fused", {Origin::Kind::assumed, {}, "FlashAttention (Dao et al. 2022)"});
    const auto stack = case_.words.find("software.id");
    if (stack == case_.words.end() || stack->second.origin.kind == Origin::Kind::initial || !trains()) return;
    const Entry& entry = *known_.entry("software", stack->second.word).entry;
    if (!(year_of(entry) >= sharded_since)) return;
    const From from{
        Origin::Kind::stack, entry.id,
        "distributed checkpoints of PyTorch and Megatron-Core, saved asynchronously since 2024"};
    if (!offloads_states()) take("checkpoint.mode", "async", from);
    take("checkpoint.restart", "sharded", from);
  }

  /// Whether states of the model leave the GPUs: they take the CPU memory that a save behind training is copied to.
  bool offloads_states() const {
    constexpr std::string_view choices[] = {
        "memory.offload", "memory.offload_parameters", "memory.offload_gradients", "memory.offload_optimizer"};
    constexpr InputKey tiers[] = {"memory.parameters_tier", "memory.gradients_tier", "memory.optimizer_tier"};
    const auto leaves = [&](std::string_view choice) {
      const std::string_view word = word_of(*find_choice(choice));
      return !word.empty() && word != "gpu";
    };
    return std::any_of(std::begin(choices), std::end(choices), leaves) ||
           std::any_of(std::begin(tiers), std::end(tiers), [&](InputKey tier) { return given(tier) > 0; });
  }

  bool trains() const { return word_of(*find_choice("workload.mode")) != "infer"; }

  void require_training_stack(const Entry& entry) const {
    if (known_.trains(entry.id)) return;
    const Scenario::Said* said = scenario_.find("software.id");
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format(
            "{}: {} is an inference engine: expected a training stack", said ? said->giver : "software.id", entry.name),
        "use --software nemo, or --mode infer");
  }

  /// Prices of a user's list for the system, switches and appliances of the case, before those that hold for any.
  void take_listed(const Entry& list) {
    struct Priced {
      std::string_view word;
      InputKey price;
    };
    constexpr Priced priced[] = {
        {"cluster.system", "economics.node_price"},
        {"switch.id", "economics.switch_price"},
        {"storage.id", "economics.storage_price"}};
    for (const auto& [word, price] : priced)
      if (const auto named = case_.words.find(word); named != case_.words.end())
        if (const auto amount = listed_price(list, named->second.word))
          fill(price, *amount, {Origin::Kind::user, list.id, "your price list"});
    if (const auto year = year_of_text(llmsize::word_of(list, "date")))
      fill("economics.price_date", *year, {Origin::Kind::derived, "date of the price list"});
    if (tells()) take_currency(llmsize::word_of(list, "currency"), list.id);
  }

  void take_currency(const std::string& own, const std::string& giver) {
    if (own.empty()) return;
    if (!case_.currency.empty() && case_.currency != own)
      throw BadInput(
          BadInput::Kind::usage,
          fmt::format("{} is in {}, other prices are in {}; expected one currency", giver, own, case_.currency));
    case_.currency = own;
  }

  /// Prices that somebody asked for instead of giving them: the middle of public ones, and what a cluster costs beside
  /// its nodes.
  void take_public_price() {
    const auto prices = case_.words.find("economics.prices");
    if (prices == case_.words.end() || prices->second.word != "public") return;
    const auto system = case_.words.find("cluster.system");
    if (system == case_.words.end() || case_.has("economics.node_price")) return;
    const auto range = public_price_of(system->second.word);
    if (!range || !(case_.currency.empty() || case_.currency == "USD")) return;
    const auto middle = [&](InputKey key, double low, double high, std::string_view source) {
      fill(key, std::sqrt(low * high), {Origin::Kind::assumed, {}, source}, std::log(high / low) / (2 * z90));
    };
    const std::string source = fmt::format("public prices of {}", dates_text(*range));
    middle("economics.node_price", range->low, range->high, source);
    if (const auto year = year_of_text(range->last))
      fill("economics.price_date", *year, {Origin::Kind::derived, "newest public price"});
    // The share stands for all but the nodes: none of it where somebody prices a part.
    constexpr InputKey parts[] = {
        "economics.network_price", "economics.storage_price", "economics.switch_price", "economics.cable_price",
        "economics.transceiver_price"};
    if (std::none_of(std::begin(parts), std::end(parts), [&](InputKey part) { return case_.has(part); }))
      middle("economics.other_share", all_in_low - 1, all_in_high - 1, all_in_source);
    if (tells()) case_.currency = "USD";
  }

  void take_assumption(const KnownEntries::KnownAssumption& known) {
    const Assumption& assumption = *known.assumption;
    if (known.when && word_of(*known.when) != assumption.when_word) return;
    double amount = assumption.value;
    for (const InputKey key : known.times) amount *= given(key);
    if (is_absent(amount)) return;
    fill(known.input, amount, {Origin::Kind::assumed, {}, assumption.reason}, assumption.spread);
  }

  /// The word that is said or told, else the usual one.
  std::string_view word_of(const Choice& choice) const {
    const auto said = case_.words.find(choice.key);
    return said == case_.words.end() ? choice.initial : std::string_view(said->second.word);
  }

  void take_choice(const Choice& choice) {
    auto word = case_.words.find(choice.key);
    if (word == case_.words.end()) {
      if (choice.initial.empty()) return;
      word = take_initial(choice, choice.source);
    }
    if (word->second.word.empty()) return;
    const Option* option = option_of(choice, word->second.word);
    // Where this accelerator lacks the precision that a model was trained in, or the usual one, the first that it has.
    const Origin::Kind kind = word->second.origin.kind;
    if ((kind == Origin::Kind::preset || kind == Origin::Kind::initial) && lacks(*option)) {
      const std::string lacking = "the accelerator lacks " + word->second.word;
      const auto has =
          std::find_if(choice.options.begin(), choice.options.end(), [&](const Option& each) { return !lacks(each); });
      if (has != choice.options.end()) option = &*has;
      take_word(choice, option->word, lacking);
    }
    for (const Setting& setting : option->settings)
      if (setting.key) take_setting(choice, *option, setting);
  }

  auto take_initial(const Choice& choice, std::string_view why) -> decltype(Case::words)::iterator {
    return take_word(choice, choice.initial, why);
  }
  auto take_word(const Choice& choice, std::string_view word, std::string_view why) -> decltype(Case::words)::iterator {
    const From from{Origin::Kind::initial, {}, why};
    return case_.words.insert_or_assign(std::string(choice.key), Case::Word{std::string(word), told(from)}).first;
  }

  static const Option* option_of(const Choice& choice, std::string_view word) {
    return &*std::find_if(
        choice.options.begin(), choice.options.end(), [&](const Option& option) { return option.word == word; });
  }

  /// Whether an accelerator is there and has no peak to copy.
  bool lacks(const Option& option) const {
    const bool there = case_.has("accelerator.peak_bf16") || case_.has("accelerator.peak_fp16");
    const Setting& first = option.settings.front();
    return there && first.key && first.copy_of && !case_.has(*first.copy_of);
  }

  void take_setting(const Choice& choice, const Option& option, const Setting& setting) {
    if (case_.has(*setting.key)) return;
    const InputKey from = setting.copy_of.value_or(*setting.key);
    if (setting.copy_of && !case_.has(from)) return;
    const Origin& copied = case_.origin(from);
    std::string detail;
    if (tells()) {
      detail = fmt::format("{} {}", choice.key.substr(choice.key.find('.') + 1), option.word);
      if (setting.copy_of) detail += fmt::format(", {}", text(copied));
    }
    if (!setting.copy_of) return fill(*setting.key, setting.value, {Origin::Kind::choice, detail, option.meaning});
    const bool assumed = copied.kind == Origin::Kind::assumed;
    fill(
        *setting.key, case_[from],
        {assumed ? copied.kind : Origin::Kind::choice, detail, copied.source, copied.confidence}, case_.spread(from));
  }

  void take_defaults() {
    for (const InputRow& input : inputs())
      if (const InputAbout& about = *input.about; about.initial)
        fill(input.key, *about.initial, {Origin::Kind::initial, {}, about.source}, about.spread);
  }

  double value(InputKey key) const { return case_[key]; }
  /// The value where somebody gave it; absent where it is derived.
  double given(InputKey key) const { return case_.has(key) ? value(key) : absent; }

  /// Nodes, GPUs and degrees say the same thing in three ways: completes what is open, refuses what contradicts.
  void settle_cluster() {
    if (const double decoding = given("serving.decode_workers"); !is_absent(decoding))
      fill(
          "layout.data", decoding * value("layout.attention_data"),
          {Origin::Kind::derived, "workers that decode, times copies of attention"});
    const double split = given("layout.tensor") * given("layout.pipeline") * given("layout.context");
    const double prefill = value("serving.prefill_gpus");
    const double copies = given("layout.data");
    const double per_node = value("node.gpus");
    const double nodes = given("cluster.nodes");
    const auto derive = [&](double gpus, std::string_view how) {
      fill("cluster.gpus", gpus, {Origin::Kind::derived, how});
    };
    // Workers that are counted leave other GPUs of the nodes idle.
    if (case_.has("serving.decode_workers")) derive(split * copies + prefill, "workers times their degrees");
    if (!is_absent(nodes) && !is_absent(per_node)) derive_from_nodes(nodes * per_node, split, prefill);
    if (!is_absent(copies)) derive(split * copies + prefill, "product of the parallel degrees");
    if (!is_absent(per_node))
      derive(
          prefill + split * std::max(1.0, std::floor((per_node - prefill) / split)),
          "one node, or as many as the degrees need");
    derive(split + prefill, "product of the parallel degrees");

    const double gpus = given("cluster.gpus");
    // One GPU leaves nothing to split.
    const bool open = layout_is_open(scenario_) && gpus != 1;
    fill("layout.open", open ? 1 : 0, {Origin::Kind::derived, open ? "no degree is said" : "degrees are said"});
    if (nodes * per_node < gpus)
      refuse(fmt::format(
          "{} exceed {} node{} of {} GPUs", gpus_as_given(gpus, 0), whole(nodes), nodes == 1 ? "" : "s",
          whole(per_node)));
    const double decoding = gpus - prefill;
    if (!is_absent(copies) && split * copies != decoding)
      refuse(fmt::format(
          "{} conflict with {}", gpus_as_given(gpus, prefill),
          degrees(fmt::format(" × DP {}", whole(copies)), split * copies)));
    if (std::fmod(decoding, split) != 0 || !(decoding > 0))
      refuse(
          fmt::format("{} are not divisible by {}", gpus_as_given(gpus, prefill), degrees("", split)),
          prefill > 0 ? std::string() : divisible(gpus, split, per_node));
  }

  /// "32 GPUs (--nodes 4)".
  std::string gpus_as_given(double gpus, double prefill) const {
    std::string text = fmt::format("{} GPUs", whole(gpus));
    if (const Scenario::Said* said = size_said()) text += fmt::format(" ({} {})", said->giver, said->text);
    return prefill > 0 ? fmt::format("{} minus {} for prefill workers", text, whole(prefill)) : text;
  }

  /// What says how many GPUs there are.
  const Scenario::Said* size_said() const {
    const Scenario::Said* gpus = scenario_.find("cluster.gpus");
    return gpus ? gpus : scenario_.find("cluster.nodes");
  }

  /// The next size that the degrees divide; nothing where no machine is that large.
  std::string divisible(double gpus, double split, double per_node) const {
    constexpr double largest = 1e9;
    const bool by_node = !scenario_.find("cluster.gpus") && scenario_.find("cluster.nodes");
    const double unit = by_node ? per_node : 1;
    if (!(split * unit <= largest)) return {};
    const auto common = std::gcd(static_cast<std::int64_t>(split), static_cast<std::int64_t>(unit));
    const double step = split / static_cast<double>(common);
    const double count = std::max(1.0, std::ceil(gpus / unit / step)) * step;
    return fmt::format("{} {} gives DP {}", by_node ? "--nodes" : "--gpus", whole(count), whole(count * unit / split));
  }

  /// A training is split over all GPUs of the nodes; replicas of a service may leave some of them idle.
  void derive_from_nodes(double gpus, double split, double prefill) {
    const double working = trains() ? gpus : prefill + split * std::floor((gpus - prefill) / split);
    const bool all = working == gpus || !(working > prefill);
    fill(
        "cluster.gpus", all ? gpus : working,
        {Origin::Kind::derived, all ? "nodes × GPUs per node" : "as many of the nodes as the degrees go into"});
  }

  /// Nobody says how much a step takes: what is usual for a model of this size. No spread: what is asked is not
  /// uncertain, and the header names it.
  void take_usual_batch() {
    const bool trains = value("workload.trains") == 1;
    if (!trains || case_.has("workload.batch_tokens") || case_.has("workload.global_batch") ||
        case_.has("workload.accumulation"))
      return;
    const double usual = result_row("training.usual_batch_tokens").value(Once(case_.values, dependents()));
    if (is_absent(usual)) return;
    fill(
        "workload.batch_tokens", std::round(usual),
        {Origin::Kind::assumed, {}, "what training.usual_batch_tokens tells of models of this size"});
    case_.values.settle();
  }

  static std::string whole(double value) { return pretty(value, Unit::count); }

  std::string degrees(const std::string& more, double product) const {
    std::string text = fmt::format("TP {}", whole(given("layout.tensor")));
    if (given("layout.pipeline") != 1) text += fmt::format(" × PP {}", whole(given("layout.pipeline")));
    if (given("layout.context") != 1) text += fmt::format(" × CP {}", whole(given("layout.context")));
    text += more;
    return product == given("layout.tensor") && more.empty() ? text : fmt::format("{} = {}", text, whole(product));
  }

  [[noreturn]] static void refuse(const std::string& contradiction, const std::string& hint = {}) {
    throw BadInput(BadInput::Kind::usage, contradiction, hint);
  }

  const Scenario& scenario_;
  KnownEntries& known_;
  const Catalog& catalog_;
  Origins origins_;
  Case& case_;
};

}  // namespace

Case complete(const Scenario& scenario, const Catalog& catalog) {
  KnownEntries known(catalog);
  Case completed;
  Completion(scenario, known, Origins::whole, completed).run();
  return completed;
}

Completer::Completer(const Catalog& catalog) : known_(std::make_unique<KnownEntries>(catalog)) {}
Completer::~Completer() = default;

const Case& Completer::complete(const Scenario& scenario) {
  case_.values = {};
  for (Origin& origin : case_.origins) origin.kind = Origin::Kind::absent;
  case_.spreads.fill(0);
  case_.words.clear();
  case_.names.clear();
  case_.measured_on_other.clear();
  Completion(scenario, *known_, Origins::kinds, case_).run();
  return case_;
}

}  // namespace llmsize
