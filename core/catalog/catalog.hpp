// SPDX-License-Identifier: Apache-2.0
// The catalog: models, accelerators, systems, networks, storage, software stacks, each value with its source. Built
// into the program, read only when named, and overridable by a folder of the same shape.
#pragma once

#include "core/catalog/drafts.hpp"
#include "core/catalog/names.hpp"
#include "core/files/document.hpp"
#include "core/inputs/traffic_class.hpp"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// One value of an entry: a number in base units for a numeric input, a word for a choice or reference.
struct Fact {
  std::string key;
  std::optional<double> number;  ///< numeric input
  std::string word;              ///< choice or reference
  std::string source;            ///< never empty
  std::string confidence;        ///< "vendor-doc", "two-sources", "unverified", …; may be empty
  double spread = 0;             ///< relative standard deviation
  std::string accelerator{};     ///< id that a measured value holds for alone; empty: for any
};

/// The measured runs that a software stack was fitted to.
struct FittedTo {
  std::size_t rows = 0;
  std::vector<std::string> models, accelerators, precisions;  ///< as printed; ids; words of `workload.precision`
  double most_gpus = 0, longest_sequence = 0;
  bool operator==(const FittedTo&) const = default;
};

/// One thing of the catalog.
struct Entry {
  std::string kind;  ///< folder: "models", "systems", …
  std::string id;
  std::string name;
  std::string notes;
  std::vector<Fact> facts;
  std::vector<std::pair<std::string, std::string>> words{};  ///< what else its file says of it: vendor, year, form, …
  std::optional<FittedTo> fitted{};                          ///< of a software stack that was fitted
  std::optional<PublishedDrafts> drafts{};                   ///< of a model with measured speculative decoding
  TrafficClasses classes{};                                  ///< of several traffic classes on the same replicas

  /// The fact of a key, or nullptr.
  const Fact* find(std::string_view key) const;
};

/// A stated fallback for an input that nothing else tells.
struct Assumption {
  std::string key;
  double value = 0;                 ///< base units, multiplied by the inputs in `times`
  std::vector<std::string> times;   ///< keys of other inputs; the assumption is made only where all are known
  std::string when_key, when_word;  ///< made only where this choice has this word; empty: always
  double spread = 0;                ///< relative standard deviation
  std::string reason;
};

struct SharedTraffic;

/// Files are read when somebody asks for them; threads may ask at once.
class Catalog {
 public:
  /// The built-in catalog.
  Catalog();
  /// The built-in catalog under a folder.
  explicit Catalog(const std::string& folder);
  /// Lets the files of a folder, laid out as hardware-db and presets are, take precedence. Throws BadInput: file.
  void overlay(const std::string& folder);

  /// The entry of an id, or of a name of which one entry alone can be meant (core/catalog/names); an id that ends in
  /// ".json" is the path of a file: an entry or, of a model, the config.json of Hugging Face. Throws BadInput:
  /// unknown_id with the nearest id, data when a file is bad, file when there is none.
  /// Software of which the catalog has releases is its newest one; several traffic classes, "chat:0.7,agent:0.3", are
  /// one entry (core/catalog/mixed_traffic).
  const Entry& entry(std::string_view kind, std::string_view id) const;
  /// What the file of an id says itself: of a release only how it differs from its software. Throws like `entry`.
  Entry entry_of_own(std::string_view kind, std::string_view id) const;
  /// The id that a name means: itself, or that of the one entry that is called so; as it was typed where there is none
  /// or several, and of a file.
  std::string id_of(std::string_view kind, const std::string& name) const;
  /// The document behind an id of any kind, also of those that hold no entries ("model-types"); nothing where there is
  /// none.
  std::optional<Json> document(std::string_view kind, std::string_view id) const;
  /// The text of a file of a kind that holds no entries, such as a scenario. Throws BadInput: unknown_id or file.
  std::string text(std::string_view kind, std::string_view id) const;
  /// Ids of a kind in alphabetical order.
  std::vector<std::string_view> ids(std::string_view kind) const;
  /// Of the entries of software those that train: the others are engines that serve alone.
  std::vector<std::string_view> training_stacks() const;
  /// All kinds in the order they are listed: those a scenario can name, then what stands behind them.
  static std::vector<std::string_view> kinds();
  const std::vector<Assumption>& assumptions() const;

  /// Values measured on the user's own machine: they take precedence over every entry, on the accelerator that they
  /// hold for.
  void calibrate(std::vector<Fact> measured) { calibration_ = std::move(measured); }
  const std::vector<Fact>& calibration() const { return calibration_; }

 private:
  struct Source {
    std::string_view text;  ///< built in, or empty
    std::string path;       ///< in the folder, or the built-in path for messages
  };
  void join_guidelines();
  bool is_listed(std::string_view kind, std::string_view id) const;
  bool is_file(std::string_view kind, const std::string& id) const;
  /// What people call the entries of a kind.
  std::vector<NamedEntry> named(std::string_view kind) const;
  std::vector<SharedTraffic> traffic_classes(std::string_view text) const;
  /// Ids that a name may mean.
  std::vector<std::string_view> meant(std::string_view kind, std::string_view name) const;
  /// What is offered for a name that means none or several of a kind: those; else where no id is spelled nearly so,
  /// what is akin to it, and an option that names a thing of another kind, "--storage superpod-h100-best".
  std::vector<std::string> offers(std::string_view kind, std::string_view name) const;
  static Json read(const Source& source);
  /// Throws BadInput: unknown_id, with the ids that may be meant, or the nearest.
  const Source& source(std::string_view kind, std::string_view id) const;
  Entry entry_of_file(std::string_view kind, const std::string& path) const;

  std::map<std::string, std::map<std::string, Source, std::less<>>, std::less<>> sources_;
  /// What was read so far.
  struct Remembered {
    std::map<std::pair<std::string, std::string>, Entry> entries{};
    std::optional<std::vector<Assumption>> assumptions{};
    mutable std::mutex mutex{};

    Remembered() = default;
    Remembered(const Remembered& other);
    Remembered& operator=(const Remembered& other);
    ~Remembered() = default;
  };
  mutable Remembered read_;
  std::vector<Fact> calibration_;
};

/// An entry from its JSON. Throws BadInput: data.
Entry read_entry(const Json& json, std::string_view kind, const std::string& source);
/// The file of an entry: read back, it gives the same facts.
Json write_entry(const Entry& entry);

}  // namespace llmsize
