// Implements inverses, Cholesky factors, solutions and determinants of batches of matrices. They are computed in double
// and rounded once.
#include "spec/operators/linalg.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "engine/backends/cpu/libraries/lapack.h"
#include "engine/backends/cpu/linalg/linalg_on_device.h"
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/iterate/broadcast.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/errors/matrix_errors.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"
#include "engine/dispatch/library_rows.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

void check_matrices(const char* name, const at::Tensor& a) {
  MODECHECK_CHECK(a.dim() >= 2, ErrorClass::Shape, name,
                  ": the input tensor must have at least 2 dimensions, but its sizes are ", a.sizes());
  MODECHECK_CHECK(!c10::isComplexType(a.scalar_type()), ErrorClass::Unsupported, name,
                  ": complex matrices are not supported here; use Float or Double");
  MODECHECK_CHECK(a.scalar_type() == c10::kFloat || a.scalar_type() == c10::kDouble, ErrorClass::Dtype, name,
                  ": Expected a floating point tensor of Float or Double as input, got ", a.scalar_type());
  MODECHECK_CHECK(a.size(-1) <= std::numeric_limits<int>::max() && a.size(-2) <= std::numeric_limits<int>::max(),
                  ErrorClass::Shape, name, ": too large a matrix: ", a.sizes());
}

void check_square(const char* name, const at::Tensor& a) {
  check_matrices(name, a);
  MODECHECK_CHECK(a.size(-1) == a.size(-2), ErrorClass::Shape, name,
                  ": A must be batches of square matrices, but they are ", a.size(-2), " by ", a.size(-1), " matrices");
}

c10::IntArrayRef batch_sizes(const at::Tensor& a) { return a.sizes().slice(0, a.sizes().size() - 2); }

// A batch of matrices, stored row-major in a contiguous tensor. `values` holds one matrix of the batch as column-major
// doubles.
class Matrices {
 public:
  explicit Matrices(const at::Tensor& tensor)
      : tensor_(dense(tensor)),
        rows_(static_cast<int>(tensor.size(-2))),
        columns_(static_cast<int>(tensor.size(-1))),
        values_(elements()) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  std::size_t elements() const { return static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_); }
  std::int64_t count() const { return elements() == 0 ? 0 : tensor_.numel() / static_cast<std::int64_t>(elements()); }
  double* values() { return values_.data(); }
  double& operator()(int row, int column) {
    return values_[static_cast<std::size_t>(column) * static_cast<std::size_t>(rows_) + static_cast<std::size_t>(row)];
  }

  void load(std::int64_t which) {
    if (tensor_.scalar_type() == c10::kFloat)
      copy<const float>(which, [](double& here, float there) { here = static_cast<double>(there); });
    else
      copy<const double>(which, [](double& here, double there) { here = there; });
  }
  // Writes the matrix in `values` back to the tensor. Call only if the tensor given to the constructor was contiguous:
  // otherwise the constructor has made a copy, and only the copy is written.
  void store(std::int64_t which) {
    if (tensor_.scalar_type() == c10::kFloat)
      copy<float>(which, [](double here, float& there) { there = static_cast<float>(here); });
    else
      copy<double>(which, [](double here, double& there) { there = here; });
  }

 private:
  template <typename T, typename Move>
  void copy(std::int64_t which, Move&& move) {
    T* row = static_cast<T*>(tensor_.data_ptr()) + which * static_cast<std::int64_t>(elements());
    for (int i = 0; i < rows_; ++i, row += columns_)
      for (int j = 0; j < columns_; ++j) move((*this)(i, j), row[j]);
  }

  at::Tensor tensor_;
  int rows_;
  int columns_;
  std::vector<double> values_;
};

// Copies a row-major batch to the layout that libtorch gives its results: each matrix is column-major, and the matrices
// follow one another.
at::Tensor by_columns(const at::Tensor& rows) {
  const int last = static_cast<int>(rows.dim()) - 1;
  Dims strides(rows.sizes());
  std::int64_t step = 1;
  for (int d = last; d >= 0; --d) {
    // The strides of the last two dimensions are swapped, which makes each matrix column-major.
    const int at = d == last ? last - 1 : d == last - 1 ? last : d;
    strides[at] = step;
    step *= std::max<std::int64_t>(rows.size(at), 1);
  }
  const at::Tensor out = empty_strided(rows.sizes(), strides, rows.scalar_type(), rows.device());
  if (has_bytes(out)) copy_elements(out, rows);
  return out;
}

// Copies a batch of matrices to a new tensor with row-major strides. Unlike contiguous(), this gives row-major strides
// to dimensions of size one, too.
at::Tensor in_rows(const at::Tensor& matrices) {
  const at::Tensor out = empty(matrices.sizes(), matrices.scalar_type(), matrices.device());
  if (has_bytes(out)) copy_elements(out, matrices);
  return out;
}

// Expands the batch dimensions of both operands to their common shape.
std::pair<at::Tensor, at::Tensor> in_one_batch(const char* name, const at::Tensor& a, const at::Tensor& b) {
  Dims batch(batch_sizes(a));
  BroadcastMismatch mismatch;
  MODECHECK_CHECK(broadcast_into(batch, batch_sizes(b), mismatch), ErrorClass::Shape, name, ": batches of sizes ",
                  batch_sizes(a), " and ", batch_sizes(b), " do not broadcast");
  const auto expanded = [&](const at::Tensor& matrices) {
    Dims sizes = batch;
    sizes.push_back(matrices.size(-2));
    sizes.push_back(matrices.size(-1));
    return matrices.sizes() == c10::IntArrayRef(sizes) ? matrices
                                                       : Kernel<operators::expand>::call(matrices, sizes, false);
  };
  return {expanded(a), expanded(b)};
}

void set_number(const at::Tensor& numbers, std::int64_t which, double value) {
  if (numbers.scalar_type() == c10::kFloat)
    numbers.data_ptr<float>()[which] = static_cast<float>(value);
  else
    numbers.data_ptr<double>()[which] = value;
}

at::Tensor fresh_info(const at::Tensor& a) {
  const at::Tensor info = empty(batch_sizes(a), c10::kInt, a.device());
  if (has_bytes(info) && info.numel() > 0) fill_elements(info, 0);
  return info;
}

// Factorises each matrix of the batch. Calls visit(which, factors, pivots, info) with its LU factors.
template <typename Visit>
void each_factorised(const at::Tensor& a, Visit&& visit) {
  Matrices matrices(a);
  std::vector<int> pivots(static_cast<std::size_t>(matrices.rows()));
  for (std::int64_t i = 0; i < matrices.count(); ++i) {
    matrices.load(i);
    const int info = lu_factor(matrices.rows(), matrices.values(), pivots.data());
    visit(i, matrices, pivots, info);
  }
}

// The LU factorisations of a batch of matrices, in the form in which operators return them. One tensor holds L and U,
// and another holds the pivots.
class Factors {
 public:
  explicit Factors(const at::Tensor& a)
      : factors_(empty(a.sizes(), a.scalar_type(), a.device())),
        pivots_(empty(a.sizes().slice(0, a.sizes().size() - 1), c10::kInt, a.device())) {}

  // Takes over the factors of matrices that are already factorised on the CUDA device.
  Factors(const at::Tensor& a, const MatricesOnDevice& factored)
      : factors_(empty(a.sizes(), a.scalar_type(), a.device())), pivots_(factored.pivots()) {
    if (factors_.numel() != 0) copy_elements(factors_, factored.values());
  }

  const at::Tensor& factors() const { return factors_; }
  const at::Tensor& pivots() const { return pivots_; }
  void store(std::int64_t which, Matrices& factors, const std::vector<int>& pivots) const {
    Matrices to(factors_);
    std::copy(factors.values(), factors.values() + factors.elements(), to.values());
    to.store(which);
    std::copy(pivots.begin(), pivots.end(),
              pivots_.data_ptr<std::int32_t>() + which * static_cast<std::int64_t>(pivots.size()));
  }

 private:
  at::Tensor factors_, pivots_;
};

// Returns the matrix that libtorch factorises to find the determinant: the transpose, if `a` is contiguous.
at::Tensor by_its_columns(const at::Tensor& a) {
  return a.is_contiguous() ? Kernel<operators::transpose_int>::call(a, -2, -1) : a;
}

// Returns the sign of the permutation that the pivots describe: -1 for an odd number of row exchanges, else 1.
double parity(const std::vector<int>& pivots) {
  double sign = 1;
  for (std::size_t i = 0; i < pivots.size(); ++i)
    if (pivots[i] != static_cast<int>(i) + 1) sign = -sign;
  return sign;
}

void set_identity(Matrices& matrix) {
  for (int i = 0; i < matrix.rows(); ++i)
    for (int j = 0; j < matrix.columns(); ++j) matrix(i, j) = i == j ? 1 : 0;
}

// If check_errors is set, calls raise_for for the first matrix whose `info` reports a failure. On the CUDA device this
// synchronises with the stream.
template <typename Raise>
void check_info(const at::Tensor& info, bool check_errors, const Raise& raise_for) {
  if (!check_errors) return;
  const at::Tensor host = on_host(info);
  for (std::int64_t i = 0; i < host.numel(); ++i)
    if (const int wrong = static_cast<const int*>(host.data_ptr())[i]; wrong > 0) raise_for(i, wrong);
}

// Returns `values` rounded to the dtype of `like`.
at::Tensor rounded_as(const at::Tensor& like, const at::Tensor& values) {
  at::Tensor out = empty(values.sizes(), like.scalar_type(), values.device());
  if (out.numel() != 0) copy_elements(out, values);
  return out;
}

// Returns a batch with one identity matrix of doubles for each of `matrices`.
at::Tensor identities_like(const at::Tensor& matrices) {
  at::Tensor out = empty(matrices.sizes(), c10::kDouble, matrices.device());
  if (out.numel() == 0) return out;
  fill_elements(out, 0);
  fill_elements(Kernel<operators::diagonal>::call(out, 0, -2, -1), 1);
  return out;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::linalg_inv_ex>::call(const at::Tensor& A, bool check_errors) {
  check_square("linalg.inv", A);
  if (A.in_cuda_memory()) {
    MatricesOnDevice factors(A);
    factors.factorise();
    check_info(factors.info(), check_errors, raise_singular);
    MatricesOnDevice inverses(identities_like(A));
    factors.solve(inverses);
    return {by_columns(rounded_as(A, inverses.values())), factors.info()};
  }
  const at::Tensor out = empty(A.sizes(), A.scalar_type(), A.device());
  const at::Tensor info = fresh_info(A);
  if (!has_bytes(A)) return {by_columns(out), info};
  Matrices inverses(out);
  each_factorised(A, [&](std::int64_t i, Matrices& factors, const std::vector<int>& pivots, int zero_pivot) {
    info.data_ptr<std::int32_t>()[i] = zero_pivot;
    if (check_errors && zero_pivot > 0) raise_singular(i, zero_pivot);
    set_identity(inverses);
    lu_solve(factors.rows(), factors.values(), pivots.data(), factors.rows(), inverses.values());
    inverses.store(i);
  });
  return {by_columns(out), info};
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::linalg_cholesky_ex>::call(const at::Tensor& self, bool upper,
                                                                               bool check_errors) {
  check_square("linalg.cholesky", self);
  if (self.in_cuda_memory()) {
    const auto turn = [&](const at::Tensor& matrices) {
      return upper ? Kernel<operators::transpose_int>::call(matrices, -2, -1) : matrices;
    };
    MatricesOnDevice factors(turn(self));
    factors.factorise_symmetric();
    check_info(factors.info(), check_errors, raise_not_definite);
    return {by_columns(rounded_as(self, turn(factors.values()))), factors.info()};
  }
  const at::Tensor out = empty(self.sizes(), self.scalar_type(), self.device());
  const at::Tensor info = fresh_info(self);
  if (!has_bytes(self)) return {by_columns(out), info};
  Matrices from(self);
  Matrices to(out);
  const int n = from.rows();
  for (std::int64_t i = 0; i < from.count(); ++i) {
    from.load(i);
    if (upper)
      for (int row = 0; row < n; ++row)
        for (int column = 0; column < row; ++column) from(row, column) = from(column, row);
    const int minor = cholesky_factor(n, from.values());
    info.data_ptr<std::int32_t>()[i] = minor;
    if (check_errors && minor > 0) raise_not_definite(i, minor);
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column) {
        const double value = column <= row ? from(row, column) : 0;
        (upper ? to(column, row) : to(row, column)) = value;
      }
    to.store(i);
  }
  return {by_columns(out), info};
}

template <>
at::Tensor Kernel<operators::linalg_solve_triangular>::call(const at::Tensor& self, const at::Tensor& B, bool upper,
                                                            bool left, bool unitriangular) {
  constexpr const char* name = "linalg.solve_triangular";
  check_square(name, self);
  check_matrices(name, B);
  check_same_device(name, self, B);
  MODECHECK_CHECK(self.scalar_type() == B.scalar_type(), ErrorClass::Dtype, name,
                  ": Expected A and B to have the same dtype, but found ", self.scalar_type(), " and ",
                  B.scalar_type());
  MODECHECK_CHECK(self.size(-1) == B.size(left ? -2 : -1), ErrorClass::Shape, name,
                  ": Incompatible shapes of A and B for the equation ", left ? "AX = B" : "XA = B", ": ", self.sizes(),
                  " and ", B.sizes());
  const auto [matrices, sides] = in_one_batch(name, self, B);
  if (self.in_cuda_memory()) {
    // With left=false the system is X A = B. The kernel solves A^T X^T = B^T instead.
    const auto turn = [left](const at::Tensor& a) {
      return left ? a : Kernel<operators::transpose_int>::call(a, -2, -1);
    };
    const MatricesOnDevice a(turn(matrices));
    MatricesOnDevice x(turn(sides));
    a.solve_triangular(upper == left, unitriangular, x);
    return by_columns(rounded_as(B, turn(x.values())));
  }
  const at::Tensor out = empty(sides.sizes(), B.scalar_type(), B.device());
  if (!has_bytes(self)) return by_columns(out);
  Matrices a(matrices);
  Matrices b(sides);
  Matrices x(out);
  // With left=false the system is X A = B. The kernel solves A^T X^T = B^T instead.
  std::vector<double> turned(b.elements());
  const int n = a.rows();
  const int others = left ? b.columns() : b.rows();
  for (std::int64_t i = 0; i < b.count(); ++i) {
    a.load(i);
    b.load(i);
    if (left) {
      turned.assign(b.values(), b.values() + b.elements());
    } else {
      for (int row = 0; row < n; ++row) {
        for (int column = 0; column < row; ++column) std::swap(a(row, column), a(column, row));
        for (int other = 0; other < others; ++other)
          turned[static_cast<std::size_t>(other) * static_cast<std::size_t>(n) + static_cast<std::size_t>(row)] =
              b(other, row);
      }
    }
    triangular_solve(upper == left, unitriangular, n, a.values(), others, turned.data());
    for (int row = 0; row < n; ++row)
      for (int other = 0; other < others; ++other)
        (left ? x(row, other) : x(other, row)) =
            turned[static_cast<std::size_t>(other) * static_cast<std::size_t>(n) + static_cast<std::size_t>(row)];
    x.store(i);
  }
  return by_columns(out);
}

template <>
std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor> Kernel<operators::_linalg_solve_ex>::call(
    const at::Tensor& A, const at::Tensor& B, bool left, bool check_errors) {
  constexpr const char* name = "linalg.solve";
  check_square(name, A);
  check_same_device(name, A, B);
  MODECHECK_CHECK(A.scalar_type() == B.scalar_type(), ErrorClass::Dtype, name,
                  ": Expected A and B to have the same dtype, but found A of type ", A.scalar_type(), " and B of type ",
                  B.scalar_type());
  MODECHECK_CHECK(B.dim() >= 1, ErrorClass::Shape, name, ": expected matrices or vectors, but got a number for B");
  const bool vectors = B.dim() == 1 || B.sizes() == A.sizes().slice(0, A.sizes().size() - 1);
  MODECHECK_CHECK(left || !vectors, ErrorClass::Argument, name,
                  ": Vector broadcasting of the left hand side is not supported for left=False. In this case "
                  "linalg.solve is equivalent to B / A.squeeze(-1)");
  // With left=false the system is X A = B. The kernel solves A^T X^T = B^T instead.
  const auto turned = [](const at::Tensor& a) { return Kernel<operators::transpose_int>::call(a, -2, -1); };
  const at::Tensor columns = vectors ? Kernel<operators::unsqueeze>::call(B, -1) : left ? B : turned(B);
  MODECHECK_CHECK(A.size(-1) == columns.size(-2), ErrorClass::Shape, name,
                  ": Incompatible shapes of A and B for the equation ", left ? "AX = B" : "XA = B", ": ", A.sizes(),
                  " and ", B.sizes());
  const at::Tensor own = left ? A : turned(A);
  const auto [matrices, sides] = in_one_batch(name, own, columns);
  Factors kept(own);
  at::Tensor info = fresh_info(A);
  at::Tensor out = empty(sides.sizes(), B.scalar_type(), B.device());
  if (A.in_cuda_memory()) {
    MatricesOnDevice factors(own);
    factors.factorise();
    check_info(factors.info(), check_errors, raise_unsolvable);
    info = factors.info();
    kept = Factors(own, factors);
    MatricesOnDevice x(sides);
    if (matrices.sizes() == own.sizes()) {
      factors.solve(x);
    } else {
      MatricesOnDevice all(matrices);
      all.factorise();
      all.solve(x);
    }
    out = rounded_as(B, x.values());
  } else if (has_bytes(A)) {
    Matrices b(sides);
    Matrices x(out);
    const auto solved = [&](std::int64_t i, Matrices& factors, const std::vector<int>& pivots) {
      if (b.elements() == 0) return;
      b.load(i);
      std::copy(b.values(), b.values() + b.elements(), x.values());
      lu_solve(factors.rows(), factors.values(), pivots.data(), b.columns(), x.values());
      x.store(i);
    };
    // Each matrix is factorised only once, unless broadcasting makes more systems than there are matrices. In that case
    // the broadcast matrices are factorised again, to solve the systems.
    const bool apart = matrices.sizes() != own.sizes();
    each_factorised(own, [&](std::int64_t i, Matrices& factors, const std::vector<int>& pivots, int zero_pivot) {
      info.data_ptr<std::int32_t>()[i] = zero_pivot;
      if (check_errors && zero_pivot > 0) raise_unsolvable(i, zero_pivot);
      kept.store(i, factors, pivots);
      if (!apart) solved(i, factors, pivots);
    });
    if (apart)
      each_factorised(matrices, [&](std::int64_t i, Matrices& factors, const std::vector<int>& pivots,
                                    int /*zero_pivot*/) { solved(i, factors, pivots); });
  }
  if (!left) return {in_rows(turned(out)), by_columns(kept.factors()), kept.pivots(), info};
  const at::Tensor solution = vectors ? Kernel<operators::squeeze_dim>::call(out, -1) : out;
  return {solution.dim() > 1 ? by_columns(solution) : solution, by_columns(kept.factors()), kept.pivots(), info};
}

template <>
std::tuple<at::Tensor, at::Tensor, at::Tensor> Kernel<operators::_linalg_det>::call(const at::Tensor& A) {
  check_square("linalg.det", A);
  if (A.in_cuda_memory()) {
    MatricesOnDevice factors(by_its_columns(A));
    factors.factorise();
    const Factors kept(A, factors);
    return {rounded_as(A, factors.determinants()), by_columns(kept.factors()), kept.pivots()};
  }
  const at::Tensor out = empty(batch_sizes(A), A.scalar_type(), A.device());
  const Factors kept(A);
  if (!has_bytes(A)) return {out, by_columns(kept.factors()), kept.pivots()};
  // The determinant of a matrix of sizes 0 x 0 is one.
  if (out.numel() > 0) fill_elements(out, 1);
  each_factorised(by_its_columns(A),
                  [&](std::int64_t i, Matrices& factors, const std::vector<int>& pivots, int /*zero_pivot*/) {
                    kept.store(i, factors, pivots);
                    double product = parity(pivots);
                    for (int k = 0; k < factors.rows(); ++k) product *= factors(k, k);
                    set_number(out, i, product);
                  });
  return {out, by_columns(kept.factors()), kept.pivots()};
}

template <>
std::tuple<at::Tensor, at::Tensor, at::Tensor, at::Tensor> Kernel<operators::_linalg_slogdet>::call(
    const at::Tensor& A) {
  check_square("linalg.slogdet", A);
  if (A.in_cuda_memory()) {
    MatricesOnDevice factors(by_its_columns(A));
    factors.factorise();
    const Factors kept(A, factors);
    const auto [signs, logarithms] = factors.signs_and_logarithms();
    return {rounded_as(A, signs), rounded_as(A, logarithms), by_columns(kept.factors()), kept.pivots()};
  }
  const at::Tensor logarithm = empty(batch_sizes(A), A.scalar_type(), A.device());
  const at::Tensor sign = empty(batch_sizes(A), A.scalar_type(), A.device());
  const Factors kept(A);
  if (!has_bytes(A)) return {sign, logarithm, by_columns(kept.factors()), kept.pivots()};
  if (sign.numel() > 0) {
    fill_elements(logarithm, 0);
    fill_elements(sign, 1);
  }
  each_factorised(by_its_columns(A),
                  [&](std::int64_t i, Matrices& factors, const std::vector<int>& pivots, int /*zero_pivot*/) {
                    kept.store(i, factors, pivots);
                    double direction = parity(pivots);
                    double total = 0;
                    for (int k = 0; k < factors.rows(); ++k) {
                      const double pivot = factors(k, k);
                      total += std::log(std::abs(pivot));
                      direction *= pivot == 0 ? 0 : pivot < 0 ? -1 : 1;
                    }
                    set_number(logarithm, i, total);
                    set_number(sign, i, direction);
                  });
  return {sign, logarithm, by_columns(kept.factors()), kept.pivots()};
}

template <>
at::Tensor Kernel<internal::_linalg_cofactors>::call(const at::Tensor& A) {
  check_square("linalg.det", A);
  if (A.in_cuda_memory()) {
    MatricesOnDevice factors(A);
    factors.factorise();
    factors.replace_zero_pivots();
    MatricesOnDevice inverses(identities_like(A));
    factors.solve(inverses);
    const at::Tensor products =
        Kernel<operators::unsqueeze>::call(Kernel<operators::unsqueeze>::call(factors.determinants(), -1), -1);
    at::Tensor cofactors = inverses.values();
    if (cofactors.numel() != 0) Kernel<operators::mul__Tensor>::call(cofactors, products);
    return rounded_as(A, Kernel<operators::transpose_int>::call(cofactors, -2, -1));
  }
  const at::Tensor out = empty(A.sizes(), A.scalar_type(), A.device());
  if (!has_bytes(A)) return out;
  Matrices cofactors(out);
  Matrices inverse(A);
  each_factorised(A, [&](std::int64_t i, Matrices& factors, const std::vector<int>& pivots, int /*zero_pivot*/) {
    const int n = factors.rows();
    // A zero pivot is replaced by epsilon. The cofactors are det * inverse^T, in which epsilon cancels.
    double product = parity(pivots);
    for (int k = 0; k < n; ++k) {
      if (factors(k, k) == 0) factors(k, k) = std::numeric_limits<double>::epsilon();
      product *= factors(k, k);
    }
    set_identity(inverse);
    lu_solve(n, factors.values(), pivots.data(), n, inverse.values());
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column) cofactors(row, column) = product * inverse(column, row);
    cofactors.store(i);
  });
  return out;
}

}  // namespace modecheck::engine
