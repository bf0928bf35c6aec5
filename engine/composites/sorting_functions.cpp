#include "engine/composites/sorting_functions.h"

#include "engine/api/generated/functions.h"

namespace at {
inline namespace modecheck_v1 {

Tensor Tensor::argsort(std::int64_t dim, bool descending) const { return std::get<1>(sort(dim, descending)); }
Tensor Tensor::argsort(bool stable, std::int64_t dim, bool descending) const {
  return std::get<1>(sort(c10::optional<bool>(stable), dim, descending));
}
Tensor Tensor::msort() const { return std::get<0>(sort(0, false)); }

Tensor argsort(const Tensor& self, bool stable, std::int64_t dim, bool descending) {
  return self.argsort(stable, dim, descending);
}

std::tuple<Tensor, Tensor> _unique(const Tensor& self, bool sorted, bool return_inverse) {
  auto [values, inverse, counts] = _unique2(self, sorted, return_inverse, false);
  return {values, inverse};
}

}  // namespace modecheck_v1
}  // namespace at
