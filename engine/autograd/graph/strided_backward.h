// Gradients through strided views: of as_strided itself, and of every stale view, which is recomputed as one (W5).
#pragma once

#include "engine/autograd/graph/family_history.h"
#include "engine/autograd/graph/node.h"

namespace modecheck::engine {

// The gradient of `input` (by its storage) given that of `output`, a strided view of the same storage. Elements that
// several indices of `output` name receive the sum; the gradient of an element that several indices of `input` name is
// shared out among them.
at::Tensor strided_backward(const at::Tensor& gradient, const Geometry& input, const Geometry& output);

// What of the gradient of `output` goes to elements of `family` that `input` does not name.
at::Tensor strided_backward_beyond(const at::Tensor& gradient, const Geometry& family, const Geometry& input,
                                   const Geometry& output);

// The node of a view that is regenerated from its base (W5). `family`: where the gradient of elements goes that the
// base does not name any more, if it has left out some; nullptr if it has not.
NodePtr make_view_backward(const Geometry& base, const at::Tensor& view, Edge base_edge, const FamilyHistory* family);

// The node of a view `output` of `input`, as if it had been made by as_strided.
NodePtr make_strided_backward(const Geometry& input, const at::Tensor& output, Edge input_edge);
// The same with an `output` that no tensor has; its gradients are like `like` otherwise.
NodePtr make_strided_backward(const Geometry& input, const Geometry& output, const at::Tensor& like, Edge input_edge);

}  // namespace modecheck::engine
