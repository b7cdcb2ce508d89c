// SPDX-License-Identifier: Apache-2.0
// A fleet as it is shown: sentences and tables for people, a document and a table for programs.
#pragma once

#include "core/portfolio/fleet.hpp"

namespace llmsize {

/// A sentence per cluster, whether all services fit, and what sharing needs of the time to start a replica.
std::string fleet_headline(const Fleet& fleet);

/// Services with replicas, nodes and cold starts under the headline; nodes by hour of every cluster.
std::vector<TitledTable> fleet_tables(const Fleet& fleet);

/// The rows of the services as studies have them; `more` are results that somebody names.
AnsweredRows fleet_rows(const Fleet& fleet, const std::vector<const ResultRow*>& more);

/// Rows with the day of each service: replicas and nodes by hour from 0:00 UTC on, parts of nodes among them.
Json fleet_rows_json(const Fleet& fleet, const AnsweredRows& rows);
/// Clusters with nodes, peak and load by hour; base units.
Json fleet_json(const Fleet& fleet);
/// A row per service: inputs, results and its day as columns.
Table fleet_table(const Fleet& fleet, const AnsweredRows& rows);

}  // namespace llmsize
