// Implements the kernel of segment_reduce. Segments are reduced in double and rounded once.
#include "spec/operators/segment.h"

#include <limits>
#include <string_view>
#include <type_traits>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/device_code/segment_kernels.h"
#include "engine/backends/cuda/launch/raised_flag.h"
#include "engine/backends/functions/segments.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

namespace {

constexpr const char* kName = "segment_reduce";

SegmentReduce reduce_of(std::string_view name) {
  if (name == "sum") return SegmentReduce::Sum;
  if (name == "prod") return SegmentReduce::Prod;
  if (name == "mean") return SegmentReduce::Mean;
  if (name == "max") return SegmentReduce::Max;
  if (name == "min") return SegmentReduce::Min;
  raise(ErrorClass::Argument, kName, ": unsupported reduction given: ", name, "; use sum, prod, mean, max or min");
}

struct Shape {
  std::int64_t outer = 1;
  std::int64_t size = 0;
  std::int64_t inner = 1;
  std::int64_t segments = 0;
};

// Raises unless every segment lies within the data. `numbers` holds the offsets of the segments if `bounds` is true,
// and otherwise their lengths.
void check_lengths(const Shape& shape, const std::int64_t* numbers, bool bounds, bool sum_is_known) {
  const std::int64_t row = shape.segments + (bounds ? 1 : 0);
  for (std::int64_t outer = 0; outer < shape.outer; ++outer) {
    std::int64_t total = bounds ? numbers[outer * row] : 0;
    MODECHECK_CHECK(total >= 0, ErrorClass::Argument, kName, ": expected offsets that are not negative");
    for (std::int64_t s = 0; s < shape.segments; ++s) {
      const std::int64_t length =
          bounds ? wrapping_sub(numbers[outer * row + s + 1], numbers[outer * row + s]) : numbers[outer * row + s];
      MODECHECK_CHECK(length >= 0, ErrorClass::Argument, kName, ": lengths contains negative value: ", length);
      // If the sum of the lengths would overflow, it becomes the largest integer, which the check after the loop
      // rejects.
      total = length > std::numeric_limits<std::int64_t>::max() - total ? std::numeric_limits<std::int64_t>::max()
                                                                        : total + length;
    }
    MODECHECK_CHECK(total == shape.size || (!sum_is_known && total < shape.size), ErrorClass::Argument, kName,
                    ": Expected all rows of lengths along axis to sum to data.size(axis)=", shape.size, ", but got ",
                    total);
  }
}

template <typename T>
void reduce_all(const Shape& shape, const SegmentRule& rule, const at::Tensor& data, const std::int64_t* numbers,
                bool bounds, const at::Tensor& out) {
  constexpr std::int64_t bytes = sizeof(Stored<T>);
  const char* const from = elements_of(data);
  T* const to = out.data_ptr<T>();
  const std::int64_t row = shape.segments + (bounds ? 1 : 0);
  for (std::int64_t outer = 0; outer < shape.outer; ++outer) {
    std::int64_t start = bounds ? numbers[outer * row] : 0;
    for (std::int64_t s = 0; s < shape.segments; ++s) {
      const std::int64_t length = bounds ? numbers[outer * row + s + 1] - start : numbers[outer * row + s];
      const char* const segment = from + (outer * shape.size + start) * shape.inner * bytes;
      for (std::int64_t inner = 0; inner < shape.inner; ++inner)
        to[(outer * shape.segments + s) * shape.inner + inner] =
            convert<T>(rule.reduced<T>(segment + inner * bytes, shape.inner * bytes, length));
      start += length;
    }
  }
}

// segment_reduce on the CUDA device. `numbers` is contiguous, and is checked before anything is reduced.
void reduce_on_device(const Shape& shape, const SegmentRule& rule, const at::Tensor& data, const at::Tensor& numbers,
                      bool bounds, bool sum_is_known, const at::Tensor& out) {
  // Without segments there is no element for a kernel to check. The host then checks the sum of the lengths (zero), or
  // the first offset of each row.
  if (shape.segments == 0) {
    const at::Tensor host = on_host(numbers);
    return check_lengths(shape, host.data_ptr<std::int64_t>(), bounds, sum_is_known);
  }
  const at::Tensor ends =
      bounds ? at::Tensor() : Kernel<operators::cumsum>::call(numbers, numbers.dim() - 1, c10::kLong);
  const cuda::Segments segments{shape.segments, shape.size, numbers.data_ptr<std::int64_t>(),
                                bounds ? nullptr : ends.data_ptr<std::int64_t>()};
  const at::Tensor flag = cuda::lowered_flag(numbers.device());
  cuda::RangeLaunch look(kName);
  look.writes(flag).reads(numbers);
  if (!bounds) look.reads(ends);
  look.run(cuda::NoSegmentKernel{segments, sum_is_known, flag.data_ptr<std::int64_t>()}, shape.outer * shape.segments);
  if (cuda::is_raised(flag)) {
    const at::Tensor host = on_host(numbers);
    return check_lengths(shape, host.data_ptr<std::int64_t>(), bounds,
                         sum_is_known);  // the check on the host raises an error that names the invalid number
  }
  cuda::RangeLaunch launch(kName);
  launch.writes(out).reads(data).reads(numbers);
  if (!bounds) launch.reads(ends);
  visit_real_dtype(data.scalar_type(), [&](auto type) {
    using T = decltype(type);
    if constexpr (std::is_floating_point_v<Computed<T>>)
      launch.run(cuda::SegmentReduceKernel<T>{segments, rule, shape.inner, elements_of(data),
                                              static_cast<char*>(out.data_ptr())},
                 out.numel());
  });
}

}  // namespace

template <>
at::Tensor Kernel<operators::segment_reduce>::call(const at::Tensor& data, std::string_view reduce,
                                                   const c10::optional<at::Tensor>& lengths,
                                                   const c10::optional<at::Tensor>& indices,
                                                   const c10::optional<at::Tensor>& offsets, std::int64_t axis,
                                                   bool unsafe, const c10::optional<c10::Scalar>& initial) {
  const auto given = [](const c10::optional<at::Tensor>& tensor) { return tensor.has_value() && tensor->defined(); };
  const SegmentReduce how = reduce_of(reduce);
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
  const SegmentRule rule{how, initial.has_value(), initial.has_value() ? initial->toDouble() : 0.0};
  const at::Tensor source = dense(data);
  // With unsafe=true the sum of the lengths is not checked, but reads stay within the data.
  const bool sum_is_known = !unsafe && !bounds;
  if (out.in_cuda_memory()) {
    reduce_on_device(shape, rule, source, wide, bounds, sum_is_known, out);
    return out;
  }
  const auto* const counts = wide.data_ptr<std::int64_t>();
  check_lengths(shape, counts, bounds, sum_is_known);
  visit_real_dtype(data.scalar_type(), [&](auto type) {
    using T = decltype(type);
    if constexpr (std::is_floating_point_v<Computed<T>>) reduce_all<T>(shape, rule, source, counts, bounds, out);
  });
  return out;
}

}  // namespace modecheck::engine
