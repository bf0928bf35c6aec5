// Matrix products: derivatives and dispatch tables.
#include "spec/operators/matrix.h"

#include "engine/derivatives/arithmetic.h"
#include "engine/kernels/register.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// The common part of products: each factor is saved for the other's gradient.
struct ProductDerivative : Differentiable {
  SavedTensor first, second;
  auto saved() { return std::tie(first, second); }
  void save(Saver& saver, const at::Tensor& left, const at::Tensor& right) {
    if (saver.needs(1)) saver.input(first, left);
    if (saver.needs(0)) saver.input(second, right);
  }
};

struct MmDerivative : ProductDerivative {
  static constexpr const char* name = "MmBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mm(b.gradient(), t(conj(b.get(second))));
    if (b.needs(1)) b.out(1) = mm(t(conj(b.get(first))), b.gradient());
  }
};

struct MvDerivative : ProductDerivative {
  static constexpr const char* name = "MvBackward0";
  void backward(Backward& b) {
    if (b.needs(0))
      b.out(0) = mul(call<operators::unsqueeze>(b.gradient(), 1), call<operators::unsqueeze>(conj(b.get(second)), 0));
    if (b.needs(1)) b.out(1) = call<operators::mv>(t(conj(b.get(first))), b.gradient());
  }
};

struct DotDerivative : ProductDerivative {
  static constexpr const char* name = "DotBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mul(b.gradient(), conj(b.get(second)));
    if (b.needs(1)) b.out(1) = mul(b.gradient(), conj(b.get(first)));
  }
};

at::Tensor transposed(const at::Tensor& batch) { return call<operators::transpose_int>(batch, 1, 2); }

struct BmmDerivative : ProductDerivative {
  static constexpr const char* name = "BmmBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = call<operators::bmm>(b.gradient(), transposed(conj(b.get(second))));
    if (b.needs(1)) b.out(1) = call<operators::bmm>(transposed(conj(b.get(first))), b.gradient());
  }
};

// The common part of operators that return beta * self + alpha * product.
struct AddedProductDerivative : Differentiable {
  SavedTensor first, second;
  c10::Scalar beta, alpha;
  auto saved() { return std::tie(first, second); }
  void save(Saver& saver, const at::Tensor& /*self*/, const at::Tensor& left, const at::Tensor& right,
            const c10::Scalar& self_factor, const c10::Scalar& product_factor) {
    if (saver.needs(2)) saver.input(first, left);
    if (saver.needs(1)) saver.input(second, right);
    beta = self_factor;
    alpha = product_factor;
  }
};

struct AddmmDerivative : AddedProductDerivative {
  static constexpr const char* name = "AddmmBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = scale(b.gradient(), beta.conj());
    if (b.needs(1)) b.out(1) = scale(mm(b.gradient(), t(conj(b.get(second)))), alpha.conj());
    if (b.needs(2)) b.out(2) = scale(mm(t(conj(b.get(first))), b.gradient()), alpha.conj());
  }
};

struct AddmvDerivative : AddedProductDerivative {
  static constexpr const char* name = "AddmvBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = scale(b.gradient(), beta.conj());
    if (b.needs(1)) {
      const at::Tensor row = call<operators::unsqueeze>(conj(b.get(second)), 0);
      b.out(1) = scale(mul(call<operators::unsqueeze>(b.gradient(), 1), row), alpha.conj());
    }
    if (b.needs(2)) b.out(2) = scale(call<operators::mv>(t(conj(b.get(first))), b.gradient()), alpha.conj());
  }
};

struct BaddbmmDerivative : AddedProductDerivative {
  static constexpr const char* name = "BaddbmmBackward0";
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = scale(b.gradient(), beta.conj());
    give_to_factors(b, b.gradient());
  }
  void give_to_factors(Backward& b, const at::Tensor& gradient) {
    if (b.needs(1)) b.out(1) = scale(call<operators::bmm>(gradient, transposed(conj(b.get(second)))), alpha.conj());
    if (b.needs(2)) b.out(2) = scale(call<operators::bmm>(transposed(conj(b.get(first))), gradient), alpha.conj());
  }
};

// Each product of the batch gets the gradient of the sum.
struct AddbmmDerivative : BaddbmmDerivative {
  static constexpr const char* name = "AddbmmBackward0";
  std::int64_t batches = 0;
  void save(Saver& saver, const at::Tensor& self, const at::Tensor& left, const at::Tensor& right,
            const c10::Scalar& self_factor, const c10::Scalar& product_factor) {
    AddedProductDerivative::save(saver, self, left, right, self_factor, product_factor);
    batches = left.sizes()[0];
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = scale(b.gradient(), beta.conj());
    const at::Tensor& gradient = b.gradient();
    const std::int64_t sizes[] = {batches, gradient.sizes()[0], gradient.sizes()[1]};
    give_to_factors(b, expand(call<operators::unsqueeze>(gradient, 0), sizes));
  }
};

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

MODECHECK_REGISTER_WITH(MvDerivative, mv)
MODECHECK_REGISTER_WITH(DotDerivative, dot)
MODECHECK_REGISTER_WITH(BmmDerivative, bmm)
MODECHECK_REGISTER_WITH(MmDerivative, mm)
MODECHECK_REGISTER_WITH(AddmmDerivative, addmm, addmm_)
MODECHECK_REGISTER_WITH(AddmvDerivative, addmv, addmv_)
MODECHECK_REGISTER_WITH(AddbmmDerivative, addbmm)
MODECHECK_REGISTER_WITH(BaddbmmDerivative, baddbmm, baddbmm_)
MODECHECK_REGISTER(mm_out, addmm_out, mv_out, dot_out, bmm_out, addmv_out, addbmm_out, baddbmm_out)

}  // namespace modecheck::engine
