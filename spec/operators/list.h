// Lists of operators, as C++ types.
#pragma once

namespace modecheck::spec::operators {

template <typename... Rows>
struct List {
  static constexpr int size = sizeof...(Rows);
};

namespace detail {

template <typename... Lists>
struct Joined;
template <typename... Rows>
struct Joined<List<Rows...>> {
  using type = List<Rows...>;
};
template <typename... First, typename... Second, typename... Lists>
struct Joined<List<First...>, List<Second...>, Lists...> : Joined<List<First..., Second...>, Lists...> {};

}  // namespace detail

// Joins several lists of operators into one list.
template <typename... Lists>
using Join = typename detail::Joined<Lists...>::type;

}  // namespace modecheck::spec::operators
