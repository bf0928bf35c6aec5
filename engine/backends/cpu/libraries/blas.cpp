#include "engine/backends/cpu/libraries/blas.h"

#include <algorithm>

#include "engine/backends/iterate/parallel.h"
#include "engine/core/platform/shared_library.h"

namespace modecheck::engine::backends {
namespace {

// The values of CBLAS's enumerators CblasRowMajor, CblasNoTrans and CblasTrans.
constexpr int kRowMajor = 101;
constexpr int kNotTransposed = 111;
constexpr int kTransposed = 112;

int operation(bool transposed) { return transposed ? kTransposed : kNotTransposed; }

}  // namespace

bool Blas::load() {
  const SharedLibrary library(library_files("MODECHECK_BLAS", {"libopenblas.so.0"}));
  return library.is_loaded() && library.find("cblas_sgemm", product_of_floats_) &&
         library.find("cblas_dgemm", product_of_doubles_) && library.find("openblas_set_num_threads", set_threads_);
}

const Blas* Blas::find() {
  static const Blas* const found = []() -> const Blas* {
    static Blas blas;
    return blas.load() ? &blas : nullptr;
  }();
  return found;
}

// Splits a matrix product over the engine's threads: by rows, or by columns if there are more columns. OpenBLAS runs
// single-threaded here. Its own threads would spin for milliseconds after each product, and compete with all other
// threads for processors.
template <typename T>
void Blas::share_out(Product<T> multiply, std::int64_t rows, std::int64_t columns, std::int64_t inner, T alpha,
                     BlasMatrix<T> left, BlasMatrix<T> right, T beta, T* out, std::int64_t leading) const {
  set_threads_(1);
  const bool by_rows = rows >= columns;
  const auto some = [=](std::int64_t begin, std::int64_t end) {
    const std::int64_t first_row = by_rows ? begin : 0;
    const std::int64_t first_column = by_rows ? 0 : begin;
    multiply(kRowMajor, operation(left.transposed), operation(right.transposed),
             static_cast<int>(by_rows ? end - begin : rows), static_cast<int>(by_rows ? columns : end - begin),
             static_cast<int>(inner), alpha, left.data + first_row * (left.transposed ? 1 : left.leading),
             static_cast<int>(left.leading), right.data + first_column * (right.transposed ? right.leading : 1),
             static_cast<int>(right.leading), beta, out + first_row * leading + first_column,
             static_cast<int>(leading));
  };
  // the minimum number of multiplications for which another thread is used
  constexpr std::int64_t least = std::int64_t{1} << 18;
  const std::int64_t each = std::max<std::int64_t>(1, std::min(rows, columns) * inner);
  parallel_for(std::max(rows, columns), std::max<std::int64_t>(1, least / each), some, 32);
}

void Blas::product(std::int64_t rows, std::int64_t columns, std::int64_t inner, float alpha, BlasMatrix<float> left,
                   BlasMatrix<float> right, float beta, float* out, std::int64_t leading) const {
  share_out(product_of_floats_, rows, columns, inner, alpha, left, right, beta, out, leading);
}

void Blas::product(std::int64_t rows, std::int64_t columns, std::int64_t inner, double alpha, BlasMatrix<double> left,
                   BlasMatrix<double> right, double beta, double* out, std::int64_t leading) const {
  share_out(product_of_doubles_, rows, columns, inner, alpha, left, right, beta, out, leading);
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
