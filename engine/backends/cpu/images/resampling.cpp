// Implements the kernels of upsample_nearest2d, upsample_bilinear2d and col2im.
#include "engine/backends/iterate/resampling.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/launch/resampling.h"
#include "engine/backends/cuda/launch/windows.h"
#include "engine/backends/iterate/columns.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/types/differentiable_dtype.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"
#include "spec/operators/neural.h"

namespace modecheck::engine {
namespace backends {
namespace {

using Sizes = std::vector<std::int64_t>;
using Scales = c10::optional<c10::ArrayRef<double>>;

// Returns the sizes of the result of upsampling. Raises if an argument is wrong.
Sizes upsampled(const char* name, const at::Tensor& self, c10::OptionalIntArrayRef output_size, const Scales& scales) {
  MODECHECK_CHECK(output_size.has_value() != scales.has_value(), ErrorClass::Argument, name,
                  ": Must specify exactly one of output_size and scale_factors");
  const std::size_t length = output_size.has_value() ? output_size->size() : scales->size();
  MODECHECK_CHECK(length == 2, ErrorClass::Argument, name, ": expected two sizes or factors, but got ", length);
  const c10::ScalarType type = self.scalar_type();
  MODECHECK_CHECK(type == c10::kFloat || type == c10::kDouble || type == c10::kBFloat16 || type == c10::kByte,
                  ErrorClass::Dtype, name, ": not implemented for ", type, "; convert to Float or Double");
  MODECHECK_CHECK(self.dim() == 4, ErrorClass::Shape, name, ": expected a 4D input, but got sizes ", self.sizes());
  Sizes sizes = self.sizes().vec();
  MODECHECK_CHECK(sizes[1] > 0, ErrorClass::Shape, name, ": expected an input with channels, but got sizes ",
                  self.sizes());
  for (std::size_t d = 0; d < 2; ++d) {
    const std::int64_t old = sizes[2 + d];
    if (output_size.has_value()) {
      sizes[2 + d] = (*output_size)[d];
    } else {
      const double scaled = static_cast<double>(old) * (*scales)[d];
      MODECHECK_CHECK(std::abs(scaled) < 0x1p62, ErrorClass::Argument, name, ": scale_factors make ", old,
                      " elements times ", (*scales)[d], ", which is no size");
      sizes[2 + d] = static_cast<std::int64_t>(scaled);
    }
    MODECHECK_CHECK(old > 0 && sizes[2 + d] > 0, ErrorClass::Shape, name,
                    ": input and output sizes should be greater than 0, but size ", old, " becomes ", sizes[2 + d]);
  }
  return sizes;
}

at::Tensor in_dtype(const at::Tensor& self, c10::ScalarType type) {
  if (self.scalar_type() == type) return self;
  return Kernel<operators::_to_copy>::call(self, type, c10::nullopt, c10::nullopt, c10::nullopt, false,
                                           c10::MemoryFormat::Contiguous);
}

std::optional<double> scale_of(const Scales& scales, std::size_t d) {
  return scales.has_value() ? std::optional<double>((*scales)[d]) : std::nullopt;
}

template <typename T>
void pick(const T* from, T* to, std::int64_t planes, std::int64_t height, std::int64_t width, const Resampling& rows,
          const Resampling& columns) {
  for (std::int64_t plane = 0; plane < planes; ++plane)
    for (const std::int64_t row : rows.first)
      for (const std::int64_t column : columns.first) *to++ = from[(plane * height + row) * width + column];
}

template <typename T>
void mix(const T* from, T* to, std::int64_t planes, std::int64_t height, std::int64_t width, const Resampling& rows,
         const Resampling& columns) {
  for (std::int64_t plane = 0; plane < planes; ++plane) {
    const T* const image = from + plane * height * width;
    for (std::size_t i = 0; i < rows.first.size(); ++i) {
      const auto down = static_cast<T>(rows.share[i]);
      const T* const upper = image + rows.first[i] * width;
      const T* const lower = image + rows.second[i] * width;
      for (std::size_t j = 0; j < columns.first.size(); ++j) {
        const auto right = static_cast<T>(columns.share[j]);
        const auto along = [&](const T* row) {
          return (1 - right) * row[columns.first[j]] + right * row[columns.second[j]];
        };
        *to++ = (1 - down) * along(upper) + down * along(lower);
      }
    }
  }
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::upsample_nearest2d_vec>::call(const at::Tensor& self, c10::OptionalIntArrayRef output_size,
                                                           c10::optional<c10::ArrayRef<double>> scale_factors) {
  const Sizes sizes = upsampled("upsample_nearest2d", self, output_size, scale_factors);
  if (!has_bytes(self)) return laid_out_as(self, empty(sizes, self.scalar_type(), self.device()));
  // Allocate the result before listing the positions, so that a result too large to allocate is rejected first.
  const at::Tensor out = empty(sizes, self.scalar_type(), self.device());
  const at::Tensor image = dense(self);
  if (out.in_cuda_memory()) {
    if (out.numel() != 0) cuda::resample_nearest(out, image, {scale_of(scale_factors, 0), scale_of(scale_factors, 1)});
    return laid_out_as(self, out);
  }
  const Resampling rows = nearest_elements(self.size(2), sizes[2], scale_of(scale_factors, 0));
  const Resampling columns = nearest_elements(self.size(3), sizes[3], scale_of(scale_factors, 1));
  visit_dtype(self.scalar_type(), [&]<typename T>(T /*names the type*/) {
    pick(static_cast<const Stored<T>*>(image.data_ptr()), static_cast<Stored<T>*>(out.data_ptr()),
         self.size(0) * self.size(1), self.size(2), self.size(3), rows, columns);
  });
  return laid_out_as(self, out);
}

template <>
at::Tensor Kernel<operators::upsample_bilinear2d_vec>::call(const at::Tensor& self,
                                                            c10::OptionalIntArrayRef output_size, bool align_corners,
                                                            c10::optional<c10::ArrayRef<double>> scale_factors) {
  constexpr const char* name = "upsample_bilinear2d";
  const Sizes sizes = upsampled(name, self, output_size, scale_factors);
  const c10::ScalarType type = self.scalar_type();
  MODECHECK_CHECK(type != c10::kByte, ErrorClass::Dtype, name, ": not implemented for ", type);
  if (!has_bytes(self)) return laid_out_as(self, empty(sizes, type, self.device()));
  // col2im of bfloat16 is computed in float32 and rounded once.
  const at::Tensor wide = dense(in_dtype(self, type == c10::kBFloat16 ? c10::kFloat : type));
  const at::Tensor out = empty(sizes, wide.scalar_type(), self.device());
  if (out.in_cuda_memory()) {
    if (out.numel() != 0)
      cuda::resample_bilinear(out, wide, {scale_of(scale_factors, 0), scale_of(scale_factors, 1)}, align_corners);
    return laid_out_as(self, in_dtype(out, type));
  }
  const auto mix_as = [&]<typename T>(T* /*names the type*/) {
    const Resampling rows = elements_around<T>(self.size(2), sizes[2], scale_of(scale_factors, 0), align_corners);
    const Resampling columns = elements_around<T>(self.size(3), sizes[3], scale_of(scale_factors, 1), align_corners);
    mix(static_cast<const T*>(wide.data_ptr()), static_cast<T*>(out.data_ptr()), self.size(0) * self.size(1),
        self.size(2), self.size(3), rows, columns);
  };
  if (wide.scalar_type() == c10::kFloat)
    mix_as(static_cast<float*>(nullptr));
  else
    mix_as(static_cast<double*>(nullptr));
  return laid_out_as(self, in_dtype(out, type));
}

template <>
at::Tensor Kernel<operators::col2im>::call(const at::Tensor& self, c10::IntArrayRef output_size,
                                           c10::IntArrayRef kernel_size, c10::IntArrayRef dilation,
                                           c10::IntArrayRef padding, c10::IntArrayRef stride) {
  constexpr const char* name = "col2im";
  for (const c10::IntArrayRef list : {output_size, kernel_size, dilation, padding, stride})
    MODECHECK_CHECK(list.size() == 2, ErrorClass::Argument, name, ": expected two numbers, but got ", list);
  const PlaneWindow window(output_size, kernel_size, dilation, padding, stride);
  for (std::size_t d = 0; d < 2; ++d) {
    MODECHECK_CHECK(kernel_size[d] > 0 && dilation[d] > 0 && stride[d] > 0 && padding[d] >= 0, ErrorClass::Argument,
                    name, ": kernel_size ", kernel_size, ", dilation ", dilation, " and stride ", stride,
                    " should be greater than zero and padding ", padding, " not less");
    for (const std::int64_t number : {kernel_size[d], dilation[d], padding[d], stride[d]})
      MODECHECK_CHECK(number <= std::numeric_limits<std::int32_t>::max(), ErrorClass::Argument, name,
                      ": integer out of range: ", number);
    MODECHECK_CHECK(output_size[d] > 0 && output_size[d] <= std::numeric_limits<std::int64_t>::max() / 2,
                    ErrorClass::Shape, name, ": output_size should be positive and no larger than a storage, but is ",
                    output_size);
  }
  MODECHECK_CHECK(c10::isFloatingType(self.scalar_type()) || c10::isComplexType(self.scalar_type()), ErrorClass::Dtype,
                  name, ": not implemented for ", self.scalar_type(), "; convert to Float or Double");
  MODECHECK_CHECK(self.dim() == 2 || self.dim() == 3, ErrorClass::Shape, name,
                  ": expected a 2D or 3D input, but got sizes ", self.sizes());
  const std::int64_t kernel = kernel_size[0] * kernel_size[1];
  const std::int64_t down = window.places(0);
  const std::int64_t across = window.places(1);
  // Compare by division, because the product of the numbers of window positions may overflow.
  const bool fits = down > 0 && across > 0 && self.size(-1) % down == 0 && self.size(-1) / down == across;
  MODECHECK_CHECK(fits && self.size(-2) > 0 && self.size(-2) % kernel == 0, ErrorClass::Shape, name,
                  ": an input of sizes ", self.sizes(), " is not what ", kernel, " elements at each of ", down, " x ",
                  across, " places are");
  Sizes sizes{self.size(-2) / kernel, output_size[0], output_size[1]};
  if (self.dim() == 3) sizes.insert(sizes.begin(), self.size(0));
  at::Tensor out = empty(sizes, self.scalar_type(), self.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  const at::Tensor columns = dense(self);
  if (out.in_cuda_memory()) {
    Window over;
    for (std::size_t d = 0; d < 2; ++d) {
      over.image[d + 1] = output_size[d];
      over.places[d + 1] = window.places(d);
      over.kernel[d + 1] = kernel_size[d];
      over.stride[d + 1] = stride[d];
      over.padding[d + 1] = padding[d];
      over.dilation[d + 1] = dilation[d];
    }
    cuda::scatter_windows(over, out.numel() / over.image_elements(), columns, out, 0);
    return out;
  }
  fill_elements(out, 0);
  const Sizes elements = window.elements();
  const std::int64_t plane = output_size[0] * output_size[1];
  const auto each = static_cast<std::int64_t>(elements.size());
  visit_differentiable_dtype(self.scalar_type(), [&]<typename T>(T* /*names the type*/) {
    const T* from = columns.data_ptr<T>();
    T* to = out.data_ptr<T>();
    for (std::int64_t i = 0; i < columns.numel() / each; ++i, from += each, to += plane)
      for (std::size_t k = 0; k < elements.size(); ++k)
        if (elements[k] < plane) to[elements[k]] = T(to[elements[k]] + from[k]);
  });
  return out;
}

}  // namespace modecheck::engine
