#include "engine/composites/gamma_functions.h"

#include "engine/dispatch/call.h"
#include "spec/operators/unary.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::call;
namespace operators = modecheck::spec::operators;

Tensor lgamma(const Tensor& self) { return call<operators::lgamma>(self); }
Tensor digamma(const Tensor& self) { return call<operators::digamma>(self); }

#define MODECHECK_GAMMA_FORMS(name)                                                      \
  Tensor& name##_out(Tensor& out, const Tensor& self) { return name##_outf(self, out); } \
  Tensor& name##_outf(const Tensor& self, Tensor& out) {                                 \
    call<operators::name##_out>(self, out);                                              \
    return out;                                                                          \
  }                                                                                      \
  Tensor Tensor::name() const { return at::name(*this); }                                \
  Tensor& Tensor::name##_() const {                                                      \
    call<operators::name##_>(*this);                                                     \
    return itself();                                                                     \
  }
MODECHECK_GAMMA_FORMS(lgamma)
MODECHECK_GAMMA_FORMS(digamma)
#undef MODECHECK_GAMMA_FORMS

Tensor polygamma(std::int64_t n, const Tensor& self) { return call<operators::polygamma>(n, self); }

}  // namespace modecheck_v1
}  // namespace at
