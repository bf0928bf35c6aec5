// Operators that pick elements of a tensor by value, by mask or by position.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

// Over the whole tensor.
struct max : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "max(Tensor self) -> Tensor";
};

struct min : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "min(Tensor self) -> Tensor";
};

struct median : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "median(Tensor self) -> Tensor";
};

struct masked_select : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "masked_select(Tensor self, Tensor mask) -> Tensor";
};

// The indices count the elements of `self` in row-major order.
struct take : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "take(Tensor self, Tensor index) -> Tensor";
};

using SelectionOperators = List<max, min, median, masked_select, take>;

}  // namespace modecheck::spec::operators
