// Gives a product of matrices to the device's current stream.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/blas_lt.h"
#include "engine/backends/cuda/gpu_kernels.h"
#include "engine/backends/cuda/product_kernel.h"
#include "engine/backends/cuda/range_launch.h"

namespace modecheck::engine::cuda {

template <typename T>
const char* product_on_host(const void* bytes) {
  const auto& product = *static_cast<const ProductArguments<T>*>(bytes);
  using Total = typename ProductArguments<T>::Total;
  for (std::int64_t i = 0; i < product.rows; ++i)
    for (std::int64_t j = 0; j < product.columns; ++j) {
      Total total = Total(0);
      for (std::int64_t k = 0; k < product.inner; ++k)
        product.add(total, backends::convert<Total>(product.left.at(i, k)),
                    backends::convert<Total>(product.right.at(k, j)));
      product.finish(i, j, total);
    }
  return nullptr;
}

// By cuBLASLt, or the plain kernel if that does not take it after all.
template <typename T>
void start_large_product(const void* bytes, void* stream) {
  static const Launch::OnDevice plain = gpu_kernel(typeid(ProductArguments<T>).name(), c10::kByte, /*inputs=*/0);
  multiply_or(BlasLt::find(), plain, *static_cast<const ProductArguments<T>*>(bytes), stream);
}

// What a GPU is given in place of the plain kernel; null: nothing.
template <typename T>
Launch::OnDevice instead_of_plain(const ProductArguments<T>& product) {
  if constexpr (BlasLt::has_type<T>)
    if (!device().has_host_work() && BlasLt::takes(product) && BlasLt::find() != nullptr)
      return &start_large_product<T>;
  return nullptr;
}

// All are matrices; `self` is undefined if nothing is added, else it has the sizes of `out`.
template <typename T>
void launch_product(const at::Tensor& left, const at::Tensor& right, const at::Tensor& self, T beta, T alpha,
                    const at::Tensor& out) {
  using Arguments = ProductArguments<T>;
  const auto matrix = [](const at::Tensor& tensor) -> typename Arguments::template Matrix<const T> {
    if (!tensor.defined()) return {nullptr, 0, 0};
    return {static_cast<const T*>(tensor.data_ptr()), tensor.strides()[0], tensor.strides()[1]};
  };
  const Arguments arguments{out.sizes()[0],
                            left.sizes()[1],
                            out.sizes()[1],
                            matrix(left),
                            matrix(right),
                            matrix(self),
                            {static_cast<T*>(out.data_ptr()), out.strides()[0], out.strides()[1]},
                            beta,
                            alpha};
  RangeLaunch launch("mm");
  launch.writes(out).reads(left).reads(right);
  if (self.defined()) launch.reads(self);
  launch.run(arguments, &product_on_host<T>, instead_of_plain<T>(arguments));
}

}  // namespace modecheck::engine::cuda
