// SPDX-License-Identifier: Apache-2.0
// The sheet Inputs: every input that a result reads, where it can be changed.
#include "core/inputs/list.hpp"
#include "core/view/words.hpp"
#include "core/workbook/contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace llmsize {
namespace {

struct InputCol {
  enum : std::uint16_t { label, value, unit, in_use, base, origin, as_planned, changed, key, command };
};

constexpr double widest_bound = 1e300;

std::string at(const CellPlace& place) { return Sheet::here(place); }

/// Inputs that the shown results rest on by the branches that apply.
std::set<InputKey> used_inputs(const Contents& contents) {
  Behind behind;
  for (const ResultGroup& group : contents.groups)
    for (const ResultRow* row : group.rows) behind.add(row->derivation(contents.numbers.tracing()));
  std::set<InputKey> used;
  for (const InputNumber& each : contents.numbers.inputs())
    if (behind.holds(each.key)) used.insert(each.key);
  return used;
}

struct InputSection {
  std::string_view title;
  std::vector<const InputNumber*> inputs;
  bool folded = false;
};

/// Inputs that the user set first, unused ones last.
std::vector<InputSection> input_sections(const Contents& contents) {
  std::vector<InputSection> sections{
      {"Set by you", {}},
      {"Chosen by the planner (fixed, re-plan to update)", {}},
      {"Catalog, defaults and assumptions", {}},
      {"Derived (type a value to override)", {}, true},
      {"Not used in this scenario", {}, true}};
  const std::set<InputKey> used = used_inputs(contents);
  for (const InputNumber& each : contents.numbers.inputs()) {
    const Origin::Kind kind = contents.plan.origin(each.key).kind;
    const bool bought = !price_cell(contents.order, each.key).empty();
    const std::size_t section = !each.derived && kind == Origin::Kind::user      ? 0
                                : !each.derived && kind == Origin::Kind::planned ? 1
                                : !used.contains(each.key) && !bought            ? 4
                                : each.derived                                   ? 3
                                                                                 : 2;
    sections[section].inputs.push_back(&each);
  }
  for (InputSection& section : sections)
    std::sort(section.inputs.begin(), section.inputs.end(), [](const InputNumber* a, const InputNumber* b) {
      return a->about->key < b->about->key;
    });
  return sections;
}

/// The option as it was said; empty where it was not.
std::string said_option(const Contents& contents, const InputNumber& input) {
  const Scenario::Said* said = contents.subject.said.find(input.about->key);
  if (!said) return {};
  Scenario one;
  one.set(input.about->key, said->value, said->text, said->giver);
  return " " + as_options(one);
}

/// Adds to the command that plans again what stands for an input: the option as it was said, or the value that it has
/// now.
void write_option(
    Sheet& sheet, const Contents& contents, const InputNumber& input, std::uint32_t row, std::string& command) {
  const std::string option = said_option(contents, input);
  command += option;
  // A typed price changes no plan, but who pastes the command wants it.
  const bool bought = !price_cell(contents.order, input.key).empty();
  const std::string before = at({row - 1, InputCol::command}),
                    now = at({row, bought ? InputCol::value : InputCol::in_use});
  const std::string as_planned = !bought                  ? fmt::format("{}=\"\"", at({row, InputCol::changed}))
                                 : is_absent(input.value) ? fmt::format("NOT(ISNUMBER({}))", now)
                                                          : fmt::format("N({})={}", now, constant(input.value));
  sheet.formula(
      {row, InputCol::command},
      fmt::format(
          "{}&IF({},\"{}\",IF(ISNUMBER({}),\" --set {}=\"&SUBSTITUTE({}&\"\",\",\",\".\"),\"\"))", before, as_planned,
          in_formula(option), now, input.about->key, now),
      command);
}

void write_value(Sheet& sheet, const Contents& contents, const InputNumber& input, std::uint32_t row) {
  const ReadUnit read = reading(input.value, *input.about);
  const double shown = input.derived ? absent : read.of(input.value);
  const bool chosen = !input.derived && contents.plan.origin(input.key).kind == Origin::Kind::planned;
  if (const std::string price = price_cell(contents.order, input.key); !price.empty()) {
    sheet.formula(
        {row, InputCol::value}, fmt::format("IF(ISNUMBER({0}),{0},\"\")", price), shown, "#,##0.00", Look::plain);
    sheet.text({row, InputCol::unit}, "on Bill of materials", Look::note);
    return;
  }
  sheet.number(
      {row, InputCol::value}, shown, input.derived ? std::string("General") : read.format,
      chosen ? Look::chosen : Look::given);
  read.write(sheet, {row, InputCol::unit}, at({row, InputCol::in_use}), input.value);
  const double least = std::max(input.about->least / read.size, -widest_bound),
               most = std::min(input.about->most / read.size, widest_bound);
  sheet.bound(
      {row, InputCol::value}, least, most, std::string(input.about->label),
      fmt::format(
          "Enter a number from {:.6g} to {:.6g}{}. {}", least, most,
          read.unit.empty() ? "" : fmt::format(" (in {})", read.unit), input.about->help));
}

/// A value as the scenario low, typical or high has it.
std::string in_scenario(const Contents& contents, const InputNumber& input, const std::string& typical) {
  const RangedResult* leading = contents.leading();
  if (!leading || input.derived) return typical;
  const auto reach = leading->reach.find(input.key);
  if (reach == leading->reach.end() || reach->second == 0) return typical;
  const std::string moved = fmt::format("{}*EXP({}*{})", typical, level_cell, constant(reach->second));
  return input.about->most < widest_bound ? fmt::format("MIN({},{})", constant(input.about->most), moved) : moved;
}

void write_input(
    Book& book, Sheet& sheet, const Contents& contents, const InputNumber& input, std::uint32_t row,
    std::string& command) {
  const ReadUnit read = reading(input.value, *input.about);
  const bool bought = !price_cell(contents.order, input.key).empty();
  sheet.text({row, InputCol::label}, std::string(input.about->label));
  write_value(sheet, contents, input, row);
  const std::string typed = at({row, InputCol::value});
  const std::string scaled =
      in_scenario(contents, input, read.size == 1 ? typed : fmt::format("{}*{}", typed, constant(read.size)));
  const std::string otherwise = input.derived ? input.formula : std::string("\"\"");
  sheet.formula(
      {row, InputCol::in_use}, fmt::format("IF(ISNUMBER({}),{},{})", typed, scaled, otherwise), input.value, "General",
      Look::note);
  Node leaf{Node::Kind::input};
  leaf.input = input.about;
  book.name(cell_name(leaf), sheet, {row, InputCol::in_use});
  sheet.text(
      {row, InputCol::base}, std::string(symbol(input.about->unit) == "1" ? "" : symbol(input.about->unit)),
      Look::note);
  const Origin& from = contents.plan.origin(input.key);
  sheet.text(
      {row, InputCol::origin}, input.derived            ? "derived"
                               : is_absent(input.value) ? "not known"
                                                        : llmsize::text(from));
  if (!bought) {
    sheet.number({row, InputCol::as_planned}, input.derived ? absent : read.of(input.value), read.format, Look::note);
    sheet.formula(
        {row, InputCol::changed},
        fmt::format(
            "IF(AND(ISNUMBER({0})=ISNUMBER({1}),N({0})=N({1})),\"\",\"changed\")", typed,
            at({row, InputCol::as_planned})),
        std::string(), Look::strong);
  }
  sheet.text({row, InputCol::key}, std::string(input.about->key), Look::note);
  write_option(sheet, contents, input, row, command);
}

std::uint32_t write_words(Sheet& sheet, const Contents& contents, std::uint32_t row) {
  sheet.row(
      {row, InputCol::label}, {"Choices behind the values below (re-plan to change)", "", "", "", "", "", "", "", ""},
      Look::section);
  ++row;
  for (const auto& [word_key, word] : contents.plan.words) {
    if (word.word.empty()) continue;
    const Reference* reference = find_reference(word_key);
    const Choice* choice = find_choice(word_key);
    sheet.text({row, InputCol::label}, std::string(reference ? reference->label : choice ? choice->label : word_key));
    sheet.text({row, InputCol::value}, word.word, Look::chosen);
    sheet.text({row, InputCol::origin}, llmsize::text(word.origin));
    sheet.text({row, InputCol::key}, word_key, Look::note);
    ++row;
  }
  return row;
}

/// The command without numbers: what the words of the scenario say.
std::string words_as_options(const Contents& contents) {
  Scenario words;
  for (const auto& [said_key, said] : contents.subject.said.all()) {
    const auto input = InputKey::find(said_key);
    if (!input || !contents.numbers.holds(*input)) words.set(said_key, said.value, said.text, said.giver);
  }
  const std::string options = as_options(words);
  return "llmsize report" + (options.empty() ? "" : " " + options);
}

}  // namespace

void add_inputs_sheet(Book& book, const Contents& contents) {
  Sheet sheet = book.sheet("Inputs", true);
  sheet.widths({44, 16, 15, 17, 9, 24, 14, 10, 32, 10});
  sheet.heading("Inputs", "Blue cells are editable, and all results follow. An empty cell is not known, not zero.");
  constexpr std::uint32_t header = 3;
  sheet.header(
      {header, InputCol::label},
      {"Input", "Value", "Unit", "In use", "Base unit", "Origin", "Planned", "Changed", "Key"}, {1, 3, 6});
  sheet.freeze(header + 1, 1);
  sheet.hide_column(InputCol::command);
  std::uint32_t row = header + 1;
  std::string command = words_as_options(contents);
  sheet.text({row, InputCol::command}, command);
  const std::uint32_t first = row;
  struct Fold {
    std::uint32_t first, last;
    bool folded;
  };
  std::vector<Fold> folds;
  for (const InputSection& section : input_sections(contents)) {
    if (section.inputs.empty()) continue;
    sheet.row({row, InputCol::label}, {std::string(section.title), "", "", "", "", "", "", "", ""}, Look::section);
    if (row > first) sheet.formula({row, InputCol::command}, at({row - 1, InputCol::command}), command);
    ++row;
    const std::uint32_t top = row;
    for (const InputNumber* input : section.inputs) write_input(book, sheet, contents, *input, row++, command);
    folds.push_back({top, row - 1, section.folded});
  }
  const std::uint32_t last = row - 1;
  for (const Fold& each : folds) sheet.fold(each.first, each.last, each.folded);
  sheet.warn({first, InputCol::label}, {last, InputCol::changed}, fmt::format("$H{}=\"changed\"", first + 1));
  row = write_words(sheet, contents, row + 1);
  const std::string range = fmt::format("{}:{}", at({first, InputCol::changed}), at({last, InputCol::changed}));
  sheet.text({row + 1, InputCol::label}, "Inputs changed since planning", Look::note);
  sheet.formula({row + 1, InputCol::value}, fmt::format("COUNTIF({},\"changed\")", range), 0, "0", Look::note);
  book.name(std::string(changed_cell), sheet, {row + 1, InputCol::value});
  book.name(std::string(changes_range), sheet, {first, InputCol::changed}, {last, InputCol::changed});
  book.name(std::string(keys_range), sheet, {first, InputCol::key}, {last, InputCol::key});
  sheet.text({row + 2, InputCol::label}, "Re-plan command", Look::note);
  sheet.formula({row + 2, InputCol::value}, at({last, InputCol::command}), command, Look::note);
  book.name(std::string(command_cell), sheet, {row + 2, InputCol::value});
}

}  // namespace llmsize
