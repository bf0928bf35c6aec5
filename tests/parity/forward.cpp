// Prints forward-mode tangents, and gradients through them. This file is built against the engine and against
// libtorch; both builds must print the same.
#include <torch/csrc/autograd/forward_grad.h>

#include "tests/parity/part.h"
#include "tests/parity/print.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::forward {

using at::Tensor;
using modecheck::parity::filled;
using modecheck::parity::print;

template <typename Function>
void differentiate(const char* name, Function function, bool mixed_too = true) {
  const auto level = static_cast<std::int64_t>(torch::autograd::ForwardADLevel::get_next_idx());
  const Tensor x = filled({3, 3}, 1).to(at::kDouble).add(at::full({}, 1.5)).set_requires_grad(true);
  const Tensor dual = at::_make_dual(x, filled({3, 3}, 2).to(at::kDouble), level);
  const Tensor y = function(dual);
  print(name, y);
  const Tensor tangent = std::get<1>(at::_unpack_dual(y, level));
  // A library may return a zero tangent that has no memory. The sum of a tensor of zeros and the tangent can always be
  // printed.
  const Tensor zeros = at::zeros(y.sizes(), at::kDouble);
  print("  tangent", tangent.defined() ? zeros.add(tangent) : zeros);
  if (mixed_too) {
    // If the tangent does not depend on x, one library may return no gradient and the other library zeros. So zeros are
    // printed in both cases.
    Tensor mixed;
    if (tangent.defined() && tangent.requires_grad())
      mixed = torch::autograd::grad({tangent.sum()}, {x}, {}, false, false, true)[0];
    const Tensor none = at::zeros({3, 3}, at::kDouble);
    print("  its gradient", mixed.defined() ? none.add(mixed) : none);
  }
  torch::autograd::ForwardADLevel::release_idx(0);
}

MODECHECK_PARITY(forward) {
  const Tensor other = filled({3, 3}, 3).to(at::kDouble);
  differentiate("exp", [](const Tensor& x) { return x.exp(); });
  differentiate("log", [](const Tensor& x) { return x.log(); });
  differentiate("sin", [](const Tensor& x) { return x.sin(); });
  differentiate("tanh", [](const Tensor& x) { return x.tanh(); });
  differentiate("sigmoid", [](const Tensor& x) { return x.sigmoid(); });
  differentiate("relu", [](const Tensor& x) { return x.relu(); });
  differentiate("sqrt", [](const Tensor& x) { return x.sqrt(); });
  differentiate("abs", [](const Tensor& x) { return x.abs(); });
  differentiate("pow", [](const Tensor& x) { return x.pow(3); });
  differentiate("reciprocal", [](const Tensor& x) { return x.reciprocal(); });
  differentiate("erf", [](const Tensor& x) { return x.erf(); });
  differentiate("gelu", [](const Tensor& x) { return at::gelu(x); });
  differentiate("add", [&](const Tensor& x) { return x.add(other, 2); });
  differentiate("sub", [&](const Tensor& x) { return other.sub(x); });
  differentiate("mul", [&](const Tensor& x) { return x.mul(other); });
  differentiate("mul by itself", [](const Tensor& x) { return x.mul(x); });
  differentiate("div", [&](const Tensor& x) { return other.div(x); });
  differentiate("atan2", [&](const Tensor& x) { return at::atan2(x, other); });
  differentiate("broadcast", [&](const Tensor& x) { return x.mul(other.select(0, 1)); });
  differentiate("mm", [&](const Tensor& x) { return x.mm(other); });
  differentiate("mm of both", [](const Tensor& x) { return x.mm(x); });
  differentiate("matmul", [&](const Tensor& x) { return x.matmul(other); });
  differentiate("addmm", [&](const Tensor& x) { return at::addmm(x, x, other, 2, 3); });
  differentiate("sum", [](const Tensor& x) { return x.sum(); });
  // Print no gradient of this tangent. libtorch 1.13.1 overwrites a tensor that softmax has saved, and raises when the
  // tangent is differentiated.
  differentiate(
      "softmax", [](const Tensor& x) { return x.softmax(1); }, false);
  differentiate("cat", [&](const Tensor& x) { return at::cat({x, other, x}, 1); });
  differentiate("t", [](const Tensor& x) { return x.t(); });
  differentiate("select", [](const Tensor& x) { return x.select(1, 2); });
  differentiate("in place", [&](const Tensor& x) {
    const Tensor y = x.clone();
    y.mul_(other);
    y.exp_();
    return y;
  });
  differentiate("a comparison", [&](const Tensor& x) { return x.gt(other).to(at::kDouble); });
}

}  // namespace modecheck::parity::forward
