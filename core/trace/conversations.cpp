// SPDX-License-Identifier: Apache-2.0
#include "core/trace/conversations.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <tuple>

namespace llmsize {
namespace {

constexpr std::size_t most_rows = 5'000'000, most_blocks = 20'000'000;  // 1.2 GB together
constexpr double cache_ages[] = {30, 60, 120, 300, 600, 1800};

/// Mean and coefficient of variation of times with weights.
class WeightedTimes {
 public:
  void add(double time, double weight) {
    weight_ += weight;
    sum_ += weight * time;
    squares_ += weight * time * time;
  }
  double mean() const { return weight_ > 0 ? sum_ / weight_ : absent; }
  double cv() const { return std::sqrt(std::max(0.0, squares_ / weight_ / (mean() * mean()) - 1)); }

 private:
  double weight_ = 0, sum_ = 0, squares_ = 0;
};

/// Whether a prompt has so many blocks of a size, the last of them whole or begun.
bool are_blocks_of(double size, double tokens, double blocks) {
  return blocks == std::ceil(tokens / size) || blocks == std::floor(tokens / size);
}

}  // namespace

bool ConversationRows::add(const TraceRequest& request) {
  if (rows_.size() == most_rows || blocks_.size() + request.blocks.size() > most_blocks) return false;
  const auto first = static_cast<std::uint32_t>(blocks_.size());
  blocks_.insert(blocks_.end(), request.blocks.begin(), request.blocks.end());
  rows_.push_back(
      {request.at, request.pause.value_or(absent), request.input, request.output, number_of(request.own),
       number_of(request.parent), number_of(request.session), first,
       static_cast<std::uint32_t>(request.blocks.size())});
  return true;
}

std::uint32_t ConversationRows::number_of(const std::string& id) {
  return id.empty() ? 0 : numbers_.try_emplace(id, static_cast<std::uint32_t>(numbers_.size() + 1)).first->second;
}

/// By time, and by contents where times are equal, so that the order in the file does not matter.
void ConversationRows::sort() {
  std::sort(rows_.begin(), rows_.end(), [&](const Row& a, const Row& b) {
    const auto key = [](const Row& row) { return std::tie(row.at, row.input, row.output, row.blocks); };
    if (key(a) != key(b)) return key(a) < key(b);
    const auto begin = blocks_.begin();
    return std::lexicographical_compare(
        begin + a.first, begin + a.first + a.blocks, begin + b.first, begin + b.first + b.blocks);
  });
}

std::vector<std::size_t> ConversationRows::predecessors() const {
  std::unordered_map<std::uint32_t, std::size_t> by_own, latest;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].own != 0) by_own.emplace(rows_[i].own, i);
  std::vector<std::size_t> all(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    const auto parent = by_own.find(row.parent), before = latest.find(row.session);
    // What names a later request, or itself, continues nothing.
    const bool has_parent = parent != by_own.end() && parent->second < i;
    all[i] = has_parent ? parent->second : before != latest.end() ? before->second : i;
    if (row.session != 0) latest[row.session] = i;
  }
  return all;
}

TraceSessions ConversationRows::sessions(const std::vector<double>& sent_before) const {
  TraceSessions found;
  const bool has_ids =
      std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return row.own + row.session > 0; });
  if (!has_ids) return found;
  const std::vector<std::size_t> before = predecessors();
  double begun = 0, shared = 0, fresh = 0;
  WeightedTimes stated, between;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row &row = rows_[i], &last = rows_[before[i]];
    if (before[i] == i) {
      ++begun;
      shared += sent_before[i];
      fresh += row.input - sent_before[i];
      continue;
    }
    fresh += std::max(0.0, static_cast<double>(row.input) - last.input - last.output);
    if (!is_absent(row.pause)) stated.add(row.pause, 1);
    between.add(row.at - last.at, 1);
  }
  const auto all = static_cast<double>(rows_.size());
  found.turns = all / begun;
  found.has_stated_pauses = !is_absent(stated.mean());
  const WeightedTimes& pauses = found.has_stated_pauses ? stated : between;
  found.pause = pauses.mean();
  if (found.pause > 0) found.pause_cv = pauses.cv();
  found.turn_tokens = fresh / all;
  found.shared_tokens = shared / begun;
  return found;
}

double ConversationRows::block_size() const {
  std::vector<double> sizes{static_cast<double>(usual_block_), 16, 32, 64, 128, 256, 512, 1024};
  for (const Row& row : rows_)
    if (row.blocks > 0) std::erase_if(sizes, [&](double size) { return !are_blocks_of(size, row.input, row.blocks); });
  return sizes.empty() ? 0 : sizes.front();
}

std::vector<double> ConversationRows::reuse(TraceReuse& found) const {
  std::vector<double> sent_before(rows_.size(), 0);
  const double size = blocks_.empty() ? 0 : block_size();
  if (size == 0) return sent_before;
  double all = 0, hits = 0, room[std::size(cache_ages)] = {}, young[std::size(cache_ages)] = {};
  WeightedTimes pauses;
  std::unordered_map<std::uint64_t, double> used;  // when a block was last sent
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    bool is_prefix = true;
    double since = absent;
    for (std::uint32_t block = 0; block < row.blocks; ++block) {
      const double tokens = std::clamp(row.input - block * size, 0.0, size);
      const auto [last, is_new] = used.try_emplace(blocks_[row.first + block], row.at);
      is_prefix = is_prefix && !is_new;
      const double age = is_new ? HUGE_VAL : row.at - last->second;
      last->second = row.at;
      for (std::size_t k = 0; k < std::size(cache_ages); ++k) {
        // A block that is new is held until it is used again, or for the whole time.
        room[k] += std::min(age, cache_ages[k]) * tokens;
        if (is_prefix && age <= cache_ages[k]) young[k] += tokens;
      }
      if (!is_prefix) continue;
      sent_before[i] += tokens;
      since = age;
    }
    all += row.input;
    hits += sent_before[i];
    if (sent_before[i] > 0) pauses.add(since, sent_before[i]);
  }
  found.block = size;
  found.ceiling = all > 0 ? hits / all : absent;
  found.pause = pauses.mean();
  if (found.pause > 0) found.pause_cv = pauses.cv();
  const double span = rows_.back().at - rows_.front().at;
  if (!(span > 0) || !(all > 0)) return sent_before;
  for (std::size_t k = 0; k < std::size(cache_ages); ++k)
    if (cache_ages[k] < span) found.ages.push_back({cache_ages[k], room[k] / span, young[k] / all});
  found.ages.push_back({HUGE_VAL, static_cast<double>(used.size()) * size, found.ceiling});
  return sent_before;
}

Conversations ConversationRows::conversations() {
  Conversations found;
  if (rows_.empty()) return found;
  sort();
  const std::vector<double> sent_before = reuse(found.reuse);
  found.sessions = sessions(sent_before);
  return found;
}

}  // namespace llmsize
