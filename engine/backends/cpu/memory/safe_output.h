// Where a kernel writes if the result may share memory with the inputs, or with itself. Certain overlap is rejected by
// the checks; possible overlap is allowed. The result must then not depend on the order in which elements are visited.
// It is therefore computed in a separate tensor, and copied at the end in row-major order.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// Returns true if element i of `input` may be overwritten before it is read. The kernel writes element i of `out` after
// it has read element i of `input`.
bool may_clobber(const at::Tensor& out, const at::Tensor& input);
// Returns true if two elements of `out` may share memory.
bool may_overlap_itself(const at::Tensor& out);

// Returns `input` with its current geometry, even if it is `out` itself and is resized before it is read.
at::Tensor kept_geometry(const at::Tensor& input, const at::Tensor& out);

class SafeOutput {
 public:
  // With `apart`, target() is a separate tensor.
  SafeOutput(const at::Tensor& out, bool apart);
  const at::Tensor& target() const { return apart_.defined() ? apart_ : out_; }
  // Copies the result to `out`. Call once, after everything is computed.
  void finish();

 private:
  const at::Tensor& out_;
  at::Tensor apart_;
};

}  // namespace modecheck::engine::backends
