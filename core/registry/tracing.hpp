// SPDX-License-Identifier: Apache-2.0
// The world of derivations: every number carries its tree; one input or result is one shared node.
#pragma once

#include "core/formula/traced.hpp"
#include "core/inputs/worlds.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace llmsize {

/// The arguments of a function inside its body: each is called as the function calls it.
std::vector<Traced<double>> inside(const About& about, const std::vector<Traced<double>>& arguments);

/// What a function comes to at arguments that its body knows by name.
template <class F, std::size_t... I>
Traced<double> traced_body(
    const F& function, const class Tracing& x, const std::vector<Traced<double>>& at, std::index_sequence<I...>) {
  using Q = typename F::quantity;
  const auto body = lift(function.body(
      x, Traced<typename F::template argument<I>>{of<typename F::template argument<I>>(at[I].value), at[I].node}...));
  return {raw(Q(body.value)), body.node};
}
template <class F>
Traced<double> traced_body(const F& function, const class Tracing& x, const std::vector<Traced<double>>& arguments) {
  return traced_body(function, x, inside(function.about, arguments), std::make_index_sequence<F::arity>());
}

/// Derived inputs and results of the library come through the registry's rows, so that every body is compiled once,
/// whoever reads it.
class Tracing {
 public:
  /// Whether a function is told again at every argument, or once: enough for who asks what it reads.
  enum class Bodies { every, once };
  explicit Tracing(const Values& values, Bodies bodies = Bodies::every)
      : values_(&values), bodies_(bodies), inputs_(input_count), results_(most_formulas) {}
  /// The world of the prefill workers of a case: results and functions that rest on their degrees are functions of
  /// these, all else is that of the case.
  Tracing(const Tracing& decoding, Values prefilling);

  template <class I>
  Traced<typename I::quantity> read(const I&) const {
    const NodePtr& node = input(InputKey::at(slot_of<I>));
    return {of<typename I::quantity>(node->value), node};
  }

  template <class F>
  Traced<typename F::quantity> result(const F& formula) const {
    using Q = typename F::quantity;
    if constexpr (F::listed) {
      const NodePtr& node = result(ResultKey::at(F::slot()));
      return {of<Q>(node->value), node};
    } else {
      NodePtr& node = results_[F::slot()];
      if (!node) {
        const auto body = lift(formula.body(*this));
        node = named(formula.about, {Q(body.value), body.node});
      }
      return {of<Q>(node->value), node};
    }
  }

  /// A function's node is shared by all who call it at the same arguments.
  template <class F, class... Given>
  Traced<typename F::quantity> call(const F& function, const Given&... given) const {
    const Arguments arguments = untyped<F>(std::index_sequence_for<Given...>(), lift(given)...);
    const bool once = bodies_ == Bodies::once;
    NodePtr& node = calls_[called(function.about, once ? Arguments() : arguments)];
    if (!node) node = call_of(function, arguments);
    const NodePtr told = once ? called_again(node, arguments) : node;
    return {of<typename F::quantity>(told->value), told};
  }

  template <class R, class... Given>
  Traced<typename R::quantity> root(const R& root, const Given&... given) const {
    using Q = typename R::quantity;
    const Q value = root(plain(), given.value...);
    const auto unknown =
        std::make_shared<Node>(Node{Node::Kind::argument, raw(value), unit_of<Q>(), {}, {}, {}, root.symbol});
    const auto rest = lift(root.rest(*this, given..., Traced<Q>{value, unknown}));
    const auto least = lift(root.least(*this, given...)), most = lift(root.most(*this, given...));
    return {
        value,
        std::make_shared<Node>(Node{
            Node::Kind::solve, raw(value), unit_of<Q>(), {}, {}, {rest.node, least.node, most.node}, root.symbol})};
  }

  template <class F, class Cv2, class... Given>
  Traced<typename F::quantity> average(const F& function, const Cv2& cv2, const Given&... given) const {
    using Q = typename F::quantity;
    const auto spread = lift(cv2);
    const Q value = plain().average(function, spread.value, lift(given).value...);
    const NodePtr at_mean = call(function, 1.0, given...).node;
    return {
        value, std::make_shared<Node>(
                   Node{Node::Kind::average, raw(value), unit_of<Q>(), &function.about, {}, {at_mean, spread.node}})};
  }

  /// A plain quantity as a number of this world: a literal.
  template <class Q>
  auto told(const Q& quantity) const {
    return lift(quantity);
  }
  std::span<const TrafficClass> classes() const { return values_->classes(); }

  /// Asked what it reads, a case reads all that prefill workers may have of their own.
  const Tracing& prefilling() const;
  /// The same case in plain numbers.
  const Once& plain() const;
  /// The node of an input or result by its id.
  const NodePtr& input(InputKey key) const;
  const NodePtr& result(ResultKey key) const;

 private:
  using Arguments = std::vector<Traced<double>>;
  /// A function and what it is called at, told by the first that was like it.
  using Called = std::pair<const About*, std::vector<const Node*>>;
  Called called(const About& about, const Arguments& arguments) const;
  /// What makes nodes alike: what they are and what is in them, down to inputs, results and calls, of which one is one
  /// node. What a function is asked at is the same in the functions that it calls, where it has the same name.
  struct Alike {
    Node::Kind kind;
    double literal;  ///< 0 of all others
    std::string_view symbol;
    std::vector<const Node*> parts;
    auto operator<=>(const Alike&) const = default;
  };
  const Node* first_like(const NodePtr& node) const;
  static NodePtr called_again(const NodePtr& call, const Arguments& arguments);
  NodePtr called_node(const About& about, const Arguments& arguments, const Traced<double>& body) const;
  NodePtr listed_call(FunctionKey key, const Arguments& arguments) const;

  template <class F, std::size_t... I, class... Given>
  static Arguments untyped(std::index_sequence<I...>, const Given&... given) {
    return {Traced<double>{raw(typename F::template argument<I>(given.value)), given.node}...};
  }
  template <class F>
  NodePtr call_of(const F& function, const Arguments& arguments) const {
    if constexpr (F::listed)
      return listed_call(FunctionKey::find(F::id).value(), arguments);
    else
      return called_node(function.about, arguments, traced_body(function, *this, arguments));
  }

  template <class Q>
  static NodePtr named(const About& about, const Traced<Q>& body) {
    return std::make_shared<Node>(Node{Node::Kind::result, raw(body.value), about.unit, &about, {}, {body.node}});
  }

  /// The degrees of prefill workers, in the world of these.
  std::vector<NodePtr> own_degrees() const;
  bool rests_on_degrees(ResultKey key) const;

  const Tracing* decoding_ = nullptr;  ///< in the world of prefill workers: that of the case
  Values own_{};
  const Values* values_;
  Bodies bodies_;
  mutable Own<Tracing> prefilling_{};
  mutable std::vector<NodePtr> inputs_, results_;
  mutable std::map<Called, NodePtr> calls_;
  mutable std::map<Alike, NodePtr> firsts_;
  mutable std::optional<Once> plain_;
};

}  // namespace llmsize
