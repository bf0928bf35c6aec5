// Defines the derivatives and dispatch tables of upsample_nearest2d, upsample_bilinear2d and col2im.
#include "engine/backends/iterate/resampling.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/backends/iterate/columns.h"
#include "engine/core/memory/allocate.h"
#include "engine/derivatives/gradient.h"
#include "engine/dispatch/device_kernel.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/neural.h"
#include "spec/operators/out_variants.h"
#include "spec/operators/shape.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

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

// Nearest-neighbour upsampling copies input elements. An input element gets the sum of the gradients at the positions
// to which it was copied.
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
      out = index_added(call.sizes_before(out, d), dim, index_tensor(from.first, out), out);
    }
    b.out(0) = out;
  }
};

// In bilinear upsampling an output element is a weighted mean of its two neighbours in each dimension. Each neighbour
// gets the gradient times its weight.
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
      out = add(index_added(sizes, dim, index_tensor(from.first, out), mul(out, left)),
                index_added(sizes, dim, index_tensor(from.second, out), mul(out, right)));
    }
    b.out(0) = out;
  }

 private:
  // Returns the weights `shares` of the second neighbours as a tensor that broadcasts along dimension d. With `rest` it
  // returns the weights of the first neighbours, which are one minus these.
  static at::Tensor share(const std::vector<double>& shares, std::size_t d, const at::Tensor& of, bool rest) {
    const auto count = static_cast<std::int64_t>(shares.size());
    const std::vector<std::int64_t> sizes = d == 0 ? std::vector<std::int64_t>{count, 1} : std::vector{count};
    const at::Tensor out = empty(sizes, c10::kDouble, host_of(of.device()));
    if (out.has_bytes())
      std::transform(shares.begin(), shares.end(), static_cast<double*>(out.data_ptr()),
                     [rest](double one) { return rest ? 1 - one : one; });
    return as_type(placed(out, of.device()), of.scalar_type());
  }
};

}  // namespace

MODECHECK_REGISTER_WITH(NearestDerivative, upsample_nearest2d_vec)
MODECHECK_REGISTER_WITH(BilinearDerivative, upsample_bilinear2d_vec)

// col2im adds up the elements of overlapping windows. Each element of a window gets the gradient of the image element
// to which it was added.
MODECHECK_GRADIENT(Col2ImBackward0, (col2im), self_sizes, output_size, kernel_size, dilation, padding, stride) {
  const backends::PlaneWindow window{output_size, kernel_size, dilation, padding, stride};
  const std::int64_t plane = window.image[0] * window.image[1];
  const std::int64_t planes = g.numel() / plane;
  // A zero is appended to each plane. Window elements outside of the image refer to this zero.
  const std::vector<std::int64_t> one_more{0, 1};
  const at::Tensor beside =
      call<operators::constant_pad_nd>(reshape(g, {planes, plane}), c10::IntArrayRef(one_more), 0);
  return reshape(call<operators::index_select>(beside, 1, index_tensor(window.elements(), beside)), self_sizes);
}
MODECHECK_REGISTER(col2im_out)

}  // namespace modecheck::engine
