// Implements pooling over two or three spatial dimensions: max pooling with indices, average pooling and adaptive
// average pooling.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/backends/cpu/images/window.h"
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/cuda/launch/windows.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/backends/iterate/pooling_share.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"
#include "spec/operators/neural.h"

namespace modecheck::engine {
namespace backends {
namespace {

// The checked arguments of a pooling call: the number of image planes (batch times channels), the window, and the sizes
// of the result.
struct Pooling {
  Window window;
  std::int64_t planes = 1;
  std::vector<std::int64_t> sizes;
};

void check_image(const char* name, const at::Tensor& self, int rank, bool without_channels_too = false,
                 bool integers = false) {
  const std::int64_t dim = self.dim();
  MODECHECK_CHECK(dim == rank + 1 || dim == rank + 2, ErrorClass::Shape, name, ": expected ", rank + 1, "D or ",
                  rank + 2, "D input, but got sizes ", self.sizes());
  const c10::ScalarType type = self.scalar_type();
  MODECHECK_CHECK(type == c10::kFloat || type == c10::kDouble || (integers && type == c10::kLong), ErrorClass::Dtype,
                  name, ": not implemented for ", type, "; convert to Float or Double");
  for (std::int64_t d = dim - rank - (without_channels_too ? 0 : 1); d < dim; ++d)
    MODECHECK_CHECK(self.sizes()[static_cast<std::size_t>(d)] > 0, ErrorClass::Shape, name,
                    ": expected non-zero sizes but for the batch, got ", self.sizes());
}

Pooling planes_of(const at::Tensor& self, int rank) {
  Pooling out;
  const std::size_t spatial = static_cast<std::size_t>(self.dim() - rank);
  for (std::size_t d = 0; d < spatial; ++d) {
    out.planes *= self.sizes()[d];
    out.sizes.push_back(self.sizes()[d]);
  }
  for (int d = 0; d < rank; ++d)
    out.window.image[static_cast<std::size_t>(Window::most - rank + d)] =
        self.sizes()[spatial + static_cast<std::size_t>(d)];
  return out;
}

Pooling checked_pooling(const char* name, const at::Tensor& self, int rank, c10::IntArrayRef kernel_size,
                        c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef dilation, bool ceil_mode,
                        bool integers = false) {
  check_image(name, self, rank, false, integers);
  Pooling out = planes_of(self, rank);
  Window& window = out.window;
  for (int d = 0; d < rank; ++d) {
    const auto slot = static_cast<std::size_t>(Window::most - rank + d);
    window.kernel[slot] = spatial_value(name, "kernel_size", kernel_size, d, rank);
    window.stride[slot] = stride.empty() ? window.kernel[slot] : spatial_value(name, "stride", stride, d, rank);
    window.padding[slot] = spatial_value(name, "padding", padding, d, rank);
    window.dilation[slot] = spatial_value(name, "dilation", dilation, d, rank);
    MODECHECK_CHECK(window.kernel[slot] > 0, ErrorClass::Argument, name,
                    ": kernel size should be greater than zero, but is ", kernel_size);
    MODECHECK_CHECK(window.stride[slot] > 0, ErrorClass::Argument, name,
                    ": stride should be greater than zero, but is ", stride);
    MODECHECK_CHECK(window.dilation[slot] > 0, ErrorClass::Argument, name,
                    ": dilation should be greater than zero, but is ", dilation);
    // libtorch has the same limit on kernel size, stride, padding and dilation. The limit keeps the computation of
    // indices and divisors from overflowing.
    for (const std::int64_t number :
         {window.kernel[slot], window.stride[slot], window.padding[slot], window.dilation[slot]})
      MODECHECK_CHECK(number <= std::numeric_limits<std::int32_t>::max(), ErrorClass::Argument, name,
                      ": integer out of range: ", number);
    MODECHECK_CHECK(window.padding[slot] >= 0 && window.padding[slot] <= window.kernel[slot] / 2, ErrorClass::Argument,
                    name, ": pad must be at least 0 and at most half of the kernel size, but the pad is ", padding,
                    " and the kernel size ", kernel_size);
    const std::int64_t left =
        window.image[slot] + 2 * window.padding[slot] - window.dilation[slot] * (window.kernel[slot] - 1) - 1;
    const std::int64_t reached = left + (ceil_mode ? window.stride[slot] - 1 : 0);
    std::int64_t places = reached < 0 ? 0 : reached / window.stride[slot] + 1;
    // With ceil_mode, a last window that would begin in the right padding is left out.
    if (ceil_mode && (places - 1) * window.stride[slot] >= window.image[slot] + window.padding[slot]) --places;
    MODECHECK_CHECK(places > 0, ErrorClass::Shape, name, ": the result of sizes ", self.sizes(),
                    " would be too small: size ", places, " in spatial dimension ", d);
    window.places[slot] = places;
    out.sizes.push_back(places);
  }
  return out;
}

at::Tensor in_dtype(const at::Tensor& self, c10::ScalarType type) {
  if (self.scalar_type() == type) return self;
  return Kernel<operators::_to_copy>::call(self, type, c10::nullopt, c10::nullopt, c10::nullopt, false,
                                           c10::MemoryFormat::Contiguous);
}

// Pools a bfloat16 tensor with two spatial dimensions in float32, and rounds each result once. If `half` is set, pools
// a float16 tensor with three spatial dimensions in this way, too. Pools every other tensor in the tensor's own dtype.
template <typename Pool>
at::Tensor through_float(const at::Tensor& self, int rank, const Pool& pool, bool half = false) {
  const c10::ScalarType type = self.scalar_type();
  if (!(type == c10::kBFloat16 && rank == 2) && !(type == c10::kHalf && rank == 3 && half)) return pool(self);
  const at::Tensor wide = pool(in_dtype(self, c10::kFloat));
  return in_dtype(wide, type);
}

// Lays out the result of pooling. With two spatial dimensions, a channels-last input gives a channels-last result.
at::Tensor image_laid_out_as(const at::Tensor& self, const at::Tensor& rows, int rank) {
  return rank == 2 ? laid_out_as(self, rows) : rows;
}

template <typename Visit>
void with_floating_type(const at::Tensor& tensor, Visit&& visit) {
  if (tensor.scalar_type() == c10::kFloat)
    visit(static_cast<float*>(nullptr));
  else
    visit(static_cast<double*>(nullptr));
}

// Calls body(plane) for all planes, several of them in parallel.
template <typename Body>
void each_plane(const Pooling& pooling, const Body& body) {
  const Window& window = pooling.window;
  // The work for one window position is counted in elements inside the image, because a kernel larger than the image
  // mostly covers padding.
  std::int64_t at_each_place = 1;
  for (std::size_t d = 0; d < Window::most; ++d) at_each_place *= std::min(window.kernel[d], window.image[d]);
  const std::int64_t work = std::max(window.image_elements(), window.place_count() * at_each_place);
  parallel_for(pooling.planes, std::max<std::int64_t>(1, parallel_grain / std::max<std::int64_t>(1, work)),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t plane = begin; plane < end; ++plane) body(plane);
               });
}

// Calls visit(place, first) for every window position. `place` is the number of the position in row-major order.
// `first` holds the coordinates of the window's first element, which may lie in the padding.
template <typename Visit>
void each_place(const Window& window, Visit&& visit) {
  std::int64_t place = 0;
  for (std::int64_t i = 0; i < window.places[0]; ++i)
    for (std::int64_t j = 0; j < window.places[1]; ++j)
      for (std::int64_t k = 0; k < window.places[2]; ++k, ++place) {
        const Window::Sizes first{window.position(0, i, 0), window.position(1, j, 0), window.position(2, k, 0)};
        visit(place, first);
      }
}

// --- Max pooling.

// The range of image coordinates, along one dimension, at which elements of a window lie inside the image.
struct Reach {
  std::int64_t begin;
  std::int64_t end;
};

std::array<Reach, Window::most> reach_of(const Window& window, const Window::Sizes& first) {
  std::array<Reach, Window::most> out{};
  for (std::size_t d = 0; d < Window::most; ++d) {
    const std::int64_t step = window.dilation[d];
    const std::int64_t skipped = first[d] < 0 ? (step - 1 - first[d]) / step : 0;
    out[d].begin = first[d] + skipped * step;
    out[d].end = std::min(first[d] + (window.kernel[d] - 1) * step + 1, window.image[d]);
  }
  return out;
}

template <typename T>
void write_maxima(const Pooling& pooling, const T* images, T* maxima, std::int64_t* places_of_maxima) {
  const Window& window = pooling.window;
  each_plane(pooling, [&](std::int64_t plane) {
    const T* const image = images + plane * window.image_elements();
    each_place(window, [&](std::int64_t place, const Window::Sizes& first) {
      T best = -std::numeric_limits<T>::infinity();
      std::int64_t where = -1;
      const std::array<Reach, Window::most> reach = reach_of(window, first);
      for (std::int64_t z = reach[0].begin; z < reach[0].end; z += window.dilation[0]) {
        for (std::int64_t y = reach[1].begin; y < reach[1].end; y += window.dilation[1]) {
          for (std::int64_t x = reach[2].begin; x < reach[2].end; x += window.dilation[2]) {
            const std::int64_t at = (z * window.image[1] + y) * window.image[2] + x;
            // Max pooling takes the first of equal elements. NaN counts as greater than every number.
            if (where < 0 || image[at] > best || std::isnan(image[at])) {
              best = image[at];
              where = at;
            }
          }
        }
      }
      maxima[plane * window.place_count() + place] = best;
      places_of_maxima[plane * window.place_count() + place] = where;
    });
  });
}

std::tuple<at::Tensor, at::Tensor> max_pool(const char* name, int rank, const at::Tensor& image,
                                            c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                                            c10::IntArrayRef padding, c10::IntArrayRef dilation, bool ceil_mode) {
  const bool narrow = rank == 2 && image.scalar_type() == c10::kBFloat16;
  const at::Tensor self = narrow ? in_dtype(image, c10::kFloat) : image;
  const Pooling pooling = checked_pooling(name, self, rank, kernel_size, stride, padding, dilation, ceil_mode);
  at::Tensor maxima = empty(pooling.sizes, self.scalar_type(), self.device());
  at::Tensor indices = empty(pooling.sizes, c10::kLong, self.device());
  if (has_bytes(maxima) && maxima.numel() != 0) {
    const at::Tensor images = dense(self);
    if (maxima.in_cuda_memory())
      cuda::pool_maxima(pooling.window, images, maxima, indices);
    else
      with_floating_type(self, [&]<typename T>(T* /*names the type*/) {
        write_maxima<T>(pooling, static_cast<const T*>(images.data_ptr()), static_cast<T*>(maxima.data_ptr()),
                        static_cast<std::int64_t*>(indices.data_ptr()));
      });
  }
  if (narrow) maxima = in_dtype(maxima, c10::kBFloat16);
  return {image_laid_out_as(image, maxima, rank), image_laid_out_as(image, indices, rank)};
}

at::Tensor max_pool_backward(const char* name, int rank, const at::Tensor& grad_output, const at::Tensor& self,
                             c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                             c10::IntArrayRef dilation, bool ceil_mode, const at::Tensor& indices) {
  const Pooling pooling = checked_pooling(name, self, rank, kernel_size, stride, padding, dilation, ceil_mode);
  MODECHECK_CHECK(grad_output.sizes().equals(pooling.sizes) && indices.sizes().equals(pooling.sizes), ErrorClass::Shape,
                  name, ": expected grad_output and indices of sizes ", c10::IntArrayRef(pooling.sizes), ", but got ",
                  grad_output.sizes(), " and ", indices.sizes());
  MODECHECK_CHECK(grad_output.scalar_type() == self.scalar_type() && indices.scalar_type() == c10::kLong,
                  ErrorClass::Dtype, name, ": expected ", self.scalar_type(), " gradients and Long indices, but got ",
                  grad_output.scalar_type(), " and ", indices.scalar_type());
  at::Tensor out = empty(self.sizes(), self.scalar_type(), self.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  fill_elements(out, 0);
  const at::Tensor gradients = dense(grad_output);
  const at::Tensor places = dense(indices);
  const Window& window = pooling.window;
  const std::int64_t image = window.image_elements();
  if (const at::Tensor doubtful = cuda::doubtful_indices(places, 0, image); doubtful.defined())
    for (std::int64_t i = 0; i < places.numel(); ++i) {
      const std::int64_t at = static_cast<const std::int64_t*>(doubtful.data_ptr())[i];
      MODECHECK_CHECK(at >= 0 && at < image, ErrorClass::Index, name, ": index ", at,
                      " is out of bounds for an image of ", image, " elements");
    }
  if (out.in_cuda_memory()) {
    cuda::spread_maxima(window, gradients, places, out);
    return out;
  }
  with_floating_type(self, [&]<typename T>(T* /*names the type*/) {
    const T* const from = static_cast<const T*>(gradients.data_ptr());
    const auto* const where = static_cast<const std::int64_t*>(places.data_ptr());
    T* const to = static_cast<T*>(out.data_ptr());
    each_plane(pooling, [&](std::int64_t plane) {
      for (std::int64_t i = plane * window.place_count(); i < (plane + 1) * window.place_count(); ++i)
        to[plane * image + where[i]] += from[i];
    });
  });
  return out;
}

// --- Average pooling.

// Calls visit(element) for every element of the image that one output position of average pooling covers.
template <typename Visit>
void each_covered(const Window& window, const PoolingShare& share, Visit&& visit) {
  for (std::int64_t z = share.begin[0]; z < share.end[0]; ++z)
    for (std::int64_t y = share.begin[1]; y < share.end[1]; ++y)
      for (std::int64_t x = share.begin[2]; x < share.end[2]; ++x)
        visit((z * window.image[1] + y) * window.image[2] + x);
}

// Calls visit(plane, place, share) for every window position of every image plane. `place` is the number of the
// position in row-major order. `share` is the range of the image that the window covers. Several planes are visited in
// parallel.
template <typename Visit>
void each_share(const Pooling& pooling, const PoolingRule& rule, const Visit& visit) {
  const Window& window = pooling.window;
  each_plane(pooling, [&](std::int64_t plane) {
    for (std::int64_t place = 0; place < window.place_count(); ++place)
      visit(plane, place, rule.share(window, Window::split(place, window.places)));
  });
}

// Average pooling of int64 tensors: writes the means, which are rounded towards zero.
void write_whole_means(const Pooling& pooling, const at::Tensor& images, const at::Tensor& out,
                       const PoolingRule& rule) {
  const Window& window = pooling.window;
  const auto* const from = static_cast<const std::int64_t*>(images.data_ptr());
  auto* const to = static_cast<std::int64_t*>(out.data_ptr());
  each_share(pooling, rule, [&](std::int64_t plane, std::int64_t place, const PoolingShare& share) {
    std::uint64_t total = 0;
    each_covered(window, share, [&](std::int64_t at) {
      total += static_cast<std::uint64_t>(from[plane * window.image_elements() + at]);
    });
    // With divisor_override=-1 the total is negated and not divided, because the smallest integer divided by -1
    // overflows.
    to[plane * window.place_count() + place] =
        share.divisor == -1 ? static_cast<std::int64_t>(-total) : static_cast<std::int64_t>(total) / share.divisor;
  });
}

void write_means(const Pooling& pooling, const at::Tensor& self, const at::Tensor& out, const PoolingRule& rule) {
  const Window& window = pooling.window;
  const at::Tensor images = dense(self);
  if (out.in_cuda_memory()) return cuda::pool_means(window, rule, images, out);
  if (out.scalar_type() == c10::kLong) return write_whole_means(pooling, images, out, rule);
  with_floating_type(self, [&]<typename T>(T* /*names the type*/) {
    const T* const from = static_cast<const T*>(images.data_ptr());
    T* const to = static_cast<T*>(out.data_ptr());
    each_share(pooling, rule, [&](std::int64_t plane, std::int64_t place, const PoolingShare& share) {
      double total = 0;
      each_covered(window, share, [&](std::int64_t at) { total += from[plane * window.image_elements() + at]; });
      to[plane * window.place_count() + place] = static_cast<T>(total / static_cast<double>(share.divisor));
    });
  });
}

// The backward of average pooling: every element of the image receives its share of the gradient of each window that
// covers the element.
void write_shares(const Pooling& pooling, const at::Tensor& grad_output, const at::Tensor& out,
                  const PoolingRule& rule) {
  const Window& window = pooling.window;
  const at::Tensor gradients = dense(grad_output);
  if (out.in_cuda_memory()) return cuda::pool_shares(window, rule, gradients, out);
  fill_elements(out, 0);
  with_floating_type(out, [&]<typename T>(T* /*names the type*/) {
    const T* const from = static_cast<const T*>(gradients.data_ptr());
    T* const to = static_cast<T*>(out.data_ptr());
    each_share(pooling, rule, [&](std::int64_t plane, std::int64_t place, const PoolingShare& share) {
      const T part = from[plane * window.place_count() + place] / static_cast<T>(share.divisor);
      each_covered(window, share, [&](std::int64_t at) { to[plane * window.image_elements() + at] += part; });
    });
  });
}

void check_gradient(const char* name, const Pooling& pooling, const at::Tensor& grad_output, const at::Tensor& self) {
  MODECHECK_CHECK(grad_output.sizes().equals(pooling.sizes), ErrorClass::Shape, name,
                  ": expected grad_output of sizes ", c10::IntArrayRef(pooling.sizes), ", but got ",
                  grad_output.sizes());
  MODECHECK_CHECK(grad_output.scalar_type() == self.scalar_type(), ErrorClass::Dtype, name, ": expected ",
                  self.scalar_type(), " gradients, but got ", grad_output.scalar_type());
}

void check_divisor(const char* name, c10::optional<std::int64_t> divisor_override) {
  MODECHECK_CHECK(divisor_override.value_or(1) != 0, ErrorClass::Argument, name, ": divisor must be not zero");
}

at::Tensor avg_pool(const char* name, int rank, const at::Tensor& self, c10::IntArrayRef kernel_size,
                    c10::IntArrayRef stride, c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                    c10::optional<std::int64_t> divisor_override) {
  check_divisor(name, divisor_override);
  const Pooling pooling =
      checked_pooling(name, self, rank, kernel_size, stride, padding, 1, ceil_mode, /*integers=*/true);
  for (std::size_t slot = 0; rank == 3 && slot < Window::most; ++slot)
    MODECHECK_CHECK(pooling.window.image[slot] >= pooling.window.kernel[slot], ErrorClass::Shape, name,
                    ": the image of sizes ", self.sizes(), " is smaller than the kernel ", kernel_size);
  at::Tensor out = empty(pooling.sizes, self.scalar_type(), self.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  write_means(pooling, self, out, {false, count_include_pad, divisor_override.value_or(0)});
  return out;
}

at::Tensor avg_pool_backward(const char* name, int rank, const at::Tensor& grad_output, const at::Tensor& self,
                             c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,
                             bool ceil_mode, bool count_include_pad, c10::optional<std::int64_t> divisor_override) {
  check_divisor(name, divisor_override);
  const Pooling pooling = checked_pooling(name, self, rank, kernel_size, stride, padding, 1, ceil_mode);
  check_gradient(name, pooling, grad_output, self);
  at::Tensor out = empty(self.sizes(), self.scalar_type(), self.device());
  if (has_bytes(out) && out.numel() != 0)
    write_shares(pooling, grad_output, out, {false, count_include_pad, divisor_override.value_or(0)});
  return out;
}

constexpr PoolingRule kEqualShares{.equal = true};

at::Tensor adaptive_avg_pool(const char* name, int rank, const at::Tensor& self, c10::IntArrayRef output_size) {
  check_image(name, self, rank, rank == 2 || self.dim() == rank + 1);
  Pooling pooling = planes_of(self, rank);
  for (int d = 0; d < rank; ++d) {
    const std::int64_t places = spatial_value(name, "output_size", output_size, d, rank);
    MODECHECK_CHECK(places >= 0, ErrorClass::Shape, name, ": elements of output_size must not be negative, but are ",
                    output_size);
    pooling.window.places[static_cast<std::size_t>(Window::most - rank + d)] = places;
    pooling.sizes.push_back(places);
  }
  at::Tensor out = empty(pooling.sizes, self.scalar_type(), self.device());
  if (has_bytes(out) && out.numel() != 0) write_means(pooling, self, out, kEqualShares);
  return out;
}

// Adaptive average pooling whose result has the memory format of the input. `output_size` must have one number for each
// spatial dimension.
at::Tensor adaptive_avg_pool_in_format(const char* name, int rank, const at::Tensor& self,
                                       c10::IntArrayRef output_size) {
  MODECHECK_CHECK(output_size.size() == static_cast<std::size_t>(rank), ErrorClass::Argument, name,
                  ": output_size must be ", rank, ", but got ", output_size.size(), " numbers");
  const at::Tensor rows = through_float(
      self, rank, [&](const at::Tensor& wide) { return adaptive_avg_pool(name, rank, wide, output_size); },
      /*half=*/true);
  return image_laid_out_as(self, rows, rank);
}

at::Tensor adaptive_avg_pool_backward(const char* name, int rank, const at::Tensor& grad_output,
                                      const at::Tensor& self) {
  check_image(name, self, rank, rank == 2 || self.dim() == rank + 1);
  MODECHECK_CHECK(grad_output.dim() == self.dim(), ErrorClass::Shape, name, ": expected grad_output of ", self.dim(),
                  " dimensions, but its sizes are ", grad_output.sizes());
  Pooling pooling = planes_of(self, rank);
  for (int d = 0; d < rank; ++d) {
    const std::int64_t places = grad_output.size(d - rank);
    pooling.window.places[static_cast<std::size_t>(Window::most - rank + d)] = places;
    pooling.sizes.push_back(places);
  }
  check_gradient(name, pooling, grad_output, self);
  at::Tensor out = empty(self.sizes(), self.scalar_type(), self.device());
  if (has_bytes(out) && out.numel() != 0) write_shares(pooling, grad_output, out, kEqualShares);
  return out;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

// Defines the pooling kernels whose names end in 2d (rank = 2) or 3d (rank = 3).
#define MODECHECK_POOLING(rank)                                                                                      \
  template <>                                                                                                        \
  std::tuple<at::Tensor, at::Tensor> Kernel<operators::max_pool##rank##d_with_indices>::call(                        \
      const at::Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,       \
      c10::IntArrayRef dilation, bool ceil_mode) {                                                                   \
    return max_pool("max_pool" #rank "d", rank, self, kernel_size, stride, padding, dilation, ceil_mode);            \
  }                                                                                                                  \
  template <>                                                                                                        \
  at::Tensor Kernel<operators::max_pool##rank##d_with_indices_backward>::call(                                       \
      const at::Tensor& grad_output, const at::Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,  \
      c10::IntArrayRef padding, c10::IntArrayRef dilation, bool ceil_mode, const at::Tensor& indices) {              \
    const at::Tensor rows = through_float(self, rank, [&](const at::Tensor& wide) {                                  \
      return max_pool_backward("max_pool" #rank "d_backward", rank, in_dtype(grad_output, wide.scalar_type()), wide, \
                               kernel_size, stride, padding, dilation, ceil_mode, indices);                          \
    });                                                                                                              \
    return image_laid_out_as(self, rows, rank);                                                                      \
  }                                                                                                                  \
  template <>                                                                                                        \
  at::Tensor Kernel<operators::avg_pool##rank##d>::call(                                                             \
      const at::Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride, c10::IntArrayRef padding,       \
      bool ceil_mode, bool count_include_pad, c10::optional<std::int64_t> divisor_override) {                        \
    const at::Tensor rows = through_float(self, rank, [&](const at::Tensor& wide) {                                  \
      return avg_pool("avg_pool" #rank "d", rank, wide, kernel_size, stride, padding, ceil_mode, count_include_pad,  \
                      divisor_override);                                                                             \
    });                                                                                                              \
    return image_laid_out_as(self, rows, rank);                                                                      \
  }                                                                                                                  \
  template <>                                                                                                        \
  at::Tensor Kernel<operators::avg_pool##rank##d_backward>::call(                                                    \
      const at::Tensor& grad_output, const at::Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,  \
      c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,                                              \
      c10::optional<std::int64_t> divisor_override) {                                                                \
    const at::Tensor rows = through_float(self, rank, [&](const at::Tensor& wide) {                                  \
      return avg_pool_backward("avg_pool" #rank "d_backward", rank, in_dtype(grad_output, wide.scalar_type()), wide, \
                               kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override);        \
    });                                                                                                              \
    return image_laid_out_as(self, rows, rank);                                                                      \
  }                                                                                                                  \
  template <>                                                                                                        \
  at::Tensor Kernel<operators::_adaptive_avg_pool##rank##d_backward>::call(const at::Tensor& grad_output,            \
                                                                           const at::Tensor& self) {                 \
    const at::Tensor rows = through_float(                                                                           \
        self, rank,                                                                                                  \
        [&](const at::Tensor& wide) {                                                                                \
          return adaptive_avg_pool_backward("adaptive_avg_pool" #rank "d_backward", rank,                            \
                                            in_dtype(grad_output, wide.scalar_type()), wide);                        \
        },                                                                                                           \
        /*half=*/true);                                                                                              \
    return image_laid_out_as(self, rows, rank);                                                                      \
  }

MODECHECK_POOLING(2)
MODECHECK_POOLING(3)

#undef MODECHECK_POOLING

template <>
at::Tensor Kernel<operators::_adaptive_avg_pool2d>::call(const at::Tensor& self, c10::IntArrayRef output_size) {
  return adaptive_avg_pool_in_format("adaptive_avg_pool2d", 2, self, output_size);
}
template <>
at::Tensor Kernel<operators::_adaptive_avg_pool3d>::call(const at::Tensor& self, c10::IntArrayRef output_size) {
  return adaptive_avg_pool_in_format("adaptive_avg_pool3d", 3, self, output_size);
}

}  // namespace modecheck::engine
