// Saves the first argument for a derivative that an operator shares with its in-place form.
#pragma once

#include "engine/dispatch/facts.h"
#include "engine/kernels/derivative.h"

namespace modecheck::engine {

// The in-place form saves a copy, because it overwrites the argument.
template <typename Op>
void keep_self(Saver& saver, SavedTensor& saved, const at::Tensor& self) {
  if constexpr (kind_of<Op> == OperatorKind::InPlace)
    saver.overwritten(saved, self);
  else
    saver.input(saved, self);
}

}  // namespace modecheck::engine
