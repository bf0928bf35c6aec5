// Defines a macro for functions that CPU and GPU kernels share: nvcc compiles such a function for both. For other
// compilers the macro is empty.
#pragma once

#if defined(__CUDACC__)
#define MODECHECK_HOST_DEVICE __host__ __device__
#else
#define MODECHECK_HOST_DEVICE
#endif
