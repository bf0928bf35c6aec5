// Implements bmm, addmv, addbmm, baddbmm and their in-place and out variants, and the out variants of mv and dot. All
// kernels call the matrix products mm and addmm_.
#include "engine/backends/cpu/linalg/batch_on_device.h"
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/write_result.h"
#include "engine/backends/iterate/broadcast.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"
#include "spec/operators/matrix.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

void check_factors(const char* name, const at::Tensor& self, const at::Tensor& left, const at::Tensor& right) {
  MODECHECK_CHECK(left.scalar_type() == right.scalar_type(), ErrorClass::Dtype, name,
                  ": expected factors of the same dtype, but got ", left.scalar_type(), " and ", right.scalar_type());
  const bool lacking = left.scalar_type() == c10::kBool || left.scalar_type() == c10::kHalf;
  MODECHECK_CHECK(!lacking || left.numel() == 0 || right.numel() == 0, ErrorClass::Dtype, name,
                  ": not implemented for ", left.scalar_type(), "; convert the factors to another dtype");
  check_same_device(name, left, right);
  check_same_device(name, left, self);
}

void check_batches(const char* name, const at::Tensor& self, const at::Tensor& batch1, const at::Tensor& batch2) {
  MODECHECK_CHECK(batch1.dim() == 3 && batch2.dim() == 3 && batch1.sizes()[0] == batch2.sizes()[0] &&
                      batch1.sizes()[2] == batch2.sizes()[1],
                  ErrorClass::Shape, name, ": batches of sizes ", batch1.sizes(), " and ", batch2.sizes(),
                  " cannot be multiplied");
  check_factors(name, self, batch1, batch2);
}

void check_matrix_and_vector(const char* name, const at::Tensor& self, const at::Tensor& mat, const at::Tensor& vec) {
  MODECHECK_CHECK(mat.dim() == 2 && vec.dim() == 1 && self.dim() <= 1, ErrorClass::Shape, name,
                  ": vector + matrix @ vector expected, got dimensions ", self.dim(), ", ", mat.dim(), ", ", vec.dim());
  MODECHECK_CHECK(mat.sizes()[1] == vec.sizes()[0], ErrorClass::Shape, name, ": a matrix of sizes ", mat.sizes(),
                  " cannot be multiplied with a vector of sizes ", vec.sizes());
  check_factors(name, self, mat, vec);
}

// Returns a new tensor with the elements of `self`, expanded to `sizes` and converted to `type`.
at::Tensor expanded_copy(const char* name, const at::Tensor& self, c10::IntArrayRef sizes, c10::ScalarType type) {
  MODECHECK_CHECK(broadcasts_to(self.sizes(), sizes), ErrorClass::Shape, name, ": the added tensor of sizes ",
                  self.sizes(), " does not expand to the product's sizes ", sizes);
  at::Tensor out = empty(sizes, type, self.device());
  if (has_bytes(out)) copy_elements(out, self);
  return out;
}

void check_written(const char* name, const at::Tensor& self, c10::IntArrayRef sizes, c10::ScalarType type) {
  MODECHECK_CHECK(self.sizes().equals(sizes), ErrorClass::Shape, name, ": the tensor that is written has sizes ",
                  self.sizes(), ", but the product ", sizes);
  MODECHECK_CHECK(self.scalar_type() == type, ErrorClass::Dtype, name, ": Expected out tensor to have dtype ", type,
                  ", but got ", self.scalar_type(), " instead");
  check_no_internal_overlap(name, self);
}

at::Tensor matrix(const at::Tensor& batch, std::int64_t i) { return Kernel<operators::select_int>::call(batch, 0, i); }

void scale_by(const at::Tensor& out, const c10::Scalar& factor) {
  if (!has_bytes(out)) return;
  if (factor.equal(0)) return fill_elements(out, 0);
  const at::Tensor number = empty({}, out.scalar_type(), out.device());
  check_number_fits("mul", factor, out.scalar_type());
  fill_elements(number, factor);
  Kernel<operators::mul__Tensor>::call(out, number);
}

// addmv: computes out = beta * out + alpha * (mat @ vec).
void add_vector_product(const at::Tensor& out, const at::Tensor& mat, const at::Tensor& vec, const c10::Scalar& beta,
                        const c10::Scalar& alpha) {
  if (mat.numel() == 0) return scale_by(out, beta);
  Kernel<operators::addmm_>::call(Kernel<operators::unsqueeze>::call(out, 1), mat,
                                  Kernel<operators::unsqueeze>::call(vec, 1), beta, alpha);
}

// baddbmm: computes out = beta * out + alpha * (batch1 @ batch2) for each matrix of the batch.
void add_batch_product(const at::Tensor& out, const at::Tensor& batch1, const at::Tensor& batch2,
                       const c10::Scalar& beta, const c10::Scalar& alpha) {
  if (out.in_cuda_memory() && out.sizes()[0] != 0) return add_product_on_device(batch1, batch2, beta, alpha, out);
  for (std::int64_t i = 0; i < batch1.sizes()[0]; ++i)
    Kernel<operators::addmm_>::call(matrix(out, i), matrix(batch1, i), matrix(batch2, i), beta, alpha);
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
void Kernel<operators::mv_out>::call(const at::Tensor& self, const at::Tensor& vec, const at::Tensor& out) {
  write_result("mv", Kernel<operators::mv>::call(self, vec), out);
}

template <>
void Kernel<operators::dot_out>::call(const at::Tensor& self, const at::Tensor& tensor, const at::Tensor& out) {
  write_result("dot", Kernel<operators::dot>::call(self, tensor), out);
}

template <>
at::Tensor Kernel<operators::bmm>::call(const at::Tensor& self, const at::Tensor& mat2) {
  MODECHECK_CHECK(
      self.dim() == 3 && mat2.dim() == 3 && self.sizes()[0] == mat2.sizes()[0] && self.sizes()[2] == mat2.sizes()[1],
      ErrorClass::Shape, "bmm: batches of sizes ", self.sizes(), " and ", mat2.sizes(), " cannot be multiplied");
  MODECHECK_CHECK(self.scalar_type() == mat2.scalar_type(), ErrorClass::Dtype, "bmm: expected the same dtype, but got ",
                  self.scalar_type(), " and ", mat2.scalar_type());
  const bool lacking = self.scalar_type() == c10::kBool || self.scalar_type() == c10::kHalf;
  MODECHECK_CHECK(!lacking || self.numel() == 0 || mat2.numel() == 0, ErrorClass::Dtype, "bmm: not implemented for ",
                  self.scalar_type(), "; convert the batches to another dtype");
  const at::Tensor out = empty({self.sizes()[0], self.sizes()[1], mat2.sizes()[2]}, self.scalar_type(), self.device());
  if (self.in_cuda_memory() && self.sizes()[0] != 0) {
    multiply_on_device(self, mat2, out);
    return out;
  }
  for (std::int64_t i = 0; i < self.sizes()[0]; ++i)
    Kernel<operators::copy_>::call(matrix(out, i), Kernel<operators::mm>::call(matrix(self, i), matrix(mat2, i)),
                                   false);
  return out;
}

template <>
void Kernel<operators::bmm_out>::call(const at::Tensor& self, const at::Tensor& mat2, const at::Tensor& out) {
  write_result("bmm", Kernel<operators::bmm>::call(self, mat2), out);
}

template <>
at::Tensor Kernel<operators::addmv>::call(const at::Tensor& self, const at::Tensor& mat, const at::Tensor& vec,
                                          const c10::Scalar& beta, const c10::Scalar& alpha) {
  check_matrix_and_vector("addmv", self, mat, vec);
  const at::Tensor out = expanded_copy("addmv", self, {mat.sizes()[0]}, vec.scalar_type());
  add_vector_product(out, mat, vec, beta, alpha);
  return out;
}

template <>
void Kernel<operators::addmv_>::call(const at::Tensor& self, const at::Tensor& mat, const at::Tensor& vec,
                                     const c10::Scalar& beta, const c10::Scalar& alpha) {
  check_matrix_and_vector("addmv_", self, mat, vec);
  check_written("addmv_", self, {mat.sizes()[0]}, vec.scalar_type());
  add_vector_product(self, apart_from(self, mat), apart_from(self, vec), beta, alpha);
}

template <>
at::Tensor Kernel<operators::addbmm>::call(const at::Tensor& self, const at::Tensor& batch1, const at::Tensor& batch2,
                                           const c10::Scalar& beta, const c10::Scalar& alpha) {
  check_batches("addbmm", self, batch1, batch2);
  const at::Tensor out = expanded_copy("addbmm", self, {batch1.sizes()[1], batch2.sizes()[2]}, self.scalar_type());
  MODECHECK_CHECK(self.scalar_type() == batch1.scalar_type(), ErrorClass::Dtype,
                  "addbmm: expected the added tensor to have the dtype of the batches, but got ", self.scalar_type(),
                  " and ", batch1.scalar_type());
  const std::int64_t batches = batch1.sizes()[0];
  // addbmm of an empty batch multiplies `out` by beta as `mul` does, with type promotion. If beta is zero, `out`
  // becomes zero, even where an element was NaN.
  if (batches == 0 && !beta.toBool() && has_bytes(out)) fill_elements(out, 0);
  if (batches == 0 && beta.toBool()) Kernel<operators::mul__Scalar>::call(out, beta);
  for (std::int64_t i = 0; i < batches; ++i)
    Kernel<operators::addmm_>::call(out, matrix(batch1, i), matrix(batch2, i), i == 0 ? beta : c10::Scalar(1), alpha);
  return out;
}

template <>
at::Tensor Kernel<operators::baddbmm>::call(const at::Tensor& self, const at::Tensor& batch1, const at::Tensor& batch2,
                                            const c10::Scalar& beta, const c10::Scalar& alpha) {
  check_batches("baddbmm", self, batch1, batch2);
  const at::Tensor out =
      expanded_copy("baddbmm", self, {batch1.sizes()[0], batch1.sizes()[1], batch2.sizes()[2]}, batch2.scalar_type());
  add_batch_product(out, batch1, batch2, beta, alpha);
  return out;
}

template <>
void Kernel<operators::baddbmm_>::call(const at::Tensor& self, const at::Tensor& batch1, const at::Tensor& batch2,
                                       const c10::Scalar& beta, const c10::Scalar& alpha) {
  check_batches("baddbmm_", self, batch1, batch2);
  check_written("baddbmm_", self, {batch1.sizes()[0], batch1.sizes()[1], batch2.sizes()[2]}, batch2.scalar_type());
  // Computes baddbmm_ into a copy of `self`. A later product may run out of memory, and `self` must then be unchanged
  // (rule E1).
  const at::Tensor apart = Kernel<operators::clone>::call(self, c10::MemoryFormat::Preserve);
  add_batch_product(apart, apart_from(self, batch1), apart_from(self, batch2), beta, alpha);
  if (has_bytes(self)) copy_elements(self, apart);
}

template <>
void Kernel<operators::baddbmm_out>::call(const at::Tensor& self, const at::Tensor& batch1, const at::Tensor& batch2,
                                          const c10::Scalar& beta, const c10::Scalar& alpha, const at::Tensor& out) {
  write_result("baddbmm", Kernel<operators::baddbmm>::call(self, batch1, batch2, beta, alpha), out);
}

}  // namespace modecheck::engine
