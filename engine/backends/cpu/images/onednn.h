// Computes convolutions by an installed oneDNN, which is loaded for the first large convolution. oneDNN is optional.
// Without the library, or if the project was built without its headers, convolution.cpp computes all convolutions.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/images/window.h"

namespace modecheck::engine::backends {

// A convolution (not transposed) of contiguous float32 tensors. `input` is [batch, channels_in, image...] and `weight`
// is [channels_out, channels_in / groups, kernel...]. `bias` is [channels_out] or null. `out` is [batch, channels_out,
// window positions...].
struct DnnConvolution {
  Window window;
  int rank = 0;  // the number of spatial dimensions, 1 to 3
  std::int64_t batch = 1;
  std::int64_t groups = 1;
  std::int64_t channels_in = 0;
  std::int64_t channels_out = 0;
  const float* input = nullptr;
  const float* weight = nullptr;
  const float* bias = nullptr;
  float* out = nullptr;
};

class OneDnn {
 public:
  // Returns the installed oneDNN, or null if there is none. MODECHECK_ONEDNN names another file than libdnnl.so.2. With
  // the value "none" no file is loaded.
  static const OneDnn* find();

  // Computes the convolution. Returns false, with `out` still undefined, if oneDNN cannot do it. The caller then
  // computes the convolution itself. Raises OutOfMemory if an allocation fails. If there are enough images, each of the
  // engine's threads convolves its own images and oneDNN runs single-threaded. oneDNN's own threads would spin while
  // they wait, and would compete with all other threads for processors.
  bool convolve(const DnnConvolution& call) const;

 private:
  struct Library;
  class Call;
  bool load();
  bool convolve(const DnnConvolution& call, int threads) const;

  const Library* library_ = nullptr;
};

}  // namespace modecheck::engine::backends
