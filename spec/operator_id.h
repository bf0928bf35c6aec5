// The ids of the catalogue's rows, which are types.
#pragma once

#include <cstddef>
#include <type_traits>

#include "spec/operation.h"
#include "spec/operators/catalogue.h"

namespace modecheck::spec {

namespace detail {
// Not a fold: compilers nest those only so deep.
template <typename Row, typename... Rows>
constexpr int index_in(operators::List<Rows...>) {
  constexpr bool is_row[] = {std::is_same_v<Row, Rows>...};
  for (std::size_t i = 0; i < sizeof...(Rows); ++i)
    if (is_row[i]) return static_cast<int>(i);
  return -1;
}
}  // namespace detail

// The id of a catalogue row: id_of<operators::add_Tensor>().
template <typename Row>
constexpr OperationId id_of() {
  constexpr int index = detail::index_in<Row>(operators::Catalogue{});
  static_assert(index >= 0, "not a row of the catalogue");
  return static_cast<OperationId>(kExtras + index);
}

}  // namespace modecheck::spec
