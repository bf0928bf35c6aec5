// Computes linear algebra by elimination with pivots and by sums over rows and columns, and compares the engine with
// the results.
#include <cmath>
#include <limits>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

// Holds one matrix in row-major order.
struct Matrix {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<double> at;

  Matrix(std::int64_t r, std::int64_t c) : rows(r), columns(c), at(static_cast<std::size_t>(r * c)) {}
  double& operator()(std::int64_t i, std::int64_t j) { return at[static_cast<std::size_t>(i * columns + j)]; }
  double operator()(std::int64_t i, std::int64_t j) const { return at[static_cast<std::size_t>(i * columns + j)]; }
  Matrix transposed() const {
    Matrix out(columns, rows);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j) out(j, i) = (*this)(i, j);
    return out;
  }
};

// Returns the number of matrices in a batch.
std::int64_t batch(const Array& a) {
  std::int64_t out = 1;
  for (std::int64_t d = 0; d + 2 < a.dim(); ++d) out *= a.size(d);
  return out;
}
Matrix matrix(const Array& a, std::int64_t b) {
  Matrix out(a.size(-2), a.size(-1));
  const auto count = static_cast<std::int64_t>(out.at.size());
  for (std::int64_t i = 0; i < count; ++i) out.at[static_cast<std::size_t>(i)] = a[b * count + i];
  return out;
}
void put(const Matrix& m, Array& into, std::int64_t b) {
  const auto count = static_cast<std::int64_t>(m.at.size());
  for (std::int64_t i = 0; i < count; ++i) into[b * count + i] = m.at[static_cast<std::size_t>(i)];
}
Sizes batch_sizes(const Array& a) { return Sizes(a.sizes.begin(), a.sizes.end() - 2); }

struct Determinant {
  double sign = 1;
  double logarithm = 0;
  double value() const { return sign == 0 ? 0 : sign * std::exp(logarithm); }
};

// Makes `a` triangular by elimination and applies the same steps to `b`. Returns the determinant of `a`, and stores the
// number of the first zero pivot in `zero_pivot`.
Determinant eliminate(Matrix& a, Matrix& b, std::int64_t* zero_pivot = nullptr) {
  Determinant out;
  for (std::int64_t k = 0; k < a.rows; ++k) {
    std::int64_t pivot = k;
    for (std::int64_t i = k + 1; i < a.rows; ++i)
      if (std::fabs(a(i, k)) > std::fabs(a(pivot, k))) pivot = i;
    if (a(pivot, k) == 0) {
      out.sign = 0;
      out.logarithm = -std::numeric_limits<double>::infinity();
      if (zero_pivot != nullptr && *zero_pivot == 0) *zero_pivot = k + 1;
      continue;
    }
    if (pivot != k) {
      out.sign = -out.sign;
      for (std::int64_t j = 0; j < a.columns; ++j) std::swap(a(k, j), a(pivot, j));
      for (std::int64_t j = 0; j < b.columns; ++j) std::swap(b(k, j), b(pivot, j));
    }
    if (a(k, k) < 0) out.sign = -out.sign;
    if (out.sign != 0) out.logarithm += std::log(std::fabs(a(k, k)));
    for (std::int64_t i = k + 1; i < a.rows; ++i) {
      const double factor = a(i, k) / a(k, k);
      for (std::int64_t j = k; j < a.columns; ++j) a(i, j) -= factor * a(k, j);
      for (std::int64_t j = 0; j < b.columns; ++j) b(i, j) -= factor * b(k, j);
    }
  }
  return out;
}

// Solves A X = B for X.
Matrix solve(Matrix a, Matrix b) {
  eliminate(a, b);
  for (std::int64_t j = 0; j < b.columns; ++j)
    for (std::int64_t i = a.rows - 1; i >= 0; --i) {
      for (std::int64_t k = i + 1; k < a.rows; ++k) b(i, j) -= a(i, k) * b(k, j);
      b(i, j) /= a(i, i);
    }
  return b;
}

Matrix unit(std::int64_t n) {
  Matrix out(n, n);
  for (std::int64_t i = 0; i < n; ++i) out(i, i) = 1;
  return out;
}

Array inverse_of(const Array& a) {
  Array out(a.sizes);
  for (std::int64_t b = 0; b < batch(a); ++b) put(solve(matrix(a, b), unit(a.size(-1))), out, b);
  return out;
}

Array numbers_of_pivots(const Array& a) { return Array(batch_sizes(a), 0, Kind::Small); }

// Returns the Cholesky factor of the symmetric part of `a`. Its derivative is therefore that for a symmetric matrix.
Array cholesky_of(const Array& a, bool upper) {
  Array out(a.sizes);
  for (std::int64_t b = 0; b < batch(a); ++b) {
    const Matrix m = matrix(a, b);
    Matrix factor(m.rows, m.rows);
    for (std::int64_t j = 0; j < m.rows; ++j)
      for (std::int64_t i = j; i < m.rows; ++i) {
        double sum = (m(i, j) + m(j, i)) / 2;
        for (std::int64_t k = 0; k < j; ++k) sum -= factor(i, k) * factor(j, k);
        factor(i, j) = i == j ? std::sqrt(sum) : sum / factor(j, j);
      }
    put(upper ? factor.transposed() : factor, out, b);
  }
  return out;
}

Array determinant_of(const Array& a) {
  Array out(batch_sizes(a));
  for (std::int64_t b = 0; b < batch(a); ++b) {
    Matrix m = matrix(a, b);
    Matrix none(m.rows, 0);
    out[b] = eliminate(m, none).value();
  }
  return out;
}
Arrays sign_and_logarithm_of(const Array& a) {
  Array sign(batch_sizes(a));
  Array logarithm(batch_sizes(a));
  for (std::int64_t b = 0; b < batch(a); ++b) {
    Matrix m = matrix(a, b);
    Matrix none(m.rows, 0);
    const Determinant determinant = eliminate(m, none);
    sign[b] = determinant.sign;
    logarithm[b] = determinant.logarithm;
  }
  return {sign.constant(), logarithm};
}
Array logdet_of(const Array& a) {
  const Arrays parts = sign_and_logarithm_of(a);
  return elementwise(parts[0], parts[1], [](double sign, double logarithm) {
    return sign < 0 ? std::numeric_limits<double>::quiet_NaN() : logarithm;
  });
}

// Expands a batch of matrices to the batch sizes `batches`.
Array matrices(const Array& a, const Sizes& batches) {
  Sizes sizes = batches;
  sizes.insert(sizes.end(), {a.size(-2), a.size(-1)});
  return expand(a, sizes);
}

Array solution_of(const Array& a, const Array& b, bool left) {
  // The right-hand side may consist of matrices, or be one vector or a batch of vectors. Compute with vectors as with
  // matrices of one column.
  const bool vectors = b.dim() == 1 || (b.dim() + 1 == a.dim() && Sizes(a.sizes.begin(), a.sizes.end() - 1) == b.sizes);
  Array right = b;
  if (vectors) right.sizes.push_back(1);
  const Sizes batches = broadcast(batch_sizes(a), batch_sizes(right));
  const Array all = matrices(a, batches);
  Array out = matrices(right, batches);
  for (std::int64_t i = 0; i < batch(all); ++i)
    put(left ? solve(matrix(all, i), matrix(out, i))
             : solve(matrix(all, i).transposed(), matrix(out, i).transposed()).transposed(),
        out, i);
  if (vectors) out.sizes.pop_back();
  return out;
}

// Returns the triangle of the matrix that solve_triangular reads, with zeros elsewhere.
Array triangle(Array a, bool upper, bool unitriangular) {
  const std::int64_t n = a.size(-1);
  for (std::int64_t i = 0; i < a.numel(); ++i) {
    const std::int64_t row = i / n % n;
    const std::int64_t column = i % n;
    if (upper ? row > column : row < column) a[i] = 0;
    if (unitriangular && row == column) a[i] = 1;
  }
  return a;
}

void inverses(Judge& judge) {
  const Call inv = [](const Tensors& in) { return Tensors{at::linalg_inv(in[0])}; };
  const Definition definition = [](const Arrays& in) { return Arrays{inverse_of(in[0])}; };
  for (const Sizes& sizes : {Sizes{3, 3}, Sizes{1, 1}, Sizes{2, 1, 3, 3}, Sizes{0, 0}, Sizes{0, 2, 2}, Sizes{40, 40}}) {
    judge("linalg_inv(Tensor)", {regular(sizes)}, inv, definition);
    judge(
        "inverse(Tensor)", {regular(sizes, 2)}, [](const Tensors& in) { return Tensors{in[0].inverse()}; }, definition);
    judge(
        "linalg_inv_ex(Tensor,bool)", {regular(sizes, 3)},
        [](const Tensors& in) {
          const auto both = at::linalg_inv_ex(in[0]);
          return Tensors{std::get<0>(both), std::get<1>(both)};
        },
        [](const Arrays& in) {
          return Arrays{inverse_of(in[0]), numbers_of_pivots(in[0])};
        });
  }
  // The second pivot of this singular matrix is zero.
  Array singular({2, 2}, 1);
  judge(
      "linalg_inv_ex(Tensor,bool)", {singular},
      [](const Tensors& in) { return Tensors{std::get<1>(at::linalg_inv_ex(in[0]))}; },
      [](const Arrays& in) {
        Matrix m = matrix(in[0], 0);
        Matrix none(2, 0);
        std::int64_t pivot = 0;
        eliminate(m, none, &pivot);
        return Arrays{Array({}, static_cast<double>(pivot), Kind::Small)};
      },
      {.first = false});
}

void factors(Judge& judge) {
  for (const bool upper : {false, true})
    for (const Sizes& sizes : {Sizes{3, 3}, Sizes{1, 1}, Sizes{2, 3, 3}, Sizes{0, 0}, Sizes{0, 2, 2}, Sizes{40, 40}}) {
      const Definition definition = [=](const Arrays& in) { return Arrays{cholesky_of(in[0], upper)}; };
      // The gradient of cholesky is that for a symmetric matrix. Central differences of the gradient also need
      // symmetric matrices, so second derivatives are tested only with a symmetrised argument.
      for (const bool given : {true, false}) {
        const auto symmetric = [=](const at::Tensor& a) { return given ? a : a.add(a.transpose(-2, -1)).mul(0.5); };
        const Judged how{.second = !given};
        judge(
            "linalg_cholesky(Tensor,bool)", {definite(sizes)},
            [=](const Tensors& in) { return Tensors{at::linalg_cholesky(symmetric(in[0]), upper)}; }, definition, how);
        judge(
            "cholesky(Tensor,bool)", {definite(sizes, 2)},
            [=](const Tensors& in) { return Tensors{symmetric(in[0]).cholesky(upper)}; }, definition, how);
        judge(
            "linalg_cholesky_ex(Tensor,bool,bool)", {definite(sizes, 3)},
            [=](const Tensors& in) {
              const auto both = at::linalg_cholesky_ex(symmetric(in[0]), upper);
              return Tensors{std::get<0>(both), std::get<1>(both)};
            },
            [=](const Arrays& in) {
              return Arrays{cholesky_of(in[0], upper), numbers_of_pivots(in[0])};
            },
            how);
      }
    }
  // If the matrix is not symmetric, cholesky reads only one triangle.
  for (const bool upper : {false, true})
    judge(
        "linalg_cholesky(Tensor,bool)", {regular({3, 3})},
        [=](const Tensors& in) { return Tensors{at::linalg_cholesky(in[0], upper)}; },
        [=](const Arrays& in) {
          Array symmetric = in[0];
          for (std::int64_t i = 0; i < 3; ++i)
            for (std::int64_t j = 0; j < 3; ++j)
              symmetric[{i, j}] =
                  upper ? in[0][{std::min(i, j), std::max(i, j)}] : in[0][{std::max(i, j), std::min(i, j)}];
          return Arrays{cholesky_of(symmetric, upper)};
        },
        {.first = false});
}

void solutions(Judge& judge) {
  for (const bool left : {true, false}) {
    const Call call = [=](const Tensors& in) { return Tensors{at::linalg_solve(in[0], in[1], left)}; };
    const Definition definition = [=](const Arrays& in) { return Arrays{solution_of(in[0], in[1], left)}; };
    const auto given = [&](const Sizes& a, const Sizes& b) {
      judge("linalg_solve(Tensor,Tensor,bool)", {regular(a), real(b, 2)}, call, definition);
    };
    given({3, 3}, {3, 3});
    given({2, 3, 3}, {3, 3});
    given({3, 3}, {2, 3, 3});
    given({2, 1, 2, 2}, {3, 2, 2});
    given({0, 0}, {0, 0});
    given({0, 3, 3}, {0, 3, 3});
    if (left) {
      given({3, 3}, {3, 1});
      given({3, 3}, {3});
      given({2, 3, 3}, {2, 3});
      given({3, 3}, {3, 0});
      given({40, 40}, {40, 3});
    } else {
      given({3, 3}, {1, 3});
      given({40, 40}, {3, 40});
    }
  }
  for (const bool upper : {false, true})
    for (const bool left : {true, false})
      for (const bool unit : {false, true}) {
        const Call call = [=](const Tensors& in) {
          return Tensors{at::linalg_solve_triangular(in[0], in[1], upper, left, unit)};
        };
        const Definition definition = [=](const Arrays& in) {
          return Arrays{solution_of(triangle(in[0], upper, unit), in[1], left)};
        };
        const auto given = [&](const Sizes& a, const Sizes& b) {
          judge("linalg_solve_triangular(Tensor,Tensor,bool,bool,bool)", {regular(a), real(b, 2)}, call, definition,
                {.slack = unit ? 1e3 : 1.0});
        };
        given({3, 3}, {3, 3});
        given({2, 3, 3}, {3, 3});
        given({3, 3}, {2, 3, 3});
        given({0, 0}, {0, 0});
        given({1, 1}, {1, 1});
        if (!unit) given({33, 33}, {33, 33});
      }
  for (const bool upper : {false, true})
    for (const bool transpose : {false, true})
      for (const bool unit : {false, true})
        for (const auto& [b, a] : {std::pair(Sizes{3, 2}, Sizes{3, 3}), std::pair(Sizes{2, 3, 2}, Sizes{3, 3}),
                                   std::pair(Sizes{3, 2}, Sizes{2, 3, 3}), std::pair(Sizes{0, 2}, Sizes{0, 0})})
          judge(
              "triangular_solve(Tensor,Tensor,bool,bool,bool)", {real(b), regular(a, 2)},
              [=](const Tensors& in) {
                const auto both = in[0].triangular_solve(in[1], upper, transpose, unit);
                return Tensors{std::get<0>(both), std::get<1>(both)};
              },
              [=](const Arrays& in) {
                Array read = triangle(in[1], upper, unit);
                const std::int64_t dims = read.dim();
                if (transpose) {
                  Index order;
                  for (std::int64_t d = 0; d < dims; ++d) order.push_back(d < dims - 2 ? d : 2 * dims - 3 - d);
                  read = permute(read, order);
                }
                const Array solution = solution_of(read, in[0], true);
                return Arrays{solution, matrices(in[1], batch_sizes(solution)).constant()};
              },
              {.slack = 1e2});
}

void determinants(Judge& judge) {
  const Definition determinant = [](const Arrays& in) { return Arrays{determinant_of(in[0])}; };
  const Definition parts = [](const Arrays& in) { return sign_and_logarithm_of(in[0]); };
  const auto both = [](const std::tuple<at::Tensor, at::Tensor>& of) {
    return Tensors{std::get<0>(of), std::get<1>(of)};
  };
  for (const Sizes& sizes : {Sizes{3, 3}, Sizes{1, 1}, Sizes{2, 1, 3, 3}, Sizes{0, 0}, Sizes{0, 2, 2}, Sizes{24, 24}}) {
    // A determinant of a large matrix is a product of many numbers, so the tolerance is wide.
    const double slack = sizes.back() > 10 ? 100 : 10;
    for (const bool far : {true, false}) {
      if (!far && sizes.back() > 10) continue;
      const Array a = far ? regular(sizes) : real(sizes, 4);
      judge("linalg_det(Tensor)", {a}, [](const Tensors& in) { return Tensors{at::linalg_det(in[0])}; }, determinant,
            {.slack = slack});
      judge("det(Tensor)", {a}, [](const Tensors& in) { return Tensors{in[0].det()}; }, determinant, {.slack = slack});
      judge("linalg_slogdet(Tensor)", {a}, [=](const Tensors& in) { return both(at::linalg_slogdet(in[0])); }, parts,
            {.slack = slack});
      judge("slogdet(Tensor)", {a}, [=](const Tensors& in) { return both(in[0].slogdet()); }, parts, {.slack = slack});
    }
    judge(
        "logdet(Tensor)", {regular(sizes)}, [](const Tensors& in) { return Tensors{at::logdet(in[0])}; },
        [](const Arrays& in) { return Arrays{logdet_of(in[0])}; }, {.slack = slack});
  }
  judge(
      "logdet(Tensor)", {real({6, 2, 2}, 3)}, [](const Tensors& in) { return Tensors{in[0].logdet()}; },
      [](const Arrays& in) { return Arrays{logdet_of(in[0])}; }, {.first = false});
  // The determinant of a singular matrix still has a derivative.
  Array singular = real({3, 3}, 5);
  for (std::int64_t i = 0; i < 3; ++i) singular[6 + i] = singular[i] * 2;
  judge("linalg_det(Tensor)", {singular}, [](const Tensors& in) { return Tensors{at::linalg_det(in[0])}; }, determinant,
        {.second = false});
  judge("linalg_slogdet(Tensor)", {Array({2, 2}, 1)},
        [=](const Tensors& in) { return both(at::linalg_slogdet(in[0])); }, parts, {.first = false});
}

}  // namespace

void linear_algebra(Judge& judge) {
  inverses(judge);
  factors(judge);
  solutions(judge);
  determinants(judge);
}

}  // namespace modecheck::definitions
