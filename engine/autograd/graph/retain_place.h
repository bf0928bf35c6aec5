// The node in the graph at which a tensor's gradient is retained or its hooks run.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/autograd/graph/node.h"
#include "engine/autograd/graph/node_hooks.h"

namespace modecheck::engine {

// Names an input of a node. `reindex` converts the gradient that arrives there to the tensor's present geometry, and is
// null if the geometry is the same. `beyond` names a second node, which receives the gradient of elements that the
// first node does not cover. `runs_before_node` is set in `beyond` if that second node always runs before the first.
struct RetainPlace {
  NodePtr node;
  std::uint32_t output_nr;
  std::shared_ptr<const Reindex> reindex;
  std::shared_ptr<const RetainPlace> beyond = nullptr;
  bool runs_before_node = false;
};

}  // namespace modecheck::engine
