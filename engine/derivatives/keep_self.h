// What an operator and its in-place form, which share a derivative, keep of their first argument.
#pragma once

#include "engine/dispatch/facts.h"
#include "engine/kernels/derivative.h"

namespace modecheck::engine {

// The in-place form overwrites it, and keeps a copy.
template <typename Op>
void keep_self(Saver& saver, SavedTensor& saved, const at::Tensor& self) {
  if constexpr (kind_of<Op> == OperatorKind::InPlace)
    saver.overwritten(saved, self);
  else
    saver.input(saved, self);
}

}  // namespace modecheck::engine
