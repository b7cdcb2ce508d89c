// SPDX-License-Identifier: Apache-2.0
// Whether a function that we declare has the arguments of the vendor's own.
#pragma once

#include <cstddef>
#include <type_traits>

namespace llmsize {

/// Types as the machine sees them: pointers and handles are one, integers and enumerations differ by their size.
template <class Type>
using Plain = std::conditional_t<
    std::is_pointer_v<Type>, void*,
    std::conditional_t<
        std::is_integral_v<Type> || std::is_enum_v<Type>, std::integral_constant<std::size_t, sizeof(Type)>, Type>>;
template <class Type>
struct Signature;
template <class Result, class... Arguments>
struct Signature<Result (*)(Arguments...)> {
  using type = void(Plain<Result>, Plain<Arguments>...);
};
template <class Ours, class Theirs>
constexpr bool same =
    std::is_same_v<typename Signature<decltype(Ours::function)>::type, typename Signature<Theirs>::type>;

}  // namespace llmsize
