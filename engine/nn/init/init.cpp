#include "engine/nn/init/init.h"

#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace init {

namespace {

// The standard deviation of the Kaiming initialisations.
double kaiming_deviation(const Tensor& tensor, double a, const FanModeType& mode,
                         const NonlinearityType& nonlinearity) {
  const auto [fan_in, fan_out] = _calculate_fan_in_and_fan_out(tensor);
  const std::int64_t fan = enumtype::holds_alternative<enumtype::kFanIn>(mode) ? fan_in : fan_out;
  return calculate_gain(nonlinearity, a) / std::sqrt(static_cast<double>(fan));
}

double xavier_deviation(const Tensor& tensor, double gain) {
  const auto [fan_in, fan_out] = _calculate_fan_in_and_fan_out(tensor);
  return gain * std::sqrt(2.0 / static_cast<double>(fan_in + fan_out));
}

// Orthonormalises the columns of a matrix, which has at least as many rows, by Householder reflections. The triangular
// factor gets a positive diagonal.
Tensor orthonormal_columns(const Tensor& matrix) {
  modecheck::engine::sizes_as_numbers("orthogonal_", matrix);
  const std::int64_t rows = matrix.size(0);
  const std::int64_t columns = matrix.size(1);
  const Tensor reduced = matrix.to(at::kDouble).clone();
  Tensor result = at::eye(rows, reduced.options());
  std::vector<double> signs;
  for (std::int64_t i = 0; i < columns; ++i) {
    const Tensor below = reduced.slice(0, i).select(1, i).clone();
    const double head = below[0].item<double>();
    const double length = below.norm().item<double>();
    const double diagonal = head > 0 ? -length : length;
    signs.push_back(diagonal < 0 ? -1. : 1.);
    below[0] = head - diagonal;
    const double square = below.dot(below).item<double>();
    if (square == 0) continue;
    const Tensor rest = reduced.slice(0, i);
    rest.sub_(below.outer(below.matmul(rest)).mul_(2 / square));
    const Tensor ends = result.slice(1, i);
    ends.sub_(ends.matmul(below).outer(below).mul_(2 / square));
  }
  const Tensor first = result.slice(1, 0, columns);
  return first * at::tensor(signs, first.options());
}

}  // namespace

double calculate_gain(NonlinearityType nonlinearity, double param) {
  if (enumtype::holds_alternative<enumtype::kTanh>(nonlinearity)) return 5.0 / 3.0;
  if (enumtype::holds_alternative<enumtype::kReLU>(nonlinearity)) return std::sqrt(2.0);
  if (enumtype::holds_alternative<enumtype::kLeakyReLU>(nonlinearity)) return std::sqrt(2.0 / (1 + param * param));
  return 1.0;
}

Tensor constant_(Tensor tensor, c10::Scalar value) {
  const at::NoGradGuard quiet;
  return tensor.fill_(value);
}

Tensor dirac_(Tensor tensor) {
  modecheck::engine::sizes_as_numbers("dirac_", tensor);
  const at::NoGradGuard quiet;
  MODECHECK_ARGUMENT(tensor.dim() >= 3 && tensor.dim() <= 5,
                     "Only tensors with 3, 4, or 5 dimensions are supported, but got ", tensor.dim());
  tensor.zero_();
  const std::int64_t channels = std::min(tensor.size(0), tensor.size(1));
  for (std::int64_t i = 0; i < channels; ++i) {
    Tensor place = tensor[i][i];
    while (place.dim() > 0) place = place.select(0, place.size(0) / 2);
    place.fill_(1);
  }
  return tensor;
}

Tensor eye_(Tensor matrix) {
  modecheck::engine::sizes_as_numbers("eye_", matrix);
  const at::NoGradGuard quiet;
  MODECHECK_ARGUMENT(matrix.dim() == 2, "Only tensors with 2 dimensions are supported, but got ", matrix.dim());
  return matrix.copy_(at::eye(matrix.size(0), matrix.size(1), matrix.options()));
}

Tensor normal_(Tensor tensor, double mean, double std) {
  const at::NoGradGuard quiet;
  return tensor.normal_(mean, std);
}

Tensor ones_(Tensor tensor) { return constant_(std::move(tensor), 1); }

Tensor orthogonal_(Tensor tensor, double gain) {
  modecheck::engine::sizes_as_numbers("orthogonal_", tensor);
  const at::NoGradGuard quiet;
  MODECHECK_ARGUMENT(tensor.dim() >= 2, "Only tensors with 2 or more dimensions are supported, but got ", tensor.dim());
  const std::int64_t rows = tensor.size(0);
  const std::int64_t columns = rows == 0 ? 0 : tensor.numel() / rows;
  const Tensor drawn = at::randn({rows, columns}, tensor.options().requires_grad(false));
  const Tensor matrix = rows < columns ? orthonormal_columns(drawn.t()).t() : orthonormal_columns(drawn);
  tensor.view_as(tensor).copy_(matrix.reshape(tensor.sizes()));
  return tensor.mul_(gain);
}

Tensor sparse_(Tensor tensor, double sparsity, double std) {
  modecheck::engine::sizes_as_numbers("sparse_", tensor);
  const at::NoGradGuard quiet;
  MODECHECK_ARGUMENT(tensor.dim() == 2, "Only tensors with 2 dimensions are supported, but got ", tensor.dim());
  const std::int64_t rows = tensor.size(0);
  const auto zeros = static_cast<std::int64_t>(std::ceil(sparsity * static_cast<double>(rows)));
  tensor.normal_(0, std);
  for (std::int64_t column = 0; column < tensor.size(1); ++column) {
    const Tensor chosen = at::randperm(rows, at::TensorOptions(at::kLong).device(tensor.device())).slice(0, 0, zeros);
    tensor.select(1, column).index_fill_(0, chosen, 0);
  }
  return tensor;
}

Tensor uniform_(Tensor tensor, double low, double high) {
  const at::NoGradGuard quiet;
  return tensor.uniform_(low, high);
}

Tensor kaiming_normal_(Tensor tensor, double a, FanModeType mode, NonlinearityType nonlinearity) {
  const double std = kaiming_deviation(tensor, a, mode, nonlinearity);
  return normal_(std::move(tensor), 0, std);
}

Tensor kaiming_uniform_(Tensor tensor, double a, FanModeType mode, NonlinearityType nonlinearity) {
  const double bound = std::sqrt(3.0) * kaiming_deviation(tensor, a, mode, nonlinearity);
  return uniform_(std::move(tensor), -bound, bound);
}

Tensor xavier_normal_(Tensor tensor, double gain) {
  const double std = xavier_deviation(tensor, gain);
  return normal_(std::move(tensor), 0, std);
}

Tensor xavier_uniform_(Tensor tensor, double gain) {
  const double bound = std::sqrt(3.0) * xavier_deviation(tensor, gain);
  return uniform_(std::move(tensor), -bound, bound);
}

Tensor zeros_(Tensor tensor) { return constant_(std::move(tensor), 0); }

std::tuple<std::int64_t, std::int64_t> _calculate_fan_in_and_fan_out(const Tensor& tensor) {
  modecheck::engine::sizes_as_numbers("_calculate_fan_in_and_fan_out", tensor);
  MODECHECK_ARGUMENT(tensor.dim() >= 2,
                     "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions");
  std::int64_t field = 1;
  for (std::int64_t i = 2; i < tensor.dim(); ++i) field *= tensor.size(i);
  return {tensor.size(1) * field, tensor.size(0) * field};
}

}  // namespace init
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
