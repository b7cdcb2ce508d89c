// SPDX-License-Identifier: Apache-2.0
// Speculative decoding at the layout and load of a service: what published drafts would change, and what stated ones
// do.
#include "core/pages/first_lines.hpp"
#include "core/pages/serve.hpp"
#include "core/quantity/print.hpp"
#include "core/view/words.hpp"

#include <fmt/format.h>

namespace llmsize {
namespace {

constexpr InputKey drafts_key = "serving.draft_tokens", acceptance_key = "serving.acceptance";

/// Nothing where nobody measured drafts of the model.
const PublishedDrafts* published_drafts(const Around& around) {
  const std::string model = around.word("model");
  if (model.empty()) return nullptr;
  const auto& drafts = around.catalog().entry("models", model).drafts;
  return drafts ? &*drafts : nullptr;
}

/// So many draft tokens, at the rate that was published for them where none is stated or measured.
Moves with_drafts(const Around& around, const PublishedDrafts& published, int drafts) {
  Moves moves{{drafts_key, static_cast<double>(drafts)}};
  if (around.plan().origin(acceptance_key).kind == Origin::Kind::preset)
    moves.push_back({acceptance_key, published.at(drafts).rate});
  return moves;
}

/// What is compared: a request rate within SLOs, then speed for a user.
struct Merit {
  double goodput, tpot;

  bool is_better_than(const Merit& other) const {
    constexpr double rounding = 1.001;
    if (goodput > rounding * other.goodput) return true;
    return !(other.goodput > rounding * goodput) && tpot < other.tpot;
  }
};
Merit merit(const Around& around, const Moves& moves) {
  const double goodput = has_slo(around) ? around.result("serving.rate_at_limit", moves) : 0;
  return {goodput > 0 ? goodput : 0, around.result("serving.tpot", moves)};
}

/// More draft tokens are tried until one more gains nothing: each is accepted less often than the one before.
int best_drafts(const Around& around, const PublishedDrafts& published) {
  int best = 1;
  Merit most = merit(around, with_drafts(around, published, best));
  for (int drafts = 2; drafts <= published.most(); ++drafts) {
    const Merit next = merit(around, with_drafts(around, published, drafts));
    if (!next.is_better_than(most)) break;
    best = drafts;
    most = next;
  }
  return best;
}

/// "pays up to batch size 64": of powers of two, the largest at which decoding a token takes less time with drafts.
std::string where_it_pays(const Around& around, const Moves& with) {
  const double replicas = around.result("serving.decode_replicas"), most = around.result("serving.max_batch");
  double largest = 0;
  for (double batch = 1; batch <= most; batch *= 2) {
    const auto token_time = [&](Moves moves) {
      moves.push_back({"serving.concurrency", batch * replicas});
      return around.result("serving.token_time", moves);
    };
    if (token_time(with) < token_time({{drafts_key, 0}})) largest = batch;
  }
  return largest > 0 ? fmt::format("pays up to batch size {}", pretty(largest, Unit::count)) : "pays at no batch size";
}

/// "TPOT mean 34.5 ms → 21.2 ms"; empty where one of them is not known.
std::string change_of_tpot(double from, double to) {
  if (is_absent(from) || is_absent(to)) return {};
  return fmt::format("TPOT mean {} → {}", pretty(from, Unit::seconds), pretty(to, Unit::seconds));
}

std::string kept_requests(double rate) { return rate > 0 ? promised(rate) : "0"; }

/// Whether the planner was to choose the number of draft tokens.
bool is_chosen(const ServingPlan& plan) { return !is_absent(plan.nodes_without_drafts); }

/// What is taken, and what there is without: more nodes where these are planned, else a slower service.
std::vector<std::string> parts_of_taken(const Around& around, const ServingPlan& plan) {
  const Moves off{{drafts_key, 0}};
  const std::string slower = fmt::format(
      "off: TPOT mean {}, goodput {} req/s", pretty(around.result("serving.tpot", off), Unit::seconds),
      kept_requests(around.result("serving.rate_at_limit", off)));
  const bool takes_more = plan.nodes_without_drafts > around.input("cluster.nodes");
  const std::string tokens = counted_text(around.input(drafts_key), "draft token");
  const PublishedDrafts* published = published_drafts(around);
  return {
      is_chosen(plan) && published ? fmt::format("auto: {} ({})", tokens, published->method()) : tokens,
      if_known(around, "serving.accepted_tokens", "{} tokens per step"),
      takes_more ? fmt::format("off: {}", counted_text(plan.nodes_without_drafts, "node")) : slower};
}

}  // namespace

std::vector<std::string> draft_parts(const Around& around, const ServingPlan& plan) {
  if (around.input(drafts_key) > 0) return parts_of_taken(around, plan);
  const PublishedDrafts* published = published_drafts(around);
  const std::string off = is_chosen(plan) ? "auto: off" : "off";
  if (!published) return is_chosen(plan) ? std::vector{off, std::string("none published")} : std::vector<std::string>{};
  if (!is_chosen(plan) && around.plan().origin(drafts_key).kind == Origin::Kind::user) return {};
  const int drafts = best_drafts(around, *published);
  const Moves with = with_drafts(around, *published, drafts);
  const Merit drafted = merit(around, with), plain = merit(around, {});
  const std::string tpot = change_of_tpot(plain.tpot, drafted.tpot);
  const std::string option = fmt::format("--draft-tokens {} ({})", drafts, published->method());
  const std::string change = fmt::format(
      "{}{}goodput {} → {} req/s", tpot, tpot.empty() ? "" : ", ",
      kept_requests(around.result("serving.rate_at_limit")),
      kept_requests(around.result("serving.rate_at_limit", with)));
  if (drafted.is_better_than(plain)) return {off, fmt::format("{}: {}", option, change)};
  return {
      off, fmt::format("{} does not pay at this load: {}", option, change),
      drafted.tpot < plain.tpot ? std::string{} : where_it_pays(around, with)};
}

void judge_drafts(const Around& around, const ServingPlan& plan, Page& page) {
  if (!generates(around)) return;
  if (is_chosen(plan) && !published_drafts(around))
    page.findings.emplace_back(
        found(drafts_unpublished, {around.name("model").empty() ? "the model" : around.name("model")}),
        std::vector<Remedy>{});
  if (!(around.input(drafts_key) > 0) || is_chosen(plan)) return;
  const double with = around.result("serving.tpot"), off = around.result("serving.tpot", {{drafts_key, 0}});
  if (!(with >= off)) return;
  Remedy remedy{"Disable speculative decoding", {}};
  remedy.apply.changes = {{std::string(drafts_key.text()), "0"}};
  page.findings.emplace_back(
      found(
          drafts_do_not_pay, {pretty(with, Unit::seconds), counted_text(around.input(drafts_key), "draft token"),
                              pretty(off, Unit::seconds), where_it_pays(around, {})}),
      std::vector<Remedy>{remedy});
}

}  // namespace llmsize
