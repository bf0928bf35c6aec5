#include "reference/kernels/targets.h"

#include <algorithm>

namespace modecheck::reference {
namespace {

using spec::Geometry;

std::size_t product(const Geometry& shape, int begin, int end) {
  std::size_t out = 1;
  for (int d = begin; d < end; ++d) out *= static_cast<std::size_t>(shape.sizes[static_cast<std::size_t>(d)]);
  return out;
}

int wrap(std::int64_t dim, int rank) { return static_cast<int>(dim < 0 ? dim + rank : dim); }

}  // namespace

Targets slices_of(KernelCall& call, const Operand& index) {
  const Geometry& self = call.in(0);
  const int dim = wrap(call.arguments().integer(1), self.rank);
  const std::size_t outer = product(self, 0, dim);
  const std::size_t inner = product(self, dim + 1, self.rank);
  const std::size_t length = product(self, dim, dim + 1);
  Targets out;
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t p = 0; p < static_cast<std::size_t>(index.count); ++p) {
      const std::int64_t place =
          index.integer[p] < 0 ? index.integer[p] + static_cast<std::int64_t>(length) : index.integer[p];
      const std::size_t at = std::min(static_cast<std::size_t>(place), length - 1);
      for (std::size_t i = 0; i < inner; ++i)
        out.element[out.count++] = static_cast<std::uint32_t>((o * length + at) * inner + i);
    }
  return out;
}

Targets elements_of(KernelCall& call, const Operand& index) {
  const Geometry& self = call.in(0);
  const Geometry& shape = call.in(1);
  const int dim = wrap(call.arguments().integer(1), self.rank);
  Targets out;
  out.count = static_cast<std::size_t>(index.count);
  for (std::size_t i = 0; i < out.count; ++i) {
    std::size_t rest = i;
    std::size_t element = 0;
    std::size_t stride = 1;
    for (int d = shape.rank - 1; d >= 0; --d) {
      const auto size = static_cast<std::size_t>(shape.sizes[static_cast<std::size_t>(d)]);
      const auto length = static_cast<std::size_t>(self.sizes[static_cast<std::size_t>(d)]);
      std::size_t at = rest % size;
      rest /= size;
      if (d == dim) at = std::min(static_cast<std::size_t>(index.integer[i]), length - 1);
      element += at * stride;
      stride *= length;
    }
    out.element[i] = static_cast<std::uint32_t>(element);
  }
  return out;
}

}  // namespace modecheck::reference
