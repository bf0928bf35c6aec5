// The history of every element that a base and its views share.
#pragma once

#include "engine/autograd/graph/geometry.h"
#include "engine/autograd/graph/node.h"

namespace modecheck::engine {

// Where the gradient of these elements goes, and the geometry in which it is expected there.
struct FamilyHistory {
  Geometry geometry;
  Edge edge;
  // A recorded write made it: the edge is that of the present values. Otherwise the base's own node came after it.
  bool is_latest = false;
};

}  // namespace modecheck::engine
