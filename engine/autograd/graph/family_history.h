// The shared history of a family, that is of a base and its views.
#pragma once

#include "engine/autograd/graph/geometry.h"
#include "engine/autograd/graph/node.h"

namespace modecheck::engine {

// `edge` receives the gradient of all elements of the family, in the form that `geometry` describes.
struct FamilyHistory {
  Geometry geometry;
  Edge edge;
  // True if a recorded write made this history, so that `edge` belongs to the present values. False if an in-place view
  // operator on the base was recorded later.
  bool is_latest = false;
};

}  // namespace modecheck::engine
