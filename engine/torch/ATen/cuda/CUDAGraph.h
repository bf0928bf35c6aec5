// Work of the CUDA device that is done again.
#pragma once

#include "engine/backends/cuda/runtime/cuda_graph.h"
