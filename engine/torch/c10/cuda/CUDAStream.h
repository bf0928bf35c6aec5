// Streams of the CUDA device.
#pragma once

#include "engine/backends/cuda/cuda_stream.h"
