// Sets a tensor's tangent after a write to the tensor. Every step that can fail happens in the constructor, before any
// byte changes (rule E1).
#pragma once

#include <memory>

#include "engine/autograd/graph/forward_grad.h"

namespace modecheck::engine {

class StagedTangent {
 public:
  // Prepares to set the tangent of `tensor`, which must outlive this object and keep its sizes and strides. An
  // undefined tangent removes the present one.
  StagedTangent(const at::Tensor& tensor, at::Tensor tangent);
  // Sets the tangent. Called after the bytes have been written and the version has been bumped.
  void commit() noexcept;

 private:
  const at::Tensor& tensor_;
  std::unique_ptr<Tangent> tangent_;
};

}  // namespace modecheck::engine
