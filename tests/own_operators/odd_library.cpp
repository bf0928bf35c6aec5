// A library of operators with faults that examples/own_operators/faulty.cpp does not have, and one without a fault.
#include <torch/library.h>
#include <torch/torch.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace {

at::Tensor crash(const at::Tensor& self) {
  std::raise(SIGSEGV);
  return self.clone();
}

at::Tensor same_value(const at::Tensor& self) { return self.clone(); }

// Returns a copy in place of what it wrote.
at::Tensor returns_copy_(at::Tensor& self) { return self.mul_(2).clone(); }

// Leaves InferenceMode, so that its result is a normal tensor with a history.
at::Tensor leaves_mode(const at::Tensor& self) {
  const c10::InferenceMode guard(false);
  return self * 2;
}

// Gives a view a version counter of its own.
at::Tensor own_counter(const at::Tensor& self) {
  at::Tensor out = self.select(0, 0);
  if (!out.is_inference()) torch::autograd::impl::set_version_counter(out, c10::VariableVersion(0));
  return out;
}

// Makes an alias that is of the kind of the mode.
at::Tensor of_storage(const at::Tensor& self) {
  const at::NoGradGuard guard;
  return at::empty({0}, self.options()).set_(self.detach());
}

// Writes, and then looks at its argument.
at::Tensor& late_check_(at::Tensor& self) {
  self.mul_(2);
  if (self.dim() > 2) throw std::runtime_error("at most two dimensions");
  return self;
}

// Leaves InferenceMode to write, so that the write is recorded.
at::Tensor& records_write_(at::Tensor& self) {
  const c10::InferenceMode guard(false);
  return self.mul_(2);
}

// Takes float32 only, and keeps its argument for backward where nothing checks its version.
struct OfFloats : torch::autograd::Function<OfFloats> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& self,
                            const at::Tensor& other) {
    TORCH_CHECK(self.scalar_type() == at::kFloat && other.scalar_type() == at::kFloat, "float32 only");
    context->saved_data["other"] = other;
    return self * other;
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0] * context->saved_data["other"].toTensor(), at::Tensor()};
  }
};
at::Tensor of_floats(const at::Tensor& self, const at::Tensor& other) { return OfFloats::apply(self, other); }

at::Tensor prints(const at::Tensor& self) {
  std::puts("{}");
  std::fflush(stdout);
  return self.clone();
}

// Reads as many elements from the first on as there are, whatever the strides.
at::Tensor reads_densely(const at::Tensor& self) {
  TORCH_CHECK(self.scalar_type() == at::kFloat && self.layout() == c10::kStrided, "dense float32 only");
  at::Tensor out = at::empty(self.sizes(), self.options());
  if (self.numel() != 0) std::memcpy(out.data_ptr(), self.data_ptr(), self.numel() * sizeof(float));
  return out;
}

// Writes as many elements from the first on as there are, whatever the strides.
at::Tensor& writes_densely_(at::Tensor& self) {
  TORCH_CHECK(self.scalar_type() == at::kFloat && self.layout() == c10::kStrided, "dense float32 only");
  float* const to = self.data_ptr<float>();
  std::fill(to, to + self.numel(), 0.0f);
  return self;
}

// Returns the same tensor in each call.
at::Tensor keeps(const at::Tensor&) {
  static const at::Tensor kept = at::ones({2});
  return kept;
}

}  // namespace

TORCH_LIBRARY(odd, library) {
  library.def("crash(Tensor self) -> Tensor");
  library.def("same_value(Tensor self) -> Tensor");
  library.def("returns_copy_(Tensor(a!) self) -> Tensor(a!)");
  library.def("leaves_mode(Tensor self) -> Tensor");
  library.def("own_counter(Tensor(a) self) -> Tensor(a)");
  library.def("of_storage(Tensor(a) self) -> Tensor(a)");
  library.def("late_check_(Tensor(a!) self) -> Tensor(a!)");
  library.def("records_write_(Tensor(a!) self) -> Tensor(a!)");
  library.def("of_floats(Tensor self, Tensor other) -> Tensor");
  library.def("prints(Tensor self) -> Tensor");
  library.def("reads_densely(Tensor self) -> Tensor");
  library.def("writes_densely_(Tensor(a!) self) -> Tensor(a!)");
  library.def("keeps(Tensor self) -> Tensor");
}

TORCH_LIBRARY_IMPL(odd, CompositeImplicitAutograd, library) {
  library.impl("crash", crash);
  library.impl("same_value", same_value);
  library.impl("returns_copy_", returns_copy_);
  library.impl("leaves_mode", leaves_mode);
  library.impl("own_counter", own_counter);
  library.impl("of_storage", of_storage);
  library.impl("late_check_", late_check_);
  library.impl("records_write_", records_write_);
  library.impl("of_floats", of_floats);
  library.impl("prints", prints);
  library.impl("reads_densely", reads_densely);
  library.impl("writes_densely_", writes_densely_);
  library.impl("keeps", keeps);
}
