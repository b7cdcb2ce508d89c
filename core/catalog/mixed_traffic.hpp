// SPDX-License-Identifier: Apache-2.0
// Several traffic classes on the same replicas as one entry: what all their requests are on average, and each class by
// itself.
#pragma once

#include "core/catalog/catalog.hpp"

#include <string>
#include <vector>

namespace llmsize {

/// A class and the share of all requests that are of it; shares add up to 1.
struct SharedTraffic {
  std::string word;  ///< that names the entry: its id, or the path of its file
  const Entry* entry;
  double share;
};

/// The id of a mixture, the same in whatever order its classes come: "chat:0.7,agent:0.3"; of equal shares "chat,rag".
std::string id_of_mixture(const std::vector<SharedTraffic>& classes);

/// The entry of a mixture. Its lengths are those of all requests, with a spread that has their first two moments, its
/// SLOs the strictest of the classes. Each user is of one class: as many of each as send these shares of the requests.
/// Throws BadInput: usage where a class comes twice, and where classes do not run together: those that generate and
/// those that do not, offline work and requests with SLOs.
Entry mixed_traffic(const std::vector<SharedTraffic>& classes);

}  // namespace llmsize
