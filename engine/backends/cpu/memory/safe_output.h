// Defines SafeOutput: the tensor to which a kernel writes if its result may share memory with the inputs, or with
// itself. The checks of arguments reject an overlap only if it is certain. If an overlap is only possible, the result
// must not depend on the order in which elements are visited. SafeOutput therefore provides a separate tensor for the
// result, and copies the result to `out` at the end in row-major order.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// Returns true if a write to `out` may overwrite an element of `input` that is still to be read. The kernel writes
// element i of `out` after it has read element i of `input`.
bool may_clobber(const at::Tensor& out, const at::Tensor& input);
// Returns true if two elements of `out` may share memory.
bool may_overlap_itself(const at::Tensor& out);

// Returns `input` with the sizes and strides that it has now. This matters if `input` is `out` itself, and `out` is
// resized before `input` is read.
at::Tensor kept_geometry(const at::Tensor& input, const at::Tensor& out);

class SafeOutput {
 public:
  // If `apart`, target() is a separate tensor. Otherwise target() is `out`.
  SafeOutput(const at::Tensor& out, bool apart);
  const at::Tensor& target() const { return apart_.defined() ? apart_ : out_; }
  // Copies the result to `out`. Call once, after the kernel has written target().
  void finish();

 private:
  const at::Tensor& out_;
  at::Tensor apart_;
};

}  // namespace modecheck::engine::backends
