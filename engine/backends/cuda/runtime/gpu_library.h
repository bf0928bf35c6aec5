// The interface of libmodecheck_gpu, the part of the CUDA backend that needs a CUDA toolkit to be built. It is a
// library of its own, loaded when a program first looks for a GPU. All other code builds and runs without a toolkit.
// The CUDA runtime is linked into that library statically, so that it also runs on a machine that has a driver and no
// toolkit.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/runtime/runtime.h"

namespace modecheck::engine::cuda {

constexpr std::uint32_t kGpuAbi = 4;

enum class GpuFailure : std::uint8_t { OutOfMemory, Misuse, Driver };

extern "C" {

// A function of the engine that throws the error for a failure of the GPU. libmodecheck_gpu itself throws nothing.
using ModecheckGpuFail = void (*)(GpuFailure failure, const char* message);

struct ModecheckGpuTable {
  std::uint32_t abi;  // kGpuAbi at the time the library was built; the engine compares it with its own kGpuAbi
  // Returns the runtime of the first GPU. The library makes this runtime once. Returns nullptr if there is no GPU, and
  // says why in `why`.
  Runtime* (*runtime)(ModecheckGpuFail fail, const char** why);
  // Returns the function that launches a kernel, or nullptr, as gpu_kernel of gpu_kernels.h does. `type` is a
  // c10::ScalarType.
  Launch::OnDevice (*kernel)(const char* key, int type, int inputs);
};

using ModecheckGpuEntry = const ModecheckGpuTable* (*)();
}

constexpr const char* kGpuEntryName = "modecheck_gpu_v1";
constexpr const char* kGpuLibraryName = "libmodecheck_gpu.so";

}  // namespace modecheck::engine::cuda
