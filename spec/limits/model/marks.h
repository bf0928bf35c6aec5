// Marks on the model's storages, tensors and nodes. They serve only to find the commands for which the specification
// promises no result. No rule depends on the marks.
#pragma once

#include <cstdint>

#include "spec/interface/effect.h"

namespace modecheck::spec {

struct StorageMarks {
  bool touched_through_sanctioned_hole = false;  // rule H: the storage was written or aliased through a sanctioned hole
  bool two_histories = false;  // rule H: aliases of the storage have separate histories, because views were not tracked
  bool unpredictable = false;  // rule S3 does not promise the storage's bytes
};

struct TensorMarks {
  bool other_dtype = false;  // a view between the base and this view changes the dtype
  bool exchanged = false;    // rule H: set_ or set_data gave other elements to the tensor, or to the source of the view
  // the tensor's geometry when its grad_fn was set; a node stores only the geometry of output 0
  Geometry recorded{};
};

struct NodeMarks {
  bool through_sanctioned_hole = false;           // rule H: the output got other elements, or is an untracked view
  bool reshaped_through_sanctioned_hole = false;  // rule H: the node's output has other sizes or another dtype now
  bool wrote_shared_places = false;               // the node recorded a write to elements that share memory
};

}  // namespace modecheck::spec
