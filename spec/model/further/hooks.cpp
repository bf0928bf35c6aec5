// Hooks of tensors (rule S7). backward() runs them when a gradient arrives at a node, before the node checks its saved
// tensors. grad() also runs the hooks of the tensor whose gradient it returns. It returns what the hooks make of the
// gradient (PyTorch issue 35802, fixed in 85849).
#include "spec/model/further/hooks.h"

#include <algorithm>

#include "spec/limits/model/backward.h"
#include "spec/limits/model/sanctioned_holes.h"
#include "spec/model/backward.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/values.h"
#include "spec/program/operator_id.h"
#include "spec/rules/result.h"

namespace modecheck::spec {

void add_hook(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const TensorId self = m.tensor_in(arguments.reg(0));
  if (!requires_grad(m, self)) {
    m.reject(ErrorClass::Argument);
    return;
  }
  if (!check_and_refresh(m, self)) return;
  const Edge edge = edge_of(m, self);
  limits::leave_reshaped(m, self, edge);
  if (m.is_unspecified()) return;
  m.cite(Rule::S7);
  TensorHook hook;
  hook.edge = edge;
  hook.tensor = self;
  switch (arguments.integer(2)) {
    case 1:
      hook.kind = TensorHook::Kind::Doubles;
      if (edge.node != 0 && m.nodes[edge.node].kind != NodeKind::Accumulate) hook.snapshot = take_snapshot(m, self);
      break;
    case 2:
      hook.kind = TensorHook::Kind::Writes;
      hook.written = static_cast<std::uint8_t>(arguments.reg(1));
      break;
    default:
      break;
  }
  // A view that is a constant until it is regenerated (rule S3) has no node, and gets no gradient. PyTorch's autograd
  // notes say that a hook sees no gradient of what the tensor becomes by a later write. The hook stays with the view,
  // because requires_grad_ may make it a leaf of its own.
  hook.of_constant = edge.node == 0;
  const NodeId node = hook.of_constant ? m.tensors[self].accumulator : edge.node;
  if (node != 0) m.nodes[node].hooked = true;
  m.hooks.push_back(hook);
}

bool is_hook_of_leaf(const ModelState& m, const TensorHook& hook, TensorId leaf) {
  return hook.tensor == leaf && (is_accumulator(m, hook.edge.node) || hook.detached || hook.of_constant);
}

bool has_hook_of_leaf(const ModelState& m, TensorId leaf) {
  return std::any_of(m.hooks.begin(), m.hooks.end(),
                     [&](const TensorHook& hook) { return is_hook_of_leaf(m, hook, leaf); });
}

namespace {

// Returns true if the hook belongs to the node. A hook runs whenever the gradient of its tensor is computed. It belongs
// to the node that the tensor had when the hook was registered. A leaf's hook also runs at a new AccumulateGrad node,
// which the leaf gets after set_data or detach_.
bool hangs_at(const ModelState& m, const TensorHook& hook, NodeId node) {
  return hook.edge.node == node || (is_accumulator(m, node) && is_hook_of_leaf(m, hook, m.nodes[node].leaf));
}

bool runs_at(const ModelState& m, const Sweep& sweep, const TensorHook& hook, NodeId node) {
  const std::uint8_t input_nr = is_accumulator(m, node) ? 0 : hook.edge.input_nr;
  return (sweep.marks[node].arrived & bit_of(input_nr)) != 0 && hangs_at(m, hook, node);
}

// Rule M2 holds in hooks, too: returns false for an inference tensor outside InferenceMode.
bool may_write_in_hook(const ModelState& m, TensorId target) {
  return !m.tensors[target].inference || m.mode->inference;
}

}  // namespace

// Lets hooks stay with a tensor that detach_ makes a leaf. Only hooks of its present node stay. Hooks that were
// registered before a recorded write belong to an older node.
void take_hooks_along(ModelState& m, TensorId detached) {
  const TensorState& tensor = m.tensors[detached];
  for (TensorHook& hook : m.hooks) {
    if (hook.tensor != detached || hook.edge.node != tensor.grad_fn || hook.edge.input_nr != tensor.output_nr) continue;
    m.cite(Rule::S7);
    hook.detached = true;
    if (tensor.accumulator != 0) m.nodes[tensor.accumulator].hooked = true;
  }
}

bool is_source_doubled(const ModelState& m, NodeId id) {
  while (m.nodes[id].kind == NodeKind::ViewOperator) {
    id = edge(m, m.nodes[id], 0).node;
    for (const TensorHook& hook : m.hooks)
      if (hook.kind == TensorHook::Kind::Doubles && hangs_at(m, hook, id)) return true;
  }
  return false;
}

HookPlan::HookPlan(ModelState& m, Sweep& sweep) : m_(m), sweep_(sweep) {
  m.backward_effect.doubled_count = 0;
  if (!m.hooks.empty()) limits::count_uses(m, sweep);
}

HookPlan::~HookPlan() {
  for (const CounterId counter : written_) --m_.counters[counter];
}

void HookPlan::plan(NodeId id) {
  for (const TensorHook& hook : m_.hooks) {
    if (!runs_at(m_, sweep_, hook, id)) continue;
    m_.cite(Rule::S7);
    m_.leave_unspecified(Unspecified::GradientOfAReplacedView,
                         !is_accumulator(m_, id) && hook.kind != TensorHook::Kind::Looks &&
                             limits::is_of_a_replaced_view(m_, hook.tensor, hook.edge));
    if (m_.is_unspecified()) return;
    if (hook.kind == TensorHook::Kind::Doubles) {
      infer_doubling(hook, id);
      if (m_.is_unspecified()) return;
    }
    if (hook.kind == TensorHook::Kind::Writes && sweep_.reasons.none()) infer_write(hook, id);
  }
}

void HookPlan::infer_doubling(const TensorHook& hook, NodeId id) {
  Effect& effect = m_.backward_effect;
  m_.leave_unspecified(Unspecified::GradientOfAnAlias, limits::is_used_by_another_alias(m_, sweep_, id));
  m_.leave_unspecified(Unspecified::TooManyGradients, effect.doubled_count == Effect::max_doubled);
  if (m_.is_unspecified()) return;
  DoubledGradient& doubled = effect.doubled[effect.doubled_count++];
  doubled.of = is_accumulator(m_, id) ? BackwardTarget::Of::Leaf : BackwardTarget::Of::Snapshot;
  doubled.id = is_accumulator(m_, id) ? m_.nodes[id].leaf : hook.snapshot;
}

void HookPlan::infer_write(const TensorHook& hook, NodeId id) {
  const TensorId target = m_.tensor_in(hook.written);
  const StorageId storage = m_.tensors[target].geometry.storage;
  // No source says in which order a leaf's hooks and the remaining nodes run. No source says what happens if a hook
  // writes a gradient while backward passes it on or adds to it.
  m_.leave_unspecified(Unspecified::BackwardOrder, is_accumulator(m_, id));
  m_.leave_unspecified(Unspecified::WriteHiddenFromAutograd, m_.mode->unsafe());
  m_.leave_unspecified(Unspecified::HookWritesAGradient,
                       sweep_.seed != 0 && m_.tensors[sweep_.seed].geometry.storage == storage);
  for (const TensorState& tensor : m_.tensors)
    m_.leave_unspecified(Unspecified::HookWritesAGradient,
                         tensor.grad != 0 && m_.tensors[tensor.grad].geometry.storage == storage);
  sweep_.hook_writes = true;
  if (may_write_in_hook(m_, target)) {
    if (const CounterId counter = m_.tensors[target].counter; counter != 0) {
      ++m_.counters[counter];
      written_.push_back(counter);
    }
    return;
  }
  m_.cite(Rule::M2, Rule::P3);
  sweep_.failing = id;
  sweep_.fails_in_hook = true;
  sweep_.reasons.add(ErrorClass::InferenceInPlace);
}

void run_hooks(ModelState& m, const Sweep& sweep, NodeId id) {
  for (const TensorHook& hook : m.hooks) {
    if (hook.kind != TensorHook::Kind::Writes || !runs_at(m, sweep, hook, id)) continue;
    const TensorId target = m.tensor_in(hook.written);
    if (!may_write_in_hook(m, target)) return;
    Record twos;
    twos.operation = id_of<operators::fill__Scalar>();
    twos.immediates[1] = 2;
    Operands operands;
    operands.add(target);
    CallTensors tensors;
    tensors.inputs.add(&m.tensors[target].geometry);
    tensors.target = tensors.inputs.tensors[0];
    const ModeState outside = *m.mode;
    m.mode->grad = false;
    in_place(m, twos, operands, infer_result(twos, tensors, m.oracle));
    *m.mode = outside;
  }
}

}  // namespace modecheck::spec
