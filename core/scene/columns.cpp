// SPDX-License-Identifier: Apache-2.0
#include "core/scene/columns.hpp"

#include <algorithm>
#include <numeric>

namespace llmsize::scene {
namespace {

double sum(const std::vector<double>& widths) { return std::accumulate(widths.begin(), widths.end(), 0.0); }

/// The least width up to `natural` at which a column has fewer lines, within a pixel.
double with_fewer_lines(std::size_t column, double width, double natural, const LinesAt& lines) {
  const std::size_t now = lines(column, width);
  double enough = natural;
  while (enough - width > 1) {
    const double middle = (width + enough) / 2;
    (lines(column, middle) < now ? enough : width) = middle;
  }
  return enough;
}

}  // namespace

std::vector<double> few_lines(
    const std::vector<double>& least, const std::vector<double>& natural, double room, const LinesAt& lines) {
  std::vector<double> widths = least;
  double left = room - sum(least);
  std::vector<std::size_t> broken(widths.size());
  const auto count_broken = [&](std::size_t i) { return lines(i, widths[i]) - lines(i, natural[i]); };
  for (std::size_t i = 0; i < widths.size(); ++i)
    if (natural[i] > widths[i]) broken[i] = count_broken(i);
  for (;;) {
    const auto most = std::max_element(broken.begin(), broken.end());
    if (most == broken.end() || *most == 0 || left <= 0) break;
    const auto column = static_cast<std::size_t>(most - broken.begin());
    const double wider = with_fewer_lines(column, widths[column], natural[column], lines),
                 more = wider - widths[column];
    if (more > left) {
      *most = 0;
      continue;
    }
    left -= more;
    widths[column] = wider;
    *most = std::min(*most - 1, count_broken(column));
  }
  const double lacking = sum(natural) - sum(widths);
  if (lacking <= 0 || left <= 0) return widths;
  const double part = std::min(1.0, left / lacking);
  for (std::size_t i = 0; i < widths.size(); ++i) widths[i] += (natural[i] - widths[i]) * part;
  return widths;
}

}  // namespace llmsize::scene
