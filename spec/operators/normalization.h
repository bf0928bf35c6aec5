// Operators that normalise: batch, layer and group normalisation.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(native_layer_norm, Reduction,
                   "native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float "
                   "eps) -> (Tensor, Tensor, Tensor)");
MODECHECK_OPERATOR(native_group_norm, Reduction,
                   "native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int "
                   "group, float eps) -> (Tensor, Tensor, Tensor)");

// native_batch_norm writes the running statistics in training, although its schema does not mark them as written (rule
// V3).
MODECHECK_COMPOSITE_OPERATOR(
    native_batch_norm, Reduction,
    "native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool "
    "training, float momentum, float eps) -> (Tensor, Tensor, Tensor)");

using NormalizationOperators = List<native_layer_norm, native_group_norm, native_batch_norm>;

}  // namespace modecheck::spec::operators
