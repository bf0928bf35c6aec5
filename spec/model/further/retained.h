// retain_grad (S7): a tensor that is no leaf keeps its gradient, too.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec {

void retain_grad(ModelState& m, TensorId self);
// A tensor that retains its gradient does so with its new grad_fn: what it was before is forgotten.
void move_retained(ModelState& m, TensorId id);
// A write to a view also gives its base a new grad_fn.
void move_retained_of_write(ModelState& m, TensorId written);
// A backward has computed the gradients that arrive at a node.
void fire_retained(ModelState& m, NodeId node, const Sweep& sweep);

}  // namespace modecheck::spec
