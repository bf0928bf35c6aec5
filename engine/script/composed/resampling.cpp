#include "engine/script/composed/resampling.h"

#include <algorithm>
#include <cmath>

#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/api/number_factories.h"
#include "engine/core/errors/error.h"

namespace modecheck::engine::script {
namespace {

constexpr double kPi = 3.141592653589793;

// The weights with which each output element is the sum of input elements: a matrix [outputs, inputs].
class Weights {
 public:
  Weights(std::int64_t outputs, std::int64_t inputs) : outputs_(outputs), inputs_(inputs) {
    constexpr std::int64_t most = std::int64_t{1} << 28;
    MODECHECK_CHECK(outputs <= most / inputs, ErrorClass::OutOfMemory, "interpolate: a dimension of size ", inputs,
                    " would be resized to ", outputs, " by more weights than ", most);
    weights_.resize(static_cast<std::size_t>(outputs * inputs));
  }
  // Adds to the weight of an input element. A place outside of the dimension stands for the element at its edge.
  void add(std::int64_t output, std::int64_t input, double weight) {
    weights_[static_cast<std::size_t>(output * inputs_ + std::clamp<std::int64_t>(input, 0, inputs_ - 1))] += weight;
  }
  at::Tensor apply(const at::Tensor& input, std::int64_t dim) {
    const at::Tensor matrix = at::from_blob(weights_.data(), {outputs_, inputs_}, at::kDouble).clone();
    return input.transpose(dim, -1).matmul(matrix.to(input.options()).t()).transpose(dim, -1);
  }

 private:
  std::int64_t outputs_;
  std::int64_t inputs_;
  std::vector<double> weights_;
};

// Returns how many input elements lie between two output elements.
double scale_of(const Resizing& to, std::int64_t inputs) {
  if (to.align_corners) return to.size > 1 ? static_cast<double>(inputs - 1) / static_cast<double>(to.size - 1) : 0;
  const double scale = to.factor > 0 ? 1 / to.factor : static_cast<double>(inputs) / static_cast<double>(to.size);
  MODECHECK_CHECK(scale < 4294967296.0, ErrorClass::Argument, "interpolate: the factor ", to.factor, " is too small");
  return scale;
}

// Returns where the output element lies between the input elements.
double place_of(const Resizing& to, double scale, std::int64_t output) {
  const auto index = static_cast<double>(output);
  return to.align_corners ? index * scale : (index + 0.5) * scale - 0.5;
}

// As in libtorch, the places are computed in single precision.
at::Tensor nearest(const at::Tensor& input, std::int64_t dim, const Resizing& to, bool is_exact) {
  const std::int64_t inputs = input.size(dim);
  const auto scale = static_cast<float>(scale_of(to, inputs));
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < to.size; ++i) {
    const float place = (static_cast<float>(i) + (is_exact ? 0.5F : 0.0F)) * scale;
    places.push_back(std::min(static_cast<std::int64_t>(std::floor(place)), inputs - 1));
  }
  const at::Tensor index = at::from_blob(places.data(), {to.size}, at::kLong).clone();
  return input.index_select(dim, index.to(at::TensorOptions().device(c10::optional<c10::Device>(input.device()))));
}

// The weight of an element at a distance, in cubic convolution.
double cubic_weight(double distance, double a) {
  const double x = std::fabs(distance);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2) return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
  return 0;
}
double lanczos_weight(double distance) {
  const auto sinc = [](double x) { return x == 0 ? 1 : std::sin(kPi * x) / (kPi * x); };
  return std::fabs(distance) < 3 ? sinc(distance) * sinc(distance / 3) : 0;
}
double wide_weight(WideFilter filter, double distance) {
  if (filter == WideFilter::Linear) return std::max(0.0, 1 - std::fabs(distance));
  return filter == WideFilter::Cubic ? cubic_weight(distance, -0.5) : lanczos_weight(distance);
}

at::Tensor resized(const at::Tensor& input, std::int64_t dim, const Resizing& to, Filter filter) {
  if (filter == Filter::Nearest || filter == Filter::NearestExact)
    return nearest(input, dim, to, filter == Filter::NearestExact);
  const std::int64_t inputs = input.size(dim);
  const double scale = scale_of(to, inputs);
  Weights weights(to.size, inputs);
  for (std::int64_t i = 0; i < to.size; ++i) {
    double place = place_of(to, scale, i);
    if (filter == Filter::Linear) place = std::max(place, 0.0);
    const double low = std::floor(place);
    const auto first = static_cast<std::int64_t>(low);
    if (filter == Filter::Linear) {
      weights.add(i, first, 1 - (place - low));
      weights.add(i, first + 1, place - low);
      continue;
    }
    for (std::int64_t tap = -1; tap <= 2; ++tap)
      weights.add(i, first + tap, cubic_weight(place - low - static_cast<double>(tap), -0.75));
  }
  return weights.apply(input, dim);
}

at::Tensor resized(const at::Tensor& input, std::int64_t dim, const Resizing& to, WideFilter filter) {
  const std::int64_t inputs = input.size(dim);
  const double scale = scale_of(to, inputs);
  const double half_width = filter == WideFilter::Linear ? 1 : filter == WideFilter::Cubic ? 2 : 3;
  const double stretch = std::max(scale, 1.0);
  const double support = half_width * stretch;
  Weights weights(to.size, inputs);
  for (std::int64_t i = 0; i < to.size; ++i) {
    const double center = scale * (static_cast<double>(i) + 0.5);
    const std::int64_t first = std::max<std::int64_t>(static_cast<std::int64_t>(center - support + 0.5), 0);
    const std::int64_t last = std::min<std::int64_t>(static_cast<std::int64_t>(center + support + 0.5), inputs);
    double sum = 0;
    const auto weight = [&](std::int64_t k) {
      return wide_weight(filter, (static_cast<double>(k) - center + 0.5) / stretch);
    };
    for (std::int64_t k = first; k < last; ++k) sum += weight(k);
    for (std::int64_t k = first; k < last; ++k) weights.add(i, k, sum == 0 ? 0 : weight(k) / sum);
  }
  return weights.apply(input, dim);
}

template <typename AnyFilter>
at::Tensor all_resized(const at::Tensor& input, const std::vector<Resizing>& resizings, AnyFilter filter) {
  const auto dims = static_cast<std::int64_t>(resizings.size());
  MODECHECK_CHECK(input.dim() == dims + 2, ErrorClass::Shape, "interpolate: the input of sizes ", input.sizes(),
                  " must have ", dims + 2, " dimensions");
  at::Tensor out = input;
  for (std::int64_t i = 0; i < dims; ++i) {
    const Resizing& to = resizings[static_cast<std::size_t>(i)];
    MODECHECK_CHECK(to.size > 0 && input.size(i + 2) > 0, ErrorClass::Shape, "interpolate: the input of sizes ",
                    input.sizes(), " and the output's dimension of size ", to.size, " must have elements");
    out = resized(out, i + 2, to, filter);
  }
  return out;
}

}  // namespace

at::Tensor resampled(const at::Tensor& input, const std::vector<Resizing>& resizings, Filter filter) {
  return all_resized(input, resizings, filter);
}
at::Tensor resampled(const at::Tensor& input, const std::vector<Resizing>& resizings, WideFilter filter) {
  return all_resized(input, resizings, filter);
}

}  // namespace modecheck::engine::script
