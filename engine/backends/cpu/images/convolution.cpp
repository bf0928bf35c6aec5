// Implements convolution and transposed convolution over one to three spatial dimensions, with groups.
//
// Each image becomes a matrix whose columns are the windows' contents (im2col). The kernels are a matrix with one row
// for each output channel, and the result is their product. A transposed convolution makes the product first and then
// adds up its columns in the image (col2im). Large convolutions of float32 go to oneDNN if it is installed, and to
// cuDNN on a GPU.
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "engine/backends/cpu/images/onednn.h"
#include "engine/backends/cpu/images/window.h"
#include "engine/backends/cpu/libraries/blas.h"
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/launch/windows.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/matrix.h"
#include "spec/operators/neural.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

constexpr const char* kName = "convolution";

struct Convolution {
  Window window;  // the sliding window over the larger image: the input, or the result of a transposed convolution
  int rank = 0;
  bool transposed = false;
  std::int64_t batch = 1;
  std::int64_t groups = 1;
  std::int64_t channels_in = 0;
  std::int64_t channels_out = 0;
  std::vector<std::int64_t> sizes;  // the sizes of the convolution's result

  // Return the number of channels per group. image_channels() is for the image over which the window slides: the input
  // of a convolution, or the result of a transposed convolution. place_channels() is for the other tensor, which has
  // one element for each window position.
  std::int64_t image_channels() const { return (transposed ? channels_out : channels_in) / groups; }
  std::int64_t place_channels() const { return (transposed ? channels_in : channels_out) / groups; }
};

void check_tensors(const at::Tensor& input, const at::Tensor& weight, const c10::optional<at::Tensor>& bias) {
  check_same_device(kName, input, weight);
  MODECHECK_CHECK(input.scalar_type() == weight.scalar_type(), ErrorClass::Dtype, kName, ": input is ",
                  input.scalar_type(), " and weight is ", weight.scalar_type(), "; they must have one dtype");
  MODECHECK_CHECK(input.scalar_type() == c10::kFloat || input.scalar_type() == c10::kDouble, ErrorClass::Dtype, kName,
                  ": not implemented for ", input.scalar_type(), "; convert to Float or Double");
  if (!bias.has_value() || !bias->defined()) return;
  check_same_device(kName, input, *bias);
  MODECHECK_CHECK(bias->scalar_type() == input.scalar_type(), ErrorClass::Dtype, kName, ": input is ",
                  input.scalar_type(), " and bias is ", bias->scalar_type(), "; they must have one dtype");
}

void check_countable(bool overflows, const at::Tensor& input) {
  MODECHECK_CHECK(!overflows, ErrorClass::Shape, kName, ": for an input of sizes ", input.sizes(),
                  ", stride, padding, dilation or output_padding is larger than can be computed with");
}

void set_window(Convolution& out, const at::Tensor& input, const at::Tensor& weight, c10::IntArrayRef stride,
                c10::IntArrayRef padding, c10::IntArrayRef dilation, c10::IntArrayRef output_padding) {
  Window& window = out.window;
  for (int d = 0; d < out.rank; ++d) {
    const auto at = static_cast<std::size_t>(d);
    const auto slot = static_cast<std::size_t>(Window::most - out.rank + d);
    const std::int64_t size = input.sizes()[2 + at];
    window.kernel[slot] = weight.sizes()[2 + at];
    window.stride[slot] = spatial_value(kName, "stride", stride, d, out.rank);
    window.padding[slot] = spatial_value(kName, "padding", padding, d, out.rank);
    window.dilation[slot] = spatial_value(kName, "dilation", dilation, d, out.rank);
    MODECHECK_CHECK(window.stride[slot] > 0, ErrorClass::Argument, kName,
                    ": non-positive stride is not supported: ", stride);
    MODECHECK_CHECK(window.padding[slot] >= 0, ErrorClass::Argument, kName,
                    ": negative padding is not supported: ", padding);
    MODECHECK_CHECK(window.dilation[slot] > 0, ErrorClass::Argument, kName,
                    ": dilation should be greater than zero: ", dilation);
    std::int64_t extent = 0;
    std::int64_t padded = 0;  // twice the padding, plus the image's size unless `transposed`
    std::int64_t result = 0;
    bool overflows = __builtin_mul_overflow(window.dilation[slot], window.kernel[slot] - 1, &extent);
    overflows = __builtin_add_overflow(extent, 1, &extent) || overflows;
    overflows = __builtin_mul_overflow(2, window.padding[slot], &padded) || overflows;
    const std::int64_t more = spatial_value(kName, "output_padding", output_padding, d, out.rank);
    MODECHECK_CHECK(more >= 0, ErrorClass::Argument, kName,
                    ": negative output_padding is not supported: ", output_padding);
    if (out.transposed) {
      MODECHECK_CHECK(more < std::max(window.stride[slot], window.dilation[slot]), ErrorClass::Argument, kName,
                      ": output padding must be smaller than either stride or dilation, but is ", output_padding);
      overflows = __builtin_mul_overflow(size - 1, window.stride[slot], &result) || overflows;
      overflows = __builtin_sub_overflow(result, padded, &result) || overflows;
      overflows = __builtin_add_overflow(result, extent, &result) || overflows;
      overflows = __builtin_add_overflow(result, more, &result) || overflows;
      check_countable(overflows, input);
      window.image[slot] = result;
      window.places[slot] = size;
    } else {
      overflows = __builtin_add_overflow(padded, size, &padded) || overflows;
      check_countable(overflows, input);
      MODECHECK_CHECK(padded >= extent, ErrorClass::Shape, kName, ": calculated padded input size ", padded,
                      " of spatial dimension ", d, " is smaller than the kernel's extent ", extent);
      overflows = __builtin_sub_overflow(padded, extent, &result);
      check_countable(overflows, input);
      overflows = __builtin_add_overflow(result / window.stride[slot], 1, &result);
      check_countable(overflows, input);
      window.image[slot] = size;
      window.places[slot] = result;
    }
    MODECHECK_CHECK(result > 0, ErrorClass::Shape, kName, ": the result would have size ", result,
                    " in spatial dimension ", d);
    out.sizes.push_back(result);
  }
}

Convolution checked(const at::Tensor& input, const at::Tensor& weight, const c10::optional<at::Tensor>& bias,
                    c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef dilation, bool transposed,
                    c10::IntArrayRef output_padding, std::int64_t groups) {
  Convolution out;
  out.rank = static_cast<int>(weight.dim()) - 2;
  MODECHECK_CHECK(out.rank >= 1 && out.rank <= Window::most, ErrorClass::Shape, kName,
                  ": weight must have 3 to 5 dimensions, but its sizes are ", weight.sizes());
  MODECHECK_CHECK(input.dim() == weight.dim(), ErrorClass::Shape, kName, ": expected ", weight.dim(),
                  "D input, but got sizes ", input.sizes());
  check_tensors(input, weight, bias);
  out.transposed = transposed;
  out.groups = groups;
  MODECHECK_CHECK(groups > 0, ErrorClass::Argument, kName, ": non-positive groups is not supported: ", groups);
  out.batch = input.sizes()[0];
  out.channels_in = input.sizes()[1];
  MODECHECK_CHECK(weight.sizes()[0] >= groups && weight.sizes()[0] % groups == 0, ErrorClass::Shape, kName,
                  ": the weight's first size ", weight.sizes()[0], " must be divisible by groups=", groups);
  const std::int64_t wanted = transposed ? weight.sizes()[0] : weight.sizes()[1] * groups;
  MODECHECK_CHECK(out.channels_in == wanted, ErrorClass::Shape, kName, ": given groups=", groups,
                  " and weight of size ", weight.sizes(), ", expected input to have ", wanted,
                  " channels, but its sizes are ", input.sizes());
  out.channels_out = transposed ? weight.sizes()[1] * groups : weight.sizes()[0];
  if (bias.has_value() && bias->defined())
    MODECHECK_CHECK(bias->dim() == 1 && bias->sizes()[0] == out.channels_out, ErrorClass::Shape, kName,
                    ": expected bias to be 1-dimensional with ", out.channels_out, " elements, but its sizes are ",
                    bias->sizes());
  out.sizes.push_back(out.batch);
  out.sizes.push_back(out.channels_out);
  set_window(out, input, weight, stride, padding, dilation, output_padding);
  return out;
}

// Calls visit(row, channel, offset) for the rows begin..end of im2col's column matrix. A row holds one element of the
// window, in one channel, for all window positions. `offset` has the index of this element within the window, for each
// spatial dimension.
template <typename Visit>
void each_row(const Window& window, std::int64_t begin, std::int64_t end, Visit&& visit) {
  const std::int64_t elements = window.kernel_elements();
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t element = row % elements;
    const Window::Sizes offset{element / (window.kernel[1] * window.kernel[2]),
                               element / window.kernel[2] % window.kernel[1], element % window.kernel[2]};
    visit(row, row / elements, offset);
  }
}

// im2col: makes a matrix with one column for each window position, and writes the elements of that window to the
// column. Elements of the padding are zero.
template <typename T>
void gather_windows(const Window& window, std::int64_t channels, const T* image, T* columns) {
  const std::int64_t places = window.place_count();
  const std::int64_t grain = std::max<std::int64_t>(1, parallel_grain / std::max<std::int64_t>(1, places));
  parallel_for(channels * window.kernel_elements(), grain, [&](std::int64_t begin, std::int64_t end) {
    each_row(window, begin, end, [&](std::int64_t row, std::int64_t channel, const Window::Sizes& offset) {
      const T* const from = image + channel * window.image_elements();
      T* to = columns + row * places;
      for (std::int64_t i = 0; i < window.places[0]; ++i) {
        const std::int64_t z = window.position(0, i, offset[0]);
        for (std::int64_t j = 0; j < window.places[1]; ++j) {
          const std::int64_t y = window.position(1, j, offset[1]);
          const bool inside = window.inside(0, z) && window.inside(1, y);
          const T* const line = from + (z * window.image[1] + y) * window.image[2];
          for (std::int64_t k = 0; k < window.places[2]; ++k) {
            const std::int64_t x = window.position(2, k, offset[2]);
            *to++ = inside && window.inside(2, x) ? line[x] : T(0);
          }
        }
      }
    });
  });
}

// col2im, the reverse of im2col: adds each element of the column matrix to the image element from which im2col would
// copy.
template <typename T>
void scatter_windows(const Window& window, std::int64_t channels, const T* columns, T* image) {
  const std::int64_t places = window.place_count();
  const std::int64_t elements = window.kernel_elements();
  const std::int64_t grain = std::max<std::int64_t>(1, parallel_grain / std::max<std::int64_t>(1, places * elements));
  // Each thread gets whole channels, because windows overlap within a channel and two threads must not add to the same
  // element.
  parallel_for(channels, grain, [&](std::int64_t begin, std::int64_t end) {
    each_row(window, begin * elements, end * elements,
             [&](std::int64_t row, std::int64_t channel, const Window::Sizes& offset) {
               T* const to = image + channel * window.image_elements();
               const T* from = columns + row * places;
               for (std::int64_t i = 0; i < window.places[0]; ++i) {
                 const std::int64_t z = window.position(0, i, offset[0]);
                 for (std::int64_t j = 0; j < window.places[1]; ++j) {
                   const std::int64_t y = window.position(1, j, offset[1]);
                   const bool inside = window.inside(0, z) && window.inside(1, y);
                   for (std::int64_t k = 0; k < window.places[2]; ++k, ++from) {
                     const std::int64_t x = window.position(2, k, offset[2]);
                     if (inside && window.inside(2, x)) to[(z * window.image[1] + y) * window.image[2] + x] += *from;
                   }
                 }
               }
             });
  });
}

// Returns a contiguous matrix that aliases `whole` from element `first` on.
at::Tensor matrix_in(const at::Tensor& whole, std::int64_t first, std::int64_t rows, std::int64_t columns) {
  const std::int64_t sizes[] = {rows, columns};
  return make_contiguous_alias(whole, sizes, whole.storage_offset() + first);
}

template <typename T>
void run(const Convolution& call, const at::Tensor& input, const at::Tensor& weight, const at::Tensor& out) {
  const Window& window = call.window;
  const std::int64_t places = window.place_count();
  const std::int64_t rows = call.image_channels() * window.kernel_elements();
  const std::int64_t image = call.image_channels() * window.image_elements();
  const std::int64_t place = call.place_channels() * places;
  const bool direct = window.is_pointwise();
  const at::Tensor columns = direct ? at::Tensor() : empty({rows, places}, input.scalar_type(), input.device());
  for (std::int64_t i = 0; i < call.batch * call.groups; ++i) {
    const std::int64_t group = i % call.groups;
    const at::Tensor kernels = matrix_in(weight, group * call.place_channels() * rows, call.place_channels(), rows);
    if (call.transposed) {
      const at::Tensor spread = direct ? matrix_in(out, i * image, rows, places) : columns;
      Kernel<operators::mm_out>::call(Kernel<operators::t>::call(kernels),
                                      matrix_in(input, i * place, call.place_channels(), places), spread);
      if (direct) continue;
      if (out.in_cuda_memory())
        cuda::scatter_windows(window, call.image_channels(), columns, out, i * image);
      else
        scatter_windows(window, call.image_channels(), static_cast<const T*>(columns.data_ptr()),
                        static_cast<T*>(out.data_ptr()) + i * image);
    } else {
      const at::Tensor seen = direct ? matrix_in(input, i * image, rows, places) : columns;
      if (!direct && out.in_cuda_memory())
        cuda::gather_windows(window, call.image_channels(), input, i * image, columns);
      else if (!direct)
        gather_windows(window, call.image_channels(), static_cast<const T*>(input.data_ptr()) + i * image,
                       static_cast<T*>(columns.data_ptr()));
      Kernel<operators::mm_out>::call(kernels, seen, matrix_in(out, i * place, call.place_channels(), places));
    }
  }
}

template <typename T>
void add_bias(const Convolution& call, const at::Tensor& bias, const at::Tensor& out) {
  if (out.in_cuda_memory()) return cuda::add_to_channels(out, bias);
  const std::int64_t plane = call.batch == 0 ? 0 : out.numel() / (call.batch * call.channels_out);
  const T* const added = static_cast<const T*>(bias.data_ptr());
  T* const to = static_cast<T*>(out.data_ptr());
  const std::int64_t grain = std::max<std::int64_t>(1, parallel_grain / std::max<std::int64_t>(1, plane));
  parallel_for(call.batch * call.channels_out, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      for (std::int64_t k = 0; k < plane; ++k) to[i * plane + k] += added[i % call.channels_out];
  });
}

// Convolutions with fewer multiplications than this use the engine's own loops. For such sizes oneDNN saves no time,
// because it first copies the tensors to its own layout. The bits of the loops' results equal those of the reference
// implementation.
constexpr std::int64_t kLarge = std::int64_t{1} << 20;

// Runs a 1x1 convolution as matrix products by BLAS. The products take less time than a copy of the tensors to oneDNN's
// layout. Each thread gets whole images, which is faster than splitting each image.
bool run_images_as_matrices(const Convolution& call, const at::Tensor& input, const at::Tensor& weight,
                            const c10::optional<at::Tensor>& bias, const at::Tensor& out) {
  const Blas* const blas = Blas::find();
  const std::int64_t places = call.window.place_count();
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  if (blas == nullptr || !call.window.is_pointwise() || call.groups != 1 || call.batch < thread_count() ||
      std::max({places, call.channels_in, call.channels_out}) > most)
    return false;
  const at::Tensor images = dense(input);
  const at::Tensor kernels = dense(weight);
  blas->products(call.batch, call.channels_out, places, call.channels_in,
                 {static_cast<const float*>(kernels.data_ptr()), call.channels_in},
                 {static_cast<const float*>(images.data_ptr()), places}, call.channels_in * places,
                 static_cast<float*>(out.data_ptr()), call.channels_out * places);
  if (bias.has_value() && bias->defined()) add_bias<float>(call, dense(*bias), out);
  return true;
}

bool run_large(const Convolution& call, const at::Tensor& input, const at::Tensor& weight,
               const c10::optional<at::Tensor>& bias, const at::Tensor& out) {
  if (input.in_cuda_memory() || call.transposed || call.channels_in == 0 || input.scalar_type() != c10::kFloat ||
      out.numel() * call.image_channels() * call.window.kernel_elements() < kLarge)
    return false;
  if (run_images_as_matrices(call, input, weight, bias, out)) return true;
  const OneDnn* const dnn = OneDnn::find();
  if (dnn == nullptr) return false;
  const bool biased = bias.has_value() && bias->defined();
  const at::Tensor dense_bias = biased ? dense(*bias) : at::Tensor();
  const at::Tensor dense_input = dense(input);
  const at::Tensor dense_weight = dense(weight);
  return dnn->convolve({.window = call.window,
                        .rank = call.rank,
                        .batch = call.batch,
                        .groups = call.groups,
                        .channels_in = call.channels_in,
                        .channels_out = call.channels_out,
                        .input = static_cast<const float*>(dense_input.data_ptr()),
                        .weight = static_cast<const float*>(dense_weight.data_ptr()),
                        .bias = biased ? static_cast<const float*>(dense_bias.data_ptr()) : nullptr,
                        .out = static_cast<float*>(out.data_ptr())});
}

// Runs the convolution by cuDNN. Returns false if cuDNN cannot compute it; the caller then uses the engine's own loops.
//
// A convolution whose kernel is larger than its result is usually the derivative with respect to a weight, with batch
// and channels exchanged. cuDNN computes such a convolution by its backward-filter operation. The kernels of the
// convolution serve as the gradients of the output in that operation.
bool run_by_library(const Convolution& call, const at::Tensor& input, const at::Tensor& weight, const at::Tensor& out) {
  using Sought = cuda::Dnn::Sought;
  cuda::Dnn::Convolution asked;
  asked.window = call.window;
  asked.batch = call.batch;
  asked.groups = call.groups;
  asked.image_channels = call.transposed ? call.channels_out : call.channels_in;
  asked.place_channels = call.transposed ? call.channels_in : call.channels_out;
  if (call.transposed) asked.sought = Sought::Images;
  if (!cuda::may_convolve(asked)) return false;
  if (call.transposed) return cuda::convolve(asked, dense(weight), dense(input), out);
  if (call.groups == 1 && call.window.kernel_elements() > call.window.place_count()) {
    cuda::Dnn::Convolution turned = asked;
    turned.sought = Sought::Kernels;
    std::swap(turned.batch, turned.image_channels);
    std::swap(turned.window.kernel, turned.window.places);
    std::swap(turned.window.stride, turned.window.dilation);
    if (cuda::may_convolve(turned)) {
      const auto exchanged = [](const at::Tensor& tensor) {
        return Kernel<operators::transpose_int>::call(tensor, 0, 1);
      };
      std::vector<std::int64_t> sizes = call.sizes;
      std::swap(sizes[0], sizes[1]);
      const at::Tensor found = empty(sizes, out.scalar_type(), out.device());
      if (cuda::convolve(turned, dense(exchanged(input)), dense(exchanged(weight)), found)) {
        copy_elements(out, exchanged(found));
        return true;
      }
    }
  }
  return cuda::convolve(asked, dense(input), dense(weight), out);
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::convolution>::call(const at::Tensor& input, const at::Tensor& weight,
                                                const c10::optional<at::Tensor>& bias, c10::IntArrayRef stride,
                                                c10::IntArrayRef padding, c10::IntArrayRef dilation, bool transposed,
                                                c10::IntArrayRef output_padding, std::int64_t groups) {
  const Convolution call = checked(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups);
  at::Tensor out = empty(call.sizes, input.scalar_type(), input.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  if (run_large(call, input, weight, bias, out)) return out;
  if (out.in_cuda_memory() && call.channels_in != 0 && run_by_library(call, input, weight, out)) {
    if (bias.has_value() && bias->defined()) cuda::add_to_channels(out, dense(*bias));
    return out;
  }
  // A transposed convolution accumulates into its output, so the output is set to zero first. With zero input channels
  // the result is the bias alone.
  if (transposed || call.channels_in == 0) fill_elements(out, 0);
  const auto run_as = [&]<typename T>(T* /*names the type*/) {
    if (call.channels_in != 0) run<T>(call, dense(input), dense(weight), out);
    if (bias.has_value() && bias->defined()) add_bias<T>(call, dense(*bias), out);
  };
  if (input.scalar_type() == c10::kFloat)
    run_as(static_cast<float*>(nullptr));
  else
    run_as(static_cast<double*>(nullptr));
  return out;
}

}  // namespace modecheck::engine
