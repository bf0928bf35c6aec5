// Computes gradients through strided views: for as_strided itself, and for views whose base was written since, which
// are recomputed as strided views (rule W5).
#pragma once

#include "engine/autograd/graph/family_history.h"
#include "engine/autograd/graph/node.h"

namespace modecheck::engine {

// Returns the gradient of `input`, given the gradient of `output`, which is a strided view of the same storage. An
// element that several indices of `output` address receives the sum of their gradients. If several indices of `input`
// address an element, its gradient is divided among them.
at::Tensor strided_backward(const at::Tensor& gradient, const Geometry& input, const Geometry& output);

// Returns the part of the gradient of `output` that belongs to elements of `family` outside of `input`. `family` is the
// geometry of all elements of a base and its views.
at::Tensor strided_backward_beyond(const at::Tensor& gradient, const Geometry& family, const Geometry& input,
                                   const Geometry& output);

// Makes the node of a view that is regenerated because its base was written (rule W5). If the base leaves out elements
// of its family (the base and its views), `family` is the history that receives their gradient. Otherwise `family` is
// nullptr.
NodePtr make_view_backward(const Geometry& base, const at::Tensor& view, const Geometry& of_view, Edge base_edge,
                           const FamilyHistory* family);

// Makes the node of `output` as a view of `input`, as if as_strided had created it.
NodePtr make_strided_backward(const Geometry& input, const at::Tensor& output, Edge input_edge);
// Makes the node of a view with geometry `output` as if as_strided had created it from `input`, without an output
// tensor. The gradients have the dtype and device of `like`.
NodePtr make_strided_backward(const Geometry& input, const Geometry& output, const at::Tensor& like, Edge input_edge);

}  // namespace modecheck::engine
