#include "engine/backends/cpu/reductions/reduce.h"

#include "engine/backends/cpu/memory/checks.h"

namespace modecheck::engine::backends {

Reduction::Reduction(const char* name, const at::Tensor& self, c10::IntArrayRef dims, bool keepdim) {
  check_rank(name, self.sizes().size());
  for (const std::int64_t dim : dims) {
    const std::int64_t d = wrap_dimension(name, dim, self.dim());
    if ((mask_ >> d & 1) != 0) reject_repeated(name, d);
    mask_ |= std::uint64_t{1} << d;
  }
  if (dims.empty()) mask_ = ~std::uint64_t{0};
  for (int d = 0; d < static_cast<int>(self.dim()); ++d) {
    const std::int64_t size = self.sizes()[static_cast<std::size_t>(d)];
    if (!reduces(d)) {
      sizes_.push_back(size);
    } else {
      group_ *= size;
      if (keepdim) sizes_.push_back(1);
    }
  }
}

}  // namespace modecheck::engine::backends
