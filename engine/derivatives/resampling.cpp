// upsample_nearest2d, upsample_bilinear2d, col2im: derivatives and dispatch tables.
#include "engine/backends/iterate/resampling.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/backends/iterate/columns.h"
#include "engine/core/memory/allocate.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/small_sizes.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/kernels/register.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/neural.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/shape.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// Returns the positions as an index tensor on the device of `indexed`. A meta tensor gets no elements.
at::Tensor index_of(const std::vector<std::int64_t>& places, const at::Tensor& indexed) {
  const at::Tensor index = empty(static_cast<std::int64_t>(places.size()), c10::kLong, host_of(indexed.device()));
  if (!index.is_meta()) std::copy(places.begin(), places.end(), static_cast<std::int64_t*>(index.data_ptr()));
  return placed(index, indexed.device());
}

// The arguments of an upsampling call. Only the sizes of the input are saved.
struct Upsampled {
  SmallSizes sizes;
  SmallSizes places;
  std::vector<double> scales;

  void keep(const at::Tensor& self, c10::OptionalIntArrayRef output_size,
            const c10::optional<c10::ArrayRef<double>>& scale_factors) {
    sizes = self.sizes();
    if (scale_factors.has_value()) scales.assign(scale_factors->begin(), scale_factors->end());
    if (output_size.has_value()) places = *output_size;
  }
  std::optional<double> scale(std::size_t d) const {
    return scales.empty() ? std::nullopt : std::optional<double>(scales[d]);
  }
  std::vector<std::int64_t> sizes_before(const at::Tensor& gradient, std::size_t d) const {
    std::vector<std::int64_t> out = gradient.sizes().vec();
    out[2 + d] = sizes[2 + d];
    return out;
  }
};

// Every input element gets the sum of the gradients at the output positions to which it was copied.
struct NearestDerivative : Differentiable {
  static constexpr const char* name = "UpsampleNearest2DBackward1";
  Upsampled call;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::OptionalIntArrayRef output_size,
            c10::optional<c10::ArrayRef<double>> scale_factors) {
    call.keep(self, output_size, scale_factors);
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    at::Tensor out = b.gradient();
    for (std::size_t d = 0; d < 2; ++d) {
      const auto dim = static_cast<std::int64_t>(2 + d);
      const backends::Resampling from = backends::nearest_elements(call.sizes[2 + d], out.size(dim), call.scale(d));
      out = index_added(call.sizes_before(out, d), dim, index_of(from.first, out), out);
    }
    b.out(0) = out;
  }
};

// Both neighbours of an output position get their share of its gradient, in each dimension.
struct BilinearDerivative : Differentiable {
  static constexpr const char* name = "UpsampleBilinear2DBackward1";
  Upsampled call;
  bool align_corners = false;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::OptionalIntArrayRef output_size, bool aligned,
            c10::optional<c10::ArrayRef<double>> scale_factors) {
    call.keep(self, output_size, scale_factors);
    align_corners = aligned;
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    at::Tensor out = b.gradient();
    for (std::size_t d = 0; d < 2; ++d) {
      const auto dim = static_cast<std::int64_t>(2 + d);
      const backends::Resampling from =
          out.scalar_type() == c10::kDouble
              ? backends::elements_around<double>(call.sizes[2 + d], out.size(dim), call.scale(d), align_corners)
              : backends::elements_around<float>(call.sizes[2 + d], out.size(dim), call.scale(d), align_corners);
      const std::vector<std::int64_t> sizes = call.sizes_before(out, d);
      const at::Tensor right = share(from.share, d, out, false);
      const at::Tensor left = share(from.share, d, out, true);
      out = add(index_added(sizes, dim, index_of(from.first, out), mul(out, left)),
                index_added(sizes, dim, index_of(from.second, out), mul(out, right)));
    }
    b.out(0) = out;
  }

 private:
  // Returns the shares as a tensor that broadcasts along dimension d. With `rest` it contains one minus each share.
  static at::Tensor share(const std::vector<double>& shares, std::size_t d, const at::Tensor& of, bool rest) {
    const auto count = static_cast<std::int64_t>(shares.size());
    const std::vector<std::int64_t> sizes = d == 0 ? std::vector<std::int64_t>{count, 1} : std::vector{count};
    const at::Tensor out = empty(sizes, c10::kDouble, host_of(of.device()));
    if (!out.is_meta())
      std::transform(shares.begin(), shares.end(), static_cast<double*>(out.data_ptr()),
                     [rest](double one) { return rest ? 1 - one : one; });
    return engine::call<operators::_to_copy>(placed(out, of.device()), of.scalar_type(), c10::nullopt, c10::nullopt,
                                             c10::nullopt, false, c10::nullopt);
  }
};

// Each element of a window gets the gradient of the image element to which it was added.
struct Col2ImDerivative : Differentiable {
  static constexpr const char* name = "Col2ImBackward0";
  backends::PlaneWindow window;
  SmallSizes sizes;
  void save(Saver& /*nothing*/, const at::Tensor& self, c10::IntArrayRef output_size, c10::IntArrayRef kernel_size,
            c10::IntArrayRef dilation, c10::IntArrayRef padding, c10::IntArrayRef stride) {
    sizes = self.sizes();
    for (const c10::IntArrayRef list : {output_size, kernel_size, dilation, padding, stride})
      if (list.size() != 2) return;
    window = {output_size, kernel_size, dilation, padding, stride};
  }
  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor gradient = b.gradient();
    const std::int64_t plane = window.image[0] * window.image[1];
    const std::int64_t planes = gradient.numel() / plane;
    // A zero is appended to each plane. Window elements outside of the image refer to this zero.
    const std::vector<std::int64_t> one_more{0, 1};
    const at::Tensor beside =
        call<operators::constant_pad_nd>(reshape(gradient, {planes, plane}), c10::IntArrayRef(one_more), 0);
    b.out(0) = reshape(call<operators::index_select>(beside, 1, index_of(window.elements(), beside)), sizes);
  }
};

}  // namespace

MODECHECK_REGISTER_WITH(NearestDerivative, upsample_nearest2d_vec)
MODECHECK_REGISTER_WITH(BilinearDerivative, upsample_bilinear2d_vec)
MODECHECK_REGISTER_WITH(Col2ImDerivative, col2im)
MODECHECK_REGISTER(col2im_out)

}  // namespace modecheck::engine
