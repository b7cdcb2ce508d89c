// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/sheet_columns.hpp"

#include "core/files/lowered.hpp"
#include "core/inputs/former.hpp"
#include "core/inputs/list.hpp"
#include "core/quantity/parse.hpp"
#include "core/quantity/print.hpp"
#include "core/scenario/bare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace llmsize {
namespace {

/// "data_batch" of "data.batch".
std::string flat(std::string_view id) {
  std::string name(id);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

/// "goal_deadline_s": a column of numbers in base units, as tables for programs name it.
std::string column_of_programs(std::string_view id, Unit unit) {
  return fmt::format("{}_{}", flat(id), column_suffix(unit));
}

/// Names that columns may have for inputs. A file may have thousands of columns, and each is looked up.
class Names {
 public:
  Names() {
    for (const std::string_view key : scenario_keys()) {
      const std::size_t place = keys_.size();
      keys_.push_back(key);
      add_id(key, place);
      for (const std::string& option : options_of(key)) options_.emplace(option, place);
      if (const InputAbout* about = find_input(key)) add_label(about->label, place);
    }
    add_former();
  }

  /// The key that a name means, or nothing; where it means several, the first.
  std::string_view key(std::string_view name) const {
    std::string option = fmt::format("--{}", name);
    for (char& each : option) each = each == '_' || each == ' ' ? '-' : lowered(each);
    const std::size_t place = std::min(place_in(plain_, std::string(name)), place_in(options_, option));
    return place < keys_.size() ? keys_[place] : std::string_view();
  }

  /// Options without their hyphens: "micro-batch".
  std::vector<std::string_view> options() const {
    std::vector<std::string_view> all;
    all.reserve(options_.size());
    for (const auto& [option, place] : options_)
      if (option.size() > 4) all.push_back(std::string_view(option).substr(2));
    std::sort(all.begin(), all.end());
    return all;
  }

  /// The key of the input that forms call so, where they call only one so and in two words at least: "Memory" may be
  /// anything of the user's.
  std::string_view key_of_label(std::string_view name) const {
    const std::size_t place = place_in(labels_, lowered(name));
    return place < keys_.size() ? keys_[place] : std::string_view();
  }

 private:
  using Places = std::unordered_map<std::string, std::size_t>;
  /// The ways to write an id: "data.batch", "data_batch", "data_batch_count".
  void add_id(std::string_view id, std::size_t place) {
    plain_.emplace(id, place);
    plain_.emplace(flat(id), place);
    if (const InputAbout* about = find_input(keys_[place])) plain_.emplace(column_of_programs(id, about->unit), place);
  }
  /// After all names of today, which come first.
  void add_former() {
    for (std::size_t place = 0; place < keys_.size(); ++place)
      for (const std::string& option : all_options_of(keys_[place])) options_.emplace(option, place);
    for (const auto& [former, now] : former_ids)
      if (const std::size_t place = place_in(plain_, std::string(now)); place < keys_.size()) add_id(former, place);
    for (const auto& [former, now] : former_labels())
      labels_.emplace(lowered(former), place_in(plain_, std::string(now)));
  }
  void add_label(std::string_view label, std::size_t place) {
    if (label.find(' ') == label.npos) return;
    const auto [found, fresh] = labels_.emplace(lowered(label), place);
    if (!fresh) found->second = std::string::npos;
  }
  std::size_t place_in(const Places& places, const std::string& name) const {
    const auto found = places.find(name);
    return found == places.end() ? keys_.size() : found->second;
  }

  std::vector<std::string_view> keys_;
  Places plain_, options_, labels_;
};

const Names& names() {
  static const Names all;
  return all;
}

/// With single blanks for the blanks and line ends of a heading.
std::string in_one_line(std::string_view heading) {
  std::string line;
  for (const char each : heading) {
    const char letter = each == '\n' || each == '\r' || each == '\t' ? ' ' : each;
    if (letter != ' ' || (!line.empty() && line.back() != ' ')) line += letter;
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

/// The key of a column as people head it: "Number of nodes", "# GPUs".
std::string_view key_of_heading(std::string_view name) {
  while (name.starts_with('-')) name.remove_prefix(1);
  if (const auto key = names().key(name); !key.empty()) return key;
  if (const auto key = names().key_of_label(name); !key.empty()) return key;
  const std::string small = lowered(name);
  for (const std::string_view count : {"number of ", "no. of ", "# of ", "# ", "#"})
    if (small.starts_with(count)) return names().key(std::string_view(small).substr(count.size()));
  return {};
}

/// "Deadline (days)" is "Deadline" and "days"; without brackets at its end a name says no unit.
std::pair<std::string_view, std::string_view> name_and_unit(std::string_view name) {
  const bool round = name.ends_with(')'), square = name.ends_with(']');
  const auto open = name.rfind(square ? '[' : '(');
  if ((!round && !square) || open == std::string_view::npos) return {name, {}};
  std::string_view bare = name.substr(0, open);
  while (bare.ends_with(' ')) bare.remove_suffix(1);
  return {bare, name.substr(open + 1, name.size() - open - 2)};
}

/// The input that a heading means, and the unit that it says for its numbers.
struct MeantInput {
  std::string_view key{};
  std::string unit{};
};
MeantInput input_meant_by(std::string_view heading) {
  const std::string name = in_one_line(heading);
  if (const std::string_view key = key_of_heading(name); !key.empty()) return {key, {}};
  // What stands in the brackets must be a unit of the input's.
  const auto [bare, unit] = name_and_unit(name);
  const std::string_view key = key_of_heading(bare);
  const InputAbout* about = find_input(key);
  if (about && !unit.empty() && parse(fmt::format("1 {}", unit), about->unit)) return {key, std::string(unit)};
  return {};
}

/// "AB" of 27.
std::string letters_of(std::size_t column) {
  std::string letters;
  for (++column; column > 0; column = (column - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (column - 1) % 26));
  return letters;
}

/// Whether a cell is a number alone, which has the unit of its column.
bool is_bare(std::string_view cell) { return cell.find_first_not_of("0123456789.,+-eE") == std::string_view::npos; }

/// Refuses the column of an input with a unit of something else: "tokens (days)". A remark in the brackets makes a
/// column the user's own; "min" is one, too: a minimum. Throws BadInput: data.
void refuse_other_unit(std::string_view heading, const std::string& source) {
  constexpr Unit kinds[] = {Unit::seconds,   Unit::bytes, Unit::bandwidth, Unit::flop,
                            Unit::flop_rate, Unit::watts, Unit::joules,    Unit::money};
  const std::string name = in_one_line(heading);
  const auto [bare, unit] = name_and_unit(name);
  const InputAbout* about = find_input(key_of_heading(bare));
  if (!about || unit.empty() || unit == "min") return;
  const std::string one = fmt::format("1 {}", unit);
  if (std::none_of(std::begin(kinds), std::end(kinds), [&](Unit kind) { return parse(one, kind).has_value(); })) return;
  refuse_contents(
      source, fmt::format(
                  "column {}: {} is not a unit of {}: expected {}", in_quotes(heading), in_quotes(unit), about->key,
                  accepted(about->unit)));
}

/// What a name may have meant: an input by its label, by what comes after the point of its key, without "name" or "id"
/// at its end; else nothing.
std::string_view meant_by(std::string_view name) {
  if (const std::string_view key = key_of_heading(name); !key.empty()) return key;
  for (const InputAbout* about : numeric_inputs())
    if (lowered(name) == lowered(about->label)) return about->key;
  const std::string small = lowered(name);
  for (const std::string_view end : {" name", " id", "_name", "_id"})
    if (small.ends_with(end)) return key_of_heading(name.substr(0, name.size() - end.size()));
  const auto point = name.rfind('.');
  return point == name.npos ? std::string_view() : names().key(name.substr(point + 1));
}

/// Whether words of five letters or more differ by one letter, or by two that changed places: "sytem". Shorter ones are
/// too often something else: "site" is no "rate".
bool is_one_slip(std::string_view a, std::string_view b) {
  constexpr std::size_t least = 5;
  const auto [shorter, longer] = std::minmax({a.size(), b.size()});
  if (shorter < least || longer - shorter > 1) return false;
  const auto in_a = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  const auto alike = static_cast<std::size_t>(in_a - a.begin());
  const std::string_view rest_a = a.substr(alike), rest_b = b.substr(alike);
  if (rest_a.empty() || rest_b.empty()) return true;
  if (a.size() != b.size()) return a.size() < b.size() ? rest_a == rest_b.substr(1) : rest_b == rest_a.substr(1);
  const bool swapped = rest_a.size() > 1 && rest_a[0] == rest_b[1] && rest_a[1] == rest_b[0];
  return rest_a.substr(1) == rest_b.substr(1) || (swapped && rest_a.substr(2) == rest_b.substr(2));
}

/// "did you mean 'layout.tensor'?" for what a name may have meant, or nothing.
std::string offer(std::string_view name) {
  const std::string_view bare = name_and_unit(name).first;
  if (const std::string_view meant = meant_by(bare); !meant.empty()) return offered({meant});
  std::vector<std::string_view> candidates = scenario_keys();
  if (std::string keys = did_you_mean(bare, candidates); !keys.empty()) return keys;
  const std::string typed = lowered(bare);
  std::vector<std::string_view> slips = names().options();
  std::erase_if(slips, [&](std::string_view option) { return !is_one_slip(typed, option); });
  return offered(slips);
}

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += fmt::format("{}{}", list.empty() ? "" : ", ", in_quotes(name));
  return list;
}

}  // namespace

std::string key_of_column(std::string_view name) {
  while (name.starts_with('-')) name.remove_prefix(1);
  return std::string(names().key(name));
}

bool is_input_heading(std::string_view text) { return !text.empty() && !input_meant_by(text).key.empty(); }

void refuse_without_header(const std::string& source) {
  refuse_contents(source, "expected a header with the names of inputs");
}

SheetColumns::SheetColumns(const CsvRow& header, char separator, std::string source, const IsAnswer& is_answer)
    : header_(header.cells), separator_(separator), source_(std::move(source)) {
  std::unordered_map<std::string, std::string_view> first_names;  // by key
  for (const std::string& name : header_) {
    columns_.push_back(column_of(name, is_answer));
    const Column& column = columns_.back();
    if (column.answer) continue;
    kept_.push_back(columns_.size() - 1);
    if (column.key.empty()) {
      refuse_other_unit(name, source_);
      continue;
    }
    keys_.push_back(column.key);
    if (const auto [first, fresh] = first_names.emplace(column.key, name); !fresh)
      refuse_contents(
          source_, fmt::format("column {} says the same as column {}", in_quotes(name), in_quotes(first->second)));
  }
  if (keys_.empty()) refuse_contents(source_, "no column is named after an input");
  name_own();
  warn();
}

SheetColumns::Column SheetColumns::column_of(const std::string& name, const IsAnswer& is_answer) {
  Column column{name};
  column.answer = is_answer && is_answer(name);
  if (column.answer || name.empty()) return column;
  const MeantInput meant = input_meant_by(name);
  column.key = meant.key;
  column.unit = meant.unit;
  const InputAbout* about = find_input(column.key);
  column.number = about != nullptr;
  column.money = about && base_kind(about->unit) == Unit::money;
  return column;
}

void SheetColumns::name_own() {
  std::unordered_map<std::string, int> taken;
  for (const std::size_t i : kept_) {
    Column& column = columns_[i];
    if (!column.key.empty()) continue;
    const std::string name = "x_" + (column.name.empty() ? "column_" + letters_of(i) : column.name);
    const int before = taken[name]++;
    column.own = before == 0 ? name : fmt::format("{}_{}", name, before + 1);
  }
}

void SheetColumns::warn() {
  constexpr std::size_t most = 20;
  std::vector<std::string> strangers;
  std::size_t looked_at = 0, more = 0, unnamed = 0;
  for (const Column& column : columns_) {
    if (!column.key.empty() || column.answer) continue;
    if (column.name.empty())
      ++unnamed;
    else if (++looked_at > most)
      ++more;
    else if (const std::string meant = offer(column.name); meant.empty())
      strangers.push_back(column.name);
    else
      warnings_.push_back(
          fmt::format("{}: column {} is no input and is kept as it came; {}", source_, in_quotes(column.name), meant));
  }
  if (strangers.size() == 1)
    warnings_.push_back(
        fmt::format("{}: column {} is no input and is kept as it came", source_, in_quotes(strangers.front())));
  else if (!strangers.empty())
    warnings_.push_back(
        fmt::format("{}: columns {} are no inputs and are kept as they came", source_, list_of(strangers)));
  if (unnamed > 0)
    warnings_.push_back(fmt::format(
        "{}: {} column{} without a name {} kept", source_, unnamed, unnamed == 1 ? "" : "s",
        unnamed == 1 ? "is" : "are"));
  if (more > 0) warnings_.push_back(fmt::format("{}: {} more columns are no inputs and are kept, too", source_, more));
}

std::string SheetColumns::number_in(const Column& column, const std::string& cell, const Giver& giver) const {
  const std::string number = column.money        ? amount_with_point(cell, separator_, giver.name)
                             : separator_ == ';' ? with_point_for_comma(cell, giver.name)
                                                 : with_point(cell, giver.name);
  return column.unit.empty() || !is_bare(cell) ? number : fmt::format("{} {}", number, column.unit);
}

BatchRow SheetColumns::read(CsvRow read) const {
  BatchRow row;
  row.place = fmt::format("{}: row {}", source_, read.number);
  row.cells = std::move(read.cells);
  std::size_t cells = row.cells.size();
  while (cells > columns_.size() && row.cells[cells - 1].empty()) --cells;
  row.cells.resize(columns_.size());
  for (std::size_t i = 0; i < columns_.size() && row.error.empty(); ++i) {
    const Column& column = columns_[i];
    const std::string& cell = row.cells[i];
    if (column.key.empty() || cell.empty()) continue;
    const Giver giver{fmt::format("{}, column {}", row.place, in_quotes(column.name)), BadInput::Kind::data};
    try {
      const std::string text = column.number ? number_in(column, cell, giver) : cell;
      // Columns of programs name base units: goal_deadline_s, workload_tokens_count.
      if (!column.name.ends_with("_s") && !column.name.ends_with("_count")) refuse_bare(column.key, text, giver);
      row.scenario.set(column.key, text, giver);
    } catch (const BadInput& error) {
      row.error = error.what();
    }
  }
  if (cells > columns_.size() && row.error.empty())
    row.error = fmt::format("{}: {} cells, {} columns", row.place, cells, columns_.size());
  return row;
}

void SheetColumns::replace(std::vector<std::string>& cells, const Scenario& over) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    const Scenario::Said* said = column.key.empty() ? nullptr : over.find(column.key);
    if (!said) continue;
    const InputAbout* about = find_input(column.key);
    const bool base = about && said->value.number && column.name == column_of_programs(column.key, about->unit);
    cells[i] = base ? exact(*said->value.number) : said->text;
  }
}

std::vector<std::string> notes_of_replaced(
    const std::vector<std::string>& header, const std::string& source, const Scenario& over) {
  std::vector<std::string> notes;
  notes.reserve(header.size());
  for (const std::string& name : header)
    if (const auto said = over.all().find(input_meant_by(name).key); said != over.all().end())
      notes.push_back(fmt::format("{}: {} replaces column {}", source, said->second.giver, in_quotes(name)));
  return notes;
}

std::vector<std::pair<std::string, std::string>> SheetColumns::carried(const std::vector<std::string>& cells) const {
  std::vector<std::pair<std::string, std::string>> own;
  for (const std::size_t i : kept_)
    if (columns_[i].key.empty()) own.emplace_back(columns_[i].own, cells[i]);
  return own;
}

}  // namespace llmsize
