// Computes LU and Cholesky factorisations of square, column-major matrices of doubles in plain loops, and solves with
// them. engine/backends/cpu/libraries/lapack.h documents the arguments of these functions.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engine/core/types/host_device.h"

namespace modecheck::engine::backends {

// The index of element (row, column) of a column-major matrix of n rows.
MODECHECK_HOST_DEVICE inline std::size_t element_at(int n, int row, int column) {
  return static_cast<std::size_t>(column) * static_cast<std::size_t>(n) + static_cast<std::size_t>(row);
}

MODECHECK_HOST_DEVICE inline void exchange(double& a, double& b) {
  const double kept = a;
  a = b;
  b = kept;
}

MODECHECK_HOST_DEVICE inline int plain_lu_factor(int n, double* a, int* pivots) {
  int info = 0;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[element_at(n, i, k)]) > std::abs(a[element_at(n, pivot, k)])) pivot = i;
    pivots[k] = pivot + 1;
    if (a[element_at(n, pivot, k)] == 0) {
      if (info == 0) info = k + 1;
      continue;
    }
    if (pivot != k)
      for (int j = 0; j < n; ++j) exchange(a[element_at(n, k, j)], a[element_at(n, pivot, j)]);
    for (int i = k + 1; i < n; ++i) a[element_at(n, i, k)] /= a[element_at(n, k, k)];
    for (int j = k + 1; j < n; ++j) {
      const double factor = a[element_at(n, k, j)];
      if (factor == 0) continue;
      for (int i = k + 1; i < n; ++i) a[element_at(n, i, j)] -= a[element_at(n, i, k)] * factor;
    }
  }
  return info;
}

MODECHECK_HOST_DEVICE inline int plain_cholesky_factor(int n, double* a) {
  for (int j = 0; j < n; ++j) {
    double square = a[element_at(n, j, j)];
    for (int k = 0; k < j; ++k) square -= a[element_at(n, j, k)] * a[element_at(n, j, k)];
    if (!(square > 0)) return j + 1;
    const double root = std::sqrt(square);
    a[element_at(n, j, j)] = root;
    for (int i = j + 1; i < n; ++i) {
      double value = a[element_at(n, i, j)];
      for (int k = 0; k < j; ++k) value -= a[element_at(n, i, k)] * a[element_at(n, j, k)];
      a[element_at(n, i, j)] = value / root;
    }
  }
  return 0;
}

// Solves a triangular system for one right-hand side. `x` holds the right-hand side before the call, and the solution
// afterwards.
MODECHECK_HOST_DEVICE inline void solve_triangular_column(bool upper, bool unit_diagonal, int n, const double* a,
                                                          double* x) {
  for (int step = 0; step < n; ++step) {
    const int k = upper ? n - 1 - step : step;
    if (!unit_diagonal) x[k] /= a[element_at(n, k, k)];
    const double known = x[k];
    if (known == 0) continue;
    const int begin = upper ? 0 : k + 1;
    const int end = upper ? k : n;
    for (int i = begin; i < end; ++i) x[i] -= a[element_at(n, i, k)] * known;
  }
}

MODECHECK_HOST_DEVICE inline void exchange_rows(int n, const int* pivots, double* x) {
  for (int i = 0; i < n; ++i)
    if (pivots[i] != i + 1) exchange(x[i], x[pivots[i] - 1]);
}

// The sign of the permutation that `pivots` describes: -1 for an odd number of row exchanges, else 1.
MODECHECK_HOST_DEVICE inline double parity_of(int n, const int* pivots) {
  double sign = 1;
  for (int i = 0; i < n; ++i)
    if (pivots[i] != i + 1) sign = -sign;
  return sign;
}

}  // namespace modecheck::engine::backends
