// Operators that reduce an element with the source elements that an index sends to it.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct scatter_reduce_two : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> "
      "Tensor";
};

struct scatter_reduce__two : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "scatter_reduce_.two(Tensor(a!) self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) "
      "-> Tensor(a!)";
};

struct scatter_reduce_two_out : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "scatter_reduce.two_out(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True, "
      "Tensor(a!) out) -> Tensor(a!)";
};

using ScatteringOperators = List<scatter_reduce_two, scatter_reduce__two, scatter_reduce_two_out>;

}  // namespace modecheck::spec::operators
