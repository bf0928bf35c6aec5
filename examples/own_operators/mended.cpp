// The operators of faulty.cpp without their faults.
#include <torch/library.h>
#include <torch/torch.h>

namespace {

// PyTorch's own operators bump versions, track views, record, and reject what must be rejected. An operator that is
// made of them needs no kernel of its own for ADInplaceOrView and Autograd.
at::Tensor& twice_(at::Tensor& self) { return self.mul_(2); }
at::Tensor first(const at::Tensor& self) { return self.select(0, 0); }
at::Tensor contiguous(const at::Tensor& self) { return self.contiguous(); }
at::Tensor normalised(const at::Tensor& self) { return self / self.sum(); }

struct Product : torch::autograd::Function<Product> {
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& self,
                            const at::Tensor& factor) {
    context->save_for_backward({self, factor});
    return self * factor;
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const torch::autograd::variable_list saved = context->get_saved_variables();
    return {(gradients[0] * saved[1]).sum_to_size(saved[0].sizes()),
            (gradients[0] * saved[0]).sum_to_size(saved[1].sizes())};
  }
};
at::Tensor product(const at::Tensor& self, const at::Tensor& factor) { return Product::apply(self, factor); }

}  // namespace

TORCH_LIBRARY(mended, library) {
  library.def("twice_(Tensor(a!) self) -> Tensor(a!)");
  library.def("first(Tensor(a) self) -> Tensor(a)");
  library.def("contiguous(Tensor(a) self) -> Tensor(a)");  // the annotation: the result may be the argument
  library.def("normalised(Tensor self) -> Tensor");
  library.def("product(Tensor self, Tensor factor) -> Tensor");
}

TORCH_LIBRARY_IMPL(mended, CompositeImplicitAutograd, library) {
  library.impl("twice_", twice_);
  library.impl("first", first);
  library.impl("contiguous", contiguous);
  library.impl("normalised", normalised);
  library.impl("product", product);
}
