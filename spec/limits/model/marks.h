// Marks that the model keeps only to know what cannot be judged. No rule decides by them.
#pragma once

#include <cstdint>

#include "spec/interface/effect.h"

namespace modecheck::spec {

struct StorageMarks {
  bool touched_through_hole = false;  // H: written or aliased where nothing is promised
  bool two_histories = false;         // H: its aliases have histories of their own, because tracking was off
  bool unpredictable = false;         // its bytes follow from something that S3 does not promise
};

struct TensorMarks {
  bool other_dtype = false;  // a view of another dtype stands on the way from the base to this view
  bool exchanged = false;    // H: it, or the view it is a view of, got the elements of another tensor
  Geometry recorded{};       // its own when its grad_fn was set; a node remembers only its first output's
};

struct NodeMarks {
  bool through_hole = false;           // what it stands for was exchanged, or is not tracked
  bool reshaped_through_hole = false;  // ... and has other sizes now
  bool wrote_shared_places = false;    // it is of a write to elements that share places in memory
  std::uint8_t zero_gradient = 0;      // the results, bit 0 for the first, from which only zeros flow back
};

}  // namespace modecheck::spec
