// SPDX-License-Identifier: Apache-2.0
// Requests of several traffic classes on the same replicas: what is asked of one class, and of all of them together.
#pragma once

#include "core/formula/formula.hpp"
#include "core/inputs/traffic_class.hpp"

#include <span>
#include <type_traits>

namespace llmsize::serving {

/// Results that a request has by itself; all others are those of the server, whoever asks.
inline constexpr std::string_view results_of_a_request[] = {
    "serving.prompt_tokens", "serving.kept_tokens", "serving.fresh_tokens", "serving.loaded_tokens"};

/// A case as requests of one class see it: lengths, sessions and SLOs are those of the class, and
/// of the requests per second its share; the server and its queue are those of all.
template <class Case>
class InClass {
 public:
  static constexpr bool is_class = true;

  InClass(const Case& all, const TrafficClass& one) : all_(all), one_(one) {}

  template <class I>
  auto read(const I& input) const {
    constexpr std::size_t own = place_in(own_of_class, I::key), scaled = place_in(scaled_of_class, I::key);
    if constexpr (own < std::size(own_of_class))
      return all_.told(of<typename I::quantity>(one_.own[own]));
    else if constexpr (scaled < std::size(scaled_of_class))
      return one_.scaled[scaled] * all_.read(input);
    else
      return all_.read(input);
  }
  template <class F>
  auto result(const F& formula) const {
    if constexpr (is_of_a_request(F::id))
      return formula.body(*this);
    else if constexpr (F::id == "serving.requests_per_second")
      return one_.share * all_.result(formula);
    else
      return all_.result(formula);
  }
  template <class F, class... Given>
  auto call(const F& function, const Given&... given) const {
    return function.body(*this, given...);
  }
  template <class Q>
  auto told(const Q& quantity) const {
    return all_.told(quantity);
  }

 private:
  static constexpr bool is_of_a_request(std::string_view id) {
    for (const std::string_view each : results_of_a_request)
      if (each == id) return true;
    return false;
  }

  const Case& all_;
  const TrafficClass& one_;
};

/// Whether a case is that of one class among others.
template <class Case>
inline constexpr bool is_class = requires { Case::is_class; };

/// `of` the case where all requests are alike, else what `join` makes of the classes one after the other:
/// join(result so far, class, `of` the class), from `first` of the first class on.
template <class Case, class Of, class First, class Join>
auto over_classes(const Case& x, const Of& of, const First& first, const Join& join) {
  if constexpr (is_class<Case>) {
    return of(x);
  } else {
    using Number = std::decay_t<decltype(of(x))>;
    const std::span<const TrafficClass> classes = x.classes();
    if (classes.empty()) return Number(of(x));
    Number all = first(classes.front(), of(InClass(x, classes.front())));
    for (const TrafficClass& each : classes.subspan(1)) all = join(all, each, of(InClass(x, each)));
    return all;
  }
}

/// The mean of `of` over classes that weigh so much, all together 1.
template <class Case, class Weight, class Of>
auto mean_of_classes(const Case& x, const Weight& weight, const Of& of) {
  return over_classes(
      x, of, [&](const TrafficClass& one, const auto& value) { return weight(one) * value; },
      [&](const auto& sum, const TrafficClass& one, const auto& value) { return sum + weight(one) * value; });
}

/// The mean over requests.
template <class Case, class Of>
auto over_requests(const Case& x, const Of& of) {
  return mean_of_classes(
      x, [](const TrafficClass& one) { return one.share; }, of);
}
/// The mean over prompt tokens.
template <class Case, class Of>
auto over_prompt_tokens(const Case& x, const Of& of) {
  return mean_of_classes(
      x, [](const TrafficClass& one) { return one.share * one.scale_of("serving.input_tokens"); }, of);
}
/// The mean over sequences as they run together: those of long answers are there for longer.
template <class Case, class Of>
auto over_running(const Case& x, const Of& of) {
  return mean_of_classes(
      x, [](const TrafficClass& one) { return one.share * one.scale_of("serving.output_tokens"); }, of);
}
/// The sum over classes.
template <class Case, class Of>
auto sum_of_classes(const Case& x, const Of& of) {
  return mean_of_classes(
      x, [](const TrafficClass&) { return 1.0; }, of);
}
/// The least of all classes.
template <class Case, class Of>
auto least_of_classes(const Case& x, const Of& of) {
  return over_classes(
      x, of, [](const TrafficClass&, const auto& value) { return value; },
      [](const auto& least, const TrafficClass&, const auto& value) { return smaller(least, value); });
}

}  // namespace llmsize::serving
