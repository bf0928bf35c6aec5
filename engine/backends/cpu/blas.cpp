#include "engine/backends/cpu/blas.h"

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>

#include "engine/backends/iterate/parallel.h"

namespace modecheck::engine::backends {
namespace {

// CBLAS's numbers for its enumerators.
constexpr int kRowMajor = 101;
constexpr int kNotTransposed = 111;
constexpr int kTransposed = 112;

int operation(bool transposed) { return transposed ? kTransposed : kNotTransposed; }

template <typename Function>
bool find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace

bool Blas::load() {
  const char* const named = std::getenv("MODECHECK_BLAS");
  if (named != nullptr && std::string_view(named) == "none") return false;
  // Stays open: its threads would outlive it.
  void* const library = dlopen(named != nullptr ? named : "libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  return library != nullptr && find_function(library, "cblas_sgemm", product_of_floats_) &&
         find_function(library, "cblas_dgemm", product_of_doubles_) &&
         find_function(library, "openblas_set_num_threads", set_threads_);
}

const Blas* Blas::find() {
  static const Blas* const found = []() -> const Blas* {
    static Blas blas;
    return blas.load() ? &blas : nullptr;
  }();
  return found;
}

void Blas::product(std::int64_t rows, std::int64_t columns, std::int64_t inner, float alpha, BlasMatrix<float> left,
                   BlasMatrix<float> right, float beta, float* out, std::int64_t leading) const {
  set_threads_(thread_count());
  product_of_floats_(kRowMajor, operation(left.transposed), operation(right.transposed), static_cast<int>(rows),
                     static_cast<int>(columns), static_cast<int>(inner), alpha, left.data,
                     static_cast<int>(left.leading), right.data, static_cast<int>(right.leading), beta, out,
                     static_cast<int>(leading));
}

void Blas::product(std::int64_t rows, std::int64_t columns, std::int64_t inner, double alpha, BlasMatrix<double> left,
                   BlasMatrix<double> right, double beta, double* out, std::int64_t leading) const {
  set_threads_(thread_count());
  product_of_doubles_(kRowMajor, operation(left.transposed), operation(right.transposed), static_cast<int>(rows),
                      static_cast<int>(columns), static_cast<int>(inner), alpha, left.data,
                      static_cast<int>(left.leading), right.data, static_cast<int>(right.leading), beta, out,
                      static_cast<int>(leading));
}

void Blas::products(std::int64_t count, std::int64_t rows, std::int64_t columns, std::int64_t inner,
                    BlasMatrix<float> left, BlasMatrix<float> right, std::int64_t right_apart, float* out,
                    std::int64_t out_apart) const {
  set_threads_(1);
  const auto some = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      product_of_floats_(kRowMajor, operation(left.transposed), operation(right.transposed), static_cast<int>(rows),
                         static_cast<int>(columns), static_cast<int>(inner), 1, left.data,
                         static_cast<int>(left.leading), right.data + i * right_apart, static_cast<int>(right.leading),
                         0, out + i * out_apart, static_cast<int>(columns));
  };
  parallel_for(count, 1, some, 1);
}

}  // namespace modecheck::engine::backends
