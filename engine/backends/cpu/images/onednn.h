// Convolutions by an installed oneDNN, loaded for the first large convolution. oneDNN is optional: without the library,
// or if the project was built without its headers, convolution.cpp does everything.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/images/window.h"

namespace modecheck::engine::backends {

// A convolution, not transposed, of contiguous float32 tensors: input [batch, channels_in, image...], weight
// [channels_out, channels_in / groups, kernel...], bias [channels_out] or null, out [batch, channels_out, places...].
struct DnnConvolution {
  Window window;
  int rank = 0;  // number of spatial dimensions: 1 to 3
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
  // Null if there is no oneDNN. MODECHECK_ONEDNN names another file than libdnnl.so.2; "none" loads none.
  static const OneDnn* find();

  // Returns false, with `out` still undefined, if oneDNN refuses; the caller then convolves itself. Raises OutOfMemory
  // if an allocation fails. If there are enough images, each of the engine's threads convolves its own images and
  // oneDNN runs single-threaded. oneDNN's own threads would spin while they wait, and compete with all other threads
  // for processors.
  bool convolve(const DnnConvolution& call) const;

 private:
  struct Library;
  class Call;
  bool load();
  bool convolve(const DnnConvolution& call, int threads) const;

  const Library* library_ = nullptr;
};

}  // namespace modecheck::engine::backends
