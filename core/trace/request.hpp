// SPDX-License-Identifier: Apache-2.0
// One request of a trace, whatever file holds it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llmsize {

/// A request that a server received. Texts are empty, and the pause is missing, where the trace does not have them.
struct TraceRequest {
  double at = 0;                        ///< arrival in seconds, of any origin
  std::uint32_t input = 0;              ///< tokens of the prompt: all context that was sent
  std::uint32_t output = 0;             ///< tokens of the answer
  bool has_failed = false;              ///< without an answer, in a trace that marks failures so
  std::string own{};                    ///< id of the request
  std::string parent{};                 ///< id of the request that it continues
  std::string session{};                ///< id that all requests of a session have
  std::optional<double> pause{};        ///< seconds since the answer before it
  std::vector<std::uint64_t> blocks{};  ///< ids of the blocks of its prompt: the same id is the same prefix
};

}  // namespace llmsize
