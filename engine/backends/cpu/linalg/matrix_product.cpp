// Implements the kernels of mm and addmm. Products accumulate in double and are rounded once, and integers wrap around.
// If OpenBLAS is installed, it computes large products of float32 and float64.
#include <algorithm>
#include <limits>

#include "engine/backends/cpu/libraries/blas.h"
#include "engine/backends/cpu/linalg/batch_on_device.h"
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/resize.h"
#include "engine/backends/cpu/memory/safe_output.h"
#include "engine/backends/cuda/launch/product_launch.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/geometry.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/backends/iterate/promotion.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/matrix.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

struct ProductSize {
  std::int64_t rows = 0;
  std::int64_t inner = 0;
  std::int64_t columns = 0;
  bool is_empty() const { return rows == 0 || columns == 0; }
};

ProductSize checked_product(const char* name, const at::Tensor& mat1, const at::Tensor& mat2) {
  MODECHECK_CHECK(mat1.dim() == 2, ErrorClass::Shape, name, ": the first factor must be a matrix, got sizes ",
                  mat1.sizes());
  MODECHECK_CHECK(mat2.dim() == 2, ErrorClass::Shape, name, ": the second factor must be a matrix, got sizes ",
                  mat2.sizes());
  MODECHECK_CHECK(mat1.sizes()[1] == mat2.sizes()[0], ErrorClass::Shape, name,
                  ": mat1 and mat2 shapes cannot be multiplied (", mat1.sizes()[0], "x", mat1.sizes()[1], " and ",
                  mat2.sizes()[0], "x", mat2.sizes()[1], ")");
  check_same_device(name, mat1, mat2);
  return {mat1.sizes()[0], mat1.sizes()[1], mat2.sizes()[1]};
}

void check_same_dtype(const char* name, const at::Tensor& a, const at::Tensor& b) {
  MODECHECK_CHECK(a.scalar_type() == b.scalar_type(), ErrorClass::Dtype, name, ": expected scalar type ",
                  a.scalar_type(), " but found ", b.scalar_type(), "; the operands must have the same dtype");
}

void check_has_products(const char* name, c10::ScalarType type) {
  MODECHECK_CHECK(type != c10::kBool && type != c10::kHalf, ErrorClass::Dtype, name, ": not implemented for ", type,
                  "; convert the matrices to another dtype");
}

// Products of fewer than 1,024 multiplications are computed in plain loops, which take less time than a call to
// BLAS.
constexpr std::int64_t kLeastForBlas = 1 << 10;

bool is_large(const ProductSize& size) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  return size.rows <= most && size.columns <= most && size.inner <= most &&
         static_cast<double>(size.rows) * static_cast<double>(size.inner) * static_cast<double>(size.columns) >=
             static_cast<double>(kLeastForBlas);
}

// Returns `matrix` as an argument for BLAS. If BLAS does not support the strides of `matrix`, the elements are copied
// to `copy` first.
template <typename T>
BlasMatrix<T> for_blas(const at::Tensor& matrix, at::Tensor& copy) {
  const std::int64_t rows = matrix.sizes()[0];
  const std::int64_t columns = matrix.sizes()[1];
  const std::int64_t row = matrix.strides()[0];
  const std::int64_t column = matrix.strides()[1];
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  if (column == 1 && row >= columns && row <= most) return {static_cast<const T*>(matrix.data_ptr()), row, false};
  if (row == 1 && column >= rows && column <= most) return {static_cast<const T*>(matrix.data_ptr()), column, true};
  copy = empty(matrix.sizes(), matrix.scalar_type(), matrix.device());
  copy_elements(copy, matrix);
  return {static_cast<const T*>(copy.data_ptr()), columns, false};
}

// Computes out = beta * self + alpha * (mat1 @ mat2) by BLAS. Returns false if BLAS is not installed, the product is
// too small or the strides of `out` do not fit.
template <typename T>
bool blas_product(const ProductSize& size, const at::Tensor& mat1, const at::Tensor& mat2, const at::Tensor& self,
                  T beta, T alpha, const at::Tensor& out) {
  if (!is_large(size)) return false;
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  if (out.strides()[1] != 1 || out.strides()[0] < size.columns || out.strides()[0] > most) return false;
  const Blas* const blas = Blas::find();
  if (blas == nullptr) return false;
  at::Tensor left_copy;
  at::Tensor right_copy;
  const BlasMatrix<T> left = for_blas<T>(mat1, left_copy);
  const BlasMatrix<T> right = for_blas<T>(mat2, right_copy);
  if (self.defined() && self.data_ptr() != out.data_ptr()) copy_elements(out, self);
  blas->product(size.rows, size.columns, size.inner, alpha, left, right, self.defined() ? beta : T(0),
                static_cast<T*>(out.data_ptr()), out.strides()[0]);
  return true;
}

// The type in which sums of products of elements of type T accumulate.
template <typename T>
using Sum = std::conditional_t<std::is_floating_point_v<Computed<T>>, double,
                               std::conditional_t<c10::is_complex_number<T>, c10::complex<double>, T>>;

// Scales one element of the matrix product by alpha, adds beta times `term`, and rounds the result.
template <typename T>
T scaled_sum(Sum<T> total, T alpha, T beta, const T* term) {
  using A = Sum<T>;
  total = wrapping_mul<A>(convert<A>(alpha), total);
  if (term != nullptr) total = wrapping_add<A>(wrapping_mul<A>(convert<A>(beta), convert<A>(*term)), total);
  return convert<T>(total);
}

// Computes a large matrix product without BLAS. Each sum adds its terms in the order of a plain loop, but many sums are
// computed at once. The innermost loop steps through neighbouring elements in memory, and threads share the rows.
template <typename T>
void write_large_product(const ProductSize& size, const at::Tensor& mat1, const at::Tensor& mat2,
                         const at::Tensor& self, T beta, T alpha, const at::Tensor& out) {
  using A = Sum<T>;
  at::Tensor right = mat2;
  if (right.strides()[1] != 1) {
    right = empty(mat2.sizes(), mat2.scalar_type(), mat2.device());
    copy_elements(right, mat2);
  }
  const auto* const a = static_cast<const T*>(mat1.data_ptr());
  const auto* const b = static_cast<const T*>(right.data_ptr());
  const auto* const added = self.defined() ? static_cast<const T*>(self.data_ptr()) : nullptr;
  auto* const to = static_cast<T*>(out.data_ptr());
  const auto rows = [&](std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t kAtOnce = 256;
    A sums[kAtOnce];
    for (std::int64_t i = begin; i < end; ++i)
      for (std::int64_t first = 0; first < size.columns; first += kAtOnce) {
        const std::int64_t count = std::min(kAtOnce, size.columns - first);
        std::fill_n(sums, count, A(0));
        for (std::int64_t k = 0; k < size.inner; ++k) {
          const A factor = convert<A>(a[i * mat1.strides()[0] + k * mat1.strides()[1]]);
          const T* const others = b + k * right.strides()[0] + first;
          for (std::int64_t j = 0; j < count; ++j)
            sums[j] = wrapping_add<A>(sums[j], wrapping_mul<A>(factor, convert<A>(others[j])));
        }
        for (std::int64_t j = 0; j < count; ++j) {
          const T* const term =
              added == nullptr ? nullptr : added + i * self.strides()[0] + (first + j) * self.strides()[1];
          to[i * out.strides()[0] + (first + j) * out.strides()[1]] = scaled_sum<T>(sums[j], alpha, beta, term);
        }
      }
  };
  // the minimum number of multiplications for which another thread is used
  constexpr std::int64_t least = std::int64_t{1} << 16;
  parallel_for(size.rows, std::max<std::int64_t>(1, least / (size.inner * size.columns)), rows, 1);
}

// Computes out = beta * self + alpha * (mat1 @ mat2). `self` is undefined if beta is 0. Otherwise it has the shape of
// `out`.
template <typename T>
void write_product(const ProductSize& size, const at::Tensor& mat1, const at::Tensor& mat2, const at::Tensor& self,
                   T beta, T alpha, const at::Tensor& out) {
  if (out.in_cuda_memory()) [[unlikely]]
    return cuda::launch_product<T>(mat1, mat2, self, beta, alpha, out);
  if constexpr (std::is_floating_point_v<T>)
    if (blas_product<T>(size, mat1, mat2, self, beta, alpha, out)) return;
  if (is_large(size)) return write_large_product<T>(size, mat1, mat2, self, beta, alpha, out);
  using A = Sum<T>;
  // If the inner size is 0, the factors may have no memory, so the loop must not step through them.
  const std::int64_t left_row = size.inner == 0 ? 0 : mat1.strides()[0];
  const std::int64_t left_step = mat1.strides()[1];
  const std::int64_t right_step = mat2.strides()[0];
  const std::int64_t right_column = size.inner == 0 ? 0 : mat2.strides()[1];
  const std::int64_t out_row = out.strides()[0];
  const std::int64_t out_column = out.strides()[1];
  const auto* const left = static_cast<const T*>(mat1.data_ptr());
  const auto* const right = static_cast<const T*>(mat2.data_ptr());
  const auto* const added = self.defined() ? static_cast<const T*>(self.data_ptr()) : nullptr;
  auto* const to = static_cast<T*>(out.data_ptr());
  for (std::int64_t i = 0; i < size.rows; ++i) {
    for (std::int64_t j = 0; j < size.columns; ++j) {
      A total = A(0);
      const T* a = left + i * left_row;
      const T* b = right + j * right_column;
      for (std::int64_t k = 0; k < size.inner; ++k, a += left_step, b += right_step)
        total = wrapping_add<A>(total, wrapping_mul<A>(convert<A>(*a), convert<A>(*b)));
      const T* const term = added == nullptr ? nullptr : added + i * self.strides()[0] + j * self.strides()[1];
      to[i * out_row + j * out_column] = scaled_sum<T>(total, alpha, beta, term);
    }
  }
}

template <typename Visit>
void visit_number_dtype(c10::ScalarType type, Visit&& visit) {
  visit_dtype(type, [&](auto tag) {
    if constexpr (!std::is_same_v<decltype(tag), bool>) visit(tag);
  });
}

// --- The kernel of mm.

// Checks the dtypes of mm. Factors of two dtypes are rejected even if nothing is multiplied (PyTorch pull request
// #100274). A dtype without a kernel is rejected only if something is multiplied.
void check_mm_dtypes(const ProductSize& size, const at::Tensor& self, const at::Tensor& mat2) {
  check_same_dtype("mm", self, mat2);
  if (size.is_empty() || size.inner == 0) return;
  check_has_products("mm", self.scalar_type());
}

void write_mm(const ProductSize& size, const at::Tensor& self, const at::Tensor& mat2, const at::Tensor& out) {
  if (size.inner == 0) return fill_elements(out, 0);
  visit_number_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    write_product<T>(size, self, mat2, at::Tensor(), T(0), T(1), out);
  });
}

// --- The kernel of addmm.

// Returns an alias of `self` that is expanded to the sizes of the product.
at::Tensor expanded_to(const char* name, const at::Tensor& self, const ProductSize& size) {
  const std::int64_t sizes[] = {size.rows, size.columns};
  Geometry geometry;
  int culprit = 0;
  MODECHECK_CHECK(self.dim() <= 2 && expanded_geometry(self.sizes(), self.strides(), sizes, geometry, culprit),
                  ErrorClass::Shape, name, ": the added tensor of sizes ", self.sizes(),
                  " does not expand to the product's sizes ", c10::IntArrayRef(sizes));
  return make_alias(self, geometry.sizes, geometry.strides, self.storage_offset());
}

void check_addmm(const char* name, const ProductSize& size, const at::Tensor& self, const at::Tensor& mat1,
                 const at::Tensor& mat2, const c10::Scalar& beta, const c10::Scalar& alpha) {
  check_same_device(name, mat1, self);
  check_same_dtype(name, mat1, mat2);
  check_same_dtype(name, self, mat2);
  if (size.is_empty()) return;
  const c10::ScalarType type = self.scalar_type();
  if (size.inner != 0) {
    check_has_products(name, type);
  } else if (beta.toBool()) {
    // With an inner size of 0, addmm only multiplies `self` by beta. As in libtorch, this multiplication follows type
    // promotion.
    Promotion scaled;
    scaled.add_tensor(type, true);
    scaled.add_number(beta);
    MODECHECK_CHECK(c10::canCast(scaled.result(), type), ErrorClass::Dtype, name, ": the result of scaling ", type,
                    " by beta ", beta, " can't be cast back to ", type);
  }
  check_number_fits(name, beta, type);
  check_number_fits(name, alpha, type);
}

void write_addmm(const ProductSize& size, const at::Tensor& expanded, const at::Tensor& mat1, const at::Tensor& mat2,
                 const c10::Scalar& beta, const c10::Scalar& alpha, const at::Tensor& out) {
  if (out.scalar_type() == c10::kBool) {  // the dtype is bool here only if the inner size is 0
    if (!beta.toBool()) {
      fill_elements(out, false);
    } else {
      copy_elements(out, expanded);
    }
    return;
  }
  visit_number_dtype(out.scalar_type(), [&](auto type) {
    using T = decltype(type);
    const T scale = beta.to<T>();
    write_product<T>(size, mat1, mat2, !beta.toBool() ? at::Tensor() : expanded, scale, alpha.to<T>(), out);
  });
}

// Checks that the matrices of two batches can be multiplied, by looking at the first matrix of each batch.
ProductSize checked_batch(const char* name, const at::Tensor& left, const at::Tensor& right) {
  return checked_product(name, Kernel<operators::select_int>::call(left, 0, 0),
                         Kernel<operators::select_int>::call(right, 0, 0));
}

}  // namespace

void multiply_on_device(const at::Tensor& left, const at::Tensor& right, const at::Tensor& out) {
  const ProductSize size = checked_batch("mm", left, right);
  check_mm_dtypes(size, left, right);
  if (!size.is_empty()) write_mm(size, left, right, out);
}

void add_product_on_device(const at::Tensor& left, const at::Tensor& right, const c10::Scalar& beta,
                           const c10::Scalar& alpha, const at::Tensor& out) {
  const ProductSize size = checked_batch("addmm_", left, right);
  check_addmm("addmm_", size, out, left, right, beta, alpha);
  if (!size.is_empty()) write_addmm(size, out, left, right, beta, alpha, out);
}

}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::mm>::call(const at::Tensor& self, const at::Tensor& mat2) {
  const ProductSize size = checked_product("mm", self, mat2);
  check_mm_dtypes(size, self, mat2);
  at::Tensor out = empty({size.rows, size.columns}, self.scalar_type(), self.device());
  if (has_bytes(out) && !size.is_empty()) write_mm(size, self, mat2, out);
  return out;
}

template <>
void Kernel<operators::mm_out>::call(const at::Tensor& self, const at::Tensor& mat2, const at::Tensor& out) {
  const ProductSize size = checked_product("mm", self, mat2);
  MODECHECK_CHECK(out.scalar_type() == self.scalar_type(), ErrorClass::Dtype, "mm: Expected out tensor to have dtype ",
                  self.scalar_type(), ", but got ", out.scalar_type(), " instead");
  check_same_device("mm", self, out);
  check_mm_dtypes(size, self, mat2);
  check_rank("mm", out.sizes().size());
  const std::int64_t sizes[] = {size.rows, size.columns};
  // If the inner size is 0, mm only fills `out` with zeros. This is allowed even if `out` is an expanded tensor.
  if (size.inner != 0 && out.sizes().equals(sizes)) check_no_internal_overlap("mm", out);
  const at::Tensor left = kept_geometry(self, out);
  const at::Tensor right = kept_geometry(mat2, out);
  resize_output("mm", out, sizes);
  if (!has_bytes(out) || size.is_empty()) return;
  SafeOutput safe(out, out.is_alias_of(left) || out.is_alias_of(right) || may_overlap_itself(out));
  write_mm(size, left, right, safe.target());
  safe.finish();
}

template <>
at::Tensor Kernel<operators::addmm>::call(const at::Tensor& self, const at::Tensor& mat1, const at::Tensor& mat2,
                                          const c10::Scalar& beta, const c10::Scalar& alpha) {
  const ProductSize size = checked_product("addmm", mat1, mat2);
  const at::Tensor expanded = expanded_to("addmm", self, size);
  check_addmm("addmm", size, self, mat1, mat2, beta, alpha);
  at::Tensor out = empty({size.rows, size.columns}, self.scalar_type(), self.device());
  if (has_bytes(out) && !size.is_empty()) write_addmm(size, expanded, mat1, mat2, beta, alpha, out);
  return out;
}

template <>
void Kernel<operators::addmm_>::call(const at::Tensor& self, const at::Tensor& mat1, const at::Tensor& mat2,
                                     const c10::Scalar& beta, const c10::Scalar& alpha) {
  const ProductSize size = checked_product("addmm_", mat1, mat2);
  MODECHECK_CHECK(self.dim() == 2 && self.sizes()[0] == size.rows && self.sizes()[1] == size.columns, ErrorClass::Shape,
                  "addmm_: the tensor that is written has sizes ", self.sizes(), ", but the product ", size.rows, "x",
                  size.columns);
  check_addmm("addmm_", size, self, mat1, mat2, beta, alpha);
  if (size.inner != 0 || beta.toBool()) check_no_internal_overlap("addmm_", self);
  if (!has_bytes(self) || size.is_empty()) return;
  SafeOutput safe(self, self.is_alias_of(mat1) || self.is_alias_of(mat2) || may_overlap_itself(self));
  write_addmm(size, self, mat1, mat2, beta, alpha, safe.target());
  safe.finish();
}

}  // namespace modecheck::engine
