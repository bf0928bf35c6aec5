// Implements the kernels of empty, zeros, ones, full and arange.
#include "spec/operators/creation.h"

#include <cmath>

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/options.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/iterate/row_copy.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/types/default_dtype.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine {
namespace backends {
namespace {

at::Tensor filled(const char* name, c10::IntArrayRef sizes, const c10::Scalar& value, const Options& options) {
  check_sizes(name, sizes);
  check_number_fits(name, value, options.dtype);
  at::Tensor out = empty(sizes, options.dtype, options.device);
  if (has_bytes(out)) fill_elements(out, value);
  return out;
}

// Returns how many of the values start, start + step, ... lie before `end`.
template <typename T>
std::int64_t count_steps(T start, T end, T step) {
  const bool forward = step > T(0);
  MODECHECK_CHECK(forward || step < T(0), ErrorClass::Argument, "arange: step must be nonzero");
  if constexpr (std::is_floating_point_v<T>)
    MODECHECK_CHECK(std::isfinite(start) && std::isfinite(end), ErrorClass::Argument,
                    "arange: unsupported range: ", start, " -> ", end);
  MODECHECK_CHECK(forward ? end >= start : end <= start, ErrorClass::Argument, "arange: upper bound ", end,
                  " and lower bound ", start, " inconsistent with the sign of step ", step);
  if constexpr (std::is_floating_point_v<T>) {
    const double count = std::ceil((end - start) / step);
    MODECHECK_CHECK(count >= 0 && count < 9223372036854775808.0, ErrorClass::Argument,
                    "arange: invalid size, possible overflow? The range ", start, " -> ", end, " by ", step,
                    " has too many numbers");
    return static_cast<std::int64_t>(count);
  } else {
    // The distance between `start` and `end` is computed in unsigned integers, where it cannot overflow.
    const auto distance = forward ? static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(start)
                                  : static_cast<std::uint64_t>(start) - static_cast<std::uint64_t>(end);
    const auto stride =
        forward ? static_cast<std::uint64_t>(step) : std::uint64_t{0} - static_cast<std::uint64_t>(step);
    const std::uint64_t count = distance / stride + (distance % stride != 0 ? 1 : 0);
    MODECHECK_CHECK(count <= 9223372036854775807u, ErrorClass::Argument, "arange: invalid size, possible overflow");
    return static_cast<std::int64_t>(count);
  }
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::empty_strided>::call(c10::IntArrayRef size, c10::IntArrayRef stride,
                                                  c10::optional<c10::ScalarType> dtype,
                                                  c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                                  c10::optional<bool> pin_memory) {
  const Options options =
      checked_options("empty_strided", dtype, c10::get_default_dtype(), layout, device, c10::kCPU, pin_memory);
  MODECHECK_CHECK(size.size() == stride.size(), ErrorClass::Shape, "empty_strided: dimensionality of sizes (",
                  size.size(), ") must match dimensionality of strides (", stride.size(), ")");
  for (const std::int64_t step : stride)
    MODECHECK_CHECK(step >= 0, ErrorClass::Strides, "empty_strided: negative strides are not supported: ", stride);
  return empty_strided(size, stride, options.dtype, options.device);
}

template <>
at::Tensor Kernel<operators::empty_memory_format>::call(c10::IntArrayRef size, c10::optional<c10::ScalarType> dtype,
                                                        c10::optional<c10::Layout> layout,
                                                        c10::optional<c10::Device> device,
                                                        c10::optional<bool> pin_memory,
                                                        c10::optional<c10::MemoryFormat> memory_format) {
  const Options options =
      checked_options("empty", dtype, c10::get_default_dtype(), layout, device, c10::kCPU, pin_memory);
  // empty(size, ...) raises if a size is invalid
  if (!memory_format.has_value()) return empty(size, options.dtype, options.device);
  check_sizes("empty", size);
  if (*memory_format == c10::MemoryFormat::Contiguous) return empty(size, options.dtype, options.device);
  Dims strides;
  strides_in_format("empty", size, *memory_format, strides);
  return empty_strided(size, strides, options.dtype, options.device);
}

template <>
at::Tensor Kernel<operators::zeros>::call(c10::IntArrayRef size, c10::optional<c10::ScalarType> dtype,
                                          c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                          c10::optional<bool> pin_memory) {
  return filled("zeros", size, 0,
                checked_options("zeros", dtype, c10::get_default_dtype(), layout, device, c10::kCPU, pin_memory));
}

template <>
at::Tensor Kernel<operators::ones>::call(c10::IntArrayRef size, c10::optional<c10::ScalarType> dtype,
                                         c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                         c10::optional<bool> pin_memory) {
  return filled("ones", size, 1,
                checked_options("ones", dtype, c10::get_default_dtype(), layout, device, c10::kCPU, pin_memory));
}

// full without a dtype takes the dtype of the number: bool, int64, the default dtype, or the default complex dtype.
template <>
at::Tensor Kernel<operators::full>::call(c10::IntArrayRef size, const c10::Scalar& fill_value,
                                         c10::optional<c10::ScalarType> dtype, c10::optional<c10::Layout> layout,
                                         c10::optional<c10::Device> device, c10::optional<bool> pin_memory) {
  const c10::ScalarType inferred = fill_value.isComplex()         ? c10::get_default_complex_dtype()
                                   : fill_value.isFloatingPoint() ? c10::get_default_dtype()
                                                                  : fill_value.type();
  return filled("full", size, fill_value,
                checked_options("full", dtype, inferred, layout, device, c10::kCPU, pin_memory));
}

template <>
at::Tensor Kernel<operators::scalar_tensor>::call(const c10::Scalar& s, c10::optional<c10::ScalarType> dtype,
                                                  c10::optional<c10::Layout> layout, c10::optional<c10::Device> device,
                                                  c10::optional<bool> pin_memory) {
  return filled(
      "scalar_tensor", {}, s,
      checked_options("scalar_tensor", dtype, c10::get_default_dtype(), layout, device, c10::kCPU, pin_memory));
}

template <>
at::Tensor Kernel<operators::full_like>::call(const at::Tensor& self, const c10::Scalar& fill_value,
                                              c10::optional<c10::ScalarType> dtype, c10::optional<c10::Layout> layout,
                                              c10::optional<c10::Device> device, c10::optional<bool> pin_memory,
                                              c10::optional<c10::MemoryFormat> memory_format) {
  const Options options =
      checked_options("full_like", dtype, self.scalar_type(), layout, device, self.device(), pin_memory);
  check_number_fits("full_like", fill_value, options.dtype);
  Dims strides;
  const c10::MemoryFormat format = memory_format.value_or(c10::MemoryFormat::Preserve);
  if (format == c10::MemoryFormat::Preserve)
    preserved_strides(self.sizes(), self.strides(), strides);
  else
    strides_in_format("full_like", self.sizes(), format, strides);
  at::Tensor out = empty_strided(self.sizes(), strides, options.dtype, options.device);
  if (has_bytes(out)) fill_elements(out, fill_value);
  return out;
}

// arange without a dtype gives int64 if all three numbers are integers, else the default dtype. Elements are start + i
// * step, computed in int64 or double and then converted.
template <>
at::Tensor Kernel<operators::arange_start_step>::call(const c10::Scalar& start, const c10::Scalar& end,
                                                      const c10::Scalar& step, c10::optional<c10::ScalarType> dtype,
                                                      c10::optional<c10::Layout> layout,
                                                      c10::optional<c10::Device> device,
                                                      c10::optional<bool> pin_memory) {
  const bool floating = start.isFloatingPoint() || end.isFloatingPoint() || step.isFloatingPoint();
  const Options options = checked_options("arange", dtype, floating ? c10::get_default_dtype() : c10::kLong, layout,
                                          device, c10::kCPU, pin_memory);
  MODECHECK_CHECK(options.dtype != c10::kBool && !c10::isComplexType(options.dtype), ErrorClass::Dtype,
                  "arange: not implemented for ", options.dtype, "; use an integer or floating dtype");
  // Returns a tensor of the numbers first, first + by, ..., computed in type T and then converted.
  const auto range = [&]<typename T>(T first, T by, std::int64_t count) {
    check_sizes("arange", count);
    at::Tensor out = empty(count, options.dtype, options.device);
    if (!has_bytes(out)) return out;
    if (out.in_cuda_memory()) {
      cuda::write_sequence(out, first, by);
      return out;
    }
    const RowCopy write = row_copy(c10::CppTypeToScalarType<T>::value, options.dtype);
    char* to = static_cast<char*>(out.data_ptr());
    for (std::int64_t i = 0; i < count; ++i, to += out.itemsize()) {
      const T value = wrapping_add<T>(first, wrapping_mul<T>(static_cast<T>(i), by));
      write(reinterpret_cast<const char*>(&value), 0, to, 0, 1);
    }
    return out;
  };
  // The count and the direction of arange follow from the numbers as given, even if the requested dtype is an integer
  // one (PyTorch issue #149097).
  const bool whole = c10::isIntegralType(options.dtype, false);
  if (whole)
    for (const c10::Scalar* number : {&start, &end, &step}) check_number_fits("arange", *number, c10::kLong);
  const std::int64_t count = whole && !floating
                                 ? count_steps<std::int64_t>(start.toLong(), end.toLong(), step.toLong())
                                 : count_steps<double>(start.toDouble(), end.toDouble(), step.toDouble());
  if (whole) return range(start.toLong(), step.toLong(), count);
  return range(start.toDouble(), step.toDouble(), count);
}

}  // namespace modecheck::engine
