// Declares the kernels that the target of custom operators registers: unboxed ones of ten signatures, and boxed ones
// that leave too much or too little on the stack, throw, or call a kernel again.
#pragma once

#include <torch/library.h>
#include <torch/torch.h>

#include <stdexcept>
#include <string>
#include <tuple>

#include "properties/choice/choice.h"

namespace modecheck::fuzz {

// What a kernel of the test throws on purpose.
struct KernelFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void take_nothing(const c10::OperatorHandle& /*op*/, c10::DispatchKeySet /*keys*/,
                         torch::jit::Stack* /*stack*/) {}
inline void empty_the_stack(const c10::OperatorHandle& /*op*/, torch::jit::Stack* stack) { stack->clear(); }
inline void push_a_number(const c10::OperatorHandle& /*op*/, torch::jit::Stack* stack) { stack->emplace_back(7); }
inline void fail_boxed(const c10::OperatorHandle& /*op*/, torch::jit::Stack* /*stack*/) {
  throw KernelFailure("boxed");
}

// Counts how often kernels call one another, and ends an endless recursion.
class Depth {
 public:
  Depth() {
    if (++depth() <= kMost) return;
    --depth();
    throw KernelFailure("too deep");
  }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
  ~Depth() { --depth(); }

 private:
  static constexpr int kMost = 3;
  static int& depth() {
    static thread_local int value = 0;
    return value;
  }
};

// Calls the kernel below the autograd keys.
inline void call_below(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack) {
  const Depth depth;
  op.redispatchBoxed(keys & c10::after_autograd_keyset, stack);
}
// Calls the operator anew, with the autograd keys of the thread excluded.
inline void call_again(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  const Depth depth;
  const at::AutoDispatchBelowADInplaceOrView guard;
  op.callBoxed(stack);
}

// Calls `use` with one of the kernels.
template <typename Use>
void with_kernel(properties::Choice& choice, Use&& use) {
  using torch::CppFunction;
  switch (choice.below(18)) {
    case 0:
      return use([](const at::Tensor& self) { return self.clone(); });
    case 1:
      return use([](const at::Tensor& self) { return self; });
    case 2:
      return use([](at::Tensor& self) -> at::Tensor& { return self.mul_(2); });
    case 3:
      return use([](const at::Tensor& self, const at::Tensor& other) { return self.add(other); });
    case 4:
      return use([](const at::Tensor& self, at::Tensor& out) -> at::Tensor& { return out.copy_(self); });
    case 5:
      return use([](at::TensorList tensors) { return tensors.vec(); });
    case 6:
      return use([](const at::Tensor& self) { return std::tuple<at::Tensor, at::Tensor>(self, self.view({-1})); });
    case 7:
      return use([](const at::Tensor& self, std::int64_t n) { return self.numel() + (n & 0xff); });
    case 8:
      return use(
          [](const c10::optional<at::Tensor>& self, std::string /*text*/) { return self.value_or(at::Tensor()); });
    case 9:
      return use([](const at::Tensor& self) { return self.view({-1}); });
    case 10:
      return use([](const at::Tensor& /*self*/) -> at::Tensor { throw KernelFailure("unboxed"); });
    case 11:
      return use(CppFunction::makeFallthrough());
    case 12:
      return use(CppFunction::makeFromBoxedFunction<&take_nothing>());
    case 13:
      return use(CppFunction::makeFromBoxedFunction<&empty_the_stack>());
    case 14:
      return use(CppFunction::makeFromBoxedFunction<&push_a_number>());
    case 15:
      return use(CppFunction::makeFromBoxedFunction<&fail_boxed>());
    case 16:
      return use(CppFunction::makeFromBoxedFunction<&call_below>());
    default:
      return use(CppFunction::makeFromBoxedFunction<&call_again>());
  }
}

}  // namespace modecheck::fuzz
