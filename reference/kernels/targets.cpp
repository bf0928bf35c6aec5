#include "reference/kernels/targets.h"

#include <algorithm>

namespace modecheck::reference {

Targets slices_of(KernelCall& call, const Operand& index) {
  const spec::Geometry& self = call.in(0);
  const std::size_t dim = wrap_dimension(call.arguments().integer(1), self.rank);
  const std::size_t outer = elements_between(self, 0, dim);
  const std::size_t inner = elements_between(self, dim + 1, self.rank);
  const std::size_t length = elements_between(self, dim, std::min<std::size_t>(dim + 1, self.rank));
  Targets out;
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t p = 0; p < index.count; ++p) {
      const std::int64_t place = index.integer[p] + (index.integer[p] < 0 ? static_cast<std::int64_t>(length) : 0);
      const std::size_t at = std::min(static_cast<std::size_t>(place), length - 1);
      for (std::size_t i = 0; i < inner; ++i)
        out.element[out.count++] = static_cast<std::uint32_t>((o * length + at) * inner + i);
    }
  return out;
}

Targets elements_of(KernelCall& call, const Operand& index) {
  const spec::Geometry& self = call.in(0);
  const std::size_t dim = wrap_dimension(call.arguments().integer(1), self.rank);
  const std::int64_t length = self.rank == 0 ? 1 : self.sizes[dim];
  Targets out;
  out.count = index.count;
  for (std::size_t i = 0; i < out.count; ++i) {
    Position at = position_of(call.in(1), i);
    at[dim] = static_cast<std::int64_t>(
        std::min(static_cast<std::size_t>(index.integer[i]), static_cast<std::size_t>(length - 1)));
    out.element[i] = static_cast<std::uint32_t>(element_at(self, at));
  }
  return out;
}

}  // namespace modecheck::reference
