// Reference kernels of the factory functions that take sizes and numbers, such as zeros, full and arange.

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
  Result& result = call.start(dtype);
  for (std::size_t i = 0; i < result.count; ++i) result.set(i, number);
  call.record_zero_derivatives();
  call.store();
}

}  // namespace

// `empty` uses this kernel, too, because uninitialised memory is zero here and in every subject.
static void zeros(KernelCall& call) { fill_with(call, {ScalarValue::Kind::Int, 0}); }
MODECHECK_KERNEL(zeros, SecondDerivatives::Yes, empty_memory_format, empty_strided, zeros, zero_)

static void ones(KernelCall& call) { fill_with(call, {ScalarValue::Kind::Int, 1}); }
MODECHECK_KERNEL(ones, SecondDerivatives::No, ones)

MODECHECK_KERNEL_OF((full, full_like), SecondDerivatives::No, fill_with(call, call.arguments().scalar(1)))
MODECHECK_KERNEL_OF((scalar_tensor), SecondDerivatives::No, fill_with(call, call.arguments().scalar(0)))
MODECHECK_KERNEL_OF((fill__Scalar, fill_Scalar), SecondDerivatives::Yes, fill_with(call, call.arguments().scalar(1)))

static void arange(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const spec::Arguments arguments = call.arguments();
  const ScalarValue start = arguments.scalar(0);
  const ScalarValue step = arguments.scalar(2);
  Result& result = call.start(dtype);
  for (std::size_t i = 0; i < result.count; ++i) {
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
