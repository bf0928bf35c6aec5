#include "engine/nn/functional/linear.h"

#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias) { return at::linear(input, weight, bias); }
Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const Tensor& bias) {
  return at::bilinear(input1, input2, weight, bias);
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
