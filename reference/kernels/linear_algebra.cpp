// Reference kernels of inverses, determinants, Cholesky factors and linear systems of small matrices. Everything is
// computed in long double, from definitions. The condition number of the matrix bounds a subject's error. Near a
// singular matrix it gives no bound, and the result is unknown.

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using Number = std::complex<long double>;
using Real = long double;

// A matrix in long double: the matrix of an operator, or the right-hand sides of a linear system.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<Number> elements;

  Matrix(std::size_t r, std::size_t c) : rows(r), columns(c), elements(r * c) {}
  Number& operator()(std::size_t i, std::size_t j) { return elements[i * columns + j]; }
  const Number& operator()(std::size_t i, std::size_t j) const { return elements[i * columns + j]; }

  double size() const {
    Real out = 0;
    for (const Number& element : elements) out += std::norm(element);
    return static_cast<double>(std::sqrt(out));
  }
};

Matrix read(const Operand& x, std::size_t first, std::size_t rows, std::size_t columns) {
  Matrix out(rows, columns);
  for (std::size_t i = 0; i < rows * columns; ++i) out.elements[i] = Number(x.number(first + i));
  return out;
}

// Writes the inverse of `a` to `out`, by elimination with partial pivoting. Returns false if the matrix is singular.
bool invert(Matrix a, Matrix& out) {
  const std::size_t n = a.rows;
  out = Matrix(n, n);
  for (std::size_t i = 0; i < n; ++i) out(i, i) = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
    if (!(std::abs(a(pivot, k)) > 0)) return false;
    for (std::size_t j = 0; j < n; ++j) {
      std::swap(a(k, j), a(pivot, j));
      std::swap(out(k, j), out(pivot, j));
    }
    const Number head = a(k, k);
    for (std::size_t j = 0; j < n; ++j) {
      a(k, j) /= head;
      out(k, j) /= head;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const Number factor = a(i, k);
      for (std::size_t j = 0; j < n; ++j) {
        a(i, j) -= factor * a(k, j);
        out(i, j) -= factor * out(k, j);
      }
    }
  }
  return true;
}

bool is_usual(double size) { return std::isfinite(size) && size < 1e9 && (size == 0 || size > 1e-9); }

// Returns a bound of the relative error of results that are computed from the matrix `a`. The bound grows with the
// condition number of `a`. It is infinite if `a` is too close to singular.
double loss_of(const Matrix& a, const Matrix& inverse, double tolerance, DType dtype) {
  const auto n = static_cast<double>(a.rows);
  const double size = a.size();
  const double of_inverse = inverse.size();
  if (!is_usual(size) || !is_usual(of_inverse)) return kUnbounded;
  const double out = 32 * (n + 1) * (n + 1) * (ulp(dtype, 1) * size + tolerance) * of_inverse;
  return out < 0.05 ? out : kUnbounded;
}

std::size_t order_of(const spec::Geometry& matrices) { return last_size(matrices, 1); }

// Stores the operator's result `info`, which is 0 for success. If it is not `certain` that the operator succeeds,
// `info` is unknown.
void store_information(KernelCall& call, bool certain) {
  call.next_result();
  Result& result = call.start(DType::Int32);
  std::fill_n(result.integer.begin(), result.count, 0);
  result.tolerance = certain ? 0 : kUnbounded;
  call.store();
}

void set(Result& result, std::size_t i, const Number& value) { result.set(i, std::complex<double>(value)); }

void flow(KernelCall& call, const Operand& x, std::size_t i, const Number& partial, double error) {
  call.flow(x, i, std::complex<double>(partial), error);
}

// Computes a result of the sizes of input 0, and then the result `info`. `compute(x, first, a)` computes the elements
// that belong to one matrix `a`, which begins at element `first`, and returns the error of these elements.
template <typename Compute>
void compute_each(KernelCall& call, const Compute& compute) {
  const Operand& x = call.load(0);
  const std::size_t n = order_of(call.in(0));
  Result& result = call.start(call.dtype(), x.count);
  result.exact = false;
  for (std::size_t first = 0; n != 0 && first < x.count; first += n * n)
    result.tolerance = std::max(result.tolerance, compute(x, first, read(x, first, n, n)));
  const bool certain = is_bound(result.tolerance);
  call.store();
  store_information(call, certain);
}

}  // namespace

// Changing element (k, l) of the input by d changes element (i, j) of the inverse Y by -Y_ik Y_lj d.
static void inverse(KernelCall& call) {
  compute_each(call, [&](const Operand& x, std::size_t first, const Matrix& a) {
    const std::size_t n = a.rows;
    Matrix y(n, n);
    const bool regular = invert(a, y);
    const double loss = regular ? loss_of(a, y, x.tolerance, call.dtype()) : kUnbounded;
    const double size = y.size();
    for (std::size_t i = 0; i < n * n; ++i) {
      set(call.result(), first + i, regular ? y.elements[i] : Number(0));
      const double unsure = is_bound(loss) ? 4 * loss * size * size : kUnbounded;
      call.record([&] {
        for (std::size_t from = 0; from < n * n; ++from)
          flow(call, x, first + from, regular ? -y(i / n, from / n) * y(from % n, i % n) : Number(0), unsure);
      });
    }
    return is_bound(loss) ? loss * size : kUnbounded;
  });
}
MODECHECK_KERNEL(inverse, SecondDerivatives::No, linalg_inv_ex)

// Computes the lower factor L of a symmetric matrix A = L L', or the upper factor, which is the transpose of L. Only
// one triangle of A is read. A symmetric change D of A changes L by L P(L^-1 D L'^-1). P keeps the part below the
// diagonal and half of the diagonal. An element of A and its mirror image get half of the gradient each.
static void cholesky(KernelCall& call) {
  const bool upper = call.arguments().boolean(1);
  compute_each(call, [&](const Operand& x, std::size_t first, Matrix a) {
    const std::size_t n = a.rows;
    const std::size_t each = n * n;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j) (upper ? a(i, j) : a(j, i)) = upper ? a(j, i) : a(i, j);
    Matrix factor(n, n);
    bool definite = true;
    for (std::size_t j = 0; j < n && definite; ++j) {
      Real head = a(j, j).real();
      for (std::size_t k = 0; k < j; ++k) head -= std::norm(factor(j, k));
      definite = head > 0;
      if (!definite) break;
      factor(j, j) = std::sqrt(head);
      for (std::size_t i = j + 1; i < n; ++i) {
        Number rest = a(i, j);
        for (std::size_t k = 0; k < j; ++k) rest -= factor(i, k) * factor(j, k);
        factor(i, j) = rest / factor(j, j);
      }
    }
    Matrix of_matrix(n, n);
    Matrix back(n, n);
    const bool regular = definite && invert(a, of_matrix) && invert(factor, back);
    const double loss = regular ? loss_of(a, of_matrix, x.tolerance, call.dtype()) : kUnbounded;
    const double size = factor.size();
    const double error = is_bound(loss) ? loss * size : kUnbounded;
    for (std::size_t i = 0; i < each; ++i) {
      const Number value = regular ? (upper ? factor(i % n, i / n) : factor(i / n, i % n)) : Number(0);
      set(call.result(), first + i, value);
    }
    if (!call.recorded()) return error;
    std::vector<Number> moves(each * each);
    for (std::size_t from = 0; regular && from < each; ++from) {
      // The change of A that belongs to this element: 1/2 at the element and 1/2 at its mirror image.
      Matrix step(n, n);
      step(from / n, from % n) += 0.5L;
      step(from % n, from / n) += 0.5L;
      Matrix inner(n, n);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
          Number sum = 0;
          for (std::size_t p = 0; p < n; ++p)
            for (std::size_t q = 0; q < n; ++q) sum += back(i, p) * step(p, q) * back(j, q);
          inner(i, j) = i == j ? sum / Real{2} : sum;
        }
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
          Number sum = 0;
          for (std::size_t p = 0; p < n; ++p) sum += factor(i, p) * inner(p, j);
          moves[(upper ? j * n + i : i * n + j) * each + from] = sum;
        }
    }
    const double reach = size * back.size() * back.size();
    const double unsure = is_bound(loss) ? 16 * loss * reach : kUnbounded;
    for (std::size_t i = 0; i < each; ++i)
      call.record([&] {
        for (std::size_t from = 0; from < each; ++from) flow(call, x, first + from, moves[i * each + from], unsure);
      });
    return error;
  });
}
MODECHECK_KERNEL(cholesky, SecondDerivatives::No, linalg_cholesky_ex)

namespace {

// Solves a batch of linear systems with matrices A and right-hand sides B. With left=true X is A^-1 B; otherwise X is B
// A^-1. X is linear in B. With left=true, changing A by d changes X by -A^-1 d X. `shaped` turns the loaded matrix into
// the matrix A. `counts(k, l)` says whether the operator reads element (k, l) of A.
struct Sides {
  std::size_t order = 0;
  std::size_t rows = 0;
  std::size_t columns = 0;
  bool left = true;
};
template <typename Shaped, typename Counts>
void solve_each(KernelCall& call, const Operand& x, const Operand& b, const Sides& sides_are, const Shaped& shaped,
                const Counts& counts) {
  const auto [n, rows, columns, left] = sides_are;
  const DType dtype = call.out().dtype;
  Result& result = call.start(dtype);
  result.exact = false;
  const std::size_t each = rows * columns;
  for (std::size_t batch = 0; each != 0 && batch < result.count / each; ++batch) {
    Matrix a = read(x, batch * n * n, n, n);
    shaped(a);
    const Matrix sides = read(b, batch * each, rows, columns);
    Matrix y(n, n);
    const bool regular = invert(a, y);
    const double loss = regular ? loss_of(a, y, x.tolerance, dtype) : kUnbounded;
    Matrix solved(rows, columns);
    for (std::size_t i = 0; regular && i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t k = 0; k < n; ++k) solved(i, j) += left ? y(i, k) * sides(k, j) : sides(i, k) * y(k, j);
    const double reach = y.size() * sides.size();
    const bool known = is_bound(loss) && std::isfinite(reach) && reach < 1e9;
    const auto order = static_cast<double>(n);
    result.tolerance =
        std::max(result.tolerance, known ? 4 * loss * reach + order * y.size() * b.tolerance : kUnbounded);
    for (std::size_t i = 0; i < each; ++i) {
      set(result, batch * each + i, solved.elements[i]);
      if (!call.recorded()) continue;
      const std::size_t row = i / columns;
      const std::size_t column = i % columns;
      const double of_side = known ? 4 * loss * y.size() : kUnbounded;
      const double of_matrix = known ? 16 * (loss * reach + order * y.size() * b.tolerance) * y.size() : kUnbounded;
      call.record([&, n = n, columns = columns, left = left] {
        for (std::size_t k = 0; k < n; ++k) {
          const std::size_t side = left ? k * columns + column : row * columns + k;
          flow(call, b, batch * each + side, left ? y(row, k) : y(k, column), of_side);
        }
        for (std::size_t k = 0; k < n; ++k)
          for (std::size_t l = 0; l < n; ++l) {
            if (!counts(k, l)) continue;
            const Number partial = left ? -y(row, k) * solved(l, column) : -solved(row, k) * y(l, column);
            flow(call, x, batch * n * n + k * n + l, partial, of_matrix);
          }
      });
    }
  }
  call.store();
}

}  // namespace

// The operator reads only one triangle of A. If A is unitriangular, it does not read the diagonal either.
static void solve_triangular(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const bool upper = arguments.boolean(2);
  const bool left = arguments.boolean(3);
  const bool unit = arguments.boolean(4);
  const DType dtype = call.in(0).dtype;
  const spec::Geometry& out = call.out();
  const std::size_t n = order_of(call.in(0));
  // The matrices A and the right-hand sides B are broadcast to the batch dimensions of the result.
  spec::Geometry matrices = out;
  matrices.sizes[static_cast<std::size_t>(out.rank - 1)] = static_cast<std::int32_t>(n);
  matrices.sizes[static_cast<std::size_t>(out.rank - 2)] = static_cast<std::int32_t>(n);
  const Operand& x = call.load(0, broadcast_to(call.in(0), matrices), dtype);
  const Operand& b = call.load(1, broadcast_to(call.in(1), out), dtype);
  const auto counts = [=](std::size_t k, std::size_t l) { return (upper ? k <= l : k >= l) && !(unit && k == l); };
  solve_each(
      call, x, b, {n, last_size(out, 2), last_size(out, 1), left},
      [&](Matrix& a) {
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = 0; j < n; ++j)
            if (!counts(i, j)) a(i, j) = unit && i == j ? 1 : 0;
      },
      counts);
}
MODECHECK_KERNEL(solve_triangular, SecondDerivatives::No, linalg_solve_triangular)

namespace {

// Marks the results that hold LU factors and pivots as unknown. A library may factor the matrix or its transpose. It
// may choose any of several pivots of equal size.
void leave_factors_open(KernelCall& call, DType dtype) {
  for (const DType of : {dtype, DType::Int32}) {
    call.next_result();
    Result& result = call.start(of);
    result.exact = false;
    for (std::size_t i = 0; i < result.count; ++i) result.set(i, spec::ScalarValue{});
    result.tolerance = result.count == 0 ? 0 : kUnbounded;
    call.store();
  }
}

// Returns the determinant of `a`, by elimination with partial pivoting. For a singular matrix it is zero or close to
// zero.
Number determinant_of(Matrix a) {
  Number out = 1;
  const std::size_t n = a.rows;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
    if (!(std::abs(a(pivot, k)) > 0)) return 0;
    if (pivot != k) out = -out;
    for (std::size_t j = 0; j < n; ++j) std::swap(a(k, j), a(pivot, j));
    out *= a(k, k);
    for (std::size_t i = k + 1; i < n; ++i) {
      const Number factor = a(i, k) / a(k, k);
      for (std::size_t j = k; j < n; ++j) a(i, j) -= factor * a(k, j);
    }
  }
  return out;
}

// The determinant and the inverse of a matrix, and a bound of the relative error of results computed from them.
struct Determined {
  Number value;
  Matrix back;
  double loss;

  Determined(const Matrix& a, double tolerance, DType dtype) : value(determinant_of(a)), back(a.rows, a.rows) {
    loss = invert(a, back) ? loss_of(a, back, tolerance, dtype) : kUnbounded;
    const auto size = static_cast<double>(std::abs(value));
    if (a.rows != 0 && !is_usual(size)) loss = kUnbounded;
  }
};

}  // namespace

// Changing element (k, l) of A by d changes the determinant by det(A) (A^-1)_lk d.
static void determinant(KernelCall& call) {
  const DType dtype = call.dtype();
  const Operand& x = call.load(0);
  const std::size_t n = order_of(call.in(0));
  const std::size_t each = n * n;
  Result& result = call.start(dtype);
  result.exact = false;
  for (std::size_t i = 0; i < result.count; ++i) {
    const Determined of(read(x, i * each, n, n), x.tolerance, dtype);
    const auto size = static_cast<double>(std::abs(of.value));
    set(result, i, of.value);
    if (each == 0) {
      call.record([] {});
      continue;
    }
    result.tolerance = std::max(result.tolerance, is_bound(of.loss) ? of.loss * size : kUnbounded);
    if (!call.recorded()) continue;
    const double unsure = is_bound(of.loss) ? 8 * of.loss * size * of.back.size() : kUnbounded;
    call.record([&] {
      for (std::size_t from = 0; from < each; ++from)
        flow(call, x, i * each + from, of.value * of.back(from % n, from / n), unsure);
    });
  }
  call.store();
  leave_factors_open(call, dtype);
}
MODECHECK_KERNEL(determinant, SecondDerivatives::No, _linalg_det)

// Changing element (k, l) of A by d changes the logarithm of the determinant by (A^-1)_lk d. The sign of the
// determinant has a zero gradient.
static void log_determinant(KernelCall& call) {
  const DType dtype = call.dtype();
  const Operand& x = call.load(0);
  const std::size_t n = order_of(call.in(0));
  const std::size_t each = n * n;
  const auto matrix = [&](std::size_t i) { return Determined(read(x, i * each, n, n), x.tolerance, dtype); };
  Result& sign = call.start(dtype);
  double tolerance = 0;
  for (std::size_t i = 0; i < sign.count; ++i) {
    const Determined of = matrix(i);
    set(sign, i, of.value.real() < 0 ? -1 : 1);
    if (each != 0 && !is_bound(of.loss)) tolerance = kUnbounded;
    call.record([] {});
  }
  sign.tolerance = tolerance;
  call.store();
  call.next_result();
  Result& logarithm = call.start(dtype);
  logarithm.exact = false;
  for (std::size_t i = 0; i < logarithm.count; ++i) {
    const Determined of = matrix(i);
    const bool known = is_bound(of.loss);
    const Real value = each != 0 && known ? std::log(std::abs(of.value)) : 0;
    set(logarithm, i, value);
    if (each != 0 && known)
      tolerance = std::max(tolerance, 2 * of.loss + 16 * ulp(dtype, 1 + std::abs(static_cast<double>(value))));
    const double unsure = known ? 8 * of.loss * of.back.size() : kUnbounded;
    call.record([&] {
      for (std::size_t from = 0; from < each; ++from)
        flow(call, x, i * each + from, known ? of.back(from % n, from / n) : Number(0), unsure);
    });
  }
  logarithm.tolerance = tolerance;
  call.store();
  leave_factors_open(call, dtype);
}
MODECHECK_KERNEL(log_determinant, SecondDerivatives::No, _linalg_slogdet)

// A right-hand side that is a vector is treated as a matrix of one column.
static void solve(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const spec::Geometry& shape = call.in(0);
  const spec::Geometry& right = call.in(1);
  const spec::Geometry& out = call.out();
  const std::size_t n = order_of(shape);
  const bool vectors =
      right.rank == 1 || (right.rank + 1 == shape.rank &&
                          std::equal(right.sizes.begin(), right.sizes.begin() + right.rank, shape.sizes.begin()));
  // The result `info` reports singular matrices even if there are no right-hand sides.
  const Operand& all = call.load(0);
  bool certain = true;
  for (std::size_t first = 0; n != 0 && first < all.count; first += n * n) {
    const Matrix a = read(all, first, n, n);
    Matrix y(n, n);
    certain = certain && invert(a, y) && is_bound(loss_of(a, y, all.tolerance, dtype));
  }
  // The matrices A and the right-hand sides B are broadcast to the batch dimensions of the result.
  const auto batch_rank = static_cast<std::size_t>(out.rank - (vectors ? 1 : 2));
  spec::Geometry matrices = out;
  matrices.rank = static_cast<decltype(matrices.rank)>(batch_rank + 2);
  matrices.sizes[batch_rank] = matrices.sizes[batch_rank + 1] = static_cast<std::int32_t>(n);
  const Operand& x = call.load(0, broadcast_to(shape, matrices), dtype);
  const Operand& b = call.load(1, broadcast_to(right, out), dtype);
  solve_each(
      call, x, b, {n, vectors ? n : last_size(out, 2), vectors ? 1 : last_size(out, 1), call.arguments().boolean(2)},
      [](Matrix&) {}, [](std::size_t, std::size_t) { return true; });
  leave_factors_open(call, dtype);
  store_information(call, certain);
}
MODECHECK_KERNEL(solve, SecondDerivatives::No, _linalg_solve_ex)

}  // namespace modecheck::reference
