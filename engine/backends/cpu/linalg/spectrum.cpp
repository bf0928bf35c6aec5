// Implements the kernels of _fft_r2c, _fft_c2r and _fft_c2c: discrete Fourier transforms along several dimensions. They
// are computed in double and rounded once.
#include "spec/operators/spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <type_traits>
#include <vector>

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/device_code/fourier_kernels.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/iterate/fourier.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/types/complex.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

using Sizes = std::vector<std::int64_t>;
using Number = std::complex<double>;

// Raises unless `dims` are distinct, valid dimensions of the tensor.
void check_dims(const char* name, const at::Tensor& self, c10::IntArrayRef dims) {
  MODECHECK_CHECK(!dims.empty(), ErrorClass::Argument, name, ": expected at least one dimension");
  for (std::size_t i = 0; i < dims.size(); ++i) {
    MODECHECK_CHECK(dims[i] >= 0 && dims[i] < self.dim(), ErrorClass::Dimension, name, ": dimension ", dims[i],
                    " is out of range for a tensor of ", self.dim(), " dimensions; count from the front");
    for (std::size_t j = 0; j < i; ++j)
      MODECHECK_CHECK(dims[i] != dims[j], ErrorClass::Dimension, name, ": dimension ", dims[i],
                      " is named more than once");
  }
}

// Returns the factor by which the transform is multiplied. The factor is 1 for normalization 0, 1 / sqrt(n) for 1, and
// 1 / n for 2. n is the number of transformed elements.
double factor_of(const char* name, std::int64_t normalization, const Sizes& sizes, c10::IntArrayRef dims) {
  MODECHECK_CHECK(normalization >= 0 && normalization <= 2, ErrorClass::Argument, name, ": unsupported normalization ",
                  normalization, "; expected 0 (none), 1 (by the root) or 2 (by n)");
  double elements = 1;
  for (const std::int64_t dim : dims) elements *= static_cast<double>(sizes[static_cast<std::size_t>(dim)]);
  return normalization == 0 ? 1 : normalization == 1 ? 1 / std::sqrt(elements) : 1 / elements;
}

// A row-major tensor of complex doubles on the host.
struct Block {
  Sizes sizes;
  std::vector<Number> values;

  std::size_t size(std::int64_t dim) const { return static_cast<std::size_t>(sizes[static_cast<std::size_t>(dim)]); }
  std::size_t behind(std::int64_t dim) const {
    std::size_t out = 1;
    for (std::size_t d = static_cast<std::size_t>(dim) + 1; d < sizes.size(); ++d)
      out *= static_cast<std::size_t>(sizes[d]);
    return out;
  }
  std::size_t in_front(std::int64_t dim) const {
    std::size_t out = 1;
    for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d) out *= static_cast<std::size_t>(sizes[d]);
    return out;
  }
};

Block block_of(const at::Tensor& self) {
  const at::Tensor from = dense(self);
  Block out{self.sizes().vec(), {}};
  out.values.reserve(static_cast<std::size_t>(self.numel()));
  const auto read = [&]<typename T>(const T* values) {
    for (std::int64_t i = 0; i < self.numel(); ++i) {
      if constexpr (std::is_floating_point_v<T>)
        out.values.emplace_back(static_cast<double>(values[i]), 0.0);
      else
        out.values.emplace_back(static_cast<double>(values[i].real()), static_cast<double>(values[i].imag()));
    }
  };
  switch (self.scalar_type()) {
    case c10::kFloat:
      read(static_cast<const float*>(from.data_ptr()));
      break;
    case c10::kDouble:
      read(static_cast<const double*>(from.data_ptr()));
      break;
    case c10::kComplexFloat:
      read(static_cast<const c10::complex<float>*>(from.data_ptr()));
      break;
    default:
      read(static_cast<const c10::complex<double>*>(from.data_ptr()));
      break;
  }
  return out;
}

// Writes the numbers of `block` to `out`, multiplied by `factor` and rounded to the dtype of `out`. If that dtype is
// real, writes the real parts.
void write(const Block& block, double factor, const at::Tensor& out) {
  const auto write_as = [&]<typename T>(T* to) {
    for (const Number& number : block.values) {
      if constexpr (std::is_floating_point_v<T>) {
        *to++ = static_cast<T>(factor * number.real());
      } else {
        using Part = typename T::value_type;
        *to++ = T(static_cast<Part>(factor * number.real()), static_cast<Part>(factor * number.imag()));
      }
    }
  };
  switch (out.scalar_type()) {
    case c10::kFloat:
      return write_as(static_cast<float*>(out.data_ptr()));
    case c10::kDouble:
      return write_as(static_cast<double*>(out.data_ptr()));
    case c10::kComplexFloat:
      return write_as(static_cast<c10::complex<float>*>(out.data_ptr()));
    default:
      return write_as(static_cast<c10::complex<double>*>(out.data_ptr()));
  }
}

void transform_along(Block& block, std::int64_t dim, bool forward) {
  const std::size_t length = block.size(dim);
  const std::size_t behind = block.behind(dim);
  FourierTransform transform(static_cast<std::int64_t>(length), forward);
  for (std::size_t outer = 0; outer < block.in_front(dim); ++outer)
    for (std::size_t inner = 0; inner < behind; ++inner)
      transform.apply(block.values.data() + outer * length * behind + inner, static_cast<std::int64_t>(behind));
}

// Copies all rows along the dimension `dim` to rows of `length` elements. Element k of a new row is element(row, k,
// step). There `row` points to the old row, whose elements are `step` apart.
template <typename Element>
Block with_length(const Block& from, std::int64_t dim, std::int64_t length, Element&& element) {
  Block out{from.sizes, {}};
  out.sizes[static_cast<std::size_t>(dim)] = length;
  const std::size_t behind = from.behind(dim);
  for (std::size_t outer = 0; outer < from.in_front(dim); ++outer)
    for (std::int64_t k = 0; k < length; ++k)
      for (std::size_t inner = 0; inner < behind; ++inner)
        out.values.push_back(element(from.values.data() + outer * from.size(dim) * behind + inner, k, behind));
  return out;
}

// --- Transforms on the CUDA device, with contiguous tensors of complex doubles.

at::Tensor spectrum_of(const at::Tensor& self) { return dense(read_as(self, c10::kComplexDouble)); }

std::int64_t elements_behind(const at::Tensor& tensor, std::int64_t dim) {
  std::int64_t out = 1;
  for (std::int64_t d = dim + 1; d < tensor.dim(); ++d) out *= tensor.size(d);
  return out;
}

template <typename Kernel>
at::Tensor launched(const at::Tensor& from, c10::IntArrayRef sizes, Kernel kernel) {
  at::Tensor out = empty(sizes, c10::kComplexDouble, from.device());
  kernel.from = static_cast<const c10::complex<double>*>(from.data_ptr());
  kernel.to = static_cast<c10::complex<double>*>(out.data_ptr());
  cuda::RangeLaunch launch("_fft");
  launch.writes(out).reads(from);
  launch.run(kernel, out.numel());
  return out;
}

// Transforms all rows along the dimension `dim` of a contiguous tensor. If `out` is shorter along `dim`, only the first
// elements of each transformed row are written.
void transform_fast_lines(const at::Tensor& out, const at::Tensor& from, std::int64_t dim, bool forward,
                          double factor) {
  const std::int64_t length = from.size(dim);
  cuda::RangeLaunch launch("_fft");
  launch.writes(out).reads(from);
  launch.run(
      cuda::FastLines{from.data_ptr(), out.data_ptr(), from.scalar_type(), out.scalar_type(), from.numel() / length,
                      length, out.size(dim), elements_behind(from, dim), forward ? -1.0 : 1.0, factor},
      &cuda::transform_fast_lines_on_host);
}

at::Tensor transformed(const at::Tensor& from, std::int64_t dim, bool forward, double factor) {
  const std::int64_t length = from.size(dim);
  if (!cuda::is_fast_length(length) || from.numel() == 0)
    return launched(
        from, from.sizes(),
        cuda::FourierKernel{nullptr, nullptr, length, elements_behind(from, dim), forward ? -1.0 : 1.0, factor});
  at::Tensor out = empty(from.sizes(), c10::kComplexDouble, from.device());
  transform_fast_lines(out, from, dim, forward, factor);
  return out;
}

// Transforms along all dimensions in `dims`, and multiplies by `factor`. The dimension dims.back() comes last. `out`
// has any real or complex dtype. If `out` is shorter along dims.back(), only the first elements of each transformed row
// are written.
void transform_into(const at::Tensor& out, const at::Tensor& self, c10::IntArrayRef dims, bool forward, double factor) {
  const std::int64_t last = dims.back();
  const bool is_fast = cuda::is_fast_length(self.size(last));
  at::Tensor from = is_fast && dims.size() == 1 ? dense(self) : spectrum_of(self);
  for (const std::int64_t dim : dims.slice(0, dims.size() - 1)) from = transformed(from, dim, forward, 1);
  if (is_fast) return transform_fast_lines(out, from, last, forward, factor);
  const at::Tensor spectrum = transformed(from, last, forward, factor);
  copy_elements(out, Kernel<operators::slice_Tensor>::call(spectrum, last, 0, out.size(last), 1));
}

at::Tensor mirrored(const at::Tensor& from, std::int64_t dim, std::int64_t length) {
  Sizes sizes = from.sizes().vec();
  sizes[static_cast<std::size_t>(dim)] = length;
  return launched(from, sizes, cuda::MirroredSpectrumKernel{nullptr, nullptr, length, elements_behind(from, dim)});
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::_fft_r2c>::call(const at::Tensor& self, c10::IntArrayRef dim, std::int64_t normalization,
                                             bool onesided) {
  constexpr const char* name = "_fft_r2c";
  const c10::ScalarType type = self.scalar_type();
  MODECHECK_CHECK(type == c10::kFloat || type == c10::kDouble, ErrorClass::Dtype, name, ": not implemented for ", type,
                  "; convert to Float or Double");
  check_dims(name, self, dim);
  const double factor = factor_of(name, normalization, self.sizes().vec(), dim);
  Sizes sizes = self.sizes().vec();
  const std::int64_t last = dim.back();
  std::int64_t& length = sizes[static_cast<std::size_t>(last)];
  if (onesided) length = length / 2 + 1;
  const at::Tensor out = empty(sizes, type == c10::kFloat ? c10::kComplexFloat : c10::kComplexDouble, self.device());
  if (!has_bytes(out)) return out;
  if (self.numel() == 0) {
    if (out.numel() != 0) fill_elements(out, 0);
    return out;
  }
  if (self.in_cuda_memory()) {
    transform_into(out, self, dim, /*forward=*/true, factor);
    return out;
  }
  Block block = block_of(self);
  for (const std::int64_t along : dim) transform_along(block, along, /*forward=*/true);
  if (onesided)
    block = with_length(block, last, length, [](const Number* line, std::int64_t k, std::size_t step) {
      return line[static_cast<std::size_t>(k) * step];
    });
  write(block, factor, out);
  return out;
}

template <>
at::Tensor Kernel<operators::_fft_c2r>::call(const at::Tensor& self, c10::IntArrayRef dim, std::int64_t normalization,
                                             std::int64_t last_dim_size) {
  constexpr const char* name = "_fft_c2r";
  const c10::ScalarType type = self.scalar_type();
  MODECHECK_CHECK(c10::isComplexType(type), ErrorClass::Dtype, name, ": expected a complex tensor, but got ", type);
  check_dims(name, self, dim);
  const std::int64_t last = dim.back();
  Sizes sizes = self.sizes().vec();
  sizes[static_cast<std::size_t>(last)] = last_dim_size;
  // factor_of also raises for a wrong `normalization`. It is called before the sizes are checked, so that its error
  // comes before errors about sizes.
  const double factor = factor_of(name, normalization, sizes, dim);
  MODECHECK_CHECK(last_dim_size >= 1 && self.size(last) == last_dim_size / 2 + 1, ErrorClass::Shape, name,
                  ": expected ", last_dim_size, " / 2 + 1 elements along dimension ", last, ", but there are ",
                  self.size(last));
  const at::Tensor out = empty(sizes, type == c10::kComplexFloat ? c10::kFloat : c10::kDouble, self.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  if (self.in_cuda_memory()) {
    at::Tensor half = spectrum_of(self);
    for (const std::int64_t along : dim.slice(0, dim.size() - 1)) half = transformed(half, along, /*forward=*/false, 1);
    transform_into(out, mirrored(half, last, last_dim_size), {last}, /*forward=*/false, factor);
    return out;
  }
  Block block = block_of(self);
  for (const std::int64_t along : dim.slice(0, dim.size() - 1)) transform_along(block, along, /*forward=*/false);
  // The second half of the spectrum of real numbers is the conjugate of the first half in reverse order. It is
  // therefore computed from the given first half. Element 0 and the middle element are real.
  block = with_length(block, last, last_dim_size, [=](const Number* line, std::int64_t k, std::size_t step) {
    const std::int64_t mirrored = last_dim_size - k;
    const Number here = line[static_cast<std::size_t>(std::min(k, mirrored)) * step];
    if (k == 0) return Number(line[0].real(), 0);
    return k == mirrored ? Number(here.real(), 0) : k < mirrored ? here : std::conj(here);
  });
  transform_along(block, last, /*forward=*/false);
  write(block, factor, out);
  return out;
}

template <>
at::Tensor Kernel<operators::_fft_c2c>::call(const at::Tensor& self, c10::IntArrayRef dim, std::int64_t normalization,
                                             bool forward) {
  constexpr const char* name = "_fft_c2c";
  MODECHECK_CHECK(c10::isComplexType(self.scalar_type()), ErrorClass::Dtype, name,
                  ": expected a complex tensor, but got ", self.scalar_type());
  check_dims(name, self, dim);
  const double factor = factor_of(name, normalization, self.sizes().vec(), dim);
  const at::Tensor out = empty(self.sizes(), self.scalar_type(), self.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  if (self.in_cuda_memory()) {
    transform_into(out, self, dim, forward, factor);
    return out;
  }
  Block block = block_of(self);
  for (const std::int64_t along : dim) transform_along(block, along, forward);
  write(block, factor, out);
  return out;
}

}  // namespace modecheck::engine
