// What libtorch may be built with, and this is not. Not part of what <torch/torch.h> includes.
#pragma once

#define AT_MKL_ENABLED() 0
#define AT_MKLDNN_ENABLED() 0
#define AT_CUDNN_ENABLED() 0
