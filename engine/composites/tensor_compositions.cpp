// Methods of at::Tensor that are built from operators of the catalogue.
#include <algorithm>
#include <limits>
#include <vector>

#include "engine/composites/composition.h"
#include "engine/core/tensor/require_values.h"
#include "engine/core/tensor/tensor_options.h"
#include "engine/core/types/default_dtype.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/kernels/internal_composites.h"
#include "engine/modes/grad_mode.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/composites.h"
#include "spec/operators/copy.h"
#include "spec/operators/pointwise.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

Tensor both(const Tensor& a, const Tensor& b) { return call<operators::mul_Tensor>(a, b); }
Tensor either(const Tensor& a, const Tensor& b) { return call<operators::maximum>(a, b); }

}  // namespace

bool Tensor::equal(const Tensor& other) const {
  sizes_as_numbers("equal", *this, other);
  MODECHECK_CHECK(device() == other.device(), ErrorClass::DeviceMismatch,
                  "equal: Cannot compare two tensors on different devices. Got: ", device(), " and ", other.device());
  if (sizes() != other.sizes()) return false;
  if (numel() == 0) return true;
  const Tensor result = eq(other);
  require_values("equal", result);
  const Tensor same = modecheck::engine::on_host(result.contiguous());
  const bool* const begin = same.data_ptr<bool>();
  return std::all_of(begin, begin + same.numel(), [](bool one) { return one; });
}

Tensor Tensor::isclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  MODECHECK_CHECK(scalar_type() == other.scalar_type(), ErrorClass::Dtype, "isclose: ", scalar_type(),
                  " did not match ", other.scalar_type());
  MODECHECK_CHECK(rtol >= 0 && atol >= 0, ErrorClass::Argument,
                  "isclose: rtol and atol must be greater than or equal to zero, but got ", rtol, " and ", atol);
  const at::NoGradGuard quiet;
  Tensor close = eq(other);
  if (equal_nan && c10::isDifferentiableType(scalar_type())) close = either(close, both(ne(*this), other.ne(other)));
  if (rtol == 0 && atol == 0) return close;
  // Integers and bools are compared in double precision, because their products with the tolerances are not integers.
  const bool exact = c10::isIntegralType(scalar_type(), true);
  const Tensor a = exact ? to(c10::kDouble) : *this;
  const Tensor b = exact ? other.to(c10::kDouble) : other;
  const Tensor allowed = b.abs().mul(c10::Scalar(rtol)).add(c10::Scalar(atol));
  const Tensor actual = a.sub(b).abs();
  // An infinite difference is never within the tolerance, even if the tolerance is infinite.
  const Tensor finite = actual.lt(c10::Scalar(std::numeric_limits<double>::infinity()));
  return either(close, both(finite, actual.le(allowed)));
}

bool Tensor::allclose(const Tensor& other, double rtol, double atol, bool equal_nan) const {
  sizes_as_numbers("allclose", *this, other);
  const Tensor result = isclose(other, rtol, atol, equal_nan);
  require_values("allclose", result);
  const Tensor close = modecheck::engine::on_host(result.contiguous());
  const bool* const begin = close.data_ptr<bool>();
  return std::all_of(begin, begin + close.numel(), [](bool one) { return one; });
}

Tensor Tensor::to(c10::TensorOptions options, bool non_blocking, bool copy,
                  c10::optional<c10::MemoryFormat> memory_format) const {
  MODECHECK_CHECK(!options.requires_grad(), ErrorClass::Argument,
                  "to(options): expects unset requires_grad flag, but got options.requires_grad set as ",
                  options.requires_grad());
  const c10::ScalarType wanted = options.dtype_opt().value_or(scalar_type());
  const c10::Device place = options.device_opt().value_or(device());
  const auto format = memory_format.value_or(c10::MemoryFormat::Preserve);
  const bool lies_so = format == c10::MemoryFormat::Preserve || suggest_memory_format() == format;
  if (!copy && lies_so && wanted == scalar_type() && place.type() == device().type() && (is_fake() || !place.is_fake()))
    return *this;
  return call<operators::_to_copy>(*this, wanted, options.layout_opt(), place, options.pinned_memory_opt(),
                                   non_blocking, memory_format);
}

Tensor Tensor::to(c10::Device device, c10::ScalarType dtype, bool non_blocking, bool copy,
                  c10::optional<c10::MemoryFormat> memory_format) const {
  return to(c10::TensorOptions(dtype).device(device), non_blocking, copy, memory_format);
}

Tensor Tensor::to(const Tensor& other, bool non_blocking, bool copy,
                  c10::optional<c10::MemoryFormat> memory_format) const {
  return to(other.options(), non_blocking, copy, memory_format);
}

Tensor Tensor::cpu() const { return to(c10::TensorOptions(c10::kCPU)); }
Tensor Tensor::cuda() const { return to(c10::TensorOptions(c10::kCUDA)); }
Tensor Tensor::toType(c10::ScalarType dtype) const { return to(dtype); }
Tensor Tensor::type_as(const Tensor& other) const { return to(other.options()); }
Tensor Tensor::expand_as(const Tensor& other) const {
  return traced_composite<operators::expand_as>([&]() -> Tensor { return expand(other.sizes()); }, *this, other);
}
Tensor Tensor::reshape_as(const Tensor& other) const {
  return traced_composite<operators::reshape_as>([&]() -> Tensor { return reshape(other.sizes()); }, *this, other);
}

Tensor Tensor::flatten(std::int64_t start_dim, std::int64_t end_dim) const {
  return traced_composite<operators::flatten_using_ints>(
      [&]() -> Tensor {
        const auto first = static_cast<std::size_t>(dimension_of("flatten", start_dim, dim()));
        const auto last = static_cast<std::size_t>(dimension_of("flatten", end_dim, dim()));
        MODECHECK_CHECK(first <= last, ErrorClass::Argument,
                        "flatten() has invalid args: start_dim cannot come after end_dim");
        if (dim() == 0) return reshape(1);
        if (first == last) return *this;
        std::vector<std::int64_t> shape(sizes().begin(), sizes().begin() + first);
        std::int64_t product = 1;
        for (std::size_t d = first; d <= last; ++d) product *= sizes()[d];
        shape.push_back(product);
        shape.insert(shape.end(), sizes().begin() + last + 1, sizes().end());
        return reshape(shape);
      },
      *this, start_dim, end_dim);
}

bool Tensor::is_nonzero() const {
  sizes_as_numbers("is_nonzero", *this);
  MODECHECK_CHECK(numel() != 0, ErrorClass::Argument, "Boolean value of Tensor with no values is ambiguous");
  MODECHECK_CHECK(numel() == 1, ErrorClass::Argument, "Boolean value of Tensor with more than one value is ambiguous");
  const c10::Scalar value = item();
  return value.isFloatingPoint() ? value.toDouble() != 0 : value.toLong() != 0;
}

std::string Tensor::toString() const {
  if (!defined()) return "UndefinedType";
  const char* const backend = is_meta() ? "Meta" : is_cuda() ? "CUDA" : "CPU";
  return std::string(backend) + c10::toString(scalar_type()) + "Type";
}

void Tensor::check_accessor(std::size_t rank) const {
  MODECHECK_CHECK(static_cast<std::size_t>(dim()) == rank, ErrorClass::Shape, "TensorAccessor expected ", rank,
                  " dims but tensor has ", dim());
}

}  // namespace modecheck_v1
}  // namespace at
