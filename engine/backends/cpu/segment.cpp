// segment_reduce: computed in double and rounded once.
#include "spec/operators/segment.h"

#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>

#include "engine/backends/cpu/checks.h"
#include "engine/backends/cpu/elements.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/allocate.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine {

using namespace backends;  // NOLINT: this unit is the room's own

namespace {

constexpr const char* kName = "segment_reduce";

enum class Reduce : std::uint8_t { Sum, Prod, Mean, Max, Min };

Reduce reduce_of(std::string_view name) {
  if (name == "sum") return Reduce::Sum;
  if (name == "prod") return Reduce::Prod;
  if (name == "mean") return Reduce::Mean;
  if (name == "max") return Reduce::Max;
  if (name == "min") return Reduce::Min;
  raise(ErrorClass::Argument, kName, ": unsupported reduction given: ", name, "; use sum, prod, mean, max or min");
}

double start_of(Reduce reduce) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return reduce == Reduce::Max ? -infinity : reduce == Reduce::Min ? infinity : reduce == Reduce::Prod ? 1.0 : 0.0;
}

// The result of one segment, whose elements are `inner` apart.
template <typename T>
double reduced(Reduce reduce, const T* from, std::int64_t inner, std::int64_t length, const double* initial) {
  double value = initial != nullptr ? *initial : start_of(reduce);
  for (std::int64_t i = 0; i < length; ++i) {
    const auto element = static_cast<double>(convert<Computed<T>>(from[i * inner]));
    if (reduce == Reduce::Sum || reduce == Reduce::Mean)
      value += element;
    else if (reduce == Reduce::Prod)
      value *= element;
    else if (std::isnan(element) || (reduce == Reduce::Max ? element > value : element < value))
      value = element;
  }
  if (reduce != Reduce::Mean) return value;
  if (length == 0) return initial != nullptr ? value : std::numeric_limits<double>::quiet_NaN();
  return value / static_cast<double>(length);
}

struct Shape {
  std::int64_t outer = 1;
  std::int64_t size = 0;
  std::int64_t inner = 1;
  std::int64_t segments = 0;
};

// Whether the lengths are such that every element read is there. `bounds`: the numbers are offsets instead.
void check_lengths(const Shape& shape, const std::int64_t* numbers, bool bounds, bool sum_is_known) {
  const std::int64_t row = shape.segments + (bounds ? 1 : 0);
  for (std::int64_t outer = 0; outer < shape.outer; ++outer) {
    std::int64_t total = bounds ? numbers[outer * row] : 0;
    MODECHECK_CHECK(total >= 0, ErrorClass::Argument, kName, ": expected offsets that are not negative");
    for (std::int64_t s = 0; s < shape.segments; ++s) {
      const std::int64_t length =
          bounds ? numbers[outer * row + s + 1] - numbers[outer * row + s] : numbers[outer * row + s];
      MODECHECK_CHECK(length >= 0, ErrorClass::Argument, kName, ": lengths contains negative value: ", length);
      total += length;
    }
    MODECHECK_CHECK(total == shape.size || (!sum_is_known && total < shape.size), ErrorClass::Argument, kName,
                    ": Expected all rows of lengths along axis to sum to data.size(axis)=", shape.size, ", but got ",
                    total);
  }
}

template <typename T>
void reduce_all(const Shape& shape, Reduce reduce, const at::Tensor& data, const std::int64_t* numbers, bool bounds,
                const double* initial, const at::Tensor& out) {
  const T* const from = data.data_ptr<T>();
  T* const to = out.data_ptr<T>();
  const std::int64_t row = shape.segments + (bounds ? 1 : 0);
  for (std::int64_t outer = 0; outer < shape.outer; ++outer) {
    std::int64_t start = bounds ? numbers[outer * row] : 0;
    for (std::int64_t s = 0; s < shape.segments; ++s) {
      const std::int64_t length = bounds ? numbers[outer * row + s + 1] - start : numbers[outer * row + s];
      for (std::int64_t inner = 0; inner < shape.inner; ++inner)
        to[(outer * shape.segments + s) * shape.inner + inner] = convert<T>(
            reduced(reduce, from + (outer * shape.size + start) * shape.inner + inner, shape.inner, length, initial));
      start += length;
    }
  }
}

}  // namespace

template <>
at::Tensor Kernel<operators::segment_reduce>::call(const at::Tensor& data, std::string_view reduce,
                                                   const c10::optional<at::Tensor>& lengths,
                                                   const c10::optional<at::Tensor>& indices,
                                                   const c10::optional<at::Tensor>& offsets, std::int64_t axis,
                                                   bool unsafe, const c10::optional<c10::Scalar>& initial) {
  const auto given = [](const c10::optional<at::Tensor>& tensor) { return tensor.has_value() && tensor->defined(); };
  const Reduce how = reduce_of(reduce);
  MODECHECK_CHECK(!given(indices), ErrorClass::Argument, kName,
                  ": indices based reduction is not supported; give lengths or offsets");
  MODECHECK_CHECK(given(lengths) != given(offsets), ErrorClass::Argument, kName,
                  ": expected either lengths or offsets");
  MODECHECK_CHECK(data.numel() > 0, ErrorClass::Shape, kName, ": expected data with elements, but its sizes are ",
                  data.sizes());
  MODECHECK_CHECK(c10::isFloatingType(data.scalar_type()), ErrorClass::Dtype, kName, ": not implemented for ",
                  data.scalar_type(), "; use a floating dtype");
  const bool bounds = given(offsets);
  const at::Tensor& numbers = bounds ? *offsets : *lengths;
  MODECHECK_CHECK(numbers.scalar_type() == c10::kInt || numbers.scalar_type() == c10::kLong, ErrorClass::Dtype, kName,
                  ": expected lengths or offsets of dtype Int or Long, but got ", numbers.scalar_type());
  check_same_device(kName, data, numbers);
  const std::int64_t along = wrap_dimension(kName, axis, data.dim());
  MODECHECK_CHECK(data.dim() > 0 && numbers.dim() == along + 1, ErrorClass::Shape, kName,
                  ": Expected axis to be the last dimension of lengths or offsets, whose sizes are ", numbers.sizes(),
                  ", but got ", axis);
  const auto leading = static_cast<std::size_t>(along);
  MODECHECK_CHECK(numbers.sizes().slice(0, leading).equals(data.sizes().slice(0, leading)), ErrorClass::Shape, kName,
                  ": expected lengths or offsets and data to have the same sizes before the axis, but got ",
                  numbers.sizes(), " and ", data.sizes());
  MODECHECK_CHECK(!bounds || numbers.size(-1) > 0, ErrorClass::Shape, kName, ": expected at least one offset");
  Shape shape;
  shape.outer = numel(data.sizes().slice(0, leading));
  shape.size = data.sizes()[leading];
  shape.inner = numel(data.sizes().slice(leading + 1));
  shape.segments = numbers.size(-1) - (bounds ? 1 : 0);
  Dims sizes(data.sizes());
  sizes[static_cast<int>(along)] = shape.segments;
  const at::Tensor out = empty(sizes, data.scalar_type(), data.device());
  if (!has_bytes(out)) return out;
  const at::Tensor wide = empty(numbers.sizes(), c10::kLong, data.device());
  copy_elements(wide, numbers);
  const auto* const counts = wide.data_ptr<std::int64_t>();
  // Without the check on the sum, no more is read than is there.
  check_lengths(shape, counts, bounds, !unsafe && !bounds);
  const double start = initial.has_value() ? initial->toDouble() : 0.0;
  const double* const first = initial.has_value() ? &start : nullptr;
  const at::Tensor source = dense(data);
  visit_real_dtype(data.scalar_type(), [&](auto type) {
    using T = decltype(type);
    if constexpr (std::is_floating_point_v<Computed<T>>) reduce_all<T>(shape, how, source, counts, bounds, first, out);
  });
  return out;
}

}  // namespace modecheck::engine
