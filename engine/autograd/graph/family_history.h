// The shared history of a family. A family is a base together with its views.
#pragma once

#include "engine/autograd/graph/geometry.h"
#include "engine/autograd/graph/node.h"

namespace modecheck::engine {

// The history of all elements of a family, that is of a base and its views. `edge` receives the gradient of these
// elements as a tensor with the sizes of `geometry`, which says where each element is stored.
struct FamilyHistory {
  Geometry geometry;
  Edge edge;
  // True if the last recorded change of the family was a write. The gradient at `edge` is then the gradient of the
  // present values. False if an in-place view operator on the base was recorded after the write.
  bool is_latest = false;
};

}  // namespace modecheck::engine
