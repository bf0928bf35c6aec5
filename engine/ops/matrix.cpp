// Matrix products: derivatives and dispatch tables.
#include "spec/operators/matrix.h"

#include "engine/ops/arithmetic.h"
#include "engine/ops/register.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

struct MmDerivative : Differentiable {
  static constexpr const char* name = "MmBackward0";
  SavedTensor self, mat2;
  auto saved() { return std::tie(self, mat2); }
  void save(Saver& saver, const at::Tensor& a, const at::Tensor& b) {
    if (saver.needs(1)) saver.input(self, a);
    if (saver.needs(0)) saver.input(mat2, b);
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = mm(b.gradient(), t(conj(b.get(mat2))));
    if (b.needs(1)) b.out(1) = mm(t(conj(b.get(self))), b.gradient());
  }
};

// beta * self + alpha * (mat1 @ mat2)
struct AddmmDerivative : Differentiable {
  static constexpr const char* name = "AddmmBackward0";
  SavedTensor mat1, mat2;
  c10::Scalar beta, alpha;
  auto saved() { return std::tie(mat1, mat2); }
  void save(Saver& saver, const at::Tensor& /*self*/, const at::Tensor& left, const at::Tensor& right,
            const c10::Scalar& self_factor, const c10::Scalar& product_factor) {
    if (saver.needs(2)) saver.input(mat1, left);
    if (saver.needs(1)) saver.input(mat2, right);
    beta = self_factor;
    alpha = product_factor;
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = scale(b.gradient(), beta.conj());
    if (b.needs(1)) b.out(1) = scale(mm(b.gradient(), t(conj(b.get(mat2)))), alpha.conj());
    if (b.needs(2)) b.out(2) = scale(mm(t(conj(b.get(mat1))), b.gradient()), alpha.conj());
  }
};

}  // namespace

template <>
struct Derivative<operators::mm> : MmDerivative {};
template <>
struct Derivative<operators::addmm> : AddmmDerivative {};
template <>
struct Derivative<operators::addmm_> : AddmmDerivative {};

MODECHECK_REGISTER(mm);
MODECHECK_REGISTER(mm_out);
MODECHECK_REGISTER(addmm);
MODECHECK_REGISTER(addmm_);

}  // namespace modecheck::engine
