// Guards of the CUDA device and of its streams.
#pragma once

#include "engine/backends/cuda/cuda_stream.h"
