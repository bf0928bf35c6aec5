// A Candidate is the tensor of a register that may become an argument. It holds the metadata that the model has for the
// tensor, in a form that is quick to compare.
#pragma once

#include <cstdint>

#include "properties/generate/shape.h"
#include "spec/model/queries.h"
#include "spec/program/dtype.h"

namespace modecheck::properties {

struct Candidate {
  Candidate() = default;
  explicit Candidate(const spec::HeldTensor& held);

  Shape shape;
  std::uint32_t id = 0;  // the tensor's number; registers that hold the same tensor have the same number
  std::uint32_t storage = 0;
  std::uint32_t storage_bytes = 0;
  spec::DType dtype = spec::DType::Float32;
  bool requires_grad = false;
  bool leaf = true;
  bool inference = false;
  bool view = false;     // whether the tensor is a view that autograd tracks
  bool fixed = false;    // whether the tensor is a tracked view whose creation meta forbids recorded writes
  bool of_leaf = false;  // whether the tensor is a tracked view of a leaf that requires grad
  bool stale = false;    // whether the view's grad_fn must be regenerated although its creation meta forbids that (W5)
  bool has_grad = false;
  bool contiguous = true;
  bool overlapping = false;  // whether a dimension was expanded, so that indices share elements
  bool on_host = false;      // whether the tensor is on the host in a program for a device

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

}  // namespace modecheck::properties
