// Defines the derivatives and dispatch tables of matrix products.
#include "spec/operators/matrix.h"

#include "engine/derivatives/gradient.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

at::Tensor transposed(const at::Tensor& batch) { return call<operators::transpose_int>(batch, 1, 2); }

// Sets the gradients of the two batches in a sum beta * self + alpha * batch1 * batch2.
void give_to_batches(Backward& b, const SavedTensor& batch1, const SavedTensor& batch2, const c10::Scalar& alpha,
                     const at::Tensor& gradient) {
  if (b.needs(1)) b.out(1) = scale(call<operators::bmm>(gradient, transposed(conj(b.get(batch2)))), alpha.conj());
  if (b.needs(2)) b.out(2) = scale(call<operators::bmm>(transposed(conj(b.get(batch1))), gradient), alpha.conj());
}

}  // namespace

template <>
at::Tensor Kernel<operators::mv>::call(const at::Tensor& self, const at::Tensor& vec) {
  MODECHECK_CHECK(self.dim() == 2 && vec.dim() == 1 && self.sizes()[1] == vec.sizes()[0], ErrorClass::Shape,
                  "mv: a matrix of sizes ", self.sizes(), " cannot be multiplied with a vector of sizes ", vec.sizes());
  MODECHECK_CHECK(self.scalar_type() == vec.scalar_type(), ErrorClass::Dtype, "mv: expected the same dtype, but got ",
                  self.scalar_type(), " and ", vec.scalar_type());
  const at::Tensor product = Kernel<operators::mm>::call(self, Kernel<operators::unsqueeze>::call(vec, 1));
  product.unsafeGetTensorImpl()->set_contiguous_geometry(product.numel());
  return product;
}

template <>
at::Tensor Kernel<operators::dot>::call(const at::Tensor& self, const at::Tensor& tensor) {
  MODECHECK_CHECK(self.dim() == 1 && tensor.dim() == 1 && self.numel() == tensor.numel(), ErrorClass::Shape,
                  "dot: inconsistent tensor size, expected vectors of the same length, but got ", self.sizes(), " and ",
                  tensor.sizes());
  MODECHECK_CHECK(self.scalar_type() == tensor.scalar_type(), ErrorClass::Dtype,
                  "dot: expected both vectors to have the same dtype, but found ", self.scalar_type(), " and ",
                  tensor.scalar_type());
  MODECHECK_CHECK(self.scalar_type() != c10::kBool && self.scalar_type() != c10::kHalf, ErrorClass::Dtype,
                  "dot: not implemented for ", self.scalar_type(), "; convert the vectors to another dtype");
  const at::Tensor product = Kernel<operators::mm>::call(Kernel<operators::unsqueeze>::call(self, 0),
                                                         Kernel<operators::unsqueeze>::call(tensor, 1));
  product.unsafeGetTensorImpl()->set_contiguous_geometry({});
  return product;
}

MODECHECK_GRADIENTS(MmBackward0, (mm), self_for_1, mat2_for_0) {
  if (b.needs(0)) b.out(0) = mm(g, t(conj(b.get(mat2_for_0))));
  if (b.needs(1)) b.out(1) = mm(t(conj(b.get(self_for_1))), g);
}

MODECHECK_GRADIENTS(MvBackward0, (mv), self_for_1, vec_for_0) {
  if (b.needs(0))
    b.out(0) = mul(call<operators::unsqueeze>(g, 1), call<operators::unsqueeze>(conj(b.get(vec_for_0)), 0));
  if (b.needs(1)) b.out(1) = call<operators::mv>(t(conj(b.get(self_for_1))), g);
}

MODECHECK_GRADIENTS(DotBackward0, (dot), self_for_1, tensor_for_0) {
  if (b.needs(0)) b.out(0) = mul(g, conj(b.get(tensor_for_0)));
  if (b.needs(1)) b.out(1) = mul(g, conj(b.get(self_for_1)));
}

MODECHECK_GRADIENTS(BmmBackward0, (bmm), self_for_1, mat2_for_0) {
  if (b.needs(0)) b.out(0) = call<operators::bmm>(g, transposed(conj(b.get(mat2_for_0))));
  if (b.needs(1)) b.out(1) = call<operators::bmm>(transposed(conj(b.get(self_for_1))), g);
}

MODECHECK_GRADIENTS(AddmmBackward0, (addmm, addmm_), mat1_for_2, mat2_for_1, beta, alpha) {
  if (b.needs(0)) b.out(0) = scale(g, beta.conj());
  if (b.needs(1)) b.out(1) = scale(mm(g, t(conj(b.get(mat2_for_1)))), alpha.conj());
  if (b.needs(2)) b.out(2) = scale(mm(t(conj(b.get(mat1_for_2))), g), alpha.conj());
}

MODECHECK_GRADIENTS(AddmvBackward0, (addmv, addmv_), mat_for_2, vec_for_1, beta, alpha) {
  if (b.needs(0)) b.out(0) = scale(g, beta.conj());
  if (b.needs(1)) {
    const at::Tensor row = call<operators::unsqueeze>(conj(b.get(vec_for_1)), 0);
    b.out(1) = scale(mul(call<operators::unsqueeze>(g, 1), row), alpha.conj());
  }
  if (b.needs(2)) b.out(2) = scale(call<operators::mv>(t(conj(b.get(mat_for_2))), g), alpha.conj());
}

MODECHECK_GRADIENTS(BaddbmmBackward0, (baddbmm, baddbmm_), batch1_for_2, batch2_for_1, beta, alpha) {
  if (b.needs(0)) b.out(0) = scale(g, beta.conj());
  give_to_batches(b, batch1_for_2, batch2_for_1, alpha, g);
}

// addbmm adds up the products of the matrices in a batch. Each product gets the gradient of the sum.
MODECHECK_GRADIENTS(AddbmmBackward0, (addbmm), batch1_for_2, batch2_for_1, batch1_sizes, beta, alpha) {
  if (b.needs(0)) b.out(0) = scale(g, beta.conj());
  const std::int64_t sizes[] = {batch1_sizes[0], g.sizes()[0], g.sizes()[1]};
  give_to_batches(b, batch1_for_2, batch2_for_1, alpha, expand(call<operators::unsqueeze>(g, 0), sizes));
}

MODECHECK_REGISTER(mm_out, addmm_out, mv_out, dot_out, bmm_out, addmv_out, addbmm_out, baddbmm_out)

}  // namespace modecheck::engine
