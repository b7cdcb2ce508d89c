// SPDX-License-Identifier: Apache-2.0
// Published files of storage numbers that have columns of their own: which numbers a row has, and what scenario each is
// of. The forms are data, presets/measurements/storage.json.
#pragma once

#include "core/calibration/reading_rules.hpp"
#include "core/calibration/storage_numbers.hpp"

#include <string>
#include <utility>
#include <vector>

namespace llmsize {

/// A number of a row. Its texts may have cells of the row in them: "{accelerators}".
struct PublishedNumber {
  std::string name;                           ///< what tells it from the row's other numbers; may be empty
  ReadingRule rule;                           ///< which rows have it, and what they say
  std::string group, metric, measured, over;  ///< `measured` over the number `over`, where that is not empty
  struct Spread {
    InputKey key;
    double value, each;  ///< relative standard deviations, added in squares: of all, of one of the number `of`
    std::string of;
  };
  std::vector<Spread> spreads;
};

/// A kind of file, known by its columns.
struct PublishedForm {
  std::vector<std::string> columns;
  std::string by;  ///< who measured it
  std::vector<PublishedNumber> numbers;
};

/// The form of a file with this header; nullptr where it has none of its own. Throws BadInput: data, where the forms of
/// the catalog are none.
const PublishedForm* form_of(const std::vector<std::string>& header, const std::vector<PublishedForm>& forms);
std::vector<PublishedForm> published_forms(const Catalog& catalog);

/// The numbers of a row, at least one: what cannot be read says why.
std::vector<StorageNumber> numbers_of(const NamedRow& row, const PublishedForm& form, const std::string& place);

}  // namespace llmsize
