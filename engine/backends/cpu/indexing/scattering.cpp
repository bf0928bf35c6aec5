#include "engine/backends/cpu/indexing/scattering.h"

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/view.h"

namespace modecheck::engine::backends {

at::Tensor ranked(const at::Tensor& tensor) {
  return tensor.dim() > 0 ? tensor : Kernel<operators::unsqueeze>::call(tensor, 0);
}

void check_written(const char* name, const at::Tensor& self, const at::Tensor& index, const at::Tensor* source) {
  check_no_internal_overlap(name, self);
  check_no_overlap(name, self, index);
  if (source != nullptr) check_no_overlap(name, self, *source);
}

at::Tensor fresh_copy(const at::Tensor& self) {
  at::Tensor out = empty(self.sizes(), self.scalar_type(), self.device());
  if (has_bytes(out)) copy_elements(out, self);
  return out;
}

std::int64_t check_scatter(const char* name, const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                           const at::Tensor* source) {
  check_rank(name, self.sizes().size());
  check_rank(name, index.sizes().size());
  const std::int64_t along = wrap_dimension(name, dim, self.dim());
  check_same_device(name, self, index);
  if (source != nullptr) {
    MODECHECK_CHECK(source->scalar_type() == self.scalar_type(), ErrorClass::Dtype, name,
                    ": expected self and src of the same dtype, but got ", self.scalar_type(), " and ",
                    source->scalar_type());
    check_same_device(name, self, *source);
  }
  if (index.numel() == 0) return along;
  MODECHECK_CHECK(index.scalar_type() == c10::kLong, ErrorClass::Dtype, name,
                  ": expected an index of dtype int64, but got ", index.scalar_type());
  const at::Tensor to = ranked(self);
  const at::Tensor places = ranked(index);
  MODECHECK_CHECK(to.dim() == places.dim() && (source == nullptr || ranked(*source).dim() == places.dim()),
                  ErrorClass::Shape, name,
                  ": the index must have as many dimensions as what is written and its source, "
                  "but its sizes are ",
                  index.sizes());
  for (std::size_t d = 0; d < places.sizes().size(); ++d) {
    const std::int64_t size = places.sizes()[d];
    const bool fits = (static_cast<std::int64_t>(d) == along || size <= to.sizes()[d]) &&
                      (source == nullptr || size <= ranked(*source).sizes()[d]);
    MODECHECK_CHECK(fits, ErrorClass::Shape, name, ": an index of sizes ", index.sizes(),
                    " reaches beyond what is written, of sizes ", self.sizes(), ", or beyond its source");
  }
  const std::int64_t length = to.sizes()[static_cast<std::size_t>(along)];
  if (const at::Tensor doubtful = cuda::doubtful_indices(places, 0, length); doubtful.defined()) {
    walk(doubtful, along, to, nullptr, [&](std::int64_t at, std::int64_t /*base*/, std::int64_t /*source*/) {
      MODECHECK_CHECK(at >= 0 && at < length, ErrorClass::Index, name, ": index ", at,
                      " is out of bounds for dimension ", along, " with size ", length);
    });
  }
  return along;
}

}  // namespace modecheck::engine::backends
