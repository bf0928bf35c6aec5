// Declares at::cuda::CUDAGraph, which records device work and replays it.
#pragma once

#include "engine/backends/cuda/runtime/cuda_graph.h"
