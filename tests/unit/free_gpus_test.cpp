// SPDX-License-Identifier: Apache-2.0
// Room for replicas in scale-up domains, against laying them one by one.
#include "core/planning/free_gpus.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

namespace llmsize::test {
namespace {

/// Free GPUs of each domain, filled from the first on.
class Laid {
 public:
  Laid(int gpus, int domain) {
    for (int left = gpus; left > 0; left -= domain) free_.push_back(std::min(left, domain));
  }
  bool lay(int gpus) {
    const auto place = std::find_if(free_.begin(), free_.end(), [&](int each) { return each >= gpus; });
    if (place == free_.end()) return false;
    *place -= gpus;
    return true;
  }
  int fill(int gpus) {
    int count = 0;
    while (lay(gpus)) ++count;
    return count;
  }

 private:
  std::vector<int> free_{};
};

TEST_CASE("as many replicas find room as can be laid into domains, also beside others", "[serving][planning]") {
  for (const int domain : {8, 18, 72})
    for (const int gpus : {1, 8, 12, 72, 100, 144})
      for (int first = 1; first <= domain; ++first) {
        const FreeGpus all(gpus, domain);
        CHECK(all.replicas(first) == Laid(gpus, domain).fill(first));
        for (const int count : {0, 1, 3, 7})
          for (const int second : {1, 2, 5, 8}) {
            CAPTURE(domain, gpus, first, count, second);
            if (second > domain) continue;
            Laid laid(gpus, domain);
            bool fit = true;
            for (int i = 0; i < count; ++i) fit = fit && laid.lay(first);
            const auto left = all.beside(count, first);
            REQUIRE(left.has_value() == fit);
            if (fit) CHECK(left->replicas(second) == laid.fill(second));
          }
      }
}

TEST_CASE("replicas larger than a domain have whole ones, the last may end in what is left", "[serving][planning]") {
  CHECK(FreeGpus(32, 8).replicas(16) == 2);
  CHECK(FreeGpus(32, 8).replicas(12) == 2);
  CHECK(FreeGpus(20, 8).replicas(12) == 1);
  CHECK(FreeGpus(28, 8).replicas(12) == 2);
  CHECK(FreeGpus(32, 8).beside(1, 12)->replicas(8) == 2);
  CHECK(FreeGpus(28, 8).beside(2, 12)->replicas(1) == 0);
  CHECK_FALSE(FreeGpus(24, 8).beside(2, 16).has_value());
}

}  // namespace
}  // namespace llmsize::test
