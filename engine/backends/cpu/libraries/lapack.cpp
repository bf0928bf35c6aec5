#include "engine/backends/cpu/libraries/lapack.h"

#include <cstddef>
#include <string>

#include "engine/backends/functions/factorisation.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/core/platform/shared_library.h"

namespace modecheck::engine::backends {
namespace {

// Matrices with fewer rows than this are factorised in plain loops, which take less time than a call to LAPACK.
constexpr int kLeastForLapack = 32;

// The functions of an installed LAPACK, which follow Fortran's calling convention. All arguments are pointers, and the
// length of each string is a hidden last argument.
struct Lapack {
  void (*getrf)(const int* rows, const int* columns, double* a, const int* leading, int* pivots, int* info) = nullptr;
  void (*potrf)(const char* uplo, const int* n, double* a, const int* leading, int* info, std::size_t length) = nullptr;

  // Sets the number of OpenBLAS's threads before each call. OpenBLAS keeps the last number, which may have been set for
  // a matrix product.
  void share_out() const {
    if (set_threads != nullptr) set_threads(thread_count());
  }

  bool load() {
    for (const std::string& file : library_files("MODECHECK_LAPACK", {"liblapack.so.3", "libopenblas.so.0"}))
      if (find_in(file)) return true;
    return false;
  }

  static const Lapack* find() {
    static const Lapack* const found = []() -> const Lapack* {
      static Lapack lapack;
      return lapack.load() ? &lapack : nullptr;
    }();
    return found;
  }

 private:
  void (*set_threads)(int) = nullptr;  // null if the loaded LAPACK is not OpenBLAS

  bool find_in(const std::string& file) {
    const SharedLibrary library({file});
    if (!library.is_loaded()) return false;
    library.find("openblas_set_num_threads", set_threads);
    return library.find("dgetrf_", getrf) && library.find("dpotrf_", potrf);
  }
};

const Lapack* lapack_for(int n) { return n < kLeastForLapack ? nullptr : Lapack::find(); }

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
  return plain_lu_factor(n, a, pivots);
}

int cholesky_factor(int n, double* a) {
  if (n == 0) return 0;
  if (const Lapack* const lapack = lapack_for(n)) {
    int info = 0;
    lapack->share_out();
    lapack->potrf("L", &n, a, &n, &info, 1);
    return info;
  }
  return plain_cholesky_factor(n, a);
}

void triangular_solve(bool upper, bool unit_diagonal, int n, const double* a, int columns, double* b) {
  for (int c = 0; c < columns; ++c) solve_triangular_column(upper, unit_diagonal, n, a, b + element_at(n, 0, c));
}

void lu_solve(int n, const double* factors, const int* pivots, int columns, double* b) {
  for (int c = 0; c < columns; ++c) exchange_rows(n, pivots, b + element_at(n, 0, c));
  triangular_solve(false, true, n, factors, columns, b);
  triangular_solve(true, false, n, factors, columns, b);
}

}  // namespace modecheck::engine::backends
