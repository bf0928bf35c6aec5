// Windows over images on the device: what the kernels of convolution, pooling and col2im call for tensors that are
// there, after their checks. All tensors are dense.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/libraries/dnn.h"
#include "engine/backends/iterate/pooling_share.h"
#include "engine/backends/iterate/window.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// The windows' contents over `channels` channels of an image, which begins at element `first` of `images`, become the
// columns of a matrix. The other way round what the columns hold is added up in the image.
void gather_windows(const backends::Window& window, std::int64_t channels, const at::Tensor& images, std::int64_t first,
                    const at::Tensor& columns);
void scatter_windows(const backends::Window& window, std::int64_t channels, const at::Tensor& columns,
                     const at::Tensor& images, std::int64_t first);
// Whether the device is a GPU that has cuDNN, and that may take such a convolution.
bool may_convolve(const Dnn::Convolution& call);
// The convolution by cuDNN, with addresses and precision of the tensors. False: cuDNN refused it, and nothing was
// given.
bool convolve(Dnn::Convolution call, const at::Tensor& first, const at::Tensor& second, const at::Tensor& out);
// A number for each of the channels, which are dimension 1.
void add_to_channels(const at::Tensor& images, const at::Tensor& numbers);

void pool_maxima(const backends::Window& window, const at::Tensor& images, const at::Tensor& maxima,
                 const at::Tensor& places);
// The places are elements of the image.
void spread_maxima(const backends::Window& window, const at::Tensor& gradients, const at::Tensor& places,
                   const at::Tensor& images);
void pool_means(const backends::Window& window, const backends::PoolingRule& rule, const at::Tensor& images,
                const at::Tensor& means);
void pool_shares(const backends::Window& window, const backends::PoolingRule& rule, const at::Tensor& gradients,
                 const at::Tensor& images);

}  // namespace modecheck::engine::cuda
