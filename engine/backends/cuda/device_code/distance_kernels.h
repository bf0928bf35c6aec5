// The kernels of cdist, pdist and their derivatives for the CUDA device. All tensors are contiguous.
#pragma once

#include <cstdint>

#include "engine/backends/functions/distances.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

using backends::DistanceNorm;

// The arguments of the kernels of cdist: two batches of matrices. cdist computes the distance of every row in `from`
// from every row in `against`.
template <typename T>
struct RowPairs {
  const T* from;
  const T* against;
  std::int64_t first;   // the number of rows of each matrix in `from`
  std::int64_t second;  // the number of rows of each matrix in `against`
  std::int64_t columns;
  MODECHECK_HOST_DEVICE const T* others(std::int64_t row) const { return against + row / first * second * columns; }
};

// cdist: computes the distance between one row in `from` and one row in `against`.
template <typename T>
struct PairDistanceKernel {
  RowPairs<T> rows;
  DistanceNorm norm;
  T* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t row = i / rows.second;
    to[i] = static_cast<T>(
        norm.distance(rows.from + row * rows.columns, rows.others(row) + i % rows.second * rows.columns, rows.columns));
  }
};

// The backward of cdist: computes the gradient of one element of `from`. The gradient is a sum over all distances of
// the row that contains the element.
template <typename T>
struct PairSlopeKernel {
  RowPairs<T> rows;
  DistanceNorm norm;
  const T* arriving;
  const T* distances;
  T* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t row = i / rows.columns;
    const T* other = rows.others(row) + i % rows.columns;
    double total = 0;
    for (std::int64_t j = 0; j < rows.second; ++j, other += rows.columns) {
      const std::int64_t pair = row * rows.second + j;
      const T apart = rows.from[i] - *other;
      total += static_cast<double>(arriving[pair]) *
               norm.slope(static_cast<double>(apart), static_cast<double>(distances[pair]));
    }
    to[i] = static_cast<T>(total);
  }
};

// Returns the index in the result of pdist of the distance between rows i and j. The caller ensures i < j.
MODECHECK_HOST_DEVICE inline std::int64_t number_of_pair(std::int64_t rows, std::int64_t i, std::int64_t j) {
  return i * rows - i * (i + 1) / 2 + j - i - 1;
}

// pdist: computes the distance between rows i and j. Threads with i >= j do nothing, so that each distance is computed
// once.
template <typename T>
struct OwnDistanceKernel {
  const T* from;
  std::int64_t rows;
  std::int64_t columns;
  DistanceNorm norm;
  T* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t at) const {
    const std::int64_t i = at / rows;
    const std::int64_t j = at % rows;
    if (i < j)
      to[number_of_pair(rows, i, j)] = static_cast<T>(norm.distance(from + i * columns, from + j * columns, columns));
  }
};

// The backward of pdist: computes the gradient of one element of the input. The gradient is a sum over all distances of
// the row that contains the element.
template <typename T>
struct OwnSlopeKernel {
  const T* from;
  std::int64_t rows;
  std::int64_t columns;
  DistanceNorm norm;
  const T* arriving;
  const T* distances;
  T* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t at) const {
    const std::int64_t row = at / columns;
    double total = 0;
    for (std::int64_t other = 0; other < rows; ++other) {
      if (other == row) continue;
      const bool first = row < other;
      const std::int64_t pair = first ? number_of_pair(rows, row, other) : number_of_pair(rows, other, row);
      const T here = from[at];
      const T there = from[other * columns + at % columns];
      const T apart = first ? here - there : there - here;
      const double part = static_cast<double>(arriving[pair]) *
                          norm.slope(static_cast<double>(apart), static_cast<double>(distances[pair]));
      total += first ? part : -part;
    }
    to[at] = static_cast<T>(total);
  }
};

}  // namespace modecheck::engine::cuda
