// A Candidate is the tensor of a register that may become an argument. It holds the metadata that the model has for the
// tensor, in a form that is quick to compare.
#pragma once

#include <cstdint>

#include "properties/generate/shape.h"
#include "spec/interface/observation.h"
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
  bool view = false;                                                // whether the tensor is a view that autograd tracks
  spec::CreationMeta creation_meta = spec::CreationMeta::NotAView;  // how the tracked view was made
  bool fixed = false;    // whether the tensor is a tracked view whose creation meta forbids recorded writes
  bool of_leaf = false;  // whether the tensor is a tracked view of a leaf that requires grad
  bool stale = false;    // whether the view's grad_fn must be regenerated although its creation meta forbids that (W5)
  bool has_grad = false;
  bool contiguous = true;
  bool overlapping = false;  // whether a dimension was expanded, so that indices share elements
  bool on_host = false;      // whether the tensor is on the host in a program for a device

  // Returns the kind of the tensor, by which rules treat it, as a number below kKinds: whether it is an inference
  // tensor, how autograd tracks it as a view, whether it requires grad, and whether it is a leaf.
  int kind() const {
    const int grad = !requires_grad ? 0 : leaf ? 1 : 2;
    return ((inference ? kViewKinds : 0) + static_cast<int>(creation_meta) + 1) * 3 + grad;
  }
  static constexpr int kViewKinds = 6;  // no view that autograd tracks, or one with one of five creation metas
  static constexpr int kKinds = 2 * kViewKinds * 3;

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

}  // namespace modecheck::properties
