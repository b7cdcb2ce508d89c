// SPDX-License-Identifier: Apache-2.0
// llmsize catalog: what the catalog holds, and what a scenario may say.
#include "cli/command.hpp"
#include "cli/parser.hpp"

#include "core/answer/explanation.hpp"
#include "core/catalog/condition.hpp"
#include "core/catalog/schema.hpp"
#include "core/inputs/former.hpp"
#include "core/inputs/list.hpp"
#include "core/prices/public_prices.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/sheet_columns.hpp"
#include "core/view/entry_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace llmsize::cli {
namespace {

struct Options : Common {
  std::string kind, id, schema;
  CLI::Option* wants_schema = nullptr;
  std::vector<std::string> conditions;
};

/// Throws BadInput where no entry of a kind tells the field of a condition: none of them could ever hold.
void require_told(const Condition& condition, const Catalog& catalog, const std::string& kind) {
  if (condition.field().empty()) return;
  std::vector<std::string_view> fields;
  for (const std::string_view id : catalog.ids(kind)) {
    const Entry& entry = catalog.entry(kind, id);
    if (condition.is_told_by(entry)) return;
    for (const Fact& fact : entry.facts) fields.push_back(std::string_view(fact.key).substr(fact.key.find('.') + 1));
  }
  std::sort(fields.begin(), fields.end());
  fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
  throw BadInput(
      BadInput::Kind::usage, fmt::format("--where: {} have no field {}", kind, in_quotes(condition.field())),
      did_you_mean(condition.field(), fields));
}

/// Ids of the entries that all conditions hold for.
std::vector<std::string_view> chosen_ids(const Catalog& catalog, const Options& options) {
  const std::vector<Condition> conditions(options.conditions.begin(), options.conditions.end());
  for (const Condition& condition : conditions) require_told(condition, catalog, options.kind);
  std::vector<std::string_view> ids = catalog.ids(options.kind);
  std::erase_if(ids, [&](std::string_view id) {
    return std::any_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
      return !c.holds(catalog.entry(options.kind, id));
    });
  });
  return ids;
}

std::string shown(const Fact& fact) {
  return fact.number ? pretty(*fact.number, find_input(fact.key)->unit) : fact.word;
}

Table kinds_table(const Catalog& catalog) {
  Table table{{"kind", "entries"}, {}};
  for (const std::string_view kind : Catalog::kinds())
    table.rows.push_back({std::string(kind), fmt::format("{}", catalog.ids(kind).size())});
  for (const std::string_view kind : {"scenarios", "sheets"})
    table.rows.push_back({std::string(kind), fmt::format("{}", catalog.ids(kind).size())});
  table.rows.push_back({"inputs", fmt::format("{}", scenario_keys().size())});
  table.rows.push_back({"results", fmt::format("{}", results().size())});
  table.rows.push_back({"assumptions", fmt::format("{}", catalog.assumptions().size())});
  table.rows.push_back({"prices", fmt::format("{}", public_prices().size())});
  return table;
}

/// One row per entry, one column per key that an entry of the kind has.
Table entries_table(const Catalog& catalog, std::string_view kind, const std::vector<std::string_view>& ids) {
  Table table{{"id", "name"}, {}};
  std::vector<std::string> keys;
  for (const std::string_view id : ids)
    for (const Fact& fact : catalog.entry(kind, id).facts)
      if (std::find(keys.begin(), keys.end(), fact.key) == keys.end()) keys.push_back(fact.key);
  for (const std::string& key : keys) {
    const InputAbout* about = find_input(key);
    table.header.push_back(about ? column(key, about->unit) : column(key));
  }
  for (const std::string_view id : ids) {
    const Entry& entry = catalog.entry(kind, id);
    std::vector<std::string> row{entry.id, entry.name};
    for (const std::string& key : keys) {
      const Fact* fact = entry.find(key);
      row.push_back(!fact ? "" : fact->number ? exact(*fact->number) : fact->word);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// For people: what tells the entries of a kind apart; ids alone of those that are wrong.
Table telling_table(const Catalog& catalog, std::string_view kind, const std::vector<std::string_view>& ids) {
  const auto& columns = entry_columns(kind);
  Table table{{"id"}, {}};
  for (const EntryColumn& column : columns) table.header.emplace_back(column.header);
  for (const std::string_view id : ids) {
    std::vector<std::string> row{std::string(id)};
    try {
      for (const EntryCell& cell : entry_cells(catalog, kind, id))
        row.push_back(is_absent(cell.value) ? cell.word : pretty(cell.value, cell.unit));
    } catch (const BadInput&) {
      row.resize(columns.size() + 1);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// For people: ids and names, and of each entry the first values.
Table short_table(const Catalog& catalog, std::string_view kind, const std::vector<std::string_view>& ids) {
  Table table{{"id", "name", ""}, {}};
  for (const std::string_view id : ids) {
    const Entry& entry = catalog.entry(kind, id);
    std::string first;
    for (std::size_t i = 0, taken = 0; i < entry.facts.size() && taken < 3; ++i)
      if (entry.facts[i].number) {
        first += fmt::format(
            "{}{} {}", taken++ ? " · " : "", shown(entry.facts[i]),
            entry.facts[i].key.substr(entry.facts[i].key.find('.') + 1));
      }
    table.rows.push_back({entry.id, entry.name, first});
  }
  return table;
}

Table entry_table(const Entry& entry, bool for_people) {
  Table table{{"key", "value", "unit", "confidence", "source"}, {}};
  for (const Fact& fact : entry.facts) {
    const InputAbout* about = find_input(fact.key);
    table.rows.push_back(
        {fact.key, for_people || !fact.number ? shown(fact) : exact(*fact.number),
         about ? std::string(symbol(about->unit)) : "word", fact.confidence, fact.source});
  }
  return table;
}

Table inputs_table() {
  Table table{{"key", "option", "unit", "default", "help"}, {}};
  for (const Reference* r : references())
    table.rows.push_back({std::string(r->key), option_of(r->key), "id", "", std::string(r->help)});
  for (const Choice* c : choices()) {
    std::string words;
    for (const Option& option : c->options) words += fmt::format("{}{}", words.empty() ? "" : "|", option.word);
    table.rows.push_back(
        {std::string(c->key), option_of(c->key), words, std::string(c->initial), std::string(c->help)});
  }
  for (const InputAbout* i : numeric_inputs())
    table.rows.push_back(
        {std::string(i->key), option_of(i->key), std::string(symbol(i->unit)),
         i->initial ? pretty(*i->initial, i->unit) : "", std::string(i->help)});
  return table;
}

Table results_table() {
  Table table{{"id", "unit", "title", "column"}, {}};
  for (const ResultRow& row : results()) {
    const About& about = *row.about;
    table.rows.push_back(
        {std::string(about.id), std::string(symbol(about.unit)), std::string(about.title),
         column(about.id, about.unit)});
  }
  return table;
}

Table assumptions_table(const Catalog& catalog) {
  Table table{{"key", "value", "spread", "reason"}, {}};
  for (const Assumption& a : catalog.assumptions()) {
    std::string value = pretty(a.value, find_input(a.key)->unit);
    for (const std::string& factor : a.times) value += " × " + factor;
    if (!a.when_key.empty()) value += fmt::format(" where {} is {}", a.when_key, a.when_word);
    table.rows.push_back({a.key, value, pretty(a.spread, Unit::ratio), a.reason});
  }
  return table;
}

/// Public prices in US dollars.
Table prices_table() {
  Table table{{"system", "low", "high", "date", "source"}, {}};
  for (const PublicPrice& each : public_prices())
    table.rows.push_back(
        {each.system, pretty(each.low, Unit::money), pretty(each.high, Unit::money), each.date, each.source});
  return table;
}

/// Kinds whose files are scenarios: questions of their own, and what workbooks are made of.
/// What is listed beside the kinds of entries.
constexpr std::string_view lists[] = {"scenarios", "sheets", "inputs", "results", "formulas", "assumptions", "prices"};

/// The list that people mean by another word; empty where nothing is known.
std::string_view list_meant(std::string_view typed) {
  constexpr std::pair<std::string_view, std::string_view> habits[] = {
      {"talks", "scenarios"},  {"presets", "scenarios"}, {"examples", "scenarios"}, {"gpus", "accelerators"},
      {"gpu", "accelerators"}, {"machines", "systems"},  {"nodes", "systems"},      {"servers", "systems"},
      {"options", "inputs"},   {"flags", "inputs"}};
  for (const auto& [word, meant] : habits)
    if (word == typed) return meant;
  return {};
}

bool holds_scenarios(std::string_view kind) { return kind == "scenarios" || kind == "sheets"; }

Table scenarios_table(const Catalog& catalog, std::string_view kind) {
  Table table{{"id", "name", "notes"}, {}};
  for (const std::string_view id : catalog.ids(kind)) {
    const Study study = llmsize::read_study(catalog.text(kind, id), std::string(id));
    table.rows.push_back({std::string(id), study.name, study.notes});
  }
  return table;
}

Json rows_json(const Table& table) {
  Json rows = Json::array();
  for (const auto& cells : table.rows) {
    Json row = Json::object();
    for (std::size_t i = 0; i < cells.size(); ++i) row[table.header[i]] = cells[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Entries with their values as numbers.
Json entry_json(const Entry& entry) {
  Json row{{"id", entry.id}, {"name", entry.name}, {"kind", entry.kind}};
  for (const auto& [word, text] : entry.words) row[word] = text;
  if (!entry.notes.empty()) row["notes"] = entry.notes;
  if (entry.drafts) row["drafts"] = entry.drafts->json();
  for (const Fact& fact : entry.facts) {
    const InputAbout* about = find_input(fact.key);
    row[fact.key] = {
        {"value", fact.number ? number_json(*fact.number) : Json(fact.word)},
        {"unit", about ? symbol(about->unit) : std::string_view("word")},
        {"source", fact.source}};
    if (!fact.confidence.empty()) row[fact.key]["confidence"] = fact.confidence;
  }
  return row;
}

void write_tables(
    const Options& options, const std::string& heading, const Table& for_people, const Table& for_programs, Json rows) {
  write(
      options,
      {[&](bool colour) { return heading + as_text(for_people, colour); }, [&] { return as_markdown(for_people); },
       [&] { return document("catalog", nullptr, {}, std::move(rows)); }, [&] { return for_programs; }});
}

int show_entry(const Options& options, const Catalog& catalog, std::string_view kind, std::string_view id) {
  const Entry& entry = catalog.entry(kind, id);
  std::string words;
  for (const auto& [word, text] : entry.words) words += (words.empty() ? "" : " · ") + text;
  if (!words.empty()) words += "\n";
  std::string notes = entry.notes.empty() ? "" : entry.notes + "\n";
  if (entry.drafts) notes += entry.drafts->source_at(entry.drafts->most()) + "\n";
  write_tables(
      options, fmt::format("{} ({})\n{}{}\n", entry.name, entry.id, words, notes), entry_table(entry, true),
      entry_table(entry, false), Json::array({entry_json(entry)}));
  return 0;
}

/// The kind that holds an id, or empty.
std::string_view kind_of(const Catalog& catalog, std::string_view id) {
  for (const std::string_view kind : Catalog::kinds()) {
    const auto ids = catalog.ids(kind);
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) return kind;
  }
  return {};
}

int show_kind(const Options& options, const Catalog& catalog) {
  Json rows = Json::array();
  const auto ids = chosen_ids(catalog, options);
  for (const std::string_view id : ids) rows.push_back(entry_json(catalog.entry(options.kind, id)));
  const Table for_people = entry_columns(options.kind).empty() ? short_table(catalog, options.kind, ids)
                                                               : telling_table(catalog, options.kind, ids);
  write_tables(options, "", for_people, entries_table(catalog, options.kind, ids), std::move(rows));
  return 0;
}

int show_list(const Options& options, const Table& table) {
  write_tables(options, "", table, table, rows_json(table));
  return 0;
}

/// The formula reference is a document: the same text in every format but JSON.
int show_formulas(const Options& options) {
  Json rows = Json::array();
  for (const ResultRow& row : results()) {
    const About& about = *row.about;
    rows.push_back(
        {{"id", about.id},
         {"symbol", about.symbol},
         {"title", about.title},
         {"why", about.why},
         {"source", about.source}});
  }
  write(
      options, {[](bool) { return formula_reference(); }, formula_reference,
                [&] { return document("catalog", nullptr, {}, rows); }, results_table});
  return 0;
}

/// A schema is JSON in every format.
int show_schema(const Options& options) {
  const auto document = [&]() -> Json {
    if (!options.schema.empty()) return schema(options.schema);
    Json schemas = Json::object();
    for (const std::string_view kind : schema_kinds()) schemas[std::string(kind)] = schema(kind);
    return schemas;
  };
  const auto text = [&] { return document().dump(2) + "\n"; };
  const auto table = [&]() -> Table {
    throw BadInput(BadInput::Kind::usage, "--schema: a schema is JSON, not a table");
  };
  write(options, {[&](bool) { return text(); }, text, document, table});
  return 0;
}

[[noreturn]] void refuse_list(const Catalog& catalog, const std::string& typed) {
  std::vector<std::string_view> names = Catalog::kinds();
  names.insert(names.end(), std::begin(lists), std::end(lists));
  for (const std::string_view kind : Catalog::kinds())
    for (const std::string_view id : catalog.ids(kind)) names.push_back(id);
  const std::string_view meant = list_meant(typed);
  throw BadInput(
      BadInput::Kind::unknown_id, fmt::format("unknown kind or ID {}", in_quotes(typed)),
      meant.empty() ? did_you_mean(typed, names) : offered({meant}));
}

/// What shows one of a list: a result or an input is explained.
std::string entry_hint(const std::string& id) {
  std::vector<std::string_view> names = result_ids();
  for (const InputAbout* input : numeric_inputs()) names.push_back(input->key);
  const std::string key = NumberId::find(id) ? id : key_of_column(id);
  return key.empty() ? nearest_id(id, names) : fmt::format("llmsize explain {}", key);
}

int run(const Options& options) {
  if (options.wants_schema->count() > 0) return show_schema(options);
  const Catalog catalog = load_catalog(options);
  const auto kinds = Catalog::kinds();
  if (!options.conditions.empty() &&
      (!options.id.empty() || std::find(kinds.begin(), kinds.end(), options.kind) == kinds.end()))
    throw BadInput(BadInput::Kind::usage, "--where: expected a kind of entry: models, systems, accelerators, …");
  if (options.kind.empty()) return show_list(options, kinds_table(catalog));
  const bool is_kind = std::find(kinds.begin(), kinds.end(), options.kind) != kinds.end();
  if (!options.id.empty() && !is_kind && !holds_scenarios(options.kind))
    throw BadInput(
        BadInput::Kind::usage,
        fmt::format("unexpected argument {}: {} has no entries", in_quotes(options.id), in_quotes(options.kind)),
        entry_hint(options.id));
  if (holds_scenarios(options.kind)) {
    if (options.id.empty()) return show_list(options, scenarios_table(catalog, options.kind));
    print(catalog.text(options.kind, options.id));
    return 0;
  }
  if (options.kind == "inputs") return show_list(options, inputs_table());
  if (options.kind == "results") return show_list(options, results_table());
  if (options.kind == "formulas") return show_formulas(options);
  if (options.kind == "assumptions") return show_list(options, assumptions_table(catalog));
  if (options.kind == "prices") return show_list(options, prices_table());
  if (is_kind)
    return options.id.empty() ? show_kind(options, catalog) : show_entry(options, catalog, options.kind, options.id);
  if (const std::string_view kind = kind_of(catalog, options.kind); !kind.empty())
    return show_entry(options, catalog, kind, options.kind);
  refuse_list(catalog, options.kind);
}

}  // namespace

Command catalog_command() {
  return {
      .name = "catalog",
      .summary = "List models, systems, accelerators, networks, storage, inputs and results",
      .usage = "[KIND] [ID] [OPTIONS]",
      .examples =
          {"llmsize catalog systems", "llmsize catalog dgx-h100",
           "llmsize catalog models --where family=Qwen --where 'year>=2026'"},
      .topics = {{"Entries", {"KIND", "ID", "--where", "--schema", "--catalog"}}},
      .prepare = [](Parser& app) {
        auto options = std::make_shared<Options>();
        app.add_option(
            "KIND", options->kind,
            "Kind or entry ID. Kinds: models, systems, accelerators, networks, storage, guidelines, drives, scenarios, "
            "sheets, inputs, results, formulas, assumptions, prices");
        app.add_option("ID", options->id, "One entry of the kind");
        app.add_option(
               "--where", options->conditions, "Filter by text or field, e.g. 'memory_label>=80GB'. Repeatable.")
            ->type_name("CONDITION")
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        options->wants_schema =
            app.add_option("--schema", options->schema, "JSON Schema of a kind's files, of all kinds without KIND")
                ->type_name("[KIND]")
                ->expected(0, 1);
        add_output_options(app, *options);
        return [options] { return run(*options); };
      }};
}

}  // namespace llmsize::cli
