// Where the order to retain a tensor's gradient is.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/autograd/graph/node.h"
#include "engine/autograd/graph/node_hooks.h"

namespace modecheck::engine {

// An input of a node. `reindex`: see TensorHook. `beyond`: where the gradient of elements arrives that the node does
// not know.
struct RetainPlace {
  NodePtr node;
  std::uint32_t output_nr;
  std::shared_ptr<const Reindex> reindex;
  std::shared_ptr<const RetainPlace> beyond = nullptr;
};

}  // namespace modecheck::engine
