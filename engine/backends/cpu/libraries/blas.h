// Matrix products by an installed OpenBLAS, loaded for the first large product. OpenBLAS is optional: without it, the
// plain loops of matrix_product.cpp do everything.
#pragma once

#include <cstdint>

namespace modecheck::engine::backends {

// A matrix as BLAS takes it: rows that are `leading` elements apart, of the matrix or, if `transposed`, of its
// transpose.
template <typename T>
struct BlasMatrix {
  const T* data = nullptr;
  std::int64_t leading = 0;
  bool transposed = false;
};

// A product is split over the engine's threads, and the split may change the last bits. OpenBLAS itself runs with one
// thread.
class Blas {
 public:
  // Null if there is no OpenBLAS. MODECHECK_BLAS names another file than libopenblas.so.0; "none" loads none.
  static const Blas* find();

  // out = beta * out + alpha * (left @ right), of sizes [rows, columns], with sums of `inner` products; `out` is
  // row-major. Every size must fit into an int.
  void product(std::int64_t rows, std::int64_t columns, std::int64_t inner, float alpha, BlasMatrix<float> left,
               BlasMatrix<float> right, float beta, float* out, std::int64_t leading) const;
  void product(std::int64_t rows, std::int64_t columns, std::int64_t inner, double alpha, BlasMatrix<double> left,
               BlasMatrix<double> right, double beta, double* out, std::int64_t leading) const;
  // out_i = left @ right_i for `count` matrices, `right_apart` and `out_apart` elements apart, several of them in
  // parallel.
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
