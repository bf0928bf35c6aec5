// Where a kernel writes when the result may share memory with what it still has to read, or with itself.
//
// What is certain to overlap is rejected by the checks; what is merely possible is let through, and then the result
// must not depend on the order in which elements are visited: it is computed apart and written at the end, element by
// element in row-major order.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// True if element i of `input` may be overwritten before it is read, when element i of `out` is written after element i
// of `input` was read.
bool may_clobber(const at::Tensor& out, const at::Tensor& input);
// True if two elements of `out` may share a place.
bool may_overlap_itself(const at::Tensor& out);

// `input` as it is now, even if it is `out` itself and gets other sizes before it is read.
at::Tensor kept_geometry(const at::Tensor& input, const at::Tensor& out);

class SafeOutput {
 public:
  // `apart`: compute apart.
  SafeOutput(const at::Tensor& out, bool apart);
  const at::Tensor& target() const { return apart_.defined() ? apart_ : out_; }
  // Moves the result to `out`; call once, when everything is computed.
  void finish();

 private:
  const at::Tensor& out_;
  at::Tensor apart_;
};

}  // namespace modecheck::engine::backends
