// zero_, fill_.
#include "engine/backends/cpu/checks.h"
#include "engine/backends/cpu/elements.h"
#include "engine/backends/meta/bytes.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"

namespace modecheck::engine {

using namespace backends;  // NOLINT: this unit is the room's own

// An expanded tensor may be filled: every element gets the same value.
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

}  // namespace modecheck::engine
