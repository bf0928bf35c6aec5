// Marks on the model's storages, tensors and nodes. They serve only to find the commands for which the specification
// promises no result; no rule depends on them.
#pragma once

#include <cstdint>

#include "spec/interface/effect.h"

namespace modecheck::spec {

struct StorageMarks {
  bool touched_through_sanctioned_hole = false;  // H: written or aliased through a sanctioned hole
  bool two_histories = false;  // H: its aliases have separate histories, because views were not tracked
  bool unpredictable = false;  // S3 does not promise its bytes
};

struct TensorMarks {
  bool other_dtype = false;  // a view on the path from the base to this view changes the dtype
  bool exchanged = false;    // H: the tensor, or a view that it was made from, got other elements
  Geometry recorded{};       // its geometry when grad_fn was set; a node stores only that of output 0
};

struct NodeMarks {
  bool through_sanctioned_hole = false;           // its output got other elements, or is an untracked view
  bool reshaped_through_sanctioned_hole = false;  // its output has other sizes or another dtype now
  bool wrote_shared_places = false;               // it recorded a write to elements that share memory
  std::uint8_t zero_gradient = 0;                 // results that send back only zeros; bit 0 is the first result
};

}  // namespace modecheck::spec
