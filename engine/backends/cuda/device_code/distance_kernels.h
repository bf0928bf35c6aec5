// What a thread does for distances of rows, and for their derivatives. All tensors are dense.
#pragma once

#include <cstdint>

#include "engine/backends/functions/distances.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

using backends::DistanceNorm;

// Rows against rows, batch after batch.
template <typename T>
struct RowPairs {
  const T* from;
  const T* against;
  std::int64_t first;   // rows of a batch that distances are from
  std::int64_t second;  // and those that they are to
  std::int64_t columns;
  MODECHECK_HOST_DEVICE const T* others(std::int64_t row) const { return against + row / first * second * columns; }
};

// One distance.
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

// One element of a row that distances are from: what all of them make of it.
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

// Each two of the same rows, once: which number such a pair has.
MODECHECK_HOST_DEVICE inline std::int64_t number_of_pair(std::int64_t rows, std::int64_t i, std::int64_t j) {
  return i * rows - i * (i + 1) / 2 + j - i - 1;
}

// One pair of rows, in either order: one of them has something to do.
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

// One element: what all distances that its row has make of it.
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
