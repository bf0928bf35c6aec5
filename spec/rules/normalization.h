// Rules for operators that normalise each group of elements to mean zero and standard deviation one.
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

// Infers the result's metadata for layer_norm, over the last dimensions. The inputs are the tensor, then weight and
// bias if they are present. A mean over no elements is unspecified.
OutputMeta infer_layer_norm(const CallTensors& tensors, const IntList& normalized_shape);

// The sizes that native_group_norm is given for the input, whatever sizes the input itself has.
struct GroupedSizes {
  std::int64_t batch = 0;
  std::int64_t channels = 0;
  std::int64_t pixels = 0;
  std::int64_t groups = 0;
};

// Infers the result's metadata for group_norm: normalises over the channels of each group and all dimensions behind
// them. The input must be contiguous or channels last. Two cases are unspecified: a channels-last input whose sizes
// differ from the given sizes, and a mean over no elements.
OutputMeta infer_group_norm(const CallTensors& tensors, const GroupedSizes& sizes);

// The tensor arguments of batch norm: input, weight, bias, running_mean, running_var; null means absent.
struct BatchNormTensors {
  std::array<const Geometry*, 5> given{};
};
OutputMeta infer_batch_norm(const BatchNormTensors& tensors, bool training);

}  // namespace modecheck::spec
