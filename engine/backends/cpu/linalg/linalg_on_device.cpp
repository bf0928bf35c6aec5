#include "engine/backends/cpu/linalg/linalg_on_device.h"

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/device_code/factorisation_kernels.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/shape.h"
#include "spec/operators/view.h"

namespace modecheck::engine::backends {
namespace {

using cuda::RangeLaunch;

double* doubles(const at::Tensor& tensor) { return static_cast<double*>(tensor.data_ptr()); }
int* numbers(const at::Tensor& tensor) { return static_cast<int*>(tensor.data_ptr()); }

at::Tensor turned(const at::Tensor& matrices) { return Kernel<operators::transpose_int>::call(matrices, -2, -1); }

c10::IntArrayRef batch_of(const at::Tensor& matrices) { return matrices.sizes().slice(0, matrices.sizes().size() - 2); }

int rows_of(const at::Tensor& columns) { return static_cast<int>(columns.size(-1)); }

cuda::FactoredMatrices factored(const at::Tensor& columns, const at::Tensor& pivots) {
  return {doubles(columns), numbers(pivots), rows_of(columns)};
}

}  // namespace

MatricesOnDevice::MatricesOnDevice(const at::Tensor& matrices)
    : columns_(empty(turned(matrices).sizes(), c10::kDouble, matrices.device())),
      info_(empty(batch_of(matrices), c10::kInt, matrices.device())) {
  if (columns_.numel() != 0) copy_elements(columns_, turned(matrices));
  if (info_.numel() != 0) fill_elements(info_, 0);
}

std::int64_t MatricesOnDevice::count() const { return columns_.numel() == 0 ? 0 : info_.numel(); }

at::Tensor MatricesOnDevice::values() const { return turned(columns_); }

void MatricesOnDevice::factorise() {
  pivots_ = empty(columns_.sizes().slice(0, columns_.sizes().size() - 1), c10::kInt, columns_.device());
  RangeLaunch launch("linalg.lu");
  launch.writes(columns_).writes(pivots_).writes(info_);
  const cuda::LuFactorKernel kernel{factored(columns_, pivots_), numbers(info_)};
  if (kernel.matrices.n <= cuda::largest_matrix_of_a_thread || count() == 0) return launch.run(kernel, count());
  launch.run(cuda::LuFactorTogether{kernel, count()}, &cuda::lu_factor_on_host);
}

void MatricesOnDevice::factorise_symmetric() {
  RangeLaunch launch("linalg.cholesky");
  launch.writes(columns_).writes(info_);
  launch.run(cuda::CholeskyKernel{doubles(columns_), rows_of(columns_), numbers(info_)}, count());
  // The Cholesky factor is the lower triangle of the matrix. `columns_` is column-major, so the factor is the upper
  // triangle of `columns_`, and triu keeps this triangle.
  if (columns_.numel() != 0) columns_ = Kernel<operators::triu>::call(columns_, 0);
}

void MatricesOnDevice::solve(MatricesOnDevice& sides) const {
  const std::int64_t columns = sides.columns_.size(-2);
  RangeLaunch launch("linalg.solve");
  launch.writes(sides.columns_).reads(columns_).reads(pivots_);
  if (sides.columns_.numel() == 0) return;
  const cuda::LuSolveKernel kernel{factored(columns_, pivots_), columns, doubles(sides.columns_)};
  if (kernel.matrices.n <= cuda::largest_matrix_of_a_thread) return launch.run(kernel, sides.count() * columns);
  launch.run(cuda::LuSolveTogether{kernel, sides.count()}, &cuda::lu_solve_on_host);
}

void MatricesOnDevice::solve_triangular(bool upper, bool unit_diagonal, MatricesOnDevice& sides) const {
  const std::int64_t columns = sides.columns_.size(-2);
  RangeLaunch launch("linalg.solve_triangular");
  launch.writes(sides.columns_).reads(columns_);
  if (sides.columns_.numel() != 0)
    launch.run(cuda::TriangularSolveKernel{doubles(columns_), rows_of(columns_), upper, unit_diagonal, columns,
                                           doubles(sides.columns_)},
               sides.count() * columns);
}

at::Tensor MatricesOnDevice::determinants() const {
  at::Tensor out = empty(info_.sizes(), c10::kDouble, info_.device());
  if (out.numel() != 0) fill_elements(out, 1);
  RangeLaunch launch("linalg.det");
  launch.writes(out).reads(columns_).reads(pivots_);
  launch.run(cuda::DeterminantKernel{factored(columns_, pivots_), doubles(out)}, count());
  return out;
}

std::pair<at::Tensor, at::Tensor> MatricesOnDevice::signs_and_logarithms() const {
  const at::Tensor signs = empty(info_.sizes(), c10::kDouble, info_.device());
  const at::Tensor logarithms = empty(info_.sizes(), c10::kDouble, info_.device());
  if (info_.numel() != 0) {
    fill_elements(signs, 1);
    fill_elements(logarithms, 0);
  }
  RangeLaunch launch("linalg.slogdet");
  launch.writes(signs).writes(logarithms).reads(columns_).reads(pivots_);
  launch.run(cuda::LogDeterminantKernel{factored(columns_, pivots_), doubles(signs), doubles(logarithms)}, count());
  return {signs, logarithms};
}

void MatricesOnDevice::replace_zero_pivots() {
  RangeLaunch launch("linalg.det");
  launch.writes(columns_).reads(pivots_);
  launch.run(cuda::NoZeroPivotKernel{factored(columns_, pivots_)}, count());
}

}  // namespace modecheck::engine::backends
