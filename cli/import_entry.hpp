// SPDX-License-Identifier: Apache-2.0
// What imports that make an entry of the catalog have in common.
#pragma once

#include "cli/command.hpp"
#include "core/view/listing.hpp"

namespace llmsize::cli {

/// Gives the entry the name of the file that it goes to, without folder and ending, as the catalog asks for.
void name_by_output(const Common& options, Entry& entry);

/// Facts for people: label, value, source.
std::vector<Listed> listed_facts(const Entry& entry);

/// Facts for programs: key, value, source.
Table facts_table(const Entry& entry);

}  // namespace llmsize::cli
