// Gradients through strided views: of as_strided itself, and of every stale view, which is recomputed as one (W5).
#pragma once

#include "engine/autograd/geometry.h"
#include "engine/autograd/node.h"

namespace modecheck::engine {

// The gradient of `input` (by its storage) given that of `output`, a strided view of the same storage. Elements that
// several indices of `output` name receive the sum; the gradient of an element that several indices of `input` name is
// shared out among them.
at::Tensor strided_backward(const at::Tensor& gradient, const Geometry& input, const Geometry& output);

// The node of a view `output` of `input`, as if it had been made by as_strided.
NodePtr make_strided_backward(const Geometry& input, const at::Tensor& output, Edge input_edge);

}  // namespace modecheck::engine
