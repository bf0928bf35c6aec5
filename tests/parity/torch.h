// What the programs here use of either library's headers. <torch/torch.h> would bring libtorch's layers, optimisers and
// loaders of data as well, which cost every unit seconds.
#pragma once

#include <ATen/ATen.h>
#include <torch/types.h>

// libtorch's <torch/fft.h> needs the above before it.
#include <torch/autograd.h>
#include <torch/cuda.h>
#include <torch/expanding_array.h>
#include <torch/fft.h>
#include <torch/library.h>
#include <torch/special.h>
#include <torch/utils.h>
