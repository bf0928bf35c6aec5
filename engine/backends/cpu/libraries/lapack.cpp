#include "engine/backends/cpu/libraries/lapack.h"

#include <dlfcn.h>

#include <cstddef>
#include <cstdlib>
#include <string_view>

#include "engine/backends/functions/factorisation.h"
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
