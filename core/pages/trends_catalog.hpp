// SPDX-License-Identifier: Apache-2.0
// What the catalog knows of past years: models and accelerators beside a trend.
#pragma once

#include "core/catalog/catalog.hpp"
#include "core/document/page.hpp"
#include "core/view/around.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// Something of the catalog that has a year.
struct Dated {
  std::string id, name;
  double year;
  double amount;  ///< parameters of a model, bytes of memory of an accelerator
};

/// Models whose year is known with their parameters, oldest first, the largest of a year first.
std::vector<Dated> dated_models(const Catalog& catalog);
/// Accelerators whose year is known with the memory of their label, in the same order.
std::vector<Dated> dated_accelerators(const Catalog& catalog);

/// The largest of every year.
std::vector<Dated> largest_by_year(const std::vector<Dated>& all);
/// Those that were larger than all before them.
std::vector<Dated> records(const std::vector<Dated>& all);

/// "5.76e23 FLOP", or "a budget" where none is known.
std::string budget_text(const Around& around);
/// Adds the scaling laws and the trend year by year.
void add_trends_numbers(const Around& around, Page& page);

}  // namespace llmsize
