// Computes matrix products by cuBLASLt. The library is loaded for the first large product on a GPU, if it is installed
// on the system or in a Python package. MODECHECK_CUBLASLT names another file. With the value "none" no file is loaded.
// One call computes a whole batch if its matrices lie at equal distances in memory.
//
// The kernel of product_kernel.h computes small products, so that their bits equal the CPU's. It also computes products
// that cuBLASLt cannot take, and all products on machines without cuBLASLt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "engine/backends/cuda/device_code/product_kernel.h"
#include "engine/backends/cuda/runtime/runtime.h"
#include "engine/backends/cuda/runtime/stream_memory.h"

namespace modecheck::engine::cuda {

class BlasLt {
 public:
  // True for the dtypes whose products cuBLASLt computes.
  template <typename T>
  static constexpr bool has_type = std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                   std::is_same_v<T, c10::Half> || std::is_same_v<T, c10::BFloat16>;

  // Returns the cuBLASLt of this machine, or null if there is none.
  static const BlasLt* find();
  // Loads cuBLASLt from a file. Returns std::nullopt if the file cannot be loaded or lacks a function.
  static std::optional<BlasLt> load(const std::string& file);

  // Returns cuBLASLt's version in its own numbering: 130100 is 13.1.0.
  std::size_t version() const { return version_(); }

  // Returns true if cuBLASLt should compute the product: the whole batch has enough multiplications, and cuBLASLt
  // accepts the strides of the matrices.
  template <typename T>
  static bool takes(const ProductArguments<T>& product) {
    return is_large(product.batch, product.rows, product.inner, product.columns) &&
           Side::of(product.left, product.rows, product.inner).has_value() &&
           Side::of(product.right, product.inner, product.columns).has_value() &&
           lies_in_rows(product.out, product.columns) &&
           (product.added.data == nullptr || lies_in_rows(product.added, product.columns));
  }

  // Gives the product to the stream, with a workspace from `memory`. Returns false if cuBLASLt refused the product. In
  // that case the stream has received no work.
  template <typename T>
  bool multiply(const ProductArguments<T>& product, void* stream, const StreamMemory& memory) const {
    using Scale = std::conditional_t<std::is_same_v<T, double>, double, float>;
    const Scale alpha = static_cast<Scale>(product.alpha);
    const Scale beta = product.added.data == nullptr ? Scale(0) : static_cast<Scale>(product.beta);
    const bool adds = product.added.data != nullptr;
    const Operand out{product.out.data, {product.out.row, false}, product.out.next};
    return multiply(
        {data_type<T>(), product.batch, product.rows, product.inner, product.columns,
         operand(product.left, product.rows, product.inner), operand(product.right, product.inner, product.columns),
         adds ? operand(product.added, product.rows, product.columns) : out, out, product.out.data, &alpha, &beta},
        stream, memory);
  }

  // --- Constants of cuBLASLt. cuda/toolkit/blas_lt_numbers.cpp compares them with its header.

  static constexpr int success = 0;
  static constexpr int real_32 = 0;
  static constexpr int real_64 = 1;
  static constexpr int real_16 = 2;
  static constexpr int brain_16 = 14;
  static constexpr int compute_32 = 68;
  static constexpr int compute_64 = 70;
  // transpose_first and transpose_second are numbers of attributes of a product (cublasLtMatmulDesc)
  static constexpr int transpose_first = 3;
  static constexpr int transpose_second = 4;
  // as_it_is and transposed are the values of these two attributes
  static constexpr std::int32_t as_it_is = 0;
  static constexpr std::int32_t transposed = 1;
  // batch_count and batch_offset are numbers of attributes of a matrix layout
  static constexpr int batch_count = 5;
  static constexpr int batch_offset = 6;
  // the following five constants are numbers of attributes of a preference, which limits the search for an algorithm
  static constexpr int most_memory = 1;
  static constexpr int first_alignment = 5;
  static constexpr int second_alignment = 6;
  static constexpr int added_alignment = 7;
  static constexpr int out_alignment = 8;

  // cuBLASLt's result of a search for an algorithm: cublasLtMatmulHeuristicResult_t.
  struct Algorithm {
    std::uint64_t algorithm[8];
    std::size_t memory;
    int status;
    float waves;
    int reserved[4];
  };

 private:
  // The memory layout of one matrix: whether it is row-major or column-major, and its leading dimension.
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
  // One operand of a product: a batch of matrices, whose first elements are `next` elements apart.
  struct Operand {
    const void* data;
    Side side;
    std::int64_t next;
  };
  struct Product {
    int type;
    std::int64_t batch;
    std::int64_t rows;
    std::int64_t inner;
    std::int64_t columns;
    Operand left;
    Operand right;
    Operand added;
    Operand out;
    void* to;  // the address to which the product is written
    const void* alpha;
    const void* beta;
  };

  template <typename Matrix>
  static Operand operand(const Matrix& matrix, std::int64_t rows, std::int64_t columns) {
    return {matrix.data, *Side::of(matrix, rows, columns), matrix.next};
  }
  template <typename Matrix>
  static bool lies_in_rows(const Matrix& matrix, std::int64_t columns) {
    return matrix.column == 1 && matrix.row >= columns;
  }
  static bool is_large(std::int64_t batch, std::int64_t rows, std::int64_t inner, std::int64_t columns);
  template <typename T>
  static constexpr int data_type() {
    return std::is_same_v<T, double>      ? real_64
           : std::is_same_v<T, c10::Half> ? real_16
           : std::is_same_v<T, float>     ? real_32
                                          : brain_16;
  }
  bool multiply(const Product& product, void* stream, const StreamMemory& memory) const;

  // cuBLASLt's functions. Descriptors and handles are opaque pointers.
  std::size_t (*version_)() = nullptr;
  int (*create_)(void** handle) = nullptr;
  int (*create_product_)(void** product, int compute, int scale) = nullptr;
  int (*set_product_)(void* product, int attribute, const void* value, std::size_t bytes) = nullptr;
  int (*destroy_product_)(void* product) = nullptr;
  int (*create_layout_)(void** layout, int type, std::uint64_t rows, std::uint64_t columns,
                        std::int64_t leading) = nullptr;
  int (*set_layout_)(void* layout, int attribute, const void* value, std::size_t bytes) = nullptr;
  int (*destroy_layout_)(void* layout) = nullptr;
  int (*create_wish_)(void** wish) = nullptr;
  int (*set_wish_)(void* wish, int attribute, const void* value, std::size_t bytes) = nullptr;
  int (*destroy_wish_)(void* wish) = nullptr;
  int (*choose_)(void* handle, void* product, void* a_layout, void* b_layout, void* c_layout, void* d_layout,
                 void* wish, int wanted, void* algorithms, int* found) = nullptr;
  int (*multiply_)(void* handle, void* product, const void* alpha, const void* a, void* a_layout, const void* b,
                   void* b_layout, const void* beta, const void* c, void* c_layout, void* d, void* d_layout,
                   const void* algorithm, void* workspace, std::size_t workspace_bytes, void* stream) = nullptr;
  void* handle_ = nullptr;
};

// Computes a product by cuBLASLt, if cuBLASLt is loaded and accepts the product. Otherwise the function `plain`
// computes it.
template <typename T>
void multiply_or(const BlasLt* library, Launch::OnDevice plain, const ProductArguments<T>& product, void* stream,
                 const StreamMemory& memory) {
  if (library != nullptr && library->multiply(product, stream, memory)) return;
  plain(&product, stream);
}

}  // namespace modecheck::engine::cuda
