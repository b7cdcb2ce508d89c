// SPDX-License-Identifier: Apache-2.0
// Sessions of a trace, and what of its prompts was sent before.
#pragma once

#include "core/quantity/absent.hpp"
#include "core/trace/request.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace llmsize {

/// Sessions, where a trace has ids of them: a later turn names the request or the session that it continues.
struct TraceSessions {
  double turns = absent;                     ///< mean requests per session
  double pause = absent, pause_cv = absent;  ///< mean seconds between turns, coefficient of variation
  double turn_tokens = absent;               ///< mean new prompt tokens of a turn, the first one included
  double shared_tokens = 0;                  ///< mean tokens of first turns that other sessions sent before
  bool has_stated_pauses = false;            ///< from the answer on; else from arrival to arrival
};

/// What a prefix cache that keeps blocks for a time finds: room and hit rate.
struct ReuseAtAge {
  double age;   ///< seconds; infinite: nothing is evicted
  double room;  ///< mean tokens that it holds
  double hit;   ///< fraction of all prompt tokens
};

/// Prefixes, where a trace has ids of the blocks of its prompts.
struct TraceReuse {
  double block = absent;                     ///< tokens of a block
  double ceiling = absent;                   ///< hit rate with endless room, of exact prefixes
  double pause = absent, pause_cv = absent;  ///< seconds between uses of a prefix: of its last block, by tokens
  std::vector<ReuseAtAge> ages{};            ///< youngest first, the endless one last
};

struct Conversations {
  TraceSessions sessions{};
  TraceReuse reuse{};
};

/// Requests with ids, kept until the end of the trace: they may come in any order.
class ConversationRows {
 public:
  /// What it holds at most.
  static constexpr std::string_view limit = "5 million requests or 20 million hash_ids";

  explicit ConversationRows(std::uint32_t usual_block) : usual_block_(usual_block) {}

  /// Keeps a request; false where there is no room for it.
  bool add(const TraceRequest& request);
  /// What the requests have in common; absent where they have no ids of that kind.
  Conversations conversations();

 private:
  struct Row {
    double at;
    double pause;  ///< absent where none is stated
    std::uint32_t input, output;
    std::uint32_t own, parent, session;  ///< 0: none
    std::uint32_t first, blocks;         ///< of its blocks among all
  };

  std::uint32_t number_of(const std::string& id);
  void sort();
  /// The row that each one continues, an earlier one; its own place where it begins a session.
  std::vector<std::size_t> predecessors() const;
  /// Tokens of a block that all rows agree with; 0 where there is no such size.
  double block_size() const;
  /// Fills what is known of prefixes, and gives the tokens of each row that were sent before.
  std::vector<double> reuse(TraceReuse& found) const;
  TraceSessions sessions(const std::vector<double>& sent_before) const;

  std::uint32_t usual_block_;
  std::vector<Row> rows_{};
  std::vector<std::uint64_t> blocks_{};
  std::unordered_map<std::string, std::uint32_t> numbers_{};
};

}  // namespace llmsize
