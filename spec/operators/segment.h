// Reductions of segments. Not in the catalogue: random programs do not draw them.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct segment_reduce : Operator<Family::Reduction> {
  static constexpr Schema schema = parse(
      "segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? offsets=None, "
      "int axis=0, bool unsafe=False, Scalar? initial=None) -> Tensor");
};

using SegmentRows = List<segment_reduce>;

}  // namespace modecheck::spec::operators
