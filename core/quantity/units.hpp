// SPDX-License-Identifier: Apache-2.0
// Physical quantities in base units: bytes, floating-point operations, seconds, joules, money. Boost.Units stays behind
// these names.
#pragma once

#include <boost/units/base_dimension.hpp>
#include <boost/units/base_unit.hpp>
#include <boost/units/derived_dimension.hpp>
#include <boost/units/make_system.hpp>
#include <boost/units/quantity.hpp>
#include <boost/units/unit.hpp>

#include <concepts>
#include <type_traits>

namespace llmsize {

namespace units {
namespace bu = boost::units;

struct InformationTag : bu::base_dimension<InformationTag, 901> {};
struct ComputationTag : bu::base_dimension<ComputationTag, 902> {};
struct DurationTag : bu::base_dimension<DurationTag, 903> {};
struct EnergyTag : bu::base_dimension<EnergyTag, 904> {};
struct MoneyTag : bu::base_dimension<MoneyTag, 905> {};

template <class Tag, long Order>
struct Base : bu::base_unit<Base<Tag, Order>, typename Tag::dimension_type, Order> {};

using System = bu::make_system<
    Base<InformationTag, 901>, Base<ComputationTag, 902>, Base<DurationTag, 903>, Base<EnergyTag, 904>,
    Base<MoneyTag, 905>>::type;

template <class Tag>
using Of = bu::unit<typename Tag::dimension_type, System>;

template <class A, class B>
using Per = typename bu::divide_typeof_helper<A, B>::type;
template <class A>
using Inverse = typename bu::divide_typeof_helper<bu::unit<bu::dimensionless_type, System>, A>::type;
}  // namespace units

/// Shapes, cardinalities, shares: a plain number, protected by its name. Exact up to 2^53.
using Count = double;
using Bytes = boost::units::quantity<units::Of<units::InformationTag>>;
using Flop = boost::units::quantity<units::Of<units::ComputationTag>>;
using Seconds = boost::units::quantity<units::Of<units::DurationTag>>;
using Joules = boost::units::quantity<units::Of<units::EnergyTag>>;
using Money = boost::units::quantity<units::Of<units::MoneyTag>>;
using Bandwidth = boost::units::quantity<units::Per<Bytes::unit_type, Seconds::unit_type>>;
using FlopRate = boost::units::quantity<units::Per<Flop::unit_type, Seconds::unit_type>>;
using Watts = boost::units::quantity<units::Per<Joules::unit_type, Seconds::unit_type>>;
using Intensity = boost::units::quantity<units::Per<Flop::unit_type, Bytes::unit_type>>;
using PerSecond = boost::units::quantity<units::Inverse<Seconds::unit_type>>;

/// The number inside, in base units.
constexpr double raw(double value) { return value; }
template <class Unit>
constexpr double raw(const boost::units::quantity<Unit>& value) {
  return value.value();
}

/// A quantity of type Q from a number in base units.
template <class Q>
constexpr Q of(double base_units) {
  if constexpr (std::is_same_v<Q, double>)
    return base_units;
  else
    return Q::from_value(base_units);
}

/// The type a product or quotient should have: a dimensionless quantity is a Count.
template <class Q>
struct Simplest {
  using type = Q;
};
template <class System>
struct Simplest<boost::units::quantity<boost::units::unit<boost::units::dimensionless_type, System>>> {
  using type = Count;
};

inline constexpr Bytes byte = of<Bytes>(1);
inline constexpr Flop flop = of<Flop>(1);
inline constexpr Seconds second = of<Seconds>(1);

}  // namespace llmsize
