// Prints an operator's behaviour: values in several dtypes, inside and outside InferenceMode, derivatives, and
// rejections. The programs that include this header are built against the engine and against libtorch; both builds must
// print the same.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "tests/parity/print.h"
#include "tests/parity/torch.h"

namespace modecheck::parity {

using Inputs = std::vector<at::Tensor>;

// Says whether to compute second derivatives, too. libtorch lacks some second derivatives.
enum class Derivatives : bool { First, Second };

// Prints the result of `function`, its gradients for every input, and the gradients of a weighted sum of these
// gradients. The first gradients are those of a weighted sum of squares, so that they depend on the inputs.
inline void differentiate(const char* name, const Inputs& given,
                          const std::function<at::Tensor(const Inputs&)>& function,
                          Derivatives derivatives = Derivatives::Second) {
  for (const at::ScalarType type : {at::kDouble, at::kFloat}) {
    Inputs inputs;
    for (const at::Tensor& input : given)
      inputs.push_back(input.is_floating_point() ? input.detach().clone().to(type).set_requires_grad(true) : input);
    Inputs variables;
    for (const at::Tensor& input : inputs)
      if (input.requires_grad()) variables.push_back(input);
    const at::Tensor result = function(inputs);
    std::printf("%s requires_grad=%d\n", name, static_cast<int>(result.requires_grad()));
    print("  value", result);
    const at::Tensor weights = filled(result.sizes(), 7).to(type);
    const bool twice = derivatives == Derivatives::Second;
    const auto first = torch::autograd::grad({result.mul(weights).mul(result).sum()}, variables, {},
                                             /*retain_graph=*/true, /*create_graph=*/twice, /*allow_unused=*/true);
    at::Tensor total;
    for (const at::Tensor& gradient : first) {
      print("  first", gradient);
      if (!gradient.defined() || !gradient.requires_grad()) continue;
      const at::Tensor part = gradient.mul(filled(gradient.sizes(), 3).to(type)).sum();
      total = total.defined() ? total.add(part) : part;
    }
    // Compute the gradients again without create_graph. Their formulas may then use saved tensors, which they otherwise
    // compute anew.
    for (const at::Tensor& gradient :
         torch::autograd::grad({function(inputs).mul(weights).sum()}, variables, {}, false, false, true))
      print("  alone", gradient);
    if (!total.defined()) continue;
    for (const at::Tensor& gradient : torch::autograd::grad({total}, variables, {}, false, false, true))
      print("  second", gradient);
  }
  const c10::InferenceMode mode;
  Inputs inputs;
  for (const at::Tensor& input : given) inputs.push_back(input.detach().clone());
  const at::Tensor inside = function(inputs);
  std::printf("  inside inference=%d requires_grad=%d", static_cast<int>(inside.is_inference()),
              static_cast<int>(inside.requires_grad()));
  print("", inside);
}

// Prints whether `function` raises c10::Error.
inline void reject(const char* name, const std::function<void()>& function) {
  try {
    function();
    std::printf("%s: accepted\n", name);
  } catch (const c10::Error&) {
    std::printf("%s: c10::Error\n", name);
  }
}

}  // namespace modecheck::parity
