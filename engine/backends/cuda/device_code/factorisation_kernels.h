// LU and Cholesky factorisations of matrices of doubles on the device, and kernels that solve systems and compute
// determinants with the factors. Each thread handles one matrix or one right-hand side. A block of threads shares the
// LU factorisation of a larger matrix, and solves for several right-hand sides. Matrices are column-major, one after
// the other.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/backends/functions/factorisation.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

struct FactoredMatrices {
  double* values;
  int* pivots;
  int n;
  MODECHECK_HOST_DEVICE double* matrix(std::int64_t which) const { return values + which * n * n; }
  MODECHECK_HOST_DEVICE int* exchanges(std::int64_t which) const { return pivots + which * n; }
  MODECHECK_HOST_DEVICE double& diagonal(std::int64_t which, int k) const {
    return matrix(which)[backends::element_at(n, k, k)];
  }
};

struct LuFactorKernel {
  FactoredMatrices matrices;
  int* info;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t which) const {
    info[which] = backends::plain_lu_factor(matrices.n, matrices.matrix(which), matrices.exchanges(which));
  }
};

// The largest n for which one thread factorises an n x n matrix, or solves a system with it.
constexpr int largest_matrix_of_a_thread = 8;

// The LU factorisation of larger matrices: a block of threads factorises each matrix. It applies the same operations in
// the same order as LuFactorKernel, so the results are the same.
struct LuFactorTogether {
  LuFactorKernel kernel;
  std::int64_t count;
};
inline const char* lu_factor_on_host(const void* bytes) {
  const auto& arguments = *static_cast<const LuFactorTogether*>(bytes);
  for (std::int64_t which = 0; which < arguments.count; ++which) arguments.kernel(which);
  return nullptr;
}

struct CholeskyKernel {
  double* values;
  int n;
  int* info;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t which) const {
    info[which] = backends::plain_cholesky_factor(n, values + which * n * n);
  }
};

// Solves a system for one column of the right-hand sides, with the LU factors of the matrix.
struct LuSolveKernel {
  FactoredMatrices matrices;
  std::int64_t columns;
  double* sides;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const std::int64_t which = i / columns;
    double* const x = sides + i * matrices.n;
    backends::exchange_rows(matrices.n, matrices.exchanges(which), x);
    backends::solve_triangular_column(false, true, matrices.n, matrices.matrix(which), x);
    backends::solve_triangular_column(true, false, matrices.n, matrices.matrix(which), x);
  }
};

// LuSolveKernel for larger matrices: a block of threads solves for neighbouring right-hand sides of one matrix.
struct LuSolveTogether {
  LuSolveKernel kernel;
  std::int64_t count;  // number of matrices
};
inline const char* lu_solve_on_host(const void* bytes) {
  const auto& arguments = *static_cast<const LuSolveTogether*>(bytes);
  for (std::int64_t i = 0; i < arguments.count * arguments.kernel.columns; ++i) arguments.kernel(i);
  return nullptr;
}

struct TriangularSolveKernel {
  const double* values;
  int n;
  bool upper;
  bool unit_diagonal;
  std::int64_t columns;
  double* sides;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    backends::solve_triangular_column(upper, unit_diagonal, n, values + i / columns * n * n, sides + i * n);
  }
};

struct DeterminantKernel {
  FactoredMatrices matrices;
  double* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t which) const {
    double product = backends::parity_of(matrices.n, matrices.exchanges(which));
    for (int k = 0; k < matrices.n; ++k) product *= matrices.diagonal(which, k);
    to[which] = product;
  }
};

struct LogDeterminantKernel {
  FactoredMatrices matrices;
  double* signs;
  double* logarithms;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t which) const {
    double direction = backends::parity_of(matrices.n, matrices.exchanges(which));
    double total = 0;
    for (int k = 0; k < matrices.n; ++k) {
      const double pivot = matrices.diagonal(which, k);
      total += std::log(std::abs(pivot));
      direction *= pivot == 0 ? 0 : pivot < 0 ? -1 : 1;
    }
    signs[which] = direction;
    logarithms[which] = total;
  }
};

// Replaces a zero pivot by epsilon. The cofactors are then computed as det * inverse^T, a product in which epsilon
// cancels.
struct NoZeroPivotKernel {
  FactoredMatrices matrices;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t which) const {
    for (int k = 0; k < matrices.n; ++k)
      if (matrices.diagonal(which, k) == 0) matrices.diagonal(which, k) = std::numeric_limits<double>::epsilon();
  }
};

}  // namespace modecheck::engine::cuda
