// Computes matrix products by an installed OpenBLAS, which is loaded for the first large product. OpenBLAS is optional.
// Without it, the plain loops of matrix_product.cpp compute all products.
#pragma once

#include <cstdint>

namespace modecheck::engine::backends {

// A matrix as an argument for BLAS. Consecutive rows in memory begin `leading` elements apart. If `transposed` is true,
// the memory holds the transpose of the matrix.
template <typename T>
struct BlasMatrix {
  const T* data = nullptr;
  std::int64_t leading = 0;
  bool transposed = false;
};

// Splits matrix products over the engine's threads. The split may change the last bits of a result. OpenBLAS itself
// runs with one thread.
class Blas {
 public:
  // Returns the installed OpenBLAS, or null if there is none. MODECHECK_BLAS names another file than libopenblas.so.0.
  // With the value "none" no file is loaded.
  static const Blas* find();

  // Computes out = beta * out + alpha * (left @ right), a row-major matrix of sizes [rows, columns]. Each element sums
  // `inner` products. Every size must fit into an int.
  void product(std::int64_t rows, std::int64_t columns, std::int64_t inner, float alpha, BlasMatrix<float> left,
               BlasMatrix<float> right, float beta, float* out, std::int64_t leading) const;
  void product(std::int64_t rows, std::int64_t columns, std::int64_t inner, double alpha, BlasMatrix<double> left,
               BlasMatrix<double> right, double beta, double* out, std::int64_t leading) const;
  // Computes out_i = left @ right_i for `count` matrices right_i, several of them in parallel. The first elements of
  // right_i and right_(i+1) are `right_apart` elements apart. The first elements of out_i and out_(i+1) are `out_apart`
  // elements apart.
  void products(std::int64_t count, std::int64_t rows, std::int64_t columns, std::int64_t inner, BlasMatrix<float> left,
                BlasMatrix<float> right, std::int64_t right_apart, float* out, std::int64_t out_apart) const;

 private:
  template <typename T>
  using Product = void (*)(int order, int left, int right, int rows, int columns, int inner, T alpha,
                           const T* left_data, int left_leading, const T* right_data, int right_leading, T beta, T* out,
                           int leading);

  bool load();
  template <typename T>
  void share_out(Product<T> multiply, std::int64_t rows, std::int64_t columns, std::int64_t inner, T alpha,
                 BlasMatrix<T> left, BlasMatrix<T> right, T beta, T* out, std::int64_t leading) const;

  Product<float> product_of_floats_ = nullptr;
  Product<double> product_of_doubles_ = nullptr;
  void (*set_threads_)(int) = nullptr;
};

}  // namespace modecheck::engine::backends
