// Matrix products.

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

#include "reference/kernels/kernel_row.h"
#include "reference/values/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::Geometry;
using Complex = std::complex<double>;

// Both operands broadcast to the same batch: a is [batch, rows, inner], b is [batch, inner, columns].
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

// Complex matrix products: beta * self + alpha * (a @ b).
void multiply_complex(KernelCall& call, const Operand* self, const Operand& a, const Operand& b, const Product& product,
                      double beta, double alpha) {
  const DType dtype = call.result().dtype;
  Result& result = call.result();
  result.exact = false;
  const std::size_t columns = product.columns;
  const std::size_t inner = product.inner;
  const bool reads_self = self != nullptr && beta != 0;
  const auto is_narrow = [](Complex x) { return is_short(x.real()) && is_short(x.imag()); };
  double rounding = 0;
  bool finite = true;
  for (std::size_t at = 0; at < static_cast<std::size_t>(result.count); ++at) {
    const std::size_t row = at / columns * inner;
    const std::size_t column = at / (product.rows * columns) * inner * columns + at % columns;
    AnyOrderSum real;
    AnyOrderSum imag;
    bool narrow = true;
    for (std::size_t k = 0; k < inner; ++k) {
      const Complex x = a.number(row + k);
      const Complex y = b.number(column + k * columns);
      narrow &= is_narrow(x) && is_narrow(y);
      finite &= std::isfinite(std::abs(x)) && std::isfinite(std::abs(y));
      real.add(alpha * x.real() * y.real());
      real.add(-alpha * x.imag() * y.imag());
      imag.add(alpha * x.real() * y.imag());
      imag.add(alpha * x.imag() * y.real());
    }
    if (reads_self) {
      narrow &= is_narrow(self->number(at));
      finite &= std::isfinite(std::abs(self->number(at)));
      real.add(beta * self->real[at]);
      imag.add(beta * self->imag[at]);
    }
    result.set(at, {real.value, imag.value});
    if (!narrow || !real.exact(dtype) || !imag.exact(dtype))
      rounding = std::max(rounding, 2 * ulp(dtype, real.magnitude + imag.magnitude));
    if (!call.recorded()) continue;
    call.record([&] {
      if (self != nullptr) call.flow(*self, at, beta);
      for (std::size_t k = 0; k < inner; ++k) {
        call.flow(a, row + k, alpha * b.number(column + k * columns), std::abs(alpha) * b.tolerance);
        call.flow(b, column + k * columns, alpha * a.number(row + k), std::abs(alpha) * a.tolerance);
      }
    });
  }
  const auto terms = static_cast<double>(inner);
  result.tolerance = rounding * (terms + 4);
  if (a.tolerance != 0 || b.tolerance != 0 || (reads_self && self->tolerance != 0))
    result.tolerance +=
        std::abs(alpha) * terms * (a.largest() * b.tolerance + b.largest() * a.tolerance + a.tolerance * b.tolerance) +
        (reads_self ? std::abs(beta) * self->tolerance : 0) + 2 * ulp(dtype, result.largest());
  if (!finite || !is_bound(a.tolerance) || !is_bound(b.tolerance)) result.tolerance = kUnbounded;
  call.store();
}

// The sum of the products of a batch, as one product: the first matrix has the batch's rows concatenated, the second
// has its columns concatenated.
Product make_sum_of_products(const Geometry& first, const Geometry& second) {
  Product out = make_product(first, second);
  std::swap(out.a.sizes[0], out.a.sizes[1]);
  std::swap(out.a.strides[0], out.a.strides[1]);
  out.inner *= out.batch;
  out.batch = 1;
  return out;
}

// beta * self + alpha * (a @ b); `self` may be null.
void multiply(KernelCall& call, const Operand* self, int first, double beta, double alpha, const Product& product) {
  const DType dtype = call.in(first).dtype;
  const Operand& a = call.load(first, product.a, dtype);
  const Operand& b = call.load(first + 1, product.b, dtype);
  const auto [batch, rows, inner, columns] =
      std::array<std::size_t, 4>{product.batch, product.rows, product.inner, product.columns};
  Result& result = call.start(dtype, static_cast<int>(batch * rows * columns));
  call.inherit(a);
  call.inherit(b);
  const bool reads_self = self != nullptr && beta != 0;
  if (reads_self) call.inherit(*self);
  if (spec::is_complex(dtype)) return multiply_complex(call, self, a, b, product, beta, alpha);
  double rounding = 0;
  bool finite = true;
  for (std::size_t n = 0; n < batch; ++n) {
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t at = (n * rows + r) * columns + c;
        const std::size_t row = (n * rows + r) * inner;
        const std::size_t column = n * inner * columns + c;
        if (!spec::is_floating(dtype)) {
          std::uint64_t total = 0;
          for (std::size_t k = 0; k < inner; ++k)
            total += static_cast<std::uint64_t>(a.integer[row + k]) *
                     static_cast<std::uint64_t>(b.integer[column + k * columns]);
          total *= static_cast<std::uint64_t>(static_cast<std::int64_t>(alpha));
          if (reads_self)
            total += static_cast<std::uint64_t>(static_cast<std::int64_t>(beta)) *
                     static_cast<std::uint64_t>(self->integer[at]);
          result.integer[at] = static_cast<std::int64_t>(total);
          continue;
        }
        AnyOrderSum total;
        bool narrow = true;
        for (std::size_t k = 0; k < inner; ++k) {
          const double x = a.real[row + k];
          const double y = b.real[column + k * columns];
          // A product is exact here only for numbers with few significant bits, as float32 numbers are.
          narrow &= is_short(x) && is_short(y);
          finite &= std::isfinite(x) && std::isfinite(y);
          total.add(alpha * (x * y));
        }
        if (reads_self) {
          narrow &= is_short(self->real[at]);
          finite &= std::isfinite(self->real[at]);
          total.add(beta * self->real[at]);
        }
        result.real[at] = round_to(dtype, total.value);
        if (!narrow || !total.exact(dtype)) rounding = std::max(rounding, ulp(dtype, total.magnitude));
        if (result.real[at] == 0) result.exact = false;  // a zero of either sign is right
        if (!call.recorded()) continue;
        call.begin_node();
        if (self != nullptr) call.edge(self->nodes[at], beta);
        for (std::size_t k = 0; k < inner; ++k) {
          call.edge(a.nodes[row + k], alpha * b.real[column + k * columns], std::abs(alpha) * b.tolerance);
          call.edge(b.nodes[column + k * columns], alpha * a.real[row + k], std::abs(alpha) * a.tolerance);
          call.second_derivative(a.nodes[row + k], b.nodes[column + k * columns], alpha);
          call.second_derivative(b.nodes[column + k * columns], a.nodes[row + k], alpha);
        }
      }
    }
  }
  if (spec::is_floating(dtype)) {
    const auto terms = static_cast<double>(inner);
    const bool inexact = a.tolerance != 0 || b.tolerance != 0 || (reads_self && self->tolerance != 0);
    result.tolerance = rounding * (terms + 4);
    if (inexact) {
      result.tolerance += std::abs(alpha) * terms *
                              (a.largest() * b.tolerance + b.largest() * a.tolerance + a.tolerance * b.tolerance) +
                          (reads_self ? std::abs(beta) * self->tolerance : 0) + 2 * ulp(dtype, result.largest());
      if (!is_bound(a.tolerance) || !is_bound(b.tolerance)) result.tolerance = kUnbounded;
    }
    // Libraries may skip factors of zero, so infinities and NaN may or may not propagate.
    if (!finite) result.tolerance = kUnbounded;
  }
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

// Also computes mm, mv, dot and bmm.
static void matmul(KernelCall& call) { multiply(call, nullptr, 0, 0, 1, make_product(call.in(0), call.in(1))); }
MODECHECK_KERNEL(matmul, SecondDerivatives::Yes, mm, mm_out, matmul, mv, dot, bmm, mv_out, dot_out, bmm_out)

// beta * self + alpha * (mat1 @ mat2); also for vectors and batches.
static void addmm(KernelCall& call) { multiply_and_add(call, make_product(call.in(1), call.in(2))); }
MODECHECK_KERNEL(addmm, SecondDerivatives::Yes, addmm, addmm_, addmv, addmv_, baddbmm, baddbmm_, baddbmm_out)

// beta * self + alpha * the sum of all products batch1[i] @ batch2[i].
static void addbmm(KernelCall& call) { multiply_and_add(call, make_sum_of_products(call.in(1), call.in(2))); }
MODECHECK_KERNEL(addbmm, SecondDerivatives::No, addbmm)

}  // namespace modecheck::reference
