// Declares internal operators, which the catalogue does not list and from which composites are built. They are declared
// like the catalogue's operators, so that the generic Autograd and ADInplaceOrView kernels work for them too.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::engine::internal {

using spec::operators::Family;
using spec::operators::Operator;

// Returns the conjugates of complex numbers in a new tensor.
MODECHECK_OPERATOR(_conj_physical, PointwiseUnary, "_conj_physical(Tensor self) -> Tensor");

// Gives a temporary tensor other sizes. The result is an alias that is not tracked as a view, because no other code
// uses the temporary tensor.
struct _unsafe_view : Operator<Family::Copy> {
  static constexpr std::string_view schema = "_unsafe_view(Tensor self, SymInt[] size) -> Tensor";
  static constexpr bool shares_elements = true;
};

// Returns zeros(sizes) to which the slices of `source` are added at the positions `index` along `dim`. This is the
// derivative of index_select.
MODECHECK_OPERATOR(_index_added, Indexing, "_index_added(Tensor source, Tensor index, int[] sizes, int dim) -> Tensor");

// Returns zeros(sizes) to which the elements of `source` are added at the positions `index` along `dim`. This is the
// derivative of gather.
MODECHECK_OPERATOR(_scatter_added, Indexing,
                   "_scatter_added(Tensor source, Tensor index, int[] sizes, int dim) -> Tensor");

}  // namespace modecheck::engine::internal
