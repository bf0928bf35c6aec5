// Defines the GPU kernels of mm, addmm, bmm and the operators that call them. A block of threads computes a square tile
// of the result. It keeps the tiles of both factors that it needs next in shared memory.
#include <algorithm>
#include <cstdint>
#include <typeinfo>
#include <vector>

#include "engine/backends/cuda/device_code/product_kernel.h"
#include "engine/backends/cuda/toolkit/kernel_rows.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::cuda {
namespace {

constexpr int side = 16;

template <typename T>
__global__ void __launch_bounds__(side* side) multiply(const __grid_constant__ ProductArguments<T> product) {
  using Total = typename ProductArguments<T>::Total;
  // The tiles are declared as raw bytes, because variables in shared memory may have no constructor.
  __shared__ alignas(Total) unsigned char room[2][side * (side + 1) * sizeof(Total)];
  auto* const left = reinterpret_cast<Total(*)[side + 1]>(room[0]);
  auto* const right = reinterpret_cast<Total(*)[side + 1]>(room[1]);
  const int x = static_cast<int>(threadIdx.x);
  const int y = static_cast<int>(threadIdx.y);
  const std::int64_t bands = (product.rows + side - 1) / side;
  const std::int64_t strips = (product.columns + side - 1) / side;
  for (std::int64_t tile = blockIdx.x; tile < product.batch * bands * strips; tile += gridDim.x) {
    const std::int64_t which = tile / (bands * strips);
    const std::int64_t i = tile / strips % bands * side + y;
    const std::int64_t j = tile % strips * side + x;
    Total total = Total(0);
    for (std::int64_t first = 0; first < product.inner; first += side) {
      if (i < product.rows && first + x < product.inner)
        left[y][x] = backends::convert<Total>(product.left.at(which, i, first + x));
      if (j < product.columns && first + y < product.inner)
        right[y][x] = backends::convert<Total>(product.right.at(which, first + y, j));
      __syncthreads();
      const std::int64_t left_over = product.inner - first;
      const int terms = left_over < side ? static_cast<int>(left_over) : side;
      if (i < product.rows && j < product.columns)
        for (int k = 0; k < terms; ++k) product.add(total, left[y][k], right[k][x]);
      __syncthreads();
    }
    if (i < product.rows && j < product.columns) product.finish(which, i, j, total);
  }
}

template <typename T>
void start_product(const void* bytes, void* stream) {
  const auto& product = *static_cast<const ProductArguments<T>*>(bytes);
  const std::int64_t tiles = product.batch * ((product.rows + side - 1) / side) * ((product.columns + side - 1) / side);
  multiply<T><<<static_cast<unsigned>(std::min<std::int64_t>(tiles, 1 << 20)), dim3(side, side), 0,
                static_cast<cudaStream_t>(stream)>>>(product);
}

template <typename... T>
void add_products(std::vector<KernelRow>& rows) {
  (rows.push_back({typeid(ProductArguments<T>).name(), static_cast<int>(c10::kByte), 0, &start_product<T>}), ...);
}

}  // namespace

void add_product_kernels(std::vector<KernelRow>& rows) {
  add_products<std::uint8_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t, c10::BFloat16, float, double,
               c10::complex<float>, c10::complex<double>>(rows);
}

}  // namespace modecheck::engine::cuda
