// Operators that composites are made of and that the catalogue does not list. They are rows like all others, so that
// the two generic kernels serve them.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::engine::hidden {

using spec::operators::Family;
using spec::operators::Operator;

// The conjugates of complex numbers, in a tensor of their own.
struct _conj_physical : Operator<Family::PointwiseUnary> {
  static constexpr std::string_view schema = "_conj_physical(Tensor self) -> Tensor";
};

// A temporary under other sizes. Nobody else has the temporary, so nobody can tell that this is an alias of it.
struct _unsafe_view : Operator<Family::Copy> {
  static constexpr std::string_view schema = "_unsafe_view(Tensor self, SymInt[] size) -> Tensor";
  static constexpr bool shares_elements = true;
};

// zeros(sizes) with `source`'s slices added along `dim` where `index` says: the derivative of index_select.
struct _index_added : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "_index_added(Tensor source, Tensor index, int[] sizes, int dim) -> Tensor";
};

// zeros(sizes) with `source`'s elements added along `dim` where `index` says: the derivative of gather.
struct _scatter_added : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "_scatter_added(Tensor source, Tensor index, int[] sizes, int dim) -> Tensor";
};

}  // namespace modecheck::engine::hidden
