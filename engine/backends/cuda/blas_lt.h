// Products of matrices by cuBLASLt, which is loaded when the first large one is given to a GPU, if it is there: as the
// system's library, or in a Python package. MODECHECK_CUBLASLT names another file; "none" loads none.
//
// Beneath it is the plain kernel of product_kernel.h: for small products, whose bits are the CPU's, for what the
// library does not take, and where there is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "engine/backends/cuda/product_kernel.h"
#include "engine/backends/cuda/runtime.h"

namespace modecheck::engine::cuda {

class BlasLt {
 public:
  // The dtypes that it is asked for.
  template <typename T>
  static constexpr bool has_type = std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                   std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>;

  // The library of this machine, or null.
  static const BlasLt* find();
  // The library in a file, if it can be loaded and is one.
  static std::optional<BlasLt> load(const char* file);

  // Whether a product is large enough, and its matrices lie so that the library takes them.
  template <typename T>
  static bool takes(const ProductArguments<T>& product) {
    return is_large(product.rows, product.inner, product.columns) &&
           Side::of(product.left, product.rows, product.inner).has_value() &&
           Side::of(product.right, product.inner, product.columns).has_value() &&
           lies_in_rows(product.out, product.columns) &&
           (product.added.data == nullptr || lies_in_rows(product.added, product.columns));
  }

  // Gives the product to the stream. False: the library refused it, and nothing was given.
  template <typename T>
  bool multiply(const ProductArguments<T>& product, void* stream) const {
    using Scale = std::conditional_t<std::is_same_v<T, double>, double, float>;
    const Scale alpha = static_cast<Scale>(product.alpha);
    const Scale beta = product.added.data == nullptr ? Scale(0) : static_cast<Scale>(product.beta);
    const bool adds = product.added.data != nullptr;
    return multiply({data_type<T>(), product.rows, product.inner, product.columns, product.left.data,
                     *Side::of(product.left, product.rows, product.inner), product.right.data,
                     *Side::of(product.right, product.inner, product.columns),
                     adds ? static_cast<const void*>(product.added.data) : product.out.data,
                     adds ? product.added.row : product.out.row, product.out.data, product.out.row, &alpha, &beta},
                    stream);
  }

  // --- the library's numbers: see blas_lt_numbers.cpp of engine/backends/gpu, which compares them with its header

  static constexpr int success = 0;
  static constexpr int real_32 = 0;
  static constexpr int real_64 = 1;
  static constexpr int real_16 = 2;
  static constexpr int brain_16 = 14;
  static constexpr int compute_32 = 68;
  static constexpr int compute_64 = 70;
  static constexpr int transpose_first = 3;  // attributes of a product
  static constexpr int transpose_second = 4;
  static constexpr std::int32_t as_it_is = 0;  // and what they say
  static constexpr std::int32_t transposed = 1;

 private:
  // How a matrix lies: its rows one behind the other, or its columns.
  struct Side {
    std::int64_t leading;
    bool in_columns;
    template <typename Matrix>
    static std::optional<Side> of(const Matrix& matrix, std::int64_t rows, std::int64_t columns) {
      if (matrix.column == 1 && matrix.row >= columns) return Side{matrix.row, false};
      if (matrix.row == 1 && matrix.column >= rows) return Side{matrix.column, true};
      return std::nullopt;
    }
  };
  struct Product {
    int type;
    std::int64_t rows;
    std::int64_t inner;
    std::int64_t columns;
    const void* left;
    Side left_side;
    const void* right;
    Side right_side;
    const void* added;
    std::int64_t added_row;
    void* out;
    std::int64_t out_row;
    const void* alpha;
    const void* beta;
  };

  template <typename Matrix>
  static bool lies_in_rows(const Matrix& matrix, std::int64_t columns) {
    return matrix.column == 1 && matrix.row >= columns;
  }
  static bool is_large(std::int64_t rows, std::int64_t inner, std::int64_t columns);
  template <typename T>
  static constexpr int data_type() {
    return std::is_same_v<T, double>      ? real_64
           : std::is_same_v<T, c10::Half> ? real_16
           : std::is_same_v<T, float>     ? real_32
                                          : brain_16;
  }
  bool multiply(const Product& product, void* stream) const;

  // The library's functions; descriptions and handles are its own.
  int (*create_)(void** handle) = nullptr;
  int (*create_product_)(void** product, int compute, int scale) = nullptr;
  int (*set_)(void* product, int attribute, const void* value, std::size_t bytes) = nullptr;
  int (*destroy_product_)(void* product) = nullptr;
  int (*create_layout_)(void** layout, int type, std::uint64_t rows, std::uint64_t columns,
                        std::int64_t leading) = nullptr;
  int (*destroy_layout_)(void* layout) = nullptr;
  int (*multiply_)(void* handle, void* product, const void* alpha, const void* a, void* a_layout, const void* b,
                   void* b_layout, const void* beta, const void* c, void* c_layout, void* d, void* d_layout,
                   const void* algorithm, void* workspace, std::size_t workspace_bytes, void* stream) = nullptr;
  void* handle_ = nullptr;
};

// By the library, if there is one and it takes the product; else by the plain kernel.
template <typename T>
void multiply_or(const BlasLt* library, Launch::OnDevice plain, const ProductArguments<T>& product, void* stream) {
  if (library != nullptr && library->multiply(product, stream)) return;
  plain(&product, stream);
}

}  // namespace modecheck::engine::cuda
