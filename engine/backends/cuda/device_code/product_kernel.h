// The kernel of matrix products for the CUDA device: out = beta * self + alpha * (left @ right), for one matrix or a
// batch. It adds the products of a dot product one after the other, as the CPU does. It adds floating products in
// double precision.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/backends/iterate/element.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

template <typename T>
struct ProductArguments {
  using Total = std::conditional_t<std::is_floating_point_v<backends::Computed<T>>, double,
                                   std::conditional_t<c10::is_complex_number<T>, c10::complex<double>, T>>;
  // A batch of matrices. `next`, `row` and `column` are the strides in elements from matrix to matrix, row to row and
  // column to column.
  template <typename Element>
  struct Matrix {
    Element* data;
    std::int64_t next;
    std::int64_t row;
    std::int64_t column;
    MODECHECK_HOST_DEVICE Element& at(std::int64_t which, std::int64_t i, std::int64_t j) const {
      return data[which * next + i * row + j * column];
    }
  };

  std::int64_t batch;
  std::int64_t rows;
  std::int64_t inner;
  std::int64_t columns;
  Matrix<const T> left;
  Matrix<const T> right;
  Matrix<const T> added;  // the matrices that are scaled by beta and added; null data if nothing is added
  Matrix<T> out;
  T beta;
  T alpha;

  MODECHECK_HOST_DEVICE void add(Total& total, Total a, Total b) const {
    total = backends::wrapping_add<Total>(total, backends::wrapping_mul<Total>(a, b));
  }
  MODECHECK_HOST_DEVICE void finish(std::int64_t which, std::int64_t i, std::int64_t j, Total total) const {
    using backends::convert;
    total = backends::wrapping_mul<Total>(convert<Total>(alpha), total);
    if (added.data != nullptr)
      total = backends::wrapping_add<Total>(
          backends::wrapping_mul<Total>(convert<Total>(beta), convert<Total>(added.at(which, i, j))), total);
    out.at(which, i, j) = convert<T>(total);
  }
};

}  // namespace modecheck::engine::cuda
