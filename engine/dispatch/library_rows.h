// Operators beside the catalogue whose schemas are not libtorch's, or not all of them.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::engine::hidden {

using spec::operators::Family;
using spec::operators::Operator;
using spec::operators::parse;
using spec::operators::Schema;

// What native_batch_norm is made of. libtorch's operator also writes the running statistics, which its schema does not
// say; here that is a write of its own, so that it is checked and counted like any other.
// Training: `mean` and `var` are what the results will be added to; the results are the normalised input and its own
// means and (biased) variances, [C]. Else the input is normalised with them, and the other results are empty.
struct _batch_normalize : Operator<Family::Reduction> {
  static constexpr Schema schema = parse(
      "_batch_normalize(Tensor input, Tensor? weight, Tensor? bias, Tensor? mean, Tensor? var, bool training, float "
      "eps) -> (Tensor, Tensor, Tensor)");
};

}  // namespace modecheck::engine::hidden
