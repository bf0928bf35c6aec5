// These helpers print the behaviour of composite functions: results in every mode and in several dtypes, gradients, and
// error classes. The programs that include this header are built against the engine and against libtorch; both builds
// must print the same.
#pragma once

#include <cstdio>
#include <functional>
#include <initializer_list>
#include <tuple>
#include <vector>

#include "tests/parity/print.h"
#include "tests/parity/torch.h"

namespace modecheck::parity {

using Tensors = std::vector<at::Tensor>;

inline Tensors listed(const at::Tensor& one) { return {one}; }
inline Tensors listed(const Tensors& all) { return all; }
inline Tensors listed(const std::tuple<at::Tensor, at::Tensor>& two) { return {std::get<0>(two), std::get<1>(two)}; }

// Runs `call`. If it raises, prints the class of the error and returns true.
inline bool raises(const char* when, const std::function<void()>& call) {
  const char* said = nullptr;
  try {
    call();
    return false;
  } catch (const c10::IndexError&) {
    said = "c10::IndexError";
  } catch (const c10::NotImplementedError&) {
    said = "c10::NotImplementedError";
  } catch (const c10::LinAlgError&) {
    said = "c10::LinAlgError";
  } catch (const c10::Error&) {
    said = "c10::Error";
  } catch (const std::exception&) {
    said = "std::exception";
  }
  std::printf("  %s: %s\n", when, said);
  return true;
}

inline void describe(const at::Tensor& tensor) {
  std::printf("  %s strides", c10::toString(tensor.scalar_type()));
  for (const std::int64_t stride : tensor.strides()) std::printf(" %lld", static_cast<long long>(stride));
  std::printf(" view=%d inference=%d requires_grad=%d", static_cast<int>(tensor.is_view()),
              static_cast<int>(tensor.is_inference()), static_cast<int>(tensor.requires_grad()));
  const at::Tensor numbers = tensor.detach();
  print("", numbers.is_complex() ? at::view_as_real(numbers.resolve_conj().contiguous()) : numbers);
}

// Prints the gradients of a weighted sum of squares of `results`, and the gradients of a sum over these gradients.
inline void flow_back(const Tensors& results, const Tensors& variables) {
  at::Tensor total;
  for (const at::Tensor& result : results) {
    if (!result.requires_grad()) continue;
    const at::Tensor real = result.is_complex() ? at::view_as_real(result.resolve_conj()) : result;
    const at::Tensor part = real.mul(filled(real.sizes(), 7).to(real.scalar_type())).mul(real.add(1)).sum();
    total = total.defined() ? total.add(part.to(total.scalar_type())) : part;
  }
  if (!total.defined()) return;
  at::Tensor again;
  const bool failed = raises("backward", [&] {
    const Tensors gradients = torch::autograd::grad({total}, variables, {}, true, true, true);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      // An undefined gradient means the same as zeros, so zeros are printed for it.
      const at::Tensor gradient = gradients[i].defined() ? gradients[i] : at::zeros_like(variables[i]);
      print("  first", gradient.is_complex() ? at::view_as_real(gradient.resolve_conj()) : gradient);
      if (!gradient.requires_grad() || gradient.is_complex()) continue;
      const at::Tensor part = gradient.mul(filled(gradient.sizes(), 3).to(gradient.scalar_type())).sum();
      again = again.defined() ? again.add(part.to(again.scalar_type())) : part;
    }
  });
  if (failed || !again.defined()) return;
  raises("backward twice", [&] {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      // For a variable without elements, one library may return no gradient and the other library an empty gradient.
      if (variables[i].numel() == 0) continue;
      const at::Tensor gradient = torch::autograd::grad({again}, {variables[i]}, {}, true, false, true)[0];
      print("  second", gradient.defined() ? gradient : at::zeros_like(variables[i]));
    }
  });
}

using Listed = std::function<Tensors(const Tensors&)>;

// Runs `function` on inputs that require grad, on inputs that do not, under NoGradGuard, and in InferenceMode.
inline void everywhere_listed(const char* name, const Tensors& given, const Listed& function) {
  std::printf("%s\n", name);
  raises("outside", [&] {
    Tensors inputs;
    Tensors variables;
    for (const at::Tensor& input : given) {
      at::Tensor copy = input.detach().clone();
      if (copy.is_floating_point() || copy.is_complex()) variables.push_back(copy.set_requires_grad(true));
      inputs.push_back(copy);
    }
    const Tensors results = function(inputs);
    for (const at::Tensor& result : results) describe(result);
    if (!variables.empty()) flow_back(results, variables);
  });
  raises("no grad", [&] {
    Tensors inputs;
    for (const at::Tensor& input : given)
      inputs.push_back(input.detach().clone().set_requires_grad(input.is_floating_point()));
    const at::NoGradGuard guard;
    for (const at::Tensor& result : function(inputs)) describe(result);
  });
  const c10::InferenceMode mode;
  raises("inside", [&] {
    Tensors inputs;
    for (const at::Tensor& input : given) inputs.push_back(input.detach().clone());
    for (const at::Tensor& result : function(inputs)) describe(result);
  });
}

// Runs everywhere_listed with the floating-point inputs in float64 and in float32. `dtypes` can add runs with all
// inputs as integers and bools.
enum class Dtypes { Floating, Numbers, All };
inline void in_dtypes_listed(const char* name, const Tensors& given, const Listed& function, Dtypes dtypes) {
  const auto with = [&](at::ScalarType type) {
    Tensors out;
    for (const at::Tensor& input : given)
      out.push_back(!input.is_floating_point() ? input
                    : type == at::kLong        ? input.mul(4).to(type)
                    : type == at::kBool        ? input.gt(0)
                                               : input.to(type));
    return out;
  };
  everywhere_listed(name, given, function);
  everywhere_listed(name, with(at::kFloat), function);
  if (dtypes != Dtypes::Floating) everywhere_listed(name, with(at::kLong), function);
  if (dtypes == Dtypes::All) everywhere_listed(name, with(at::kBool), function);
}

// Accepts functions that return one tensor or several. Only this thin template is compiled for each function.
template <typename Function>
void everywhere(const char* name, const Tensors& given, const Function& function) {
  everywhere_listed(name, given, [&function](const Tensors& in) { return listed(function(in)); });
}
template <typename Function>
void in_dtypes(const char* name, const Tensors& given, const Function& function, Dtypes dtypes = Dtypes::Floating) {
  const auto as_list = [&function](const Tensors& in) { return listed(function(in)); };
  in_dtypes_listed(name, given, as_list, dtypes);
}

}  // namespace modecheck::parity
