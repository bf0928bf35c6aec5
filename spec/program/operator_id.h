// Returns the ids of the catalogue's operators. In C++, each operator is a type.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "spec/operators/catalogue.h"
#include "spec/program/operation.h"

namespace modecheck::spec {

namespace detail {

template <typename Row, std::size_t index>
struct Place {};

// Lets overload resolution find an operator's index: the class derives from one base class for each operator. Comparing
// an operator with all others one by one would cost seconds of compile time in a file that uses every id.
template <typename Indices, typename Rows>
struct Places;
template <std::size_t... indices, typename... Rows>
struct Places<std::index_sequence<indices...>, operators::List<Rows...>> : Place<Rows, indices>... {};
using CataloguePlaces = Places<std::make_index_sequence<operators::Catalogue::size>, operators::Catalogue>;

template <typename Row, std::size_t index>
std::integral_constant<std::size_t, index> place_of(const Place<Row, index>* /*row*/);

}  // namespace detail

// Returns the id of an operator: id_of<operators::add_Tensor>(). A type that is not in the catalogue does not compile.
template <typename Row>
constexpr OperationId id_of() {
  using Found = decltype(detail::place_of<Row>(static_cast<const detail::CataloguePlaces*>(nullptr)));
  return static_cast<OperationId>(kBuiltinCommands + Found::value);
}

}  // namespace modecheck::spec
