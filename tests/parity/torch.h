// Includes the headers that these programs need, from our library or from libtorch. <torch/torch.h> would also include
// libtorch's layers, optimisers and data loaders, which cost each translation unit seconds.
#pragma once

#include <ATen/ATen.h>
#include <torch/types.h>

// libtorch's <torch/fft.h> needs the headers above to be included before it.
#include <torch/autograd.h>
#include <torch/cuda.h>
#include <torch/expanding_array.h>
#include <torch/fft.h>
#include <torch/library.h>
#include <torch/special.h>
#include <torch/utils.h>
