// Norms: computed in double and rounded once.
#include "spec/operators/norms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/backends/cpu/elements.h"
#include "engine/backends/cpu/reduce.h"
#include "engine/backends/functions/wide_complex.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

template <typename T>
double size_of(T element) {
  if constexpr (c10::is_complex_number<T>) {
    const ComplexDouble z = widened(element);
    return std::hypot(z.real(), z.imag());
  } else {
    return std::abs(static_cast<double>(element));
  }
}

// Sizes, one after the other, and the norm of all of them. Of none it is zero.
class Norm {
 public:
  explicit Norm(double order)
      : order_(order), total_(order == -std::numeric_limits<double>::infinity() ? -order : 0.0) {}

  void add(double size) {
    empty_ = false;
    if (std::isinf(order_)) {
      if (std::isnan(size) || (order_ > 0 ? size > total_ : size < total_)) total_ = size;
    } else if (order_ == 0) {
      total_ += size != 0 ? 1 : 0;
    } else if (order_ == 1) {
      total_ += size;
    } else {
      total_ += order_ == 2 ? size * size : std::pow(size, order_);
    }
  }
  double value() const {
    if (empty_) return 0;
    if (std::isinf(order_) || order_ == 0 || order_ == 1) return total_;
    return order_ == 2 ? std::sqrt(total_) : std::pow(total_, 1 / order_);
  }

 private:
  double order_;
  double total_;
  bool empty_ = true;
};

// The dimensions that go moved behind the others.
at::Tensor grouped(const Reduction& reduction, const at::Tensor& self) {
  std::vector<std::int64_t> order;
  for (const bool last : {false, true})
    for (int d = 0; d < static_cast<int>(self.dim()); ++d)
      if (reduction.reduces(d) == last) order.push_back(d);
  return dense(Kernel<operators::permute>::call(self, order));
}

at::Tensor norm_of(const char* name, const at::Tensor& self, double order, c10::IntArrayRef dims, bool keepdim,
                   c10::ScalarType type) {
  const Reduction reduction(name, self, dims, keepdim);
  const at::Tensor out = empty(reduction.sizes(), c10::toRealValueType(type), self.device());
  if (!has_bytes(out)) return out;
  const at::Tensor elements = grouped(reduction, self);
  const std::int64_t group = reduction.group_size();
  std::vector<double> norms(static_cast<std::size_t>(out.numel()));
  visit_dtype(self.scalar_type(), [&](auto tag) {
    using T = decltype(tag);
    const char* from = elements_of(elements);
    for (double& value : norms) {
      Norm norm(order);
      for (std::int64_t i = 0; i < group; ++i, from += sizeof(Stored<T>)) norm.add(size_of(load<T>(from)));
      value = norm.value();
    }
  });
  visit_real_dtype(out.scalar_type(), [&](auto tag) {
    using T = decltype(tag);
    char* to = static_cast<char*>(out.data_ptr());
    for (std::size_t i = 0; i < norms.size(); ++i) store<T>(to + i * sizeof(Stored<T>), convert<T>(norms[i]));
  });
  return out;
}

at::Tensor plain_norm(const at::Tensor& self, const c10::Scalar& order, c10::IntArrayRef dims, bool keepdim) {
  MODECHECK_CHECK(c10::isDifferentiableType(self.scalar_type()), ErrorClass::Dtype,
                  "norm: input dtype should be either floating point or complex, but got ", self.scalar_type(),
                  "; convert it first");
  MODECHECK_CHECK(!order.isBoolean(), ErrorClass::Argument, "norm: expected the order to be a number, but got a bool");
  return norm_of("norm", self, order.toDouble(), dims, keepdim, self.scalar_type());
}

// The dtype that is asked for holds every element.
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

// Of no elements only a sum has a value.
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

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

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
