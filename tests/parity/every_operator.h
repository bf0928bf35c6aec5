// These helpers serve the generated program that calls every operator of the catalogue. They make tensors from values
// and print results.
#pragma once

#include <algorithm>
#include <cstdio>
#include <exception>
#include <initializer_list>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/parity/torch.h"

namespace modecheck::parity {

template <typename T>
at::Tensor leaf(at::IntArrayRef sizes, std::initializer_list<T> values, bool requires_grad) {
  at::Tensor out = at::empty(sizes, c10::CppTypeToScalarType<T>::value);
  std::copy(values.begin(), values.end(), out.data_ptr<T>());
  return requires_grad ? out.requires_grad_() : out;
}

enum class Shown : bool { Values, Geometry };

inline void show(const at::Tensor& tensor, Shown shown = Shown::Values) {
  std::printf(" %d (", static_cast<int>(tensor.scalar_type()));
  for (const std::int64_t size : tensor.sizes()) std::printf(" %d", static_cast<int>(size));
  std::printf(" ) [");
  for (const std::int64_t stride : tensor.strides()) std::printf(" %d", static_cast<int>(stride));
  std::printf(" ]");
  if (shown == Shown::Values) {
    const at::NoGradGuard guard;
    const at::Tensor parts = tensor.is_complex() ? at::view_as_real(tensor.detach()) : tensor.detach();
    const at::Tensor numbers = parts.to(at::kDouble).contiguous();
    for (std::int64_t i = 0; i < numbers.numel(); ++i) std::printf(" %.9g", numbers.data_ptr<double>()[i]);
  }
  std::printf("\n");
}
inline void show(const std::vector<at::Tensor>& tensors) {
  for (const at::Tensor& tensor : tensors) show(tensor);
}
template <typename... Tensors>
void show(const std::tuple<Tensors...>& tensors) {
  std::apply([](const auto&... each) { (show(each), ...); }, tensors);
}

// Prints the name of a call and runs the call. No call of the generated program should raise.
template <typename Call>
void run(const char* text, const Call& call) {
  std::printf("%s ->", text);
  try {
    call();
  } catch (const std::exception&) {
    std::printf(" raised\n");
  }
}

}  // namespace modecheck::parity
