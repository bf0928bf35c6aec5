// retain_grad (rule S7): with it, a non-leaf tensor keeps its gradient, too.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void retain_grad(ModelState& m, TensorId self);
// Moves the retained gradient of a tensor to its new grad_fn. The gradient of its former value is no longer retained.
void move_retained(ModelState& m, TensorId id);
// Calls move_retained after a write, which also gives the base of a view a new grad_fn.
void move_retained_of_write(ModelState& m, TensorId written);
// Stores the retained gradients of a node, once backward has computed the gradients that arrive at the node.
void fire_retained(ModelState& m, NodeId node, const Sweep& sweep);

}  // namespace modecheck::spec
