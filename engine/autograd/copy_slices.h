// The history of a base after a recorded write to one of its views (W4).
#pragma once

#include "engine/autograd/node.h"

namespace modecheck::engine {

// `node` recorded the write to `view`; `base_edge` is the base's history until then.
NodePtr make_copy_slices(const at::Tensor& base, const at::Tensor& view, Edge base_edge, NodePtr node);

}  // namespace modecheck::engine
