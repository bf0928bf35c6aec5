// Operators that reduce consecutive segments along an axis.
#pragma once

#include <string_view>

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct segment_reduce : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? offsets=None, "
      "int axis=0, bool unsafe=False, Scalar? initial=None) -> Tensor";
  // segment_reduce: lengths, indices and offsets are integers, so there is no derivative with respect to them.
  static constexpr bool is_constant(std::string_view argument) {
    return argument == "lengths" || argument == "indices" || argument == "offsets";
  }
  static constexpr bool rejects_gradient(std::string_view argument) { return is_constant(argument); }
};

using SegmentOperators = List<segment_reduce>;

}  // namespace modecheck::spec::operators
