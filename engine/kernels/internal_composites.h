// Internal operators, from which composites are built and which the catalogue does not list. They are declared like the
// catalogue's operators, so that the two generic kernels work for them too.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::engine::internal {

using spec::operators::Family;
using spec::operators::Operator;

// Returns the conjugates of complex numbers in a new tensor.
MODECHECK_OPERATOR(_conj_physical, PointwiseUnary, "_conj_physical(Tensor self) -> Tensor");

// Gives a temporary tensor other sizes. The result is an alias that is not tracked as a view, because nothing else uses
// the temporary.
struct _unsafe_view : Operator<Family::Copy> {
  static constexpr std::string_view schema = "_unsafe_view(Tensor self, SymInt[] size) -> Tensor";
  static constexpr bool shares_elements = true;
};

// Adds the slices of `source` to zeros(sizes) at the positions `index` along `dim`: the derivative of index_select.
MODECHECK_OPERATOR(_index_added, Indexing, "_index_added(Tensor source, Tensor index, int[] sizes, int dim) -> Tensor");

// Adds the elements of `source` to zeros(sizes) at the positions `index` along `dim`: the derivative of gather.
MODECHECK_OPERATOR(_scatter_added, Indexing,
                   "_scatter_added(Tensor source, Tensor index, int[] sizes, int dim) -> Tensor");

}  // namespace modecheck::engine::internal
