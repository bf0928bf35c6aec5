#include "engine/ops/gamma_functions.h"

#include "engine/dispatch/call.h"
#include "spec/operators/unary.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::call;
namespace operators = modecheck::spec::operators;

Tensor lgamma(const Tensor& self) { return call<operators::lgamma>(self); }
Tensor digamma(const Tensor& self) { return call<operators::digamma>(self); }
Tensor polygamma(std::int64_t n, const Tensor& self) { return call<operators::polygamma>(n, self); }

}  // namespace modecheck_v1
}  // namespace at
