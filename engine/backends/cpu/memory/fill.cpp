// Implements the kernels of zero_ and fill_.
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"

namespace modecheck::engine {
namespace {

void check_single_value(const char* name, const at::Tensor& value) {
  MODECHECK_CHECK(value.dim() == 0, ErrorClass::Shape, name,
                  ": only supports a 0-dimensional value tensor, but got one of ", value.dim(), " dimensions");
}

}  // namespace

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

// fill_ with a number: an expanded tensor is allowed, because every element gets the same value.
template <>
void Kernel<operators::fill__Scalar>::call(const at::Tensor& self, const c10::Scalar& value) {
  check_rank("fill_", self.sizes().size());
  check_number_fits("fill_", value, self.scalar_type());
  if (has_bytes(self)) fill_elements(self, value);
}

template <>
void Kernel<operators::zero_>::call(const at::Tensor& self) {
  check_rank("zero_", self.sizes().size());
  if (has_bytes(self)) fill_elements(self, c10::Scalar(0));
}

// fill_ with a tensor: reads `value` as a number. Raises if the dtype of `self` cannot hold the number, as an integer
// dtype cannot hold NaN.
template <>
void Kernel<operators::fill__Tensor>::call(const at::Tensor& self, const at::Tensor& value) {
  check_rank("fill_", self.sizes().size());
  check_single_value("fill_", value);
  if (!has_bytes(self)) return;
  const c10::Scalar number = has_bytes(value) ? value.item() : c10::Scalar(0);
  check_number_fits("fill_", number, self.scalar_type());
  fill_elements(self, number);
}

// fill: the result has the strides of the argument. The values of the argument do not matter.
template <>
at::Tensor Kernel<operators::fill_Scalar>::call(const at::Tensor& self, const c10::Scalar& value) {
  check_rank("fill", self.sizes().size());
  check_number_fits("fill", value, self.scalar_type());
  Dims strides;
  preserved_strides(self.sizes(), self.strides(), strides);
  at::Tensor out = empty_strided(self.sizes(), strides, self.scalar_type(), self.device());
  if (has_bytes(out)) fill_elements(out, value);
  return out;
}

}  // namespace modecheck::engine
