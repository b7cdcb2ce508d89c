// SPDX-License-Identifier: Apache-2.0
// The search for layouts: what bounds cut is never among the best.
#include "tests/unit/cases.hpp"

#include "core/answer/answer.hpp"
#include "core/planning/goals.hpp"

#include <tbb/global_control.h>

#include <catch2/catch.hpp>

#include <algorithm>

namespace llmsize::test {
namespace {

const std::vector<NamedCase>& small_spaces() {
  static const std::vector<NamedCase> spaces{
      {"GPT-3 13B on one DGX A100",
       {{"model", "gpt3-13b"},
        {"cluster.system", "dgx-a100-640"},
        {"cluster.nodes", "1"},
        {"workload.global_batch", "64"}}},
      {"GPT-3 6.7B, offloading to CPU memory",
       {{"model", "gpt3-6.7b"},
        {"cluster.system", "dgx-a100-320"},
        {"cluster.nodes", "1"},
        {"workload.global_batch", "32"},
        {"memory.offload", "cpu"}}},
      {"Megatron 18.4B on 64 A100",
       {{"model", "megatron-18.4b"},
        {"cluster.system", "dgx-a100-640"},
        {"cluster.nodes", "8"},
        {"workload.global_batch", "256"}}},
      {"GPT-3 175B on four DGX H100, offloading to NVMe",
       {{"model", "gpt3-175b"},
        {"cluster.system", "dgx-h100"},
        {"cluster.nodes", "4"},
        {"workload.global_batch", "64"},
        {"layout.context", "1"},
        {"memory.offload", "nvme"}}},
      {"a mixture on two DGX H100", mixtral +
                                        Said{
                                            {"cluster.system", "dgx-h100"},
                                            {"cluster.nodes", "2"},
                                            {"workload.global_batch", "64"},
                                            {"workload.sequence", "4096"}}},
      {"a mixture in 8 bit on one DGX B200", mixtral +
                                                 Said{
                                                     {"cluster.system", "dgx-b200"},
                                                     {"cluster.nodes", "1"},
                                                     {"workload.precision", "fp8"},
                                                     {"workload.global_batch", "128"},
                                                     {"workload.sequence", "2048"}}},
      {"layers that stages do not divide",
       {{"model", "bloom-176b"},
        {"cluster.system", "dgx-a100-640"},
        {"cluster.nodes", "12"},
        {"layout.tensor", "4"},
        {"workload.global_batch", "96"},
        {"layout.zero", "0"},
        {"memory.offload", "cpu"}}},
      {"nothing fits",
       {{"model", "megatron-1008b"},
        {"cluster.system", "dgx-a100-640"},
        {"cluster.nodes", "1"},
        {"workload.global_batch", "8"}}},
  };
  return spaces;
}

void check_same(const SearchResult& a, const SearchResult& b) {
  REQUIRE(a.best.size() == b.best.size());
  for (std::size_t i = 0; i < a.best.size(); ++i) {
    CAPTURE(i, text(a.best[i].layout), text(b.best[i].layout));
    CHECK(a.best[i].layout == b.best[i].layout);
    CHECK(a.best[i].step_time == b.best[i].step_time);
  }
}

TEST_CASE("bounded search finds what trying every layout finds", "[planning]") {
  for (const auto& [name, said] : small_spaces()) {
    CAPTURE(name);
    const Space space = space_of(scenario_of(said), built_in());
    REQUIRE(space.size() > 100);
    const SearchResult bounded = fastest(space), all = fastest_exhaustively(space);
    check_same(bounded, all);
    CHECK(bounded.considered == space.size());
    CHECK(all.evaluated == space.size());
    CHECK(bounded.evaluated <= all.evaluated);
  }
}

TEST_CASE("the number of threads changes nothing", "[planning]") {
  const Space space = space_of(scenario_of(small_spaces()[2].said), built_in());
  const SearchResult many = fastest(space);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const SearchResult alone = fastest(space);
  check_same(many, alone);
  CHECK(many.evaluated == alone.evaluated);
  CHECK(many.infeasible == alone.infeasible);
  REQUIRE(many.sample.size() == alone.sample.size());
  for (std::size_t i = 0; i < many.sample.size(); ++i) {
    CHECK(many.sample[i].layout == alone.sample[i].layout);
    CHECK(many.sample[i].step_time == alone.sample[i].step_time);
    CHECK(many.sample[i].fits == alone.sample[i].fits);
  }
  REQUIRE(many.too_large.size() == alone.too_large.size());
  for (std::size_t i = 0; i < many.too_large.size(); ++i) CHECK(many.too_large[i].layout == alone.too_large[i].layout);
}

TEST_CASE("a sample of what was tried is bounded, and true of each of its layouts", "[planning]") {
  for (const auto& [name, said] : small_spaces()) {
    CAPTURE(name);
    const Space space = space_of(scenario_of(said), built_in());
    const SearchResult found = fastest(space, {.sample = 20});
    CHECK(found.sample.size() <= 20);
    CHECK(fastest(space, {.sample = 0}).sample.empty());
    for (const Tried& tried : found.sample) {
      Once values(space.base.values, dependents());
      values.change(changes_of(tried.layout, space.tier));
      CHECK(result_row("training.step_time").value(values) == Approx(tried.step_time).epsilon(1e-12));
      const double room = (1 - space.margin) * result_row("memory.gpu_capacity").value(values);
      if (space.tier == 0) CHECK(tried.fits == !(result_row("memory.gpu_total").value(values) > room));
    }
    for (const Candidate& large : found.too_large) {
      Once values(space.base.values, dependents());
      values.change(changes_of(large.layout, space.tier));
      const double room = (1 - space.margin) * result_row("memory.gpu_capacity").value(values);
      CHECK((space.tier > 0 || result_row("memory.gpu_total").value(values) > room));
    }
  }
}

TEST_CASE("where nothing fits, no layout overflows by less than the nearest", "[planning]") {
  const Space space = space_of(scenario_of(small_spaces().back().said), built_in());
  const std::optional<Layout> nearest = nearest_to_fit(space);
  REQUIRE(nearest);
  const auto over = [&](const Layout& layout) {
    Once values(space.base.values, dependents());
    values.change(changes_of(layout, space.tier));
    return result_row("memory.gpu_total").value(values) - result_row("memory.gpu_capacity").value(values);
  };
  CHECK(over(*nearest) > 0);
  for (const Layout& branch : space.branches)
    for (const Recompute recompute : space.recomputes)
      for (const std::uint8_t zero : space.zeros_of(branch))
        for (const bool sequence_parallel : {false, true}) {
          Layout layout = branch;
          layout.recompute = recompute;
          layout.zero = zero;
          layout.sequence_parallel = sequence_parallel && space.splits_sequences(branch);
          CHECK(over(layout) >= over(*nearest));
        }
}

TEST_CASE("a planned layout is the scenario that it prints", "[planning]") {
  for (const auto& [name, said] : small_spaces()) {
    CAPTURE(name);
    const LayoutPlan plan = plan_fastest(scenario_of(said), built_in());
    if (!plan.found()) continue;
    for (const Candidate& candidate : plan.search.best) {
      const Case completed = complete(plan.with(candidate), built_in());
      CAPTURE(text(candidate.layout));
      CHECK(result(completed, "training.step_time") == candidate.step_time);
      const Answer found = answer(completed, {{&row_of("memory.gpu_total")}});
      CHECK_FALSE(found.has_error());
    }
  }
}

TEST_CASE("what is said of the layout is held", "[planning]") {
  const Said said =
      small_spaces()[2].said + Said{{"layout.tensor", "4"}, {"layout.zero", "1"}, {"layout.recompute", "full"}};
  const LayoutPlan plan = plan_fastest(scenario_of(said), built_in());
  REQUIRE(plan.found());
  for (const Candidate& each : plan.search.best) {
    CHECK(each.layout.tensor == 4);
    CHECK(each.layout.zero == 1);
    CHECK(each.layout.recompute == Recompute::full);
  }
}

TEST_CASE("a limit cuts what is slower and nothing else", "[planning]") {
  const Space space = space_of(scenario_of(small_spaces()[0].said), built_in());
  const SearchResult all = fastest(space);
  SearchOptions within;
  within.limit = all.best[4].pace();
  const SearchResult some = fastest(space, within);
  REQUIRE(some.best.size() >= 5);
  for (const Candidate& each : some.best) CHECK(each.pace() <= within.limit);
  within.limit = all.best[0].pace() / 2;
  CHECK(fastest(space, within).best.empty());
}

TEST_CASE("a search that is cancelled says so", "[planning]") {
  SearchOptions options;
  options.cancelled = [] { return true; };
  CHECK(fastest(space_of(scenario_of(small_spaces()[2].said), built_in()), options).cut_short);
}

TEST_CASE("numbers of nodes grow coarser, and are the same from wherever they begin", "[planning]") {
  const auto all = node_counts(1);
  CHECK(std::is_sorted(all.begin(), all.end()));
  CHECK(all.size() < 800);
  CHECK(all[255] == 256);
  CHECK(all[256] == 261);
  for (std::size_t i = 256; i < all.size(); ++i) CHECK(all[i] <= all[i - 1] * (1 + 1.0 / 32));
  const auto later = node_counts(100);
  CHECK(std::equal(later.begin(), later.end(), all.end() - static_cast<std::ptrdiff_t>(later.size())));
}

TEST_CASE("a longer deadline never needs more nodes", "[planning]") {
  double before = 1e9;
  for (const char* deadline : {"20d", "30d", "45d", "60d", "90d"}) {
    const LayoutPlan plan = plan_fewest_nodes(
        scenario_of(
            {{"model", "gpt3-175b"},
             {"cluster.system", "dgx-h100"},
             {"workload.tokens", "300B"},
             {"goal.deadline", deadline},
             {"workload.global_batch", "1536"}}),
        built_in());
    CAPTURE(deadline, plan.nodes);
    REQUIRE(plan.found());
    CHECK(plan.met);
    CHECK(plan.nodes <= before);
    before = plan.nodes;
  }
}

TEST_CASE("the nearest to a goal that is missed is the plan that is shown", "[planning]") {
  const LayoutPlan plan = plan_layout(
      scenario_of(
          {{"model", "llama-3-70b"},
           {"cluster.system", "dgx-h100"},
           {"workload.tokens", "2T"},
           {"goal.deadline", "60d"},
           {"goal.racks", "3"}}),
      built_in());
  REQUIRE(plan.found());
  CHECK_FALSE(plan.met);
  const Case shown = complete(plan.with(plan.search.best.front()), built_in());
  CHECK(plan.certain == Approx(result(shown, "training.calendar_time")).epsilon(1e-9));
}

/// Table 1 of Narayanan et al. 2021 with the layouts of Megatron-LM's own scripts, and rows of its Table 2, which tells
/// neither interleave nor micro-batch: those are left to the planner on both sides. `behind` is how much longer the
/// published layout takes than the best that the model finds with the same recomputation, sharding and no context
/// parallelism, as parts add up. The rows that are more than 10 % behind are the ones whose tensor-parallel exchange
/// the model thinks avoidable by pipeline stages with much interleave.
struct PublishedLayout {
  const char *model, *gpus, *tensor, *pipeline, *interleave, *micro_batch, *global_batch;
  double behind;
};
constexpr PublishedLayout megatron_tables[] = {
    {"megatron-1.7b", "32", "1", "1", "1", "16", "512", 1.000},
    {"megatron-3.6b", "64", "2", "1", "1", "16", "512", 1.057},
    {"megatron-7.5b", "128", "4", "1", "1", "16", "512", 1.119},
    {"megatron-18.4b", "256", "8", "1", "1", "8", "1024", 1.204},
    {"megatron-39.1b", "512", "8", "2", "1", "4", "1536", 1.219},
    {"megatron-76.1b", "1024", "8", "4", "3", "2", "1792", 1.051},
    {"megatron-145.6b", "1536", "8", "8", "2", "2", "2304", 1.115},
    {"megatron-310.1b", "1920", "8", "16", "2", "1", "2160", 1.089},
    {"megatron-529.6b", "2520", "8", "35", "3", "1", "2520", 1.053},
    {"megatron-1008b", "3072", "8", "64", "1", "1", "3072", 1.054},
    {"gpt3-175b", "384", "8", "12", "", "", "1536", 1.068},
    {"gpt3-175b", "768", "8", "12", "", "", "1536", 1.075},
    {"gpt3-175b", "1536", "8", "12", "", "", "1536", 1.069},
    {"megatron-529.6b", "560", "8", "35", "", "", "2240", 1.000},
    {"megatron-529.6b", "1120", "8", "35", "", "", "2240", 1.000},
    {"megatron-529.6b", "2240", "8", "35", "", "", "2240", 1.000},
};

TEST_CASE("how far published Megatron layouts are from the best of the model", "[planning]") {
  for (const PublishedLayout& row : megatron_tables) {
    const Said work{{"model", row.model},           {"cluster.system", "dgx-a100-640"},
                    {"cluster.gpus", row.gpus},     {"workload.global_batch", row.global_batch},
                    {"workload.sequence", "2048"},  {"software.id", "megatron-2021"},
                    {"layout.recompute", "full"},   {"layout.zero", "0"},
                    {"layout.context", "1"},        {"layout.sequence_parallel", "no"},
                    {"software.search_margin", "1"}};
    Said held = work + Said{{"layout.tensor", row.tensor}, {"layout.pipeline", row.pipeline}};
    if (*row.interleave)
      held = held + Said{{"layout.interleave", row.interleave}, {"layout.micro_batch", row.micro_batch}};
    const LayoutPlan published = plan_fastest(scenario_of(held), built_in()),
                     best = plan_fastest(scenario_of(work), built_in());
    CAPTURE(row.model, row.gpus);
    REQUIRE(published.found());
    REQUIRE(best.found());
    CAPTURE(text(best.search.best.front().layout));
    CHECK(
        published.search.best.front().step_time / best.search.best.front().step_time ==
        Approx(row.behind).margin(0.005));
  }
}

TEST_CASE("the difference between two layouts names what differs", "[planning]") {
  const Layout one{.tensor = 8, .data = 4, .micro_batch = 2};
  Layout other = one;
  CHECK(difference(other, one).empty());
  other.micro_batch = 1;
  other.zero = 2;
  other.offload = Layout::offloads_optimizer;
  CHECK(
      difference(other, one) ==
      "micro-batch 1 instead of 2, ZeRO 2 instead of 0, optimizer states offloaded instead of in GPU memory");
}

}  // namespace
}  // namespace llmsize::test
