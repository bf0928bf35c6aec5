#include "engine/backends/cpu/lapack.h"

#include <dlfcn.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "engine/backends/iterate/parallel.h"

namespace modecheck::engine::backends {
namespace {

// From here on a factorisation is worth the way to LAPACK.
constexpr int kLeastForLapack = 32;

// Fortran's calling convention: everything by pointer. The lengths of strings, hidden at the end, are left out for
// single characters only where nothing reads them; they are given here.
struct Lapack {
  void (*getrf)(const int* rows, const int* columns, double* a, const int* leading, int* pivots, int* info) = nullptr;
  void (*potrf)(const char* uplo, const int* n, double* a, const int* leading, int* info, std::size_t length) = nullptr;

  // OpenBLAS keeps the number that somebody set last, for products too.
  void share_out() const {
    if (set_threads != nullptr) set_threads(thread_count());
  }

  bool load() {
    const char* const named = std::getenv("MODECHECK_LAPACK");
    if (named != nullptr) return std::string_view(named) != "none" && find_in(named);
    return find_in("liblapack.so.3") || find_in("libopenblas.so.0");
  }

  static const Lapack* find() {
    static const Lapack* const found = []() -> const Lapack* {
      static Lapack lapack;
      return lapack.load() ? &lapack : nullptr;
    }();
    return found;
  }

 private:
  void (*set_threads)(int) = nullptr;  // null if it is another library

  // Stays open: its threads would outlive it.
  bool find_in(const char* file) {
    void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    getrf = reinterpret_cast<decltype(getrf)>(dlsym(library, "dgetrf_"));
    potrf = reinterpret_cast<decltype(potrf)>(dlsym(library, "dpotrf_"));
    set_threads = reinterpret_cast<decltype(set_threads)>(dlsym(library, "openblas_set_num_threads"));
    return getrf != nullptr && potrf != nullptr;
  }
};

const Lapack* lapack_for(int n) { return n < kLeastForLapack ? nullptr : Lapack::find(); }

// Element (row, column) of a matrix of n rows.
std::size_t at(int n, int row, int column) {
  return static_cast<std::size_t>(column) * static_cast<std::size_t>(n) + static_cast<std::size_t>(row);
}

}  // namespace

bool has_lapack() { return Lapack::find() != nullptr; }

int lu_factor(int n, double* a, int* pivots) {
  if (n == 0) return 0;
  if (const Lapack* const lapack = lapack_for(n)) {
    int info = 0;
    lapack->share_out();
    lapack->getrf(&n, &n, a, &n, pivots, &info);
    return info;
  }
  int info = 0;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[at(n, i, k)]) > std::abs(a[at(n, pivot, k)])) pivot = i;
    pivots[k] = pivot + 1;
    if (a[at(n, pivot, k)] == 0) {
      if (info == 0) info = k + 1;
      continue;
    }
    if (pivot != k)
      for (int j = 0; j < n; ++j) std::swap(a[at(n, k, j)], a[at(n, pivot, j)]);
    for (int i = k + 1; i < n; ++i) a[at(n, i, k)] /= a[at(n, k, k)];
    for (int j = k + 1; j < n; ++j) {
      const double factor = a[at(n, k, j)];
      if (factor == 0) continue;
      for (int i = k + 1; i < n; ++i) a[at(n, i, j)] -= a[at(n, i, k)] * factor;
    }
  }
  return info;
}

int cholesky_factor(int n, double* a) {
  if (n == 0) return 0;
  if (const Lapack* const lapack = lapack_for(n)) {
    int info = 0;
    lapack->share_out();
    lapack->potrf("L", &n, a, &n, &info, 1);
    return info;
  }
  for (int j = 0; j < n; ++j) {
    double square = a[at(n, j, j)];
    for (int k = 0; k < j; ++k) square -= a[at(n, j, k)] * a[at(n, j, k)];
    if (!(square > 0)) return j + 1;
    const double root = std::sqrt(square);
    a[at(n, j, j)] = root;
    for (int i = j + 1; i < n; ++i) {
      double value = a[at(n, i, j)];
      for (int k = 0; k < j; ++k) value -= a[at(n, i, k)] * a[at(n, j, k)];
      a[at(n, i, j)] = value / root;
    }
  }
  return 0;
}

void triangular_solve(bool upper, bool unit_diagonal, int n, const double* a, int columns, double* b) {
  for (int c = 0; c < columns; ++c) {
    double* const x = b + at(n, 0, c);
    for (int step = 0; step < n; ++step) {
      const int k = upper ? n - 1 - step : step;
      if (!unit_diagonal) x[k] /= a[at(n, k, k)];
      const double known = x[k];
      if (known == 0) continue;
      const int begin = upper ? 0 : k + 1;
      const int end = upper ? k : n;
      for (int i = begin; i < end; ++i) x[i] -= a[at(n, i, k)] * known;
    }
  }
}

void lu_solve(int n, const double* factors, const int* pivots, int columns, double* b) {
  for (int c = 0; c < columns; ++c)
    for (int i = 0; i < n; ++i)
      if (pivots[i] != i + 1) std::swap(b[at(n, i, c)], b[at(n, pivots[i] - 1, c)]);
  triangular_solve(false, true, n, factors, columns, b);
  triangular_solve(true, false, n, factors, columns, b);
}

}  // namespace modecheck::engine::backends
