// Operators that move elements, and operators on diagonals.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct roll : Operator<Family::Joining> {
  static constexpr std::string_view schema = "roll(Tensor self, int[1] shifts, int[1] dims=[]) -> Tensor";
};

struct diag_embed : Operator<Family::Joining> {
  static constexpr std::string_view schema =
      "diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor";
};

struct trace : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "trace(Tensor self) -> Tensor";
};

// Sliding windows along a dimension, which may share elements.
struct unfold : Operator<Family::View> {
  static constexpr std::string_view schema = "unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)";
};

using ArrangementOperators = List<roll, diag_embed, trace, unfold>;

}  // namespace modecheck::spec::operators
