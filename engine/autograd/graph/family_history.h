// The shared history of a family. A family is a base together with its views.
#pragma once

#include "engine/autograd/graph/geometry.h"
#include "engine/autograd/graph/node.h"

namespace modecheck::engine {

// The history of all elements of a family, that is of a base and its views. `edge` receives their gradient in the form
// that `geometry` describes.
struct FamilyHistory {
  Geometry geometry;
  Edge edge;
  // True if a recorded write made this history, so that `edge` belongs to the present values. False if an in-place view
  // operator on the base was recorded after the write.
  bool is_latest = false;
};

}  // namespace modecheck::engine
