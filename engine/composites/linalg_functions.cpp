#include "engine/composites/linalg_functions.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/composites/composition.h"
#include "engine/core/errors/matrix_errors.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "spec/operators/linalg.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

std::vector<std::int64_t> batch_of(const Tensor& matrices) {
  sizes_as_numbers("triangular_solve", matrices);
  return matrices.dim() < 2 ? std::vector<std::int64_t>()
                            : matrices.sizes().slice(0, matrices.sizes().size() - 2).vec();
}

Tensor in_batch(const Tensor& matrices, const std::vector<std::int64_t>& batch) {
  sizes_as_numbers("triangular_solve", matrices);
  std::vector<std::int64_t> sizes = batch;
  sizes.push_back(matrices.size(-2));
  sizes.push_back(matrices.size(-1));
  return matrices.sizes() == c10::IntArrayRef(sizes) ? matrices : matrices.expand(sizes);
}

void check_matrices(const char* name, const Tensor& A, const Tensor& B) {
  sizes_as_numbers(name, A, B);
  MODECHECK_CHECK(A.dim() >= 2 && B.dim() >= 2, ErrorClass::Shape, name,
                  ": expected matrices or batches of them, but got sizes ", A.sizes(), " and ", B.sizes());
}

// Calls raise_for(number of the matrix, its info) for the first matrix whose `info` reports a failure. As in libtorch,
// the callers look at `info` after the operator was recorded, so that a result that cannot be saved is reported first.
// They run as a whole: what recording has changed is undone if this raises (rule E1).
template <typename Raise>
void check_info(const Tensor& info, const Raise& raise_for) {
  if (!info.has_bytes()) return;
  const Tensor host = modecheck::engine::on_host(info);
  const std::int32_t* const failures = host.data_ptr<std::int32_t>();
  for (std::int64_t i = 0; i < info.numel(); ++i)
    if (failures[i] != 0) raise_for(i, failures[i]);
}

// The error of `linalg_solve`, which names the pivot; raise_unsolvable() is that of `linalg_solve_ex`.
[[noreturn]] void raise_solve_failed(std::int64_t which, int pivot) {
  throw c10::LinAlgError(ErrorClass::Argument, "linalg.solve: (Batch element " + std::to_string(which) +
                                                   "): The solver failed because the input matrix is singular (its "
                                                   "pivot " +
                                                   std::to_string(pivot) + " is zero).");
}

}  // namespace

Tensor linalg_inv(const Tensor& A) {
  return as_a_whole([&] {
    const auto [result, info] = linalg_inv_ex(A, false);
    check_info(info, raise_singular);
    return result;
  });
}
Tensor inverse(const Tensor& self) { return linalg_inv(self); }

Tensor linalg_cholesky(const Tensor& self, bool upper) {
  return as_a_whole([&] {
    const auto [factor, info] = linalg_cholesky_ex(self, upper, false);
    check_info(info, raise_not_definite);
    return factor;
  });
}
Tensor cholesky(const Tensor& self, bool upper) { return linalg_cholesky(self, upper); }

Tensor linalg_solve(const Tensor& A, const Tensor& B, bool left) {
  return as_a_whole([&] {
    const auto [solution, factors, pivots, info] = at::_linalg_solve_ex(A, B, left, false);
    check_info(info, raise_solve_failed);
    return solution;
  });
}

Tensor linalg_solve_triangular(const Tensor& self, const Tensor& B, bool upper, bool left, bool unitriangular) {
  check_matrices("linalg.solve_triangular", self, B);
  return call<operators::linalg_solve_triangular>(self, B, upper, left, unitriangular);
}

std::tuple<Tensor, Tensor> triangular_solve(const Tensor& self, const Tensor& A, bool upper, bool transpose,
                                            bool unitriangular) {
  check_matrices("triangular_solve", self, A);
  const std::vector<std::int64_t> batch = broadcast_sizes("triangular_solve", batch_of(self), batch_of(A));
  const Tensor matrices = in_batch(A, batch);
  return {linalg_solve_triangular(transpose ? matrices.transpose(-2, -1) : matrices, self, upper != transpose, true,
                                  unitriangular),
          matrices.clone(c10::MemoryFormat::Contiguous)};
}

Tensor linalg_det(const Tensor& A) { return std::get<0>(at::_linalg_det(A)); }
Tensor det(const Tensor& self) { return linalg_det(self); }
std::tuple<Tensor, Tensor> linalg_slogdet(const Tensor& A) {
  const auto [sign, logarithm, factors, pivots] = at::_linalg_slogdet(A);
  return {sign, logarithm};
}
std::tuple<Tensor, Tensor> slogdet(const Tensor& self) { return linalg_slogdet(self); }
Tensor logdet(const Tensor& self) {
  const auto [sign, logarithm] = linalg_slogdet(self);
  return logarithm.masked_fill(sign.lt(c10::Scalar(0)), std::numeric_limits<double>::quiet_NaN());
}

Tensor Tensor::cholesky(bool upper) const { return at::cholesky(*this, upper); }
Tensor Tensor::det() const { return at::linalg_det(*this); }
Tensor Tensor::logdet() const { return at::logdet(*this); }
std::tuple<Tensor, Tensor> Tensor::slogdet() const { return at::linalg_slogdet(*this); }
std::tuple<Tensor, Tensor> Tensor::triangular_solve(const Tensor& A, bool upper, bool transpose,
                                                    bool unitriangular) const {
  return at::triangular_solve(*this, A, upper, transpose, unitriangular);
}

}  // namespace modecheck_v1
}  // namespace at
