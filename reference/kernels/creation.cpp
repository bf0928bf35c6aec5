// Factories from sizes and numbers.

#include <cmath>
#include <cstdint>

#include "reference/kernels/kernel_row.h"
#include "reference/values/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::ScalarValue;

void fill_with(KernelCall& call, const ScalarValue& number) {
  const DType dtype = call.out().dtype;
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  const auto n = static_cast<std::size_t>(result.count);
  if (spec::is_differentiable(dtype)) {
    for (std::size_t i = 0; i < n; ++i) result.set(i, number.value);
  } else {
    for (std::size_t i = 0; i < n; ++i) result.integer[i] = integer_value(number, dtype);
  }
  call.record_zero_derivatives();
  call.store();
}

}  // namespace

// Also for empty: uninitialised memory is zero here and in every subject.
static void zeros(KernelCall& call) { fill_with(call, {ScalarValue::Kind::Int, 0}); }
MODECHECK_KERNEL(zeros, SecondDerivatives::Yes, empty_memory_format, empty_strided, zeros, zero_)

static void ones(KernelCall& call) { fill_with(call, {ScalarValue::Kind::Int, 1}); }
MODECHECK_KERNEL(ones, SecondDerivatives::No, ones)

static void full(KernelCall& call) { fill_with(call, call.arguments().scalar(1)); }
MODECHECK_KERNEL(full, SecondDerivatives::No, full, full_like)

static void scalar_tensor(KernelCall& call) { fill_with(call, call.arguments().scalar(0)); }
MODECHECK_KERNEL(scalar_tensor, SecondDerivatives::No, scalar_tensor)

static void fill(KernelCall& call) { fill_with(call, call.arguments().scalar(1)); }
MODECHECK_KERNEL(fill, SecondDerivatives::Yes, fill__Scalar, fill_Scalar)

static void arange(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const spec::Arguments arguments = call.arguments();
  const ScalarValue start = arguments.scalar(0);
  const ScalarValue step = arguments.scalar(2);
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  for (std::size_t i = 0; i < static_cast<std::size_t>(result.count); ++i) {
    if (spec::is_floating(dtype))
      result.real[i] = round_to(dtype, start.value + static_cast<double>(i) * step.value);
    else
      result.integer[i] =
          integer_value(start, DType::Int64) + static_cast<std::int64_t>(i) * integer_value(step, DType::Int64);
  }
  call.store();
}
MODECHECK_KERNEL(arange, SecondDerivatives::No, arange_start_step)

}  // namespace modecheck::reference
