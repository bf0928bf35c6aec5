// The names of SciPy's `special`, of functions that have another name too, as functions in at::.
#pragma once

#include <cstdint>

#include "engine/api/catalogue_functions.h"
#include "engine/api/functions.h"
#include "engine/api/reduction_functions.h"
#include "engine/api/tensor_functions.h"
#include "engine/composites/elementary_functions.h"
#include "engine/composites/gamma_functions.h"
#include "engine/composites/neural_functions.h"

namespace at {
inline namespace modecheck_v1 {

inline Tensor special_digamma(const Tensor& self) { return at::digamma(self); }
inline Tensor special_psi(const Tensor& self) { return at::digamma(self); }
inline Tensor special_gammaln(const Tensor& self) { return at::lgamma(self); }
inline Tensor special_polygamma(std::int64_t n, const Tensor& self) { return at::polygamma(n, self); }
inline Tensor special_multigammaln(const Tensor& self, std::int64_t p) { return at::mvlgamma(self, p); }
#define MODECHECK_SPECIAL(name, meaning)                                                                        \
  inline Tensor special_##name(const Tensor& self) { return at::meaning(self); }                                \
  inline Tensor& special_##name##_out(Tensor& out, const Tensor& self) { return at::meaning##_out(out, self); } \
  inline Tensor& special_##name##_outf(const Tensor& self, Tensor& out) { return at::meaning##_out(out, self); }
MODECHECK_SPECIAL(erf, erf)
MODECHECK_SPECIAL(erfc, erfc)
MODECHECK_SPECIAL(exp2, exp2)
MODECHECK_SPECIAL(expit, sigmoid)
MODECHECK_SPECIAL(expm1, expm1)
MODECHECK_SPECIAL(log1p, log1p)
#undef MODECHECK_SPECIAL
inline Tensor special_logit(const Tensor& self, c10::optional<double> eps = c10::nullopt) {
  return at::logit(self, eps);
}
inline Tensor special_sinc(const Tensor& self) { return at::sinc(self); }
inline Tensor special_xlogy(const Tensor& self, const Tensor& other) { return at::xlogy(self, other); }
inline Tensor& special_xlogy_out(Tensor& out, const Tensor& self, const Tensor& other) {
  return at::xlogy_out(out, self, other);
}
inline Tensor& special_xlogy_outf(const Tensor& self, const Tensor& other, Tensor& out) {
  return at::xlogy_out(out, self, other);
}
inline Tensor special_softmax(const Tensor& self, std::int64_t dim,
                              c10::optional<c10::ScalarType> dtype = c10::nullopt) {
  return at::softmax(self, dim, dtype);
}
inline Tensor special_log_softmax(const Tensor& self, std::int64_t dim,
                                  c10::optional<c10::ScalarType> dtype = c10::nullopt) {
  return at::log_softmax(self, dim, dtype);
}
inline Tensor special_logsumexp(const Tensor& self, c10::IntArrayRef dim, bool keepdim = false) {
  return at::logsumexp(self, dim, keepdim);
}

}  // namespace modecheck_v1
}  // namespace at
