// Implements view_as_real and view_as_complex. view_as_real shows complex numbers as pairs of real numbers, and
// view_as_complex shows such pairs as complex numbers. Neither makes a copy.
#include <vector>

#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/wrapped_product.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/view.h"

namespace modecheck::engine {

template <>
at::Tensor Kernel<operators::view_as_real>::call(const at::Tensor& self) {
  MODECHECK_CHECK(c10::isComplexType(self.scalar_type()), ErrorClass::Dtype,
                  "view_as_real: is only supported for complex tensors, not for ", self.scalar_type());
  std::vector<std::int64_t> sizes = self.sizes().vec();
  std::vector<std::int64_t> strides = self.strides().vec();
  for (std::int64_t& stride : strides) stride = wrapped_product(stride, 2);
  sizes.push_back(2);
  strides.push_back(1);
  return make_alias(self, sizes, strides, wrapped_product(self.storage_offset(), 2),
                    c10::toRealValueType(self.scalar_type()));
}

template <>
at::Tensor Kernel<operators::view_as_complex>::call(const at::Tensor& self) {
  const bool is_pair = self.scalar_type() == c10::kFloat || self.scalar_type() == c10::kDouble;
  const auto check_dtype = [&] {
    MODECHECK_CHECK(is_pair, ErrorClass::Dtype,
                    "view_as_complex: is only supported for floating point tensors of 32 or 64 bits, not for ",
                    self.scalar_type());
  };
  // view_as_complex rejects Half only after the other checks, because the complex dtype of Half, ComplexHalf, is not
  // supported.
  if (self.scalar_type() != c10::kHalf) check_dtype();
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Shape, "view_as_complex: Input tensor must have one or more dimensions");
  MODECHECK_CHECK(self.size(-1) == 2, ErrorClass::Shape,
                  "view_as_complex: Tensor must have a last dimension of size 2, ", "but its sizes are ", self.sizes());
  MODECHECK_CHECK(self.stride(-1) == 1, ErrorClass::Strides,
                  "view_as_complex: Tensor must have a last dimension with stride 1; make it contiguous first");
  std::vector<std::int64_t> sizes = self.sizes().vec();
  std::vector<std::int64_t> strides = self.strides().vec();
  sizes.pop_back();
  strides.pop_back();
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    // view_as_complex needs even strides. The stride of a dimension of size one does not matter (PyTorch pull request
    // #169780).
    MODECHECK_CHECK(sizes[d] == 1 || strides[d] % 2 == 0, ErrorClass::Strides,
                    "view_as_complex: Tensor must have a stride divisible by 2 "
                    "for all but last dimension; make it contiguous first");
    strides[d] /= 2;
  }
  MODECHECK_CHECK(self.storage_offset() % 2 == 0, ErrorClass::Strides,
                  "view_as_complex: Tensor must have a storage_offset divisible by 2; clone it first");
  check_dtype();
  return make_alias(self, sizes, strides, self.storage_offset() / 2, c10::toComplexType(self.scalar_type()));
}

}  // namespace modecheck::engine
