// Convolutions of an installed oneDNN, loaded when the first large convolution is asked for. Nothing needs it: where
// there is none, or where the project was built without its headers, the products of convolution.cpp do everything.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/images/window.h"

namespace modecheck::engine::backends {

// A convolution that is not transposed, of contiguous float32 tensors: input [batch, channels_in, image...], weight
// [channels_out, channels_in / groups, kernel...], bias [channels_out] or null, out [batch, channels_out, places...].
struct DnnConvolution {
  Window window;
  int rank = 0;  // how many dimensions of the window there are: 1 to 3
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

  // False, with `out` as undefined as it was, if oneDNN will not do it: the caller has its own way. Raises
  // OutOfMemory as any allocation does. Where there are images for every thread, each thread does its own with what
  // would be one of oneDNN's: those wait in a loop for what comes next, and whatever else has threads shares their
  // processors with them meanwhile.
  bool convolve(const DnnConvolution& call) const;

 private:
  struct Library;
  bool load();
  bool convolve(const DnnConvolution& call, int threads) const;

  const Library* library_ = nullptr;
};

}  // namespace modecheck::engine::backends
