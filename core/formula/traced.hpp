// SPDX-License-Identifier: Apache-2.0
// The traced world's number: a quantity that remembers how it was computed. Heavy to compile; only the registry
// instantiates it.
#pragma once

#include "core/formula/functions.hpp"
#include "core/formula/node.hpp"

namespace llmsize {

template <class Q>
struct Traced {
  using quantity = Q;
  Q value{};
  NodePtr node{};
};

template <class T>
inline constexpr bool is_traced = false;
template <class Q>
inline constexpr bool is_traced<Traced<Q>> = true;

template <class... T>
concept AnyTraced = (is_traced<T> || ...);

/// A traced number as it is, a plain one as a literal.
template <class T>
auto lift(const T& v) {
  if constexpr (is_traced<T>)
    return v;
  else {
    return Traced<Simple<T>>{
        Simple<T>(v), std::make_shared<Node>(Node{Node::Kind::literal, raw(Simple<T>(v)), unit_of<Simple<T>>()})};
  }
}

/// A number made of others by an operation.
template <class Q, class... Parts>
auto join(Node::Kind kind, const Q& value, const Traced<Parts>&... parts) {
  return Traced<Simple<Q>>{
      Simple<Q>(value),
      std::make_shared<Node>(Node{kind, raw(Simple<Q>(value)), unit_of<Simple<Q>>(), {}, {}, {parts.node...}})};
}

/// A function of plain quantities, applied to traced ones and remembered as `kind`.
template <class Function, class... T>
auto apply_traced(Node::Kind kind, Function function, const T&... arguments) {
  return [&](const auto&... lifted) { return join(kind, function(lifted.value...), lifted...); }(lift(arguments)...);
}

// One line per operation: its name here, how plain quantities do it, its name in derivations.
#define LLMSIZE_TRACED_OPERATOR(op, kind)                                             \
  template <class A, class B>                                                         \
    requires AnyTraced<A, B>                                                          \
  auto operator op(const A& a, const B& b) {                                          \
    return apply_traced(                                                              \
        Node::Kind::kind, [](const auto& u, const auto& v) { return u op v; }, a, b); \
  }
LLMSIZE_TRACED_OPERATOR(+, add)
LLMSIZE_TRACED_OPERATOR(-, subtract)
LLMSIZE_TRACED_OPERATOR(*, multiply)
LLMSIZE_TRACED_OPERATOR(/, divide)
#undef LLMSIZE_TRACED_OPERATOR

#define LLMSIZE_TRACED_FUNCTION(name)                                                 \
  template <class... T>                                                               \
    requires AnyTraced<T...>                                                          \
  auto name(const T&... arguments) {                                                  \
    return apply_traced(                                                              \
        Node::Kind::name, [](const auto&... v) { return name(v...); }, arguments...); \
  }
LLMSIZE_TRACED_FUNCTION(less)
LLMSIZE_TRACED_FUNCTION(equal)
LLMSIZE_TRACED_FUNCTION(choose)
LLMSIZE_TRACED_FUNCTION(larger)
LLMSIZE_TRACED_FUNCTION(smaller)
LLMSIZE_TRACED_FUNCTION(smooth_larger)
LLMSIZE_TRACED_FUNCTION(otherwise)
LLMSIZE_TRACED_FUNCTION(known)
LLMSIZE_TRACED_FUNCTION(ceil)
LLMSIZE_TRACED_FUNCTION(floor)
LLMSIZE_TRACED_FUNCTION(remainder)
LLMSIZE_TRACED_FUNCTION(least_divisor)
LLMSIZE_TRACED_FUNCTION(power)
LLMSIZE_TRACED_FUNCTION(log2)
LLMSIZE_TRACED_FUNCTION(exp)
LLMSIZE_TRACED_FUNCTION(gamma_share)
#undef LLMSIZE_TRACED_FUNCTION

template <class Q, class Then, class B>
auto where(const Traced<Q>& condition, const Then& then, const B& other) {
  return choose(condition, then(), other);
}

template <class Q>
auto squared(const Traced<Q>& v) {
  return join(Node::Kind::power, v.value * v.value, v, lift(2.0));
}

}  // namespace llmsize
