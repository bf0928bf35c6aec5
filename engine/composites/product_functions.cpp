#include "engine/composites/product_functions.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "engine/api/generated/functions.h"
#include "engine/api/number_factories.h"
#include "engine/composites/composition.h"
#include "engine/composites/contraction_functions.h"
#include "engine/composites/elementary_functions.h"
#include "engine/composites/linalg_functions.h"
#include "engine/composites/norm_functions.h"
#include "engine/dispatch/call.h"
#include "engine/kernels/internal_composites.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/composites.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

using SizeList = std::vector<std::int64_t>;

void check_vectors(const char* name, const Tensor& a, const Tensor& b) {
  MODECHECK_CHECK(a.dim() == 1 && b.dim() == 1, ErrorClass::Shape, name, ": Expected 1-D arguments, but got ", a.dim(),
                  "-D and ", b.dim(), "-D");
}

void check_one_dtype(const char* name, const Tensor& a, const Tensor& b) {
  MODECHECK_CHECK(a.scalar_type() == b.scalar_type(), ErrorClass::Dtype, name, ": expected one dtype, but got ",
                  a.scalar_type(), " and ", b.scalar_type());
}

void check_fraction(const char* name, const Tensor& self) {
  MODECHECK_CHECK(c10::isDifferentiableType(self.scalar_type()), ErrorClass::Dtype, name,
                  ": Expected a floating point or complex tensor as input. Got ", self.scalar_type());
}

void check_square(const char* name, const Tensor& self) {
  sizes_as_numbers(name, self);
  MODECHECK_CHECK(self.dim() >= 2, ErrorClass::Shape, name,
                  ": The input tensor must have at least 2 dimensions, but has ", self.dim());
  MODECHECK_CHECK(self.size(-1) == self.size(-2), ErrorClass::Shape, name,
                  ": must be batches of square matrices, but they are ", self.size(-2), " by ", self.size(-1),
                  " matrices");
}

Tensor scaled(const Tensor& self, const c10::Scalar& factor) { return factor.equal(1) ? self : self.mul(factor); }

void check_factor(const char* name, const Tensor& self, const c10::Scalar& factor) {
  MODECHECK_CHECK(!c10::isIntegralType(self.scalar_type(), /*includeBool=*/true) || !factor.isFloatingPoint(),
                  ErrorClass::Argument, name,
                  ": For integral input tensors, beta and alpha must not be a floating point number.");
}

// Finds the order in which multiplying a chain of matrices needs the fewest multiplications. The result says for each
// part of the chain where to split it.
class ChainOrder {
 public:
  explicit ChainOrder(const std::vector<Tensor>& matrices) : count_(matrices.size()), cuts_(count_ * count_, 0) {
    std::vector<double> costs(count_ * count_, 0);
    for (std::size_t length = 1; length < count_; ++length)
      for (std::size_t from = 0; from + length < count_; ++from) {
        const std::size_t to = from + length;
        costs[from * count_ + to] = std::numeric_limits<double>::infinity();
        for (std::size_t cut = from; cut < to; ++cut) {
          const auto here = static_cast<double>(matrices[from].size(0)) * static_cast<double>(matrices[cut].size(1)) *
                            static_cast<double>(matrices[to].size(1));
          const double cost = costs[from * count_ + cut] + costs[(cut + 1) * count_ + to] + here;
          // Among equally cheap orders libtorch takes the first split, but for three matrices the last one.
          if (count_ == 3 ? cost > costs[from * count_ + to] : cost >= costs[from * count_ + to]) continue;
          costs[from * count_ + to] = cost;
          cuts_[from * count_ + to] = cut;
        }
      }
  }

  Tensor product(const std::vector<Tensor>& matrices, std::size_t from, std::size_t to) const {
    if (from == to) return matrices[from];
    const std::size_t cut = cuts_[from * count_ + to];
    return at::mm(product(matrices, from, cut), product(matrices, cut + 1, to));
  }

 private:
  std::size_t count_;
  std::vector<std::size_t> cuts_;
};

bool needs_singular_values(double ord) { return std::abs(ord) == 2; }

Tensor in_dtype(const char* name, const Tensor& self, c10::optional<c10::ScalarType> dtype) {
  check_fraction(name, self);
  if (!dtype.has_value()) return self;
  MODECHECK_CHECK(c10::isDifferentiableType(*dtype) && c10::isComplexType(*dtype) == self.is_complex(),
                  ErrorClass::Dtype, name, ": dtype must be floating for real and complex for complex inputs, but got ",
                  *dtype, " for ", self.scalar_type());
  return self.to(*dtype);
}

std::pair<std::int64_t, std::int64_t> matrix_dims(const Tensor& self, c10::IntArrayRef dim) {
  constexpr const char* name = "linalg.matrix_norm";
  MODECHECK_CHECK(self.dim() >= 2, ErrorClass::Shape, name, ": The input tensor must have at least 2 dimensions.");
  MODECHECK_CHECK(dim.size() == 2, ErrorClass::Argument, name, ": dim must be a 2-tuple. Got ", dim);
  const std::int64_t rows = dimension_of(name, dim[0], self.dim());
  const std::int64_t columns = dimension_of(name, dim[1], self.dim());
  MODECHECK_CHECK(rows != columns, ErrorClass::Argument, name, ": dims must be different. Got (", dim[0], ", ", dim[1],
                  ")");
  return {rows, columns};
}

std::int64_t elements(c10::IntArrayRef sizes) {
  std::int64_t out = 1;
  for (const std::int64_t size : sizes) out *= size;
  return out;
}

}  // namespace

Tensor vdot(const Tensor& self, const Tensor& other) {
  check_vectors("vdot", self, other);
  return self.conj().dot(other);
}

Tensor inner(const Tensor& self, const Tensor& other) {
  return traced_composite<operators::inner>(
      [&]() -> Tensor {
        if (self.dim() == 0 || other.dim() == 0) return self.mul(other);
        MODECHECK_CHECK(self.size(-1) == other.size(-1), ErrorClass::Shape,
                        "inner() the last dimension must match on both input tensors but got shapes ", self.sizes(),
                        " and ", other.sizes());
        return at::tensordot(self, other, -1, -1);
      },
      self, other);
}

Tensor kron(const Tensor& self, const Tensor& other) {
  return modecheck::engine::traced_composite<operators::kron>(
      [&]() -> Tensor {
        const std::int64_t rank = std::max(self.dim(), other.dim());
        SizeList rows;
        SizeList columns;
        SizeList sizes;
        for (std::int64_t d = 0; d < rank; ++d) {
          const std::int64_t a = d + self.dim() < rank ? 1 : self.size(d + self.dim() - rank);
          const std::int64_t b = d + other.dim() < rank ? 1 : other.size(d + other.dim() - rank);
          rows.insert(rows.end(), {a, 1});
          columns.insert(columns.end(), {1, b});
          sizes.push_back(a * b);
        }
        const Tensor left = self.reshape(rows);
        const Tensor right = other.reshape(columns);
        return call<internal::_unsafe_view>(left.mul(right), sizes);
      },
      self, other);
}

Tensor addr(const Tensor& self, const Tensor& vec1, const Tensor& vec2, const c10::Scalar& beta,
            const c10::Scalar& alpha) {
  sizes_as_numbers("addr", self, vec1, vec2);
  check_vectors("addr", vec1, vec2);
  check_factor("addr", self, beta);
  check_factor("addr", self, alpha);
  const Tensor product = scaled(vec1.outer(vec2), alpha);
  SizeList sizes = product.sizes().vec();
  return beta.equal(0) ? product : scaled(self.expand(sizes), beta).add(product);
}
Tensor& Tensor::addr_(const Tensor& vec1, const Tensor& vec2, const c10::Scalar& beta, const c10::Scalar& alpha) const {
  return write_back("addr", *this, [&](const Tensor& x) { return at::addr(x, vec1, vec2, beta, alpha); });
}

Tensor linalg_multi_dot(TensorList tensors) {
  return traced_composite<operators::linalg_multi_dot>(
      [&]() -> Tensor {
        constexpr const char* name = "multi_dot()";
        MODECHECK_CHECK(tensors.size() >= 2, ErrorClass::Argument, name, ": expected at least 2 tensors but got ",
                        tensors.size());
        std::vector<Tensor> matrices(tensors.begin(), tensors.end());
        SizeList sizes;
        for (Tensor* end : {&matrices.front(), &matrices.back()}) {
          const bool first = end == &matrices.front();
          MODECHECK_CHECK(end->dim() == 1 || end->dim() == 2, ErrorClass::Shape, name, ": the ",
                          first ? "first" : "last", " tensor must be 1D or 2D but got ", end->dim(), "D");
          if (end->dim() == 2) sizes.push_back(end->size(first ? 0 : 1));
          if (end->dim() == 1) *end = end->unsqueeze(first ? 0 : 1);
        }
        for (std::size_t i = 1; i + 1 < matrices.size(); ++i)
          MODECHECK_CHECK(matrices[i].dim() == 2, ErrorClass::Shape, name, ": tensor ", i, " must be 2D but got ",
                          matrices[i].dim(), "D");
        for (std::size_t i = 1; i < matrices.size(); ++i) {
          check_one_dtype(name, matrices[0], matrices[i]);
          MODECHECK_CHECK(matrices[i - 1].size(1) == matrices[i].size(0), ErrorClass::Shape, name, ": tensors ", i - 1,
                          " and ", i, ", with shapes ", matrices[i - 1].sizes(), " and ", matrices[i].sizes(),
                          ", cannot be multiplied");
        }
        return ChainOrder(matrices).product(matrices, 0, matrices.size() - 1).view(sizes);
      },
      tensors);
}

Tensor chain_matmul(TensorList matrices) {
  return traced_composite<operators::chain_matmul>(
      [&]() -> Tensor {
        MODECHECK_CHECK(!matrices.empty(), ErrorClass::Argument, "chain_matmul: Expected one or more matrices");
        for (const Tensor& matrix : matrices)
          MODECHECK_CHECK(matrix.dim() == 2, ErrorClass::Shape, "chain_matmul: Tensor dimension is ", matrix.dim(),
                          ", expected 2 instead.");
        return matrices.size() == 1 ? matrices[0].clone() : at::linalg_multi_dot(matrices);
      },
      matrices);
}

Tensor linalg_matrix_power(const Tensor& self, std::int64_t n) {
  sizes_as_numbers("linalg_matrix_power", self);
  check_square("linalg.matrix_power", self);
  check_fraction("linalg.matrix_power", self);
  if (n == 0) return self.clone().copy_(at::eye(self.size(-1), self.options()).expand(self.sizes()));
  Tensor square = n > 0 ? self : at::linalg_inv(self);
  if (std::abs(n) == 1) return n > 0 ? self.clone() : square;
  Tensor out;
  for (std::int64_t left = std::abs(n); left > 0; left /= 2) {
    if (left % 2 == 1) out = out.defined() ? at::matmul(out, square) : square;
    if (left > 1) square = at::matmul(square, square);
  }
  return out;
}
Tensor matrix_power(const Tensor& self, std::int64_t n) { return at::linalg_matrix_power(self, n); }
Tensor linalg_matmul(const Tensor& self, const Tensor& other) { return at::matmul(self, other); }

Tensor linalg_vecdot(const Tensor& x, const Tensor& y, std::int64_t dim) {
  check_fraction("linalg.vecdot", x);
  check_one_dtype("linalg.vecdot", x, y);
  return x.conj().mul(y).sum(dim);
}

Tensor linalg_cross(const Tensor& self, const Tensor& other, std::int64_t dim) {
  constexpr const char* name = "linalg.cross";
  MODECHECK_CHECK(self.dim() == other.dim(), ErrorClass::Shape, name,
                  ": inputs must have the same number of dimensions, not ", self.dim(), " and ", other.dim());
  return at::cross(self, other, dimension_of(name, dim, self.dim()));
}

Tensor bilinear(const Tensor& input1, const Tensor& input2, const Tensor& weight, const c10::optional<Tensor>& bias) {
  sizes_as_numbers("bilinear", input1, input2, weight, bias);
  MODECHECK_CHECK(input1.dim() == input2.dim(), ErrorClass::Shape, "bilinear(): input dimensions do not match: got ",
                  input1.dim(), " and ", input2.dim());
  for (std::int64_t d = 0; d + 1 < input1.dim(); ++d)
    MODECHECK_CHECK(input1.size(d) == input2.size(d), ErrorClass::Shape,
                    "bilinear(): input batch dimensions do not match at dim ", d, ": got ", input1.size(d), " and ",
                    input2.size(d));
  MODECHECK_CHECK(weight.dim() == 3 && input1.size(-1) == weight.size(1) && input2.size(-1) == weight.size(2),
                  ErrorClass::Shape, "bilinear(): inputs of sizes ", input1.sizes(), " and ", input2.sizes(),
                  " do not match a weight of sizes ", weight.sizes());
  const Tensor shift = bias.has_value() ? *bias : Tensor();
  MODECHECK_CHECK(!shift.defined() || shift.size(0) == weight.size(0), ErrorClass::Shape,
                  "bilinear(): bias size does not match weight size: got ",
                  shift.defined() ? shift.sizes() : c10::IntArrayRef(), " and ", weight.size(0));
  SizeList sizes = input1.sizes().vec();
  sizes.back() = weight.size(0);
  const Tensor operands[] = {input1.reshape({-1, weight.size(1)}), weight, input2.reshape({-1, weight.size(2)})};
  const Tensor out = at::einsum("bi,oij,bj->bo", TensorList(operands, 3)).reshape(sizes);
  return shift.defined() ? out.add(shift) : out;
}

Tensor linalg_diagonal(const Tensor& A, std::int64_t offset, std::int64_t dim1, std::int64_t dim2) {
  return A.diagonal(offset, dim1, dim2);
}

Tensor linalg_vander(const Tensor& x, c10::optional<std::int64_t> N) {
  sizes_as_numbers("linalg_vander", x);
  MODECHECK_CHECK(x.scalar_type() != c10::kBool, ErrorClass::Dtype,
                  "linalg.vander supports floating point, complex, and integer tensors, but got ", x.scalar_type());
  MODECHECK_CHECK(x.dim() >= 1, ErrorClass::Shape, "linalg.vander: expected at least one dimension");
  const std::int64_t columns = N.value_or(x.size(-1));
  MODECHECK_CHECK(columns > 1, ErrorClass::Argument, "N must be greater than 1, but is ", columns);
  SizeList sizes = x.sizes().vec();
  sizes.push_back(columns - 1);
  const Tensor powers = at::cumprod(x.unsqueeze(-1).expand(sizes), -1);
  sizes.back() = 1;
  const Tensor parts[] = {at::ones(sizes, powers.options()), powers};
  return at::cat(TensorList(parts, 2), -1);
}

Tensor cholesky_solve(const Tensor& self, const Tensor& input2, bool upper) {
  MODECHECK_CHECK(self.dim() >= 2, ErrorClass::Shape, "b should have at least 2 dimensions, but has ", self.dim(),
                  " dimensions instead");
  MODECHECK_CHECK(input2.dim() >= 2, ErrorClass::Shape, "u should have at least 2 dimensions, but has ", input2.dim(),
                  " dimensions instead");
  const Tensor lower = upper ? input2.mT() : input2;
  const Tensor out = at::linalg_solve_triangular(lower.mT(), at::linalg_solve_triangular(lower, self, false), true);
  // The result gets the strides of a column-major matrix, which is the layout that libtorch returns.
  return out.mT().clone(c10::MemoryFormat::Contiguous).transpose_(-2, -1);
}

Tensor cholesky_inverse(const Tensor& self, bool upper) {
  sizes_as_numbers("cholesky_inverse", self);
  check_square("cholesky_inverse", self);
  return at::cholesky_solve(at::eye(self.size(-1), self.options()).expand(self.sizes()), self, upper);
}

Tensor linalg_tensorinv(const Tensor& self, std::int64_t ind) {
  sizes_as_numbers("linalg_tensorinv", self);
  MODECHECK_CHECK(ind > 0, ErrorClass::Argument, "Expected a strictly positive integer for 'ind', but got ", ind);
  const auto cut = std::min(static_cast<std::size_t>(ind), self.sizes().size());
  SizeList before = self.sizes().slice(0, cut).vec();
  SizeList after = self.sizes().slice(cut, self.sizes().size() - cut).vec();
  const std::int64_t rows = elements(before);
  const std::int64_t columns = elements(after);
  MODECHECK_CHECK(rows == columns, ErrorClass::Shape,
                  "Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got ",
                  columns, " != ", rows);
  after.insert(after.end(), before.begin(), before.end());
  return at::linalg_inv(self.reshape({rows, columns})).reshape(after);
}

Tensor linalg_tensorsolve(const Tensor& self, const Tensor& other, c10::OptionalIntArrayRef dims) {
  sizes_as_numbers("linalg_tensorsolve", self, other);
  Tensor map = self;
  if (dims.has_value()) {
    SizeList ends(dims->size());
    for (std::size_t i = 0; i < ends.size(); ++i)
      ends[i] = self.dim() - static_cast<std::int64_t>(ends.size()) + static_cast<std::int64_t>(i);
    map = self.movedim(*dims, ends);
  }
  const auto outputs = static_cast<std::size_t>(std::min(other.dim(), map.dim()));
  const SizeList inputs = map.sizes().slice(outputs, map.sizes().size() - outputs).vec();
  const std::int64_t columns = elements(inputs);
  MODECHECK_CHECK(columns == other.numel(), ErrorClass::Shape,
                  "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other."
                  "ndim]), but got ",
                  columns, " != ", other.numel());
  return at::linalg_solve(map.reshape({columns, columns}), other.flatten()).reshape(inputs);
}

Tensor dist(const Tensor& self, const Tensor& other, const c10::Scalar& p) { return at::norm(self.sub(other), p); }

Tensor frobenius_norm(const Tensor& self) { return at::norm(self); }
Tensor frobenius_norm(const Tensor& self, c10::IntArrayRef dim, bool keepdim) {
  MODECHECK_CHECK(dim.size() <= 2, ErrorClass::Argument, "Expected at most 2 dimensions, but got ", dim.size(),
                  " dimensions instead.");
  return at::norm(self, 2, dim, keepdim);
}

Tensor linalg_matrix_norm(const Tensor& self, const c10::Scalar& ord, c10::IntArrayRef dim, bool keepdim,
                          c10::optional<c10::ScalarType> dtype) {
  constexpr const char* name = "linalg.matrix_norm";
  const Tensor numbers = in_dtype(name, self, dtype);
  const auto [rows, columns] = matrix_dims(self, dim);
  const double order = ord.toDouble();
  MODECHECK_CHECK(!needs_singular_values(order), ErrorClass::Unsupported, name, ": the order ", order,
                  " needs singular values, which are not supported; use 1, infinity or \"fro\"");
  MODECHECK_CHECK(std::abs(order) == 1 || std::isinf(order), ErrorClass::Argument, name, ": Order ", order,
                  " not supported.");
  // Order 1 sums the absolute values in each column, and an infinite order those in each row. The result is the largest
  // sum, or for a negative order the smallest.
  const std::int64_t summed = std::isinf(order) ? columns : rows;
  const std::int64_t other = std::isinf(order) ? rows : columns;
  const Tensor sums = numbers.abs().sum(summed, keepdim);
  const std::int64_t left = keepdim || other < summed ? other : other - 1;
  return order > 0 ? sums.amax(left, keepdim) : sums.amin(left, keepdim);
}

Tensor linalg_matrix_norm(const Tensor& self, std::string_view ord, c10::IntArrayRef dim, bool keepdim,
                          c10::optional<c10::ScalarType> dtype) {
  constexpr const char* name = "linalg.matrix_norm";
  const Tensor numbers = in_dtype(name, self, dtype);
  const auto [rows, columns] = matrix_dims(self, dim);
  MODECHECK_CHECK(ord != "nuc", ErrorClass::Unsupported, name,
                  ": the order \"nuc\" needs singular values, which are not supported; use \"fro\"");
  MODECHECK_CHECK(ord == "fro", ErrorClass::Argument, name, ": Order ", ord, " not supported.");
  return at::norm(numbers, 2, {rows, columns}, keepdim);
}

Tensor linalg_norm(const Tensor& self, const c10::optional<c10::Scalar>& ord, c10::OptionalIntArrayRef dim,
                   bool keepdim, c10::optional<c10::ScalarType> dtype) {
  constexpr const char* name = "linalg.norm";
  if (dim.has_value())
    MODECHECK_CHECK(dim->size() == 1 || dim->size() == 2, ErrorClass::Argument, name,
                    ": If dim is specified, it must be of length 1 or 2. Got ", *dim);
  if (!dim.has_value() && ord.has_value())
    MODECHECK_CHECK(self.dim() == 1 || self.dim() == 2, ErrorClass::Argument, name,
                    ": If dim is not specified but ord is, the input must be 1D or 2D. Got ", self.dim(), "D.");
  const bool of_matrices = ord.has_value() && (dim.has_value() ? dim->size() == 2 : self.dim() == 2);
  if (of_matrices)
    return at::linalg_matrix_norm(self, *ord, dim.has_value() ? *dim : c10::IntArrayRef({-2, -1}), keepdim, dtype);
  return at::linalg_vector_norm(self, ord.value_or(2), dim, keepdim, dtype);
}

Tensor linalg_norm(const Tensor& self, std::string_view ord, c10::OptionalIntArrayRef dim, bool keepdim,
                   c10::optional<c10::ScalarType> dtype) {
  constexpr const char* name = "linalg.norm";
  MODECHECK_CHECK(dim.has_value() ? dim->size() == 1 || dim->size() == 2 : self.dim() == 1 || self.dim() == 2,
                  ErrorClass::Argument, name, ": dim must be of length 1 or 2, or the input 1D or 2D");
  const SizeList last = {-2, -1};
  return at::linalg_matrix_norm(self, ord, dim.has_value() ? *dim : c10::IntArrayRef(last), keepdim, dtype);
}

}  // namespace modecheck_v1
}  // namespace at
