// Defines libtorch's macros for optional libraries, all of which are turned off. <torch/torch.h> does not include this
// header.
#pragma once

#define AT_MKL_ENABLED() 0
#define AT_MKLDNN_ENABLED() 0
#define AT_CUDNN_ENABLED() 0
