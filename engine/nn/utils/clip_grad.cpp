#include "engine/nn/utils/clip_grad.h"

#include <limits>

#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace utils {

double clip_grad_norm_(std::vector<at::Tensor> parameters, double max_norm, double norm_type, bool error_if_nonfinite) {
  const at::NoGradGuard quiet;
  std::vector<at::Tensor> gradients;
  std::vector<at::Tensor> norms;
  const bool is_maximum = norm_type == std::numeric_limits<double>::infinity();
  for (const at::Tensor& parameter : parameters) {
    if (!parameter.grad().defined()) continue;
    gradients.push_back(parameter.grad().data());
    norms.push_back(is_maximum ? gradients.back().abs().max() : gradients.back().norm(norm_type));
  }
  if (gradients.empty()) return 0.0;
  at::Tensor total;
  if (norm_type == 0)
    total = at::full({}, static_cast<double>(gradients.size()));
  else if (norms.size() == 1)
    total = norms[0];
  else
    total = is_maximum ? at::stack(norms).max() : at::stack(norms).norm(norm_type);
  const double out = total.item<double>();
  MODECHECK_ARGUMENT(!error_if_nonfinite || std::isfinite(out), "The total norm of order ", norm_type,
                     " for gradients from `parameters` is non-finite, so it cannot be clipped. To disable this error "
                     "and scale the gradients with the non-finite norm anyway, set `error_if_nonfinite=false`");
  const at::Tensor factor = (max_norm / (total + 1e-6)).clamp_max(1.0);
  for (const at::Tensor& gradient : gradients) gradient.mul_(factor);
  return out;
}

double clip_grad_norm_(std::initializer_list<at::Tensor> parameters, double max_norm, double norm_type,
                       bool error_if_nonfinite) {
  return clip_grad_norm_(std::vector<at::Tensor>(parameters), max_norm, norm_type, error_if_nonfinite);
}

double clip_grad_norm_(at::Tensor parameter, double max_norm, double norm_type, bool error_if_nonfinite) {
  return clip_grad_norm_(std::vector<at::Tensor>{std::move(parameter)}, max_norm, norm_type, error_if_nonfinite);
}

void clip_grad_value_(std::vector<at::Tensor> parameters, double clip_value) {
  const at::NoGradGuard quiet;
  for (const at::Tensor& parameter : parameters)
    if (parameter.grad().defined()) parameter.grad().data().clamp_(-clip_value, clip_value);
}

void clip_grad_value_(std::initializer_list<at::Tensor> parameters, double clip_value) {
  clip_grad_value_(std::vector<at::Tensor>(parameters), clip_value);
}

void clip_grad_value_(at::Tensor parameter, double clip_value) {
  clip_grad_value_(std::vector<at::Tensor>{std::move(parameter)}, clip_value);
}

}  // namespace utils
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
