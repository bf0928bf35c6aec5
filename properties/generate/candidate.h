// The tensor of a register, as one that may become an argument: what the model knows about it, in a form that is quick
// to compare.
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
  std::uint32_t id = 0;  // registers that hold one tensor have one id
  std::uint32_t storage = 0;
  std::uint32_t storage_bytes = 0;
  spec::DType dtype = spec::DType::Float32;
  bool requires_grad = false;
  bool leaf = true;
  bool inference = false;
  bool view = false;     // tracked
  bool fixed = false;    // a tracked view that may not be written where that is recorded
  bool of_leaf = false;  // a tracked view of a leaf that requires grad
  bool stale = false;    // a fixed view that was written since
  bool has_grad = false;
  bool contiguous = true;
  bool overlapping = false;  // expanded
  bool on_host = false;      // though others are on a device

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

}  // namespace modecheck::properties
