// Normalisation.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct native_layer_norm : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> (Tensor, "
      "Tensor, Tensor)";
};

struct native_group_norm : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, float "
      "eps) -> (Tensor, Tensor, Tensor)";
};

// In training it writes the running statistics, although its schema does not say so (V3).
struct native_batch_norm : Operator<Family::Reduction, Made::Composite> {
  static constexpr std::string_view schema =
      "native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool "
      "training, float momentum, float eps) -> (Tensor, Tensor, Tensor)";
};

using NormalizationOperators = List<native_layer_norm, native_group_norm, native_batch_norm>;

}  // namespace modecheck::spec::operators
