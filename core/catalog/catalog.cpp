// SPDX-License-Identifier: Apache-2.0
// Lookup and lazy reading of catalog entries.
#include "core/catalog/catalog.hpp"

#include "core/catalog/embedded.hpp"
#include "core/catalog/entry_words.hpp"
#include "core/catalog/hugging_face.hpp"
#include "core/catalog/mixed_traffic.hpp"
#include "core/catalog/release.hpp"
#include "core/catalog/schema.hpp"
#include "core/catalog/weights/model.hpp"
#include "core/files/bad_input.hpp"
#include "core/inputs/class_shares.hpp"
#include "core/inputs/list.hpp"
#include "core/inputs/read_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace llmsize {
namespace {

namespace fs = std::filesystem;

/// Kind and id of a data file: "hardware-db/systems/dgx-h100.json" is dgx-h100 of systems.
std::pair<std::string, std::string> kind_and_id(const fs::path& path) {
  return {path.parent_path().filename().string(), path.stem().string()};
}

bool is_data(const fs::path& path) { return path.extension() == ".json" || path.extension() == ".llmsize"; }

/// Words that have a place of their own in an entry. What is neither one of them nor of `entry_words` is a group of
/// inputs.
constexpr std::string_view own_words[] = {"id", "name", "source", "confidence", "notes", "fitted", "drafts"};

template <std::size_t Size>
bool is_among(const std::string_view (&words)[Size], std::string_view key) {
  return std::find(std::begin(words), std::end(words), key) != std::end(words);
}

double read_spread(const Json& json, std::string_view key, const std::string& source) {
  if (!json.is_number() || json < 0 || json > 3)
    refuse_contents(source, fmt::format("{}: 'spread' is not a share from 0 to 3", key));
  return json;
}

Fact read_fact(const std::string& name, const Json& json, const Json& entry, const std::string& source) {
  std::string key(current_id(name));
  const bool detailed = json.is_object();
  if (detailed && !json.contains("value"))
    throw BadInput(BadInput::Kind::data, fmt::format("{}: {} has no 'value'", source, key));
  const Value value = read_value(key, detailed ? json.at("value") : json, source);
  Fact fact{std::move(key), value.number, value.word, text_of(entry, "source"), text_of(entry, "confidence")};
  if (detailed && json.contains("source")) fact.source = text_of(json, "source");
  if (detailed && json.contains("confidence")) fact.confidence = text_of(json, "confidence");
  if (detailed && json.contains("spread")) fact.spread = read_spread(json.at("spread"), fact.key, source);
  if (fact.source.empty()) throw BadInput(BadInput::Kind::data, fmt::format("{}: {} has no source", source, fact.key));
  return fact;
}

/// A member of an assumption, which must be there.
const Json& member(const Json& item, const char* key, const std::string& source) {
  if (!item.is_object() || !item.contains(key)) refuse_contents(source, fmt::format("an assumption has no '{}'", key));
  return item.at(key);
}

std::string numeric_key(const Json& json, const std::string& source) {
  std::string key = json.is_string() ? json.get<std::string>() : json.dump();
  if (const InputAbout* about = find_input(key)) return std::string(about->key);
  std::vector<std::string_view> keys;
  for (const InputAbout* about : numeric_inputs()) keys.push_back(about->key);
  refuse_contents(source, fmt::format("unknown numeric input {}", in_quotes(key)), did_you_mean(key, keys));
}

Assumption read_assumption(const Json& item, const std::string& source) {
  Assumption assumption;
  assumption.key = numeric_key(member(item, "input", source), source);
  assumption.value = *read_value(assumption.key, member(item, "value", source), source).number;
  if (item.contains("times")) {
    if (!item.at("times").is_array()) refuse_contents(source, "'times' is not a list of inputs");
    for (const Json& factor : item.at("times")) assumption.times.push_back(numeric_key(factor, source));
  }
  if (const auto when = item.find("when"); when != item.end()) {
    if (!when->is_object() || when->size() != 1) refuse_contents(source, "'when' is not one choice and its word");
    const Choice* choice = find_choice(when->begin().key());
    if (!choice) refuse_contents(source, fmt::format("'when': unknown choice {}", in_quotes(when->begin().key())));
    assumption.when_key = choice->key;
    assumption.when_word = read_value(assumption.when_key, when->begin().value(), source).word;
  }
  assumption.spread = read_spread(member(item, "spread", source), assumption.key, source);
  assumption.reason = text_of(item, "reason");
  if (assumption.reason.empty()) refuse_contents(source, fmt::format("{} has no reason", assumption.key));
  return assumption;
}

std::vector<Assumption> read_assumptions(const Json& json, const std::string& source) {
  const auto list = json.is_object() ? json.find("assumptions") : json.end();
  if (!json.is_object() || list == json.end() || !list->is_array())
    refuse_contents(source, "expected an object with a list 'assumptions'");
  std::vector<Assumption> all;
  for (const Json& item : *list) all.push_back(read_assumption(item, source));
  return all;
}

/// Data files in a folder and the folders in it, sorted, so that of two with the same kind and id it is always the same
/// one that counts. Throws BadInput: file, naming a folder that cannot be looked into: what it holds would be missing
/// without a word.
std::vector<fs::path> data_files(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files, folders;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code vanished;
    if (entry->is_directory(vanished) && !entry->is_symlink(vanished)) folders.push_back(entry->path());
    if (is_data(entry->path()) && entry->is_regular_file(vanished)) files.push_back(entry->path());
  }
  if (error)
    throw BadInput(
        BadInput::Kind::file, fmt::format("{}: cannot list the folder: {}", folder.string(), error.message()));
  for (const fs::path& each : folders) {
    const auto inside = data_files(each);
    files.insert(files.end(), inside.begin(), inside.end());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// A user's entry: what the reader lets pass has to follow the schema, too.
Entry checked_entry(const Json& json, std::string_view kind, const std::string& source) {
  Entry entry = read_entry(json, kind, source);
  check_schema(kind, json, source);
  return entry;
}

constexpr std::size_t longest_name = 100;

bool is_mixture(std::string_view kind, std::string_view id) { return kind == "traffic" && names_classes(id); }

/// Of models the newer, of networks the faster is offered first.
double rank_of(const Entry& entry) {
  for (const std::string_view key : {"model.year", "network.rate"})
    if (const Fact* fact = entry.find(key); fact && fact->number) return *fact->number;
  return 0;
}

/// An entry with what another says in place of its own.
Entry joined(Entry base, Entry over) {
  for (Fact& fact : base.facts)
    if (!over.find(fact.key)) over.facts.push_back(std::move(fact));
  for (auto& word : base.words)
    if (word_of(over, word.first).empty()) over.words.push_back(std::move(word));
  if (!over.fitted) over.fitted = std::move(base.fitted);
  return over;
}

NamedEntry named_entry(std::string_view id, const Entry& entry) {
  std::string_view known_as;
  std::string kin;
  for (const auto& [word, text] : entry.words) {
    if (word == "known_as") known_as = text;
    if (word == "vendor" || word == "family" || word == "form") kin += text + "; ";
  }
  return {id, entry.name, known_as, std::move(kin), rank_of(entry)};
}

}  // namespace

const Fact* Entry::find(std::string_view key) const {
  const auto found = std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.key == key; });
  return found == facts.end() ? nullptr : &*found;
}

namespace {

FittedTo read_fitted(const Json& json, const std::string& source) {
  try {
    return {json.at("rows"),       json.at("models"),    json.at("accelerators"),
            json.at("precisions"), json.at("most_gpus"), json.at("longest_sequence")};
  } catch (const Json::exception& error) {
    refuse_contents(source, fmt::format("'fitted': {}", error.what()));
  }
}

}  // namespace

Entry read_entry(const Json& json, std::string_view kind, const std::string& source) {
  if (!json.is_object()) throw BadInput(BadInput::Kind::data, fmt::format("{}: expected an object", source));
  Entry entry{std::string(kind), text_of(json, "id"), text_of(json, "name"), text_of(json, "notes"), {}, {}};
  if (entry.id.empty() || entry.name.empty())
    throw BadInput(BadInput::Kind::data, fmt::format("{}: 'id' or 'name' is missing", source));
  if (json.contains("fitted")) entry.fitted = read_fitted(json.at("fitted"), source);
  if (json.contains("drafts")) entry.drafts.emplace(json.at("drafts"), source);
  for (const auto& [group, fields] : json.items()) {
    if (is_among(own_words, group)) continue;
    if (is_among(entry_words, group)) {
      entry.words.emplace_back(group, fields.is_string() ? fields.get<std::string>() : fields.dump());
      continue;
    }
    if (!fields.is_object())
      throw BadInput(BadInput::Kind::data, fmt::format("{}: group {} is not an object", source, in_quotes(group)));
    for (const auto& [field, value] : fields.items())
      entry.facts.push_back(read_fact(fmt::format("{}.{}", group, field), value, json, source));
  }
  return entry;
}

Catalog::Catalog() {
  for (const EmbeddedFile& file : embedded_files()) {
    auto [kind, id] = kind_and_id(fs::path(file.path));
    sources_[kind][id] = {file.text, std::string(file.path)};
  }
  join_guidelines();
}

Catalog::Catalog(const std::string& folder) : Catalog() {
  if (!folder.empty()) overlay(folder);
}

/// A guideline can stand wherever a storage system can.
void Catalog::join_guidelines() {
  for (const auto& [id, source] : sources_["guidelines"]) sources_["storage"][id] = source;
}

void Catalog::overlay(const std::string& folder) {
  if (std::error_code error; !fs::is_directory(folder, error))
    throw BadInput(BadInput::Kind::file, fmt::format("{}: no such catalog folder", folder));
  for (const fs::path& file : data_files(folder)) {
    auto [kind, id] = kind_and_id(file);
    sources_[kind][id] = {{}, file.string()};
  }
  join_guidelines();
}

Json Catalog::read(const Source& source) {
  return source.text.empty() ? parse_json(read_file(source.path), source.path) : parse_json(source.text, source.path);
}

Catalog::Remembered::Remembered(const Remembered& other) { *this = other; }

Catalog::Remembered& Catalog::Remembered::operator=(const Remembered& other) {
  if (this == &other) return *this;
  const std::scoped_lock lock(mutex, other.mutex);
  entries = other.entries;
  assumptions = other.assumptions;
  return *this;
}

const Entry& Catalog::entry(std::string_view kind, std::string_view id) const {
  const std::pair key{std::string(kind), std::string(id)};
  {
    const std::lock_guard lock(read_.mutex);
    if (const auto found = read_.entries.find(key); found != read_.entries.end()) return found->second;
  }
  const auto remembered = [&](Entry entry) -> const Entry& {
    const std::lock_guard lock(read_.mutex);
    return read_.entries.emplace(key, std::move(entry)).first->second;
  };
  if (is_mixture(kind, id)) {
    const auto classes = traffic_classes(id);
    return classes.size() == 1 ? entry(kind, classes.front().word) : remembered(mixed_traffic(classes));
  }
  // A model of the catalog comes before a folder of its name.
  if (is_file(kind, key.second)) return remembered(entry_of_file(kind, key.second));
  if (const std::string meant = id_of(kind, key.second); meant != id) return entry(kind, meant);
  if (kind != "software") return remembered(entry_of_own(kind, id));
  if (!release_in_id(id).empty())
    return remembered(joined(entry_of_own(kind, base_of_release(id)), entry_of_own(kind, id)));
  const auto releases = releases_of(*this, id);
  Entry own = entry_of_own(kind, id);
  if (releases.empty()) return remembered(std::move(own));
  Entry newest = joined(own, entry_of_own(kind, releases.back()));
  newest.id = own.id, newest.name = own.name;
  return remembered(std::move(newest));
}

Entry Catalog::entry_of_own(std::string_view kind, std::string_view id) const {
  const Source& file = source(kind, id);
  const Json json = read(file);
  // Built-in files are checked by the tests.
  Entry read_now = file.text.empty() ? checked_entry(json, kind, file.path) : read_entry(json, kind, file.path);
  if (read_now.id != id)
    refuse_contents(file.path, fmt::format("id {} is not the name of the file", in_quotes(read_now.id)));
  return read_now;
}

namespace {

/// "model" of "models", "switch" of "switches", "price list" of "price-lists".
std::string name_of_one(std::string_view kind) {
  if (kind.ends_with('s')) kind.remove_suffix(kind.ends_with("ches") ? 2 : 1);
  std::string name(kind);
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

}  // namespace

const Catalog::Source& Catalog::source(std::string_view kind, std::string_view id) const {
  const auto group = sources_.find(kind);
  if (group != sources_.end())
    if (const auto found = group->second.find(id); found != group->second.end()) return found->second;
  const std::vector<std::string> near = offers(kind, id);
  std::string hint = near.empty() ? did_you_mean(id, ids(kind)) : offered({near.begin(), near.end()});
  if (hint.empty() && kind == "price-lists") hint = "make one of a sheet: llmsize import prices.csv -o prices.json";
  if (hint.empty())
    hint =
        fmt::format("list {0} with 'llmsize catalog {0}'{1}", kind, kind == "models" ? ", or pass a config.json" : "");
  throw BadInput(BadInput::Kind::unknown_id, fmt::format("unknown {} {}", name_of_one(kind), in_quotes(id)), hint);
}

bool Catalog::is_listed(std::string_view kind, std::string_view id) const {
  const auto group = sources_.find(kind);
  return group != sources_.end() && group->second.contains(id);
}

bool Catalog::is_file(std::string_view kind, const std::string& id) const {
  return id.ends_with(".json") || (kind == "models" && !is_listed(kind, id) && is_of_weights(id));
}

std::vector<SharedTraffic> Catalog::traffic_classes(std::string_view text) const {
  std::vector<SharedTraffic> classes;
  for (const auto& [name, share] : class_shares(text, Giver{"traffic"})) {
    const std::string word = id_of("traffic", name);
    classes.push_back({word, &entry("traffic", word), share});
  }
  return classes;
}

std::string Catalog::id_of(std::string_view kind, const std::string& name) const {
  if (is_mixture(kind, name)) {
    const auto classes = traffic_classes(name);
    return classes.size() == 1 ? classes.front().word : id_of_mixture(classes);
  }
  if (is_listed(kind, name) || is_file(kind, name)) return name;
  const std::vector<std::string_view> ids = meant(kind, name);
  return ids.size() == 1 ? std::string(ids.front()) : name;
}

std::vector<NamedEntry> Catalog::named(std::string_view kind) const {
  const auto kinds_of_entries = kinds();
  const bool holds_entries =
      std::find(kinds_of_entries.begin(), kinds_of_entries.end(), kind) != kinds_of_entries.end();
  std::vector<NamedEntry> all;
  for (const std::string_view id : ids(kind)) {
    // A release is named by its id alone.
    if (!release_in_id(id).empty()) continue;
    all.push_back({id, {}});
    if (!holds_entries) continue;
    // A file of the user's own that cannot be read is told where it is named, not where another is.
    try {
      all.back() = named_entry(id, entry(kind, id));
    } catch (const BadInput&) {
    }
  }
  return all;
}

std::vector<std::string_view> Catalog::meant(std::string_view kind, std::string_view name) const {
  return name.size() > longest_name ? std::vector<std::string_view>{} : ids_meant(name, named(kind));
}

std::vector<std::string> Catalog::offers(std::string_view kind, std::string_view name) const {
  constexpr std::size_t most = 8;
  std::vector<std::string_view> near = meant(kind, name);
  const bool is_open = near.empty() && name.size() <= longest_name;
  if (is_open && did_you_mean(name, ids(kind)).empty()) near = ids_akin(name, named(kind));
  near.resize(std::min(near.size(), most));
  std::vector<std::string> offers(near.begin(), near.end());
  const auto all = references();
  const auto other = std::find_if(all.begin(), all.end(), [&](const Reference* each) {
    return is_open && each->kind != kind && !meant(each->kind, name).empty();
  });
  if (other != all.end())
    offers.push_back(fmt::format("{} {}", option_of((*other)->key), meant((*other)->kind, name).front()));
  return offers;
}

std::string Catalog::text(std::string_view kind, std::string_view id) const {
  const Source& file = source(kind, id);
  return file.text.empty() ? read_file(file.path) : std::string(file.text);
}

Entry Catalog::entry_of_file(std::string_view kind, const std::string& path) const {
  if (kind == "models" && is_of_weights(path)) return read_weights(path, *this);
  const Json json = kind == "models" ? parse_python_json(read_file(path), path) : parse_json(read_file(path), path);
  if (kind == "models") {
    if (is_hugging_face_config(json)) return read_hugging_face(with_quantisation_beside(json, path), *this, path);
    if (!json.is_object() || !json.contains("model"))
      refuse_contents(path, "neither a catalog model nor a Hugging Face config.json");
  }
  return checked_entry(json, kind, path);
}

std::optional<Json> Catalog::document(std::string_view kind, std::string_view id) const {
  const auto group = sources_.find(kind);
  if (group == sources_.end()) return {};
  const auto source = group->second.find(id);
  return source == group->second.end() ? std::nullopt : std::optional(read(source->second));
}

std::vector<std::string_view> Catalog::training_stacks() const {
  std::vector<std::string_view> stacks = ids("software");
  std::erase_if(stacks, [&](std::string_view id) {
    const std::vector<Fact>& facts = entry("software", std::string(id)).facts;
    return !facts.empty() &&
           std::none_of(facts.begin(), facts.end(), [](const Fact& fact) { return fact.key.starts_with("software."); });
  });
  return stacks;
}

std::vector<std::string_view> Catalog::ids(std::string_view kind) const {
  std::vector<std::string_view> ids;
  if (const auto group = sources_.find(kind); group != sources_.end())
    for (const auto& [id, source] : group->second) ids.push_back(id);
  return ids;
}

std::vector<std::string_view> Catalog::kinds() {
  std::vector<std::string_view> kinds;
  for (const Reference* reference : references())
    if (std::find(kinds.begin(), kinds.end(), reference->kind) == kinds.end()) kinds.push_back(reference->kind);
  kinds.insert(kinds.end(), {"guidelines", "drives"});
  return kinds;
}

const std::vector<Assumption>& Catalog::assumptions() const {
  const std::lock_guard lock(read_.mutex);
  if (!read_.assumptions) {
    const Source& file = sources_.find("hardware-db")->second.find("assumptions")->second;
    read_.assumptions = read_assumptions(read(file), file.path);
  }
  return *read_.assumptions;
}

}  // namespace llmsize
