// Operators that the catalogue does not list and that have kernels of their own. They are rows like all others, so that
// the two generic kernels serve them. Those that are made of other operators' kernels are in ops/hidden_operators.h.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::engine::hidden {

using spec::operators::Family;
using spec::operators::Operator;

// libtorch's schemas have a generator besides; here it is chosen_generator().
struct normal_ : Operator<Family::Fill> {
  static constexpr std::string_view schema = "normal_(Tensor(a!) self, float mean=0, float std=1) -> Tensor(a!)";
};

// Integers of [from, to), or from `from` on.
struct random__from : Operator<Family::Fill> {
  static constexpr std::string_view schema = "random_.from(Tensor(a!) self, int from, int? to) -> Tensor(a!)";
};

// zeros(sizes) whose first elements are those of `self` where `mask` is true, in order: the derivative of
// masked_scatter.
struct _masked_taken : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "_masked_taken(Tensor self, Tensor mask, int[] sizes) -> Tensor";
};

}  // namespace modecheck::engine::hidden
