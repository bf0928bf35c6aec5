// Implements vector norms, which are computed in double and rounded once.
#include "spec/operators/norms.h"

#include <cmath>
#include <type_traits>

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/reductions/reduce.h"
#include "engine/backends/cpu/reductions/reduce_elements.h"
#include "engine/backends/functions/norms.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine {
namespace backends {
namespace {

at::Tensor norm_of(const char* name, const at::Tensor& self, double order, c10::IntArrayRef dims, bool keepdim,
                   c10::ScalarType type) {
  const Reduction reduction(name, self, dims, keepdim);
  const at::Tensor out = empty(reduction.sizes(), c10::toRealValueType(type), self.device());
  if (!has_bytes(out)) return out;
  const at::Tensor norms = out.scalar_type() == c10::kDouble ? out : empty(out.sizes(), c10::kDouble, out.device());
  visit_dtype(self.scalar_type(), [&](auto tag) {
    using T = decltype(tag);
    if constexpr (!std::is_integral_v<T>)
      reduce_elements(name, reduction, self, norms, NormOf<T>{order},
                      StoreNorm<T>{static_cast<double*>(norms.data_ptr()), {order}});
  });
  if (!norms.is_same(out)) copy_elements(out, norms);
  return out;
}

// Raises if the norm of no elements is requested and is not defined. It is not defined for an infinite order (a maximum
// or a minimum) and for a negative order. With other orders the norm of no elements is zero (PyTorch issue #52783).
void check_identity(const char* name, const at::Tensor& self, double order, c10::IntArrayRef dims) {
  if (self.numel() != 0 || (order >= 0 && !std::isinf(order))) return;
  MODECHECK_CHECK(!dims.empty(), ErrorClass::Dimension, name, " cannot compute the ", order,
                  " norm on an empty tensor because the operation does not have an identity");
  const Reduction reduction(name, self, dims, true);
  for (int d = 0; d < static_cast<int>(self.dim()); ++d)
    MODECHECK_CHECK(!reduction.reduces(d) || self.size(d) != 0, ErrorClass::Dimension, name, " cannot compute the ",
                    order, " norm on the dimension ", d,
                    " because this dimension is empty and the operation does not have an identity");
}

at::Tensor plain_norm(const at::Tensor& self, const c10::Scalar& order, c10::IntArrayRef dims, bool keepdim) {
  MODECHECK_CHECK(c10::isDifferentiableType(self.scalar_type()), ErrorClass::Dtype,
                  "norm: input dtype should be either floating point or complex, but got ", self.scalar_type(),
                  "; convert it first");
  MODECHECK_CHECK(!order.isBoolean(), ErrorClass::Argument, "norm: expected the order to be a number, but got a bool");
  check_identity("norm", self, order.toDouble(), dims);
  return norm_of("norm", self, order.toDouble(), dims, keepdim, self.scalar_type());
}

// Raises unless the requested dtype is floating for a floating input, and complex for a complex input. Also raises if
// it is narrower than the input's dtype.
void check_asked(const char* name, c10::ScalarType own, c10::ScalarType asked) {
  MODECHECK_CHECK(c10::isDifferentiableType(own), ErrorClass::Dtype, name,
                  ": Expected a floating point or complex tensor as input. Got ", own);
  MODECHECK_CHECK(c10::isDifferentiableType(asked), ErrorClass::Dtype, name,
                  ": dtype should be floating point or complex, but got ", asked);
  MODECHECK_CHECK(c10::isComplexType(own) == c10::isComplexType(asked), ErrorClass::Dtype, name,
                  ": dtype should be complex for complex inputs and real for others, but got ", asked);
  MODECHECK_CHECK(c10::promoteTypes(own, asked) == asked, ErrorClass::Dtype, name, ": the dtype of the input (", own,
                  ") should be convertible without narrowing to the specified dtype (", asked, ")");
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::norm_Scalar>::call(const at::Tensor& self, const c10::Scalar& p) {
  return plain_norm(self, p, {}, false);
}

template <>
at::Tensor Kernel<operators::norm_ScalarOpt_dim>::call(const at::Tensor& self, const c10::optional<c10::Scalar>& p,
                                                       c10::IntArrayRef dim, bool keepdim) {
  return plain_norm(self, p.value_or(2), dim, keepdim);
}

template <>
at::Tensor Kernel<operators::linalg_vector_norm>::call(const at::Tensor& self, const c10::Scalar& ord,
                                                       c10::OptionalIntArrayRef dim, bool keepdim,
                                                       c10::optional<c10::ScalarType> dtype) {
  constexpr const char* name = "linalg.vector_norm";
  const c10::ScalarType type = dtype.value_or(self.scalar_type());
  const c10::IntArrayRef dims = dim.value_or(c10::IntArrayRef());
  check_asked(name, self.scalar_type(), type);
  check_identity(name, self, ord.toDouble(), dims);
  return norm_of(name, self, ord.toDouble(), dims, keepdim, type);
}

}  // namespace modecheck::engine
