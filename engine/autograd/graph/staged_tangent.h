// A tensor's tangent after a write. Whatever can fail does so when it is staged, before a byte has changed (E1).
#pragma once

#include <memory>

#include "engine/autograd/graph/forward_grad.h"

namespace modecheck::engine {

class StagedTangent {
 public:
  // `tensor`, which outlives this, keeps its sizes and strides. An undefined tangent takes the present one away.
  StagedTangent(const at::Tensor& tensor, at::Tensor tangent);
  // The bytes have been written, and the version says so.
  void commit() noexcept;

 private:
  const at::Tensor& tensor_;
  std::unique_ptr<Tangent> tangent_;
};

}  // namespace modecheck::engine
