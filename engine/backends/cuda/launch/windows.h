// Launches the kernels for sliding windows on the CUDA device. The CPU backend's kernels of convolution, pooling and
// col2im call these functions for device tensors, after they have checked the arguments. All tensors are contiguous.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/libraries/dnn.h"
#include "engine/backends/iterate/pooling_share.h"
#include "engine/backends/iterate/window.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// gather_windows (im2col) writes the contents of the windows as columns of a matrix. It reads `channels` channels of
// the image that begins at element `first` of `images`. scatter_windows (col2im) adds the columns to the elements of
// the image.
void gather_windows(const backends::Window& window, std::int64_t channels, const at::Tensor& images, std::int64_t first,
                    const at::Tensor& columns);
void scatter_windows(const backends::Window& window, std::int64_t channels, const at::Tensor& columns,
                     const at::Tensor& images, std::int64_t first);
// Returns true if the device is a GPU with cuDNN, and cuDNN may be able to compute the convolution.
bool may_convolve(const Dnn::Convolution& call);
// Computes a convolution by cuDNN. `call` may lack the tensors' addresses and dtype, which the function fills in.
// Returns false if cuDNN refused the call. In that case the stream has received no work.
bool convolve(Dnn::Convolution call, const at::Tensor& first, const at::Tensor& second, const at::Tensor& out);
// convolution: adds the bias of its channel to each element. Channels are dimension 1.
void add_to_channels(const at::Tensor& images, const at::Tensor& numbers);

void pool_maxima(const backends::Window& window, const at::Tensor& images, const at::Tensor& maxima,
                 const at::Tensor& places);
// The backward of max pooling. `places` holds the positions of the maxima within each image.
void spread_maxima(const backends::Window& window, const at::Tensor& gradients, const at::Tensor& places,
                   const at::Tensor& images);
void pool_means(const backends::Window& window, const backends::PoolingRule& rule, const at::Tensor& images,
                const at::Tensor& means);
void pool_shares(const backends::Window& window, const backends::PoolingRule& rule, const at::Tensor& gradients,
                 const at::Tensor& images);

}  // namespace modecheck::engine::cuda
