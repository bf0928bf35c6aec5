// The gradient of an operator that selects elements of its argument.
#pragma once

#include "engine/autograd/graph/tracks_views.h"
#include "engine/derivatives/arithmetic.h"
#include "engine/dispatch/call.h"
#include "spec/operators/copy.h"

namespace modecheck::engine::formula {

// Returns a tensor of zeros with the given sizes. `selected(zeros)` returns a view of that tensor, into which the
// gradient `g` is copied. If backward is recorded, the view is tracked whatever guards are open, so that second
// gradients reach `g` (rule S3).
template <typename Selected>
at::Tensor within_zeros(c10::IntArrayRef sizes, const at::Tensor& g, Selected&& selected) {
  const at::Tensor whole = formula::zeros(sizes, g);
  const auto write = [&] { call<operators::copy_>(selected(whole), g, false); };
  if (thread_state.grad && g.requires_grad()) {
    const TracksViews tracks_views;
    write();
  } else {
    write();
  }
  return whole;
}

}  // namespace modecheck::engine::formula
