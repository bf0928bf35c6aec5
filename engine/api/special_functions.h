// Functions in at:: with names from SciPy's `special` that are no operators of the catalogue.
#pragma once

#include <cstdint>

#include "engine/api/generated/functions.h"
#include "engine/composites/elementary_functions.h"

namespace at {
inline namespace modecheck_v1 {

inline Tensor special_digamma(const Tensor& self) { return at::digamma(self); }
inline Tensor special_psi(const Tensor& self) { return at::digamma(self); }
inline Tensor special_gammaln(const Tensor& self) { return at::lgamma(self); }
inline Tensor special_polygamma(std::int64_t n, const Tensor& self) { return at::polygamma(n, self); }
inline Tensor special_multigammaln(const Tensor& self, std::int64_t p) { return at::mvlgamma(self, p); }
inline Tensor special_logit(const Tensor& self, c10::optional<double> eps = c10::nullopt) {
  return at::logit(self, eps);
}
inline Tensor special_sinc(const Tensor& self) { return at::sinc(self); }

}  // namespace modecheck_v1
}  // namespace at
