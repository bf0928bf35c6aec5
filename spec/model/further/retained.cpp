#include "spec/model/further/retained.h"

#include "spec/limits/model/sanctioned_holes.h"
#include "spec/model/backward.h"
#include "spec/model/graph.h"
#include "spec/model/values.h"
#include "spec/rules/iterator.h"

namespace modecheck::spec {

void retain_grad(ModelState& m, TensorId self) {
  if (!requires_grad(m, self)) {
    m.reject(ErrorClass::RetainGradNoGrad);
    return;
  }
  if (m.tensors[self].grad_fn == 0 || m.tensors[self].retains_grad) return;  // a leaf keeps its gradient anyway
  if (!check_and_refresh(m, self)) return;
  m.cite(Rule::S7);
  const Edge edge = edge_of(m, self);
  limits::leave_reshaped(m, self, edge);
  if (m.is_unspecified()) return;
  m.tensors[self].retains_grad = true;
  m.nodes[edge.node].retained = true;
  m.retained.push_back({edge, self, take_snapshot(m, self)});
}

void move_retained(ModelState& m, TensorId id) {
  if (!m.tensors[id].retains_grad) return;
  for (RetainedGradient& retained : m.retained) {
    if (retained.tensor != id) continue;
    m.cite(Rule::S7);
    retained.edge = edge_of(m, id);
    retained.snapshot = take_snapshot(m, id);
    m.nodes[retained.edge.node].retained = true;
  }
}

void move_retained_of_write(ModelState& m, TensorId written) {
  move_retained(m, written);
  if (m.tensors[written].tracked) move_retained(m, m.tensors[written].base);
}

// Returns the geometry of the sum of two tensors of the same sizes and dtype. A program may have transposed the first.
static Geometry sum_of(const Geometry& first, const Geometry& second) {
  IteratorInputs inputs;
  inputs.add(&first);
  inputs.add(&second);
  Geometry out = second;
  iterator_output(inputs, sizes_of(second), out);
  return out;
}

void fire_retained(ModelState& m, NodeId id, const Sweep& sweep) {
  for (const RetainedGradient& retained : m.retained) {
    if (retained.edge.node != id || (sweep.marks[id].arrived & bit_of(retained.edge.input_nr)) == 0) continue;
    m.cite(Rule::S7);
    const TensorId previous = m.tensors[retained.tensor].grad;
    Geometry geometry = m.nodes[id].outputs;
    set_contiguous(geometry, sizes_of(geometry));
    if (previous != 0) geometry = sum_of(m.tensors[previous].geometry, geometry);
    const TensorId gradient = new_gradient(m, geometry, sweep);
    BackwardTarget& target =
        add_target(m, BackwardTarget::Of::Snapshot, retained.snapshot, m.tensors[gradient].geometry);
    if (previous != 0) {
      target.into = BackwardTarget::Into::AddNew;
      target.previous = m.tensors[previous].geometry;
    }
    m.tensors[retained.tensor].grad = gradient;
  }
}

}  // namespace modecheck::spec
