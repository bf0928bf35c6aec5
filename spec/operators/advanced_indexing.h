// Advanced indexing: one index tensor for each dimension; an absent one stands for the whole dimension.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

// The indices of the nonzero elements, one row for each.
struct nonzero : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "nonzero(Tensor self) -> Tensor";
};

struct index_Tensor : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "index.Tensor(Tensor self, Tensor?[] indices) -> Tensor";
};

struct index_put : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor";
};

struct index_put_ : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!)";
};

using AdvancedIndexingOperators = List<index_Tensor, index_put, index_put_, nonzero>;

}  // namespace modecheck::spec::operators
