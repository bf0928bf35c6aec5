#include "engine/backends/cuda/launch/resampling.h"

#include "engine/backends/cuda/device_code/resampling_kernels.h"
#include "engine/backends/cuda/device_code/visit_bytes.h"
#include "engine/backends/cuda/launch/range_launch.h"

namespace modecheck::engine::cuda {
namespace {

ImageSizes sizes_of(const at::Tensor& out, const at::Tensor& images) {
  return {images.sizes()[2], images.sizes()[3], out.sizes()[2], out.sizes()[3]};
}

}  // namespace

void resample_nearest(const at::Tensor& out, const at::Tensor& images, const ImageScales& scales) {
  const ImageSizes sizes = sizes_of(out, images);
  RangeLaunch launch("upsample_nearest2d");
  launch.writes(out).reads(images);
  visit_bytes(out.scalar_type(), [&]<typename T>(T /*names the type*/) {
    launch.run(NearestKernel<T>{sizes,
                                {sizes.height, sizes.rows, scales.down},
                                {sizes.width, sizes.columns, scales.across},
                                static_cast<const T*>(images.data_ptr()),
                                static_cast<T*>(out.data_ptr())},
               out.numel());
  });
}

void resample_bilinear(const at::Tensor& out, const at::Tensor& images, const ImageScales& scales, bool align_corners) {
  const ImageSizes sizes = sizes_of(out, images);
  RangeLaunch launch("upsample_bilinear2d");
  launch.writes(out).reads(images);
  const auto run = [&]<typename T>(T /*names the type*/) {
    launch.run(BilinearKernel<T>{sizes,
                                 {sizes.height, sizes.rows, scales.down, align_corners},
                                 {sizes.width, sizes.columns, scales.across, align_corners},
                                 static_cast<const T*>(images.data_ptr()),
                                 static_cast<T*>(out.data_ptr())},
               out.numel());
  };
  if (out.scalar_type() == c10::kFloat)
    run(float());
  else
    run(double());
}

}  // namespace modecheck::engine::cuda
