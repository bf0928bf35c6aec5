// Launches a matrix product, or a batch of them, on the current stream of the CUDA device.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/device_code/product_kernel.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/cuda/libraries/blas_lt.h"
#include "engine/backends/cuda/runtime/gpu_kernels.h"

namespace modecheck::engine::cuda {

template <typename T>
const char* product_on_host(const void* bytes) {
  const auto& product = *static_cast<const ProductArguments<T>*>(bytes);
  using Total = typename ProductArguments<T>::Total;
  for (std::int64_t which = 0; which < product.batch; ++which)
    for (std::int64_t i = 0; i < product.rows; ++i)
      for (std::int64_t j = 0; j < product.columns; ++j) {
        Total total = Total(0);
        for (std::int64_t k = 0; k < product.inner; ++k)
          product.add(total, backends::convert<Total>(product.left.at(which, i, k)),
                      backends::convert<Total>(product.right.at(which, k, j)));
        product.finish(which, i, j, total);
      }
  return nullptr;
}

// Computes a large matrix product by cuBLASLt. If cuBLASLt refuses the product, the kernel of product_kernel.h computes
// it.
template <typename T>
void start_large_product(const void* bytes, void* stream) {
  static const Launch::OnDevice plain = gpu_kernel(typeid(ProductArguments<T>).name(), c10::kByte, /*inputs=*/0);
  multiply_or(BlasLt::find(), plain, *static_cast<const ProductArguments<T>*>(bytes), stream,
              *device().library_memory());
}

// Returns the function that uses cuBLASLt for this product. Returns null if the kernel of product_kernel.h should
// compute the product.
template <typename T>
Launch::OnDevice instead_of_plain(const ProductArguments<T>& product) {
  if constexpr (BlasLt::has_type<T>)
    if (device().library_memory() != nullptr && BlasLt::takes(product) && BlasLt::find() != nullptr)
      return &start_large_product<T>;
  return nullptr;
}

// Returns the kernel arguments of a matrix product. All tensors are matrices, or batches of the same number of
// matrices. `self` is the tensor to add, of the sizes of `out`. It is undefined if nothing is added.
template <typename T>
ProductArguments<T> product_of(const at::Tensor& left, const at::Tensor& right, const at::Tensor& self, T beta, T alpha,
                               const at::Tensor& out) {
  const bool batched = out.dim() == 3;
  const auto place = [batched]<typename Element>(const at::Tensor& tensor, Element* data) {
    const c10::IntArrayRef strides = tensor.strides();
    return typename ProductArguments<T>::template Matrix<Element>{data, batched ? strides[0] : 0,
                                                                  strides[batched ? 1 : 0], strides[batched ? 2 : 1]};
  };
  const auto matrix = [&](const at::Tensor& tensor) -> typename ProductArguments<T>::template Matrix<const T> {
    if (!tensor.defined()) return {nullptr, 0, 0, 0};
    return place(tensor, static_cast<const T*>(tensor.data_ptr()));
  };
  const c10::IntArrayRef sizes = out.sizes();
  return {batched ? sizes[0] : 1,
          sizes[batched ? 1 : 0],
          left.sizes()[batched ? 2 : 1],
          sizes[batched ? 2 : 1],
          matrix(left),
          matrix(right),
          matrix(self),
          place(out, static_cast<T*>(out.data_ptr())),
          beta,
          alpha};
}

template <typename T>
void launch_product(const at::Tensor& left, const at::Tensor& right, const at::Tensor& self, T beta, T alpha,
                    const at::Tensor& out) {
  const ProductArguments<T> arguments = product_of<T>(left, right, self, beta, alpha, out);
  RangeLaunch launch(out.dim() == 3 ? "bmm" : "mm");
  launch.writes(out).reads(left).reads(right);
  if (self.defined()) launch.reads(self);
  launch.run(arguments, &product_on_host<T>, instead_of_plain<T>(arguments));
}

}  // namespace modecheck::engine::cuda
