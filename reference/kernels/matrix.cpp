// Reference kernels of matrix products, of two tensors or with a tensor added.

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/kernels/kernel_row.h"
#include "reference/values/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::Geometry;

// The layout of a batched matrix product. Both operands are broadcast to the same batch: a is [batch, rows, inner], b
// is [batch, inner, columns].
struct Product {
  Geometry a;
  Geometry b;
  std::size_t batch = 1;
  std::size_t rows = 1;
  std::size_t inner = 1;
  std::size_t columns = 1;
};

void insert(Geometry& tensor, int at) {
  for (int d = tensor.rank; d > at; --d) {
    tensor.sizes[static_cast<std::size_t>(d)] = tensor.sizes[static_cast<std::size_t>(d - 1)];
    tensor.strides[static_cast<std::size_t>(d)] = tensor.strides[static_cast<std::size_t>(d - 1)];
  }
  tensor.sizes[static_cast<std::size_t>(at)] = 1;
  tensor.strides[static_cast<std::size_t>(at)] = 0;
  ++tensor.rank;
}

Product make_product(const Geometry& first, const Geometry& second) {
  Product out;
  out.a = first;
  out.b = second;
  if (out.a.rank == 1) insert(out.a, 0);
  if (out.b.rank == 1) insert(out.b, 1);
  while (out.a.rank < out.b.rank) insert(out.a, 0);
  while (out.b.rank < out.a.rank) insert(out.b, 0);
  const auto rank = static_cast<std::size_t>(out.a.rank);
  for (std::size_t d = 0; d + 2 < rank; ++d) {
    Geometry& shorter = out.a.sizes[d] == 1 ? out.a : out.b;
    const std::int32_t size = out.a.sizes[d] == 1 ? out.b.sizes[d] : out.a.sizes[d];
    if (shorter.sizes[d] != size) {
      shorter.sizes[d] = size;
      shorter.strides[d] = 0;
    }
    out.batch *= static_cast<std::size_t>(size);
  }
  out.rows = static_cast<std::size_t>(out.a.sizes[rank - 2]);
  out.inner = static_cast<std::size_t>(out.a.sizes[rank - 1]);
  out.columns = static_cast<std::size_t>(out.b.sizes[rank - 1]);
  return out;
}

// Writes the sum of a batch of products as one product. The first matrix is the batch's first matrices side by side.
// The second is the batch's second matrices, one below the other.
Product make_sum_of_products(const Geometry& first, const Geometry& second) {
  Product out = make_product(first, second);
  std::swap(out.a.sizes[0], out.a.sizes[1]);
  std::swap(out.a.strides[0], out.a.strides[1]);
  out.inner *= out.batch;
  out.batch = 1;
  return out;
}

// Computes beta * self + alpha * (a @ b); input `first` is a, and the next input is b. If `self` is null, computes
// alpha * (a @ b).
void multiply(KernelCall& call, const Operand* self, int first, double beta, double alpha, const Product& product) {
  const DType dtype = call.in(first).dtype;
  const bool complex = spec::is_complex(dtype);
  const Operand& a = call.load(first, product.a, dtype);
  const Operand& b = call.load(first + 1, product.b, dtype);
  const std::size_t columns = product.columns;
  Result& result = call.start(dtype, product.batch * product.rows * columns);
  call.inherit(a, b);
  const bool reads_self = self != nullptr && beta != 0;
  if (reads_self) call.inherit(*self);
  if (complex) result.exact = false;
  double rounding = 0;
  bool finite = true;
  for (std::size_t at = 0; at < result.count; ++at) {
    // The k-th product that adds to an element multiplies `a` at row + k by `b` at column + k * columns.
    const std::size_t row = at / columns * product.inner;
    const std::size_t column = at / (product.rows * columns) * product.inner * columns + at % columns;
    if (!spec::is_differentiable(dtype)) {
      std::uint64_t total = 0;
      for (std::size_t k = 0; k < product.inner; ++k)
        total += static_cast<std::uint64_t>(a.integer[row + k]) *
                 static_cast<std::uint64_t>(b.integer[column + k * columns]);
      total *= static_cast<std::uint64_t>(static_cast<std::int64_t>(alpha));
      if (reads_self)
        total +=
            static_cast<std::uint64_t>(static_cast<std::int64_t>(beta)) * static_cast<std::uint64_t>(self->integer[at]);
      result.integer[at] = static_cast<std::int64_t>(total);
      continue;
    }
    ComplexSum sum;
    // In double precision, the product of two numbers is exact only if both have few significant bits, as float32
    // numbers have.
    bool narrow = true;
    const auto look_at = [&](const Operand& x, std::size_t i) {
      narrow &= is_short(x.number(i));
      finite &= std::isfinite(x.size_of(i));
    };
    for (std::size_t k = 0; k < product.inner; ++k) {
      const std::size_t i = row + k;
      const std::size_t j = column + k * columns;
      look_at(a, i);
      look_at(b, j);
      if (complex)
        sum.add_product(a.number(i), b.number(j), alpha);
      else
        sum.real.add(alpha * (a.real[i] * b.real[j]));
    }
    if (reads_self) {
      look_at(*self, at);
      sum.add(beta * self->number(at));
    }
    result.set(at, sum.value());
    if (complex) finite &= std::isfinite(std::abs(sum.value()));  // an infinite part may make the other one a NaN
    if (!narrow || !sum.exact(dtype)) rounding = std::max(rounding, (complex ? 2 : 1) * ulp(dtype, sum.magnitude()));
    if (result.real[at] == 0) result.exact = false;  // libraries differ in the sign of a zero result
    call.record([&] {
      if (self != nullptr) call.flow(*self, at, beta);
      for (std::size_t k = 0; k < product.inner; ++k) {
        const std::size_t i = row + k;
        const std::size_t j = column + k * columns;
        call.flow(a, i, alpha * b.number(j), std::abs(alpha) * b.tolerance);
        call.flow(b, j, alpha * a.number(i), std::abs(alpha) * a.tolerance);
        if (complex) continue;
        call.second_derivative(a.nodes[i], b.nodes[j], alpha);
        call.second_derivative(b.nodes[j], a.nodes[i], alpha);
      }
    });
  }
  if (!spec::is_differentiable(dtype)) return call.store();
  const auto terms = static_cast<double>(product.inner);
  result.tolerance = rounding * (terms + 4);
  if (a.tolerance != 0 || b.tolerance != 0 || (reads_self && self->tolerance != 0))
    result.tolerance +=
        std::abs(alpha) * terms * (a.largest() * b.tolerance + b.largest() * a.tolerance + a.tolerance * b.tolerance) +
        (reads_self ? std::abs(beta) * self->tolerance : 0) + 2 * ulp(dtype, result.largest());
  // A library may skip products with a factor of zero. So infinities and NaN in the other factor may or may not
  // propagate.
  if (!finite || !is_bound(a.tolerance) || !is_bound(b.tolerance)) result.tolerance = kUnbounded;
  call.store();
}

void multiply_and_add(KernelCall& call, const Product& product) {
  const spec::Arguments arguments = call.arguments();
  const Operand& self = call.load_broadcast(0, call.in(0).dtype);
  double beta = arguments.scalar(3).value;
  double alpha = arguments.scalar(4).value;
  if (!spec::is_differentiable(call.in(0).dtype)) {
    beta = std::trunc(beta);
    alpha = std::trunc(alpha);
  }
  multiply(call, &self, 1, beta, alpha, product);
}

}  // namespace

// Computes products without a tensor that is added to them.
MODECHECK_KERNEL_OF((mm, mm_out, matmul, mv, dot, bmm, mv_out, dot_out, bmm_out), SecondDerivatives::Yes,
                    multiply(call, nullptr, 0, 0, 1, make_product(call.in(0), call.in(1))))

// Computes beta * self + alpha * (mat1 @ mat2). In the other operators of this row, vectors or batches take the place
// of mat1 and mat2.
MODECHECK_KERNEL_OF((addmm, addmm_, addmv, addmv_, baddbmm, baddbmm_, baddbmm_out), SecondDerivatives::Yes,
                    multiply_and_add(call, make_product(call.in(1), call.in(2))))

// Computes beta * self + alpha * sum, where the sum adds batch1[i] @ batch2[i] for all i.
MODECHECK_KERNEL_OF((addbmm), SecondDerivatives::No,
                    multiply_and_add(call, make_sum_of_products(call.in(1), call.in(2))))

}  // namespace modecheck::reference
